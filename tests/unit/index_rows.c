/* A language by rows alone: JavaScript's grammar read by a toy's descriptor.
 * From its text to the edges of its files. */
#include "src/extract/extract.h"
#include "src/parse/parse.h"
#include "tests/unit/resolve_facts.h"

const TSLanguage *tree_sitter_javascript(void);

/* ---- the language: all that it costs ---- */

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .name = "name", .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "arrow_function function_expression", .kind = SYMBOL_FUNCTION,
     .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "class_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED,
     .name = "name", .bases = "<class_heritage>", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "method_definition", .kind = SYMBOL_METHOD,
     .name = "name", .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "field_definition", .kind = SYMBOL_FIELD, .name = "property", .value = "value"},
    {LANGUAGE_ROW_PARAM, .node = "assignment_pattern", .flags = BIND_OPTIONAL, .name = "left", .value = "right"},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "arguments"},
    {LANGUAGE_ROW_NEW, .node = "new_expression", .base = "constructor", .items = "arguments"},
    {LANGUAGE_ROW_MEMBER, .node = "member_expression", .base = "object", .name = "property"},
    {LANGUAGE_ROW_EXPR, .node = "subscript_expression", .kind = EXPR_INDEX, .base = "object", .items = "index"},
    {LANGUAGE_ROW_EXPR, .node = "this", .kind = EXPR_SELF},
    {LANGUAGE_ROW_OBJECT, .node = "object"},
    {LANGUAGE_ROW_ENTRY, .node = "pair", .name = "key", .value = "value"},
    {LANGUAGE_ROW_OPERATOR, .node = "binary_expression", .base = "left", .name = "operator", .value = "right",
     .words = "||:any &&:right ==:bool *:left"},
    {LANGUAGE_ROW_DECLARE, .node = "variable_declarator", .name = "name", .value = "value"},
    {LANGUAGE_ROW_ASSIGN, .node = "assignment_expression", .name = "left", .value = "right"},
    {LANGUAGE_ROW_LOOP, .node = "for_in_statement", .kind = EXPR_ITER, .name = "left", .value = "right", .body = "body"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_IMPORT, .node = "import_statement", .value = "source/<string_fragment>"},
    {LANGUAGE_ROW_IMPORTED, .node = "import_specifier", .name = "name", .alias = "alias"},
    {LANGUAGE_ROW_IMPORTED, .node = "namespace_import", .kind = IMPORT_MODULE, .name = "0"},
    {LANGUAGE_ROW_BLOCK, .node = "statement_block"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier property_identifier"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "number", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

static const Language toy = {
    .name = "toy",
    .extensions = "toy",
    .grammar = tree_sitter_javascript,
    .rows = rows,
    .modules = "{}.toy {}/index.toy",
    .test_names = "*_test.toy",
    .names = {.constructors = "constructor"},
};

/* ---- what it gives ---- */

static WorldFile put(Town *town, const char *path, const char *text) {
  Job job;
  job_init(&job, &town->arena);
  AUTO(Parser) parser = parse_open();
  Syntax syntax;
  Facts *facts = ARENA_NEW(&town->arena, Facts);
  assert_int_equal(parse_text(&job, parser, &toy, str_from_c(text), &town->arena, &syntax), OK);
  assert_int_equal(extract_facts(&job, &town->arena, town->names, &(LanguageFile){&toy, &syntax, str_from_c(path)}, facts), OK);
  return town_put(town, path, &toy, facts);
}

static const char shapes[] =
    "// What has an area.\n"
    "class Shape {\n"
    "  name = 'shape';\n"
    "  constructor(size) { this.size = size; }\n"
    "  area() { return this.scale(2); }\n"
    "  scale(by, more = double(by)) { return more; }\n"
    "}\n"
    "function double(x) { return x + x; }\n"
    "const tools = {halve: function (x) { return double(x); }, limit: 3};\n"
    "tools.third = (x) => { return tools.halve(x); };\n";

static const char program[] =
    "import { Shape as Base, double } from './lib/shapes';\n"
    "import * as all from 'lib.shapes';\n"
    "class Square extends Base {\n"
    "  area() { return double(1); }\n"
    "}\n"
    "function make() { return new Square(2); }\n"
    "function main(list) {\n"
    "  const square = make();\n"
    "  square.area(/* nothing */);\n"
    "  square.scale(3);\n"
    "  all.double(square.name);\n"
    "  for (one of list) { one.draw(make()); }\n"
    "}\n";

static void test_definitions(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile file = put(&town, "lib/shapes.toy", shapes);
  const Facts *facts = town_borrow(&town, file, FACTS_REFS);
  Buf out;
  buf_init(&out, &town.arena, 4096);
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    const Def *around = &facts->defs.items[def->container];
    buf_add_format(&out, "%s %.*s in '%.*s'%s%s\n", symbol_kind_word((SymbolKind)def->kind),
                   STR_ARG(names_text(town.names, def->name)), STR_ARG(names_text(town.names, around->name)),
                   def->flags & DEF_EXPORTED ? " exported" : "", def->doc.to ? " documented" : "");
  }
  assert_string_equal(str_to_c(&town.arena, buf_str(&out)),
                      "class Shape in '' exported documented\n"
                      "field name in 'Shape'\n"
                      "constructor constructor in 'Shape'\n"
                      "method area in 'Shape'\n"
                      "method scale in 'Shape'\n"
                      "function double in '' exported\n"
                      "struct  in ''\n"
                      "method halve in ''\n"
                      "variable tools in ''\n"
                      "method third in ''\n");
  town_give_back(&town, file);
  town_close(&town);
}

static void test_edges(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile lib = put(&town, "lib/shapes.toy", shapes), main = put(&town, "main.toy", program);
  town_link(&town);
  assert_edges(&town, lib,
               "reads scope - -> lib/shapes.toy:tools@9\n"
               "calls self area -> lib/shapes.toy:scale@6\n"
               "calls scope scale -> lib/shapes.toy:double@8\n"
               "calls scope halve -> lib/shapes.toy:double@8\n"
               "reads scope third -> lib/shapes.toy:tools@9\n"
               "calls type third -> lib/shapes.toy:halve@9\n");
  assert_edges(&town, main,
               "imports import - -> lib/shapes.toy:\n"
               "imports import - -> lib/shapes.toy:\n"
               "extends import Square -> lib/shapes.toy:Shape@2\n"
               "overrides type area -> lib/shapes.toy:area@5\n"
               "calls import area -> lib/shapes.toy:double@8\n"
               "calls scope make -> lib/shapes.toy:constructor@4\n"
               "instantiates scope make -> main.toy:Square@3\n"
               "calls scope main -> main.toy:make@6\n"
               "calls type main -> main.toy:area@4\n"
               "calls type main -> lib/shapes.toy:scale@6\n"
               "calls member main -> lib/shapes.toy:double@8\n"
               "reads type main -> lib/shapes.toy:name@3\n"
               "calls scope main -> main.toy:make@6\n");
  town_close(&town);
}

static void test_names(void **state) {
  (void)state;
  assert_true(language_is_test(&toy, STR("a/b_test.toy")));
  assert_false(language_is_test(&toy, STR("a/b.toy")));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_definitions), cmocka_unit_test(test_edges),
                                     cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
