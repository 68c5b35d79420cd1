/* Dart: classes, mixins, extensions, enumerations, their members, functions; calls by name, of members
 * where a declared type or a construction tells whose. Imported libraries bring their names, as do the
 * parts of one. In this grammar a chain a.b(c).d is a row of neighbours, put together at its first. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_THIS, KIND_SUPER, KIND_NEW, KIND_CONST, KIND_SELECTOR, KIND_MEMBER, KIND_MAYBE, KIND_ARGUMENT_PART, KIND_CASCADED, KIND_CASCADE };
static const char *const kinds[] = {"identifier", "this", "super", "new_expression", "const_object_expression", "selector", "unconditional_assignable_selector",
                                    "conditional_assignable_selector", "argument_part", "cascade_selector", "cascade_section", NULL};

static bool is_selector(const LanguageBuild *build, NodeNo node) { return language_kind(build, node) == KIND_SELECTOR || language_kind(build, node) == KIND_MEMBER; }

/* What the selector is: .member, or the arguments of a call; 0: ! or nothing. Behind
 * super, and where it is given a value, a member stands without one around it. */
static NodeNo selected(const LanguageBuild *build, NodeNo node) {
  return language_kind(build, node) == KIND_SELECTOR ? syntax_named(build->syntax, node, 0) : is_selector(build, node) ? node : 0;
}

static bool is_called(const LanguageBuild *build, NodeNo node) { return language_kind(build, selected(build, syntax_next(build->syntax, node))) == KIND_ARGUMENT_PART; }

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

/* new A().b(): what is made begins a chain. */
static ExprNo made(LanguageBuild *build, NodeNo node, Str called, ExprNo call, const ExprNo *items, size_t count) {
  (void)called, (void)items, (void)count;
  return follow(build, call, 0, syntax_next(build->syntax, node), REF_READ);
}

/* A selector behind something that begins no chain: nothing is known of it. */
static void visit_selector(LanguageBuild *build, NodeNo node) {
  unsigned before = language_kind(build, language_previous(build, node));
  if (before < KIND_IDENTIFIER || before > KIND_MEMBER) follow(build, 0, 0, node, REF_READ);
}

/* What x.y is in x.y..a()..b(), where that is no call; 0: not told. Of long rows of them no more is looked at. */
static ExprNo cascaded(LanguageBuild *build, NodeNo node, unsigned left) {
  NodeNo before = language_previous(build, node), member = language_child(build, selected(build, before), KIND_IDENTIFIER);
  unsigned kind = language_kind(build, before);
  if (kind == KIND_IDENTIFIER) return language_add_name(build, before);
  if (kind == KIND_NEW || kind == KIND_CONST) return language_add(build, (Expr){.kind = EXPR_NEW, .base = language_add_name(build, syntax_named(build->syntax, before, kind == KIND_CONST))});
  bool is_same = language_kind(build, before) == KIND_CASCADE;
  ExprNo base = left && (is_same || member) ? cascaded(build, before, left - 1) : 0;
  return base && !is_same ? language_add_member(build, base, member) : base;
}
static void visit_cascade(LanguageBuild *build, NodeNo node) {
  NodeNo selector = language_child(build, node, KIND_CASCADED), part = language_child(build, node, KIND_ARGUMENT_PART), name = language_child(build, selector, KIND_IDENTIFIER);
  if (name && part) call_with(build, language_add_member(build, cascaded(build, node, 16), name), name, part);
  language_visit_but(build, node, selector, part);
}

/* A constructor gives one of its class, also as X.named(). */
static void visit_constructor(LanguageBuild *build, NodeNo node) {
  DefNo def = (DefNo)build->facts->defs.len;
  language_visit_row(build, node);
  ExprNo of = language_add_name(build, language_child(build, node, KIND_IDENTIFIER));
  language_def(build, def)->type = of;
}

/* package:app/a.dart lies in lib/a.dart of whoever is called app, which is most often the name of its folder. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  if (str_starts_with(path, STR("package:"))) {
    Str app = str_cut(&path, '/');
    path = str_format(world->arena, "%.*s/lib/%.*s", STR_ARG(str_slice(app, 8, app.len)), STR_ARG(path));
    language_find_near(world, from, path, "{}", ret_module);
    str_cut(&path, '/');
  }
  if (str_starts_with(path, STR("dart:"))) ret_module->outside = true;
  else if (!ret_module->count) language_find_near(world, from, path, "{}", ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "class_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name", .bases = "superclass", .more_bases = "superclass/<mixins>|interfaces", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "mixin_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "<identifier>", .bases = "<interfaces>", .body = "<class_body>"},
    {LANGUAGE_ROW_DEFINE, .node = "extension_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_declaration", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_constant", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "type_alias", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "<type_identifier>"},
    {LANGUAGE_ROW_DEFINE, .node = "initialized_identifier static_final_declaration", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = "<identifier>", .type = "../../<type_identifier>", .value = "1"},
    {LANGUAGE_ROW_LOCAL, .node = "initialized_variable_definition", .name = "name", .type = "<type_identifier>", .value = "value", .body = "."},
    {LANGUAGE_ROW_LOCAL, .node = "for_loop_parts", .name = "name", .type = "<type_identifier>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "function_signature", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .of_type = "../<'static>",
     .params = "<formal_parameter_list>", .type = "<type_identifier>", .body = "+function_body|../+function_body"},
    {LANGUAGE_ROW_DEFINE, .node = "operator_signature", .kind = SYMBOL_FUNCTION, .params = "<formal_parameter_list>", .body = "../+function_body"},
    {LANGUAGE_ROW_DEFINE, .node = "getter_signature setter_signature", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED | DEF_PROPERTY, .name = "name",
     .of_type = "../<'static>", .params = "<formal_parameter_list>", .type = "<type_identifier>", .body = "+function_body|../+function_body"},
    {LANGUAGE_ROW_DEFINE, .node = "constructor_signature constant_constructor_signature factory_constructor_signature", .kind = SYMBOL_CONSTRUCTOR,
     .flags = DEF_EXPORTED, .name = "<identifier>/+identifier|<identifier>", .of_type = "<identifier>/+identifier", .params = "<formal_parameter_list>",
     .body = "+function_body|../+function_body", .handler = {.visit = visit_constructor}},
    {LANGUAGE_ROW_IMPORT, .node = "import_specification part_of_directive", .kind = IMPORT_STAR, .value = "<configurable_uri>|<uri>", .name = "<identifier>"},
    {LANGUAGE_ROW_IMPORT, .node = "library_export part_directive", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "<configurable_uri>|<uri>"},
    {LANGUAGE_ROW_NAME, .node = "identifier", .handler = {.expr = read_name}},
    {LANGUAGE_ROW_OWN, .node = "this super", .handler = {.expr = read_self}},
    {LANGUAGE_ROW_OWN, .node = "selector unconditional_assignable_selector", .handler = {.visit = visit_selector}},
    {LANGUAGE_ROW_OWN, .node = "cascade_section", .handler = {.visit = visit_cascade}},
    {LANGUAGE_ROW_NEW, .node = "new_expression const_object_expression", .base = "<type_identifier>", .items = "<arguments>", .result = made},
    {LANGUAGE_ROW_DEFINE, .node = "function_expression", .kind = SYMBOL_FUNCTION, .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "formal_parameter", .name = "name|<constructor_param>/<identifier>|<identifier>", .type = "<type_identifier>"},
    {LANGUAGE_ROW_BINDS, .node = "catch_parameters"},
    {LANGUAGE_ROW_BLOCK, .node = "block for_statement"},
    {LANGUAGE_ROW_NAME, .node = "type_identifier"},
    {LANGUAGE_ROW_INNER, .node = "argument parenthesized_expression"},
    {LANGUAGE_ROW_COMMENT, .node = "comment documentation_comment"},
    {0},
};

const Language language_dart = {
    .name = "dart", .tier = LANGUAGE_TIER_CALLS, .extensions = "dart",
    .kinds = kinds, .rows = rows, .shared = true,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .called_type = LANGUAGE_CALLED_TYPE_MAKES, .own_constructors = true},
    .find_module = find_module, .home = {.manifests = "pubspec.yaml"}, .test_names = "*_test.dart", .editing = {.indent = "  "}, .revision = 1,
};
