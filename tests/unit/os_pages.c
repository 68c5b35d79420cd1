/* Pages: blocks that are used again before new memory is touched, that grow where
 * they lie, and an end of them; and arenas that are filled from there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/os/pages.h"

enum { WHOLE = 32 << 20 };

static void *take(size_t asked, size_t expected) {
  size_t size = asked;
  void *block = pages_take(&size);
  if (block) assert_int_equal(size, expected);
  return block;
}

static void gives_nothing_unless_it_keeps(void **state) {
  (void)state;
  assert_null(take(PAGES_LEAST, 0));
  pages_keep();
  assert_null(take(PAGES_LEAST - 1, 0)); /* too small */
  assert_null(take(WHOLE + 1, 0));       /* too large */
  char *block = take(PAGES_LEAST, PAGES_LEAST);
  assert_non_null(block);
  memset(block, 1, PAGES_LEAST);
  pages_return();
  assert_null(take(PAGES_LEAST, 0));
  assert_int_equal(block[PAGES_LEAST - 1], 1); /* what is used stays */
  pages_give(block, PAGES_LEAST);
}

static void uses_the_lowest_again(void **state) {
  (void)state;
  pages_keep();
  char *a = take(PAGES_LEAST + 1, 2 * PAGES_LEAST), *b = take(PAGES_LEAST, PAGES_LEAST), *c = take(PAGES_LEAST, PAGES_LEAST);
  assert_ptr_equal(b, a + 2 * PAGES_LEAST);
  assert_ptr_equal(c, b + PAGES_LEAST);
  pages_give(a, 2 * PAGES_LEAST);
  assert_ptr_equal(take(3 * PAGES_LEAST, 3 * PAGES_LEAST), c + PAGES_LEAST); /* does not fit there */
  assert_ptr_equal(take(PAGES_LEAST, PAGES_LEAST), a);
  size_t more = 2 * PAGES_LEAST;
  assert_true(pages_grow(a, PAGES_LEAST, &more));
  more = 3 * PAGES_LEAST;
  assert_false(pages_grow(a, 2 * PAGES_LEAST, &more)); /* b lies there */
  pages_give(a, 2 * PAGES_LEAST);
  pages_give(b, PAGES_LEAST);
  pages_give(c, PAGES_LEAST);
  pages_give(c + PAGES_LEAST, 3 * PAGES_LEAST);
  assert_ptr_equal(take(WHOLE, WHOLE), a);
  assert_null(take(PAGES_LEAST, 0)); /* that was all */
  pages_give(a, WHOLE);
  pages_return();
}

/* Grown in turns, so that none can where it lies; some stay when there is no more. */
static void fills_arenas(void **state) {
  (void)state;
  enum { COUNT = 3, STEPS = 60, STEP = 300 << 10 };
  Arena arena;
  unsigned char *bytes[COUNT] = {0};
  size_t size = 0;
  arena_init(&arena);
  pages_keep();
  for (int step = 0; step < STEPS; step++, size += STEP) {
    if (step == STEPS / 2) pages_return();
    for (int i = 0; i < COUNT; i++) {
      bytes[i] = arena_grow(&arena, bytes[i], size, size + STEP);
      memset(bytes[i] + size, i + 1, STEP);
      assert_int_equal(*(unsigned char *)arena_alloc(&arena, 5000), 0);
    }
  }
  for (int i = 0; i < COUNT; i++) {
    for (size_t at = 0; at < size; at += 999) assert_int_equal(bytes[i][at], i + 1);
  }
  arena_clear(&arena);
  pages_keep();
  void *all = take(WHOLE, WHOLE); /* all of it came back */
  assert_non_null(all);
  pages_give(all, WHOLE);
  pages_return();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(gives_nothing_unless_it_keeps), cmocka_unit_test(uses_the_lowest_again), cmocka_unit_test(fills_arenas)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
