/* What names are made from: assignments and everything else that binds names.
 * In a module and in a class body an assigned name is a definition, elsewhere
 * a bind; `self.x = …` is a member of the class. A name assigned again stays
 * the same definition. */
#include "src/languages/python/python_internal.h"

static bool contains(const PythonNames *names, NameId name) {
  for (size_t i = 0; i < names->len; i++) {
    if (names_same(names->items[i], name)) return true;
  }
  return false;
}

/* ---- names ---- */

/* A local name. Its bind ends with the block it is made in, because behind the
 * block the name may have this value or the one before. In a block that is left
 * for good (return, raise) that cannot be: there it narrows a name that was
 * known before and is not seen behind.
 *
 * `global` names bind in the module and hold everywhere in it, since nobody
 * knows when the function runs; likewise `nonlocal` ones in the function
 * around. A declaration without a value (`x: int`) says the type and starts
 * nothing. */
static void bind_local(LanguageBuild *build, NameId name, const PythonAssign *assign) {
  PythonState *state = python_state(build);
  PythonFunction *function = state->function;
  Bind bind = {.scope = function->scope, .name = name, .from = assign->from, .to = state->block_to,
               .type = assign->type, .value = assign->value};
  if (contains(&function->globals, name)) {
    bind.scope = PYTHON_MODULE_SCOPE;
    bind.from = bind.to = 1;
  } else if (contains(&function->nonlocals, name) && function->outer) {
    bind.scope = function->outer->scope;
    bind.to = bind.from;
  } else {
    bool is_known = contains(&function->seen, name);
    if (!is_known) *vec_add(build->arena, &function->seen) = name;
    if (is_known && state->block_leaves && state->block_to > bind.from) bind.flags |= BIND_NARROW;
    if (!assign->value && assign->type) bind.to = bind.from; /* only declared */
  }
  language_bind(build, bind);
}

/* By convention, the only mark there is: capitals, digits and underscores. */
static bool is_constant(Str name) {
  bool has_letter = false;
  for (size_t i = 0; i < name.len; i++) {
    if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z') return false;
    has_letter = has_letter || (name.ptr[i] >= 'A' && name.ptr[i] <= 'Z');
  }
  return has_letter;
}

/* In an enum every plain assignment is a member; not so those with an
 * annotation, those with an underscore, and functions given a second name. */
static bool is_enum_member(LanguageBuild *build, Str name, const PythonAssign *assign) {
  const PythonClass *type = python_state(build)->type;
  if (!type || !type->is_enum || !assign->value || assign->type || str_starts_with(name, STR("_"))) return false;
  return language_expr_at(build, assign->value)->kind != EXPR_FUNC;
}

/* The name is noted as defined, so that a second assignment becomes a write
 * and a further bind instead of a second symbol. */
static DefNo define(LanguageBuild *build, NodeNo name, SymbolKind kind, const PythonAssign *assign) {
  PythonState *state = python_state(build);
  Str text = syntax_text(build->syntax, name);
  LanguageDef define = {.kind = kind, .flags = language_python_visibility(build, text), .name = name,
                        .whole = assign->whole, .scope = language_python_home(build), .from = assign->from};
  if (is_constant(text)) define.flags |= DEF_CONST;
  DefNo def = language_define(build, &define);
  if (!def) return 0;
  language_def(build, def)->type = assign->type;
  language_def(build, def)->value = assign->value;
  vec_last(&build->facts->binds)->to = state->block_to;
  map_put(state->type ? &state->type->names : &state->names, text, state);
  return def;
}

/* In a module or in a class body. The first assignment is the definition;
 * later ones are alternatives of its value. An enum's member has the enum as
 * its type, not the type of the number that stands there. */
static void define_name(LanguageBuild *build, NodeNo node, const PythonAssign *assign) {
  PythonState *state = python_state(build);
  Str text = syntax_text(build->syntax, node);
  if (map_get(state->type ? &state->type->names : &state->names, text)) {
    language_ref(build, REF_WRITE, language_add_name(build, node), node);
    language_bind(build, (Bind){.scope = language_python_home(build), .name = language_name(build, node),
                                .from = assign->from, .to = state->block_to, .type = assign->type,
                                .value = assign->value, .flags = state->type ? BIND_MEMBER : 0});
    return;
  }
  if (!state->type) {
    define(build, node, is_constant(text) ? SYMBOL_CONSTANT : SYMBOL_VARIABLE, assign);
    return;
  }
  if (state->type->is_tuple && assign->type) *vec_add(build->arena, &state->type->parts) = assign->type;
  bool is_member = is_enum_member(build, text, assign);
  DefNo def = define(build, node, is_member ? SYMBOL_ENUM_MEMBER : SYMBOL_FIELD, assign);
  if (is_member && def) {
    ExprNo type = language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .flags = EXPR_IN_TYPE,
                                             .scope = language_python_home(build),
                                             .at = build->syntax->nodes[node].from});
    language_def(build, def)->type = type;
  }
}

/* Names of a comprehension live in its own scope, where everything in it
 * sees them; no block ends them. */
void language_python_bind(LanguageBuild *build, NameId name, const PythonAssign *assign) {
  const PythonState *state = python_state(build);
  if (assign->in_comprehension) {
    language_bind(build, (Bind){.name = name, .from = assign->from, .type = assign->type, .value = assign->value});
  } else if (state->function && !state->type) {
    bind_local(build, name, assign);
  } else {
    language_bind(build, (Bind){.scope = language_python_home(build), .name = name, .from = assign->from,
                                .to = state->block_to, .type = assign->type, .value = assign->value});
  }
}

static void assign_name(LanguageBuild *build, NodeNo node, const PythonAssign *assign) {
  const PythonState *state = python_state(build);
  if (!assign->in_comprehension && (state->type || !state->function)) {
    define_name(build, node, assign);
    return;
  }
  if (!assign->in_comprehension) language_ref(build, REF_WRITE, language_add_name(build, node), node);
  language_python_bind(build, language_name(build, node), assign);
}

/* ---- members ---- */

/* The method around whose first parameter has this name; nested functions and
 * lambdas see it too. */
static const PythonFunction *method_with(const PythonState *state, NameId self) {
  for (const PythonFunction *function = state->function; function; function = function->outer) {
    if (function->type && names_same(function->self, self)) return function;
    if (contains(&function->seen, self)) return NULL;
  }
  return NULL;
}

/* A dictionary of dictionaries that an object is given is kept: it may be what a
 * library is told to do. */
static void put_plan(LanguageBuild *build, ExprNo member, ExprNo value) {
  const Expr *map = language_expr_at(build, value);
  if (!member || !value || map->kind != EXPR_MAP || map->list.count < 2) return;
  if (language_expr_at(build, build->facts->lists.items[map->list.first + 1])->kind != EXPR_MAP) return;
  language_bind(build, (Bind){.name = language_intern(build, STR("[]=")), .flags = BIND_PUT | BIND_HOISTED, .type = member,
                              .value = value, .from = language_expr_at(build, member)->at});
}

/* `self.x = …` in a method declares the field x of the class: the language
 * has no other way to. On any other object it is a write and no more. Either
 * way it ends what a test said about the member, down to the end of the
 * block. */
static void assign_member(LanguageBuild *build, NodeNo node, const PythonAssign *assign) {
  const Syntax *syntax = build->syntax;
  put_plan(build, language_expr_as(build, node, REF_WRITE), assign->value);
  NodeNo object = syntax_field(syntax, node, FIELD_OBJECT);
  if (python_state(build)->narrowed.len) { /* what was known of it before is over */
    NameId dotted = language_python_dotted(build, node);
    Range rest = {assign->from, language_python_block_end(build)};
    if (dotted.value) language_python_know(build, dotted, 0, 0, rest);
  }
  if (syntax_kind(syntax, object) != KIND_IDENTIFIER) return;
  const PythonFunction *method = method_with(python_state(build), language_name(build, object));
  if (!method) return;
  NameId name = language_name(build, syntax_field(syntax, node, FIELD_ATTRIBUTE));
  language_bind(build, (Bind){.scope = method->type->scope, .name = name, .from = assign->from,
                              .flags = BIND_MEMBER | (method->is_of_type ? BIND_STATIC : 0),
                              .type = assign->type, .value = assign->value});
}

/* ---- targets ---- */

/* The nth of the parts that `a, b = …` takes from a value; written out ones
 * are taken as they are. */
static ExprNo part_of(LanguageBuild *build, ExprNo whole, uint32_t nth, NodeNo node) {
  if (!whole) return 0;
  const Expr *expr = language_expr_at(build, whole);
  if ((expr->kind == EXPR_TUPLE || expr->kind == EXPR_LIST) && nth < expr->list.count) {
    bool is_plain = true;
    for (uint32_t i = 0; i <= nth; i++) {
      unsigned kind = language_expr_at(build, build->facts->lists.items[expr->list.first + i])->kind;
      is_plain = is_plain && kind != EXPR_SPREAD && kind != EXPR_ITER;
    }
    if (is_plain) return build->facts->lists.items[expr->list.first + nth];
  }
  return language_add_number(build, EXPR_PART, whole, nth, node);
}

/* Behind a starred name positions count from the end, which nothing here can
 * tell; such names get an element of the whole instead of a part. */
static void assign_parts(LanguageBuild *build, NodeNo target, const PythonAssign *assign) {
  const Syntax *syntax = build->syntax;
  uint32_t nth = 0;
  bool after_star = false;
  for (NodeNo c = syntax_first(syntax, target); c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (!syntax_is_named(syntax, c) || kind == KIND_COMMENT) continue;
    PythonAssign part = *assign;
    part.type = 0;
    if (kind == KIND_LIST_SPLAT_PATTERN || kind == KIND_LIST_SPLAT) {
      part.value = assign->value ? language_add_number(build, EXPR_REST, assign->value, nth, c) : 0;
      after_star = true;
      c = syntax_first(syntax, c) ? c : 0;
      if (!c) return;
      language_python_target(build, syntax_named(syntax, c, 0), &part);
      continue;
    }
    part.value = after_star ? language_python_element(build, assign->value, false, c)
                            : part_of(build, assign->value, nth, c);
    nth++;
    language_python_target(build, c, &part);
  }
}

/* Everything that can stand left of `=`, after `for`, after `as`. `x[i] = …`
 * binds no name: it is read, as a use of x. Patterns nest, so the build's
 * depth guards this recursion as it does all others. */
void language_python_target(LanguageBuild *build, NodeNo target, const PythonAssign *assign) {
  const Syntax *syntax = build->syntax;
  if (!target || build->depth >= LANGUAGE_MAX_DEPTH) return;
  build->depth++;
  switch (syntax_kind(syntax, target)) {
    case KIND_IDENTIFIER: assign_name(build, target, assign); break;
    case KIND_ATTRIBUTE: assign_member(build, target, assign); break;
    case KIND_TUPLE:
    case KIND_LIST:
    case KIND_TUPLE_PATTERN:
    case KIND_LIST_PATTERN:
    case KIND_PATTERN_LIST:
    case KIND_EXPRESSION_LIST: assign_parts(build, target, assign); break;
    case KIND_AS_PATTERN_TARGET:
    case KIND_PARENTHESIZED: language_python_target(build, syntax_named(syntax, target, 0), assign); break;
    default: language_put(build, language_expr_as(build, target, REF_WRITE), assign->value); break;
  }
  build->depth--;
}

/* ---- statements ---- */

static uint32_t end_of(const LanguageBuild *build, NodeNo node) { return build->syntax->nodes[node].to; }

/* `f(…)` and `m.f(…)` alike: how it was imported does not matter to what it
 * makes. */
static Str callee_name(const Syntax *syntax, NodeNo value) {
  if (syntax_kind(syntax, value) != KIND_CALL) return STR_EMPTY;
  NodeNo function = syntax_field(syntax, value, FIELD_FUNCTION);
  if (syntax_kind(syntax, function) == KIND_ATTRIBUTE) function = syntax_field(syntax, function, FIELD_ATTRIBUTE);
  return syntax_text(syntax, function);
}

/* `P = namedtuple("P", …)`, `X = NewType("X", A)`: classes made by a call.
 * Their fields stand in strings and are not read; what they extend is, so
 * that members of the tuple or dictionary are found. An empty scope makes it
 * a type like any other. */
static bool define_class(LanguageBuild *build, NodeNo name, NodeNo value, const PythonAssign *assign) {
  const Syntax *syntax = build->syntax;
  Str callee = callee_name(syntax, value);
  bool is_new_type = str_eq(callee, STR("NewType"));
  if (!is_new_type && !language_word_in("namedtuple NamedTuple TypedDict", callee)) return false;
  DefNo def = define(build, name, SYMBOL_CLASS, assign);
  ExprNo base = 0;
  const Expr *call = language_expr_at(build, assign->value);
  if (is_new_type && call->kind == EXPR_CALL && call->list.count > 1) {
    base = build->facts->lists.items[call->list.first + 1];
  } else if (!is_new_type) {
    base = language_python_named(build, str_eq(callee, STR("TypedDict")) ? STR("dict") : STR("tuple"),
                                 syntax->nodes[value].from);
  }
  ExprList bases = language_list(build, &base, base ? 1 : 0);
  language_def(build, def)->bases = bases;
  language_def(build, def)->value = 0;
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, value, def, &before);
  language_close(build, &before);
  return true;
}

/* The stub of typing says `List = _Alias()` for classes of other modules. */
static ExprNo library_alias(LanguageBuild *build, Str name, NodeNo value) {
  static const struct {
    const char *name, *target;
  } rows[] = {
      {"List", "list"},           {"Dict", "dict"},   {"Set", "set"},
      {"FrozenSet", "frozenset"}, {"Deque", "deque"}, {"DefaultDict", "defaultdict"},
  };
  uint32_t at = build->syntax->nodes[value].from;
  if (!python_state(build)->is_stub || !str_eq(callee_name(build->syntax, value), STR("_Alias"))) return 0;
  size_t row = 0, count = sizeof rows / sizeof *rows;
  while (row < count && !str_eq_c(name, rows[row].name)) row++;
  Str target = row < count ? str_from_c(rows[row].target) : name;
  if (language_word_in("list dict set frozenset", target)) return language_python_named(build, target, at);
  ExprNo module = language_python_named(build, STR("collections"), at);
  return language_add(build, (Expr){.kind = EXPR_MEMBER, .at = at, .base = module,
                                    .name = language_intern(build, target)});
}

/* Whether an annotation is one of the words, by its name in typing if it was
 * imported from there. */
static bool is_word(LanguageBuild *build, NodeNo type, const char *words) {
  const Syntax *syntax = build->syntax;
  NodeNo inner = syntax_kind(syntax, type) == KIND_TYPE ? syntax_named(syntax, type, 0) : type;
  Str name = language_python_special(build, inner);
  return language_word_in(words, name.len ? name : syntax_text(syntax, inner));
}

/* Definitions that an assignment to a plain name may make, besides
 * variables: aliases of types, type variables, classes made by calls. False:
 * it is none of these, and nothing was read yet. They are read differently
 * from values (an alias's right side is a type), which is why this comes
 * first. */
static bool define_special(LanguageBuild *build, NodeNo node, NodeNo left, NodeNo type, NodeNo right) {
  const PythonState *state = python_state(build);
  const Syntax *syntax = build->syntax;
  Str text = syntax_text(syntax, left);
  bool at_top = !state->function || state->type;
  if (!right || !at_top || syntax_kind(syntax, left) != KIND_IDENTIFIER) return false;
  if (map_get(state->type ? &state->type->names : &state->names, text)) return false;
  PythonAssign assign = {.whole = node, .from = end_of(build, node)};
  bool is_alias = type && is_word(build, type, "TypeAlias");
  if (is_alias || (!type && language_python_looks_like_type(build, right))) {
    if (type) language_type(build, type);
    assign.type = language_type(build, right);
    define(build, left, SYMBOL_TYPE, &assign);
    return true;
  }
  if (type) return false;
  if (map_get(&state->type_vars, text) && language_python_is_type_var_call(build, right)) {
    assign.value = language_python_type_var_call(build, text, right);
    define(build, left, SYMBOL_VARIABLE, &assign);
    return true;
  }
  assign.value = library_alias(build, text, right);
  if (assign.value) return define(build, left, SYMBOL_VARIABLE, &assign) != 0;
  Str callee = callee_name(syntax, right);
  if (!language_word_in("namedtuple NamedTuple TypedDict NewType", callee)) return false;
  assign.value = language_expr(build, right);
  return define_class(build, left, right, &assign);
}

/* `a = b = value`: the value once, then the targets in the order they stand in. */
ExprNo language_python_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo left = syntax_field(syntax, node, FIELD_LEFT), right = syntax_field(syntax, node, FIELD_RIGHT);
  NodeNo type = syntax_field(syntax, node, FIELD_TYPE);
  if (define_special(build, node, left, type, right)) return 0;
  PythonAssign assign = {.whole = node, .from = end_of(build, node)};
  NodeNo value = right;
  while (syntax_kind(syntax, value) == KIND_ASSIGNMENT) value = syntax_field(syntax, value, FIELD_RIGHT);
  assign.value = language_expr(build, value);
  ExprNo declared = type ? language_type(build, type) : language_python_commented_type(build, end_of(build, node));
  assign.type = type && is_word(build, type, "Final ClassVar TypeAlias") ? 0 : declared;
  language_python_target(build, left, &assign);
  while (syntax_kind(syntax, right) == KIND_ASSIGNMENT) {
    language_python_target(build, syntax_field(syntax, right, FIELD_LEFT), &assign);
    right = syntax_field(syntax, right, FIELD_RIGHT);
  }
  return assign.value;
}

ExprNo language_python_augmented(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_expr_as(build, syntax_field(build->syntax, node, FIELD_LEFT), REF_WRITE);
  return language_expr(build, syntax_field(build->syntax, node, FIELD_RIGHT));
}

ExprNo language_python_walrus(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo name = syntax_field(build->syntax, node, FIELD_NAME);
  ExprNo value = language_expr(build, syntax_field(build->syntax, node, FIELD_VALUE));
  PythonAssign assign = {.value = value, .whole = node, .from = end_of(build, node)};
  language_python_target(build, name, &assign);
  return value;
}

/* The bind makes reads in the function look further out for the name, past
 * whatever the function itself assigns. */
static void read_outer_names(LanguageBuild *build, NodeNo node, bool is_global) {
  PythonFunction *function = python_state(build)->function;
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, node); function && c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_IDENTIFIER) continue;
    NameId name = language_name(build, c);
    *vec_add(build->arena, is_global ? &function->globals : &function->nonlocals) = name;
    language_bind(build, (Bind){.scope = function->scope, .name = name, .flags = BIND_GLOBAL,
                                .from = syntax->nodes[c].from});
  }
}

void language_python_global(LanguageBuild *build, NodeNo node) { read_outer_names(build, node, true); }

void language_python_nonlocal(LanguageBuild *build, NodeNo node) { read_outer_names(build, node, false); }

/* `type X[T] = …` */
void language_python_type_alias(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo left = syntax_named(syntax, syntax_field(syntax, node, FIELD_LEFT), 0);
  NodeNo name = left, parameters = 0;
  if (syntax_kind(syntax, left) == KIND_GENERIC_TYPE) {
    name = syntax_named(syntax, left, 0);
    parameters = syntax_child(syntax, left, KIND_TYPE_PARAMETER);
  }
  if (syntax_kind(syntax, name) != KIND_IDENTIFIER) { /* `type(x).y = …`, which the grammar takes for an alias */
    ExprNo callee = language_python_named(build, STR("type"), syntax->nodes[node].from);
    language_visit_expr(build, node);
    language_add_call(build, EXPR_CALL, &(LanguageCall){callee, NULL, 0, node, node});
    return;
  }
  PythonAssign assign = {.whole = node, .from = end_of(build, node)};
  DefNo def = define(build, name, SYMBOL_TYPE, &assign);
  PythonGenerics generics;
  LanguageOpen before;
  language_python_generics_begin(build, &generics, parameters);
  ExprNo type = language_type(build, syntax_field(syntax, node, FIELD_RIGHT));
  if (generics.names.len) {
    ScopeNo scope = language_open(build, SCOPE_BLOCK, node, def, &before);
    language_python_generics_open(build, &generics, scope);
    language_close(build, &before);
  }
  language_python_generics_end(build, &generics);
  language_def(build, def)->type = type;
}
