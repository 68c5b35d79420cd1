/* The table of language servers: how it is read, what the user's entries make
 * of it, which server a file gets. */
#include "tests/unit/os_scratch.h"

#include "src/base/buf.h"
#include "src/lsp/servers.h"

#define ROW "one\ta:x,y b:=Name\tone|uno --stdio\tm ^n\t{\"k\":1}\tno_progress,scoped\ttested\tget one\n"

static const LspServers *read_with(Scratch *s, const char *data, const LspServerChoice *choices, size_t count) {
  const LspServers *servers = NULL;
  scratch_ok(s, lsp_servers_read(&s->job, str_from_c(data), choices, count, &servers));
  return servers;
}

static const LspServerKind *only(const LspServers *servers) {
  size_t count;
  const LspServerKind *kinds = lsp_servers_list(servers, &count);
  assert_int_equal(count, 1);
  return kinds;
}

static Str joined(Scratch *s, const Str *items, size_t count) {
  Buf text;
  buf_init(&text, &s->arena, 10000);
  for (size_t i = 0; i < count; i++) {
    if (i) buf_add_byte(&text, ' ');
    buf_add(&text, items[i]);
  }
  return buf_str(&text);
}

/* Names of the kinds for a file or a language. */
static Str names_for(Scratch *s, const LspServers *servers, const char *path, const char *language) {
  size_t count;
  const LspServerKind **kinds = lsp_servers_for(&s->arena, servers, str_from_c(path), str_from_c(language), &count);
  Str *names = ARENA_ARRAY(&s->arena, Str, count);
  for (size_t i = 0; i < count; i++) names[i] = kinds[i]->name;
  return joined(s, names, count);
}

static void a_row(void **state) {
  Scratch *s = *state;
  const LspServerKind *kind = only(read_with(s, "# words\n\n" ROW, NULL, 0));
  scratch_same(kind->name, "one");
  scratch_same(joined(s, kind->languages, kind->language_count), "a b");
  scratch_same(joined(s, kind->extensions, kind->extension_count), "x y =Name");
  scratch_same(joined(s, kind->extension_languages, kind->extension_count), "a a b");
  scratch_same(joined(s, kind->command, kind->command_count), "one --stdio");
  scratch_same(joined(s, kind->programs, kind->program_count), "one uno");
  scratch_same(joined(s, kind->markers, kind->marker_count), "m ^n");
  scratch_same(kind->settings, "{\"k\":1}");
  assert_int_equal(kind->quirks, LSP_QUIRK_NO_PROGRESS | LSP_QUIRK_SCOPED);
  scratch_same(kind->install, "get one");
  assert_false(kind->untested);
  assert_false(kind->from_user);
}

static void quoted_words(void **state) {
  Scratch *s = *state;
  const LspServerKind *kind = only(read_with(s, "r\tr:r\tr -e \"two words\" end\t-\t-\t-\tuntested\tget r\n", NULL, 0));
  assert_int_equal(kind->command_count, 4);
  scratch_same(kind->command[2], "two words");
  scratch_same(kind->command[3], "end");
  assert_true(kind->untested);
  assert_int_equal(kind->marker_count, 0);
}

static void broken_rows(void **state) {
  Scratch *s = *state;
  static const struct {
    const char *row;
    const char *words;
  } rows[] = {
      {"one\ta:x\tone\t-\t-\t-\ttested\n", "line 1: has 7 columns instead of 8"},
      {"one\ta:x\tone\t-\t-\t-\ttested\tget\tmore\n", "line 1: has 9 columns instead of 8"},
      {"one\ta:x\tone\t\t-\t-\ttested\tget\n", "line 1, markers '': takes '-' where there is nothing"},
      {"one\ta\tone\t-\t-\t-\ttested\tget\n", "line 1, languages 'a': takes id:ext,ext"},
      {"one\ta:.x\tone\t-\t-\t-\ttested\tget\n", "line 1, languages 'a:.x': takes extensions without a dot"},
      {"one\ta:x a:y\tone\t-\t-\t-\ttested\tget\n", "languages 'a:y': the id is there twice"},
      {"one\ta:x\tone\t-\t[1]\t-\ttested\tget\n", "settings '[1]': takes one JSON object"},
      {"one\ta:x\tone\t-\t{\t-\ttested\tget\n", "settings '{': takes one JSON object"},
      {"one\ta:x\tone\t-\t-\tfast\ttested\tget\n", "quirks 'fast': there is no such quirk"},
      {"one\ta:x\tone\t-\t-\t-\tmaybe\tget\n", "tested 'maybe': takes tested or untested"},
      {"one\ta:x\t-\t-\t-\t-\ttested\tget\n", "command '': there must be one"},
      {"one\ta:x\tone\t-\t-\t-\ttested\t-\n", "install '': there must be one"},
      {ROW ROW, "line 2, name 'one': is there twice"},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const LspServers *servers;
    scratch_fails(s, lsp_servers_read(&s->job, str_from_c(rows[i].row), NULL, 0, &servers), ERR_SYNTAX, rows[i].words);
  }
}

static void the_table_of_the_program(void **state) {
  Scratch *s = *state;
  const LspServers *servers = read_with(s, "", NULL, 0);
  size_t count;
  lsp_servers_list(servers, &count);
  assert_true(count > 100);
  scratch_same(names_for(s, servers, "src/a.go", ""), "gopls");
  scratch_same(names_for(s, servers, "go.mod", ""), "gopls");
  scratch_same(names_for(s, servers, "a/B.PY", ""), "pyright basedpyright pylsp jedi ty pyrefly ruff");
  scratch_same(names_for(s, servers, "Dockerfile", ""), "docker");
  scratch_same(names_for(s, servers, "notes", ""), "");
  scratch_same(names_for(s, servers, ".py", ""), "");
  scratch_same(names_for(s, servers, "x.component.html", ""), "angular html tailwind emmet");
  scratch_same(names_for(s, servers, "", "go"), "gopls");
  scratch_same(names_for(s, servers, "", "oxlint"), "oxlint");
  scratch_same(names_for(s, servers, "", "klingon"), "");
}

static void languages_of_files(void **state) {
  Scratch *s = *state;
  const LspServers *servers = read_with(s, "", NULL, 0);
  size_t count;
  const LspServerKind *ts = *lsp_servers_for(&s->arena, servers, STR_EMPTY, STR("typescript-language-server"), &count);
  scratch_same(lsp_server_language(ts, STR("a/b.tsx")), "typescriptreact");
  scratch_same(lsp_server_language(ts, STR("b.d.ts")), "typescript");
  scratch_same(lsp_server_language(ts, STR("b.MJS")), "javascript");
  scratch_same(lsp_server_language(ts, STR("b.py")), "");
  const LspServerKind *json = *lsp_servers_for(&s->arena, servers, STR_EMPTY, STR("json"), &count);
  scratch_same(lsp_server_language(json, STR("web/tsconfig.json")), "jsonc");
  scratch_same(lsp_server_language(json, STR("web/package.json")), "json");
}

static void entries_of_the_user(void **state) {
  Scratch *s = *state;
  static const Str extensions[] = {{"foo", 3}, {".go", 3}}, command[] = {{"/opt/gopls", 10}, {"-v", 2}};
  LspServerChoice choice = {.extensions = extensions, .extension_count = 2, .command = command, .command_count = 2};
  const LspServers *servers = read_with(s, "", &choice, 1);
  size_t count;
  const LspServerKind *kind = lsp_servers_list(servers, &count);
  scratch_same(kind->name, "gopls-user");
  assert_true(kind->from_user);
  scratch_same(joined(s, kind->extension_languages, kind->extension_count), "foo go");
  scratch_same(joined(s, kind->markers, kind->marker_count), "^go.work go.mod");
  scratch_same(joined(s, kind->programs, kind->program_count), "/opt/gopls");
  scratch_same(names_for(s, servers, "a.go", ""), "gopls-user gopls");
  scratch_same(names_for(s, servers, "a.foo", ""), "gopls-user");
}

static void a_language_alone(void **state) {
  Scratch *s = *state;
  static const Str command[] = {{"tsgo", 4}, {"--lsp", 5}, {"--stdio", 7}};
  LspServerChoice choice = {.language_id = STR("typescript"), .command = command, .command_count = 3};
  const LspServers *servers = read_with(s, "", &choice, 1);
  size_t count;
  const LspServerKind *kind = lsp_servers_list(servers, &count);
  scratch_same(kind->name, "tsgo"); /* the same program with the same words */
  scratch_same(joined(s, kind->extensions, kind->extension_count), "ts mts cts");
  scratch_same(joined(s, kind->languages, kind->language_count), "typescript");
}

static void names_are_told_apart(void **state) {
  Scratch *s = *state;
  static const Str command[] = {{"mine", 4}};
  LspServerChoice choices[] = {
      {.language_id = STR("a"), .command = command, .command_count = 1},
      {.language_id = STR("b"), .command = command, .command_count = 1},
      {.language_id = STR("c"), .connect = STR("127.0.0.1:9999")},
  };
  const LspServers *servers = read_with(s, ROW, choices, 3);
  size_t count;
  const LspServerKind *kinds = lsp_servers_list(servers, &count);
  assert_int_equal(count, 4);
  scratch_same(kinds[0].name, "mine");
  scratch_same(kinds[1].name, "mine-2");
  scratch_same(kinds[2].name, "127.0.0.1:9999");
  scratch_same(kinds[2].connect, "127.0.0.1:9999");
}

static void entries_that_say_too_little(void **state) {
  Scratch *s = *state;
  static const Str command[] = {{"mine", 4}};
  LspServerChoice nothing = {.command = command, .command_count = 1}, no_command = {.language_id = STR("go")};
  const LspServers *servers;
  scratch_fails(s, lsp_servers_read(&s->job, STR_EMPTY, &nothing, 1, &servers), ERR_USAGE, "extensions or a language_id");
  scratch_fails(s, lsp_servers_read(&s->job, STR_EMPTY, &no_command, 1, &servers), ERR_USAGE, "needs a command, or connect");
}

static void copies(void **state) {
  Scratch *s = *state;
  Arena other;
  arena_init(&other);
  const LspServerKind *copy = lsp_server_kind_copy(&other, only(read_with(s, ROW, NULL, 0)));
  arena_clear(&s->arena);
  job_init(&s->job, &s->arena);
  scratch_same(copy->name, "one");
  scratch_same(joined(s, copy->programs, copy->program_count), "one uno");
  scratch_same(joined(s, copy->extension_languages, copy->extension_count), "a a b");
  scratch_same(copy->settings, "{\"k\":1}");
  arena_clear(&other);
}

static void versions(void **state) {
  Scratch *s = *state;
  scratch_same(lsp_version_shown(&s->job, STR("5.3.0")), "5.3.0");
  scratch_same(lsp_version_shown(&s->job, STR("{\"GoVersion\":\"go1.19\",\"Version\":\"v0.16.1\"}")), "v0.16.1");
  scratch_same(lsp_version_shown(&s->job, STR("{broken")), "{broken");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(a_row),
      SCRATCH_TEST(quoted_words),
      SCRATCH_TEST(broken_rows),
      SCRATCH_TEST(the_table_of_the_program),
      SCRATCH_TEST(languages_of_files),
      SCRATCH_TEST(entries_of_the_user),
      SCRATCH_TEST(a_language_alone),
      SCRATCH_TEST(names_are_told_apart),
      SCRATCH_TEST(entries_that_say_too_little),
      SCRATCH_TEST(copies),
      SCRATCH_TEST(versions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
