/* fish: functions and the commands that call them. A function is the one of its
 * name in any file, since fish loads them by name; sourced files are followed by
 * their path. Variables are not followed. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_WORD = 1 };
static const char *const kinds[] = {"word", NULL};
enum { FIELD_NAME = 1, FIELD_ARGUMENT };
static const char *const fields[] = {"name", "argument", NULL};

static void visit_command(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, FIELD_NAME), first = language_field(build, node, FIELD_ARGUMENT);
  Str word = language_text(build, name);
  bool is_source = str_eq(word, STR("source")) || str_eq(word, STR("."));
  language_visit_others(build, node, name);
  if (is_source) {
    bool is_path = language_kind(build, first) == KIND_WORD;
    if (is_path) language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = language_name(build, first)}, first);
  } else if (language_kind(build, name) == KIND_WORD && str_find_byte(word, '/') == STR_NONE) {
    language_call_name(build, name, node);
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "command", .handler = {.visit = visit_command}},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_fish = {
    .name = "fish",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "fish",
    .shebangs = "fish",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true},
    .near = "{}",
    .test_names = "tests/ test/",
};
