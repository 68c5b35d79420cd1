/* Sizes: never less than was asked for, at most an eighth more, and few of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/size.h"

static void rounds_up_by_an_eighth_at_most(void **state) {
  (void)state;
  size_t kinds = 0, before = 0;
  assert_int_equal(size_rounded(0), 0);
  assert_int_equal(size_rounded(511), 511);
  assert_int_equal(size_rounded(512), 512);
  assert_int_equal(size_rounded(513), 576);
  assert_int_equal(size_rounded(577), 640);
  assert_int_equal(size_rounded(1024), 1024);
  assert_int_equal(size_rounded(1025), 1152);
  for (size_t size = 512; size <= 1 << 20; size++) {
    size_t rounded = size_rounded(size);
    assert_true(rounded >= size && rounded - size <= size / 8);
    assert_int_equal(size_rounded(rounded), rounded);
    kinds += rounded != before;
    before = rounded;
  }
  assert_int_equal(kinds, 11 * 8 + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rounds_up_by_an_eighth_at_most)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
