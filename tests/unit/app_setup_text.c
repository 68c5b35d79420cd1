/* TOML, YAML and Markdown files, and the diff: byte for byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/app/setup/setup_internal.h"

static Arena arena;
static Job job;

static AppTarget target_of(const char *client) {
  const AppClientRow *row;
  if (strcmp(client, "agents") == 0) {
    return (AppTarget){.id = STR("agents"),
                       .format = &app_format_section,
                       .entry = STR("<!-- fathom:begin -->\nUse it.\n<!-- fathom:end -->")};
  }
  assert_int_equal(app_client_find(&job, str_from_c(client), &row), OK);
  return (AppTarget){.id = str_from_c(row->id),
                     .format = row->format,
                     .key = row->key,
                     .entry = str_from_c(row->entry),
                     .program = STR("/opt/fathom")};
}

static int set_up(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static void assert_text(Str actual, const char *expected) {
  assert_string_equal(str_to_c(&arena, actual), expected);
}

static AppEntry find(const char *client, Str text) {
  AppTarget target = target_of(client);
  AppEntry entry;
  Err err = target.format->find(&job, &target, text, &entry);
  if (err) print_error("%.*s\n", STR_ARG(job_message(&job, err)));
  assert_int_equal(err, OK);
  return entry;
}

/* What put makes of a text must be in order, and cut must take it out. */
static Str put(const char *client, const char *text) {
  AppTarget target = target_of(client);
  AppEdit edit;
  assert_int_equal(target.format->put(&job, &target, str_from_c(text), &edit), OK);
  Str result = app_edit_apply(&arena, str_from_c(text), &edit);
  AppEntry entry = find(client, result);
  assert_true(entry.present && entry.in_order);
  return result;
}

static Str cut(const char *client, const char *text) {
  AppTarget target = target_of(client);
  AppEdit edit;
  assert_true(find(client, str_from_c(text)).present);
  assert_int_equal(target.format->cut(&job, &target, str_from_c(text), &edit), OK);
  Str result = app_edit_apply(&arena, str_from_c(text), &edit);
  assert_false(find(client, result).present);
  return result;
}

static void refuses(const char *client, const char *text, const char *words) {
  AppTarget target = target_of(client);
  AppEntry entry;
  AppEdit edit;
  assert_int_equal(target.format->find(&job, &target, str_from_c(text), &entry), ERR_SYNTAX);
  assert_text(job_message(&job, ERR_SYNTAX), words);
  job_forgive(&job);
  assert_int_equal(target.format->put(&job, &target, str_from_c(text), &edit), ERR_SYNTAX);
  job_forgive(&job);
}

#define TABLE "[mcp_servers.fathom]\ncommand = \"/opt/fathom\"\nargs = [\"serve\"]\n"

static void toml_puts(void **state) {
  (void)state;
  assert_text(put("codex", ""), TABLE);
  assert_text(put("codex", "a = 1\n"), "a = 1\n\n" TABLE);
  assert_text(put("codex", "a = 1"), "a = 1\n\n" TABLE);
  assert_text(put("codex", "a = 1\n\n"), "a = 1\n\n" TABLE);
  assert_text(put("codex", "\xef\xbb\xbf"), "\xef\xbb\xbf" TABLE);
  assert_text(put("codex", "a = 1\r\n"),
              "a = 1\r\n\r\n[mcp_servers.fathom]\r\ncommand = \"/opt/fathom\"\r\n"
              "args = [\"serve\"]\r\n");
  /* brackets and headers inside values are no tables */
  static const char tricky[] = "a = \"\"\"\n[mcp_servers.fathom]\n\"\"\"\"\nb = [ # [x]\n  '[y]',\n]\n"
                               "c = { d = \"}\" } # fathom\n[[list]]\n\"k.k\" = 'v'\n";
  assert_text(put("codex", tricky),
              str_to_c(&arena, str_format(&arena, "%s\n%s", tricky, TABLE)));
}

static void toml_updates(void **state) {
  (void)state;
  assert_text(put("codex", "[mcp_servers.fathom] # mine\nargs = ['serve', '--read-only'] # a\n"
                           "command = '/old' # c\nstartup_timeout_sec = 5\n\n"
                           "[mcp_servers.fathom.env]\nA = \"1\"\n[other]\nx = 1\n"),
              "[mcp_servers.fathom] # mine\nargs = ['serve', '--read-only'] # a\n"
              "command = \"/opt/fathom\" # c\nstartup_timeout_sec = 5\n\n"
              "[mcp_servers.fathom.env]\nA = \"1\"\n[other]\nx = 1\n");
  assert_text(put("codex", "[ \"mcp_servers\" . fathom ]\ncommand = \"/old\"\n"),
              "[ \"mcp_servers\" . fathom ]\nargs = [\"serve\"]\ncommand = \"/opt/fathom\"\n");
  assert_text(put("codex", "[mcp_servers.fathom]\nurl = \"http://x\"\n\n[z]\n"), TABLE "\n[z]\n");
}

static void toml_cuts(void **state) {
  (void)state;
  assert_text(cut("codex", TABLE), "");
  assert_text(cut("codex", "a = 1\n\n" TABLE), "a = 1\n");
  assert_text(cut("codex", "a = 1\n\n" TABLE "[mcp_servers.fathom.env]\nA = 1\n\n# z\n[z]\n"),
              "a = 1\n\n# z\n[z]\n");
}

static void toml_refuses(void **state) {
  (void)state;
  refuses("codex", "a = \"x\n", "line 1: a string does not end");
  refuses("codex", "a = 1\nb = [1,\n", "line 3: a list or table does not end");
  refuses("codex", "a\n", "line 1: '=' is expected after the key");
  refuses("codex", "a = 1 2\n", "line 1: something follows the value");
  refuses("codex", "[a\n", "line 1: a table header does not end");
  refuses("codex", "mcp_servers = { x = { command = 'y' } }\n",
          "\"mcp_servers\" is not written as tables of its own, [mcp_servers.<name>]");
  refuses("codex", "mcp_servers.fathom.command = 'y'\n",
          "\"mcp_servers\" is not written as tables of its own, [mcp_servers.<name>]");
  refuses("codex", "[mcp_servers]\nfathom = { command = 'y' }\n",
          "\"mcp_servers\" is not written as tables of its own, [mcp_servers.<name>]");
  refuses("codex", "[mcp_servers.fathom]\ncommand = 'x'\n[z]\n[mcp_servers.fathom.env]\n",
          "the parts of [mcp_servers.fathom] are not together");
}

#define BLOCK(i)                                                                             \
  i "fathom:\n" i "  name: fathom\n" i "  type: stdio\n" i "  cmd: \"/opt/fathom\"\n" i        \
    "  args:\n" i "    - serve\n" i "  envs: {}\n" i "  timeout: 300\n" i "  enabled: true\n"

static void yaml_puts(void **state) {
  (void)state;
  assert_text(put("goose", ""), "extensions:\n" BLOCK("  "));
  assert_text(put("goose", "a: 1"), "a: 1\nextensions:\n" BLOCK("  "));
  assert_text(put("goose", "---\na: 1\nextensions:\nb: 2\n"),
              "---\na: 1\nextensions:\n" BLOCK("  ") "b: 2\n");
  assert_text(put("goose", "extensions: {}\nb: 2\n"), "extensions:\n" BLOCK("  ") "b: 2\n");
  assert_text(put("goose", "extensions:\n    dev:\n        cmd: x\n        args:\n        - fathom:\n"
                           "    # last\nb:\n- 1\n"),
              "extensions:\n    dev:\n        cmd: x\n        args:\n        - fathom:\n"
              BLOCK("    ") "    # last\nb:\n- 1\n");
  assert_text(put("goose", "extensions:\n  a:\n    b: |\n      fathom:\n"),
              "extensions:\n  a:\n    b: |\n      fathom:\n" BLOCK("  "));
}

static void yaml_updates(void **state) {
  (void)state;
  assert_text(put("goose", "extensions:\n  fathom:\n    cmd: '/it''s' # c\n    enabled: false\n"
                           "    args: [serve, --read-only]\n  z:\n    cmd: z\n"),
              "extensions:\n  fathom:\n    cmd: \"/opt/fathom\" # c\n    enabled: false\n"
              "    args: [serve, --read-only]\n  z:\n    cmd: z\n");
  assert_text(put("goose", "extensions:\n  fathom:\n    cmd: fathom\n    args:\n    - mcp\nz: 1\n"),
              "extensions:\n" BLOCK("  ") "z: 1\n");
}

static void yaml_cuts(void **state) {
  (void)state;
  assert_text(cut("goose", "extensions:\n  a:\n    cmd: a\n" BLOCK("  ") "  z:\n    cmd: z\n"),
              "extensions:\n  a:\n    cmd: a\n  z:\n    cmd: z\n");
  assert_text(cut("goose", "a: 1\nextensions:\n" BLOCK("  ") "\n# end\n"),
              "a: 1\nextensions:\n\n# end\n");
}

static void yaml_refuses(void **state) {
  (void)state;
  refuses("goose", "extensions: {a: {}}\n", "line 1: the map is not written over several lines");
  refuses("goose", "{a: 1}\n", "line 1: not a 'key: value' line of a plain map");
  refuses("goose", "a: 1\n---\nb: 1\n", "line 2: not a 'key: value' line of a plain map");
  refuses("goose", "extensions:\n\tfathom:\n", "line 2: there is a tab");
  refuses("goose", "extensions:\n  fathom: *x\n", "line 2: the entry is not written over several lines");
  refuses("goose", "extensions:\n  a:\n    b: 1\n c:\n", "line 4: the indent does not fit the lines above");
}

static void own_file(void **state) {
  (void)state;
  static const char whole[] = "name: fathom\nversion: 0.0.1\nschema: v1\nmcpServers:\n"
                              "  - name: fathom\n    type: stdio\n    command: \"/opt/fathom\"\n"
                              "    args:\n      - serve\n";
  assert_text(put("continue", ""), whole);
  assert_text(put("continue", whole), whole);
  assert_text(put("continue", "mcpServers:\n  - command: /old # x\n    env: {}\n"),
              "mcpServers:\n  - command: \"/opt/fathom\" # x\n    env: {}\n");
  assert_text(cut("continue", whole), "");
}

#define SECTION "<!-- fathom:begin -->\nUse it.\n<!-- fathom:end -->"

static void section(void **state) {
  (void)state;
  assert_text(put("agents", ""), SECTION "\n");
  assert_text(put("agents", "# A\n"), "# A\n\n" SECTION "\n");
  assert_text(put("agents", "# A"), "# A\n\n" SECTION "\n");
  assert_text(put("agents", "# A\r\n"),
              "# A\r\n\r\n<!-- fathom:begin -->\r\nUse it.\r\n<!-- fathom:end -->\r\n");
  assert_text(put("agents", "a\n<!-- fathom:begin -->\nold\n<!-- fathom:end -->\nz\n"),
              "a\n" SECTION "\nz\n");
  assert_text(cut("agents", "a\n\n" SECTION "\nz\n"), "a\nz\n");
  assert_text(cut("agents", "a " SECTION " z\n"), "a  z\n");
  refuses("agents", "<!-- fathom:begin -->\n",
          "the marks <!-- fathom:begin --> and <!-- fathom:end --> do not come as a pair");
  refuses("agents", "<!-- fathom:end --><!-- fathom:begin -->",
          "the marks <!-- fathom:begin --> and <!-- fathom:end --> do not come as a pair");
  refuses("agents", SECTION SECTION,
          "there is more than one section between <!-- fathom:begin --> and <!-- fathom:end -->");
}

static Str diff(bool existed, const char *a, bool remains, const char *b) {
  Buf out;
  buf_init(&out, &arena, 1 << 20);
  app_diff(&out, STR("/f"), existed, str_from_c(a), remains, str_from_c(b));
  return buf_str(&out);
}

static void diffs(void **state) {
  (void)state;
  assert_text(diff(true, "a\n", true, "a\n"), "");
  assert_text(diff(false, "", true, "a\nb\n"), "--- /dev/null\n+++ /f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  assert_text(diff(true, "a\nb\n", false, ""), "--- /f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n");
  assert_text(diff(true, "1\n2\n3\n4\n5\n6\n7\n8\n", true, "1\n2\n3\n4\nx\n6\n7\n8\n"),
              "--- /f\n+++ /f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  assert_text(diff(true, "a", true, "a\nb\n"),
              "--- /f\n+++ /f\n@@ -1,1 +1,2 @@\n-a\n\\ no newline at the end\n+a\n+b\n");
  assert_text(diff(true, "a\r\n\x1b[31m\r\n", true, "a\r\n"),
              "--- /f\n+++ /f\n@@ -1,2 +1,1 @@\n a\n-\\x1B[31m\n");
}

/* A line of thousands of bytes is shown around the change. */
static void diff_of_a_long_line(void **state) {
  (void)state;
  Buf a;
  buf_init(&a, &arena, 1 << 20);
  for (int i = 0; i < 500; i++) buf_add_c(&a, "abcdefghi ");
  Str b = str_format(&arena, "%.*sX%.*s", 2000, a.ptr, 3000, a.ptr + 2000);
  Str shown = diff(true, a.ptr, true, str_to_c(&arena, b));
  assert_true(shown.len < 700);
  assert_non_null(strstr(str_to_c(&arena, shown), "abcdefghi Xabcdefghi "));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(toml_puts),    TEST(toml_updates), TEST(toml_cuts), TEST(toml_refuses),
      TEST(yaml_puts),    TEST(yaml_updates), TEST(yaml_cuts), TEST(yaml_refuses),
      TEST(own_file),     TEST(section),      TEST(diffs),     TEST(diff_of_a_long_line),
  };
  return cmocka_run_group_tests_name("app_setup_text", tests, NULL, NULL);
}
