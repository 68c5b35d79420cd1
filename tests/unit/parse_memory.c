/* The memory of a parse: blocks do not overlap, are aligned, keep what is in
 * them when they grow, and are used again; without one malloc serves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/base/own.h"
#include "src/parse/memory_internal.h"

enum { SLOTS = 500, STEPS = 40000, LARGEST = 20000 };

typedef struct Slot {
  unsigned char *block;
  size_t size;
  unsigned char mark;
} Slot;

static void check(const Slot *slot) {
  for (size_t i = 0; i < slot->size; i++) assert_int_equal(slot->block[i], slot->mark);
}

/* Takes, grows and gives back at random, with every block full of its mark. */
static void exercise(uint32_t seed) {
  static Slot slots[SLOTS];
  memset(slots, 0, sizeof slots);
  for (int step = 0; step < STEPS; step++) {
    seed = seed * 1664525u + 1013904223u;
    Slot *slot = &slots[seed >> 8 & 255];
    size_t size = seed % 64 == 0 ? seed >> 12 & LARGEST : seed >> 16 & 255;
    check(slot);
    if (slot->block && seed % 3 == 0) {
      parse_memory_give(slot->block);
      *slot = (Slot){0};
      continue;
    }
    slot->block = parse_memory_grow(slot->block, size > slot->size ? size : slot->size);
    assert_int_equal((uintptr_t)slot->block % 16, 0);
    for (size_t i = 0; i < slot->size; i++) assert_int_equal(slot->block[i], slot->mark);
    if (size > slot->size) slot->size = size;
    slot->mark = (unsigned char)step;
    if (slot->size) memset(slot->block, slot->mark, slot->size);
  }
  for (size_t i = 0; i < SLOTS; i++) parse_memory_give(slots[i].block);
}

static void test_blocks(void **state) {
  (void)state;
  ParseMemory memory = {0};
  for (uint32_t round = 0; round < 3; round++) {
    parse_memory_begin(&memory);
    exercise(round + 1);
    parse_memory_end(&memory);
  }
  assert_true(memory.total > 0 && memory.total < 16u << 20);
  parse_memory_close(&memory);
  assert_int_equal(memory.total, 0);
}

static void test_without_memory(void **state) {
  (void)state;
  exercise(7);
}

static void test_use_again(void **state) {
  (void)state;
  ParseMemory memory = {0};
  parse_memory_begin(&memory);
  void *small = parse_memory_take(100);
  void *large = parse_memory_take(100000);
  parse_memory_give(small);
  parse_memory_give(large);
  assert_ptr_equal(parse_memory_take(104), small);
  assert_ptr_equal(parse_memory_take(90000), large);
  parse_memory_give(parse_memory_take(70000));
  size_t total = memory.total;
  for (int i = 0; i < 1000; i++) parse_memory_give(parse_memory_take(70000));
  assert_int_equal(memory.total, total);
  unsigned char *zeroed = parse_memory_take_zeroed(3, 7);
  for (int i = 0; i < 21; i++) assert_int_equal(zeroed[i], 0);
  parse_memory_end(&memory);
  parse_memory_begin(&memory);
  assert_ptr_equal(parse_memory_take(100), small); /* as if nothing had been */
  parse_memory_end(&memory);
  parse_memory_close(&memory);
}

/* One large file is not paid for ever after. */
static void test_trim(void **state) {
  (void)state;
  ParseMemory memory = {0};
  parse_memory_begin(&memory);
  for (int i = 0; i < 100; i++) memset(parse_memory_take(1u << 20), i, 1u << 20);
  assert_true(memory.total >= 100u << 20);
  parse_memory_end(&memory);
  assert_true(memory.total <= 16u << 20);
  parse_memory_close(&memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_without_memory),
      cmocka_unit_test(test_use_again),
      cmocka_unit_test(test_trim),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
