/* C#. Resolved: namespaces and usings (static ones and aliases too), types with
 * their bases, in parts and by the number of their type parameters, members
 * inherited and own, constructors and their chains, overloads, properties,
 * indexers, generics by parameter and by bound, `var`, `new()` of a declared
 * type, tuples, patterns, queries, lambdas whose place says what they take,
 * extension methods through their receiver when something is known of it and
 * one alone fits; what the base library gives, as library/ writes it down. Not
 * resolved: operators, events, dynamic values. */
#include "src/languages/csharp/csharp_internal.h"

#define CSHARP_WORD_ROW(id, word) word,
static const char *const kinds[] = {CSHARP_KINDS(CSHARP_WORD_ROW) NULL};
static const char *const fields[] = {CSHARP_FIELDS(CSHARP_WORD_ROW) NULL};
#undef CSHARP_WORD_ROW

static ExprNo this_value(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SELF, .at = build->syntax->nodes[node].from});
}

static ExprNo base_value(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add(build, (Expr){.kind = EXPR_SUPER, .at = build->syntax->nodes[node].from});
}

/* $"… {value} …" */
static ExprNo text_with_values(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_visit_children(build, node);
  return language_add_literal(build, LITERAL_STRING, node);
}

#define VALUE(handler) {.expr = handler}

static const LanguageHandler handlers[CSHARP_KIND_COUNT] = {
    [CSHARP_COMMENT] = {.is_comment = true},
    [CSHARP_IDENTIFIER] = {.expr = language_expr_name, .type = language_csharp_type_name},
    [CSHARP_GENERIC_NAME] = {.expr = language_csharp_generic, .type = language_csharp_type_generic},
    [CSHARP_QUALIFIED_NAME] = {.type = language_csharp_type_qualified},
    [CSHARP_USING] = {.visit = language_csharp_using},
    [CSHARP_INTERFACE] = {.visit = language_csharp_type},
    [CSHARP_STRUCT] = {.visit = language_csharp_type},
    [CSHARP_ENUM] = {.visit = language_csharp_type},
    [CSHARP_CONSTRUCTOR] = {.visit = language_csharp_method},
    [CSHARP_LOCAL_FUNCTION] = {.visit = language_csharp_method},
    [CSHARP_VARIABLES] = {.visit = language_csharp_variables},
    [CSHARP_MEMBER] = VALUE(language_csharp_member),
    [CSHARP_MEMBER_BINDING] = VALUE(language_csharp_member_binding),
    [CSHARP_CONDITIONAL_ACCESS] = VALUE(language_csharp_conditional_access),
    [CSHARP_CALL] = VALUE(language_csharp_call),
    [CSHARP_LAMBDA] = VALUE(language_csharp_lambda),
    [CSHARP_IMPLICIT_TYPE] = {.type = language_csharp_no_type},
    [CSHARP_IMPLICIT_NEW] = VALUE(language_csharp_new_implicit),
    [CSHARP_INDEXER] = {.visit = language_csharp_indexer},
    [CSHARP_DELEGATE] = {.visit = language_csharp_delegate},
    [CSHARP_QUERY] = VALUE(language_csharp_query),
    [CSHARP_RECORD] = {.visit = language_csharp_type},
};

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "class_declaration", .handler = {.visit = language_csharp_type}},
    {LANGUAGE_ROW_OWN, .node = "method_declaration", .handler = {.visit = language_csharp_method}},
    {LANGUAGE_ROW_OWN, .node = "property_declaration", .handler = {.visit = language_csharp_property}},
    {LANGUAGE_ROW_OWN, .node = "field_declaration event_field_declaration", .handler = {.visit = language_csharp_field}},
    {LANGUAGE_ROW_OWN, .node = "foreach_statement", .handler = {.visit = language_csharp_foreach}},
    {LANGUAGE_ROW_OWN, .node = "declaration_expression", .handler = VALUE(language_csharp_declared)},
    {LANGUAGE_ROW_OWN, .node = "declaration_pattern catch_declaration recursive_pattern",
     .handler = {.visit = language_csharp_bind_typed}},
    {LANGUAGE_ROW_OWN, .node = "anonymous_method_expression", .handler = VALUE(language_csharp_lambda)},
    {LANGUAGE_ROW_OWN, .node = "implicit_array_creation_expression array_creation_expression", .handler = VALUE(language_csharp_array)},
    {LANGUAGE_ROW_OWN, .node = "object_creation_expression", .handler = VALUE(language_csharp_new)},
    {LANGUAGE_ROW_OWN, .node = "element_access_expression", .handler = VALUE(language_csharp_index)},
    {LANGUAGE_ROW_OWN, .node = "conditional_expression", .handler = VALUE(language_csharp_conditional)},
    {LANGUAGE_ROW_OWN, .node = "switch_expression", .handler = VALUE(language_csharp_switch)},
    {LANGUAGE_ROW_OWN, .node = "typeof_expression", .handler = VALUE(language_csharp_typeof)},
    {LANGUAGE_ROW_OWN, .node = "default_expression", .handler = VALUE(language_csharp_default)},
    {LANGUAGE_ROW_OWN, .node = "assignment_expression", .handler = VALUE(language_csharp_assignment)},
    {LANGUAGE_ROW_OWN, .node = "tuple_expression", .handler = VALUE(language_csharp_tuple)},
    {LANGUAGE_ROW_OWN, .node = "interpolated_string_expression", .handler = VALUE(text_with_values)},
    {LANGUAGE_ROW_OWN, .node = "tuple_type", .handler = {.type = language_csharp_type_tuple}},
    {LANGUAGE_ROW_OWN, .node = "'this", .handler = VALUE(this_value)},
    {LANGUAGE_ROW_OWN, .node = "'base", .handler = VALUE(base_value)},
    {LANGUAGE_ROW_OWN, .node = "nullable_type ref_type", .handler = {.type = language_csharp_type_inner}},
    {LANGUAGE_ROW_OWN, .node = "array_type", .handler = {.type = language_csharp_type_array}},
    {LANGUAGE_ROW_OWN, .node = "predefined_type", .handler = {.type = language_csharp_type_plain}},
    {LANGUAGE_ROW_BLOCK, .node = "block for_statement using_statement switch_section catch_clause"},
    {LANGUAGE_ROW_OWN, .node = "return_statement", .handler = {.visit = language_csharp_return}},
    {LANGUAGE_ROW_CAST, .node = "cast_expression", .base = "value", .type = "type"},
    {LANGUAGE_ROW_CAST, .node = "as_expression", .base = "left", .type = "right"},
    {LANGUAGE_ROW_EXPR, .node = "await_expression", .kind = EXPR_AWAIT, .base = "0"},
    {LANGUAGE_ROW_OWN, .node = "binary_expression", .handler = VALUE(language_csharp_binary)},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression checked_expression ref_expression postfix_unary_expression"},
    {LANGUAGE_ROW_LITERAL, .node = "string_literal verbatim_string_literal raw_string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "integer_literal", .kind = LITERAL_INT},
    {LANGUAGE_ROW_LITERAL, .node = "real_literal", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_LITERAL, .node = "character_literal", .kind = LITERAL_CHAR},
    {LANGUAGE_ROW_LITERAL, .node = "boolean_literal", .kind = LITERAL_BOOL},
    {LANGUAGE_ROW_LITERAL, .node = "null_literal", .kind = LITERAL_NULL},
    {0},
};

static const LanguageTest tests[] = {{NULL, NULL, .command = "dotnet test", .all = "dotnet test"}, {0}};

const Language language_csharp = {
    .name = "csharp", .revision = 1,
    .extensions = "cs csx",
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .rows = rows,
    .begin = language_csharp_begin,
    .test_names = "test/ tests/ Tests/ *Test.cs *Tests.cs",
    .tests = tests,
    .rules = {.arguments_counted = true,
              .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS,
              .namespaces = LANGUAGE_NAMES_KINDS_APART,
              .order = LANGUAGE_ORDER_DECLARED,
              .packages = LANGUAGE_PACKAGE_NAME,
              .unknown_is_outside = true,
              .super = LANGUAGE_SUPER_CLASS,
              .members = LANGUAGE_MEMBERS_BY_SIGNATURE,
              .types_by_arity = true, .parts_are_fields = true,
              .own_constructors = true,
              .extensions_static = true, .members_give_way = true,
              .overloads = LANGUAGE_OVERLOADS_BEST,
              .array_for_variadic = true,
              .values_called = true,
              .functions_exact = true,
              .declaration_holds = true,
              .unsolved_is_unknown = true},
    .names = {.constructors = CSHARP_CONSTRUCTOR_NAME,
              .literals = {[LITERAL_BOOL] = "bool", [LITERAL_INT] = "int", [LITERAL_DOUBLE] = "double",
                           [LITERAL_CHAR] = "char", [LITERAL_STRING] = "string"},
              .list = "Array", .object = "object", .index = CSHARP_INDEXER_NAME,
              .iterate = "GetEnumerator Current", .await = "GetAwaiter GetResult",
              .globals = "Predefined.cs", .raw = "@",
              .primitives = "byte:Byte short:Int16 int:Int32 long:Int64 float:Single double:Double decimal:Decimal ; char:Char int:Int32 ; bool:Boolean ; void"},
    .find_module = language_csharp_find_module,
    .editing = {.import_name = "using {module};", .modules = LANGUAGE_MODULES_DOTS},
};
