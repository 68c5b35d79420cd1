/* Dart: classes, mixins, extensions, enumerations, their members, functions;
 * calls by name, of members where a declared type or a construction tells whose.
 * Imported libraries bring their names, as do the parts of one. In this grammar
 * a chain a.b(c).d is a row of neighbours, put together at its first. */
#include "src/languages/common/near_internal.h"

#define DART_KINDS(X) X(IDENTIFIER, "identifier") X(THIS, "this") X(SUPER, "super") X(SELECTOR, "selector") \
  X(MEMBER, "unconditional_assignable_selector") X(MAYBE, "conditional_assignable_selector") X(ARGUMENT_PART, "argument_part") X(ARGUMENTS, "arguments") \
  X(CASCADE, "cascade_section") X(CASCADED, "cascade_selector") \
  X(FUNCTION, "function_signature") X(GETTER, "getter_signature") X(SETTER, "setter_signature") X(CONSTRUCTOR, "constructor_signature") \
  X(CONSTANT_CONSTRUCTOR, "constant_constructor_signature") X(FACTORY, "factory_constructor_signature") X(METHOD, "method_signature") X(BODY, "function_body") \
  X(PARAMETERS, "formal_parameter_list") X(PARAMETER, "formal_parameter") X(PARAMETER_THIS, "constructor_param") X(TYPE, "type_identifier") \
  X(URI, "configurable_uri") X(STRING, "string_literal") X(DECLARATION, "declaration") X(PLAIN_URI, "uri") X(EXPORT, "library_export") X(LOOP, "for_loop_parts")
enum { KIND_NONE,
#define DART_ENUM(name, text) KIND_##name,
  DART_KINDS(DART_ENUM)
};
#define DART_TEXT(name, text) text,
static const char *const kinds[] = {DART_KINDS(DART_TEXT) NULL};
enum { FIELD_NAME = 1, FIELD_VALUE };
static const char *const fields[] = {"name", "value", NULL};

static NodeNo previous(const Syntax *syntax, NodeNo node) {
  NodeNo parent = syntax_parent(syntax, node), at = node - 1;
  if (at == parent) return 0;
  while (at && syntax_parent(syntax, at) != parent) at = syntax_parent(syntax, at);
  return at;
}

/* ---- chains ---- */

static ExprNo call_with(LanguageBuild *build, ExprNo callee, NodeNo name, NodeNo part) {
  language_visit_children(build, part);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = part, .name = name});
}

/* Selectors from the first one on; `name` is what a call is shown at. */
static ExprNo follow(LanguageBuild *build, ExprNo base, NodeNo name, NodeNo selector, unsigned role) {
  const Syntax *syntax = build->syntax;
  for (NodeNo s = selector; s && syntax_kind(syntax, s) == KIND_SELECTOR; s = syntax_next(syntax, s)) {
    NodeNo inside = syntax_named(syntax, s, 0);
    unsigned kind = syntax_kind(syntax, inside);
    NodeNo member = kind == KIND_MEMBER || kind == KIND_MAYBE ? syntax_child(syntax, inside, KIND_IDENTIFIER) : 0;
    NodeNo next = syntax_next(syntax, s), after = next && syntax_kind(syntax, next) == KIND_SELECTOR ? syntax_named(syntax, next, 0) : 0;
    bool is_called = syntax_kind(syntax, after) == KIND_ARGUMENT_PART;
    if (member) {
      base = is_called ? language_add_member(build, base, member) : language_use_member(build, base, member, next ? (unsigned)REF_READ : role);
      name = member;
    } else if (kind == KIND_ARGUMENT_PART) {
      base = name ? call_with(build, base, name, inside) : (language_visit_children(build, inside), (ExprNo)0);
    } else {
      language_visit_children(build, s);
      base = 0;
    }
  }
  return base;
}

static ExprNo read_name(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo next = syntax_next(syntax, node), inside = next && syntax_kind(syntax, next) == KIND_SELECTOR ? syntax_named(syntax, next, 0) : 0;
  bool is_called = syntax_kind(syntax, inside) == KIND_ARGUMENT_PART;
  ExprNo base = language_expr_name(build, node, is_called ? LANGUAGE_NO_REF : inside ? (unsigned)REF_READ : role);
  return inside ? follow(build, base, node, next, role) : base;
}

static ExprNo read_self(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprKind kind = syntax_kind(build->syntax, node) == KIND_THIS ? EXPR_SELF : EXPR_SUPER;
  ExprNo self = language_add(build, (Expr){.kind = (uint8_t)kind, .at = build->syntax->nodes[node].from});
  return follow(build, self, 0, syntax_next(build->syntax, node), role);
}

/* A selector behind something that begins no chain: nothing is known of it. */
static void visit_selector(LanguageBuild *build, NodeNo node) {
  unsigned before = syntax_kind(build->syntax, previous(build->syntax, node));
  if (before == KIND_IDENTIFIER || before == KIND_THIS || before == KIND_SUPER || before == KIND_SELECTOR) return;
  follow(build, 0, 0, node, REF_READ);
}

/* x..a()..b(): whose members is not told. */
static void visit_cascade(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo selector = syntax_child(syntax, node, KIND_CASCADED), part = syntax_child(syntax, node, KIND_ARGUMENT_PART);
  NodeNo name = selector ? syntax_child(syntax, selector, KIND_IDENTIFIER) : 0;
  if (name && part) call_with(build, language_add_member(build, 0, name), name, part);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != selector && c != part) language_visit(build, c);
  }
}

/* ---- functions ---- */

static bool is_signature(unsigned kind) {
  return (kind >= KIND_FUNCTION && kind <= KIND_METHOD) || kind == KIND_DECLARATION;
}

static NodeNo body_of(const Syntax *syntax, NodeNo signature) {
  NodeNo outer = syntax_kind(syntax, syntax_parent(syntax, signature)) == KIND_METHOD ? syntax_parent(syntax, signature) : signature;
  NodeNo next = syntax_next(syntax, outer);
  while (next && !syntax_is_named(syntax, next)) next = syntax_next(syntax, next);
  return syntax_kind(syntax, next) == KIND_BODY ? next : 0;
}

static void bind_parameters(LanguageBuild *build, NodeNo list) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_PARAMETER) {
      if (syntax_is_named(syntax, c)) bind_parameters(build, c);
      continue;
    }
    NodeNo name = syntax_field(syntax, c, FIELD_NAME), own = syntax_child(syntax, c, KIND_PARAMETER_THIS);
    if (!name) name = syntax_child(syntax, own ? own : c, KIND_IDENTIFIER);
    if (!name) continue;
    ExprNo type = language_type(build, syntax_child(syntax, c, KIND_TYPE));
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_PARAM, .type = type, .from = syntax->nodes[name].from});
  }
}

/* new X() and X.named() are both written with the class's name first. */
static NodeNo name_of(const Syntax *syntax, NodeNo signature, bool *ret_named) {
  NodeNo name = syntax_field(syntax, signature, FIELD_NAME);
  *ret_named = false;
  if (!name) name = syntax_child(syntax, signature, KIND_IDENTIFIER);
  for (NodeNo c = name ? syntax_next(syntax, name) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_PARAMETERS) break;
    if (syntax_kind(syntax, c) == KIND_IDENTIFIER) name = c, *ret_named = true;
  }
  return name;
}

static void visit_signature(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  unsigned kind = syntax_kind(syntax, node);
  bool is_member = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE, makes = kind >= KIND_CONSTRUCTOR && kind <= KIND_FACTORY, is_named;
  NodeNo body = body_of(syntax, node), name = name_of(syntax, node, &is_named);
  bool is_static = (makes && is_named) || str_starts_with(syntax_text(syntax, syntax_parent(syntax, node)), STR("static"));
  unsigned flags = DEF_EXPORTED | (kind == KIND_GETTER || kind == KIND_SETTER ? DEF_PROPERTY : 0u) | (is_static ? DEF_STATIC : 0u);
  DefNo def = language_define(build, &(LanguageDef){.kind = makes && !is_named ? SYMBOL_CONSTRUCTOR : is_member ? SYMBOL_METHOD : SYMBOL_FUNCTION,
      .flags = flags, .name = name, .whole = node, .bind = BIND_HOISTED | (is_member ? BIND_MEMBER : 0u)});
  if (body) {
    Def *made = language_def(build, def);
    Span end = syntax_span(syntax, body);
    made->full.to = end.to, made->full.end_line = end.end_line, made->full.end_column = end.end_column;
  }
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  bind_parameters(build, syntax_child(syntax, node, KIND_PARAMETERS));
  ExprNo result = makes ? 0 : language_type(build, syntax_child(syntax, node, KIND_TYPE));
  language_def(build, def)->type = makes ? language_add_name(build, syntax_child(syntax, node, KIND_IDENTIFIER)) : result;
  language_visit_children(build, body);
  language_close(build, &before);
}

static void visit_body(LanguageBuild *build, NodeNo node) {
  if (!is_signature(syntax_kind(build->syntax, previous(build->syntax, node)))) language_visit_children(build, node);
}

/* var x = …, and the variable of a loop, which is of no known type. */
static void visit_local(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_NAME), type = syntax_child(syntax, node, KIND_TYPE);
  NodeNo value = name ? syntax_field(syntax, node, FIELD_VALUE) : 0;
  bool is_loop = syntax_kind(syntax, node) == KIND_LOOP;
  Bind bind = {.type = language_type(build, type), .from = syntax->nodes[name].from};
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c == value && !is_loop) bind.value = language_expr(build, c);
    else if (c != name && c != type && syntax_is_named(syntax, c)) language_visit(build, c);
  }
  bind.name = language_name(build, name);
  if (name) language_bind(build, bind);
}

/* ---- libraries ---- */

static void import_uri(LanguageBuild *build, NodeNo node, NodeNo uri) {
  const Syntax *syntax = build->syntax;
  Str path = syntax_text(syntax, uri);
  NodeNo alias = syntax_child(syntax, node, KIND_IDENTIFIER);
  if (path.len < 3) return;
  path = str_slice(path, 1, path.len - 1);
  language_import(build, (Import){.form = alias ? IMPORT_MODULE : IMPORT_STAR, .specifier = language_intern(build, path), .local = language_name(build, alias)}, uri);
}

static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo uri = syntax_child(build->syntax, node, KIND_URI);
  import_uri(build, node, uri ? uri : syntax_child(build->syntax, node, KIND_PLAIN_URI));
}

/* package:app/a.dart lies in lib/a.dart of whoever is called app. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  if (!str_starts_with(path, STR("package:"))) {
    if (str_starts_with(path, STR("dart:"))) ret_module->outside = true;
    else language_find_near(world, from, path, "{}", ret_module);
    return;
  }
  str_cut(&path, '/');
  language_find_near(world, from, str_format(world->arena, "lib/%.*s", STR_ARG(path)), "{}", ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "class_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name", .bases = "superclass|interfaces", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "mixin_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "<identifier>", .body = "<class_body>"},
    {LANGUAGE_ROW_DEFINE, .node = "extension_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_declaration", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_constant", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "type_alias", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "<type_identifier>"},
    {LANGUAGE_ROW_DEFINE, .node = "initialized_identifier static_final_declaration", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = "<identifier>", .value = "1"},
    {LANGUAGE_ROW_OWN, .node = "initialized_variable_definition for_loop_parts", .handler = {.visit = visit_local}},
    {LANGUAGE_ROW_OWN, .node = "function_signature getter_signature setter_signature constructor_signature constant_constructor_signature factory_constructor_signature",
     .handler = {.visit = visit_signature}},
    {LANGUAGE_ROW_OWN, .node = "function_body", .handler = {.visit = visit_body}},
    {LANGUAGE_ROW_OWN, .node = "import_specification library_export part_directive part_of_directive", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_OWN, .node = "identifier", .handler = {.expr = read_name, .type = language_type_name}},
    {LANGUAGE_ROW_OWN, .node = "this super", .handler = {.expr = read_self}},
    {LANGUAGE_ROW_OWN, .node = "selector", .handler = {.visit = visit_selector}},
    {LANGUAGE_ROW_OWN, .node = "cascade_section", .handler = {.visit = visit_cascade}},
    {LANGUAGE_ROW_NEW, .node = "new_expression const_object_expression", .base = "<type_identifier>", .items = "<arguments>"},
    {LANGUAGE_ROW_DEFINE, .node = "function_expression", .kind = SYMBOL_FUNCTION, .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "formal_parameter", .name = "name|<identifier>", .type = "<type_identifier>"},
    {LANGUAGE_ROW_BLOCK, .node = "block for_statement"},
    {LANGUAGE_ROW_NAME, .node = "type_identifier"},
    {LANGUAGE_ROW_INNER, .node = "argument parenthesized_expression"},
    {LANGUAGE_ROW_COMMENT, .node = "comment documentation_comment"},
    {0},
};

const Language language_dart = {
    .name = "dart",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "dart",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .called_type = LANGUAGE_CALLED_TYPE_MAKES, .own_constructors = true},
    .find_module = find_module,
    .test_names = "*_test.dart",
    .home = {.manifests = "pubspec.yaml"},
    .editing = {.indent = "  "},
};
