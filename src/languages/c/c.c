/* C. Declarations name things at the end of a chain of declarators; macros
 * may stand anywhere. Both sides of an #if are read: the grammar keeps both. */
#include "src/languages/c/c_internal.h"

const TSLanguage *tree_sitter_c(void);

#define C_WORD_ROW(id, word) word,
static const char *const kinds[] = {C_KINDS(C_WORD_ROW) NULL};
static const char *const fields[] = {C_FIELDS(C_WORD_ROW) NULL};
#undef C_WORD_ROW

static void visit_nothing(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
}

static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  build->state = ARENA_NEW(build->arena, CState);
}

static ExprNo char_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add_literal(build, LITERAL_CHAR, node);
}

/* A folder called test or tests, or a name that begins or ends so. */
static bool is_test(Str path) {
  Str rest = path, part = STR_EMPTY;
  while (rest.len) {
    part = str_cut(&rest, '/');
    if (rest.len && language_word_in("test tests", part)) return true;
  }
  size_t dot = str_find_last_byte(part, '.');
  Str stem = dot == STR_NONE ? part : str_slice(part, 0, dot);
  return str_starts_with(stem, STR("test_")) || str_starts_with(stem, STR("test-")) ||
         str_ends_with(stem, STR("_test")) || str_ends_with(stem, STR("-test")) || str_eq(stem, STR("test"));
}

#define VALUE(name, handler) {.node = name, .expr = handler}
#define TYPE(name, handler) {.node = name, .visit = language_c_visit_type, .type = handler}

static const LanguageHandler handlers[] = {
    {.node = "preproc_include", .visit = language_c_include},
    {.node = "preproc_def", .visit = language_c_define},
    {.node = "preproc_function_def", .visit = language_c_define},
    {.node = "preproc_call", .visit = visit_nothing},
    {.node = "preproc_if", .visit = language_c_condition},
    {.node = "preproc_ifdef", .visit = language_c_condition},
    {.node = "preproc_elif", .visit = language_c_condition},
    {.node = "preproc_elifdef", .visit = language_c_condition},
    {.node = "preproc_else", .visit = language_c_condition},
    {.node = "function_definition", .visit = language_c_function},
    {.node = "declaration", .visit = language_c_declaration},
    {.node = "type_definition", .visit = language_c_typedef},
    {.node = "linkage_specification", .visit = language_c_linkage},
    {.node = "expression_statement", .visit = language_c_statement},
    {.node = "attribute_specifier", .visit = visit_nothing},
    {.node = "attribute_declaration", .visit = visit_nothing},
    {.node = "ms_declspec_modifier", .visit = visit_nothing},
    {.node = "statement_identifier", .visit = visit_nothing},
    {.node = "field_identifier", .visit = visit_nothing},
    {.node = "for_statement", .visit = language_visit_block},
    {.node = "compound_statement", .visit = language_visit_block, .expr = language_c_compound_value},

    TYPE("struct_specifier", language_c_type_tagged),
    TYPE("union_specifier", language_c_type_tagged),
    TYPE("enum_specifier", language_c_type_tagged),
    TYPE("macro_type_specifier", language_c_type_macro),
    TYPE("sized_type_specifier", language_c_type_sized),
    TYPE("primitive_type", language_c_type_primitive),
    TYPE("type_identifier", language_type_name),
    TYPE("type_descriptor", language_c_type_descriptor),

    VALUE("identifier", language_c_identifier),
    VALUE("call_expression", language_c_call),
    VALUE("field_expression", language_c_member),
    VALUE("subscript_expression", language_c_subscript),
    VALUE("assignment_expression", language_c_assignment),
    VALUE("update_expression", language_c_update),
    VALUE("pointer_expression", language_c_pointer),
    VALUE("binary_expression", language_c_binary),
    VALUE("cast_expression", language_c_cast),
    VALUE("conditional_expression", language_c_conditional),
    VALUE("comma_expression", language_c_comma),
    VALUE("compound_literal_expression", language_c_compound_literal),
    VALUE("initializer_list", language_c_initializer),
    VALUE("parenthesized_expression", language_expr_inner),
    VALUE("extension_expression", language_expr_inner),
    VALUE("offsetof_expression", language_c_offsetof),
    VALUE("number_literal", language_expr_int),
    VALUE("char_literal", char_literal),
    VALUE("string_literal", language_expr_string),
    VALUE("true", language_expr_bool),
    VALUE("false", language_expr_bool),
    VALUE("null", language_expr_null),
    {.node = NULL},
};

static const LanguageTest tests[] = {
    {"CMakeLists.txt", "enable_testing", "ctest --test-dir build"},
    {"CMakeLists.txt", "CTest", "ctest --test-dir build"},
    {"meson.build", "test(", "meson test -C build"},
    {"Makefile.am", "TESTS", "make check"},
    {"Makefile", "test:", "make test"},
    {"Makefile", "check:", "make check"},
    {0},
};

const Language language_c = {
    .name = "c",
    .extensions = "c h",
    .comments = "comment",
    .grammar = tree_sitter_c,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .begin = begin,
    .finish = language_c_hidden_includes,
    .parts = language_c_parts,
    .is_test = is_test,
    .tests = tests,
    .rules = {.namespaces = LANGUAGE_NAMES_TYPES_APART,
              .order = LANGUAGE_ORDER_AROUND,
              .globals = LANGUAGE_GLOBALS_LINKED,
              .member_is_subscript = true,
              .macros_call = true,
              .fields_call = true},
    .names = {.globals = "*"},
    .claims = language_c_claims,
    .find_module = language_c_find_module,
};
