/* A directory of its own, an arena and a job for tests of os. */
#ifndef FATHOM_TESTS_UNIT_OS_SCRATCH_H
#define FATHOM_TESTS_UNIT_OS_SCRATCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/job.h"

typedef struct Scratch {
  Arena arena;
  Job job;
  char path[64];
} Scratch;

static inline int scratch_setup(void **state) {
  Scratch *scratch = calloc(1, sizeof *scratch);
  arena_init(&scratch->arena);
  job_init(&scratch->job, &scratch->arena);
  snprintf(scratch->path, sizeof scratch->path, "/tmp/fathom-test-XXXXXX");
  assert_non_null(mkdtemp(scratch->path));
  assert_int_equal(chmod(scratch->path, 0755), 0);
  setenv("XDG_STATE_HOME", scratch->path, 1); /* where the user's key for seals goes */
  *state = scratch;
  return 0;
}

static inline int scratch_remove_one(const char *path, const struct stat *st, int kind, struct FTW *at) {
  (void)st, (void)kind, (void)at;
  return remove(path);
}

static inline int scratch_teardown(void **state) {
  Scratch *scratch = *state;
  nftw(scratch->path, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS);
  arena_clear(&scratch->arena);
  free(scratch);
  return 0;
}

/* Path of something in the scratch directory. */
static inline char *scratch_path(Scratch *scratch, const char *name) {
  return (char *)str_format(&scratch->arena, "%s/%s", scratch->path, name).ptr;
}

static inline Str scratch_str(Scratch *scratch, const char *name) {
  return str_from_c(scratch_path(scratch, name));
}

static inline void scratch_file(Scratch *scratch, const char *name, const char *text) {
  FILE *file = fopen(scratch_path(scratch, name), "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static inline void scratch_dir(Scratch *scratch, const char *name) {
  assert_int_equal(mkdir(scratch_path(scratch, name), 0755), 0);
}

static inline void scratch_link(Scratch *scratch, const char *target, const char *name) {
  assert_int_equal(symlink(target, scratch_path(scratch, name)), 0);
}

static inline bool scratch_has(Scratch *scratch, const char *name) {
  struct stat st;
  return lstat(scratch_path(scratch, name), &st) == 0;
}

/* Number of entries but `.` and `..`. */
static inline int scratch_count(Scratch *scratch, const char *name) {
  DIR *directory = opendir(scratch_path(scratch, name));
  assert_non_null(directory);
  int count = 0;
  while (readdir(directory)) count++;
  closedir(directory);
  return count - 2;
}

static inline void scratch_same(Str got, const char *wanted) {
  Str text = str_from_c(wanted);
  if (!str_eq(got, text)) fail_msg("got '%.*s', wanted '%s'", STR_ARG(got), wanted);
}

/* The error, and its words. */
static inline void scratch_fails(Scratch *scratch, Err got, Err wanted, const char *words) {
  if (got != wanted) {
    fail_msg("got %s, wanted %s: %.*s", err_name(got), err_name(wanted),
             STR_ARG(job_message(&scratch->job, got)));
  }
  Str message = job_message(&scratch->job, got);
  if (!str_contains(message, str_from_c(words))) {
    fail_msg("'%s' is not in the words '%.*s'", words, STR_ARG(message));
  }
  job_forgive(&scratch->job);
}

static inline void scratch_ok(Scratch *scratch, Err got) {
  if (got) fail_msg("%s: %.*s", err_name(got), STR_ARG(job_message(&scratch->job, got)));
}

/* Runs `check` as another user when we are root; 0 when it returned 0. */
static inline int scratch_as_nobody(int (*check)(Scratch *scratch), Scratch *scratch) {
  pid_t pid = fork();
  if (pid == 0) {
    if (geteuid() == 0 && (setresgid(65534, 65534, 65534) || setresuid(65534, 65534, 65534))) {
      _exit(99);
    }
    _exit(check(scratch));
  }
  int status = 0;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

#define SCRATCH_TEST(function) \
  cmocka_unit_test_setup_teardown(function, scratch_setup, scratch_teardown)

#endif
