/* Gleam: functions, constants and types of a module. Modules are found by their
 * paths; a call is one of a name of the file, of one that is imported, or of a
 * member of an imported module, also behind |>. What constructors make, and what
 * fields hold, is not followed. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_MEMBER, KIND_PIPE, KIND_NAMED };
static const char *const kinds[] = {"identifier", "field_access", "'|>", "unqualified_import", NULL};
enum { FIELD_MODULE = 1, FIELD_ALIAS, FIELD_IMPORTS, FIELD_NAME, FIELD_RIGHT, FIELD_FIELD };
static const char *const fields[] = {"module", "alias", "imports", "name", "right", "field", NULL};

/* import a/b, import a/b as c, import a/b.{f, g as h} */
static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo module = language_field(build, node, FIELD_MODULE), alias = language_field(build, node, FIELD_ALIAS), list = language_field(build, node, FIELD_IMPORTS);
  Str path = language_text(build, module);
  size_t slash = str_find_last_byte(path, '/');
  NameId specifier = language_intern(build, path);
  if (!path.len) return;
  NameId local = alias ? language_name(build, alias) : language_intern(build, str_slice(path, slash == STR_NONE ? 0 : slash + 1, path.len));
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = specifier, .local = local}, node);
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == KIND_NAMED ? language_field(build, c, FIELD_NAME) : 0, as = language_field(build, c, FIELD_ALIAS);
    if (!name) continue;
    language_import(build, (Import){.form = IMPORT_NAMED, .specifier = specifier, .name = language_name(build, name), .local = language_name(build, as ? as : name)}, c);
  }
}

/* x |> f and x |> m.f call f. */
static ExprNo binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo right = language_field(build, node, FIELD_RIGHT);
  bool is_member = language_kind(build, right) == KIND_MEMBER;
  bool is_call = language_child(build, node, KIND_PIPE) && (is_member || language_kind(build, right) == KIND_IDENTIFIER);
  language_visit_others(build, node, is_call ? right : 0);
  if (!is_call) return 0;
  ExprNo callee = language_expr_as(build, right, LANGUAGE_NO_REF);
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = is_member ? language_field(build, right, FIELD_FIELD) : right});
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "import", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_DEFINE, .node = "function", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .params = "parameters", .type = "return_type", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "anonymous_function", .kind = SYMBOL_FUNCTION, .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "function_parameter", .name = "name", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "type_definition", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "<type_name>/name", .body = "<data_constructors>"},
    {LANGUAGE_ROW_DEFINE, .node = "data_constructor", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "type_alias", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "<type_name>/name"},
    {LANGUAGE_ROW_DEFINE, .node = "constant", .kind = SYMBOL_CONSTANT, .flags = DEF_EXPORTED, .name = "name", .type = "type", .value = "value"},
    {LANGUAGE_ROW_CALL, .node = "function_call", .base = "function", .items = "arguments"},
    {LANGUAGE_ROW_MEMBER, .node = "field_access", .base = "record", .name = "field"},
    {LANGUAGE_ROW_OWN, .node = "binary_expression", .handler = {.expr = binary}},
    {LANGUAGE_ROW_BINDS, .node = "let let_assert", .name = "pattern", .value = "value"},
    {LANGUAGE_ROW_BINDS, .node = "use", .name = "assignments", .value = "value"},
    {LANGUAGE_ROW_BINDS, .node = "case_clause_patterns"},
    {LANGUAGE_ROW_BLOCK, .node = "case_clause block"},
    {LANGUAGE_ROW_INNER, .node = "type"},
    {LANGUAGE_ROW_NAME, .node = "identifier type_identifier"},
    {LANGUAGE_ROW_NOTHING, .node = "attribute"},
    {LANGUAGE_ROW_COMMENT, .node = "comment statement_comment module_comment"},
    {0},
};

const Language language_gleam = {
    .name = "gleam",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "gleam",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .rules = {.order = LANGUAGE_ORDER_AROUND, .unknown_is_outside = true},
    .near = "src/{}.gleam test/{}.gleam {}.gleam",
    .home = {.manifests = "gleam.toml"},
    .test_names = "*_test.gleam test/",
    .editing = {.indent = "  "},
};
