/* GLSL: functions, structures and variables of a shader; calls by name in the
 * file and what it includes. The functions of the language itself are outside. */
#include "src/languages/language.h"

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "declarator/declarator",
     .params = "declarator/parameters", .type = "type", .body = "body"},
    {LANGUAGE_ROW_PARAM, .node = "parameter_declaration", .name = "declarator", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "declaration", .kind = SYMBOL_VARIABLE, .flags = DEF_EXPORTED, 
     .name = "<init_declarator>/declarator|<array_declarator>/declarator|<identifier>",
     .value = "declarator/value", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "struct_specifier", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "field_declaration", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "declarator", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "preproc_def", .kind = SYMBOL_CONSTANT, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "preproc_function_def", .kind = SYMBOL_MACRO, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_IMPORT, .node = "preproc_include", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "path"},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "arguments"},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "argument", .name = "field"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_BLOCK, .node = "compound_statement for_statement"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier type_identifier field_identifier"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_glsl = {
    .name = "glsl",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "glsl vert frag geom comp tesc tese",
    .shared = true,
    .rows = rows,
    .rules = {.unknown_is_outside = true},
    .near = "{}",
};
