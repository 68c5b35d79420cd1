/* Type variables. `T = TypeVar("T")` at the top of a module becomes a type
 * parameter of each class whose bases name it and of each function whose
 * annotations name it, as `class C[T]` and `def f[T]` say outright. */
#include "src/languages/python/python_internal.h"

#define MAX_BLOCKS 4 /* nested if and try around a TypeVar */
#define MAX_CONSTRAINTS 8

void language_python_note_type_var(LanguageBuild *build, Str name) {
  PythonState *state = python_state(build);
  if (!map_get(&state->type_vars, name)) map_put(&state->type_vars, name, ARENA_NEW(build->arena, PythonTypeVar));
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/* Imported ones cannot be told from classes but by their names. */
bool language_python_looks_like_type_var(Str name) {
  if (str_eq(name, STR("AnyStr"))) return true;
  if (str_ends_with(name, STR("_co")) || str_ends_with(name, STR("_contra"))) return true;
  if (name.len > 3 && name.ptr[name.len - 1] == 'T' && is_lower(name.ptr[name.len - 2])) return true;
  if (name.len > 3 && str_starts_with(name, STR("_T")) && is_upper(name.ptr[2]) && is_lower(name.ptr[3])) return true;
  if (str_starts_with(name, STR("_"))) name = str_slice(name, 1, name.len);
  if (name.len == 1) return is_upper(name.ptr[0]);
  return name.len == 2 && is_upper(name.ptr[0]) && (name.ptr[1] == 'T' || (name.ptr[1] >= '1' && name.ptr[1] <= '9'));
}

bool language_python_is_type_var_call(LanguageBuild *build, NodeNo value) {
  const Syntax *syntax = build->syntax;
  if (syntax_kind(syntax, value) != KIND_CALL) return false;
  NodeNo function = syntax_field(syntax, value, FIELD_FUNCTION);
  if (syntax_kind(syntax, function) == KIND_ATTRIBUTE) function = syntax_field(syntax, function, FIELD_ATTRIBUTE);
  return language_word_in("TypeVar ParamSpec TypeVarTuple", syntax_text(syntax, function));
}

/* At the top of the module, and inside `if TYPE_CHECKING` and `try`, where
 * type variables are often kept. */
static void find_in(LanguageBuild *build, NodeNo block, int depth) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = block ? syntax_first(syntax, block) : 0; c; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    bool is_block = kind == KIND_IF_STATEMENT || kind == KIND_TRY_STATEMENT || kind == KIND_ELSE_CLAUSE ||
                    kind == KIND_EXCEPT_CLAUSE || kind == KIND_BLOCK || kind == KIND_ELIF_CLAUSE;
    if (is_block && depth < 2 * MAX_BLOCKS) find_in(build, c, depth + 1);
    if (kind != KIND_EXPRESSION_STATEMENT) continue;
    NodeNo assignment = syntax_child(syntax, c, KIND_ASSIGNMENT);
    NodeNo name = syntax_field(syntax, assignment, FIELD_LEFT);
    if (syntax_kind(syntax, name) != KIND_IDENTIFIER) continue;
    NodeNo value = syntax_field(syntax, assignment, FIELD_RIGHT);
    if (language_python_is_type_var_call(build, value)) {
      language_python_note_type_var(build, syntax_text(syntax, name));
    }
  }
}

void language_python_find_type_vars(LanguageBuild *build, NodeNo block) { find_in(build, block, 0); }

/* ---- TypeVar("T", bound=X), TypeVar("T", A, B) ---- */

/* Constraints (`TypeVar("T", A, B)`) are kept as a bound of either: members
 * that both have are found, which is all that is asked of a bound. The
 * arguments are types and are read as such, so the call itself has none. */
ExprNo language_python_type_var_call(LanguageBuild *build, Str name, NodeNo value) {
  const Syntax *syntax = build->syntax;
  NodeNo function = syntax_field(syntax, value, FIELD_FUNCTION);
  NodeNo arguments = syntax_field(syntax, value, FIELD_ARGUMENTS);
  ExprNo callee = language_expr_as(build, function, LANGUAGE_NO_REF);
  ExprNo bounds[MAX_CONSTRAINTS];
  size_t count = 0, position = 0;
  for (NodeNo c = syntax_first(syntax, arguments); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == KIND_COMMENT) continue;
    bool is_keyword = syntax_kind(syntax, c) == KIND_KEYWORD_ARGUMENT;
    Str keyword = is_keyword ? syntax_text(syntax, syntax_field(syntax, c, FIELD_NAME)) : STR_EMPTY;
    ExprNo bound = 0;
    if (!position++) language_expr(build, c);
    else if (!is_keyword) bound = language_type(build, c);
    else if (str_eq(keyword, STR("bound"))) bound = language_type(build, syntax_field(syntax, c, FIELD_VALUE));
    else if (str_eq(keyword, STR("default"))) language_type(build, syntax_field(syntax, c, FIELD_VALUE));
    else language_expr(build, c);
    if (bound && count < MAX_CONSTRAINTS) bounds[count++] = bound;
  }
  PythonTypeVar *variable = map_get(&python_state(build)->type_vars, name);
  if (variable && count) variable->bound = language_python_any_of(build, bounds, count, value);
  NodeNo place = syntax_kind(syntax, function) == KIND_ATTRIBUTE
                     ? syntax_field(syntax, function, FIELD_ATTRIBUTE) : function;
  return language_add_call(build, EXPR_CALL, &(LanguageCall){callee, NULL, 0, value, place});
}

/* ---- whose a variable is ---- */

/* A function's annotations are read before its scope exists, and a name must
 * say the scope that it is looked up in; until then it waits. */
static void use(LanguageBuild *build, PythonGenerics *generics, ExprNo expr) {
  if (generics->scope) language_expr_at(build, expr)->scope = generics->scope;
  else *vec_add(build->arena, &generics->waiting) = expr;
}

static void add_parameter(LanguageBuild *build, PythonGenerics *generics, NameId name, ExprNo bound) {
  *vec_add(build->arena, &generics->names) = name;
  *vec_add(build->arena, &generics->bounds) = bound;
}

static bool has(const PythonGenerics *generics, NameId name) {
  for (size_t i = 0; i < generics->names.len; i++) {
    if (names_same(generics->names.items[i], name)) return true;
  }
  return false;
}

/* A variable belongs to the outermost definition that names it: in a method
 * of class C[T], T is the class's. If nobody around has it, whoever collects
 * at the moment gets it; in a body nobody does, and the name is then looked
 * up like any other. */
ExprNo language_python_type_var(LanguageBuild *build, NameId name, uint32_t at) {
  PythonState *state = python_state(build);
  PythonGenerics *owner = state->generics;
  while (owner && !has(owner, name)) owner = owner->outer;
  if (!owner) {
    owner = state->generics;
    Str text = names_text(build->facts->names, name);
    const PythonTypeVar *variable = map_get(&state->type_vars, text);
    if (!variable || !owner || !owner->collects) return 0;
    add_parameter(build, owner, name, variable->bound);
  }
  ExprNo expr = language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IN_TYPE, .at = at, .name = name});
  use(build, owner, expr);
  return expr;
}

/* `[T, U: Bound, *Ts]`, in the order in which arguments will be given. */
static void read_parameters(LanguageBuild *build, PythonGenerics *generics, NodeNo parameters) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = parameters ? syntax_first(syntax, parameters) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_TYPE) continue;
    NodeNo inner = syntax_named(syntax, c, 0);
    ExprNo bound = 0;
    if (syntax_kind(syntax, inner) == KIND_CONSTRAINED_TYPE) {
      bound = language_type(build, syntax_named(syntax, inner, 1));
      inner = syntax_named(syntax, syntax_named(syntax, inner, 0), 0);
    } else if (syntax_kind(syntax, inner) == KIND_SPLAT_TYPE) {
      inner = syntax_named(syntax, inner, 0);
    }
    if (syntax_kind(syntax, inner) != KIND_IDENTIFIER) continue;
    add_parameter(build, generics, language_name(build, inner), bound);
  }
}

/* `generics` lives in the caller's frame: begin and end must be paired in
 * one function. */
void language_python_generics_begin(LanguageBuild *build, PythonGenerics *generics, NodeNo parameters) {
  PythonState *state = python_state(build);
  *generics = (PythonGenerics){.outer = state->generics, .collects = true};
  state->generics = generics;
  read_parameters(build, generics, parameters);
}

/* From here on the body is read: names that it uses of the outer ones are no
 * new parameters, so collecting ends. */
void language_python_generics_open(LanguageBuild *build, PythonGenerics *generics, ScopeNo scope) {
  generics->scope = scope;
  generics->collects = false;
  for (size_t i = 0; i < generics->waiting.len; i++) {
    language_expr_at(build, generics->waiting.items[i])->scope = scope;
  }
  for (size_t i = 0; i < generics->names.len; i++) {
    language_bind(build, (Bind){.scope = scope, .name = generics->names.items[i], .flags = BIND_TYPE_PARAM,
                                .type = generics->bounds.items[i]});
  }
}

void language_python_generics_end(LanguageBuild *build, PythonGenerics *generics) {
  python_state(build)->generics = generics->outer;
}
