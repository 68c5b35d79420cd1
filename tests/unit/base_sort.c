/* Sorting by digits and by runs: the order of the library's own, whatever comes. */
#include "src/base/sort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 3000 };

static uint64_t seed = 7;
static uint32_t any(uint32_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((seed >> 33) % below);
}

static unsigned shift_by, mask_bits;
static int by_bits(const void *a, const void *b) {
  uint64_t mask = (mask_bits < 64 ? ((uint64_t)1 << mask_bits) - 1 : UINT64_MAX);
  uint64_t x = *(const uint64_t *)a >> shift_by & mask, y = *(const uint64_t *)b >> shift_by & mask;
  return (x > y) - (x < y);
}

/* glibc's qsort leaves equal ones in their order, too: it merges. Asserted by
 * the lowest bits, which tell where an item was. */
static void test_by_bits(void **state) {
  (void)state;
  static uint64_t items[MOST], spare[MOST], wanted[MOST];
  static const size_t counts[] = {0, 1, 2, 47, 48, 49, 1023, 1024, 1025, MOST};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    for (unsigned bits = 0; bits <= 52; bits += 4) {
      for (size_t i = 0; i < counts[c]; i++) {
        uint64_t value = (uint64_t)any(UINT32_MAX) << 21 ^ any(UINT32_MAX);
        items[i] = (bits ? value & (((uint64_t)1 << bits) - 1) : 0) << 12 | i;
      }
      memcpy(wanted, items, sizeof items);
      shift_by = 12, mask_bits = bits;
      qsort(wanted, counts[c], sizeof *wanted, by_bits);
      sort_by_bits(items, spare, counts[c], 12, 12 + bits);
      assert_memory_equal(items, wanted, counts[c] * sizeof *items);
    }
  }
  uint64_t whole[] = {UINT64_MAX, 0, UINT64_MAX - 1}, room[3];
  sort_by_bits(whole, room, 3, 0, 64);
  assert_true(whole[0] == 0 && whole[1] == UINT64_MAX - 1 && whole[2] == UINT64_MAX);
  assert_int_equal(sort_bits_of(0), 0);
  assert_int_equal(sort_bits_of(1), 1);
  assert_int_equal(sort_bits_of(255), 8);
  assert_int_equal(sort_bits_of(UINT64_MAX), 64);
}

/* ---- */

typedef struct Item {
  uint32_t key, place;
  char more[20];
} Item;

static size_t compared;
static int by_key(const void *a, const void *b, void *context) {
  const Item *x = a, *y = b;
  assert_ptr_equal(context, &compared);
  compared++;
  return (x->key > y->key) - (x->key < y->key);
}

/* Gives how often they were compared. */
static size_t check(Item *items, size_t count) {
  static Item spare[MOST];
  static uint32_t keys[MOST];
  bool was[MOST] = {0};
  for (size_t i = 0; i < count; i++) {
    items[i].place = (uint32_t)i;
    keys[i] = items[i].key;
    memset(items[i].more, (int)(i & 0x7F), sizeof items[i].more);
  }
  compared = 0;
  sort_nearly(items, spare, count, sizeof *items, by_key, &compared);
  for (size_t i = 0; i < count; i++) {
    assert_true(items[i].place < count && !was[items[i].place]);
    was[items[i].place] = true;
    assert_int_equal(items[i].key, keys[items[i].place]);
    assert_int_equal(items[i].more[19], (char)(items[i].place & 0x7F));
    if (!i) continue;
    assert_true(items[i - 1].key <= items[i].key);
    if (items[i - 1].key == items[i].key) assert_true(items[i - 1].place < items[i].place);
  }
  return compared;
}

static void test_nearly(void **state) {
  (void)state;
  static Item items[MOST];
  for (size_t round = 0; round < 300; round++) {
    size_t count = round < 100 ? round : any(MOST);
    uint32_t near = 1 + any(12), keys = 1 + any(MOST);
    for (size_t i = 0; i < count; i++) items[i].key = round % 3 == 0 ? any(keys) : (uint32_t)i / 3 + any(near);
    if (count && round % 5 == 0) items[count - 1].key = 0; /* what was added in the end belongs to the front */
    assert_true(check(items, count) <= count * 30 + 30);
  }
  for (size_t i = 0; i < MOST; i++) items[i].key = (uint32_t)i;
  assert_true(check(items, MOST) < MOST); /* in order */
  for (size_t i = 0; i < MOST; i++) items[i].key = (uint32_t)(i ^ 1);
  assert_true(check(items, MOST) < 2 * MOST); /* each beside its place */
  for (size_t i = 0; i < MOST; i++) items[i].key = (uint32_t)(MOST - i);
  assert_true(check(items, MOST) < 30 * MOST); /* backwards */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_by_bits), cmocka_unit_test(test_nearly)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
