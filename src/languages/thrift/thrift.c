/* Thrift: structures, exceptions, enumerations, services with their functions,
 * constants and other names for types; types refer to what this file or an
 * included one (file.Type) defines. */
#include "src/languages/language.h"

enum { KIND_IDENTIFIER = 1, KIND_TYPE };
static const char *const kinds[] = {"identifier", "type", NULL};

/* "shared.Type" is two names beside each other. */
static ExprNo read_type(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo first = syntax_child(syntax, node, KIND_IDENTIFIER), second = first ? syntax_next(syntax, first) : 0;
  while (second && syntax_kind(syntax, second) != KIND_IDENTIFIER) second = syntax_next(syntax, second);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != first && c != second) language_type(build, c);
  }
  if (!first) return 0;
  return second ? language_use_member(build, language_add_name(build, first), second, REF_TYPE) : language_type_name(build, first);
}

static ExprNo read_type_as(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return read_type(build, node);
}

static void visit_enum(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_IDENTIFIER);
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED});
  language_open(build, SCOPE_TYPE, node, def, &before);
  for (NodeNo c = name ? syntax_next(syntax, name) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_IDENTIFIER) continue;
    language_define(build, &(LanguageDef){.kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED, .name = c, .whole = c, .bind = BIND_HOISTED | BIND_MEMBER});
  }
  language_close(build, &before);
}

/* include "shared.thrift" makes shared.X known. */
static void visit_include(LanguageBuild *build, NodeNo node) {
  Str path = syntax_text(build->syntax, syntax_named(build->syntax, node, 0));
  if (path.len < 3) return;
  path = str_slice(path, 1, path.len - 1);
  size_t slash = str_find_last_byte(path, '/'), dot = str_find_last_byte(path, '.');
  Str stem = str_slice(path, slash == STR_NONE ? 0 : slash + 1, dot == STR_NONE ? path.len : dot);
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = language_intern(build, path), .local = language_intern(build, stem)}, node);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "struct_definition union_definition exception_definition", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED,
     .name = "<identifier>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "service_definition", .kind = SYMBOL_INTERFACE, .flags = DEF_EXPORTED, .name = "<identifier>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED | DEF_ABSTRACT, .name = "<identifier>",
     .params = "<parameters>", .type = "<type>", .body = "<throws>"},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .name = "<identifier>", .type = "<type>"},
    {LANGUAGE_ROW_DEFINE, .node = "field", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "<identifier>", .type = "<type>"},
    {LANGUAGE_ROW_DEFINE, .node = "const_definition", .kind = SYMBOL_CONSTANT, .flags = DEF_EXPORTED, .name = "<identifier>", .type = "<type>"},
    {LANGUAGE_ROW_DEFINE, .node = "typedef_definition", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "<typedef_identifier>",
     .body = "<definition_type>"},
    {LANGUAGE_ROW_OWN, .node = "enum_definition", .handler = {.visit = visit_enum}},
    {LANGUAGE_ROW_OWN, .node = "include_statement", .handler = {.visit = visit_include}},
    {LANGUAGE_ROW_OWN, .node = "type definition_type", .handler = {.expr = read_type_as, .type = read_type}},
    {LANGUAGE_ROW_NAME, .node = "identifier"},
    {LANGUAGE_ROW_NOTHING, .node = "namespace_declaration field_id annotation"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_thrift = {
    .name = "thrift",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "thrift",
    .kinds = kinds,
    .shared = true,
    .rows = rows,
    .near = "{}",
    .editing = {.indent = "  "},
};
