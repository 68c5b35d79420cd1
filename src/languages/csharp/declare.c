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
  NodeNo name = syntax_field(syntax, node, CSHARP_FIELD_NAME);
  Str text = name ? syntax_text(syntax, name) : STR_EMPTY;
  if (str_starts_with(text, STR("@"))) text = str_slice(text, 1, text.len); /* a keyword as a name */
  ExprList attributes = language_csharp_attributes(build, node);
  DefNo def = language_define(build, &(LanguageDef){.kind = symbol, .flags = language_csharp_modifiers(build, node) & ~(unsigned)DEF_STATIC,
      .name = name, .name_text = text, .whole = node, .body = body, .bind = BIND_HOISTED});
  language_def(build, def)->decorators = attributes;
  LanguageOpen open;
  language_open(build, SCOPE_TYPE, node, def, &open);
  language_csharp_type_parameters(build, node);
  read_bases(build, syntax_child(syntax, node, CSHARP_BASES), def);
  language_csharp_primary(build, node);
  if (symbol == SYMBOL_ENUM) enum_members(build, body);
  else language_visit_children(build, body);
  language_close(build, &open);
}

/* ---- members ---- */

/* What a function gives back. Where its result is declared, a bind without a name
 * keeps both side by side, from which lambdas in the value learn what they take. */
static void give_back(LanguageBuild *build, NodeNo node) {
  ExprNo type = build->callable ? language_def(build, build->callable)->type : 0;
  ExprNo value = language_csharp_initial(build, node, type);
  if (!value) return;
  language_return(build, value);
  if (type) language_bind(build, (Bind){.from = language_expr_at(build, value)->at, .type = type, .value = value});
}

void language_csharp_return(LanguageBuild *build, NodeNo node) {
  NodeNo value = syntax_named(build->syntax, node, 0);
  if (value) give_back(build, value);
}

/* `=> value` is the value that is returned. */
static void visit_body(LanguageBuild *build, NodeNo body) {
  const Syntax *syntax = build->syntax;
  if (!body) return;
  if (syntax_kind(syntax, body) != CSHARP_ARROW) {
    language_visit_children(build, body);
    return;
  }
  give_back(build, syntax_named(syntax, body, 0));
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
  unsigned flags = language_csharp_modifiers(build, node) | (body || local ? 0 : DEF_ABSTRACT) | (extends(build, node) ? DEF_EXTENSION : 0);
  ExprList attributes = language_csharp_attributes(build, node);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = makes ? SYMBOL_CONSTRUCTOR : local ? SYMBOL_FUNCTION : SYMBOL_METHOD, .flags = flags, .name = name,
      .whole = node, .body = body, .bind = BIND_HOISTED, .no_bind = makes});
  language_def(build, def)->decorators = attributes;
  if (makes) {
    language_bind(build, (Bind){.name = language_intern(build, STR(CSHARP_CONSTRUCTOR_NAME)), .flags = BIND_HOISTED, .def = def,
                                .from = syntax->nodes[node].from});
  }
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  language_csharp_type_parameters(build, node);
  language_csharp_bind_parameters(build, syntax_field(syntax, node, CSHARP_FIELD_PARAMETERS));
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
      .kind = SYMBOL_PROPERTY, .flags = language_csharp_modifiers(build, node), .name = syntax_field(syntax, node, CSHARP_FIELD_NAME),
      .whole = node, .body = accessors ? accessors : value, .bind = BIND_MEMBER | BIND_HOISTED});
  language_def(build, def)->type = type;
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  language_bind(build, (Bind){.name = language_intern(build, STR("value")), .type = type, .from = syntax->nodes[node].from});
  bool is_body = value && syntax_kind(syntax, value) == CSHARP_ARROW;
  if (accessors) language_visit_children(build, accessors);
  if (is_body) visit_body(build, value);
  language_close(build, &open);
  if (!is_body) language_csharp_initial(build, value, type);
}

/* ---- variables ---- */

ExprNo language_csharp_initial(LanguageBuild *build, NodeNo value, ExprNo type) {
  CsharpState *state = language_csharp_state(build);
  ExprNo around = state->wanted;
  state->wanted = type;
  ExprNo expr = language_expr(build, value);
  state->wanted = around;
  return expr;
}

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
    DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = language_csharp_modifiers(build, node), .whole = node,
        .name = syntax_field(syntax, c, CSHARP_FIELD_NAME), .bind = BIND_MEMBER | BIND_HOISTED});
    language_def(build, def)->type = type;
    language_csharp_initial(build, value_of(syntax, c), type);
  }
}

/* var (a, b) = …; what is taken apart further is left out. */
static void bind_parts(LanguageBuild *build, NodeNo pattern, ExprNo value) {
  const Syntax *syntax = build->syntax;
  uint32_t nth = 0;
  for (NodeNo c = syntax_first(syntax, pattern); c; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c)) continue;
    if (syntax_kind(syntax, c) == CSHARP_IDENTIFIER) {
      ExprNo part = value ? language_add_number(build, EXPR_PART, value, nth, c) : 0;
      language_bind(build, (Bind){.name = language_name(build, c), .value = part, .from = syntax->nodes[c].to});
    }
    nth++;
  }
}

void language_csharp_variables(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != CSHARP_VARIABLE) continue;
    NodeNo name = syntax_field(syntax, c, CSHARP_FIELD_NAME);
    ExprNo value = language_csharp_initial(build, value_of(syntax, c), type);
    if (!name) name = syntax_child(syntax, c, CSHARP_TUPLE_PATTERN);
    if (name && syntax_kind(syntax, name) == CSHARP_TUPLE_PATTERN) bind_parts(build, name, value);
    else if (name) language_bind(build, (Bind){.name = language_name(build, name), .type = type, .value = value, .from = syntax->nodes[c].to});
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
  unsigned kind = left ? syntax_kind(syntax, left) : 0;
  if (kind == CSHARP_TUPLE_PATTERN) bind_parts(build, left, element);
  if (kind == CSHARP_IDENTIFIER) {
    language_bind(build, (Bind){.name = language_name(build, left), .type = type, .value = element, .from = syntax->nodes[left].to});
  }
  language_visit(build, syntax_field(syntax, node, CSHARP_FIELD_BODY));
  language_close(build, &open);
}

/* `out var name` is of the type that the parameter has; `out T name` says it. */
ExprNo language_csharp_declared(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, CSHARP_FIELD_NAME);
  ExprNo type = language_type(build, syntax_field(syntax, node, CSHARP_FIELD_TYPE));
  ExprNo value = type ? language_add_base(build, EXPR_OF_TYPE, type, node)
                      : language_add(build, (Expr){.kind = EXPR_WANTED, .at = syntax->nodes[node].from});
  if (name) language_bind(build, (Bind){.name = language_name(build, name), .type = type, .value = type ? 0 : value, .from = syntax->nodes[name].to});
  return value;
}

/* `x is T name`, `catch (T name)`. */
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
  language_csharp_state(build)->wanted = 0;
  LanguageOpen open;
  language_open(build, SCOPE_FUNCTION, node, def, &open);
  if (list && syntax_kind(syntax, list) == CSHARP_PARAMETERS) language_csharp_bind_parameters(build, list);
  else if (list) language_bind(build, (Bind){.name = language_name(build, list), .flags = BIND_PARAM, .from = syntax->nodes[list].from});
  bool is_block = body && syntax_kind(syntax, body) == CSHARP_BLOCK;
  if (is_block) language_visit_children(build, body);
  ExprNo value = is_block ? 0 : language_expr(build, body);
  if (value) language_return(build, value);
  language_close(build, &open);
  return language_add_func(build, def, node);
}
