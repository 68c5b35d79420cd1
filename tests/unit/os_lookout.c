/* A lookout misses no change; what it vouches for is old enough. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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

/* ---- listening ---- */

static char inner[120], file[140];

static Lookout listening(const char *what) {
  Lookout lookout = noted(what);
  lookout_listen(&lookout);
  assert_true(lookout.guard >= 0);
  assert_true(lookout_is_quiet(&lookout));
  return lookout;
}

static void write_at(const char *where, const char *text) {
  int fd = open(where, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  close(fd);
}

static void make_inner(void) {
  snprintf(inner, sizeof inner, "%s/inner", folder);
  snprintf(file, sizeof file, "%s/file", inner);
  assert_int_equal(mkdir(inner, 0700), 0);
}

static void clear_inner(Lookout *lookout) {
  assert_false(lookout_is_quiet(lookout));
  assert_false(lookout_is_quiet(lookout)); /* and stays so */
  lookout_clear(lookout);
  unlink(file);
  rmdir(inner);
}

/* A file that is not there, in a directory that may not be there either. */
static void what_comes_to_be_is_heard(void **state) {
  (void)state;
  make_inner();
  Lookout lookout = listening(file);
  write_at(path, "elsewhere");
  assert_true(lookout_is_quiet(&lookout));
  write_at(file, "x");
  clear_inner(&lookout);
  lookout = listening(file);
  assert_int_equal(mkdir(inner, 0700), 0);
  clear_inner(&lookout);
}

/* In place, in one step, by its end, and with a directory on the way. */
static void changes_of_a_file_are_heard(void **state) {
  (void)state;
  char other[140];
  snprintf(other, sizeof other, "%s/other", folder);
  for (int i = 0; i < 5; i++) {
    make_inner();
    write_at(file, "1");
    struct timespec pause = {.tv_sec = 2, .tv_nsec = 200000000};
    nanosleep(&pause, NULL);
    Lookout lookout = listening(file);
    write_at(path, "elsewhere");
    assert_true(lookout_is_quiet(&lookout));
    if (i == 0) write_at(file, "2");
    if (i == 1) write_at(other, "3");
    if (i == 1) assert_int_equal(rename(other, file), 0);
    if (i == 2) assert_int_equal(unlink(file), 0);
    if (i == 3) assert_int_equal(rename(inner, other), 0);
    if (i == 4) assert_int_equal(chmod(file, 0400), 0);
    assert_false(lookout_is_quiet(&lookout));
    if (i == 3) assert_int_equal(rename(other, inner), 0);
    clear_inner(&lookout);
  }
}

/* Where something could change unheard, each file is looked at as before. */
static void what_cannot_be_heard_is_looked_at(void **state) {
  (void)state;
  char link_path[140];
  snprintf(link_path, sizeof link_path, "%s/link", folder);
  for (int i = 0; i < 3; i++) {
    make_inner();
    const char *const targets[] = {"inner", "inner/file", "nowhere"};
    char what[160];
    assert_int_equal(symlink(targets[i], link_path), 0);
    snprintf(what, sizeof what, i == 0 ? "%s/file" : "%s", link_path);
    Lookout lookout = noted(i == 0 ? what : link_path);
    lookout_listen(&lookout);
    assert_int_equal(lookout.guard, -1);
    assert_true(lookout_is_quiet(&lookout));
    if (i == 2) unlink(link_path);
    if (i == 2) assert_int_equal(symlink("inner", link_path), 0);
    else write_at(file, "x");
    assert_false(lookout_is_quiet(&lookout));
    unlink(link_path);
    unlink(file);
    rmdir(inner);
  }
  Lookout system = noted("/proc/self/nothing");
  lookout_listen(&system);
  assert_int_equal(system.guard, -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_not_there),
      cmocka_unit_test(a_young_file_is_never_vouched_for),
      cmocka_unit_test(an_old_file),
      cmocka_unit_test(any_change_is_seen),
      cmocka_unit_test(what_comes_to_be_is_heard),
      cmocka_unit_test(changes_of_a_file_are_heard),
      cmocka_unit_test(what_cannot_be_heard_is_looked_at),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
