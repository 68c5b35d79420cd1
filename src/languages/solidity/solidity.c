/* Solidity: contracts, libraries, interfaces and their members; calls by name,
 * of members where a declared type or a library's name tells whose. Imports
 * bring all names of a file, or those that are listed. Functions attached by
 * `using for` are not followed. */
#include "src/languages/language.h"

enum { FIELD_SOURCE = 1, FIELD_NAME };
static const char *const fields[] = {"source", "import_name", NULL};

static void visit_import(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str path = syntax_text(syntax, syntax_field(syntax, node, FIELD_SOURCE));
  if (path.len < 3) return;
  NameId specifier = language_intern(build, str_slice(path, 1, path.len - 1));
  bool has_names = false;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != FIELD_NAME) continue;
    NameId name = language_name(build, c);
    language_import(build, (Import){.form = IMPORT_NAMED, .specifier = specifier, .name = name, .local = name}, c);
    has_names = true;
  }
  if (!has_names) language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = specifier}, node);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "contract_declaration library_declaration", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name",
     .bases = "<inheritance_specifier>", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "interface_declaration", .kind = SYMBOL_INTERFACE, .flags = DEF_EXPORTED, .name = "name",
     .bases = "<inheritance_specifier>", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "struct_declaration", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_declaration", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "function_definition modifier_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name",
     .params = ".", .type = "return_type", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "event_definition error_declaration", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "state_variable_declaration struct_member constant_variable_declaration", .kind = SYMBOL_VARIABLE,
     .flags = DEF_EXPORTED, .name = "name", .type = "type", .value = "value"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .name = "name", .type = "type"},
    {LANGUAGE_ROW_DECLARE, .node = "variable_declaration", .name = "name", .type = "type"},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "."},
    {LANGUAGE_ROW_CALL, .node = "emit_statement", .base = "name", .items = "."},
    {LANGUAGE_ROW_NEW, .node = "new_expression", .base = "name"},
    {LANGUAGE_ROW_MEMBER, .node = "member_expression", .base = "object", .name = "property"},
    {LANGUAGE_ROW_OWN, .node = "import_directive", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_INNER, .node = "expression call_argument type_name user_defined_type parenthesized_expression"},
    {LANGUAGE_ROW_BLOCK, .node = "block_statement constructor_definition"},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_solidity = {
    .name = "solidity",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "sol",
    .fields = fields,
    .shared = true,
    .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .called_type = LANGUAGE_CALLED_TYPE_CONVERTS},
    .near = "{}",
    .test_names = "*.t.sol",
};
