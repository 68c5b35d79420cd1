/* Room: contents survive wherever a block goes, the account is right, and what
 * is beyond the limit lies outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/room.h"

static size_t taken, given;
static bool is_full;

static void *take(size_t size) {
  if (is_full) return NULL;
  taken += size;
  return calloc(1, size);
}

static void give(void *bytes, size_t size) {
  given += size;
  free(bytes);
}

static const RoomOutside outside = {take, give};

#define MB ((size_t)1 << 20)

static void expect(size_t heap, size_t out) {
  RoomCounts now = room_counts();
  assert_int_equal(now.heap, heap);
  assert_int_equal(now.outside, out);
}

static void is_zeroed(const char *block, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) assert_int_equal(block[i], 0);
}

static void stays_on_the_heap_without_a_limit(void **state) {
  (void)state;
  room_limit(0);
  char *block = room_grow(NULL, 0, 3 * MB);
  is_zeroed(block, 0, 3 * MB);
  memset(block, 7, 3 * MB);
  block = room_grow(block, 3 * MB, 5 * MB);
  assert_int_equal(block[3 * MB - 1], 7);
  is_zeroed(block, 3 * MB, 5 * MB);
  expect(5 * MB, 0);
  room_free(block, 5 * MB);
  room_free(NULL, 0);
  expect(0, 0);
}

static void goes_outside_beyond_the_limit(void **state) {
  (void)state;
  room_limit(2 * MB);
  char *first = room_grow(NULL, 0, MB), *small = room_grow(NULL, 0, 100), *second = room_grow(NULL, 0, MB);
  memset(first, 1, MB);
  memset(second, 2, MB);
  expect(MB + 100, MB); /* the second did not fit beside the small one */
  small = room_grow(small, 100, ROOM_LARGE - 1); /* small ones stay */
  expect(MB + ROOM_LARGE - 1, MB);
  first = room_grow(first, MB, 4 * MB);
  assert_int_equal(first[MB - 1], 1);
  is_zeroed(first, MB, 4 * MB);
  expect(ROOM_LARGE - 1, 5 * MB);
  second = room_grow(second, MB, 2 * MB); /* once outside it stays there */
  assert_int_equal(second[MB - 1], 2);
  is_zeroed(second, MB, 2 * MB);
  expect(ROOM_LARGE - 1, 6 * MB);
  room_free(first, 4 * MB);
  room_free(small, ROOM_LARGE - 1);
  room_free(second, 2 * MB);
  expect(0, 0);
  assert_int_equal(taken, given);
}

static void what_outside_refuses_is_on_the_heap(void **state) {
  (void)state;
  room_limit(MB);
  char *block = room_grow(NULL, 0, 2 * MB);
  memset(block, 3, 2 * MB);
  expect(0, 2 * MB);
  is_full = true;
  block = room_grow(block, 2 * MB, 3 * MB);
  assert_int_equal(block[2 * MB - 1], 3);
  is_zeroed(block, 2 * MB, 3 * MB);
  expect(3 * MB, 0);
  char *more = room_grow(NULL, 0, 2 * MB);
  expect(5 * MB, 0);
  is_full = false;
  room_free(block, 3 * MB);
  room_free(more, 2 * MB);
  expect(0, 0);
  assert_int_equal(taken, given);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stays_on_the_heap_without_a_limit),
      cmocka_unit_test(goes_outside_beyond_the_limit),
      cmocka_unit_test(what_outside_refuses_is_on_the_heap),
  };
  room_outside(&outside);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
