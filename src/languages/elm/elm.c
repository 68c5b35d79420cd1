/* Elm: functions, values and types of a module, found by the name it declares.
 * Imports bring a qualifier, the names they list, or all. A call is an application
 * of a name, also by |> and <|. What fields hold is not followed. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_VALUE = 1, KIND_QUALIFIED, KIND_OPERATOR, KIND_EXPOSED, KIND_TYPE, KIND_ALL };
static const char *const kinds[] = {"value_expr", "value_qid", "operator", "exposed_value", "exposed_type", "double_dot", NULL};
enum { FIELD_NAME = 1, FIELD_MODULE, FIELD_AS, FIELD_EXPOSING, FIELD_TARGET };
static const char *const fields[] = {"name", "moduleName", "asClause", "exposing", "target", NULL};

/* The last part of A.B.name. */
static NodeNo last_part(const LanguageBuild *build, NodeNo qualified) {
  unsigned count = qualified ? syntax_named_count(build->syntax, qualified) : 0;
  return count ? syntax_named(build->syntax, qualified, count - 1) : 0;
}

static ExprNo read_value(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = language_field(build, node, FIELD_NAME), last = last_part(build, name);
  if (!last) return 0;
  if (last == syntax_first(build->syntax, name)) return language_expr_name(build, last, role);
  Str module = str_slice(build->syntax->text, language_node(build, name)->from, language_node(build, last)->from - 1);
  return language_use_member(build, language_add_word(build, module, name), last, role);
}

static ExprNo call_value(LanguageBuild *build, NodeNo target, NodeNo node) {
  ExprNo callee = language_expr_as(build, target, LANGUAGE_NO_REF);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = last_part(build, language_field(build, target, FIELD_NAME))});
}

static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo target = language_field(build, node, FIELD_TARGET);
  bool is_name = language_kind(build, target) == KIND_VALUE;
  language_visit_others(build, node, is_name ? target : 0);
  return is_name ? call_value(build, target, node) : 0;
}

/* x |> f and f <| x call f. */
static void visit_operators(LanguageBuild *build, NodeNo node) {
  Str before = STR_EMPTY;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    NodeNo next = syntax_next(build->syntax, c);
    bool is_called = str_eq(before, STR("|>")) || str_eq(language_text(build, next), STR("<|"));
    if (language_kind(build, c) == KIND_VALUE && is_called) call_value(build, c, c);
    else language_visit(build, c);
    before = language_text(build, c);
  }
}

/* T(..) brings what T can be, and nothing else of its module. */
static void import_type(LanguageBuild *build, NodeNo module, NodeNo node) {
  Str name = language_text(build, syntax_named(build->syntax, node, 0)), home = language_text(build, module);
  bool is_whole = name.len && str_ends_with(language_text(build, node), STR("(..)"));
  if (is_whole) language_import_all(build, language_intern(build, str_format(build->arena, "%.*s.%.*s", STR_ARG(home), STR_ARG(name))), IMPORT_STATIC, node);
}

/* What a type can be has a name of its own in the module, as functions have. */
static void visit_variant(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED});
  if (def) language_bind(build, (Bind){.scope = 1, .name = language_name(build, name), .flags = BIND_HOISTED, .def = def});
  language_visit_others(build, node, name);
}

/* import A, import A as B exposing (..), import A exposing (f) */
static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo module = language_field(build, node, FIELD_MODULE), as = language_field(build, node, FIELD_AS), list = language_field(build, node, FIELD_EXPOSING);
  NameId specifier = language_name(build, module), local = as ? language_name(build, language_field(build, as, FIELD_NAME)) : specifier;
  if (!module) return;
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = specifier, .local = local}, module);
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KIND_ALL) language_import(build, (Import){.form = IMPORT_STAR, .specifier = specifier}, c);
    if (language_kind(build, c) == KIND_TYPE) import_type(build, module, c);
    if (language_kind(build, c) != KIND_EXPOSED) continue;
    language_import(build, (Import){.form = IMPORT_NAMED, .specifier = specifier, .name = language_name(build, c), .local = language_name(build, c)}, c);
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_PACKAGE, .node = "module_declaration", .name = "name"},
    {LANGUAGE_ROW_OWN, .node = "import_clause", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_DEFINE, .node = "value_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .name = "functionDeclarationLeft/<lower_case_identifier>", .params = "functionDeclarationLeft", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "anonymous_function_expr", .kind = SYMBOL_FUNCTION, .params = "param", .body = "expr"},
    {LANGUAGE_ROW_PARAM, .node = "lower_pattern", .name = "<lower_case_identifier>"},
    {LANGUAGE_ROW_DEFINE, .node = "type_alias_declaration", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "type_declaration", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "union_variant", .handler = {.visit = visit_variant}},
    {LANGUAGE_ROW_DEFINE, .node = "port_annotation", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_OWN, .node = "function_call_expr", .handler = {.expr = call}},
    {LANGUAGE_ROW_OWN, .node = "bin_op_expr", .handler = {.visit = visit_operators}},
    {LANGUAGE_ROW_OWN, .node = "value_expr", .handler = {.expr = read_value}},
    {LANGUAGE_ROW_BINDS, .node = "pattern"},
    {LANGUAGE_ROW_BLOCK, .node = "let_in_expr case_of_branch"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expr"},
    {LANGUAGE_ROW_NAME, .node = "lower_case_identifier"},
    {LANGUAGE_ROW_NOTHING, .node = "type_annotation field_access_expr exposing_list"},
    {LANGUAGE_ROW_COMMENT, .node = "line_comment block_comment"},
    {0},
};

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  (void)from;
  Str name = names_text(facts->names, import->specifier);
  if (import->flags & IMPORT_STATIC) language_find_package_of(world, name, ret_module);
  else language_find_declared(world, name, ret_module);
}

const Language language_elm = {
    .name = "elm",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "elm",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .rules = {.unknown_is_outside = true},
    .find_module = find_module,
    .home = {.manifests = "elm.json"},
    .test_names = "tests/ *Test.elm",
};
