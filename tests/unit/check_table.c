/* The table of checkers: the built-in one, the user's, and what is refused. */
#include "tests/unit/os_scratch.h"

#include <string.h>

#include "src/check/check.h"

#define ROW(name) name "\ttest\tpython\tpy\tsetup.cfg:x *.toml .\tone|uno -q {some}\t-t {file}\t./...\tpytest\t0,1,255\ttested\tget it\n"

static const CheckTool *find(const CheckTable *table, const char *name) {
  for (size_t i = 0; i < table->len; i++) {
    if (str_eq_c(table->items[i].name, name)) return &table->items[i];
  }
  return NULL;
}

static void test_builtin(void **state) {
  Scratch *s = *state;
  CheckTable table;
  size_t kinds[CHECK_KINDS] = {0};
  assert_int_equal(check_table_read(&s->job, STR_EMPTY, &table), OK);
  for (size_t i = 0; i < table.len; i++) {
    const CheckTool *tool = &table.items[i];
    kinds[tool->kind]++;
    assert_true(tool->programs.len && tool->markers.len && tool->extensions.len);
    assert_true(check_has_format(tool->format));
    assert_true(tool->exits[0] & 1);
  }
  assert_true(kinds[CHECK_LINT] >= 10);
  assert_true(kinds[CHECK_BUILD] >= 10);
  assert_true(kinds[CHECK_TEST] >= 15);
}

static void test_columns(void **state) {
  Scratch *s = *state;
  CheckTable table;
  assert_int_equal(check_table_parse(&s->job, STR("# words\n\n" ROW("mine")), &table), OK);
  assert_int_equal(table.len, 1);
  const CheckTool *tool = table.items;
  assert_int_equal(tool->kind, CHECK_TEST);
  assert_int_equal(tool->programs.len, 2);
  assert_true(str_eq_c(tool->programs.items[1], "uno"));
  assert_true(str_eq_c(tool->command.items[0], "one"));
  assert_int_equal(tool->command.len, 3);
  assert_int_equal(tool->some.len, 2);
  assert_int_equal(tool->all.len, 1);
  assert_int_equal(tool->markers.len, 3);
  assert_true(tool->exits[0] == 3 && tool->exits[3] == 1ull << 63);
  assert_false(tool->untested);
}

/* The user's row comes first, and instead of one of its name. */
static void test_own(void **state) {
  Scratch *s = *state;
  CheckTable plain, own;
  assert_int_equal(check_table_read(&s->job, STR_EMPTY, &plain), OK);
  assert_int_equal(check_table_read(&s->job, STR(ROW("pytest") ROW("mine")), &own), OK);
  assert_int_equal(own.len, plain.len + 1);
  assert_true(str_eq_c(own.items[0].name, "pytest"));
  assert_true(str_eq_c(find(&own, "pytest")->programs.items[0], "one"));
}

static void expect_refused(Scratch *s, const char *text, const char *words) {
  CheckTable table;
  assert_int_equal(check_table_parse(&s->job, str_from_c(text), &table), ERR_SYNTAX);
  Str message = job_message(&s->job, ERR_SYNTAX);
  if (!str_contains(message, str_from_c(words))) fail_msg("'%.*s' instead of '%s'", STR_ARG(message), words);
  job_forgive(&s->job);
}

static void test_refused(void **state) {
  Scratch *s = *state;
  expect_refused(s, "x\ttest\n", "line 1: has 2 columns instead of 12");
  expect_refused(s, ROW("a") ROW("a"), "line 2, name 'a': is there twice");
  expect_refused(s, "x\tcook\tpython\tpy\t.\tone\t-\t-\tlines\t0\ttested\tget\n", "does 'cook': takes lint, build or test");
  expect_refused(s, "x\ttest\tpython\tpy\t.\tone\t-\t-\tnone\t0\ttested\tget\n", "format 'none': there is no such format");
  expect_refused(s, "x\ttest\tpython\tpy\t.\tone\t-\t-\tlines\t1\ttested\tget\n", "exits '1': 0 must be among them");
  expect_refused(s, "x\ttest\tpython\tpy\t.\tone\t-\t-\tlines\t0,999\ttested\tget\n", "takes statuses from 0 to 255");
  expect_refused(s, "x\ttest\tpython\tpy\t.\tsub/one\t-\t-\tlines\t0\ttested\tget\n", "takes a program's name, or ./NAME");
  expect_refused(s, "x\ttest\tpython\tpy\t.\t../one\t-\t-\tlines\t0\ttested\tget\n", "takes a program's name, or ./NAME");
  expect_refused(s, "x\ttest\tpython\tpy\t.\t/bin/sh -c\t-\t-\tlines\t0\ttested\tget\n", "takes a program's name, or ./NAME");
  expect_refused(s, "x\ttest\tpython\tpy\t.\tone {some}\t-\t-\tlines\t0\ttested\tget\n", "goes together with {some}");
  expect_refused(s, "x\ttest\tpython\tpy\t.\tone\t{file}\t-\tlines\t0\ttested\tget\n", "goes together with {some}");
  expect_refused(s, "x\ttest\tpython\tpy\t-\tone\t-\t-\tlines\t0\ttested\tget\n", "markers '': there must be one");
  expect_refused(s, "x\ttest\tpython\tpy\t.\tone\t-\t-\tlines\t0\tperhaps\tget\n", "takes tested or untested");
  expect_refused(s, "x\ttest\tpython\t\t.\tone\t-\t-\tlines\t0\ttested\tget\n", "takes '-' where there is nothing");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_builtin, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_columns, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_own, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_refused, scratch_setup, scratch_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
