/* Pile: blocks keep what is written into them, do not overlap, serve again when
 * they are given back, and lie outside once there is too much of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/map.h"
#include "src/base/room.h"

enum { BLOCKS = 4000 };

static size_t outside_bytes;

static void *take(size_t size) {
  outside_bytes += size;
  return calloc(1, size);
}

static void give(void *bytes, size_t size) {
  outside_bytes -= size;
  free(bytes);
}

static const RoomOutside outside = {take, give};

/* Of every size up to some, and a few large ones. */
static size_t size_of(size_t i) { return i % 97 == 0 ? i * 31 : i % 613; }

static void fill(Pile *pile, unsigned char **blocks, size_t from, size_t step) {
  for (size_t i = from; i < BLOCKS; i += step) {
    blocks[i] = pile_take(pile, size_of(i));
    assert_int_equal((uintptr_t)blocks[i] % 16, 0);
    memset(blocks[i], (int)(i % 251), size_of(i));
  }
}

static void check(unsigned char **blocks) {
  for (size_t i = 0; i < BLOCKS; i++) {
    for (size_t at = 0; at < size_of(i); at++) assert_int_equal(blocks[i][at], i % 251);
  }
}

static void blocks_do_not_overlap(void **state) {
  (void)state;
  Pile pile = {0};
  unsigned char *blocks[BLOCKS];
  fill(&pile, blocks, 0, 1);
  check(blocks);
  size_t before = room_counts().heap;
  for (int round = 0; round < 3; round++) {
    for (size_t i = 0; i < BLOCKS; i += 3) pile_give(&pile, blocks[i], size_of(i));
    fill(&pile, blocks, 0, 3);
    check(blocks);
  }
  assert_int_equal(room_counts().heap, before); /* what was given back served again */
  pile_clear(&pile);
  assert_int_equal(room_counts().heap, 0);
}

static void serves_again_what_was_given_back(void **state) {
  (void)state;
  Pile pile = {0};
  void *first = pile_take(&pile, 300), *second = pile_take(&pile, 310);
  pile_give(&pile, first, 300);
  pile_give(&pile, NULL, 0);
  assert_ptr_equal(pile_take(&pile, 310), first); /* of about its size */
  assert_ptr_not_equal(pile_take(&pile, 300), second);
  assert_null(pile_copy(&pile, "", 0));
  assert_memory_equal(pile_copy(&pile, "words", 6), "words", 6);
  pile_clear(&pile);
  pile_clear(&pile);
}

static void goes_outside_beyond_the_limit(void **state) {
  (void)state;
  Pile pile = {0};
  Map map;
  room_outside(&outside);
  room_limit((size_t)2 << 20);
  map_init_in_pile(&map, &pile);
  char name[32];
  for (uintptr_t i = 1; i <= 60000; i++) {
    int len = snprintf(name, sizeof name, "folder/file%u.c", (unsigned)i);
    map_put_copy(&map, (Str){name, (size_t)len}, (void *)i);
  }
  assert_true(room_counts().heap <= (size_t)2 << 20);
  assert_true(outside_bytes > (size_t)4 << 20);
  assert_int_equal(room_counts().outside, outside_bytes);
  for (uintptr_t i = 1; i <= 60000; i++) {
    int len = snprintf(name, sizeof name, "folder/file%u.c", (unsigned)i);
    assert_int_equal((uintptr_t)map_get(&map, (Str){name, (size_t)len}), i);
  }
  pile_clear(&pile);
  assert_int_equal(outside_bytes, 0);
  room_limit(0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_do_not_overlap),
      cmocka_unit_test(serves_again_what_was_given_back),
      cmocka_unit_test(goes_outside_beyond_the_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
