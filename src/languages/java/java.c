/* Java: how its files are recognised and what its nodes mean. */
#include "src/languages/java/java_internal.h"

const TSLanguage *tree_sitter_java(void);

#define KIND_WORD(kind, node) node,
static const char *const kinds[] = {JAVA_KINDS(KIND_WORD) NULL};
static const char *const fields[] = {JAVA_FIELDS(KIND_WORD) NULL};

/* What each kind of node means as a statement, as a value and as a type. */
static const LanguageHandler handlers[JAVA_KIND_COUNT] = {
    /* modules */
    [JAVA_PACKAGE] = {.visit = language_java_package},
    [JAVA_IMPORT] = {.visit = language_java_import},
    [JAVA_MODULE] = {.visit = language_java_nothing},
    /* declarations */
    [JAVA_CLASS] = {.visit = language_java_class},
    [JAVA_INTERFACE] = {.visit = language_java_interface},
    [JAVA_ENUM] = {.visit = language_java_enum},
    [JAVA_RECORD] = {.visit = language_java_record},
    [JAVA_ANNOTATION_TYPE] = {.visit = language_java_annotation_type},
    /* members */
    [JAVA_METHOD] = {.visit = language_java_method},
    [JAVA_CONSTRUCTOR] = {.visit = language_java_constructor},
    [JAVA_COMPACT_CONSTRUCTOR] = {.visit = language_java_constructor},
    [JAVA_ANNOTATION_ELEMENT] = {.visit = language_java_annotation_element},
    [JAVA_FIELD] = {.visit = language_java_field},
    [JAVA_CONSTANT] = {.visit = language_java_field},
    [JAVA_ENUM_CONSTANT] = {.visit = language_java_enum_constant},
    [JAVA_ANNOTATION] = {.visit = language_java_annotation},
    [JAVA_MARKER_ANNOTATION] = {.visit = language_java_annotation},
    [JAVA_ELEMENT_PAIR] = {.visit = language_java_element_pair},
    /* statements */
    [JAVA_BLOCK] = {.visit = language_visit_block},
    [JAVA_EXPRESSION_STATEMENT] = {.visit = language_visit_expr},
    [JAVA_LOCAL_VARIABLE] = {.visit = language_java_local},
    [JAVA_FOR] = {.visit = language_visit_block},
    [JAVA_ENHANCED_FOR] = {.visit = language_java_enhanced_for},
    [JAVA_TRY_WITH_RESOURCES] = {.visit = language_visit_block},
    [JAVA_RESOURCE] = {.visit = language_java_resource},
    [JAVA_CATCH] = {.visit = language_java_catch},
    [JAVA_RETURN] = {.visit = language_java_return},
    [JAVA_YIELD] = {.visit = language_java_yield},
    [JAVA_LABELED] = {.visit = language_java_labeled},
    [JAVA_BREAK] = {.visit = language_java_nothing},
    [JAVA_CONTINUE] = {.visit = language_java_nothing},
    [JAVA_SWITCH_RULE] = {.visit = language_java_switch_rule},
    [JAVA_SWITCH_LABEL] = {.visit = language_java_switch_label},
    [JAVA_EXPLICIT_CONSTRUCTOR] = {.visit = language_java_explicit_constructor},
    /* expressions */
    [JAVA_IDENTIFIER] = {.expr = language_expr_name},
    [JAVA_SCOPED_IDENTIFIER] = {.expr = language_java_scoped_identifier},
    [JAVA_FIELD_ACCESS] = {.expr = language_java_field_access},
    [JAVA_ARRAY_ACCESS] = {.expr = language_java_array_access},
    [JAVA_METHOD_INVOCATION] = {.expr = language_java_method_invocation},
    [JAVA_OBJECT_CREATION] = {.expr = language_java_object_creation},
    [JAVA_ARRAY_CREATION] = {.expr = language_java_array_creation},
    [JAVA_ARRAY_INITIALIZER] = {.expr = language_java_array_initializer},
    [JAVA_ELEMENT_ARRAY] = {.expr = language_java_array_initializer},
    [JAVA_ASSIGNMENT] = {.expr = language_java_assignment},
    [JAVA_UPDATE] = {.expr = language_java_update},
    [JAVA_BINARY] = {.expr = language_java_binary},
    [JAVA_UNARY] = {.expr = language_java_unary},
    [JAVA_INSTANCEOF] = {.expr = language_java_instanceof},
    [JAVA_CAST] = {.expr = language_java_cast},
    [JAVA_TERNARY] = {.expr = language_java_ternary},
    [JAVA_SWITCH] = {.expr = language_java_switch},
    [JAVA_LAMBDA] = {.expr = language_java_lambda},
    [JAVA_METHOD_REFERENCE] = {.expr = language_java_method_reference},
    [JAVA_PARENTHESIZED] = {.expr = language_expr_inner},
    [JAVA_CLASS_LITERAL] = {.expr = language_java_class_literal},
    [JAVA_THIS] = {.expr = language_java_this},
    [JAVA_SUPER] = {.expr = language_java_super},
    [JAVA_STRING] = {.expr = language_expr_string},
    [JAVA_CHARACTER] = {.expr = language_java_character},
    [JAVA_DECIMAL_INTEGER] = {.expr = language_java_integer},
    [JAVA_HEX_INTEGER] = {.expr = language_java_integer},
    [JAVA_OCTAL_INTEGER] = {.expr = language_java_integer},
    [JAVA_BINARY_INTEGER] = {.expr = language_java_integer},
    [JAVA_DECIMAL_FLOAT] = {.expr = language_java_float},
    [JAVA_HEX_FLOAT] = {.expr = language_java_float},
    [JAVA_TRUE] = {.expr = language_expr_bool},
    [JAVA_FALSE] = {.expr = language_expr_bool},
    [JAVA_NULL_LITERAL] = {.expr = language_expr_null},
    /* types */
    [JAVA_TYPE_IDENTIFIER] = {.type = language_type_name},
    [JAVA_SCOPED_TYPE] = {.type = language_java_type_scoped},
    [JAVA_GENERIC_TYPE] = {.type = language_java_type_generic},
    [JAVA_ARRAY_TYPE] = {.type = language_java_type_array},
    [JAVA_ANNOTATED_TYPE] = {.type = language_java_type_annotated},
    [JAVA_INTEGRAL_TYPE] = {.type = language_java_type_primitive},
    [JAVA_FLOATING_TYPE] = {.type = language_java_type_primitive},
    [JAVA_BOOLEAN_TYPE] = {.type = language_java_type_primitive},
    [JAVA_VOID_TYPE] = {.type = language_java_type_primitive},
    [JAVA_WILDCARD] = {.type = language_java_type_wildcard},
    [JAVA_CATCH_TYPE] = {.type = language_java_type_union},
    [JAVA_LINE_COMMENT] = {.is_comment = true},
    [JAVA_BLOCK_COMMENT] = {.is_comment = true},
};

/* Nothing has to be looked for beforehand: declarations hold for the whole of
 * what is around them. */
static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  build->state = ARENA_NEW(build->arena, JavaState);
}

/* By the customs of Maven and Gradle; elsewhere by those of test frameworks. */
static const LanguageTest tests[] = {
    {"pom.xml", NULL, .command = "mvn test -Dtest={names,}"},
    {"build.gradle", NULL, .command = "gradle test --tests={names}"},
    {"build.gradle.kts", NULL, .command = "gradle test --tests={names}"},
    {"BUILD.bazel", NULL, .command = "bazel test //{homes}:all", .all = "bazel test //..."},
    {0},
};

const Language language_java = {
    .name = "java",
    .extensions = "java",
    .grammar = tree_sitter_java,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .begin = begin,
    .test_names = "src/test/ src/androidTest/ src/testFixtures/ src/integrationTest/ !src/main/ *Test.java *Tests.java *TestCase.java",
    .tests = tests,
    .home = {.manifests = "pom.xml build.gradle settings.gradle build.gradle.kts",
             .read_package = language_java_read_package,
             .described = "pom.xml build.gradle build.gradle.kts",
             .sources = "src/main/java src/main/kotlin src",
             .places = {{"MAVEN", "~/.m2/repository"},
                        {"GRADLE", "$GRADLE_USER_HOME/caches/modules-2/files-2.1 ~/.gradle/caches/modules-2/files-2.1"}}},
    .rules = {.arguments_counted = true, .accessors = LANGUAGE_ACCESSORS_CALLED, .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS,
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
    .configs = "pom.xml build.gradle build.gradle.kts libs.versions.toml",
    .archives = "jar", .compiled = "class", .declared = language_java_declared,
    .editing = {.import_name = "import {module}.{name};", .modules = LANGUAGE_MODULES_FOLDERS, .public_word = "public", .file_has_types_name = true},
};
