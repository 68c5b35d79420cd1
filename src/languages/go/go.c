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

#define VALUE(name, handler) {.node = name, .expr = handler}
#define TYPE(name, handler) \
  {.node = name, .expr = language_go_type_value, .type = handler}

static const LanguageHandler handlers[] = {
    {.node = "package_clause", .visit = language_go_package},
    {.node = "import_spec", .visit = language_go_import},
    {.node = "const_spec", .visit = language_go_const},
    {.node = "var_spec", .visit = language_go_var},
    {.node = "type_spec", .visit = language_go_type_decl},
    {.node = "type_alias", .visit = language_go_type_decl},
    {.node = "function_declaration", .visit = language_go_function},
    {.node = "method_declaration", .visit = language_go_method},
    {.node = "label_name", .visit = visit_nothing},

    {.node = "block", .visit = language_visit_block},
    {.node = "if_statement", .visit = language_visit_block},
    {.node = "for_statement", .visit = language_visit_block},
    {.node = "expression_switch_statement", .visit = language_visit_block},
    {.node = "expression_case", .visit = language_visit_block},
    {.node = "default_case", .visit = language_visit_block},
    {.node = "communication_case", .visit = language_visit_block},
    {.node = "type_switch_statement", .visit = language_go_type_switch},
    {.node = "short_var_declaration", .visit = language_go_short_var},
    {.node = "assignment_statement", .visit = language_go_assignment},
    {.node = "inc_statement", .visit = language_go_increment},
    {.node = "dec_statement", .visit = language_go_increment},
    {.node = "range_clause", .visit = language_go_range},
    {.node = "receive_statement", .visit = language_go_receive},

    {.node = "identifier", .expr = language_go_identifier, .type = language_type_name},
    VALUE("call_expression", language_go_call),
    VALUE("selector_expression", language_go_selector),
    VALUE("index_expression", language_go_index),
    VALUE("slice_expression", language_go_slice),
    VALUE("type_assertion_expression", language_go_assertion),
    VALUE("type_conversion_expression", language_go_conversion),
    VALUE("type_instantiation_expression", language_go_instantiation),
    VALUE("composite_literal", language_go_composite),
    VALUE("literal_value", language_go_literal_value),
    VALUE("func_literal", language_go_func_literal),
    VALUE("unary_expression", language_go_unary),
    VALUE("binary_expression", language_go_binary),
    VALUE("parenthesized_expression", language_expr_inner),
    VALUE("raw_string_literal", language_expr_string),
    VALUE("interpreted_string_literal", language_expr_string),
    VALUE("int_literal", language_expr_int),
    VALUE("float_literal", language_expr_double),
    VALUE("rune_literal", language_go_rune),
    VALUE("iota", language_expr_int),
    VALUE("nil", language_expr_null),
    VALUE("true", language_expr_bool),
    VALUE("false", language_expr_bool),

    TYPE("type_identifier", language_type_name),
    TYPE("qualified_type", language_go_type_qualified),
    TYPE("generic_type", language_go_type_generic),
    TYPE("pointer_type", language_go_type_pointer),
    TYPE("array_type", language_go_type_element),
    TYPE("implicit_length_array_type", language_go_type_element),
    TYPE("slice_type", language_go_type_element),
    TYPE("map_type", language_go_type_map),
    TYPE("channel_type", language_go_type_channel),
    TYPE("function_type", language_go_type_function),
    TYPE("struct_type", language_go_type_struct),
    TYPE("interface_type", language_go_type_interface),
    TYPE("type_elem", language_go_type_list),
    TYPE("type_constraint", language_go_type_list),
    TYPE("negated_type", language_type_inner),
    TYPE("parenthesized_type", language_type_inner),
    {.node = NULL},
};

static bool is_test(Str path) { return str_ends_with(path, STR("_test.go")); }

static const LanguageTest tests[] = {{NULL, NULL, "go test {dirs}"}, {0}};

const Language language_go = {
    .name = "go",
    .extensions = "go",
    .comments = "comment",
    .grammar = tree_sitter_go,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .begin = language_go_begin,
    .is_test = is_test,
    .tests = tests,
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
