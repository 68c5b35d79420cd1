/* Dart: classes, mixins, extensions, enumerations, their members, functions;
 * calls by name, of members where a declared type or a construction tells whose.
 * Imported libraries bring their names, as do the parts of one. In this grammar
 * a chain a.b(c).d is a row of neighbours, put together at its first. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_THIS, KIND_SUPER, KIND_SELECTOR, KIND_MEMBER, KIND_MAYBE, KIND_ARGUMENT_PART, KIND_CASCADED, KIND_BODY, KIND_PARAMETERS,
       KIND_PARAMETER, KIND_PARAMETER_THIS, KIND_TYPE, KIND_DECLARATION, KIND_LOOP, KIND_METHOD, KIND_FUNCTION, KIND_GETTER, KIND_SETTER, KIND_CONSTRUCTOR,
       KIND_CONSTANT_CONSTRUCTOR, KIND_FACTORY };
static const char *const kinds[] = {"identifier", "this", "super", "selector", "unconditional_assignable_selector", "conditional_assignable_selector",
                                    "argument_part", "cascade_selector", "function_body", "formal_parameter_list", "formal_parameter", "constructor_param",
                                    "type_identifier", "declaration", "for_loop_parts", "method_signature", "function_signature", "getter_signature",
                                    "setter_signature", "constructor_signature", "constant_constructor_signature", "factory_constructor_signature", NULL};
enum { FIELD_NAME = 1, FIELD_VALUE };
static const char *const fields[] = {"name", "value", NULL};

/* ---- chains ---- */

static bool is_selector(const LanguageBuild *build, NodeNo node) {
  return language_kind(build, node) == KIND_SELECTOR || language_kind(build, node) == KIND_MEMBER;
}

/* What the selector is: .member, or the arguments of a call; 0: ! or nothing. Behind
 * super, and where it is given a value, a member stands without one around it. */
static NodeNo selected(const LanguageBuild *build, NodeNo node) {
  return language_kind(build, node) == KIND_SELECTOR ? syntax_named(build->syntax, node, 0) : is_selector(build, node) ? node : 0;
}

static bool is_called(const LanguageBuild *build, NodeNo node) {
  return language_kind(build, selected(build, syntax_next(build->syntax, node))) == KIND_ARGUMENT_PART;
}

static ExprNo call_with(LanguageBuild *build, ExprNo callee, NodeNo name, NodeNo part) {
  language_visit_children(build, part);
  return name ? language_call_value(build, callee, name, part) : 0;
}

/* Selectors from the first one on; `name` is what a call is shown at. */
static ExprNo follow(LanguageBuild *build, ExprNo base, NodeNo name, NodeNo selector, unsigned role) {
  for (NodeNo s = selector; is_selector(build, s); s = syntax_next(build->syntax, s)) {
    NodeNo inside = selected(build, s);
    if (!inside) continue; /* x! is x */
    unsigned kind = language_kind(build, inside);
    NodeNo member = kind == KIND_MEMBER || kind == KIND_MAYBE ? language_child(build, inside, KIND_IDENTIFIER) : 0;
    if (member) {
      unsigned how = syntax_next(build->syntax, s) ? (unsigned)REF_READ : role;
      base = is_called(build, s) ? language_add_member(build, base, member) : language_use_member(build, base, member, how);
      name = member;
    } else if (kind == KIND_ARGUMENT_PART) {
      base = call_with(build, base, name, inside);
    } else {
      language_visit_children(build, s);
      base = 0;
    }
  }
  return base;
}

static ExprNo read_name(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo next = syntax_next(build->syntax, node);
  bool has_more = is_selector(build, next);
  ExprNo base = language_expr_name(build, node, is_called(build, node) ? LANGUAGE_NO_REF : has_more ? (unsigned)REF_READ : role);
  return has_more ? follow(build, base, node, next, role) : base;
}

static ExprNo read_self(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprKind kind = language_kind(build, node) == KIND_THIS ? EXPR_SELF : EXPR_SUPER;
  ExprNo self = language_add(build, (Expr){.kind = (uint8_t)kind, .at = language_node(build, node)->from});
  return follow(build, self, 0, syntax_next(build->syntax, node), role);
}

/* A selector behind something that begins no chain: nothing is known of it. */
static void visit_selector(LanguageBuild *build, NodeNo node) {
  unsigned before = language_kind(build, language_previous(build, node));
  if (before < KIND_IDENTIFIER || before > KIND_MEMBER) follow(build, 0, 0, node, REF_READ);
}

/* x..a()..b(): whose members is not told. */
static void visit_cascade(LanguageBuild *build, NodeNo node) {
  NodeNo selector = language_child(build, node, KIND_CASCADED), part = language_child(build, node, KIND_ARGUMENT_PART), name = language_child(build, selector, KIND_IDENTIFIER);
  if (name && part) call_with(build, language_add_member(build, 0, name), name, part);
  language_visit_but(build, node, selector, part);
}

/* ---- functions ---- */

/* The body stands behind the signature. */
static NodeNo body_of(const LanguageBuild *build, NodeNo signature) {
  NodeNo parent = syntax_parent(build->syntax, signature), next = syntax_next(build->syntax, language_kind(build, parent) == KIND_METHOD ? parent : signature);
  while (next && !syntax_is_named(build->syntax, next)) next = syntax_next(build->syntax, next);
  return language_kind(build, next) == KIND_BODY ? next : 0;
}

static void bind_parameters(LanguageBuild *build, NodeNo list) {
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != KIND_PARAMETER) {
      if (syntax_is_named(build->syntax, c)) bind_parameters(build, c);
      continue;
    }
    NodeNo name = language_field(build, c, FIELD_NAME), own = language_child(build, c, KIND_PARAMETER_THIS);
    if (!name) name = language_child(build, own ? own : c, KIND_IDENTIFIER);
    if (name) language_bind_node(build, name, (Bind){.flags = BIND_PARAM, .type = language_type(build, language_child(build, c, KIND_TYPE))});
  }
}

/* new X() and X.named() are both written with the class's name first. */
static NodeNo name_of(const LanguageBuild *build, NodeNo signature, bool *ret_named) {
  NodeNo name = language_field(build, signature, FIELD_NAME);
  *ret_named = false;
  if (!name) name = language_child(build, signature, KIND_IDENTIFIER);
  for (NodeNo c = name ? syntax_next(build->syntax, name) : 0; c && language_kind(build, c) != KIND_PARAMETERS; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KIND_IDENTIFIER) name = c, *ret_named = true;
  }
  return name;
}

static void visit_signature(LanguageBuild *build, NodeNo node) {
  unsigned kind = language_kind(build, node);
  bool is_member = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE, makes = kind >= KIND_CONSTRUCTOR, is_named;
  NodeNo body = body_of(build, node), name = name_of(build, node, &is_named);
  bool is_static = (makes && is_named) || str_starts_with(language_text(build, syntax_parent(build->syntax, node)), STR("static"));
  unsigned flags = DEF_EXPORTED | (kind == KIND_GETTER || kind == KIND_SETTER ? DEF_PROPERTY : 0u) | (is_static ? DEF_STATIC : 0u);
  DefNo def = language_define(build, &(LanguageDef){.kind = makes && !is_named ? SYMBOL_CONSTRUCTOR : is_member ? SYMBOL_METHOD : SYMBOL_FUNCTION,
      .flags = flags, .name = name, .whole = node, .bind = BIND_HOISTED | (is_member ? BIND_MEMBER : 0u)});
  if (body) language_extend(build, def, body);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  bind_parameters(build, language_child(build, node, KIND_PARAMETERS));
  ExprNo result = makes ? language_add_name(build, language_child(build, node, KIND_IDENTIFIER)) : language_type(build, language_child(build, node, KIND_TYPE));
  language_def(build, def)->type = result;
  language_visit_children(build, body);
  language_close(build, &before);
}

static void visit_body(LanguageBuild *build, NodeNo node) {
  unsigned before = language_kind(build, language_previous(build, node));
  if (before != KIND_DECLARATION && (before < KIND_METHOD || before > KIND_FACTORY)) language_visit_children(build, node);
}

/* var x = …, and the variable of a loop, which is of no known type. */
static void visit_local(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME), type = language_child(build, node, KIND_TYPE), value = name ? language_field(build, node, FIELD_VALUE) : 0;
  Bind bind = {.type = language_type(build, type)};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c == value && language_kind(build, node) != KIND_LOOP) bind.value = language_expr(build, c);
    else if (c != name && c != type && syntax_is_named(build->syntax, c)) language_visit(build, c);
  }
  language_bind_node(build, name, bind);
}

/* package:app/a.dart lies in lib/a.dart of whoever is called app. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  if (str_starts_with(path, STR("package:"))) {
    str_cut(&path, '/');
    path = str_format(world->arena, "lib/%.*s", STR_ARG(path));
  }
  if (str_starts_with(path, STR("dart:"))) ret_module->outside = true;
  else language_find_near(world, from, path, "{}", ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "class_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name", .bases = "superclass", .more_bases = "superclass/<mixins>|interfaces", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "mixin_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "<identifier>", .bases = "<interfaces>", .body = "<class_body>"},
    {LANGUAGE_ROW_DEFINE, .node = "extension_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_declaration", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_constant", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "type_alias", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "<type_identifier>"},
    {LANGUAGE_ROW_DEFINE, .node = "initialized_identifier static_final_declaration", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = "<identifier>", .type = "../../<type_identifier>", .value = "1"},
    {LANGUAGE_ROW_OWN, .node = "initialized_variable_definition for_loop_parts", .handler = {.visit = visit_local}},
    {LANGUAGE_ROW_OWN, .node = "function_signature getter_signature setter_signature constructor_signature constant_constructor_signature factory_constructor_signature",
     .handler = {.visit = visit_signature}},
    {LANGUAGE_ROW_OWN, .node = "function_body", .handler = {.visit = visit_body}},
    {LANGUAGE_ROW_IMPORT, .node = "import_specification part_of_directive", .kind = IMPORT_STAR, .value = "<configurable_uri>|<uri>", .name = "<identifier>"},
    {LANGUAGE_ROW_IMPORT, .node = "library_export part_directive", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "<configurable_uri>|<uri>"},
    {LANGUAGE_ROW_NAME, .node = "identifier", .handler = {.expr = read_name}},
    {LANGUAGE_ROW_OWN, .node = "this super", .handler = {.expr = read_self}},
    {LANGUAGE_ROW_OWN, .node = "selector unconditional_assignable_selector", .handler = {.visit = visit_selector}},
    {LANGUAGE_ROW_OWN, .node = "cascade_section", .handler = {.visit = visit_cascade}},
    {LANGUAGE_ROW_NEW, .node = "new_expression const_object_expression", .base = "<type_identifier>", .items = "<arguments>"},
    {LANGUAGE_ROW_DEFINE, .node = "function_expression", .kind = SYMBOL_FUNCTION, .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "formal_parameter", .name = "name|<identifier>", .type = "<type_identifier>"},
    {LANGUAGE_ROW_BINDS, .node = "catch_parameters"},
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
