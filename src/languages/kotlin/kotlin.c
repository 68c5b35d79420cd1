/* Kotlin: how its files are recognised and what its nodes mean.
 *
 * Resolved: packages, imports, types with their companions, extension functions
 * by their receivers, receivers of lambdas, overloads, default and named
 * arguments, smart casts, and Java's types of the same project. Not resolved:
 * operators, what delegates give, the standard library but for the functions
 * that every value and collection has, type inference through builders. */
#include "src/languages/kotlin/kotlin_internal.h"

#define KIND_WORD(kind, node) node,
static const char *const kinds[] = {KOTLIN_KINDS(KIND_WORD) NULL};
static const char *const fields[] = {KOTLIN_FIELDS(KIND_WORD) NULL};

static ExprNo visit_assignment(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  ExprNo value = language_expr(build, language_field(build, node, KOTLIN_IN_RIGHT));
  language_put(build, language_expr_as(build, language_field(build, node, KOTLIN_IN_LEFT), REF_WRITE), value);
  return 0;
}

/* Some words of the language are names to the grammar. */
static ExprNo name(LanguageBuild *build, NodeNo node, unsigned role) {
  Str text = language_text(build, node);
  if (str_eq_c(text, "null")) return language_add_literal(build, LITERAL_NULL, node);
  if (str_eq_c(text, "true") || str_eq_c(text, "false")) return language_add_literal(build, LITERAL_BOOL, node);
  return language_expr_name(build, node, role);
}

/* What stands behind a number tells its type. */
static ExprNo number(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  Str text = language_text(build, node);
  bool is_hex = str_starts_with(text, STR("0x")) || str_starts_with(text, STR("0X"));
  if (str_ends_with(text, STR("L"))) return language_add_literal(build, LITERAL_LONG, node);
  if (!is_hex && (str_ends_with(text, STR("f")) || str_ends_with(text, STR("F")))) return language_add_literal(build, LITERAL_FLOAT, node);
  bool is_whole = is_hex || (str_find_byte(text, '.') == STR_NONE && str_find_byte(text, 'e') == STR_NONE && str_find_byte(text, 'E') == STR_NONE);
  return language_add_literal(build, is_whole ? LITERAL_INT : LITERAL_DOUBLE, node);
}

static ExprNo nullable_type(LanguageBuild *build, NodeNo node) {
  ExprNo type = language_type_inner(build, node);
  if (type) language_expr_at(build, type)->flags |= EXPR_OPTIONAL;
  return type;
}

static const LanguageHandler handlers[KOTLIN_KIND_COUNT] = {
    [KOTLIN_PACKAGE] = {.visit = language_kotlin_package},
    [KOTLIN_IMPORT] = {.visit = language_kotlin_import},
    [KOTLIN_CLASS] = {.visit = language_kotlin_class},
    [KOTLIN_OBJECT] = {.visit = language_kotlin_object},
    [KOTLIN_COMPANION] = {.visit = language_kotlin_companion},
    [KOTLIN_ENUM_ENTRY] = {.visit = language_kotlin_enum_entry},
    [KOTLIN_TYPE_ALIAS] = {.visit = language_kotlin_type_alias},
    [KOTLIN_PROPERTY] = {.visit = language_kotlin_property},
    [KOTLIN_FUNCTION] = {.visit = language_kotlin_function},
    [KOTLIN_SECONDARY_CONSTRUCTOR] = {.visit = language_kotlin_secondary_constructor},
    [KOTLIN_BLOCK] = {.visit = language_visit_block},
    [KOTLIN_FOR] = {.visit = language_kotlin_for},
    [KOTLIN_WHILE] = {.visit = language_kotlin_while},
    [KOTLIN_CATCH] = {.visit = language_kotlin_catch},
    [KOTLIN_ASSIGNMENT] = {.expr = visit_assignment},
    [KOTLIN_RETURN] = {.expr = language_kotlin_return},
    [KOTLIN_IDENTIFIER] = {.expr = name},
    [KOTLIN_NAVIGATION] = {.expr = language_kotlin_navigation},
    [KOTLIN_CALL] = {.expr = language_kotlin_call},
    [KOTLIN_INFIX] = {.expr = language_kotlin_infix},
    [KOTLIN_THIS] = {.expr = language_kotlin_this},
    [KOTLIN_SUPER] = {.expr = language_kotlin_super},
    [KOTLIN_AS] = {.expr = language_kotlin_as},
    [KOTLIN_IS] = {.expr = language_kotlin_is},
    [KOTLIN_BINARY] = {.expr = language_kotlin_binary},
    [KOTLIN_UNARY] = {.expr = language_kotlin_unary},
    [KOTLIN_INDEX] = {.expr = language_kotlin_index},
    [KOTLIN_IF] = {.expr = language_kotlin_if},
    [KOTLIN_WHEN] = {.expr = language_kotlin_when},
    [KOTLIN_TRY] = {.expr = language_kotlin_try},
    [KOTLIN_LAMBDA] = {.expr = language_kotlin_lambda_value},
    [KOTLIN_ANONYMOUS_FUNCTION] = {.expr = language_kotlin_anonymous_function},
    [KOTLIN_OBJECT_LITERAL] = {.expr = language_kotlin_object_literal},
    [KOTLIN_CALLABLE_REFERENCE] = {.expr = language_kotlin_reference},
    [KOTLIN_PARENTHESIZED] = {.expr = language_expr_inner},
    [KOTLIN_USER_TYPE] = {.type = language_kotlin_user_type},
    [KOTLIN_NULLABLE_TYPE] = {.type = nullable_type},
    [KOTLIN_NON_NULLABLE_TYPE] = {.type = language_type_inner},
    [KOTLIN_PARENTHESIZED_TYPE] = {.type = language_type_inner},
    [KOTLIN_FUNCTION_TYPE] = {.type = language_kotlin_function_type},
    [KOTLIN_LINE_COMMENT] = {.is_comment = true},
    [KOTLIN_BLOCK_COMMENT] = {.is_comment = true},
};

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_LITERAL, .node = "string_literal multiline_string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "character_literal", .kind = LITERAL_CHAR},
    {LANGUAGE_ROW_OWN, .node = "number_literal float_literal", .handler = {.expr = number}},
    {LANGUAGE_ROW_NOTHING, .node = "label shebang"},
    {0},
};

static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  build->state = ARENA_NEW(build->arena, KotlinState);
}

static const LanguageTest tests[] = {
    {.marker = "build.gradle.kts", .command = "gradle test --tests {names}"},
    {.marker = "build.gradle", .command = "gradle test --tests {names}"},
    {.marker = "pom.xml", .command = "mvn test -Dtest={names}"},
    {0},
};

const Language language_kotlin = {
    .name = "kotlin", .revision = 1,
    .family = "java",
    .extensions = "kt kts",
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .rows = rows,
    .begin = begin,
    .reading = language_kotlin_reading,
    .finish = language_kotlin_finish,
    .test_names = "src/test/ src/androidTest/ src/commonTest/ src/jvmTest/ src/jsTest/ src/nativeTest/ src/testFixtures/ "
                  "src/integrationTest/ !src/main/ *Test.kt *Tests.kt *Spec.kt",
    .tests = tests,
    .home = {.manifests = "build.gradle.kts settings.gradle.kts", .sources = "src/main/kotlin src/main/java src/commonMain/kotlin src"},
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS,
              .accessors = LANGUAGE_ACCESSORS_READ,
              .namespaces = LANGUAGE_NAMES_KINDS_APART,
              .order = LANGUAGE_ORDER_DECLARED,
              .packages = LANGUAGE_PACKAGE_NAME,
              .tests_apart = true,
              .unknown_is_outside = true,
              .library_unlisted = true,
              .super = LANGUAGE_SUPER_CLASS,
              .members = LANGUAGE_MEMBERS_BY_SIGNATURE,
              .own_constructors = true,
              .extensions = true,
              .overloads = LANGUAGE_OVERLOADS_BEST,
              .called_type = LANGUAGE_CALLED_TYPE_MAKES,
              .receiver_typed = true,
              .maps_give_pairs = true,
              .values_called = true, .absence_declared = true,
              .parts_are_fields = true,
              .declaration_holds = true, .types_strict = true,
              .unsolved_is_unknown = true},
    .names = {.constructors = KOTLIN_CONSTRUCTOR_NAME,
              .call = "invoke",
              .index = "get",
              .last_argument = KOTLIN_LAST_ARGUMENT,
              .literals = {[LITERAL_BOOL] = "Boolean", [LITERAL_INT] = "Int", [LITERAL_LONG] = "Long",
                           [LITERAL_FLOAT] = "Float", [LITERAL_DOUBLE] = "Double", [LITERAL_CHAR] = "Char",
                           [LITERAL_STRING] = "String"},
              .object = "Any", .globals = "java.lang", .raw = "`",
              .primitives = "Byte:Byte Short:Short Int:Integer Long:Long Float:Float Double:Double ; Char:Character ; Boolean:Boolean ; "
                            "String:String"},
    .find_module = language_kotlin_find_module,
    .editing = {.heads = "public private internal protected override open abstract suspend inline data sealed",
                .import_name = "import {module}.{name}", .modules = LANGUAGE_MODULES_FOLDERS},
};
