/* Plans and records on real files: init then uninstall gives the same bytes,
 * whatever the file looked like and whatever happened to it in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/app/setup/setup_internal.h"
#include "src/os/file.h"

static Arena arena;
static Job job;
static Str home;

static int set_up(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  char form[] = "/tmp/fathom-setup-XXXXXX";
  assert_non_null(mkdtemp(form));
  home = str_copy(&arena, str_from_c(form));
  setenv("HOME", form, 1);
  unsetenv("XDG_CONFIG_HOME");
  unsetenv("CLAUDE_CONFIG_DIR");
  unsetenv("CODEX_HOME");
  Str state_home = str_format(&arena, "%s/state", form);
  setenv("XDG_STATE_HOME", str_to_c(&arena, state_home), 1);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  char *records = str_to_c(&arena, file_join(&arena, home, STR("state/fathom/init.json")));
  assert_int_not_equal(access(records, F_OK), 0); /* every test ends with nothing left */
  rmdir(str_to_c(&arena, file_join(&arena, home, STR("state/fathom"))));
  rmdir(str_to_c(&arena, file_join(&arena, home, STR("state"))));
  assert_int_equal(rmdir(str_to_c(&arena, home)), 0);
  arena_clear(&arena);
  return 0;
}

static AppTarget target_for(const char *client, Str name, Str program) {
  const AppClientRow *row;
  assert_int_equal(app_client_find(&job, str_from_c(client), &row), OK);
  return (AppTarget){.id = str_from_c(row->id),
                     .title = str_from_c(row->title),
                     .path = file_join(&arena, home, name),
                     .format = row->format,
                     .key = row->key,
                     .entry = str_from_c(row->entry),
                     .program = program};
}

static void write_file(const AppTarget *target, Str text) {
  assert_int_equal(file_write(&job, target->path, text, 0644), OK);
}

static Str read_file(const AppTarget *target) {
  Str text;
  assert_int_equal(file_read(&job, target->path, 1 << 20, &text), OK);
  return text;
}

static AppAction put(const AppTarget *target) {
  AppRecords records;
  AppPlan plan;
  assert_int_equal(app_records_load(&job, &records), OK);
  Err err = app_plan_put(&job, target, &records, &plan);
  if (err) print_error("%.*s\n", STR_ARG(job_message(&job, err)));
  assert_int_equal(err, OK);
  assert_int_equal(app_plan_carry_out(&job, &plan, &records), OK);
  return plan.action;
}

static AppAction cut(const AppTarget *target) {
  AppRecords records;
  AppPlan plan;
  assert_int_equal(app_records_load(&job, &records), OK);
  Err err = app_plan_cut(&job, target, &records, &plan);
  if (err) print_error("%.*s\n", STR_ARG(job_message(&job, err)));
  assert_int_equal(err, OK);
  assert_int_equal(app_plan_carry_out(&job, &plan, &records), OK);
  return plan.action;
}

static void assert_str(Str actual, Str expected) {
  assert_string_equal(str_to_c(&arena, actual), str_to_c(&arena, expected));
  assert_int_equal(actual.len, expected.len);
}

/* ---- the property ---- */

static const char *const json_texts[] = {
    "", "\n", "  ", "{}", "{}\n", "{ }", "{\n}\n", "{\r\n}\r\n", "\xef\xbb\xbf{}",
    "\xef\xbb\xbf{\r\n\t\"a\": 1\r\n}\r\n", "// only a comment", "/* c */\n",
    "{\"mcpServers\":{}}", "{\"mcpServers\": {} }", "{\n  \"mcpServers\": {}\n}\n",
    "{\n  \"mcpServers\": {\n  }\n}", "{\n  \"mcpServers\": { // none\n  },\n}\n",
    "{\n  \"mcpServers\": {\n    \"a\": {},\n    \"b\": {}\n  }\n}\n",
    "{\n\t\"mcpServers\": {\n\t\t\"a\": {} // x\n\t\t/* y */\n\t}\n}",
    "{\"a\":[1,2,{\"b\":\"}\"}],\"mcpServers\":{\"a\":{\"command\":\"x\"}}}",
    "{\"a\": 1, // last\n}", "{\"a\": 1 /* x */ /* y */}", "{\"a\": 1 /* x\n y */ }",
    "{\n    \"z\": \"fathom\",\n    \"mcpServers\": {\n        \"a\": 1,\n    },\n}\r\n",
    "{\"mcpServers\": {\"fathom\": {\"command\": \"/hand/made\", \"args\": [\"mcp\"]}}}",
    "{\n  \"mcpServers\": {\n    \"fathom\": {\n      // mine\n"
    "      \"command\": \"/old/fathom\",\n"
    "      \"args\": [\"serve\"], \"env\": {}\n    },\n    \"b\": {}\n  }\n}\n",
    "{\"mcpServers\": {\"fathom\": null, }}", "{\"mcpServers\": {\"fathom\": {\"url\": \"x\"}}}",
};

static const char *const toml_texts[] = {
    "", "\n", "a = 1", "a = 1\n", "a = 1\r\n", "a = 1\n\n\n", "# c", ("\xef\xbb\xbf" "a = 1\n"),
    "[mcp_servers.other]\ncommand = 'x'\n", "[mcp_servers.fathom]\ncommand = '/hand/made'\n",
    "[mcp_servers.fathom]\nurl = 'x'\n[mcp_servers.fathom.http_headers]\nA = 'b'\n[z]\n",
    "[a]\nb = '''\n'''\n\n[mcp_servers.fathom] # x\n  args = []\n\n\n[z]",
};

static const char *const yaml_texts[] = {
    "", "\n", "a: 1", "a: 1\n", "a: 1\r\nextensions:\r\n  b:\r\n    cmd: x\r\nz: 1\r\n",
    "extensions:", "extensions:\n", "extensions: {}", "extensions: {}\n", "extensions: {} \n",
    "extensions: {}\r\nb: 1\r\n", "extensions:\n    a:\n        cmd: x",
    "extensions:\n  fathom:\n    cmd: /hand/made\n  z:\n    a: 1\n",
    "extensions:\n  fathom:\n    cmd: /x\n    args:\n    - serve\n# end\n", ("\xef\xbb\xbf" "a: 1\n"),
};

static void round_trips(const char *client, const char *name, const char *const *texts,
                        size_t count) {
  AppTarget target = target_for(client, str_from_c(name), STR("/opt/fathom"));
  for (size_t i = 0; i < count; i++) {
    Str before = str_from_c(texts[i]);
    write_file(&target, before);
    AppAction action = put(&target);
    assert_true(action == APP_ADD || action == APP_UPDATE);
    Str once = read_file(&target);
    assert_int_equal(put(&target), APP_NOTHING);
    assert_str(read_file(&target), once);
    assert_int_equal(cut(&target), action == APP_ADD ? APP_REMOVE : APP_RESTORE);
    assert_str(read_file(&target), before);
    /* A moved program in between changes nothing of it. */
    put(&target);
    AppTarget moved = target;
    moved.program = STR("/somewhere/else/fathom \"2\"");
    assert_int_equal(put(&moved), APP_UPDATE);
    assert_int_equal(put(&moved), APP_NOTHING);
    cut(&target);
    assert_str(read_file(&target), before);
  }
  assert_int_equal(file_remove(&job, target.path), OK);
}

static void init_then_uninstall_gives_the_same_bytes(void **state) {
  (void)state;
  round_trips("cursor", "mcp.json", json_texts, COUNT_OF(json_texts));
  round_trips("codex", "config.toml", toml_texts, COUNT_OF(toml_texts));
  round_trips("goose", "config.yaml", yaml_texts, COUNT_OF(yaml_texts));
}

static const char *const section_texts[] = {"", "x", "x\n", "x\n\n", "x\r\n", "x\r\n\r\n\r\n"};

static void sections_come_and_go(void **state) {
  (void)state;
  AppTargets targets = {0};
  app_section_add_targets(&arena, home, &targets);
  assert_int_equal(targets.len, 2);
  AppTarget *target = &targets.items[0];
  assert_str(target->path, file_join(&arena, home, STR("AGENTS.md")));
  for (size_t i = 0; i < COUNT_OF(section_texts); i++) {
    write_file(target, str_from_c(section_texts[i]));
    assert_int_equal(put(target), APP_ADD);
    assert_int_equal(put(target), APP_NOTHING);
    AppTarget other = *target;
    other.entry = STR("<!-- fathom:begin -->\nother\n<!-- fathom:end -->");
    assert_int_equal(put(&other), APP_UPDATE);
    assert_int_equal(cut(target), APP_REMOVE);
    assert_str(read_file(target), str_from_c(section_texts[i]));
  }
  assert_int_equal(file_remove(&job, target->path), OK);
}

/* ---- files that init makes ---- */

static void a_file_that_init_made_goes_with_its_folders(void **state) {
  (void)state;
  static const char *const clients[] = {"cursor", "codex", "goose", "continue"};
  for (size_t i = 0; i < COUNT_OF(clients); i++) {
    AppTarget target = target_for(clients[i], STR("a/b/file"), STR("/opt/fathom"));
    assert_int_equal(put(&target), APP_ADD);
    assert_int_equal(put(&target), APP_NOTHING);
    assert_int_equal(cut(&target), APP_REMOVE);
    assert_false(file_exists(file_join(&arena, home, STR("a"))));
  }
  /* rewritten by the client, but nobody else's entry in it */
  AppTarget target = target_for("cursor", STR("mcp.json"), STR("/opt/fathom"));
  put(&target);
  write_file(&target, STR("{\"mcpServers\":{\"fathom\":{\"command\":\"/opt/fathom\","
                          "\"args\":[\"serve\"]}}}"));
  assert_int_equal(cut(&target), APP_REMOVE);
  assert_false(file_exists(target.path));
}

static void a_file_that_others_use_too_stays(void **state) {
  (void)state;
  AppTarget target = target_for("cursor", STR("mcp.json"), STR("/opt/fathom"));
  put(&target);
  write_file(&target, STR("{\"mcpServers\":{\"fathom\":{\"command\":\"/opt/fathom\","
                          "\"args\":[\"serve\"]},\n\"b\":{}}}"));
  assert_int_equal(cut(&target), APP_REMOVE);
  assert_str(read_file(&target), STR("{\"mcpServers\":{\n\"b\":{}}}"));
  assert_int_equal(file_remove(&job, target.path), OK);
}

static void folders_that_others_use_too_stay(void **state) {
  (void)state;
  AppTarget target = target_for("cursor", STR("a/b/mcp.json"), STR("/opt/fathom"));
  put(&target);
  AppTarget other = target_for("cursor", STR("a/other"), STR(""));
  write_file(&other, STR("x"));
  cut(&target);
  assert_false(file_exists(file_join(&arena, home, STR("a/b"))));
  assert_str(read_file(&other), STR("x"));
  assert_int_equal(file_remove(&job, other.path), OK);
  assert_int_equal(rmdir(str_to_c(&arena, file_join(&arena, home, STR("a")))), 0);
}

/* ---- others' changes in between ---- */

static void edits_elsewhere_survive(void **state) {
  (void)state;
  AppTarget target = target_for("cursor", STR("mcp.json"), STR("/opt/fathom"));
  write_file(&target, STR("{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n"));
  put(&target);
  /* a server after ours, and a setting before */
  Str text = read_file(&target);
  size_t end = str_find(text, STR("\n  }\n}"));
  text = str_format(&arena, "{\n  \"x\": 1,%.*s,\n    \"z\": {}%s", (int)(end - 1), text.ptr + 1,
                    text.ptr + end);
  write_file(&target, text);
  assert_int_equal(cut(&target), APP_REMOVE);
  assert_str(read_file(&target),
             STR("{\n  \"x\": 1,\n  \"mcpServers\": {\n    \"a\": {},\n    \"z\": {}\n  }\n}\n"));
  assert_int_equal(file_remove(&job, target.path), OK);
}

static void an_entry_somebody_changed_is_still_taken_out(void **state) {
  (void)state;
  AppTarget target = target_for("cursor", STR("mcp.json"), STR("/opt/fathom"));
  write_file(&target, STR("{}"));
  put(&target);
  write_file(&target,
             STR("{\"mcpServers\": {\"fathom\": {\"command\": \"wrapper\", \"args\": []}}}"));
  assert_int_equal(cut(&target), APP_REMOVE);
  assert_str(read_file(&target), STR("{\"mcpServers\": {}}"));
  assert_int_equal(cut(&target), APP_NOTHING);
  assert_int_equal(file_remove(&job, target.path), OK);
}

static void an_entry_of_others_is_left_alone(void **state) {
  (void)state;
  AppTarget target = target_for("cursor", STR("mcp.json"), STR("/opt/fathom"));
  Str text = STR("{\"mcpServers\": {\"fathom\": {\"command\": \"npx\", \"args\": [\"other\"]}}}");
  write_file(&target, text);
  assert_int_equal(cut(&target), APP_FOREIGN);
  assert_str(read_file(&target), text);
  /* without a record, one that starts a fathom is ours */
  write_file(&target, STR("{\"mcpServers\": {\"fathom\": {\"command\": \"/old/fathom\"}}}"));
  assert_int_equal(cut(&target), APP_REMOVE);
  assert_str(read_file(&target), STR("{\"mcpServers\": {}}"));
  assert_int_equal(file_remove(&job, target.path), OK);
}

static void a_change_after_the_plan_stops_it(void **state) {
  (void)state;
  AppTarget target = target_for("cursor", STR("mcp.json"), STR("/opt/fathom"));
  AppRecords records;
  AppPlan plan;
  write_file(&target, STR("{}"));
  assert_int_equal(app_records_load(&job, &records), OK);
  assert_int_equal(app_plan_put(&job, &target, &records, &plan), OK);
  write_file(&target, STR("{\"a\": 1}"));
  assert_int_equal(app_plan_carry_out(&job, &plan, &records), ERR_BUSY);
  assert_str(read_file(&target), STR("{\"a\": 1}"));
  job_forgive(&job);
  assert_int_equal(file_remove(&job, target.path), OK);
  assert_int_equal(app_plan_carry_out(&job, &plan, &records), ERR_BUSY);
  assert_false(file_exists(target.path));
  job_forgive(&job);
}

static void modes_and_links_stay(void **state) {
  (void)state;
  AppTarget target = target_for("cursor", STR("mcp.json"), STR("/opt/fathom"));
  AppTarget link = target_for("cursor", STR("link.json"), STR("/opt/fathom"));
  write_file(&target, STR("{}"));
  assert_int_equal(chmod(str_to_c(&arena, target.path), 0640), 0);
  assert_int_equal(symlink("mcp.json", str_to_c(&arena, link.path)), 0);
  put(&link);
  struct stat st;
  assert_int_equal(lstat(str_to_c(&arena, link.path), &st), 0);
  assert_true(S_ISLNK(st.st_mode));
  assert_int_equal(lstat(str_to_c(&arena, target.path), &st), 0);
  assert_int_equal(st.st_mode & 0777, 0640);
  cut(&link);
  assert_str(read_file(&target), STR("{}"));
  assert_int_equal(file_remove(&job, link.path), OK);
  assert_int_equal(file_remove(&job, target.path), OK);
}

/* A repository's own link may not lead us out of it. */
static void a_project_cannot_lead_elsewhere(void **state) {
  (void)state;
  Str project = file_join(&arena, home, STR("project"));
  assert_int_equal(mkdir(str_to_c(&arena, project), 0700), 0);
  AppTarget outside = target_for("cursor", STR("secret.json"), STR("/opt/fathom"));
  AppTarget inside = target_for("cursor", STR("project/mcp.json"), STR("/opt/fathom"));
  inside.root = project;
  write_file(&outside, STR("{}"));
  assert_int_equal(symlink("../secret.json", str_to_c(&arena, inside.path)), 0);
  AppRecords records = {0};
  AppPlan plan;
  assert_int_equal(app_plan_put(&job, &inside, &records, &plan), ERR_OUTSIDE);
  job_forgive(&job);
  assert_str(read_file(&outside), STR("{}"));
  assert_int_equal(file_remove(&job, inside.path), OK);
  assert_int_equal(file_remove(&job, outside.path), OK);
  assert_int_equal(rmdir(str_to_c(&arena, project)), 0);
}

/* ---- places ---- */

static void places(void **state) {
  (void)state;
  const AppClientRow *row;
  AppTarget target;
  assert_int_equal(app_client_find(&job, STR("claude-code"), &row), OK);
  assert_int_equal(app_client_target(&job, row, false, STR_EMPTY, STR("/p"), &target), OK);
  assert_str(target.path, file_join(&arena, home, STR(".claude.json")));
  setenv("CLAUDE_CONFIG_DIR", "/elsewhere", 1);
  assert_int_equal(app_client_target(&job, row, false, STR_EMPTY, STR("/p"), &target), OK);
  assert_str(target.path, STR("/elsewhere/.claude.json"));
  assert_int_equal(app_client_target(&job, row, true, STR("/r"), STR("/p"), &target), OK);
  assert_str(target.path, STR("/r/.mcp.json"));
  assert_str(target.root, STR("/r"));
  assert_int_equal(app_client_find(&job, STR("air"), &row), OK);
  assert_int_equal(app_client_target(&job, row, false, STR_EMPTY, STR("/p"), &target), ERR_USAGE);
  assert_str(job_message(&job, ERR_USAGE),
             STR("JetBrains Air has no per-user file; leave out --user"));
  job_forgive(&job);
  assert_int_equal(app_client_find(&job, STR("cursr"), &row), ERR_USAGE);
  assert_str(job_message(&job, ERR_USAGE),
             STR("no client is called 'cursr'; did you mean 'cursor'?; known: claude-code, "
                 "claude-desktop, cursor, vscode, windsurf, zed, codex, gemini, opencode, continue, "
                 "cline, goose, jetbrains, amp"));
  job_forgive(&job);
}

static void the_file_that_exists_is_chosen(void **state) {
  (void)state;
  const AppClientRow *row;
  AppTarget target;
  AppTarget jsonc = target_for("opencode", STR("opencode.jsonc"), STR("/p"));
  assert_int_equal(app_client_find(&job, STR("opencode"), &row), OK);
  assert_int_equal(app_client_target(&job, row, true, home, STR("/p"), &target), OK);
  assert_str(target.path, file_join(&arena, home, STR("opencode.json")));
  assert_false(app_client_is_present(&arena, row, home));
  write_file(&jsonc, STR("{}"));
  assert_int_equal(app_client_target(&job, row, true, home, STR("/p"), &target), OK);
  assert_str(target.path, jsonc.path);
  assert_true(app_client_is_present(&arena, row, home));
  assert_int_equal(file_remove(&job, jsonc.path), OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  umask(022);
  const struct CMUnitTest tests[] = {
      TEST(init_then_uninstall_gives_the_same_bytes),
      TEST(sections_come_and_go),
      TEST(a_file_that_init_made_goes_with_its_folders),
      TEST(a_file_that_others_use_too_stays),
      TEST(folders_that_others_use_too_stay),
      TEST(edits_elsewhere_survive),
      TEST(an_entry_somebody_changed_is_still_taken_out),
      TEST(an_entry_of_others_is_left_alone),
      TEST(a_change_after_the_plan_stops_it),
      TEST(modes_and_links_stay),
      TEST(a_project_cannot_lead_elsewhere),
      TEST(places),
      TEST(the_file_that_exists_is_chosen),
  };
  return cmocka_run_group_tests_name("app_setup_files", tests, NULL, NULL);
}
