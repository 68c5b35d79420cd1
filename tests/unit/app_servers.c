/* Language servers of the user's own: the option, the words after serve. */
#include "tests/unit/os_scratch.h"

#include "src/app/app_internal.h"
#include "src/lsp/servers.h"

static Str from_words(Scratch *s, const char *const *words) {
  Str list[8], json = STR_EMPTY;
  size_t count = 0;
  while (words[count]) list[count] = str_from_c(words[count]), count++;
  scratch_ok(s, app_servers_from_words(&s->job, list, count, &json));
  return json;
}

static void words_become_entries(void **state) {
  Scratch *s = *state;
  const char *const pairs[] = {"go:gopls", "typescript:typescript-language-server,--stdio", NULL};
  scratch_same(from_words(s, pairs), "[{\"language_id\":\"go\",\"command\":[\"gopls\"]},"
                                     "{\"language_id\":\"typescript\",\"command\":[\"typescript-language-server\",\"--stdio\"]}]");
  const char *const one[] = {"typescript", "tsgo", "--lsp", "--stdio", NULL};
  scratch_same(from_words(s, one), "[{\"language_id\":\"typescript\",\"command\":[\"tsgo\",\"--lsp\",\"--stdio\"]}]");
}

static void words_that_name_none(void **state) {
  Scratch *s = *state;
  static const struct {
    const char *word;
    const char *words;
  } rows[] = {{"go", "'go' names no language server; it takes LANG:SERVER,ARG... or LANG SERVER"},
              {":gopls", "':gopls' names no language server"},
              {"go:", "'go:' names no language server"},
              {"go:,x", "'go:,x' names no language server"}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    Str json, word = str_from_c(rows[i].word);
    scratch_fails(s, app_servers_from_words(&s->job, &word, 1, &json), ERR_USAGE, rows[i].words);
  }
}

static void what_is_wrong_with_a_value(void **state) {
  Scratch *s = *state;
  static const struct {
    const char *json;
    const char *words;
  } rows[] = {
      {"[]", ""},
      {"[{\"extensions\":[\"py\"],\"command\":[\"pylsp\"]}]", ""},
      {"[{\"language_id\":\"gdscript\",\"connect\":\"127.0.0.1:6005\"}]", ""},
      {"{}", "takes an array of objects with extensions and command"},
      {"[1]", "takes objects with extensions and command"},
      {"[{\"extensions\":\"py\",\"command\":[\"x\"]}]", "takes arrays of strings as extensions and command"},
      {"[{\"extensions\":[\"py\"],\"command\":[\"\"]}]", "takes arrays of strings as extensions and command"},
      {"[{\"command\":[\"x\"]}]", "has an entry without extensions and language_id"},
      {"[{\"extensions\":[\"py\"]}]", "has an entry without command and connect"},
      {"[{\"extension\":[\"py\"]}]", "has an entry with 'extension'; it takes extensions, command, language_id and connect"},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const Json *json;
    scratch_ok(s, json_read(&s->job, str_from_c(rows[i].json), NULL, &json));
    scratch_same(app_servers_check(&s->job, json), rows[i].words);
  }
}

/* The first kind for a Python file, given a user's and a project's file. */
static Str python_server(Scratch *s, const char *user, const char *project, size_t *ret_warnings) {
  AppConfig *config = app_config_default(&s->job);
  const LspServers *table;
  size_t count;
  if (user) scratch_ok(s, app_config_take(&s->job, config, STR("user"), str_from_c(user), false));
  if (project) scratch_ok(s, app_config_take(&s->job, config, STR("project"), str_from_c(project), true));
  app_config_warnings(config, ret_warnings);
  scratch_ok(s, app_servers_table(&s->job, config, &table));
  return (*lsp_servers_for(&s->arena, table, STR("a.py"), STR_EMPTY, &count))->name;
}

static void only_the_users_file_counts(void **state) {
  Scratch *s = *state;
  static const char mine[] = "{\"servers\":[{\"extensions\":[\"py\"],\"command\":[\"mine\"]}]}";
  size_t warnings;
  scratch_same(python_server(s, NULL, NULL, &warnings), "pyright");
  assert_int_equal(warnings, 0);
  scratch_same(python_server(s, mine, NULL, &warnings), "mine");
  assert_int_equal(warnings, 0);
  scratch_same(python_server(s, NULL, mine, &warnings), "pyright");
  assert_int_equal(warnings, 1);
  scratch_same(python_server(s, "{\"servers\":[{}]}", NULL, &warnings), "pyright");
  assert_int_equal(warnings, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(words_become_entries),
      SCRATCH_TEST(words_that_name_none),
      SCRATCH_TEST(what_is_wrong_with_a_value),
      SCRATCH_TEST(only_the_users_file_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
