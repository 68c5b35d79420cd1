/* Go. Packages are directories, methods stand apart from their types,
 * interfaces are satisfied by having the methods, and a result may have
 * several parts. */
#include "src/languages/go/go_internal.h"

const TSLanguage *tree_sitter_go(void);

#define GO_WORD_ROW(id, word) word,
static const char *const kinds[] = {GO_KINDS(GO_WORD_ROW) NULL};
static const char *const fields[] = {GO_FIELDS(GO_WORD_ROW) NULL};
#undef GO_WORD_ROW

static void visit_nothing(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
}

#define VALUE(handler) {.expr = handler}
#define TYPE(handler) \
  {.expr = language_go_type_value, .type = handler}

static const LanguageHandler handlers[GO_KIND_COUNT] = {
    [GO_PACKAGE_CLAUSE] = {.visit = language_go_package},
    [GO_IMPORT_SPEC] = {.visit = language_go_import},
    [GO_CONST_SPEC] = {.visit = language_go_const},
    [GO_VAR_SPEC] = {.visit = language_go_var},
    [GO_TYPE_SPEC] = {.visit = language_go_type_decl},
    [GO_TYPE_ALIAS] = {.visit = language_go_type_decl},
    [GO_FUNCTION_DECLARATION] = {.visit = language_go_function},
    [GO_METHOD_DECLARATION] = {.visit = language_go_method},
    [GO_LABEL_NAME] = {.visit = visit_nothing},

    [GO_BLOCK] = {.visit = language_visit_block},
    [GO_IF_STATEMENT] = {.visit = language_visit_block},
    [GO_FOR_STATEMENT] = {.visit = language_visit_block},
    [GO_SWITCH_STATEMENT] = {.visit = language_visit_block},
    [GO_EXPRESSION_CASE] = {.visit = language_visit_block},
    [GO_DEFAULT_CASE] = {.visit = language_visit_block},
    [GO_COMMUNICATION_CASE] = {.visit = language_visit_block},
    [GO_TYPE_SWITCH] = {.visit = language_go_type_switch},
    [GO_SHORT_VAR] = {.visit = language_go_short_var},
    [GO_ASSIGNMENT] = {.visit = language_go_assignment},
    [GO_INC_STATEMENT] = {.visit = language_go_increment},
    [GO_DEC_STATEMENT] = {.visit = language_go_increment},
    [GO_RANGE_CLAUSE] = {.visit = language_go_range},
    [GO_RECEIVE_STATEMENT] = {.visit = language_go_receive},

    [GO_IDENTIFIER] = {.expr = language_go_identifier, .type = language_type_name},
    [GO_CALL] = VALUE(language_go_call),
    [GO_SELECTOR] = VALUE(language_go_selector),
    [GO_INDEX] = VALUE(language_go_index),
    [GO_SLICE] = VALUE(language_go_slice),
    [GO_TYPE_ASSERTION] = VALUE(language_go_assertion),
    [GO_TYPE_CONVERSION] = VALUE(language_go_conversion),
    [GO_TYPE_INSTANTIATION] = VALUE(language_go_instantiation),
    [GO_COMPOSITE_LITERAL] = VALUE(language_go_composite),
    [GO_LITERAL_VALUE] = VALUE(language_go_literal_value),
    [GO_FUNC_LITERAL] = VALUE(language_go_func_literal),
    [GO_UNARY] = VALUE(language_go_unary),
    [GO_BINARY] = VALUE(language_go_binary),
    [GO_PARENTHESIZED] = VALUE(language_expr_inner),
    [GO_RAW_STRING] = VALUE(language_expr_string),
    [GO_STRING] = VALUE(language_expr_string),
    [GO_INT] = VALUE(language_expr_int),
    [GO_FLOAT] = VALUE(language_expr_double),
    [GO_RUNE] = VALUE(language_go_rune),
    [GO_IOTA] = VALUE(language_expr_int),
    [GO_NIL] = VALUE(language_expr_null),
    [GO_TRUE] = VALUE(language_expr_bool),
    [GO_FALSE] = VALUE(language_expr_bool),

    [GO_TYPE_IDENTIFIER] = TYPE(language_type_name),
    [GO_QUALIFIED_TYPE] = TYPE(language_go_type_qualified),
    [GO_GENERIC_TYPE] = TYPE(language_go_type_generic),
    [GO_POINTER_TYPE] = TYPE(language_go_type_pointer),
    [GO_ARRAY_TYPE] = TYPE(language_go_type_element),
    [GO_IMPLICIT_ARRAY_TYPE] = TYPE(language_go_type_element),
    [GO_SLICE_TYPE] = TYPE(language_go_type_element),
    [GO_MAP_TYPE] = TYPE(language_go_type_map),
    [GO_CHANNEL_TYPE] = TYPE(language_go_type_channel),
    [GO_FUNCTION_TYPE] = TYPE(language_go_type_function),
    [GO_STRUCT_TYPE] = TYPE(language_go_type_struct),
    [GO_INTERFACE_TYPE] = TYPE(language_go_type_interface),
    [GO_TYPE_ELEM] = TYPE(language_go_type_list),
    [GO_TYPE_CONSTRAINT] = TYPE(language_go_type_list),
    [GO_NEGATED_TYPE] = TYPE(language_type_inner),
    [GO_PARENTHESIZED_TYPE] = TYPE(language_type_inner),
    [GO_COMMENT] = {.is_comment = true},
};

static bool is_test(Str path) { return str_ends_with(path, STR("_test.go")); }

static const LanguageTest tests[] = {{NULL, NULL, "go test {dirs}"}, {0}};

const Language language_go = {
    .name = "go",
    .extensions = "go",
    .grammar = tree_sitter_go,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .begin = language_go_begin,
    .is_test = is_test,
    .tests = tests,
    .test_folders_join = true, /* after the packages of its library: httptest */
    .documenter = "go doc {}",
    .home = {.manifests = "go.work go.mod",
             .place = "GOMODCACHE",
             .place_paths = "$GOMODCACHE $GOPATH/pkg/mod ~/go/pkg/mod"},
    .rules = {.order = LANGUAGE_ORDER_AROUND,
              .packages = LANGUAGE_PACKAGE_FOLDER,
              .members_hidden = true,
              .line = LANGUAGE_LINE_BREADTH,
              .interfaces = LANGUAGE_INTERFACES_METHODS,
              .methods_apart = true,
              .called_type = LANGUAGE_CALLED_TYPE_CONVERTS},
    .names = {.literals = {[LITERAL_BOOL] = "bool", [LITERAL_INT] = "int", [LITERAL_DOUBLE] = "float64",
                           [LITERAL_CHAR] = "rune", [LITERAL_STRING] = "string"},
              .globals = "builtin"},
    .find_module = language_go_find_module,
    .configs = "go.mod go.work",
    .installed = "vendor",
};
