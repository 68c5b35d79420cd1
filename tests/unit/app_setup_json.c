/* JSON configuration files: what is put in, updated and cut, byte for byte. */
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
  assert_int_equal(app_client_find(&job, str_from_c(client), &row), OK);
  return (AppTarget){.id = str_from_c(row->id),
                     .title = str_from_c(row->title),
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

static Str put(const char *client, const char *text) {
  AppTarget target = target_of(client);
  AppEdit edit;
  Err err = target.format->put(&job, &target, str_from_c(text), &edit);
  if (err) print_error("%.*s\n", STR_ARG(job_message(&job, err)));
  assert_int_equal(err, OK);
  return app_edit_apply(&arena, str_from_c(text), &edit);
}

static Str cut(const char *client, const char *text) {
  AppTarget target = target_of(client);
  AppEdit edit;
  AppEntry entry;
  assert_int_equal(target.format->find(&job, &target, str_from_c(text), &entry), OK);
  assert_true(entry.present);
  assert_int_equal(target.format->cut(&job, &target, str_from_c(text), &edit), OK);
  Str result = app_edit_apply(&arena, str_from_c(text), &edit);
  assert_int_equal(target.format->find(&job, &target, result, &entry), OK);
  assert_false(entry.present);
  return result;
}

static void puts_into_nothing(void **state) {
  (void)state;
  static const char whole[] =
      "{\n  \"mcpServers\": {\n    \"fathom\": {\n      \"command\": \"/opt/fathom\",\n"
      "      \"args\": [\n        \"serve\"\n      ]\n    }\n  }\n}";
  Str with_end = str_format(&arena, "%s\n", whole);
  assert_text(put("cursor", ""), str_to_c(&arena, with_end));
  assert_text(put("cursor", "\n"), str_to_c(&arena, str_format(&arena, "\n%s\n", whole)));
  assert_text(put("cursor", "{}"), whole);
  assert_text(put("cursor", "{}\n"), str_to_c(&arena, with_end));
  assert_text(put("cursor", "{ \n }"), whole);
  assert_text(put("cursor", "\xef\xbb\xbf{}"),
              str_to_c(&arena, str_format(&arena, "\xef\xbb\xbf%s", whole)));
  assert_text(put("cursor", "// mine"),
              str_to_c(&arena, str_format(&arena, "// mine\n%s\n", whole)));
}

static void keeps_the_hand_it_finds(void **state) {
  (void)state;
  /* tabs, and a comment behind the last server */
  assert_text(put("zed", "// settings\n{\n\t\"theme\": \"x\", // dark\n\t\"context_servers\": {\n"
                         "\t\t\"a\": {\"command\": \"a\"} // first\n\t\t// none\n\t}\n}\n"),
              "// settings\n{\n\t\"theme\": \"x\", // dark\n\t\"context_servers\": {\n"
              "\t\t\"a\": {\"command\": \"a\"}, // first\n"
              "\t\t\"fathom\": {\n\t\t\t\"command\": \"/opt/fathom\",\n\t\t\t\"args\": [\n"
              "\t\t\t\t\"serve\"\n\t\t\t],\n\t\t\t\"env\": {}\n\t\t}\n\t\t// none\n\t}\n}\n");
  /* a trailing comma stays a trailing comma */
  assert_text(put("vscode", "{\n  \"servers\": {\n    \"a\": {},\n  },\n}"),
              "{\n  \"servers\": {\n    \"a\": {},\n    \"fathom\": {\n"
              "      \"type\": \"stdio\",\n      \"command\": \"/opt/fathom\",\n"
              "      \"args\": [\n        \"serve\"\n      ]\n    },\n  },\n}");
  /* CRLF and four spaces */
  assert_text(put("cursor", "{\r\n    \"a\": 1\r\n}\r\n"),
              "{\r\n    \"a\": 1,\r\n    \"mcpServers\": {\r\n        \"fathom\": {\r\n"
              "            \"command\": \"/opt/fathom\",\r\n            \"args\": [\r\n"
              "                \"serve\"\r\n            ]\r\n        }\r\n    }\r\n}\r\n");
  /* one line stays one line */
  assert_text(put("cursor", "{\"mcpServers\":{\"a\":{}}}"),
              "{\"mcpServers\":{\"a\":{}, \"fathom\": "
              "{\"command\":\"/opt/fathom\",\"args\":[\"serve\"]}}}");
  assert_text(put("cursor", "{\"a\":1,\"mcpServers\":{}}\n"),
              "{\"a\":1,\"mcpServers\":{\"fathom\": "
              "{\"command\":\"/opt/fathom\",\"args\":[\"serve\"]}}}\n");
  /* a comment in an empty object */
  assert_text(put("cursor", "{\"mcpServers\": { // none yet\n}}"),
              "{\"mcpServers\": { // none yet\n  \"fathom\": {\n"
              "    \"command\": \"/opt/fathom\",\n    \"args\": [\n      \"serve\"\n    ]\n"
              "  }\n}}");
  /* a remark that ends the line after the only member of a one-line object */
  assert_text(put("cursor", "{\"mcpServers\": {\"a\": {} // x\n}}"),
              "{\"mcpServers\": {\"a\": {}, // x\n  \"fathom\": {\n"
              "    \"command\": \"/opt/fathom\",\n    \"args\": [\n      \"serve\"\n    ]\n"
              "  }\n}}");
}

static void spells_each_clients_shape(void **state) {
  (void)state;
  assert_text(put("opencode", "{\n  \"mcp\": {\"x\": {}}\n}"),
              "{\n  \"mcp\": {\"x\": {}, \"fathom\": {\"type\":\"local\","
              "\"command\":[\"/opt/fathom\",\"serve\"],\"enabled\":true}}\n}");
  assert_text(put("amp", "{\"amp.mcpServers\":{\"x\":1}}"),
              "{\"amp.mcpServers\":{\"x\":1, \"fathom\": "
              "{\"command\":\"/opt/fathom\",\"args\":[\"serve\"]}}}");
  assert_text(put("claude-code", "{\"mcpServers\":{\"x\":1}}"),
              "{\"mcpServers\":{\"x\":1, \"fathom\": {\"type\":\"stdio\","
              "\"command\":\"/opt/fathom\",\"args\":[\"serve\"]}}}");
}

static AppEntry find(const char *client, const char *text) {
  AppTarget target = target_of(client);
  AppEntry entry;
  assert_int_equal(target.format->find(&job, &target, str_from_c(text), &entry), OK);
  return entry;
}

static void knows_what_is_in_order(void **state) {
  (void)state;
  AppEntry entry = find("cursor", "{\"mcpServers\":{\"fathom\":{\"command\":\"/opt/fathom\","
                                  "\"args\":[\"serve\",\"--read-only\"],\"env\":{\"A\":\"1\"}}}}");
  assert_true(entry.present && entry.in_order);
  assert_text(entry.command, "/opt/fathom");
  entry = find("opencode", "{\"mcp\":{\"fathom\":{\"type\":\"local\",\"enabled\":false,"
                           "\"command\":[\"/opt/fathom\",\"serve\",\"--read-only\"]}}}");
  assert_true(entry.present && entry.in_order);
  entry = find("cursor", "{\"mcpServers\":{\"fathom\":{\"command\":\"/opt/fathom\"}}}");
  assert_true(entry.present && !entry.in_order);
  entry = find("cursor", "{\"mcpServers\":{\"fathom\":{\"url\":\"http://x\"}}}");
  assert_true(entry.present && !entry.in_order);
  assert_int_equal(entry.command.len, 0);
  assert_false(find("cursor", "{\"fathom\":{}}").present);
  /* names are compared as JSON means them */
  assert_true(find("cursor", "{\"mcp\\u0053ervers\":{\"fa\\u0074hom\":{}}}").present);
}

static void updates_only_what_differs(void **state) {
  (void)state;
  assert_text(put("cursor", "{\"mcpServers\": {\"fathom\": {\n  // mine\n  \"env\": {\"A\": \"1\"},\n"
                            "  \"command\": \"/old/fathom\",\n  \"args\": [\"serve\", \"--read-only\"]\n}}}"),
              "{\"mcpServers\": {\"fathom\": {\n  // mine\n  \"env\": {\"A\": \"1\"},\n"
              "  \"command\": \"/opt/fathom\",\n  \"args\": [\"serve\", \"--read-only\"]\n}}}");
  assert_text(put("cursor", "{\"mcpServers\": {\"fathom\": {\"command\": \"fathom\"}}}"),
              "{\"mcpServers\": {\"fathom\": {\"command\": \"/opt/fathom\", "
              "\"args\": [\"serve\"]}}}");
  assert_text(put("cursor", "{\"mcpServers\": {\"fathom\": {\"command\": \"fathom\", "
                            "\"args\": [\"mcp\"]}}}"),
              "{\"mcpServers\": {\"fathom\": {\"command\": \"/opt/fathom\", "
              "\"args\": [\"serve\"]}}}");
  assert_text(put("opencode", "{\"mcp\":{\"fathom\":{\"type\":\"local\",\"command\":[\"/old\","
                              "\"serve\",\"--x\"],\"enabled\":false}}}"),
              "{\"mcp\":{\"fathom\":{\"type\":\"local\",\"command\":[\"/opt/fathom\","
              "\"serve\",\"--x\"],\"enabled\":false}}}");
  /* a remote entry gives way */
  assert_text(put("cursor", "{\"mcpServers\": {\"fathom\": {\"url\": \"http://x\"}}}"),
              "{\"mcpServers\": {\"fathom\": {\"command\":\"/opt/fathom\",\"args\":[\"serve\"]}}}");
  assert_text(put("cursor", "{\"mcpServers\": {\"fathom\": null}}"),
              "{\"mcpServers\": {\"fathom\": {\"command\":\"/opt/fathom\",\"args\":[\"serve\"]}}}");
}

static void cuts_without_knowing_what_was(void **state) {
  (void)state;
  assert_text(cut("cursor", "{\"mcpServers\": {\"fathom\": {}}}"), "{\"mcpServers\": {}}");
  assert_text(cut("cursor", "{\"mcpServers\": {\n  \"fathom\": {}\n}}"), "{\"mcpServers\": {}}");
  assert_text(cut("cursor", "{\"mcpServers\": {\"fathom\": {}, \"b\": 1}}"),
              "{\"mcpServers\": {\"b\": 1}}");
  assert_text(cut("cursor", "{\"mcpServers\": {\"a\": 1, \"fathom\": {}}}"),
              "{\"mcpServers\": {\"a\": 1}}");
  assert_text(cut("cursor", "{\"mcpServers\": {\n  \"a\": 1,\n  \"fathom\": {},\n  \"b\": 2\n}}"),
              "{\"mcpServers\": {\n  \"a\": 1,\n  \"b\": 2\n}}");
  assert_text(cut("cursor", "{\"mcpServers\": {\n  \"a\": 1, // one\n  \"fathom\": {}\n}}"),
              "{\"mcpServers\": {\n  \"a\": 1 // one\n}}");
  assert_text(cut("cursor", "{\"mcpServers\": {\n  \"a\": 1,\n  \"fathom\": {},\n}}"),
              "{\"mcpServers\": {\n  \"a\": 1,\n}}");
  assert_text(cut("cursor", "{\"mcpServers\": { // x\n  \"fathom\": {} // y\n}}"),
              "{\"mcpServers\": { // x\n // y\n}}");
  assert_text(cut("cursor", "{\"mcpServers\": {\"a\": 1,\n// x\n \"fathom\": {}}}"),
              "{\"mcpServers\": {\"a\": 1\n// x\n}}");
}

static void refuses(const char *text, const char *words) {
  AppTarget target = target_of("cursor");
  AppEntry entry;
  AppEdit edit;
  assert_int_equal(target.format->find(&job, &target, str_from_c(text), &entry), ERR_SYNTAX);
  assert_non_null(strstr(str_to_c(&arena, job_message(&job, ERR_SYNTAX)), words));
  job_forgive(&job);
  assert_int_equal(target.format->put(&job, &target, str_from_c(text), &edit), ERR_SYNTAX);
  job_forgive(&job);
}

static void refuses_what_is_broken(void **state) {
  (void)state;
  refuses("{\"a\": 1", "byte 7");
  refuses("[]", "does not hold a JSON object");
  refuses("{\"mcpServers\": []}", "\"mcpServers\" is not an object");
  refuses("{\"a\": 1} /* open", "byte 9");
  refuses("{\"a\": 1, \"a\": 2}", "a");
  refuses("{'a': 1}", "byte 1");
  refuses("{,}", "byte 1");
  refuses("{\"a\": [1,,]}", "byte 9");
  refuses("\v", "byte 0");
  refuses("{\"a\": \"x", "byte");
}

static void knows_a_bare_file(void **state) {
  (void)state;
  AppTarget target = target_of("cursor");
  assert_true(target.format->is_bare(&job, &target, STR("")));
  assert_true(target.format->is_bare(&job, &target, STR("\xef\xbb\xbf\n")));
  assert_true(target.format->is_bare(&job, &target, STR("{}\n")));
  assert_true(target.format->is_bare(&job, &target, STR("{\"mcpServers\": { }}")));
  assert_false(target.format->is_bare(&job, &target, STR("{\"mcpServers\": {\"a\": 1}}")));
  assert_false(target.format->is_bare(&job, &target, STR("{\"a\": {}}")));
  assert_false(target.format->is_bare(&job, &target, STR("{} // mine")));
  assert_false(target.format->is_bare(&job, &target, STR("{")));
}

static void gives_a_snippet(void **state) {
  (void)state;
  AppTarget target = target_of("vscode");
  assert_text(target.format->snippet(&job, &target),
              "{\n  \"servers\": {\n    \"fathom\": {\n      \"type\": \"stdio\",\n"
              "      \"command\": \"/opt/fathom\",\n      \"args\": [\n        \"serve\"\n"
              "      ]\n    }\n  }\n}\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(puts_into_nothing, set_up, tear_down),
      cmocka_unit_test_setup_teardown(keeps_the_hand_it_finds, set_up, tear_down),
      cmocka_unit_test_setup_teardown(spells_each_clients_shape, set_up, tear_down),
      cmocka_unit_test_setup_teardown(knows_what_is_in_order, set_up, tear_down),
      cmocka_unit_test_setup_teardown(updates_only_what_differs, set_up, tear_down),
      cmocka_unit_test_setup_teardown(cuts_without_knowing_what_was, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_what_is_broken, set_up, tear_down),
      cmocka_unit_test_setup_teardown(knows_a_bare_file, set_up, tear_down),
      cmocka_unit_test_setup_teardown(gives_a_snippet, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("app_setup_json", tests, NULL, NULL);
}
