/* Whole words, not parts of longer ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/word.h"

static void in_a_text(void **state) {
  (void)state;
  assert_true(word_is_in(STR("catch (Bad e)"), STR("Bad")));
  assert_true(word_is_in(STR("Bad"), STR("Bad")));
  assert_false(word_is_in(STR("BadCase, NotBad, Bad_1, $Bad, Bad\xC3\xA4"), STR("Bad")));
  assert_true(word_is_in(STR("BadCase|Bad"), STR("Bad"))); /* the first is none, the second is */
  assert_false(word_is_in(STR("Bad"), STR("")));
  assert_false(word_is_in(STR(""), STR("Bad")));
}

static void at_a_byte(void **state) {
  (void)state;
  assert_true(word_is_at(STR("a bc"), 2, STR("bc")));
  assert_false(word_is_at(STR("a bc"), 2, STR("b")));
  assert_false(word_is_at(STR("abc"), 1, STR("bc")));
  assert_false(word_is_at(STR("a b"), 3, STR("b")));
  assert_true(word_is_at(STR("a::b"), 1, STR("::b"))); /* an operator may follow a name */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(in_a_text), cmocka_unit_test(at_a_byte)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
