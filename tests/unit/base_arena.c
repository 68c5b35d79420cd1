/* Arena: alignment, zeroing, growth, reuse, and the end of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/arena.h"

static void is_zeroed_and_aligned(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  for (size_t size = 0; size < 3000; size += 7) {
    unsigned char *ptr = arena_alloc(&arena, size);
    assert_non_null(ptr);
    assert_int_equal((uintptr_t)ptr % _Alignof(max_align_t), 0);
    for (size_t i = 0; i < size; i++) assert_int_equal(ptr[i], 0);
    memset(ptr, 0xAA, size);
  }
  arena_clear(&arena);
  assert_null(arena.block);
  assert_int_equal(arena.used, 0);
}

static void zeroes_again_after_reset(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  unsigned char *before = arena_alloc(&arena, 100);
  memset(before, 0xFF, 100);
  arena_reset(&arena);
  assert_int_equal(arena.used, 0);
  unsigned char *after = arena_alloc(&arena, 100);
  assert_ptr_equal(before, after);
  for (size_t i = 0; i < 100; i++) assert_int_equal(after[i], 0);
  arena_clear(&arena);
}

static void reset_frees_large_blocks(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  arena_alloc(&arena, 5 * 1024 * 1024);
  arena_reset(&arena);
  assert_null(arena.block); /* nothing worth keeping */
  for (int i = 0; i < 1000; i++) arena_alloc(&arena, 1000);
  arena_alloc(&arena, 5 * 1024 * 1024);
  ArenaBlock *newest = arena.block;
  arena_reset(&arena);
  assert_ptr_equal(arena.block, newest);
  arena_clear(&arena);
}

static void allocations_do_not_overlap(void **state) {
  (void)state;
  enum { COUNT = 400 };
  Arena arena;
  arena_init(&arena);
  unsigned char *pieces[COUNT];
  size_t total = 0;
  for (size_t i = 0; i < COUNT; i++) {
    size_t size = i * i % 5000;
    pieces[i] = arena_alloc(&arena, size);
    memset(pieces[i], (int)(i & 0xFF), size);
    total += size;
  }
  assert_int_equal(arena.used, total);
  for (size_t i = 0; i < COUNT; i++) {
    for (size_t j = 0; j < i * i % 5000; j++) assert_int_equal(pieces[i][j], i & 0xFF);
  }
  arena_clear(&arena);
}

static void copies(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  char text[] = "copied";
  char *copy = arena_copy(&arena, text, sizeof text);
  text[0] = 'X';
  assert_string_equal(copy, "copied");
  assert_non_null(arena_copy(&arena, NULL, 0));
  arena_clear(&arena);
}

static void grows_the_last_in_place(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  arena_alloc(&arena, 1);
  char *first = arena_copy(&arena, "abc", 4);
  char *grown = arena_grow(&arena, first, 4, 1000);
  assert_ptr_equal(first, grown);
  assert_string_equal(grown, "abc");
  assert_int_equal(arena.used, 1001);
  assert_ptr_equal(arena_grow(&arena, grown, 1000, 10), grown);
  arena_clear(&arena);
}

static void grows_by_copying_when_not_last(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  char *first = arena_copy(&arena, "abc", 4);
  char *other = arena_copy(&arena, "xyz", 4);
  char *grown = arena_grow(&arena, first, 4, 100);
  memset(grown + 4, 'z', 96);
  assert_ptr_not_equal(first, grown);
  assert_string_equal(grown, "abc");
  assert_string_equal(other, "xyz");
  assert_non_null(arena_grow(&arena, NULL, 0, 8));
  arena_clear(&arena);
}

/* Two arrays growing in turns, far beyond the size of shared blocks. */
static void grows_large_ones_in_turns(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  unsigned char *arrays[2] = {arena_alloc(&arena, 1), arena_alloc(&arena, 1)};
  arrays[0][0] = 1;
  arrays[1][0] = 2;
  for (size_t size = 1; size < 3000000; size *= 2) {
    for (int i = 0; i < 2; i++) {
      arrays[i] = arena_grow(&arena, arrays[i], size, size * 2);
      memset(arrays[i] + size, i + 1, size);
    }
    arena_alloc(&arena, 24);
  }
  for (int i = 0; i < 2; i++) {
    for (size_t at = 0; at < 3000000; at++) {
      if (arrays[i][at] != i + 1) fail_msg("array %d differs at %zu", i, at);
    }
  }
  arena_clear(&arena);
}

static void shares_nothing_with_a_large_first(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  char *large = arena_alloc(&arena, 5000);
  large = arena_grow(&arena, large, 5000, 10000);
  memset(large, 'l', 10000);
  ArenaBlock *full = arena.block;
  char *small = arena_alloc(&arena, 100);
  assert_ptr_not_equal(arena.block, full);
  memset(small, 's', 100);
  assert_true(small + 100 <= large || small >= large + 10000);
  for (int i = 0; i < 10000; i++) assert_int_equal(large[i], 'l');
  arena_clear(&arena);
}

static void adopts_what_another_has(void **state) {
  (void)state;
  Arena to;
  Arena from;
  arena_init(&to);
  arena_init(&from);
  arena_adopt(&to, &from); /* nothing */
  char *large = arena_alloc(&from, 3 << 20);
  char *small = arena_copy(&from, "abc", 4);
  arena_adopt(&to, &from); /* into one that has nothing */
  assert_null(from.block);
  assert_int_equal(to.used, (3 << 20) + 4);
  char *other = arena_copy(&from, "def", 4);
  char *own = arena_copy(&to, "ghi", 4);
  arena_adopt(&to, &from);
  arena_clear(&from); /* frees nothing of it */
  large[(3 << 20) - 1] = 1;
  assert_string_equal(small, "abc");
  assert_string_equal(other, "def");
  own = arena_grow(&to, own, 4, 8); /* still the last of the newest block */
  assert_string_equal(own, "ghi");
  arena_clear(&to);
}

static void tells_what_it_holds(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  assert_int_equal(arena_held(&arena), 0);
  arena_alloc(&arena, 1);
  size_t first = arena_held(&arena);
  assert_in_range(first, 1024, 8192); /* a block, of which little is used */
  arena_alloc(&arena, 1);
  assert_int_equal(arena_held(&arena), first);
  arena_alloc(&arena, 1 << 20);
  assert_in_range(arena_held(&arena), first + (1 << 20), first + (1 << 20) + 256);
  arena_clear(&arena);
  assert_int_equal(arena_held(&arena), 0);
}

static void heap_is_zeroed(void **state) {
  (void)state;
  char *ptr = arena_heap_alloc(32);
  for (int i = 0; i < 32; i++) assert_int_equal(ptr[i], 0);
  ptr[31] = 'e';
  ptr = arena_heap_grow(ptr, 64);
  assert_int_equal(ptr[31], 'e');
  free(ptr);
}

/* Runs `ask` in a child; true when it aborted. */
static bool aborts(void (*ask)(Arena *arena)) {
  fflush(stderr);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    fclose(stderr);
    Arena arena;
    arena_init(&arena);
    ask(&arena);
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void ask_too_much(Arena *arena) { arena_alloc(arena, SIZE_MAX - 8); }
static void ask_overflowing(Arena *arena) { arena_alloc_array(arena, SIZE_MAX / 2, 3); }
static void ask_little(Arena *arena) { arena_alloc_array(arena, 10, 3); }

static void impossible_sizes_end_the_process(void **state) {
  (void)state;
  assert_true(aborts(ask_too_much));
  assert_true(aborts(ask_overflowing));
  assert_false(aborts(ask_little));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_zeroed_and_aligned),
      cmocka_unit_test(zeroes_again_after_reset),
      cmocka_unit_test(reset_frees_large_blocks),
      cmocka_unit_test(allocations_do_not_overlap),
      cmocka_unit_test(copies),
      cmocka_unit_test(grows_the_last_in_place),
      cmocka_unit_test(grows_by_copying_when_not_last),
      cmocka_unit_test(grows_large_ones_in_turns),
      cmocka_unit_test(shares_nothing_with_a_large_first),
      cmocka_unit_test(adopts_what_another_has),
      cmocka_unit_test(tells_what_it_holds),
      cmocka_unit_test(heap_is_zeroed),
      cmocka_unit_test(impossible_sizes_end_the_process),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
