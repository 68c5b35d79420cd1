/* A lookout misses no change; what it vouches for is old enough. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/os/lookout.h"

static char folder[] = "/tmp/fathom-lookout-XXXXXX";
static char path[100];
static Arena arena;

static int set_up(void **state) {
  (void)state;
  arena_init(&arena);
  if (!mkdtemp(folder)) return -1;
  snprintf(path, sizeof path, "%s/file", folder);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  unlink(path);
  rmdir(folder);
  arena_clear(&arena);
  return 0;
}

static void put(const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static Lookout noted(const char *what) {
  Lookout lookout;
  lookout_init(&lookout, &arena);
  lookout_add(&lookout, str_from_c(what));
  return lookout;
}

static void what_is_not_there(void **state) {
  (void)state;
  Lookout lookout = noted(path);
  assert_true(lookout_is_quiet(&lookout));
  put("");
  assert_false(lookout_is_quiet(&lookout));
  unlink(path);
  assert_true(lookout_is_quiet(&lookout)); /* nothing, as it was */
  Lookout beneath = noted("/dev/null/file");
  assert_true(lookout_is_quiet(&beneath));
}

/* The same length within the same tick of the clock: it could not be told. */
static void a_young_file_is_never_vouched_for(void **state) {
  (void)state;
  for (int i = 0; i < 200; i++) {
    put(i % 2 ? "a" : "b");
    Lookout lookout = noted(path);
    put(i % 2 ? "b" : "a");
    assert_false(lookout_is_quiet(&lookout));
  }
}

static void an_old_file(void **state) {
  (void)state;
  Lookout lookout = noted("/proc/self/exe"); /* a link is followed */
  assert_true(lookout_is_quiet(&lookout));
  Lookout root = noted("/usr");
  assert_true(lookout_is_quiet(&root));
  lookout_add(&root, str_from_c(path));
  put("x");
  assert_false(lookout_is_quiet(&root)); /* one of them is enough */
}

/* Waits for the clock, once: only then is a file of ours old enough. */
static void any_change_is_seen(void **state) {
  (void)state;
  struct timespec long_ago[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
  put("1");
  usleep(2200 * 1000);
  Lookout lookout = noted(path), names = noted(folder);
  assert_true(lookout_is_quiet(&lookout));
  assert_true(lookout_is_quiet(&names));
  put("2");
  assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0); /* as an archive does */
  assert_false(lookout_is_quiet(&lookout));
  assert_true(lookout_is_quiet(&names));
  unlink(path);
  assert_false(lookout_is_quiet(&lookout));
  assert_false(lookout_is_quiet(&names));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_not_there),
      cmocka_unit_test(a_young_file_is_never_vouched_for),
      cmocka_unit_test(an_old_file),
      cmocka_unit_test(any_change_is_seen),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
