/* Spill: memory in a file that has no name, and a refusal where there is none. */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "src/os/spill.h"
#include "tests/unit/os_scratch.h"

#define SIZE ((size_t)3 << 20)

static void gives_zeroed_memory_that_holds(void **state) {
  Scratch *s = *state;
  setenv("XDG_CACHE_HOME", scratch_path(s, "cache"), 1);
  const RoomOutside *outside = spill_outside();
  unsigned char *one = outside->take(SIZE), *two = outside->take(SIZE);
  assert_non_null(one);
  assert_non_null(two);
  for (size_t i = 0; i < SIZE; i += 1000) assert_int_equal(one[i], 0);
  memset(one, 1, SIZE);
  memset(two, 2, SIZE);
  for (size_t i = 0; i < SIZE; i += 1000) assert_int_equal(one[i] * 10 + two[i], 12);
  assert_int_equal(scratch_count(s, "cache/fathom"), 0); /* nobody can find them */
  outside->give(one, SIZE);
  outside->give(two, SIZE);
}

static void refuses_where_it_cannot(void **state) {
  Scratch *s = *state;
  scratch_file(s, "file", "");
  setenv("XDG_CACHE_HOME", scratch_path(s, "file"), 1);
  assert_null(spill_outside()->take(SIZE));
  setenv("XDG_CACHE_HOME", scratch_path(s, "cache"), 1);
  struct rlimit before, none = {.rlim_cur = 1000, .rlim_max = RLIM_INFINITY};
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  none.rlim_max = before.rlim_max;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
  assert_null(spill_outside()->take(SIZE)); /* as a full disk does */
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(gives_zeroed_memory_that_holds),
      SCRATCH_TEST(refuses_where_it_cannot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
