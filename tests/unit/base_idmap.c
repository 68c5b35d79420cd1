/* Idmap: keys of every size to numbers, through growth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/idmap.h"

static Arena arena;
static Idmap map;

static int fresh(void **state) {
  (void)state;
  arena_init(&arena);
  idmap_init(&map, &arena);
  return 0;
}

static int gone(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static void begins_empty_and_without_memory(void **state) {
  (void)state;
  assert_int_equal(idmap_get(&map, 7), IDMAP_NONE);
  assert_false(idmap_has(&map, 7));
  assert_int_equal(arena.used, 0);
}

static void the_first_number_stays(void **state) {
  (void)state;
  assert_int_equal(idmap_add(&map, 7, 1), 1);
  assert_int_equal(idmap_add(&map, 7, 2), 1);
  assert_int_equal(idmap_get(&map, 7), 1);
  assert_int_equal(map.len, 1);
}

static void set_replaces_and_tells(void **state) {
  (void)state;
  assert_int_equal(idmap_set(&map, 7, 1), IDMAP_NONE);
  assert_int_equal(idmap_set(&map, 7, 2), 1);
  assert_int_equal(idmap_get(&map, 7), 2);
}

static void zero_is_no_id(void **state) {
  (void)state;
  idmap_add(&map, 9, 3);
  assert_int_equal(idmap_add(&map, 0, 5), 5);
  assert_true(idmap_mark(&map, 0));
  assert_true(idmap_mark(&map, 0));
  assert_int_equal(idmap_get(&map, 0), IDMAP_NONE);
  assert_false(idmap_has(&map, 0));
  assert_int_equal(map.len, 1);
}

static void marks_once(void **state) {
  (void)state;
  assert_true(idmap_mark(&map, 1));
  assert_false(idmap_mark(&map, 1));
  idmap_set(&map, 1, 6);
  assert_false(idmap_mark(&map, 1));
  assert_int_equal(idmap_get(&map, 1), 6);
}

static void counts_in_place(void **state) {
  (void)state;
  for (int i = 0; i < 5; i++) ++*idmap_at(&map, 3, 0);
  assert_int_equal(idmap_get(&map, 3), 5);
}

/* Ids that are close together, far apart, and all of whose low bits agree. */
static uint64_t nth_key(uint64_t i) {
  static const unsigned shifts[] = {0, 24, 44};
  return (i + 1) << shifts[i % 3] | (i % 7 == 0 ? (uint64_t)1 << 63 : 0);
}

static void holds_many(void **state) {
  (void)state;
  enum { MANY = 30000 };
  for (uint32_t i = 0; i < MANY; i++) {
    uint64_t key = nth_key(i);
    uint32_t before = idmap_get(&map, key);
    assert_int_equal(idmap_add(&map, key, i), before == IDMAP_NONE ? i : before);
  }
  for (uint32_t i = 0; i < MANY; i++) {
    uint32_t number = idmap_get(&map, nth_key(i));
    assert_true(number <= i && nth_key(number) == nth_key(i));
  }
  assert_true(map.len * 2 <= map.slots);
  assert_int_equal(idmap_get(&map, (uint64_t)1 << 62), IDMAP_NONE);
}

static void room_is_made_at_once(void **state) {
  (void)state;
  idmap_add(&map, 5, 50);
  idmap_reserve(&map, 1000);
  size_t slots = map.slots;
  for (uint32_t i = 1; i <= 1000; i++) idmap_add(&map, i, i);
  assert_int_equal(map.slots, slots);
  assert_int_equal(idmap_get(&map, 5), 50); /* came along */
  idmap_reserve(&map, 1);
  assert_int_equal(map.slots, slots);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, fresh, gone)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(begins_empty_and_without_memory), TEST(the_first_number_stays), TEST(set_replaces_and_tells),
      TEST(zero_is_no_id), TEST(marks_once), TEST(counts_in_place), TEST(holds_many), TEST(room_is_made_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
