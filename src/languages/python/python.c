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

/* What each kind of node means. A kind that has no row is walked through:
 * its parts are read, and it gives no value itself; so a new kind of the
 * grammar costs precision there and nothing else. */
static const LanguageHandler handlers[KIND_COUNT] = {
    [KIND_FUNCTION_DEFINITION] = {.visit = language_python_function},
    [KIND_CLASS_DEFINITION] = {.visit = language_python_class},
    [KIND_LAMBDA] = {.expr = language_python_lambda},

    [KIND_IF_STATEMENT] = {.visit = language_python_if},
    [KIND_WITH_STATEMENT] = {.visit = language_python_with},
    [KIND_TRY_STATEMENT] = {.visit = language_python_try},
    [KIND_RETURN_STATEMENT] = {.visit = language_python_return},

    [KIND_ASSIGNMENT] = {.expr = language_python_assignment},
    [KIND_NAMED_EXPRESSION] = {.expr = language_python_walrus},

    [KIND_IDENTIFIER] = {.expr = language_expr_name, .type = language_python_type_identifier},
    [KIND_ATTRIBUTE] = {.expr = language_python_attribute, .type = language_python_type_attribute},
    [KIND_CALL] = {.expr = language_python_call},
    [KIND_SUBSCRIPT] = {.expr = language_python_subscript, .type = language_python_type_subscript},
    [KIND_SLICE] = {.expr = language_python_slice},
    [KIND_KEYWORD_ARGUMENT] = {.expr = language_python_keyword},
    [KIND_LIST_SPLAT] = {.expr = language_python_splat},
    [KIND_DICTIONARY_SPLAT] = {.expr = language_python_splat},
    [KIND_PARENTHESIZED] = {.expr = language_expr_inner, .type = language_type_inner},
    [KIND_BINARY_OPERATOR] = {.expr = language_python_binary, .type = language_python_type_operator},
    [KIND_BOOLEAN_OPERATOR] = {.expr = language_python_boolean},
    [KIND_COMPARISON_OPERATOR] = {.expr = language_python_comparison},
    [KIND_NOT_OPERATOR] = {.expr = language_python_not},
    [KIND_YIELD] = {.expr = language_python_yield},

    /* One that stands alone is a comment. */
    [KIND_STRING] = {.visit = language_visit_expr, .expr = language_python_string, .type = language_python_type_string},
    [KIND_CONCATENATED_STRING] = {.visit = language_visit_expr, .expr = language_python_string},
    [KIND_TRUE] = {.expr = language_expr_bool},
    [KIND_FALSE] = {.expr = language_expr_bool},
    [KIND_NONE] = {.expr = language_expr_null, .type = language_python_type_none},
    [KIND_ELLIPSIS] = {.expr = language_python_ellipsis},
    [KIND_LIST] = {.expr = language_python_list},
    [KIND_TUPLE] = {.expr = language_python_tuple, .type = language_python_type_tuple},
    [KIND_EXPRESSION_LIST] = {.expr = language_python_tuple},
    [KIND_PATTERN_LIST] = {.expr = language_python_tuple},
    [KIND_SET_COMPREHENSION] = {.expr = language_python_comprehension},
    [KIND_DICTIONARY_COMPREHENSION] = {.expr = language_python_comprehension},
    [KIND_GENERATOR_EXPRESSION] = {.expr = language_python_comprehension},

    [KIND_TYPE] = {.type = language_type_inner},
    [KIND_GENERIC_TYPE] = {.type = language_python_type_generic},
    [KIND_COMMENT] = {.is_comment = true},
};

/* Nodes that no handler looks at from elsewhere. */
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "assert_statement", .handler = {.visit = language_python_assert}},
    {LANGUAGE_ROW_OWN, .node = "augmented_assignment", .handler = {.expr = language_python_augmented}},
    {LANGUAGE_ROW_OWN, .node = "await", .handler = {.expr = language_python_await}},
    {LANGUAGE_ROW_OWN, .node = "conditional_expression", .handler = {.expr = language_python_conditional}},
    {LANGUAGE_ROW_OWN, .node = "decorated_definition", .handler = {.visit = language_python_decorated}},
    {LANGUAGE_ROW_OWN, .node = "dictionary", .handler = {.expr = language_python_dictionary}},
    {LANGUAGE_ROW_LITERAL, .node = "float", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_OWN, .node = "for_statement", .handler = {.visit = language_python_for}},
    {LANGUAGE_ROW_NOTHING, .node = "future_import_statement"},
    {LANGUAGE_ROW_OWN, .node = "global_statement", .handler = {.visit = language_python_global}},
    {LANGUAGE_ROW_OWN, .node = "import_from_statement", .handler = {.visit = language_python_import_from}},
    {LANGUAGE_ROW_OWN, .node = "import_statement", .handler = {.visit = language_python_import}},
    {LANGUAGE_ROW_LITERAL, .node = "integer", .kind = LITERAL_INT},
    {LANGUAGE_ROW_OWN, .node = "list_comprehension", .handler = {.expr = language_python_comprehension}},
    {LANGUAGE_ROW_OWN, .node = "match_statement", .handler = {.visit = language_python_match}},
    {LANGUAGE_ROW_OWN, .node = "member_type", .handler = {.type = language_python_type_member}},
    {LANGUAGE_ROW_OWN, .node = "nonlocal_statement", .handler = {.visit = language_python_nonlocal}},
    {LANGUAGE_ROW_OWN, .node = "set", .handler = {.expr = language_python_set}},
    {LANGUAGE_ROW_OWN, .node = "type_alias_statement", .handler = {.visit = language_python_type_alias}},
    {LANGUAGE_ROW_OWN, .node = "unary_operator", .handler = {.expr = language_python_unary}},
    {LANGUAGE_ROW_OWN, .node = "union_type", .handler = {.type = language_python_type_union}},
    {LANGUAGE_ROW_OWN, .node = "while_statement", .handler = {.visit = language_python_while}},
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

/* Two things are looked for before the file is read from top to bottom,
 * since a use may stand before what decides about it: which names `__all__`
 * lists (a definition's visibility is settled when it is made), and which
 * names are type variables (an annotation above `T = TypeVar("T")` may be a
 * string that names it). */
static void begin(LanguageBuild *build, NodeNo root) {
  PythonState *state = ARENA_NEW(build->arena, PythonState);
  build->state = state;
  state->is_stub = str_ends_with(build->path, STR(".pyi"));
  state->has_type_comments = str_contains(build->syntax->text, STR("# type:"));
  map_init(&state->type_vars, build->arena);
  map_init(&state->special, build->arena);
  map_init(&state->modules, build->arena);
  map_init(&state->names, build->arena);
  map_init(&state->exported, build->arena);
  find_exported(build, root);
  language_python_find_type_vars(build, root);
}

/* The first row whose file lies in the project and whose text has the word
 * decides; the last one has no condition. */
static const LanguageTest tests[] = {
    {"tox.ini", "stestr", .command = "stestr run {names|}"},
    {NULL, NULL, .command = "python -m pytest {files}", .many = "python -m pytest {folders}"},
    {0},
};

const Language language_python = {
    .name = "python", .revision = 2,
    .extensions = "py pyi pyw",
    .filenames = "SConstruct SConscript wscript",
    .shebangs = "python python2 python3 pypy pypy3",
    .grammar = tree_sitter_python,
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .rows = rows,
    .begin = begin,
    .finish = language_python_finish,
    .test_names = "tests/ test/ test_* *_test.py tests.py conftest.py",
    .tests = tests,
    .table_calls = language_python_table_calls,
    .documenter = "python3 -m pydoc {}", /* imports what it describes, the project's own modules too */
    .home = {.manifests = "pyproject.toml setup.py",
             .packages = "pyproject.toml setup.py",
             .read_package = language_python_read_package,
             .leads = language_python_leads,
             .described = "pyproject.toml setup.cfg setup.py",
             .environments = ".venv venv",
             .environment_file = "pyvenv.cfg",
             .environment_variable = "VIRTUAL_ENV"},
    .rules = {.switches = LANGUAGE_SWITCHES_SILENT, .mixins_see_users = true, .outside_gives_ours = true, .arguments_counted = true, .type_scope = LANGUAGE_TYPE_SCOPE_BODY,
              .bases = LANGUAGE_BASES_C3,
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
    .editing = {.import_name = "from {module} import {name}",
                .modules = LANGUAGE_MODULES_DOTS,
                .optional_sign = "=",
                .has_keyword_arguments = true,
                .has_defaults = true},
};
