/* Places by pattern, and threads and locks by how they are spelled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/tools/agent_lsp/agent_lsp_internal.h"

static Arena arena;
static Job job;

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

/* ---- patterns ---- */

/* "line:column", or the error's words. */
static const char *find(const char *text, const char *pattern, uint32_t from, uint32_t to) {
  Text taken;
  size_t byte;
  AgentPattern wanted = {str_from_c(pattern), from, to};
  text_take(&arena, str_from_c(text), &taken);
  job_forgive(&job);
  Err err = tool_agent_find_pattern(&job, &taken, STR("a.py"), &wanted, &byte);
  if (err) return str_to_c(&arena, str_format(&arena, "%s: %.*s", err_name(err), STR_ARG(job_message(&job, err))));
  TextPoint point = text_to_point(&taken, byte);
  return str_to_c(&arena, str_format(&arena, "%u:%u", point.line, point.column));
}

static void marks_mean_the_character_behind_them(void **state) {
  (void)state;
  const char *text = "def one():\n  two(\xC3\xA9)\r\n  three\n";
  assert_string_equal(find(text, "def @@one", 0, 0), "1:5");
  assert_string_equal(find(text, "@@def", 0, 0), "1:1");
  assert_string_equal(find(text, "@@two@@", 0, 0), "2:3");
  assert_string_equal(find(text, "\xC3\xA9@@)", 0, 0), "2:8");
  assert_string_equal(find(text, "three@@", 0, 0), "3:8");
  assert_string_equal(find(text, "one():\n  t@@wo", 0, 0), "2:4");
  assert_string_equal(find(text, ")\n  @@three", 0, 0), "3:3"); /* the file's line ends are its own */
  assert_string_equal(find(text, "\n  @@three", 0, 0), "3:3");
}

static void one_match_and_no_more(void **state) {
  (void)state;
  const char *text = "a = x\nb = x\nc = x\n";
  assert_string_equal(find(text, "= @@x", 0, 0),
                      "usage: position_pattern matches 3 times; add text around it, or line_scope_start and line_scope_end:\n"
                      "  1:5  a = x\n  2:5  b = x\n  3:5  c = x");
  assert_string_equal(find(text, "= @@x", 2, 2), "2:5");
  assert_string_equal(find(text, "= @@x", 3, 0), "3:5");
  assert_string_equal(find(text, "= @@x", 0, 1), "1:5");
  assert_string_equal(find(text, "= @@x", 3, 2), "usage: line_scope_end (2) is before line_scope_start (3)");
  assert_string_equal(find(text, "= @@x", 9, 0),
                      "not_found: position_pattern: '= x' is not in a.py between those lines; it is compared as it stands, white space included");
  assert_string_equal(find("xx\n\nxx", "@@\n\n", 0, 0), "1:3");
}

static void broken_patterns_are_explained(void **state) {
  (void)state;
  assert_string_equal(find("a", "a", 0, 0),
                      "usage: position_pattern has no @@; put it before the character that is meant: \"def @@name(\"");
  assert_string_equal(find("a", "@@", 0, 0), "usage: position_pattern has nothing but its mark; add text of the file around it");
  assert_string_equal(find("a", "@@a@@b@@c", 0, 0), "usage: position_pattern has more than one @@");
  assert_string_equal(find("", "@@a", 0, 0),
                      "not_found: position_pattern: 'a' is not in a.py; it is compared as it stands, white space included");
}

/* ---- threads ---- */

/* What runs the call of f elsewhere. */
static const char *starter(const char *text) {
  size_t site = str_find(str_from_c(text), STR("f("));
  return str_to_c(&arena, tool_agent_concurrent(str_from_c(text), 0, site));
}

static void calls_in_what_starts_a_thread(void **state) {
  (void)state;
  assert_string_equal(starter("func g() {\n\tgo func() {\n\t\tf(1)\n\t}()\n}"), "go func");
  assert_string_equal(starter("func g() {\n\tgo f(1)\n}"), "go");
  assert_string_equal(starter("func g() {\n\tgo pkg.f(1)\n}"), "go");
  assert_string_equal(starter("func g() {\n\tcargo f(1)\n}"), "");
  assert_string_equal(starter("setTimeout(() => { f(1); }, 5);"), "setTimeout(");
  assert_string_equal(starter("setTimeout(() => {}, 5); f(1);"), "");
  assert_string_equal(starter("let t = thread::spawn(move || f(1));"), "thread::spawn(");
  assert_string_equal(starter("asyncio.create_task(f(1))"), "create_task(");
  assert_string_equal(starter("pool.submit(lambda: f(1))"), ".submit(");
  assert_string_equal(starter("tokio::spawn(async {\n  setTimeout(f(1))\n})"), "setTimeout("); /* the nearest */
  assert_string_equal(starter("f(1)"), "");
  assert_string_equal(starter("}) f(1)"), "");
}

static void locks_of_a_type(void **state) {
  (void)state;
  assert_true(tool_agent_is_guarded(STR("type A struct {\n\tmu sync.Mutex\n}")));
  assert_true(tool_agent_is_guarded(STR("struct a { pthread_mutex_t lock; };")));
  assert_true(tool_agent_is_guarded(STR("self.lock = threading.Lock()")));
  assert_true(tool_agent_is_guarded(STR("map: Mutex<Vec<u8>>")));
  assert_false(tool_agent_is_guarded(STR("struct a { int blocks; };")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(marks_mean_the_character_behind_them), cmocka_unit_test(one_match_and_no_more),
      cmocka_unit_test(broken_patterns_are_explained),        cmocka_unit_test(calls_in_what_starts_a_thread),
      cmocka_unit_test(locks_of_a_type),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
