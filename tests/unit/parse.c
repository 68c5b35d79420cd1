/* Parsing obeys its limits; broken text gives a tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/parse/parse.h"

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

static Str many(size_t lines) {
  Buf text;
  buf_init(&text, &arena, 16u << 20);
  for (size_t i = 0; i < lines; i++) buf_add_c(&text, "int f(void) { return 1; }\n");
  return buf_str(&text);
}

static Err parse(Str text) {
  AUTO(Parser) parser = parse_open();
  AUTO(ParseTree) tree = NULL;
  Err err = parse_text(&job, parser, language_registry[0], text, &tree);
  if (!err) assert_false(ts_node_is_null(parse_tree_root(tree)));
  return err;
}

static void test_any_text(void **state) {
  (void)state;
  assert_int_equal(parse(STR("int x;")), OK);
  assert_int_equal(parse(STR_EMPTY), OK);
  assert_int_equal(parse(STR("}}}} \xFF\xFE (((")), OK);
}

static void test_too_large(void **state) {
  (void)state;
  assert_int_equal(parse((Str){many(200000).ptr, PARSE_MAX_BYTES + 1}), ERR_TOO_LARGE);
  assert_true(str_contains(job.message, STR("4194304")));
}

static void test_stopped(void **state) {
  (void)state;
  Str text = many(100000);
  job.deadline_ms = job_now_ms() + 2;
  assert_int_equal(parse(text), ERR_TIMEOUT);
  job_init(&job, &arena);
  job_cancel(&job, ERR_CANCELLED);
  assert_int_equal(parse(STR("int x;")), ERR_CANCELLED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_any_text, setup, teardown),
      cmocka_unit_test_setup_teardown(test_too_large, setup, teardown),
      cmocka_unit_test_setup_teardown(test_stopped, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
