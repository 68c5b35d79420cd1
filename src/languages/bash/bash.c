/* Bash and other Bourne shells. A command is a call of the function of that
 * name in this file or one it sources; all other commands are programs, outside.
 * A file that sources others by a computed path, and files that only define
 * functions, which somebody has to source, share their names: they run together.
 * Commands whose name is put together are not known, nor what eval runs. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_NAME = 1, KIND_WORD, KIND_FUNCTION, KIND_ASSIGNMENT, KIND_DECLARATION, KIND_COMMENT };
static const char *const kinds[] = {"command_name", "word", "function_definition", "variable_assignment", "declaration_command", "comment", NULL};
enum { FIELD_ARGUMENT = 1 };
static const char *const fields[] = {"argument", NULL};

/* Whether a file does nothing when it is run. */
static bool only_defines(const LanguageBuild *build, NodeNo root) {
  bool has_function = false;
  for (NodeNo c = syntax_first(build->syntax, root); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (language_is_part(build, c) && kind != KIND_FUNCTION && kind != KIND_ASSIGNMENT && kind != KIND_DECLARATION && kind != KIND_COMMENT) return false;
    has_function |= kind == KIND_FUNCTION;
  }
  return has_function;
}

/* Every other file is for itself, and so has a name that is nobody else's. */
static void begin(LanguageBuild *build, NodeNo root) {
  build->facts->package = language_intern(build, only_defines(build, root) ? STR("sourced") : build->path);
}

/* "$DIR/lib.sh": what follows the last expansion is all that is known. */
static Str literal_tail(const Syntax *syntax, NodeNo argument) {
  Str text = syntax_text(syntax, argument);
  if (text.len >= 2 && (text.ptr[0] == '"' || text.ptr[0] == '\'')) text = str_slice(text, 1, text.len - 1);
  size_t expansion = str_find_last_byte(text, '}'), dollar = str_find_last_byte(text, '$');
  if (expansion == STR_NONE || (dollar != STR_NONE && dollar > expansion)) expansion = dollar;
  size_t bracket = str_find_last_byte(text, ')');
  if (bracket != STR_NONE && (expansion == STR_NONE || bracket > expansion)) expansion = bracket;
  if (expansion == STR_NONE) return text;
  Str rest = str_slice(text, expansion, text.len);
  size_t slash = str_find_byte(rest, '/');
  return slash == STR_NONE ? STR_EMPTY : str_slice(rest, slash + 1, rest.len);
}

static void source_file(LanguageBuild *build, NodeNo argument) {
  Str path = literal_tail(build->syntax, argument);
  if (path.len) language_import_all(build, language_intern(build, path), IMPORT_REEXPORT, argument);
  else if (argument) build->facts->package = language_intern(build, STR("sourced"));
}

static ExprNo run_command(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_NAME), word = name ? syntax_child(syntax, name, KIND_WORD) : 0;
  NodeNo argument = syntax_field(syntax, node, FIELD_ARGUMENT);
  Str text = syntax_text(syntax, word);
  language_visit_others(build, node, word ? name : 0);
  if (!word) return 0;
  if (str_eq(text, STR("source")) || str_eq(text, STR("."))) {
    source_file(build, argument);
    return 0;
  }
  /* A trap calls, if later; functions of a shell are nothing but called. */
  if (str_eq(text, STR("trap")) && syntax_kind(syntax, argument) == KIND_WORD) language_call_name(build, argument, node);
  return language_call_name(build, word, node);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_ASSIGN, .node = "variable_assignment", .flags = DEF_EXPORTED, .name = "name", .value = "value"},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .name = "variable", .value = "value", .body = "body"},
    {LANGUAGE_ROW_OWN, .node = "command", .handler = {.expr = run_command}},
    {LANGUAGE_ROW_NAME, .node = "variable_name"},
    {LANGUAGE_ROW_NOTHING, .node = "heredoc_start regex"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

static const LanguageTest tests[] = {{.command = "bats {files}"}, {0}};

const Language language_bash = {
    .name = "bash",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "sh bash zsh ksh bats",
    .filenames = ".bashrc .profile .bash_profile .zshrc PKGBUILD .env .env.* .envrc",
    .shebangs = "sh bash zsh ksh dash bats",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .begin = begin,
    .rules = {.namespaces = LANGUAGE_NAMES_KINDS_APART, .packages = LANGUAGE_PACKAGE_NAME, .names_once = true, .unknown_is_outside = true},
    .near = "{}",
    .test_names = "*.bats test_*.sh *_test.sh",
    .tests = tests,
    .editing = {.indent = "  "},
};
