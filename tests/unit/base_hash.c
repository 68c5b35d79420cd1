/* Hash: stable, since hashes are stored, and spread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/hash.h"

/* XXH3's published values for these inputs without a seed. */
static void never_changes(void **state) {
  (void)state;
  assert_true(hash_str(STR("")) == 0x2D06800538D394C2u);
  assert_true(hash_str((Str){NULL, 0}) == 0x2D06800538D394C2u);
  assert_true(hash_str(STR("abc")) == 0x78AF5F94892F3950u);
}

static void combines_in_order(void **state) {
  (void)state;
  assert_true(hash_combine(1, 2) == hash_combine(1, 2));
  assert_true(hash_combine(1, 2) != hash_combine(2, 1));
  assert_true(hash_combine(0, 0) != 0);
  assert_true(hash_combine(1, 0) != hash_combine(0, 1));
}

/* Map takes the low bits: neighbours must not share them. */
static void spreads_low_bits(void **state) {
  (void)state;
  unsigned counts[64] = {0};
  for (uint64_t i = 0; i < 6400; i++) counts[hash_combine(0, i) % 64]++;
  for (size_t i = 0; i < 64; i++) assert_in_range(counts[i], 50, 150);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(never_changes),
      cmocka_unit_test(combines_in_order),
      cmocka_unit_test(spreads_low_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
