/* Starlark (Bazel, Buck): functions and variables of a file, and what load()
 * brings from others. Rules that are made by rule() are variables; targets are
 * not symbols. */
#include "src/languages/common/near_internal.h"
#include "src/languages/starlark/starlark_internal.h"

enum { KIND_STRING = 1, KIND_CONTENT, KIND_KEYWORD };
static const char *const kinds[] = {"string", "string_content", "keyword_argument", NULL};
enum { FIELD_ARGUMENTS = 1, FIELD_NAME, FIELD_VALUE };
static const char *const fields[] = {"arguments", "name", "value", NULL};

/* load("//a:b.bzl", "f", g = "h") */
static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  const Syntax *syntax = build->syntax;
  (void)items;
  NodeNo list = syntax_field(syntax, node, FIELD_ARGUMENTS), first = list ? syntax_named(syntax, list, 0) : 0;
  if (!count || !str_eq(name, STR("load")) || syntax_kind(syntax, first) != KIND_STRING) return call;
  NameId specifier = language_name(build, syntax_child(syntax, first, KIND_CONTENT));
  for (NodeNo c = syntax_next(syntax, first); c; c = syntax_next(syntax, c)) {
    NodeNo alias = syntax_kind(syntax, c) == KIND_KEYWORD ? syntax_field(syntax, c, FIELD_NAME) : 0;
    NodeNo text = syntax_child(syntax, alias ? syntax_field(syntax, c, FIELD_VALUE) : c, KIND_CONTENT);
    if (!text) continue;
    language_import(build, (Import){.form = IMPORT_NAMED, .specifier = specifier, .name = language_name(build, text),
                                    .local = language_name(build, alias ? alias : text)}, c);
  }
  return call;
}

/* "//a/b:c.bzl" lies in a/b/c.bzl; "@other//…" is another project's. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str label = names_text(facts->names, import->specifier), package = label;
  ret_module->outside = str_starts_with(label, STR("@"));
  if (ret_module->outside) return;
  if (str_starts_with(label, STR("//"))) package = str_slice(label, 2, label.len);
  size_t colon = str_find_byte(package, ':');
  Str folder = str_slice(package, 0, colon == STR_NONE ? 0 : colon), file = str_slice(package, colon == STR_NONE ? 0 : colon + 1, package.len);
  Str path = folder.len ? str_format(world->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(file)) : file;
  language_find_near(world, from, path, "{}", ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "lambda", .kind = SYMBOL_FUNCTION, .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "default_parameter", .name = "name", .value = "value"},
    {LANGUAGE_ROW_PARAM, .node = "list_splat_pattern dictionary_splat_pattern", .name = "0"},
    {LANGUAGE_ROW_DECLARE, .node = "assignment", .flags = DEF_EXPORTED, .name = "left", .value = "right"},
    {LANGUAGE_ROW_CALL, .node = "call", .base = "function", .items = "arguments", .result = called},
    {LANGUAGE_ROW_MEMBER, .node = "attribute", .base = "object", .name = "attribute"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_INNER, .node = "keyword_argument", .value = "value"},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .name = "left", .value = "right", .body = "body"},
    {LANGUAGE_ROW_BINDS, .node = "for_in_clause", .name = "left", .value = "right"},
    {LANGUAGE_ROW_BLOCK, .node = "list_comprehension dictionary_comprehension"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_starlark = {
    .name = "starlark",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "bzl star bazel",
    .filenames = "BUILD WORKSPACE BUCK Tiltfile",
    .home = {.read_package = language_starlark_read_package, .described = "BUILD BUILD.bazel MODULE.bazel"},
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .rules = {.unknown_is_outside = true},
    .find_module = find_module,
};
