/* Go. Packages are directories, methods stand apart from their types,
 * interfaces are satisfied by having the methods, and a result may have
 * several parts. */
#include "src/languages/common/package_internal.h"
#include "src/languages/go/go_internal.h"

const TSLanguage *tree_sitter_go(void);

#define GO_WORD_ROW(id, word) word,
static const char *const kinds[] = {GO_KINDS(GO_WORD_ROW) NULL};
static const char *const fields[] = {GO_FIELDS(GO_WORD_ROW) NULL};
#undef GO_WORD_ROW

/* A type may stand where a value is expected: as the argument of make, or what
 * is converted to. */
#define VALUE(handler) {.expr = handler}
#define TYPE(handler) {.expr = language_go_type_value, .type = handler}

/* Nodes that handlers ask for by their number. */
static const LanguageHandler handlers[GO_KIND_COUNT] = {
    [GO_DEFAULT_CASE] = {.visit = language_visit_block},

    [GO_IDENTIFIER] = {.expr = language_go_identifier, .type = language_type_name},
    [GO_CALL] = VALUE(language_go_call),
    [GO_SELECTOR] = VALUE(language_go_selector),
    [GO_INDEX] = VALUE(language_go_index),
    [GO_TYPE_INSTANTIATION] = VALUE(language_go_instantiation),
    [GO_LITERAL_VALUE] = VALUE(language_go_literal_value),
    [GO_UNARY] = VALUE(language_go_unary),
    [GO_PARENTHESIZED] = VALUE(language_expr_inner),

    [GO_TYPE_IDENTIFIER] = TYPE(language_type_name),
    [GO_QUALIFIED_TYPE] = TYPE(language_go_type_qualified),
    [GO_GENERIC_TYPE] = TYPE(language_go_type_generic),
    [GO_POINTER_TYPE] = TYPE(language_go_type_pointer),
    [GO_STRUCT_TYPE] = TYPE(language_go_type_struct),
    [GO_INTERFACE_TYPE] = TYPE(language_go_type_interface),
    [GO_TYPE_ELEM] = TYPE(language_go_type_list),
    [GO_PARENTHESIZED_TYPE] = TYPE(language_type_inner),
    [GO_COMMENT] = {.is_comment = true},
};

/* Nodes that no handler looks at from elsewhere. */
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "package_clause", .handler = {.visit = language_go_package}},
    {LANGUAGE_ROW_OWN, .node = "import_spec", .handler = {.visit = language_go_import}},
    {LANGUAGE_ROW_OWN, .node = "const_spec", .handler = {.visit = language_go_const}},
    {LANGUAGE_ROW_OWN, .node = "var_spec", .handler = {.visit = language_go_var}},
    {LANGUAGE_ROW_OWN, .node = "type_spec type_alias", .handler = {.visit = language_go_type_decl}},
    {LANGUAGE_ROW_OWN, .node = "function_declaration", .handler = {.visit = language_go_function}},
    {LANGUAGE_ROW_OWN, .node = "method_declaration", .handler = {.visit = language_go_method}},
    {LANGUAGE_ROW_OWN, .node = "type_constraint", .handler = TYPE(language_go_type_list)},
    {LANGUAGE_ROW_TYPE, .node = "implicit_length_array_type slice_type", .kind = EXPR_LIST_OF, .base = "element"},
    {LANGUAGE_ROW_OWN, .node = "array_type", .handler = TYPE(language_go_type_element)},
    {LANGUAGE_ROW_TYPE, .node = "map_type", .kind = EXPR_MAP_OF, .items = "key|value"},
    {LANGUAGE_ROW_TYPE, .node = "channel_type", .kind = EXPR_CHAN_OF, .base = "value"},
    {LANGUAGE_ROW_OWN, .node = "function_type", .handler = TYPE(language_go_type_function)},
    {LANGUAGE_ROW_OWN, .node = "negated_type", .handler = TYPE(language_type_inner)},
    {LANGUAGE_ROW_NOTHING, .node = "label_name"},
    {LANGUAGE_ROW_BLOCK,
     .node = "block if_statement for_statement expression_switch_statement expression_case communication_case"},
    {LANGUAGE_ROW_OWN, .node = "short_var_declaration", .handler = {.visit = language_go_short_var}},
    {LANGUAGE_ROW_OWN, .node = "assignment_statement", .handler = {.visit = language_go_assignment}},
    {LANGUAGE_ROW_OWN, .node = "inc_statement dec_statement", .handler = {.visit = language_go_increment}},
    {LANGUAGE_ROW_OWN, .node = "range_clause", .handler = {.visit = language_go_range}},
    {LANGUAGE_ROW_OWN, .node = "type_switch_statement", .handler = {.visit = language_go_type_switch}},
    {LANGUAGE_ROW_OWN, .node = "receive_statement", .handler = {.visit = language_go_receive}},
    {LANGUAGE_ROW_OWN, .node = "slice_expression", .handler = VALUE(language_go_slice)},
    {LANGUAGE_ROW_CAST, .node = "type_assertion_expression", .base = "operand", .type = "type"},
    {LANGUAGE_ROW_OWN, .node = "type_conversion_expression", .handler = VALUE(language_go_conversion)},
    {LANGUAGE_ROW_OWN, .node = "composite_literal", .handler = VALUE(language_go_composite)},
    {LANGUAGE_ROW_OWN, .node = "func_literal", .handler = VALUE(language_go_func_literal)},
    {LANGUAGE_ROW_OWN, .node = "binary_expression", .handler = VALUE(language_go_binary)},
    {LANGUAGE_ROW_LITERAL, .node = "raw_string_literal interpreted_string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "int_literal iota", .kind = LITERAL_INT},
    {LANGUAGE_ROW_LITERAL, .node = "float_literal", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_LITERAL, .node = "rune_literal", .kind = LITERAL_CHAR},
    {LANGUAGE_ROW_LITERAL, .node = "nil", .kind = LITERAL_NULL},
    {LANGUAGE_ROW_LITERAL, .node = "true false", .kind = LITERAL_BOOL},
    {0},
};

static const LanguageTest tests[] = {{NULL, NULL, .command = "go test {dirs}", .all = "go test ./..."}, {0}};

/* Names that begin with a capital are exported. Interfaces are satisfied by
 * methods alone, so who implements what is found by comparing those. */
const Language language_go = {
    .name = "go",
    .extensions = "go",
    .grammar = tree_sitter_go,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .rows = rows,
    .begin = language_go_begin,
    .test_names = "*_test.go",
    .tests = tests,
    .test_folders_join = true, /* after the packages of its library: httptest */
    .documenter = "go doc {}",
    .home = {.manifests = "go.work go.mod",
             .read_package = language_go_read_package,
             .leads = language_package_leads,
             .described = "go.mod",
             .places = {{"GOMODCACHE", "$GOMODCACHE $GOPATH/pkg/mod ~/go/pkg/mod"}}},
    .rules = {.switches = LANGUAGE_SWITCHES_SILENT, .arguments_counted = true, .order = LANGUAGE_ORDER_AROUND,
              .packages = LANGUAGE_PACKAGE_FOLDER,
              .members_hidden = true,
              .fields = LANGUAGE_FIELDS_ASSIGNED,
              .bases = LANGUAGE_BASES_BREADTH,
              .interfaces = LANGUAGE_INTERFACES_METHODS,
              .methods = LANGUAGE_METHODS_PACKAGE,
              .called_type = LANGUAGE_CALLED_TYPE_CONVERTS},
    .names = {.literals = {[LITERAL_BOOL] = "bool", [LITERAL_INT] = "int", [LITERAL_DOUBLE] = "float64",
                           [LITERAL_CHAR] = "rune", [LITERAL_STRING] = "string"},
              .globals = "builtin"},
    .find_module = language_go_find_module,
    .configs = "go.mod go.work",
    .installed = "vendor",
    .editing = {.heads = "type var const", .indent = "\t", .import_name = "import {module}", .modules = LANGUAGE_MODULES_FOLDERS,
                .rooted_at = "go.mod module"},
};
