/* Marks of an answer between processes: what is read is what was spelled, and
 * what another process may not say is left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/model/answer.h"
#include "src/tools/tool.h"

static Arena arena;
static Job job;

static const AnswerMark *read_back(const char *spelled, size_t length, size_t *ret_count) {
  const Json *value;
  assert_int_equal(json_read(&job, str_from_c(spelled), NULL, &value), OK);
  return tool_read_marks(&arena, value, length, ret_count);
}

static void test_there_and_back(void **state) {
  (void)state;
  static const AnswerMark marks[] = {{0, 3, ANSWER_MARK_PATH}, {4, 6, ANSWER_MARK_LINE}, {7, 7, ANSWER_MARK_COLUMN},
                                     {7, 8, (AnswerMarkKind)(ANSWER_MARK_TOKENS + TOKEN_COMMENT)}, {8, 9, (AnswerMarkKind)(ANSWER_MARK_TOKENS + TOKEN_DEFINITION)}};
  ToolResult result = {.marks = marks, .mark_count = 5};
  Str spelled = tool_spell_marks(&arena, &result);
  assert_string_equal(str_to_c(&arena, spelled), "[0,3,2,4,2,3,7,0,9,7,1,10,8,1,16]"); /* the page knows these numbers */
  size_t count;
  const AnswerMark *back = read_back(str_to_c(&arena, spelled), 9, &count);
  assert_int_equal(count, 5);
  for (size_t i = 0; i < count; i++) {
    assert_int_equal(back[i].from, marks[i].from);
    assert_int_equal(back[i].to, marks[i].to);
    assert_int_equal(back[i].kind, marks[i].kind);
  }
}

static void test_what_cannot_be_is_left_out(void **state) {
  (void)state;
  static const char *const bad[] = {"null", "{}", "[]", "[1,2]", "[11,1,0]", "[5,6,0]", "[-1,1,0]", "[0,-1,0]", "[0,1,17]", "[0,1,-1]",
                                    "[\"0\",1,0]", "[0.5,1,0]", "[9223372036854775807,9223372036854775807,0]"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    size_t count = 99;
    read_back(bad[i], 10, &count);
    assert_int_equal(count, 0);
  }
  size_t count;
  const AnswerMark *kept = read_back("[5,1,0, 4,1,0, 6,1,1, 7]", 10, &count); /* out of order: only what goes on */
  assert_int_equal(count, 2);
  assert_int_equal(kept[1].from, 6);
}

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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_there_and_back, setup, teardown),
                                     cmocka_unit_test_setup_teardown(test_what_cannot_be_is_left_out, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
