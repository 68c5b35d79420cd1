/* A temporary directory tree for tests, and a job to work with. */
#ifndef FATHOM_TESTS_INDEX_TREE_H
#define FATHOM_TESTS_INDEX_TREE_H

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/job.h"

static Arena tree_arena;
static Job tree_job;
static Str tree_root; /* <temporary directory>/tree */
static Str tree_cache; /* <temporary directory>/cache */
static char tree_base[64];

__attribute__((unused)) static const char *tree_path(const char *relative) {
  return str_to_c(&tree_arena, str_format(&tree_arena, "%.*s/%s", STR_ARG(tree_root), relative));
}

__attribute__((unused)) static void tree_make_parents(const char *relative) {
  for (const char *slash = strchr(relative, '/'); slash; slash = strchr(slash + 1, '/')) {
    Str part = {relative, (size_t)(slash - relative)};
    mkdir(tree_path(str_to_c(&tree_arena, part)), 0755);
  }
}

__attribute__((unused)) static void tree_write(const char *relative, const char *text) {
  tree_make_parents(relative);
  FILE *file = fopen(tree_path(relative), "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

__attribute__((unused)) static void tree_remove(const char *relative) {
  assert_int_equal(unlink(tree_path(relative)), 0);
}

static int tree_remove_entry(const char *path, const struct stat *stat, int flag, struct FTW *walk) {
  (void)stat, (void)flag, (void)walk;
  return remove(path);
}

__attribute__((unused)) static void tree_remove_all(const char *relative) {
  nftw(tree_path(relative), tree_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* FATHOM_TEST_MEMORY names a folder in memory for tests that make thousands of
 * writes durable: they are about killed processes, not about a disk. */
static int tree_setup(void **state) {
  (void)state;
  const char *memory = getenv("FATHOM_TEST_MEMORY");
  arena_init(&tree_arena);
  job_init(&tree_job, &tree_arena);
  bool in_memory = memory && access(memory, W_OK | X_OK) == 0;
  snprintf(tree_base, sizeof(tree_base), "%s/fathom-test-XXXXXX", in_memory ? memory : "/tmp");
  if (!mkdtemp(tree_base)) return 1;
  tree_root = str_format(&tree_arena, "%s/tree", tree_base);
  tree_cache = str_format(&tree_arena, "%s/cache", tree_base);
  mkdir(str_to_c(&tree_arena, tree_cache), 0700);
  setenv("XDG_STATE_HOME", tree_base, 1); /* where the user's key for seals goes */
  return mkdir(str_to_c(&tree_arena, tree_root), 0755);
}

static int tree_teardown(void **state) {
  (void)state;
  nftw(tree_base, tree_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  arena_clear(&tree_arena);
  return 0;
}

#define tree_ok(expression)                                                                   \
  do {                                                                                        \
    Err tree_err_ = (expression);                                                             \
    if (tree_err_) fail_msg("%s: %s: %.*s", #expression, err_name(tree_err_),                 \
                            STR_ARG(job_message(&tree_job, tree_err_)));                      \
  } while (0)

/* Exact text, shown whole when it differs. */
__attribute__((unused)) static void tree_expect(Str found, const char *wanted) {
  if (!str_eq_c(found, wanted)) fail_msg("found:\n%.*s\nwanted:\n%s", STR_ARG(found), wanted);
}

#define tree_test(function) cmocka_unit_test_setup_teardown(function, tree_setup, tree_teardown)

#endif
