/* C. Declarations name things at the end of a chain of declarators; macros
 * may stand anywhere. Both sides of an #if are read: the grammar keeps both. */
#include "src/languages/c/cpp_internal.h"

const TSLanguage *tree_sitter_c(void);

#define C_WORD_ROW(id, word) word,
static const char *const kinds[] = {C_KINDS(C_WORD_ROW) NULL};
static const char *const fields[] = {C_FIELDS(C_WORD_ROW) NULL};
#undef C_WORD_ROW

static void visit_nothing(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
}

/* Unlike for other languages nothing has to be looked for beforehand: in
 * this one a name must be declared above its use, or it is another file's. */
static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  build->state = ARENA_NEW(build->arena, CState);
}

static void finish(LanguageBuild *build) {
  language_c_hidden_includes(build);
  language_c_note_uses(build);
  language_c_order_macros(build);
}

static ExprNo char_literal(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add_literal(build, LITERAL_CHAR, node);
}

#define VALUE(handler) {.expr = handler}
#define TYPE(handler) {.visit = language_c_visit_type, .type = handler}

/* What each kind of node means. Attributes and labels are visited as
 * nothing: their words look like names and are none. */
static const LanguageHandler handlers[C_KIND_COUNT] = {
    [C_INCLUDE] = {.visit = language_c_include},
    [C_DEFINE] = {.visit = language_c_define},
    [C_DEFINE_FUNCTION] = {.visit = language_c_define},
    [C_PREPROC_CALL] = {.visit = language_c_directive},
    [C_IF] = {.visit = language_c_condition},
    [C_IFDEF] = {.visit = language_c_condition},
    [C_ELIF] = {.visit = language_c_condition},
    [C_ELIFDEF] = {.visit = language_c_condition},
    [C_ELSE] = {.visit = language_c_condition},
    [C_FUNCTION] = {.visit = language_c_function},
    [C_DECLARATION] = {.visit = language_c_declaration},
    [C_TYPEDEF] = {.visit = language_c_typedef},
    [C_LINKAGE] = {.visit = language_c_linkage},
    [C_EXPRESSION_STATEMENT] = {.visit = language_c_statement},
    [C_ATTRIBUTE_SPECIFIER] = {.visit = visit_nothing},
    [C_ATTRIBUTE_DECLARATION] = {.visit = visit_nothing},
    [C_MS_DECLSPEC] = {.visit = visit_nothing},
    [C_STATEMENT_IDENTIFIER] = {.visit = visit_nothing},
    [C_FIELD_IDENTIFIER] = {.visit = visit_nothing},
    [C_FOR] = {.visit = language_visit_block},
    [C_COMPOUND] = {.visit = language_c_block, .expr = language_c_compound_value},

    [C_STRUCT] = TYPE(language_c_type_tagged),
    [C_UNION] = TYPE(language_c_type_tagged),
    [C_ENUM] = TYPE(language_c_type_tagged),
    [C_MACRO_TYPE] = TYPE(language_c_type_macro),
    [C_SIZED_TYPE] = TYPE(language_c_type_sized),
    [C_PRIMITIVE_TYPE] = TYPE(language_c_type_primitive),
    [C_TYPE_IDENTIFIER] = TYPE(language_type_name),
    [C_TYPE_DESCRIPTOR] = TYPE(language_c_type_descriptor),

    [C_IDENTIFIER] = VALUE(language_c_identifier),
    [C_CALL] = VALUE(language_c_call),
    [C_FIELD_EXPRESSION] = VALUE(language_c_member),
    [C_SUBSCRIPT] = VALUE(language_c_subscript),
    [C_ASSIGNMENT] = VALUE(language_c_assignment),
    [C_UPDATE] = VALUE(language_c_update),
    [C_POINTER] = VALUE(language_c_pointer),
    [C_BINARY] = VALUE(language_c_binary),
    [C_CAST] = VALUE(language_c_cast),
    [C_CONDITIONAL] = VALUE(language_c_conditional),
    [C_COMMA] = VALUE(language_c_comma),
    [C_COMPOUND_LITERAL] = VALUE(language_c_compound_literal),
    [C_INITIALIZER_LIST] = VALUE(language_c_initializer),
    [C_PARENTHESIZED] = VALUE(language_expr_inner),
    [C_EXTENSION] = VALUE(language_expr_inner),
    [C_OFFSETOF] = VALUE(language_c_offsetof),
    [C_NUMBER] = VALUE(language_expr_int),
    [C_CHAR] = VALUE(char_literal),
    [C_STRING] = VALUE(language_expr_string),
    [C_TRUE] = VALUE(language_expr_bool),
    [C_FALSE] = VALUE(language_expr_bool),
    [C_NULL] = VALUE(language_expr_null),
    [C_COMMENT] = {.is_comment = true},
};

/* The language has no test runner of its own; the build system's decides,
 * the first one whose file has the word. */
static const LanguageTest tests[] = {
    {"CMakeLists.txt", "enable_testing", .command = "ctest --test-dir build"},
    {"CMakeLists.txt", "CTest", .command = "ctest --test-dir build"},
    {"meson.build", "test(", .command = "meson test -C build"},
    {"Makefile.am", "TESTS", .command = "make check"},
    {"Makefile", "test:", .command = "make test"},
    {"Makefile", "check:", .command = "make check"},
    {0},
};

const Language language_c = {
    .name = "c",
    .extensions = "c h",
    .grammar = tree_sitter_c,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .begin = begin,
    .finish = finish,
    .parts = language_c_parts,
    .test_names = "test/ tests/ test_* test-* *_test.c *_test.h *-test.c *-test.h test.c test.h",
    .tests = tests,
    .home = {.manifests = "CMakeLists.txt meson.build compile_commands.json configure.ac Makefile",
             .read_package = language_c_read_package,
             .described = "CMakeLists.txt"},
    .rules = {.switches = LANGUAGE_SWITCHES_WARNED, .arguments_counted = true, .namespaces = LANGUAGE_NAMES_TYPES_APART,
              .order = LANGUAGE_ORDER_AROUND,
              .globals = LANGUAGE_GLOBALS_LINKED,
              .member_is_subscript = true, .subscript_of_pointer = true,
              .macros_call = true,
              .fields = LANGUAGE_FIELDS_ASSIGNED},
    .names = {.globals = "*"},
    .claims = language_c_claims,
    .find_module = language_c_find_module,
    .configs = "compile_commands.json",
    .editing = {.heads = "typedef static extern inline const", .import_name = "#include \"{module}\"", .modules = LANGUAGE_MODULES_INCLUDES,
                .headers = "h", .own_word = "static", .keys = "field_identifier statement_identifier"},
};

/* What it adds to C is in the files that begin with cpp; see cpp.c. */
const Language language_cpp = {
    .name = "cpp", .revision = 2,
    .family = "c",
    .extensions = "cc cpp cxx c++ hpp hh hxx h++ ipp tpp inl cppm ixx cu cuh ino h",
    .kinds = language_cpp_kinds,
    .fields = language_cpp_fields,
    .shared = true,
    .handlers = language_cpp_handlers,
    .begin = language_cpp_begin,
    .finish = language_cpp_finish,
    .reading = language_cpp_reading,
    .test_names = "test/ tests/ test_* test-* *_test.cc *_test.cpp *-test.cc *_test.h *-test.h *Test.cpp *_unittest.cc *_tests.cpp test.cc test.cpp",
    .tests = tests,
    .home = {.manifests = "CMakeLists.txt meson.build compile_commands.json configure.ac Makefile",
             .read_package = language_c_read_package,
             .described = "CMakeLists.txt"},
    .rules = {.switches = LANGUAGE_SWITCHES_WARNED, .arguments_counted = true, .parts_are_fields = true,
              .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS,
              .namespaces = LANGUAGE_NAMES_TYPES_APART,
              .order = LANGUAGE_ORDER_AROUND,
              .globals = LANGUAGE_GLOBALS_LINKED,
              .namespaces_flat = true,
              .types_special = true,
              .own_name_is_self = true,
              .unknown_is_outside = true,
              .methods = LANGUAGE_METHODS_ANYWHERE,
              .own_constructors = true,
              .overloads = LANGUAGE_OVERLOADS_RANKED,
              .called_type = LANGUAGE_CALLED_TYPE_MAKES,
              .macros_call = true,
              .types_strict = true,
              .unsolved_is_unknown = true},
    .names = {.constructors = "(new)",
              .literals = {[LITERAL_BOOL] = "bool", [LITERAL_INT] = "int", [LITERAL_DOUBLE] = "double",
                           [LITERAL_CHAR] = "char", [LITERAL_STRING] = CPP_TEXT_TYPE},
              .globals = "*",
              .index = "operator[]", .iterate = "begin", .pointed = "operator*", .arrow = "operator->", .operators = "operator",
              .primitives = CPP_PRIMITIVES},
    .claims = language_cpp_claims,
    .find_module = language_c_find_module,
    .configs = "compile_commands.json",
    .editing = {.heads = "template typedef static extern inline const constexpr virtual explicit friend",
                .keys = "field_identifier statement_identifier"},
};
