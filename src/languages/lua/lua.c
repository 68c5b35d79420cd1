/* Lua. Its only structure is the table: a module is a table that its file
 * returns, a class a table that others look names up in. So a name that was
 * given a table in this file owns the functions declared on it. What a table
 * holds is not known: variables of loops are of no type. */
#include "src/languages/language.h"

/* An object and what its missing names are looked up in. */
static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  bool joins = count == 2 && str_eq(name, STR("setmetatable"));
  return joins ? language_add_list(build, EXPR_ANY, 0, items, 2, node) : call;
}

static void begin(LanguageBuild *build, NodeNo root) {
  LanguageOpen before;
  build->facts->exports = language_open(build, SCOPE_EXPORTS, root, 0, &before);
  language_close(build, &before);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .hidden = "<'local>",
     .name = "name", .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DECLARE, .node = "variable_declaration",
     .name = "<assignment_statement>/<variable_list>|<variable_list>", .value = "<assignment_statement>/<expression_list>"},
    {LANGUAGE_ROW_ASSIGN, .node = "assignment_statement", .flags = DEF_EXPORTED,
     .name = "<variable_list>", .value = "<expression_list>"},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .name = "clause/<variable_list>|clause/name",
     .value = "clause/<expression_list>|clause/start|clause/end|clause/step", .body = "body"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "<expression_list>"},
    {LANGUAGE_ROW_BLOCK, .node = "block"},
    {LANGUAGE_ROW_CALL, .node = "function_call", .base = "name", .items = "arguments", .result = called,
     .imports = "require", .value = "arguments/0/content"},
    {LANGUAGE_ROW_MEMBER, .node = "dot_index_expression", .base = "table", .name = "field"},
    {LANGUAGE_ROW_MEMBER, .node = "method_index_expression", .base = "table", .name = "method", .self = "self"},
    {LANGUAGE_ROW_OBJECT, .node = "table_constructor"},
    {LANGUAGE_ROW_ENTRY, .node = "field", .name = "name", .value = "value"},
    {LANGUAGE_ROW_OPERATOR, .node = "binary_expression", .base = "left", .name = "operator", .value = "right",
     .words = "or:any and:right ..:string ==:bool ~=:bool <:bool >:bool <=:bool >=:bool *:double"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_NOTHING, .node = "goto_statement label_statement"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "number", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_LITERAL, .node = "true false", .kind = LITERAL_BOOL},
    {LANGUAGE_ROW_LITERAL, .node = "nil", .kind = LITERAL_NULL},
    {0},
};

static const LanguageTest tests[] = {{NULL, NULL, .command = "busted {files}", .many = "busted {folders}"}, {0}};

const Language language_lua = {
    .name = "lua",
    .extensions = "lua rockspec",
    .shebangs = "lua luajit lua5.1 lua5.2 lua5.3 lua5.4",
    .rows = rows,
    .begin = begin,
    .modules = "{}.lua {}/init.lua",
    .test_names = "*_spec.lua *_test.lua",
    .tests = tests,
    .editing = {.heads = "local"},
};
