/* Prisma: models, enumerations and their fields; the types of fields refer to
 * models. All files of a schema are one. What attributes say is not read. */
#include "src/languages/language.h"

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "model_declaration type_declaration view_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED,
     .name = "<identifier>", .body = "<statement_block>"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_declaration", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED,
     .name = "<identifier>", .body = "<enum_block>"},
    {LANGUAGE_ROW_DEFINE, .node = "column_declaration", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED,
     .name = "<identifier>", .type = "<column_type>"},
    {LANGUAGE_ROW_DEFINE, .node = "enumeral", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED, .name = "<identifier>"},
    {LANGUAGE_ROW_DEFINE, .node = "datasource_declaration generator_declaration", .kind = SYMBOL_SECTION, .flags = DEF_EXPORTED,
     .name = "<identifier>"},
    {LANGUAGE_ROW_INNER, .node = "column_type"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_NOTHING, .node = "attribute block_attribute_declaration"},
    {LANGUAGE_ROW_COMMENT, .node = "comment developer_comment"},
    {0},
};

static const LanguageSubject subjects[] = {
    {NULL, "schema table column database model prisma"},
    {0},
};

const Language language_prisma = {
    .name = "prisma",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "prisma",
    .shared = true,
    .rows = rows,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .types_are_tables = true},
    .editing = {.indent = "  "},
    .subjects = subjects,
};
