/* PHP: how its files are recognised and what its nodes mean.
 *
 * Resolved: namespaces, `use` in all its forms, types with their traits,
 * parents and interfaces, declared types and those that comments tell, what
 * properties and variables are given, `instanceof`, closures, enumerations.
 * Not resolved: members, functions and classes whose name is computed, names
 * that a trait's methods are given by `as`, magic methods, the types of PHP's
 * own functions and classes. Names have to be spelled as they were declared. */
#include "src/languages/php/php_internal.h"

#define KIND_WORD(kind, node) node,
static const char *const kinds[] = {PHP_KINDS(KIND_WORD) NULL};
static const char *const fields[] = {PHP_FIELDS(KIND_WORD) NULL};

static const LanguageHandler handlers[PHP_KIND_COUNT] = {
    [PHP_NAMESPACE] = {.visit = language_php_namespace},
    [PHP_USE_DECLARATION] = {.visit = language_php_use},
    [PHP_INCLUDE] = {.visit = language_php_include},
    [PHP_INCLUDE_ONCE] = {.visit = language_php_include},
    [PHP_REQUIRE] = {.visit = language_php_include},
    [PHP_REQUIRE_ONCE] = {.visit = language_php_include},
    /* declarations */
    [PHP_CLASS] = {.visit = language_php_class},
    [PHP_INTERFACE] = {.visit = language_php_interface},
    [PHP_TRAIT] = {.visit = language_php_trait},
    [PHP_ENUM] = {.visit = language_php_enum},
    [PHP_ENUM_CASE] = {.visit = language_php_enum_case},
    [PHP_CONST_DECLARATION] = {.visit = language_php_const},
    [PHP_PROPERTY_DECLARATION] = {.visit = language_php_property},
    [PHP_ATTRIBUTE] = {.visit = language_php_attribute},
    [PHP_FUNCTION] = {.visit = language_php_function},
    [PHP_METHOD] = {.visit = language_php_method},
    /* statements */
    [PHP_COMPOUND] = {.visit = language_visit_block},
    [PHP_COLON_BLOCK] = {.visit = language_visit_block},
    [PHP_CASE] = {.visit = language_visit_block},
    [PHP_DEFAULT] = {.visit = language_visit_block},
    [PHP_EXPRESSION_STATEMENT] = {.visit = language_php_statement},
    [PHP_STATIC_VARIABLE] = {.visit = language_php_static_variable},
    [PHP_FOREACH] = {.visit = language_php_foreach},
    [PHP_CATCH] = {.visit = language_php_catch},
    [PHP_IF] = {.visit = language_php_if},
    [PHP_WHILE] = {.visit = language_php_while},
    [PHP_RETURN] = {.visit = language_php_return},
    [PHP_COMMENT] = {.visit = language_php_comment, .is_comment = true},
    /* expressions */
    [PHP_NAME] = {.expr = language_php_name},
    [PHP_QUALIFIED_NAME] = {.expr = language_php_name},
    [PHP_RELATIVE_NAME] = {.expr = language_php_name},
    [PHP_VARIABLE] = {.expr = language_php_variable},
    [PHP_RELATIVE_SCOPE] = {.expr = language_php_relative_scope},
    [PHP_MEMBER_ACCESS] = {.expr = language_php_member},
    [PHP_NULLSAFE_ACCESS] = {.expr = language_php_member},
    [PHP_SCOPED_PROPERTY] = {.expr = language_php_scoped_property},
    [PHP_CLASS_CONSTANT] = {.expr = language_php_class_constant},
    [PHP_FUNCTION_CALL] = {.expr = language_php_call},
    [PHP_MEMBER_CALL] = {.expr = language_php_call},
    [PHP_NULLSAFE_CALL] = {.expr = language_php_call},
    [PHP_SCOPED_CALL] = {.expr = language_php_call},
    [PHP_OBJECT_CREATION] = {.expr = language_php_new},
    [PHP_ANONYMOUS_FUNCTION] = {.expr = language_php_closure},
    [PHP_ARROW_FUNCTION] = {.expr = language_php_closure},
    [PHP_ARRAY] = {.expr = language_php_array},
    [PHP_SUBSCRIPT] = {.expr = language_php_subscript},
    [PHP_ASSIGNMENT] = {.expr = language_php_assignment},
    [PHP_REFERENCE_ASSIGNMENT] = {.expr = language_php_assignment},
    [PHP_AUGMENTED_ASSIGNMENT] = {.expr = language_php_augmented},
    [PHP_BINARY] = {.expr = language_php_binary},
    [PHP_CONDITIONAL] = {.expr = language_php_conditional},
    [PHP_MATCH] = {.expr = language_php_match},
    [PHP_CAST] = {.expr = language_php_cast},
    [PHP_YIELD] = {.expr = language_php_yield},
    [PHP_CLONE] = {.expr = language_expr_inner},
    [PHP_SUPPRESSION] = {.expr = language_expr_inner},
    [PHP_PARENTHESIZED] = {.expr = language_expr_inner},
    /* types */
    [PHP_NAMED_TYPE] = {.type = language_php_type_named},
    [PHP_PRIMITIVE_TYPE] = {.type = language_php_type_primitive},
    [PHP_OPTIONAL_TYPE] = {.type = language_type_inner},
    [PHP_UNION_TYPE] = {.type = language_php_type_union},
    [PHP_INTERSECTION_TYPE] = {.type = language_php_type_union},
    [PHP_DNF_TYPE] = {.type = language_php_type_union},
    [PHP_TYPE_LIST] = {.type = language_php_type_union},
};

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_LITERAL, .node = "string encapsed_string heredoc nowdoc shell_command_expression", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "integer", .kind = LITERAL_INT},
    {LANGUAGE_ROW_LITERAL, .node = "float", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_LITERAL, .node = "boolean", .kind = LITERAL_BOOL},
    {LANGUAGE_ROW_LITERAL, .node = "null", .kind = LITERAL_NULL},
    {LANGUAGE_ROW_NOTHING, .node = "goto_statement named_label_statement use_declaration text"},
    {0},
};

/* Variables of a file's own code live in a scope that its functions are not
 * inside of: they do not see them. */
static void begin(LanguageBuild *build, NodeNo root) {
  PhpState *state = ARENA_NEW(build->arena, PhpState);
  LanguageOpen before;
  build->state = state;
  build->facts->package = language_intern(build, STR(PHP_GLOBAL_NAMESPACE));
  state->variables = language_open(build, SCOPE_BLOCK, root, 0, &before);
  language_close(build, &before);
}

static const LanguageTest tests[] = {
    {.marker = "phpunit.xml", .command = "vendor/bin/phpunit {files}"},
    {.marker = "phpunit.xml.dist", .command = "vendor/bin/phpunit {files}"},
    {.marker = "composer.json", .word = "pestphp", .command = "vendor/bin/pest {files}"},
    {0},
};

const Language language_php = {
    .name = "php",
    .extensions = "php phtml php5 php7 php8 inc",
    .shebangs = "php",
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .rows = rows,
    .begin = begin,
    .test_names = "tests/ Tests/ test/ *Test.php *TestCase.php",
    .tests = tests,
    .table_calls = language_php_table_calls,
    .home = {.manifests = "composer.json"},
    .installed = "vendor",
    .rules = {.outside_gives_ours = true, .namespaces = LANGUAGE_NAMES_KINDS_APART, .values_called = true,
              .order = LANGUAGE_ORDER_WHOLE,
              .packages = LANGUAGE_PACKAGE_NAME,
              .unknown_is_outside = true,
              .library_unlisted = true,
              .super = LANGUAGE_SUPER_CLASS,
              .mixins_see_users = true,
              .fields_assigned = true,
              .values_flow = true},
    .names = {.constructors = "__construct",
              .iterate = "getIterator current",
              .index = "offsetGet",
              .call = "__invoke",
              .shared_package = PHP_GLOBAL_NAMESPACE,
              .primitives = "int float ; string ; bool ; true"},
    .find_module = language_php_find_module,
    .editing = {.heads = "abstract final readonly public protected private static"},
};
