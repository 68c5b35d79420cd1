/* Go: package clause, functions, methods, constants, variables. */
#include "src/languages/go/go_internal.h"

/* A type at the file's top is found by its name. */
static uint64_t type_key(const Def *def) {
  bool is_type = def->kind == SYMBOL_STRUCT || def->kind == SYMBOL_TYPE || def->kind == SYMBOL_INTERFACE;
  return is_type && !def->container ? def->name.value : 0;
}

void language_go_begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  GoState *state = ARENA_NEW(build->arena, GoState);
  map_init(&state->qualifiers, build->arena);
  state->types = language_defined_open(build, type_key);
  build->state = state;
  language_go_qualifiers(build);
}

/* The first clause counts; a second one is broken text. */
void language_go_package(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_child(build->syntax, node, GO_PACKAGE_IDENTIFIER);
  if (name && !build->facts->package.value) build->facts->package = language_name(build, name);
}

/* Capital letters are seen by other packages. */
static unsigned visibility(Str name) {
  if (!name.len) return 0;
  unsigned char c = (unsigned char)name.ptr[0];
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? DEF_EXPORTED : 0;
  /* Greek and Cyrillic capitals; other scripts have none worth a table. */
  if (name.len < 2) return 0;
  unsigned char d = (unsigned char)name.ptr[1];
  bool greek = c == 0xCE && d >= 0x91 && d <= 0xA9;
  bool cyrillic = c == 0xD0 && d >= 0x80 && d <= 0xAF;
  return greek || cyrillic ? DEF_EXPORTED : 0;
}

/* As the go command has it: `TestX` and `Test_x` are tests, `Testify` is
 * not. */
static bool is_test_name(Str name) {
  static const char *const prefixes[] = {"Test", "Benchmark", "Example", "Fuzz"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    Str prefix = str_from_c(prefixes[i]);
    if (!str_starts_with(name, prefix)) continue;
    return name.len == prefix.len || !(name.ptr[prefix.len] >= 'a' && name.ptr[prefix.len] <= 'z');
  }
  return false;
}

static bool is_blank(const Syntax *syntax, NodeNo name) { return str_eq(syntax_text(syntax, name), STR("_")); }

/* ---- signatures ---- */

/* Parameters are known in the body: `func f(node node)` speaks of a type. */
static void bind_parameter(LanguageBuild *build, NodeNo name, ExprNo type, unsigned flags) {
  Bind bind = {.flags = flags, .type = type, .from = language_go_state(build)->body_from};
  if (name && !is_blank(build->syntax, name)) bind.name = language_name(build, name);
  language_bind(build, bind);
}

/* One declaration may name several parameters or, for types only, none; then
 * the parameter has no name and still takes its position. */
static void bind_parameters(LanguageBuild *build, NodeNo declaration, unsigned flags) {
  const Syntax *syntax = build->syntax;
  bool variadic = syntax_kind(syntax, declaration) == GO_VARIADIC_PARAMETER;
  ExprNo type = language_type(build, syntax_field(syntax, declaration, GO_FIELD_TYPE));
  if (variadic) flags |= BIND_VARIADIC;
  bool named = false;
  for (NodeNo c = syntax_first(syntax, declaration); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != GO_FIELD_NAME) continue;
    bind_parameter(build, c, type, flags);
    named = true;
  }
  if (!named) bind_parameter(build, 0, type, flags);
}

static bool has_variadic(const Syntax *syntax, NodeNo list) {
  return syntax_child(syntax, list, GO_VARIADIC_PARAMETER) != 0;
}

/* The types of a result list, each as often as it has names. */
ExprNo language_go_result(LanguageBuild *build, NodeNo node, bool bind_names) {
  const Syntax *syntax = build->syntax;
  if (!node) return 0;
  if (syntax_kind(syntax, node) != GO_PARAMETER_LIST) return language_type(build, node);
  ExprNo parts[GO_MANY];
  size_t count = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!syntax_field(syntax, c, GO_FIELD_TYPE)) continue;
    ExprNo type = language_type(build, syntax_field(syntax, c, GO_FIELD_TYPE));
    size_t names = 0;
    for (NodeNo n = syntax_first(syntax, c); n; n = syntax_next(syntax, n)) {
      if (syntax->nodes[n].field != GO_FIELD_NAME) continue;
      names++;
      if (bind_names && !is_blank(syntax, n)) bind_parameter(build, n, type, 0);
      if (count < GO_MANY) parts[count++] = type;
    }
    if (!names && count < GO_MANY) parts[count++] = type;
  }
  if (count == 1) return parts[0];
  return count ? language_add_list(build, EXPR_TUPLE_OF, 0, parts, count, node) : 0;
}

/* Named results are variables of the body as well. */
ExprNo language_go_signature(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, GO_FIELD_PARAMETERS);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_field(syntax, c, GO_FIELD_TYPE)) bind_parameters(build, c, BIND_PARAM);
  }
  return language_go_result(build, syntax_field(syntax, node, GO_FIELD_RESULT), true);
}

/* The part in brackets before a method's name, taken apart. */
typedef struct Receiver {
  NodeNo declaration;
  NodeNo name;      /* of its type */
  NodeNo arguments; /* names for the type's parameters */
  bool pointer;
} Receiver;

/* func (l *List[E]) …: E is the type's parameter in that place. */
static void bind_type_names(LanguageBuild *build, NodeNo arguments) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = arguments ? syntax_first(syntax, arguments) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == GO_TYPE_ELEM ? syntax_named(syntax, c, 0) : c;
    if (!name || syntax_kind(syntax, name) != GO_TYPE_IDENTIFIER) continue;
    language_bind(build, (Bind){.name = language_name(build, name),
                                .flags = BIND_TYPE_PARAM | BIND_RECEIVER | BIND_HOISTED,
                                .from = syntax->nodes[name].from});
  }
}

static uint32_t body_start(const Syntax *syntax, NodeNo node) {
  NodeNo body = syntax_field(syntax, node, GO_FIELD_BODY);
  return body ? syntax->nodes[body].from : syntax->nodes[node].to;
}

/* Opens the definition, binds its parameters and visits its body.
 * `body_from` is where the parameters begin to hold, and is put back for the
 * function around: a literal may stand in another one's parameters. */
static void finish_function(LanguageBuild *build, NodeNo node, DefNo def, const Receiver *receiver) {
  const Syntax *syntax = build->syntax;
  if (has_variadic(syntax, syntax_field(syntax, node, GO_FIELD_PARAMETERS))) {
    language_def(build, def)->flags |= DEF_VARIADIC;
  }
  GoState *state = language_go_state(build);
  uint32_t outer_from = state->body_from;
  state->body_from = body_start(syntax, node);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (receiver && receiver->declaration) {
    bind_type_names(build, receiver->arguments);
    bind_parameters(build, receiver->declaration, BIND_PARAM | BIND_RECEIVER);
  }
  language_go_type_parameters(build, syntax_field(syntax, node, GO_FIELD_TYPE_PARAMETERS));
  ExprNo result = language_go_signature(build, node);
  language_def(build, def)->type = result;
  NodeNo body = syntax_field(syntax, node, GO_FIELD_BODY);
  if (body) language_visit_children(build, body);
  language_close(build, &before);
  state->body_from = outer_from;
}

/* `init` may be written many times and called never: it binds no name.
 * Neither does `_`. */
void language_go_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, GO_FIELD_NAME);
  if (!name) {
    language_visit_children(build, node);
    return;
  }
  Str text = syntax_text(syntax, name);
  unsigned flags = visibility(text);
  if (build->facts->is_test && is_test_name(text)) flags |= DEF_TEST;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FUNCTION, .flags = flags, .name = name, .whole = node,
      .body = syntax_field(syntax, node, GO_FIELD_BODY), .bind = BIND_HOISTED,
      .no_bind = str_eq(text, STR("init")) || str_eq(text, STR("_"))});
  finish_function(build, node, def, NULL);
}

/* ---- methods ---- */

static Receiver find_receiver(const Syntax *syntax, NodeNo method) {
  Receiver receiver = {0};
  NodeNo list = syntax_field(syntax, method, GO_FIELD_RECEIVER);
  receiver.declaration = syntax_child(syntax, list, GO_PARAMETER_DECLARATION);
  NodeNo type = syntax_field(syntax, receiver.declaration, GO_FIELD_TYPE);
  while (type) {
    unsigned kind = syntax_kind(syntax, type);
    if (kind == GO_TYPE_IDENTIFIER) {
      receiver.name = type;
      break;
    }
    if (kind == GO_POINTER_TYPE) receiver.pointer = true;
    if (kind == GO_GENERIC_TYPE) {
      receiver.arguments = syntax_field(syntax, type, GO_FIELD_TYPE_ARGUMENTS);
      type = syntax_field(syntax, type, GO_FIELD_TYPE);
    } else {
      type = kind == GO_POINTER_TYPE || kind == GO_PARENTHESIZED_TYPE ? syntax_named(syntax, type, 0) : 0;
    }
  }
  return receiver;
}

/* A method binds no name: it is found through its receiver alone. Whether
 * the receiver is a pointer matters to which interfaces a plain value
 * satisfies. */
void language_go_method(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, GO_FIELD_NAME);
  Receiver receiver = find_receiver(syntax, node);
  if (!name) {
    language_visit_children(build, node);
    return;
  }
  unsigned flags = visibility(syntax_text(syntax, name)) | (receiver.pointer ? DEF_BY_REFERENCE : 0u);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_METHOD, .flags = flags, .name = name, .whole = node,
      .body = syntax_field(syntax, node, GO_FIELD_BODY), .no_bind = true});
  if (receiver.name) {
    NameId type = language_name(build, receiver.name);
    /* One that is further down or in another file of the package is found by resolution,
     * through the receiver's name. */
    DefNo container = language_defined(language_go_state(build)->types, build->facts, type.value);
    Def *added = language_def(build, def);
    added->receiver = type;
    added->container = container;
  }
  finish_function(build, node, def, &receiver);
}

ExprNo language_go_func_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node,
      .body = syntax_field(build->syntax, node, GO_FIELD_BODY), .no_bind = true});
  finish_function(build, node, def, NULL);
  return language_add_func(build, def, node);
}

/* ---- constants and variables ---- */

/* What one specification says once for all its names. */
typedef struct Declared {
  NodeNo whole;
  SymbolKind kind;
  ExprNo type;
  uint32_t from; /* where it holds, inside functions */
} Declared;

/* Inside a function a bind, at the top a symbol. */
static void declare(LanguageBuild *build, NodeNo name, const Declared *declared, ExprNo value) {
  const Syntax *syntax = build->syntax;
  if (is_blank(syntax, name)) return;
  if (build->callable) {
    language_bind(build, (Bind){.name = language_name(build, name), .from = declared->from,
                                .type = declared->type, .value = value});
    return;
  }
  unsigned flags = visibility(syntax_text(syntax, name));
  if (declared->kind == SYMBOL_CONSTANT) flags |= DEF_CONST;
  NodeNo values = syntax_field(syntax, declared->whole, GO_FIELD_VALUE);
  DefNo def = language_define(build, &(LanguageDef){.kind = declared->kind, .flags = flags, .name = name,
                                                    .whole = declared->whole, .body = values,
                                                    .bind = BIND_HOISTED});
  Def *added = language_def(build, def);
  added->type = declared->type;
  added->value = value;
}

/* `var x, y = …` alone: the comment stands above the keyword. */
static NodeNo whole_of(const Syntax *syntax, NodeNo spec) {
  NodeNo parent = syntax_parent(syntax, spec);
  unsigned kind = syntax_kind(syntax, parent);
  bool single = (kind == GO_CONST_DECLARATION || kind == GO_VAR_DECLARATION) &&
                syntax_named_count(syntax, parent) == 1 &&
                syntax->nodes[parent].to == syntax->nodes[spec].to;
  return single ? parent : spec;
}

/* `a, b = f()` gives each name a part of the one result; `a = f()` the
 * result itself; `a, b = x, y` each its own. A constant without a value
 * repeats type and value of the one above, as iota lists do. */
static void declare_spec(LanguageBuild *build, NodeNo spec, SymbolKind kind) {
  const Syntax *syntax = build->syntax;
  GoState *state = language_go_state(build);
  Declared declared = {.whole = whole_of(syntax, spec), .kind = kind, .from = syntax->nodes[spec].to};
  declared.type = language_type(build, syntax_field(syntax, spec, GO_FIELD_TYPE));
  NodeNo list = syntax_field(syntax, spec, GO_FIELD_VALUE);
  ExprNo values[GO_MANY];
  bool is_call = false;
  size_t count = language_go_values(build, list, values, &is_call);
  if (kind == SYMBOL_CONSTANT) {
    /* A constant without a value repeats the one above it. */
    if (list) {
      state->const_type = declared.type;
      state->const_value = count ? values[0] : 0;
    } else {
      declared.type = state->const_type;
    }
  }
  size_t nth = 0, names = 0;
  for (NodeNo c = syntax_first(syntax, spec); c; c = syntax_next(syntax, c)) {
    names += syntax_kind(syntax, c) == GO_IDENTIFIER && syntax->nodes[c].field == GO_FIELD_NAME;
  }
  is_call &= names > 1;
  for (NodeNo c = syntax_first(syntax, spec); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != GO_IDENTIFIER || syntax->nodes[c].field != GO_FIELD_NAME) continue;
    ExprNo value = language_go_nth_value(build, values, count, is_call, nth++, spec);
    if (kind == SYMBOL_CONSTANT && !list) value = state->const_value;
    declare(build, c, &declared, value);
  }
}

void language_go_const(LanguageBuild *build, NodeNo node) { declare_spec(build, node, SYMBOL_CONSTANT); }

void language_go_var(LanguageBuild *build, NodeNo node) { declare_spec(build, node, SYMBOL_VARIABLE); }
