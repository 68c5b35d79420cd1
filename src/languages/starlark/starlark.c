/* Starlark (Bazel, Buck): functions and variables of a file, and what load() brings from
 * others. Rules that are made by rule() are functions; targets are not symbols. */
#include "src/languages/common/called_internal.h"
#include "src/languages/common/labels_internal.h"
#include "src/languages/common/nodes_internal.h"
#include "src/languages/common/objects_internal.h"
#include "src/languages/starlark/starlark_internal.h"

enum { FIELD_NAME = 1, FIELD_VALUE };
static const char *const fields[] = {"name", "value", NULL};

static Str module_name(Arena *arena, Str path, Str text) {
  LanguagePackage package = {0};
  return language_starlark_read_package(arena, path, text, &package) ? package.names.items[0] : STR_EMPTY;
}
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  language_find_label(world, from, names_text(facts->names, import->specifier), "MODULE.bazel", module_name, ret_module);
}

static ExprNo keyword(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_keyword(build, language_field(build, node, FIELD_NAME), language_field(build, node, FIELD_VALUE));
}
static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  return str_eq(name, STR("struct")) ? language_call_object(build, node, call, items, count) : call;
}
static void finish(LanguageBuild *build) { language_finish_made(build, "rule repository_rule macro aspect provider tag_class module_extension"); }

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "lambda", .kind = SYMBOL_FUNCTION, .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "default_parameter", .name = "name", .value = "value"},
    {LANGUAGE_ROW_PARAM, .node = "list_splat_pattern dictionary_splat_pattern", .name = "0"},
    {LANGUAGE_ROW_DECLARE, .node = "assignment", .flags = DEF_EXPORTED, .name = "left", .value = "right"},
    {LANGUAGE_ROW_IMPORT, .node = "call", .when = "function", .is = "load", .value = "arguments/0/<string_content>"},
    {LANGUAGE_ROW_IMPORTED, .node = "string", .when = "../../function", .is = "load", .name = "<string_content>"},
    {LANGUAGE_ROW_IMPORTED, .node = "keyword_argument", .when = "../../function", .is = "load", .name = "value/<string_content>", .alias = "name"},
    {LANGUAGE_ROW_CALL, .node = "call", .base = "function", .items = "arguments", .result = called},
    {LANGUAGE_ROW_MEMBER, .node = "attribute", .base = "object", .name = "attribute"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"}, {LANGUAGE_ROW_OWN, .node = "keyword_argument", .handler = {.expr = keyword}},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .name = "left", .value = "right", .body = "body"},
    {LANGUAGE_ROW_BINDS, .node = "for_in_clause", .name = "left", .value = "right"},
    {LANGUAGE_ROW_BLOCK, .node = "list_comprehension dictionary_comprehension"},
    {LANGUAGE_ROW_NAME, .node = "identifier"}, {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_starlark = {
    .name = "starlark", .revision = 1, .tier = LANGUAGE_TIER_CALLS,
    .extensions = "bzl star bazel",
    .filenames = "BUILD WORKSPACE BUCK Tiltfile",
    .home = {.read_package = language_starlark_read_package, .described = "BUILD BUILD.bazel MODULE.bazel"},
    .shared = true, .fields = fields, .rows = rows, .finish = finish,
    .rules = {.unknown_is_outside = true}, .find_module = find_module,
};
