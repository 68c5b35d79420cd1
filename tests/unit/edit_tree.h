/* A workspace to edit, and what tests ask of it. */
#ifndef FATHOM_TESTS_EDIT_TREE_H
#define FATHOM_TESTS_EDIT_TREE_H

#include <errno.h>
#include <fcntl.h>

#include "src/edit/edit.h"
#include "src/index/part.h"
#include "tests/unit/index_tree.h"

static Index *edit_index;

__attribute__((unused)) static int edit_setup(void **state) {
  if (tree_setup(state)) return 1;
  IndexOptions options = {.root = tree_root, .cache_dir = tree_cache, .workers = 1};
  return index_open(&tree_job, &options, &edit_index) || index_refresh(&tree_job, edit_index);
}

__attribute__((unused)) static int edit_teardown(void **state) {
  index_close(edit_index);
  return tree_teardown(state);
}

__attribute__((unused)) static void edit_put(const char *relative, Str bytes) {
  tree_write(relative, "");
  FILE *file = fopen(tree_path(relative), "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, file), bytes.len);
  fclose(file);
}

__attribute__((unused)) static Str edit_bytes(const char *relative) {
  Str text;
  tree_ok(file_read(&tree_job, str_from_c(tree_path(relative)), 64u << 20, &text));
  return text;
}

__attribute__((unused)) static void edit_same(Str is, Str wanted) {
  if (str_eq(is, wanted)) return;
  fail_msg("got:\n%.*s\nwanted:\n%.*s", STR_ARG(str_visible(&tree_arena, is)), STR_ARG(str_visible(&tree_arena, wanted)));
}

__attribute__((unused)) static EditPlan *edit_open(void) {
  EditPlan *plan;
  EditOptions options = {.index = edit_index, .title = STR("a test")};
  tree_ok(edit_plan_open(&tree_job, &options, &plan));
  return plan;
}

__attribute__((unused)) static EditFile *edit_file(EditPlan *plan, const char *path) {
  EditFile *file;
  tree_ok(edit_plan_file(plan, str_from_c(path), &file));
  return file;
}

__attribute__((unused)) static void edit_refused(Err err, Err wanted, const char *words) {
  if (err != wanted || !str_contains(job_message(&tree_job, err), str_from_c(words))) {
    fail_msg("%s: %.*s; wanted %s: %s", err_name(err), STR_ARG(job_message(&tree_job, err)), err_name(wanted), words);
  }
  job_forgive(&tree_job);
}

__attribute__((unused)) static Str edit_diff(EditPlan *plan) {
  Buf out;
  buf_init(&out, &tree_arena, 1u << 20);
  edit_plan_diff(plan, &out);
  assert_false(out.overflow);
  return buf_str(&out);
}

#endif
