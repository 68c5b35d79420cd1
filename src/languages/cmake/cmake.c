/* CMake: functions and macros, targets, options and variables. A command that some
 * file of the project defines is a call of it; a target that another one is linked
 * with or depends on is a reference from the one to the other. Names that
 * are put together from variables are not known. */
#include "src/languages/language.h"

enum { KIND_IDENTIFIER = 1, KIND_LIST, KIND_ARGUMENT, KIND_PLAIN, KIND_VARIABLE };
static const char *const kinds[] = {"identifier", "argument_list", "argument", "unquoted_argument", "variable_ref", NULL};

enum { TARGETS_BACK = 1000 }; /* how far back a target of the file is looked for */

static const char makers[] = "add_library add_executable add_custom_target";
static const char users[] = "target_link_libraries add_dependencies set_target_properties target_include_directories target_compile_definitions "
                            "target_compile_options target_sources target_compile_features install add_test";
/* Commands of CMake itself that no project defines. */
static const char own[] = "message find_package string list file math if while return foreach project cmake_minimum_required include";

static bool is_plain(Str word) { return word.len && str_find_byte(word, '$') == STR_NONE && str_find_byte(word, '"') == STR_NONE; }

static DefNo known_target(LanguageBuild *build, NodeNo name) {
  const Facts *facts = build->facts;
  for (size_t i = facts->defs.len, left = TARGETS_BACK; name && i-- > 1 && left--;) {
    if (facts->defs.items[i].kind == SYMBOL_MODULE && names_same(facts->defs.items[i].name, language_name(build, name))) return (DefNo)i;
  }
  return 0;
}

/* The path of a file: of one that is given from the file's own folder what is behind that. */
static Str plain_path(Str text) {
  static const char *const folders[] = {"${CMAKE_CURRENT_LIST_DIR}/", "${CMAKE_CURRENT_SOURCE_DIR}/"};
  if (text.len > 2 && text.ptr[0] == '"') text = str_slice(text, 1, text.len - 1);
  for (size_t i = 0; i < COUNT_OF(folders); i++) {
    if (str_starts_with(text, str_from_c(folders[i]))) text = str_slice(text, strlen(folders[i]), text.len);
  }
  return text;
}

/* What is named behind a target is used by it; capitals are words of the command. */
static void use_targets(LanguageBuild *build, NodeNo node, NodeNo first, DefNo from) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_attribute(build, from);
  for (NodeNo c = first; c; c = syntax_next(syntax, c)) {
    NodeNo word = syntax_kind(syntax, c) == KIND_ARGUMENT ? syntax_child(syntax, c, KIND_PLAIN) : 0;
    Str text = syntax_text(syntax, word);
    bool is_word = text.len > 3 && str_eq(text, str_trim(text)) && language_word_in("PUBLIC PRIVATE INTERFACE ALIAS TARGETS DEPENDS", text);
    if (word && is_plain(text) && !is_word) language_expr_name(build, word, REF_READ);
    else language_visit(build, c);
  }
  language_close(build, &before);
}

static void define_target(LanguageBuild *build, NodeNo node, NodeNo list, NodeNo first) {
  const Syntax *syntax = build->syntax;
  bool is_alias = str_eq(syntax_text(syntax, syntax_named(syntax, list, 1)), STR("ALIAS"));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = first, .whole = node, .bind = BIND_HOISTED, .scope = 1});
  if (is_alias) use_targets(build, node, syntax_next(syntax, first), def);
  else language_visit_others(build, list, first);
}

static void visit_command(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_IDENTIFIER), list = syntax_child(syntax, node, KIND_LIST), first = list ? syntax_named(syntax, list, 0) : 0;
  Str word = language_fold(build, syntax_text(syntax, name)), text = syntax_text(syntax, first);
  bool is_named = is_plain(text), includes = str_eq(word, STR("include"));
  if (is_plain(plain_path(text)) && (includes || str_eq(word, STR("add_subdirectory")))) {
    text = plain_path(text);
    Str path = includes ? text : str_format(build->arena, "%.*s/CMakeLists.txt", STR_ARG(text));
    language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = language_intern(build, path)}, first);
  } else if (is_named && language_word_in(makers, word)) {
    define_target(build, node, list, first);
  } else if (is_named && language_word_in(users, word)) {
    DefNo from = known_target(build, first);
    use_targets(build, node, from ? syntax_next(syntax, first) : first, from);
  } else if (is_named && (str_eq(word, STR("set")) || str_eq(word, STR("option")))) {
    bool is_option = str_eq(word, STR("option"));
    if (!build->callable) {
      language_define(build, &(LanguageDef){.kind = is_option ? SYMBOL_CONSTANT : SYMBOL_VARIABLE, .flags = is_option ? DEF_EXPORTED : 0u, .name = first,
                                            .whole = node, .bind = BIND_HOISTED, .scope = 1});
    }
    language_visit_others(build, list, first);
  } else {
    language_visit(build, list);
    if (!language_word_in(own, word)) language_call_name(build, name, node);
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_def", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<function_command>/<argument_list>/0",
     .params = "<function_command>/<argument_list>", .body = "<body>"},
    {LANGUAGE_ROW_DEFINE, .node = "macro_def", .kind = SYMBOL_MACRO, .flags = DEF_EXPORTED, .name = "<macro_command>/<argument_list>/0",
     .params = "<macro_command>/<argument_list>", .body = "<body>"},
    {LANGUAGE_ROW_PARAM, .node = "argument", .name = "<unquoted_argument>"},
    {LANGUAGE_ROW_OWN, .node = "normal_command", .handler = {.visit = visit_command}},
    {LANGUAGE_ROW_NAME, .node = "variable"},
    {LANGUAGE_ROW_COMMENT, .node = "line_comment bracket_comment"},
    {0},
};

const Language language_cmake = {
    .name = "cmake", .revision = 2,
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "cmake",
    .filenames = "CMakeLists.txt",
    .kinds = kinds,
    .rows = rows,
    .rules = {.name_case = LANGUAGE_CASE_OF_CALLS, .globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true},
    .near = "{} {}.cmake",
    .editing = {.indent = "  "},
};
