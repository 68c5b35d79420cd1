/* GraphQL: the types of a schema with their fields, directives, and the queries
 * and fragments of documents. A type, fragment or directive that is named is the
 * one of that name in any file. Of fields in queries those are followed that are
 * asked for first; the others take the types of what they are chosen from. */
#include "src/languages/operation_internal.h"

enum { KIND_NAME = 1, KIND_TYPE, KIND_INPUTS };
static const char *const kinds[] = {"name", "type", "input_fields_definition", NULL};

static ExprNo read_name(LanguageBuild *build, NodeNo node, unsigned role) {
  return language_expr_name(build, syntax_child(build->syntax, node, KIND_NAME), role);
}
static ExprNo read_type(LanguageBuild *build, NodeNo node) { return read_name(build, node, REF_TYPE); }

/* Only those of an input type are fields; the others are arguments. */
static void visit_input(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  ExprNo type = language_type(build, syntax_child(syntax, node, KIND_TYPE));
  if (syntax_kind(syntax, syntax_parent(syntax, node)) != KIND_INPUTS) return;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = syntax_child(syntax, node, KIND_NAME), .whole = node,
                                                    .bind = BIND_HOISTED | BIND_MEMBER});
  language_def(build, def)->type = type;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "object_type_definition object_type_extension", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED,
     .name = "<name>", .doc = "<description>", .bases = "<implements_interfaces>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "interface_type_definition interface_type_extension", .kind = SYMBOL_INTERFACE, .flags = DEF_EXPORTED,
     .name = "<name>", .doc = "<description>", .bases = "<implements_interfaces>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "input_object_type_definition input_object_type_extension", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED,
     .name = "<name>", .doc = "<description>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "union_type_definition union_type_extension", .kind = SYMBOL_UNION, .flags = DEF_EXPORTED,
     .name = "<name>", .doc = "<description>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "enum_type_definition enum_type_extension", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED,
     .name = "<name>", .doc = "<description>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "scalar_type_definition scalar_type_extension", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED,
     .name = "<name>", .doc = "<description>"},
    {LANGUAGE_ROW_DEFINE, .node = "directive_definition", .kind = SYMBOL_MACRO, .flags = DEF_EXPORTED, .name = "<name>", .doc = "<description>", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "field_definition", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "<name>", .doc = "<description>",
     .type = "<type>", .value = "<arguments_definition>"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_value_definition", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED, .name = "<enum_value>/<name>", .doc = "<description>"},
    {LANGUAGE_ROW_DEFINE, .node = "operation_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<name>|<operation_type>", .body = "<selection_set>",
     .params = "<variable_definitions>"},
    {LANGUAGE_ROW_PARAM, .node = "variable_definition", .name = "<variable>/<name>", .type = "<type>"},
    {LANGUAGE_ROW_DEFINE, .node = "fragment_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<fragment_name>/<name>",
     .type = "<type_condition>", .body = "<selection_set>"},
    {LANGUAGE_ROW_OWN, .node = "input_value_definition", .handler = {.visit = visit_input}},
    {LANGUAGE_ROW_OWN, .node = "named_type", .handler = {.expr = read_name, .type = read_type}},
    {LANGUAGE_ROW_OWN, .node = "fragment_name directive", .handler = {.expr = read_name}},
    {LANGUAGE_ROW_INNER, .node = "type non_null_type list_type type_condition"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_graphql = {
    .name = "graphql",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "graphql gql graphqls",
    .kinds = kinds,
    .rows = rows,
    .finish = language_ask_documents,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .types_reopen = true, .types_reopen_anywhere = true, .unknown_is_outside = true},
    .editing = {.indent = "  "},
};
