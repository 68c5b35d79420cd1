/* Vim script: functions, variables of scripts, commands; calls by name: s:names in
 * the file, all others in any file, as Vim loads them. What a mapping or a command
 * runs, functions in dictionaries, and names that are put together are not
 * followed. */
#include "src/languages/language.h"

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .hidden = "<function_declaration>/name/<scope>",
     .name = "<function_declaration>/name", .params = "<function_declaration>/parameters", .body = "<body>"},
    {LANGUAGE_ROW_DEFINE, .node = "command_statement", .kind = SYMBOL_CONSTANT, .name = "name"},
    {LANGUAGE_ROW_DECLARE, .node = "let_statement", .name = "0", .value = "1"},
    {LANGUAGE_ROW_LOOP, .node = "for_loop", .name = "variable", .value = "iter", .body = "<body>"},
    {LANGUAGE_ROW_DEFINE, .node = "lambda_expression", .kind = SYMBOL_FUNCTION, .body = "."},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "."},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "value", .name = "field"},
    {LANGUAGE_ROW_IMPORT, .node = "source_statement", .kind = IMPORT_EFFECT, .value = "file"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_NAME, .node = "identifier scoped_identifier"},
    {LANGUAGE_ROW_LITERAL, .node = "string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "integer_literal", .kind = LITERAL_INT},
    {LANGUAGE_ROW_NOTHING, .node = "map_statement augroup_statement set_statement highlight_statement"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_vim = {
    .name = "vim",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "vim",
    .filenames = ".vimrc _vimrc vimrc .gvimrc",
    .rows = rows,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true, .library_unlisted = true},
    .near = "{}",
    .test_names = "test/ tests/ *.vader",
    .editing = {.indent = "  "},
};
