/* One operation on a small tree, and the text it gives. */
#ifndef FATHOM_TESTS_EDIT_OPS_H
#define FATHOM_TESTS_EDIT_OPS_H

#include "tests/unit/index_dump.h"

#include "src/edit/ops/ops.h"

static Index *ops_index;

static int ops_setup(void **state) {
  if (tree_setup(state)) return 1;
  ops_index = NULL;
  return 0;
}

static int ops_teardown(void **state) {
  if (ops_index) index_close(ops_index);
  return tree_teardown(state);
}

/* The text of `path` after the operation, or "! " and what was wrong. */
__attribute__((unused)) static Str ops_run(const char *path, const EditOp *op, EditDone *ret_done) {
  EditPlan *plan;
  EditOps *ops;
  EditDone done = {0};
  EditFile *file;
  EditProblems problems;
  Str text;
  if (!ops_index) ops_index = dump_open();
  tree_ok(edit_plan_open(&tree_job, &(EditOptions){.index = ops_index}, &plan));
  tree_ok(edit_ops_open(plan, NULL, &ops));
  Err err = edit_op_run(ops, op, &done);
  if (err) {
    text = str_format(&tree_arena, "! %.*s", STR_ARG(job_message(&tree_job, err)));
    job_forgive(&tree_job);
  } else {
    tree_ok(edit_plan_file(plan, str_from_c(path), &file));
    text = edit_file_text(file)->chars;
    tree_ok(edit_plan_check(plan, &problems));
    if (problems.total) text = str_format(&tree_arena, "broken: %.*s", STR_ARG(text));
  }
  edit_ops_close(ops);
  if (ret_done) *ret_done = done;
  return text;
}

/* The same in a tree of one file. */
typedef struct OpsCase {
  const char *path, *before;
  EditOpKind kind;
  const char *symbol, *text;
  const char *after;
} OpsCase;

__attribute__((unused)) static void ops_check(const OpsCase *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const OpsCase *one = &cases[i];
    tree_write(one->path, one->before);
    EditOp op = {.kind = one->kind, .symbol = str_from_c(one->symbol), .file = str_from_c(one->path), .text = str_from_c(one->text), .has_text = true};
    Str text = ops_run(one->path, &op, NULL);
    if (!str_eq_c(text, one->after)) {
      fail_msg("case %zu, %s %s in %s:\n--- got\n%.*s\n--- not\n%s", i, edit_op_word(one->kind), one->symbol, one->path, STR_ARG(text), one->after);
    }
  }
}

#endif
