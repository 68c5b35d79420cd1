/* Instants as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/clock.h"

static void expect(int64_t wall_s, const char *instant, const char *day) {
  Arena arena;
  arena_init(&arena);
  Str found = clock_instant(&arena, wall_s), found_day = clock_day(&arena, wall_s);
  assert_int_equal(found.len, strlen(instant));
  assert_memory_equal(found.ptr, instant, found.len);
  assert_int_equal(found_day.len, strlen(day));
  assert_memory_equal(found_day.ptr, day, found_day.len);
  arena_clear(&arena);
}

static void spells_every_digit(void **state) {
  (void)state;
  expect(0, "1970-01-01T00:00:00Z", "1970-01-01");
  expect(1709210096, "2024-02-29T12:34:56Z", "2024-02-29");
  expect(253402300799, "9999-12-31T23:59:59Z", "9999-12-31");
}

static void has_no_word_for_other_years(void **state) {
  (void)state;
  expect(253402300800, "", "");
  expect(-30610224001, "", "");
  expect(INT64_MAX, "", "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spells_every_digit),
      cmocka_unit_test(has_no_word_for_other_years),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
