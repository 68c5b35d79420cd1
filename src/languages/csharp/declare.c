/* C#: namespaces, types and their members, variables. */
#include "src/languages/csharp/csharp_internal.h"

enum { BASES_MAX = 16 };

/* Names of the namespaces around are seen: A.B sees what A has. */
static void import_around(LanguageBuild *build, Str name, NodeNo node) {
  for (;;) {
    size_t dot = str_find_last_byte(name, '.');
    if (dot == STR_NONE) return;
    name = str_slice(name, 0, dot);
    language_import(build, (Import){.form = IMPORT_STAR, .specifier = language_intern(build, name), .scope = 1}, node);
  }
}

/* The first namespace is the file's: several in one file are rare. */
void language_csharp_begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  const Syntax *syntax = build->syntax;
  build->state = ARENA_NEW(build->arena, CsharpState);
  for (NodeNo node = 1; node < syntax->count; node++) {
    unsigned kind = syntax_kind(syntax, node);
    if (kind != CSHARP_NAMESPACE && kind != CSHARP_FILE_NAMESPACE) continue;
    NodeNo name = syntax_field(syntax, node, CSHARP_FIELD_NAME);
    if (!name) continue;
    build->facts->package = language_name(build, name);
    import_around(build, syntax_text(syntax, name), node);
    return;
  }
}

/* using A.B; using static A.B.C; using X = A.B.C; */
void language_csharp_using(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str text = syntax_text(syntax, node);
  NodeNo alias = syntax_field(syntax, node, CSHARP_FIELD_NAME), target = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c) && c != alias) target = c;
  }
  if (!target) target = alias;
  if (!target) return;
  bool is_alias = str_find_byte(text, '=') != STR_NONE, is_static = str_contains(text, STR(" static "));
  Import import = {.form = is_alias ? IMPORT_MODULE : IMPORT_STAR, .scope = 1,
                   .flags = is_static ? IMPORT_STATIC : 0, .specifier = language_name(build, target)};
  if (is_alias) import.local = language_name(build, alias);
  language_import(build, import, node);
}

static unsigned modifiers(const LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  unsigned flags = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_MODIFIER) continue;
    Str word = syntax_text(syntax, c);
    if (language_word_in("public internal protected", word)) flags |= DEF_EXPORTED;
    if (language_word_in("static const", word)) flags |= DEF_STATIC;
    if (str_eq(word, STR("abstract"))) flags |= DEF_ABSTRACT;
    if (str_eq(word, STR("async"))) flags |= DEF_ASYNC;
    if (str_eq(word, STR("private"))) flags |= DEF_PRIVATE;
  }
  return flags;
}

static void type_parameters(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, CSHARP_FIELD_TYPE_PARAMETERS);
  if (!list) list = syntax_child(syntax, node, CSHARP_TYPE_PARAMETERS);
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == CSHARP_TYPE_PARAMETER ? syntax_field(syntax, c, CSHARP_FIELD_NAME) : 0;
    if (!name) continue;
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_TYPE_PARAM | BIND_HOISTED,
                                .from = syntax->nodes[name].from});
  }
}

/* ---- types ---- */

static void read_bases(LanguageBuild *build, NodeNo list, DefNo def) {
  const Syntax *syntax = build->syntax;
  ExprNo bases[BASES_MAX];
  size_t count = 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == CSHARP_ARGUMENTS) continue;
    NodeNo type = syntax_kind(syntax, c) == CSHARP_PRIMARY_BASE ? syntax_field(syntax, c, CSHARP_FIELD_TYPE) : c;
    language_csharp_state(build)->by_name = true;
    ExprNo base = language_type(build, type);
    language_csharp_state(build)->by_name = false;
    if (!base || count == BASES_MAX) continue;
    bases[count++] = base;
    language_ref(build, REF_EXTEND, base, type);
  }
  ExprList all = language_list(build, bases, count);
  language_def(build, def)->bases = all;
}

/* `params T[] rest` has no node of its own: its parts are the list's. */
static void bind_rest(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  NodeNo name = list ? syntax_field(syntax, list, CSHARP_FIELD_NAME) : 0, array = list ? syntax_field(syntax, list, CSHARP_FIELD_TYPE) : 0;
  if (!name || !array) return;
  NodeNo element = syntax_field(syntax, array, CSHARP_FIELD_TYPE);
  language_bind(build, (Bind){.flags = BIND_PARAM | BIND_VARIADIC, .type = language_type(build, element ? element : array),
                              .from = syntax->nodes[array].from, .name = language_name(build, name)});
}

static void bind_parameters(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_PARAMETER) continue;
    NodeNo name = syntax_field(syntax, c, CSHARP_FIELD_NAME), type_node = syntax_field(syntax, c, CSHARP_FIELD_TYPE);
    ExprNo type = language_type(build, type_node);
    Str text = syntax_text(syntax, c);
    Bind bind = {.flags = BIND_PARAM, .type = type, .from = syntax->nodes[c].from, .name = language_name(build, name)};
    if (str_starts_with(text, STR("params "))) bind.flags |= BIND_VARIADIC;
    for (NodeNo v = syntax_first(syntax, c); v; v = syntax_next(syntax, v)) { /* its default */
      unsigned kind = syntax_kind(syntax, v);
      if (v == name || v == type_node || !syntax_is_named(syntax, v) || kind == CSHARP_MODIFIER || kind == CSHARP_ATTRIBUTES) continue;
      language_visit(build, v);
      bind.flags |= BIND_OPTIONAL;
    }
    language_bind(build, bind);
  }
  bind_rest(build, list);
}

static void enum_members(LanguageBuild *build, NodeNo body) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_ENUM_MEMBER) continue;
    language_define(build, &(LanguageDef){.kind = SYMBOL_ENUM_MEMBER, .flags = DEF_STATIC | DEF_EXPORTED | DEF_CONST, .whole = c,
                                          .name = syntax_field(syntax, c, CSHARP_FIELD_NAME), .bind = BIND_MEMBER | BIND_HOISTED});
  }
}

void language_csharp_type(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  unsigned kind = syntax_kind(syntax, node);
  SymbolKind symbol = kind == CSHARP_INTERFACE ? SYMBOL_INTERFACE : kind == CSHARP_STRUCT ? SYMBOL_STRUCT
                      : kind == CSHARP_ENUM ? SYMBOL_ENUM : SYMBOL_CLASS;
  NodeNo body = syntax_field(syntax, node, CSHARP_FIELD_BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = symbol, .flags = modifiers(build, node) & ~(unsigned)DEF_STATIC,
      .name = syntax_field(syntax, node, CSHARP_FIELD_NAME), .whole = node, .body = body, .bind = BIND_HOISTED});
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  type_parameters(build, node);
  read_bases(build, syntax_child(syntax, node, CSHARP_BASES), def);
  if (symbol == SYMBOL_ENUM) enum_members(build, body);
  else language_visit_children(build, body);
  language_close(build, &open);
}

/* ---- members ---- */

/* `=> value` is the value that is returned. */
static void visit_body(LanguageBuild *build, NodeNo body) {
  const Syntax *syntax = build->syntax;
  if (!body) return;
  if (syntax_kind(syntax, body) != CSHARP_ARROW) {
    language_visit_children(build, body);
    return;
  }
  ExprNo value = language_expr(build, syntax_named(syntax, body, 0));
  if (value) language_return(build, value);
}

/* : base(…) and : this(…) */
static void initializer(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_child(syntax, node, CSHARP_ARGUMENTS);
  bool is_base = str_contains(str_slice(syntax->text, syntax->nodes[node].from, syntax->nodes[list ? list : node].from), STR("base"));
  ExprNo items[CSHARP_MANY];
  ExprNo callee = language_add(build, (Expr){.kind = is_base ? EXPR_SUPER : EXPR_SELF, .at = syntax->nodes[node].from});
  size_t count = language_csharp_arguments(build, list, items);
  language_add_call(build, EXPR_CALL, &(LanguageCall){callee, items, count, node, node});
}

/* f(this T x, …) is also called as x.f(…). */
static bool extends(const LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, CSHARP_FIELD_PARAMETERS);
  NodeNo first = list ? syntax_child(syntax, list, CSHARP_PARAMETER) : 0;
  for (NodeNo c = first ? syntax_first(syntax, first) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == CSHARP_MODIFIER && str_eq(syntax_text(syntax, c), STR("this"))) return true;
  }
  return false;
}

void language_csharp_method(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  unsigned kind = syntax_kind(syntax, node);
  NodeNo name = syntax_field(syntax, node, CSHARP_FIELD_NAME), body = syntax_field(syntax, node, CSHARP_FIELD_BODY);
  bool makes = kind == CSHARP_CONSTRUCTOR, local = kind == CSHARP_LOCAL_FUNCTION;
  unsigned flags = modifiers(build, node) | (body || local ? 0 : DEF_ABSTRACT) | (extends(build, node) ? DEF_EXTENSION : 0);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = makes ? SYMBOL_CONSTRUCTOR : local ? SYMBOL_FUNCTION : SYMBOL_METHOD, .flags = flags, .name = name,
      .whole = node, .body = body, .bind = BIND_HOISTED, .no_bind = makes});
  if (makes) {
    language_bind(build, (Bind){.name = language_intern(build, STR(CSHARP_CONSTRUCTOR_NAME)), .flags = BIND_HOISTED, .def = def,
                                .from = syntax->nodes[node].from});
  }
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  type_parameters(build, node);
  bind_parameters(build, syntax_field(syntax, node, CSHARP_FIELD_PARAMETERS));
  NodeNo result = syntax_field(syntax, node, CSHARP_FIELD_RETURNS);
  ExprNo type = language_type(build, result ? result : syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  language_def(build, def)->type = type;
  NodeNo first = syntax_child(syntax, node, CSHARP_CONSTRUCTOR_INITIALIZER);
  if (first) initializer(build, first);
  visit_body(build, body);
  language_close(build, &open);
}

/* What accessors call is called by the property. */
void language_csharp_property(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  NodeNo value = syntax_field(syntax, node, CSHARP_FIELD_VALUE), accessors = syntax_field(syntax, node, CSHARP_FIELD_ACCESSORS);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_PROPERTY, .flags = modifiers(build, node), .name = syntax_field(syntax, node, CSHARP_FIELD_NAME),
      .whole = node, .body = accessors ? accessors : value, .bind = BIND_MEMBER | BIND_HOISTED});
  language_def(build, def)->type = type;
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  language_bind(build, (Bind){.name = language_intern(build, STR("value")), .type = type, .from = syntax->nodes[node].from});
  language_visit_children(build, accessors);
  visit_body(build, value);
  language_close(build, &open);
}

/* ---- variables ---- */

static NodeNo value_of(const Syntax *syntax, NodeNo declarator) {
  NodeNo name = syntax_field(syntax, declarator, CSHARP_FIELD_NAME), value = 0;
  for (NodeNo c = syntax_first(syntax, declarator); c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c) && c != name) value = c;
  }
  return value;
}

void language_csharp_field(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_child(syntax, node, CSHARP_VARIABLES);
  ExprNo type = language_type(build, syntax_field(syntax, list, CSHARP_FIELD_TYPE));
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_VARIABLE) continue;
    DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = modifiers(build, node), .whole = node,
        .name = syntax_field(syntax, c, CSHARP_FIELD_NAME), .bind = BIND_MEMBER | BIND_HOISTED});
    language_def(build, def)->type = type;
    language_expr(build, value_of(syntax, c));
  }
}

void language_csharp_variables(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_VARIABLE) continue;
    NodeNo name = syntax_field(syntax, c, CSHARP_FIELD_NAME);
    ExprNo value = language_expr(build, value_of(syntax, c));
    if (name) language_bind(build, (Bind){.name = language_name(build, name), .type = type, .value = value, .from = syntax->nodes[c].to});
  }
}

void language_csharp_foreach(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo left = syntax_field(syntax, node, CSHARP_FIELD_LEFT);
  LanguageOpen open;
  language_open(build, SCOPE_BLOCK, node, 0, &open);
  ExprNo whole = language_expr(build, syntax_field(syntax, node, CSHARP_FIELD_RIGHT));
  ExprNo type = language_type(build, syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  ExprNo element = whole ? language_add_base(build, EXPR_ITER, whole, node) : 0;
  if (left && syntax_kind(syntax, left) == CSHARP_IDENTIFIER) {
    language_bind(build, (Bind){.name = language_name(build, left), .type = type, .value = element, .from = syntax->nodes[left].to});
  }
  language_visit(build, syntax_field(syntax, node, CSHARP_FIELD_BODY));
  language_close(build, &open);
}

/* `x is T name`, `catch (T name)`, `out T name`. */
void language_csharp_bind_typed(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, CSHARP_FIELD_NAME);
  ExprNo type = language_type(build, syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  if (name) language_bind(build, (Bind){.name = language_name(build, name), .type = type, .from = syntax->nodes[name].to});
}

ExprNo language_csharp_lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo list = syntax_field(syntax, node, CSHARP_FIELD_PARAMETERS), body = syntax_field(syntax, node, CSHARP_FIELD_BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node, .body = body, .no_bind = true});
  CsharpState *state = language_csharp_state(build);
  ExprNo element = state->element;
  state->element = 0;
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  if (list && syntax_kind(syntax, list) == CSHARP_PARAMETERS) bind_parameters(build, list);
  else if (list) language_bind(build, (Bind){.name = language_name(build, list), .flags = BIND_PARAM, .value = element, .from = syntax->nodes[list].from});
  bool is_block = body && syntax_kind(syntax, body) == CSHARP_BLOCK;
  if (is_block) language_visit_children(build, body);
  ExprNo value = is_block ? 0 : language_expr(build, body);
  if (value) language_return(build, value);
  language_close(build, &open);
  return language_add_func(build, def, node);
}
