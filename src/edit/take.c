/* Edits of language servers, as lsp/ read and checked them, into a plan. The
 * server is a stranger: its edits go through the same plan, rules and limits
 * as those of a client. Options of the protocol decide what happens where
 * something is in the way. */
#include "src/edit/edit_internal.h"

/* A server marks what it is not sure of. Whoever applies the edit without
 * looking at it is asked to look first. */
static Err check_confirmed(EditPlan *plan, const LspEdit *edit) {
  for (size_t i = 0; i < edit->len; i++) {
    const LspFileEdit *item = &edit->items[i];
    bool needs = item->needs_confirmation;
    Str annotation = item->annotation;
    for (size_t k = 0; k < item->edit_count && !needs; k++) {
      needs = item->edits[k].needs_confirmation;
      annotation = item->edits[k].annotation;
    }
    if (!needs) continue;
    return job_fail(plan->job, ERR_DENIED, "the language server wants a change of '%.*s' confirmed first (%.*s); look at it with dry_run=true and force=true, then write it with force=true alone",
                    STR_ARG(str_shown(plan->job->arena, item->path, 300)), STR_ARG(str_shown(plan->job->arena, annotation, 200)));
  }
  return OK;
}

static Err take_texts(EditPlan *plan, const LspFileEdit *item) {
  EditFile *file;
  TRY(edit_plan_file(plan, item->path, &file));
  Edit *edits = ARENA_ARRAY(plan->job->arena, Edit, item->edit_count + 1);
  for (size_t i = 0; i < item->edit_count; i++) {
    edits[i] = (Edit){{item->edits[i].range.start_byte, item->edits[i].range.end_byte}, item->edits[i].text};
  }
  return edit_file_replace_all(file, edits, item->edit_count);
}

static Err take_create(EditPlan *plan, const LspFileEdit *item) {
  EditFile *file;
  if (!edit_plan_has(plan, item->path)) return edit_plan_create(plan, item->path, STR_EMPTY, NULL);
  if (item->overwrite) {
    TRY(edit_plan_file(plan, item->path, &file));
    return edit_file_rewrite(file, STR_EMPTY);
  }
  return item->ignore_if_exists ? OK : edit_plan_create(plan, item->path, STR_EMPTY, NULL); /* says that it is there */
}

/* Overwriting deletes what is in the way first: a rename of ours never
 * replaces. */
static Err take_rename(EditPlan *plan, const LspFileEdit *item) {
  bool is_taken = edit_plan_has(plan, item->new_path);
  if (is_taken && item->ignore_if_exists && !item->overwrite) return OK;
  if (is_taken && item->overwrite) TRY(edit_plan_delete(plan, item->new_path));
  return edit_plan_rename(plan, item->path, item->new_path);
}

static Err take_delete(EditPlan *plan, const LspFileEdit *item) {
  if (item->ignore_if_not_exists && !edit_plan_has(plan, item->path)) return OK;
  return edit_plan_delete(plan, item->path);
}

static Err take_item(EditPlan *plan, const LspFileEdit *item) {
  switch (item->action) {
    case LSP_FILE_EDIT: return take_texts(plan, item);
    case LSP_FILE_CREATE: return take_create(plan, item);
    case LSP_FILE_RENAME: return take_rename(plan, item);
    case LSP_FILE_DELETE: return take_delete(plan, item);
  }
  return OK;
}

Err edit_plan_take(EditPlan *plan, const LspEdit *edit, bool confirms) {
  if (!confirms) TRY(check_confirmed(plan, edit));
  for (size_t i = 0; i < edit->len; i++) TRY(take_item(plan, &edit->items[i]));
  return OK;
}
