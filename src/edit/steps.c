/* What a plan comes to: by path, then in words that people use. */
#include <stdlib.h>

#include "src/edit/edit_internal.h"

static int by_path(const void *a, const void *b) { return str_compare(((const EditTouch *)a)->path, ((const EditTouch *)b)->path); }

/* A path is touched when another file stands there in the end, or the same one
 * with another text. */
static void add(EditPlan *plan, EditTouches *touches, Str path) {
  EditFile *before = map_get(&plan->on_disk, path), *after = map_get(&plan->at_last, path);
  if (before == after && !edit_file_is_changed(after)) return;
  *vec_add(plan->job->arena, touches) = (EditTouch){path, before, after};
}

EditTouches edit_plan_touches(EditPlan *plan) {
  EditTouches touches = {0};
  for (MapEntry *entry = NULL; (entry = map_next(&plan->on_disk, entry));) add(plan, &touches, entry->key);
  for (MapEntry *entry = NULL; (entry = map_next(&plan->at_last, entry));) {
    if (!map_get(&plan->on_disk, entry->key)) add(plan, &touches, entry->key);
  }
  if (touches.len) qsort(touches.items, touches.len, sizeof *touches.items, by_path);
  return touches;
}

/* It came from a path where nothing is left: a rename. */
static bool is_move(EditPlan *plan, const EditFile *file) {
  return file->base_path.len && !str_eq(file->path, file->base_path) && !map_get(&plan->at_last, file->base_path);
}

/* Touches are what happens to paths; steps are what somebody would say: a path
 * that vanished and another that came with the same file are one rename. */
EditSteps edit_plan_steps(EditPlan *plan) {
  EditTouches touches = edit_plan_touches(plan);
  EditSteps steps = {0};
  for (size_t i = 0; i < touches.len; i++) {
    const EditTouch *touch = &touches.items[i];
    EditFile *after = touch->after;
    EditStep step = {.path = touch->path, .file = after ? after : touch->before};
    if (!after) {
      /* Told where it went, if it went anywhere that nothing was. */
      bool is_told = !touch->before->is_deleted && is_move(plan, touch->before) && !map_get(&plan->on_disk, touch->before->path);
      if (is_told) continue;
      step.action = EDIT_DELETE;
    } else if (touch->before) {
      step.action = EDIT_CHANGE;
      step.edits = touch->before == after ? after->edits.len : 1;
    } else if (is_move(plan, after)) {
      step.action = EDIT_RENAME;
      step.old_path = after->base_path;
      step.edits = after->edits.len;
    } else {
      step.action = EDIT_CREATE;
      step.edits = 1;
    }
    *vec_add(plan->job->arena, &steps) = step;
  }
  return steps;
}

/* Bytes without a mark are read back by what they are: a file whose last
 * character beyond ASCII goes may be taken for one of another form. */
static Err check_form(EditFile *file, Str bytes) {
  Job *job = file->plan->job;
  Text again;
  text_decode(job->arena, bytes, &again);
  if (str_eq(again.chars, file->chars) && again.has_mark == file->base.has_mark) return OK;
  return job_fail(job, ERR_USAGE, "'%.*s' would be read as another encoding after this edit; convert it to UTF-8 first",
                  STR_ARG(str_shown(job->arena, file->path, 300)));
}

/* A file that was only moved keeps its bytes, whatever form they have. */
Err edit_file_encode(EditFile *file, Str *ret_bytes) {
  Job *job = file->plan->job;
  if (file->base_path.len && !edit_file_is_changed(file)) {
    *ret_bytes = file->bytes;
    return OK;
  }
  Str bytes;
  TRY(text_encode(job, &file->base, file->chars, &bytes));
  if (bytes.len > EDIT_FILE_MAX) {
    return job_fail(job, ERR_TOO_LARGE, "'%.*s' would have %zu bytes; the limit is %zu", STR_ARG(str_shown(job->arena, file->path, 300)),
                    bytes.len, EDIT_FILE_MAX);
  }
  bool may_differ = file->base.form != TEXT_UTF8 || str_starts_with(file->chars, STR("\xEF\xBB\xBF")) || str_starts_with(file->chars, STR("\xFF\xFE"));
  if (may_differ) TRY(check_form(file, bytes));
  *ret_bytes = bytes;
  return OK;
}
