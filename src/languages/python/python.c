/* Python. Modules are files; every name of a module can be imported from it,
 * those it imported itself too. Types are read from annotations, and from what
 * values are made of where there are none. */
#include "src/languages/python/python_internal.h"

const TSLanguage *tree_sitter_python(void);

static const char *const kinds[] = {
#define KIND_WORD(kind, word) word,
    PYTHON_KINDS(KIND_WORD)
#undef KIND_WORD
    NULL,
};

static const char *const fields[] = {
#define FIELD_WORD(field, word) word,
    PYTHON_FIELDS(FIELD_WORD)
#undef FIELD_WORD
    NULL,
};

static const LanguageHandler handlers[] = {
    {"function_definition", language_python_function, NULL, NULL},
    {"class_definition", language_python_class, NULL, NULL},
    {"decorated_definition", language_python_decorated, NULL, NULL},
    {"lambda", NULL, language_python_lambda, NULL},

    {"import_statement", language_python_import, NULL, NULL},
    {"import_from_statement", language_python_import_from, NULL, NULL},
    {"future_import_statement", language_python_nothing, NULL, NULL},

    {"if_statement", language_python_if, NULL, NULL},
    {"while_statement", language_python_while, NULL, NULL},
    {"for_statement", language_python_for, NULL, NULL},
    {"with_statement", language_python_with, NULL, NULL},
    {"try_statement", language_python_try, NULL, NULL},
    {"match_statement", language_python_match, NULL, NULL},
    {"assert_statement", language_python_assert, NULL, NULL},
    {"return_statement", language_python_return, NULL, NULL},
    {"global_statement", language_python_global, NULL, NULL},
    {"nonlocal_statement", language_python_nonlocal, NULL, NULL},
    {"type_alias_statement", language_python_type_alias, NULL, NULL},

    {"assignment", NULL, language_python_assignment, NULL},
    {"augmented_assignment", NULL, language_python_augmented, NULL},
    {"named_expression", NULL, language_python_walrus, NULL},

    {"identifier", NULL, language_expr_name, language_python_type_identifier},
    {"attribute", NULL, language_python_attribute, language_python_type_attribute},
    {"call", NULL, language_python_call, NULL},
    {"subscript", NULL, language_python_subscript, language_python_type_subscript},
    {"slice", NULL, language_python_slice, NULL},
    {"keyword_argument", NULL, language_python_keyword, NULL},
    {"list_splat", NULL, language_python_splat, NULL},
    {"dictionary_splat", NULL, language_python_splat, NULL},
    {"parenthesized_expression", NULL, language_expr_inner, language_type_inner},
    {"binary_operator", NULL, language_python_binary, language_python_type_operator},
    {"unary_operator", NULL, language_python_unary, NULL},
    {"boolean_operator", NULL, language_python_boolean, NULL},
    {"comparison_operator", NULL, language_python_comparison, NULL},
    {"not_operator", NULL, language_python_not, NULL},
    {"conditional_expression", NULL, language_python_conditional, NULL},
    {"await", NULL, language_python_await, NULL},
    {"yield", NULL, language_python_yield, NULL},

    {"string", NULL, language_python_string, language_python_type_string},
    {"concatenated_string", NULL, language_python_string, NULL},
    {"integer", NULL, language_expr_int, NULL},
    {"float", NULL, language_expr_double, NULL},
    {"true", NULL, language_expr_bool, NULL},
    {"false", NULL, language_expr_bool, NULL},
    {"none", NULL, language_expr_null, language_python_type_none},
    {"ellipsis", NULL, language_python_ellipsis, NULL},
    {"list", NULL, language_python_list, NULL},
    {"set", NULL, language_python_set, NULL},
    {"tuple", NULL, language_python_tuple, language_python_type_tuple},
    {"expression_list", NULL, language_python_tuple, NULL},
    {"pattern_list", NULL, language_python_tuple, NULL},
    {"dictionary", NULL, language_python_dictionary, NULL},
    {"list_comprehension", NULL, language_python_comprehension, NULL},
    {"set_comprehension", NULL, language_python_comprehension, NULL},
    {"dictionary_comprehension", NULL, language_python_comprehension, NULL},
    {"generator_expression", NULL, language_python_comprehension, NULL},

    {"type", NULL, NULL, language_type_inner},
    {"generic_type", NULL, NULL, language_python_type_generic},
    {"union_type", NULL, NULL, language_python_type_union},
    {"member_type", NULL, NULL, language_python_type_member},
    {0},
};

/* ---- one file ---- */

/* `__all__ = [...]`: names with an underscore that are public all the same. */
static void find_exported(LanguageBuild *build, NodeNo root) {
  const Syntax *syntax = build->syntax;
  PythonState *state = python_state(build);
  for (NodeNo c = syntax_first(syntax, root); c; c = syntax_next(syntax, c)) {
    NodeNo assignment = syntax_child(syntax, c, KIND_ASSIGNMENT);
    if (!str_eq(syntax_text(syntax, syntax_field(syntax, assignment, FIELD_LEFT)), STR("__all__"))) continue;
    NodeNo list = syntax_field(syntax, assignment, FIELD_RIGHT);
    for (NodeNo item = list ? syntax_first(syntax, list) : 0; item; item = syntax_next(syntax, item)) {
      Str text = syntax_text(syntax, item);
      bool is_string = syntax_kind(syntax, item) == KIND_STRING && text.len > 2;
      if (is_string) map_put(&state->exported, str_slice(text, 1, text.len - 1), state);
    }
  }
}

static void begin(LanguageBuild *build, NodeNo root) {
  PythonState *state = ARENA_NEW(build->arena, PythonState);
  build->state = state;
  state->is_stub = str_ends_with(build->path, STR(".pyi"));
  map_init(&state->type_vars, build->arena);
  map_init(&state->special, build->arena);
  map_init(&state->modules, build->arena);
  map_init(&state->names, build->arena);
  map_init(&state->exported, build->arena);
  find_exported(build, root);
  language_python_find_type_vars(build, root);
}

static bool is_test(Str path) {
  Str rest = path;
  while (str_find_byte(rest, '/') != STR_NONE) {
    Str folder = str_cut(&rest, '/');
    if (str_eq(folder, STR("tests")) || str_eq(folder, STR("test"))) return true;
  }
  return str_starts_with(rest, STR("test_")) || str_ends_with(rest, STR("_test.py")) ||
         str_eq(rest, STR("tests.py")) || str_eq(rest, STR("conftest.py"));
}

static const LanguageTest tests[] = {
    {"tox.ini", "stestr", "stestr run {names}"},
    {NULL, NULL, "python -m pytest {files}"},
    {0},
};

const Language language_python = {
    .name = "python",
    .extensions = "py pyi pyw",
    .filenames = "SConstruct SConscript wscript",
    .shebangs = "python python2 python3 pypy pypy3",
    .comments = "comment",
    .grammar = tree_sitter_python,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .begin = begin,
    .finish = language_python_finish,
    .is_test = is_test,
    .tests = tests,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_BODY,
              .line = LANGUAGE_LINE_C3,
              .fields_assigned = true,
              .called_type = LANGUAGE_CALLED_TYPE_MAKES,
              .called_by_alias = true,
              .super_call_names = true,
              .makers_decide = true,
              .receiver_typed = true,
              .decorators_replace = true,
              .values_flow = true},
    .names = {
        .constructors = "__init__ __new__",
        .literals = {[LITERAL_NULL] = "NoneType", [LITERAL_BOOL] = "bool", [LITERAL_INT] = "int",
                     [LITERAL_LONG] = "int", [LITERAL_FLOAT] = "float", [LITERAL_DOUBLE] = "float",
                     [LITERAL_STRING] = "str", [LITERAL_BYTES] = "bytes", [LITERAL_OTHER] = "ellipsis"},
        .list = "list",
        .set = "set",
        .map = "dict",
        .tuple = "tuple",
        .function = "function",
        .promise = "Coroutine Awaitable",
        .generator = "Generator",
        .object = "object",
        .iterate = "__iter__ __next__",
        .index = "__getitem__",
        .call = "__call__",
        .package_file = "__init__",
        .await = "__await__ close", /* a generator's close gives what it returned */
        .globals = "builtins.pyi typing.pyi",
    },
    .find_module = language_python_find_module,
    .configs = "pyproject.toml setup.cfg pyvenv.cfg",
    .installed = "site-packages",
};
