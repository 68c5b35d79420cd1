/* Java: how its files are recognised and what its nodes mean. */
#include "src/languages/java/java_internal.h"

const TSLanguage *tree_sitter_java(void);

#define KIND_WORD(kind, node) node,
static const char *const kinds[] = {JAVA_KINDS(KIND_WORD) NULL};
static const char *const fields[] = {JAVA_FIELDS(KIND_WORD) NULL};

static const LanguageHandler handlers[] = {
    /* modules */
    {.node = "package_declaration", .visit = language_java_package},
    {.node = "import_declaration", .visit = language_java_import},
    {.node = "module_declaration", .visit = language_java_nothing},
    /* declarations */
    {.node = "class_declaration", .visit = language_java_class},
    {.node = "interface_declaration", .visit = language_java_interface},
    {.node = "enum_declaration", .visit = language_java_enum},
    {.node = "record_declaration", .visit = language_java_record},
    {.node = "annotation_type_declaration", .visit = language_java_annotation_type},
    /* members */
    {.node = "method_declaration", .visit = language_java_method},
    {.node = "constructor_declaration", .visit = language_java_constructor},
    {.node = "compact_constructor_declaration", .visit = language_java_constructor},
    {.node = "annotation_type_element_declaration", .visit = language_java_annotation_element},
    {.node = "field_declaration", .visit = language_java_field},
    {.node = "constant_declaration", .visit = language_java_field},
    {.node = "enum_constant", .visit = language_java_enum_constant},
    {.node = "annotation", .visit = language_java_annotation},
    {.node = "marker_annotation", .visit = language_java_annotation},
    {.node = "element_value_pair", .visit = language_java_element_pair},
    /* statements */
    {.node = "block", .visit = language_visit_block},
    {.node = "expression_statement", .visit = language_visit_expr},
    {.node = "local_variable_declaration", .visit = language_java_local},
    {.node = "for_statement", .visit = language_visit_block},
    {.node = "enhanced_for_statement", .visit = language_java_enhanced_for},
    {.node = "try_with_resources_statement", .visit = language_visit_block},
    {.node = "resource", .visit = language_java_resource},
    {.node = "catch_clause", .visit = language_java_catch},
    {.node = "return_statement", .visit = language_java_return},
    {.node = "yield_statement", .visit = language_java_yield},
    {.node = "labeled_statement", .visit = language_java_labeled},
    {.node = "break_statement", .visit = language_java_nothing},
    {.node = "continue_statement", .visit = language_java_nothing},
    {.node = "switch_rule", .visit = language_java_switch_rule},
    {.node = "switch_label", .visit = language_java_switch_label},
    {.node = "explicit_constructor_invocation", .visit = language_java_explicit_constructor},
    /* expressions */
    {.node = "identifier", .expr = language_expr_name},
    {.node = "scoped_identifier", .expr = language_java_scoped_identifier},
    {.node = "field_access", .expr = language_java_field_access},
    {.node = "array_access", .expr = language_java_array_access},
    {.node = "method_invocation", .expr = language_java_method_invocation},
    {.node = "object_creation_expression", .expr = language_java_object_creation},
    {.node = "array_creation_expression", .expr = language_java_array_creation},
    {.node = "array_initializer", .expr = language_java_array_initializer},
    {.node = "element_value_array_initializer", .expr = language_java_array_initializer},
    {.node = "assignment_expression", .expr = language_java_assignment},
    {.node = "update_expression", .expr = language_java_update},
    {.node = "binary_expression", .expr = language_java_binary},
    {.node = "unary_expression", .expr = language_java_unary},
    {.node = "instanceof_expression", .expr = language_java_instanceof},
    {.node = "cast_expression", .expr = language_java_cast},
    {.node = "ternary_expression", .expr = language_java_ternary},
    {.node = "switch_expression", .expr = language_java_switch},
    {.node = "lambda_expression", .expr = language_java_lambda},
    {.node = "method_reference", .expr = language_java_method_reference},
    {.node = "parenthesized_expression", .expr = language_expr_inner},
    {.node = "class_literal", .expr = language_java_class_literal},
    {.node = "this", .expr = language_java_this},
    {.node = "super", .expr = language_java_super},
    {.node = "string_literal", .expr = language_expr_string},
    {.node = "character_literal", .expr = language_java_character},
    {.node = "decimal_integer_literal", .expr = language_java_integer},
    {.node = "hex_integer_literal", .expr = language_java_integer},
    {.node = "octal_integer_literal", .expr = language_java_integer},
    {.node = "binary_integer_literal", .expr = language_java_integer},
    {.node = "decimal_floating_point_literal", .expr = language_java_float},
    {.node = "hex_floating_point_literal", .expr = language_java_float},
    {.node = "true", .expr = language_expr_bool},
    {.node = "false", .expr = language_expr_bool},
    {.node = "null_literal", .expr = language_expr_null},
    /* types */
    {.node = "type_identifier", .type = language_type_name},
    {.node = "scoped_type_identifier", .type = language_java_type_scoped},
    {.node = "generic_type", .type = language_java_type_generic},
    {.node = "array_type", .type = language_java_type_array},
    {.node = "annotated_type", .type = language_java_type_annotated},
    {.node = "integral_type", .type = language_java_type_primitive},
    {.node = "floating_point_type", .type = language_java_type_primitive},
    {.node = "boolean_type", .type = language_java_type_primitive},
    {.node = "void_type", .type = language_java_type_primitive},
    {.node = "wildcard", .type = language_java_type_wildcard},
    {.node = "catch_type", .type = language_java_type_union},
    {.node = NULL},
};

static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  build->state = ARENA_NEW(build->arena, JavaState);
}

/* By the customs of Maven and Gradle; elsewhere by those of test frameworks. */
static bool is_test(Str path) {
  static const char *const folders[] = {"src/test/", "src/androidTest/", "src/testFixtures/", "src/integrationTest/"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    size_t at = str_find(path, str_from_c(folders[i]));
    if (at != STR_NONE && (at == 0 || path.ptr[at - 1] == '/')) return true;
  }
  if (str_contains(path, STR("src/main/"))) return false;
  size_t dot = str_find_last_byte(path, '.');
  Str stem = dot == STR_NONE ? path : str_slice(path, 0, dot);
  return str_ends_with(stem, STR("Test")) || str_ends_with(stem, STR("Tests")) || str_ends_with(stem, STR("TestCase"));
}

static const LanguageTest tests[] = {
    {"pom.xml", NULL, "mvn test -Dtest={names}"},
    {"build.gradle", NULL, "gradle test --tests {names}"},
    {"build.gradle.kts", NULL, "gradle test --tests {names}"},
    {"BUILD.bazel", NULL, "bazel test {dirs}:all"},
    {0},
};

const Language language_java = {
    .name = "java",
    .extensions = "java",
    .comments = "line_comment block_comment",
    .grammar = tree_sitter_java,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .begin = begin,
    .is_test = is_test,
    .tests = tests,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS,
              .namespaces = LANGUAGE_NAMES_KINDS_APART,
              .order = LANGUAGE_ORDER_DECLARED,
              .packages = LANGUAGE_PACKAGE_NAME,
              .tests_apart = true,
              .members_hidden = true,
              .unknown_is_outside = true,
              .super = LANGUAGE_SUPER_CLASS,
              .members = LANGUAGE_MEMBERS_BY_SIGNATURE,
              .private_stays = true,
              .own_constructors = true,
              .parts_are_fields = true,
              .overloads = LANGUAGE_OVERLOADS_BEST,
              .maker_values = true,
              .array_for_variadic = true,
              .types_strict = true,
              .functions_exact = true,
              .declaration_holds = true,
              .unsolved_is_unknown = true},
    .names =
        {
            .constructors = JAVA_CONSTRUCTOR_NAME,
            .literals = {[LITERAL_BOOL] = "boolean", [LITERAL_INT] = "int", [LITERAL_LONG] = "long",
                         [LITERAL_FLOAT] = "float", [LITERAL_DOUBLE] = "double", [LITERAL_CHAR] = "char",
                         [LITERAL_STRING] = "String"},
            .list = "$Array", /* library/Array.java */
            .object = "Object",
            .iterate = "iterator next",
            .globals = "java.lang",
            .primitives = "byte:Byte short:Short int:Integer long:Long float:Float double:Double ; "
                          "char:Character int:Integer long:Long float:Float double:Double ; "
                          "boolean:Boolean ; void:Void",
        },
    .find_module = language_java_find_module,
};
