/* Taking edits back: the records that are kept, and the transaction that goes
 * the other way. */
#include <stdlib.h>

#include "src/base/hash.h"
#include "src/edit/edit_internal.h"

#define RECORD_MAX (EDIT_UNDO_BYTES + ((size_t)16 << 20))

/* A record whose name is not its id was moved there by somebody, and is
 * none. */
static bool read_record(Job *job, Keep *keep, Str id, EditRecord *ret_record) {
  Str bytes;
  if (keep_read_plain(job, keep, KEEP_PART(KEEP_EDIT_UNDO, id), RECORD_MAX, &bytes)) {
    job_forgive(job);
    return false;
  }
  return edit_record_unpack(job, keep, bytes, ret_record) && str_eq(ret_record->id, id) && ret_record->has_bytes;
}

/* Ids begin with the time: the last name is the latest. */
void edit_forget_old(Job *job, Keep *keep) {
  KeepParts ids;
  size_t count = 0, bytes = 0;
  if (keep_list(job, keep, KEEP_EDIT_UNDO, &ids)) ids.len = 0;
  for (size_t i = ids.len; i-- > 0;) {
    KeepStat stat;
    KeepName name = KEEP_PART(KEEP_EDIT_UNDO, ids.items[i]);
    if (keep_stat(job, keep, name, &stat)) continue;
    count++;
    bytes += stat.size;
    if ((count > EDIT_UNDO_COUNT || bytes > EDIT_UNDO_BYTES) && count > 1 && keep_remove(job, keep, name)) break;
  }
  job_forgive(job);
}

uint64_t edit_list_mark(Job *job, Index *index) {
  Keep *keep = edit_keep(job, index);
  KeepParts ids = {0};
  uint64_t mark = 1;
  if (keep && keep_list(job, keep, KEEP_EDIT_UNDO, &ids)) job_forgive(job);
  for (size_t i = 0; i < ids.len; i++) mark = hash_combine(mark, hash_str(ids.items[i]));
  return mark;
}

/* Records that cannot be read are left out: they cannot be taken back
 * either. */
Err edit_list(Job *job, Index *index, EditUndoables *ret_undoables) {
  EditUndoables found = {0};
  Keep *keep = edit_keep(job, index);
  KeepParts ids = {0};
  TRY(edit_recover(job, index));
  if (keep) TRY(keep_list(job, keep, KEEP_EDIT_UNDO, &ids));
  for (size_t i = ids.len; i-- > 0;) {
    EditRecord record;
    if (!read_record(job, keep, ids.items[i], &record)) continue;
    *vec_add(job->arena, &found) = (EditUndoable){.id = record.id, .title = record.title, .time_ms = record.time_ms, .steps = record.steps};
  }
  *ret_undoables = found;
  return OK;
}

/* The id comes from a client and becomes part of a file's name, so it must be
 * one that the table of names knows. Without an id the latest. */
static Err find_record(Job *job, Keep *keep, Str id, EditRecord *ret_record) {
  KeepParts ids;
  if (id.len) {
    Str part;
    Str name = str_format(job->arena, "edit-%.*s.undo", STR_ARG(id));
    if (keep_is(KEEP_EDIT_UNDO, name, &part) && read_record(job, keep, id, ret_record)) return OK;
    return job_fail(job, ERR_NOT_FOUND, "there is no edit '%.*s' to take back: it was taken back already, or is too old",
                    STR_ARG(str_shown(job->arena, id, 60)));
  }
  TRY(keep_list(job, keep, KEEP_EDIT_UNDO, &ids));
  for (size_t i = ids.len; i-- > 0;) {
    if (read_record(job, keep, ids.items[i], ret_record)) return OK;
  }
  return job_fail(job, ERR_NOT_FOUND, "there is no edit to take back");
}

/* What the edit left must be there still, told by its tag; then its bytes are
 * what the way back begins with. */
static Err read_left(EditWork *work, const EditPart *done, EditContent *content) {
  Job *job = work->job;
  if (!content->exists) return OK;
  FileStat stat;
  Err err = root_read_entry(job, work->root, done->path, EDIT_FILE_MAX, &stat, &content->bytes);
  if (err && err != ERR_NOT_FOUND) return err;
  if (!err && keep_holds(work->keep, KEEP_EDIT_UNDO, content->bytes, content->tag)) {
    content->stat = stat;
    return OK;
  }
  job_forgive(job);
  Str path = str_shown(job->arena, done->path, 300);
  if (err) return job_fail(job, ERR_CONFLICT, "'%.*s' was removed since that edit; nothing was changed", STR_ARG(path));
  Buf out;
  Text old, now;
  text_decode(job->arena, done->before.bytes, &old);
  text_decode(job->arena, content->bytes, &now);
  buf_init(&out, job->arena, (size_t)16 << 10);
  edits_show_diff(&out, STR("before that edit"), STR("now"), old.chars, now.chars);
  return job_fail(job, ERR_CONFLICT, "'%.*s' was changed since that edit, so that cannot be taken back; nothing was changed. From before the edit "
                  "until now:\n%.*s%s", STR_ARG(path), STR_ARG(buf_str(&out)), out.overflow ? "\n(cut)" : "");
}

/* Before and after change places, and folders that the edit made are unmade.
 * Modes that the edit did not set are left as they are now. */
static Err turn_round(EditWork *work, const EditRecord *done) {
  for (size_t i = 0; i < done->parts.len; i++) {
    const EditPart *one = &done->parts.items[i];
    EditPart part = {.path = one->path, .unmade = one->made, .before = one->after, .after = one->before};
    TRY(read_left(work, one, &part.before));
    /* A mode that somebody changed since is theirs. */
    bool is_chmod = part.before.exists && part.after.exists && part.before.stat.mode != one->after.stat.mode;
    if (is_chmod) part.after.stat.mode = part.before.stat.mode;
    *vec_add(work->job->arena, &work->record.parts) = part;
  }
  return OK;
}

static EditAction opposite(EditAction action) {
  if (action == EDIT_CREATE) return EDIT_DELETE;
  return action == EDIT_DELETE ? EDIT_CREATE : action;
}

static void turn_steps(Job *job, const EditSteps *done, EditSteps *steps) {
  for (size_t i = 0; i < done->len; i++) {
    EditStep step = done->items[i];
    bool is_move = step.action == EDIT_RENAME;
    *vec_add(job->arena, steps) = (EditStep){.action = opposite(step.action), .path = is_move ? step.old_path : step.path,
                                             .old_path = is_move ? step.path : STR_EMPTY, .edits = step.edits};
  }
}

/* The way back of the edit with that id, ready to be run. */
static Err plan_back(EditWork *work, Str id) {
  Job *job = work->job;
  EditRecord done;
  TRY(find_record(job, work->keep, id, &done));
  TRY(turn_round(work, &done));
  work->record.undoes = done.id;
  work->record.title = str_format(job->arena, "undo: %.*s", STR_ARG(done.title));
  turn_steps(job, &done.steps, &work->record.steps);
  return OK;
}

/* Everything under one lock, the look at what is there included: what was
 * compared is what is changed. */
static Err undo_locked(EditWork *work, Str id) {
  bool did;
  TRY(edit_recover_locked(work->job, work->index, work->keep, &did));
  TRY(plan_back(work, id));
  return edit_work_run(work);
}

/* The receipt has the id of the edit that was taken back. */
Err edit_undo(Job *job, Index *index, LspHub *hub, Str id, EditReceipt *ret_receipt) {
  EditWork work = {.job = job, .index = index, .root = index_files(index), .keep = edit_keep(job, index), .lock = -1};
  if (!work.keep) return job_fail(job, ERR_NOT_FOUND, "there is no edit to take back: nothing can be kept here");
  TRY(edit_lock(job, work.keep, &work.lock));
  Err err = undo_locked(&work, id);
  file_unlock(work.lock);
  TRY(err);
  *ret_receipt = (EditReceipt){.id = work.record.undoes, .steps = work.record.steps};
  edit_tell(job, index, hub, &work.record.steps);
  return OK;
}

/* A file that is made or goes is a difference to nothing. */
static void show_part(Job *job, const EditPart *part, Buf *out) {
  Text before = {0}, after = {0};
  const Str nothing = STR("/dev/null");
  if (part->before.exists) text_decode(job->arena, part->before.bytes, &before);
  if (part->after.exists) text_decode(job->arena, part->after.bytes, &after);
  edits_show_diff(out, part->before.exists ? str_format(job->arena, "a/%.*s", STR_ARG(part->path)) : nothing,
                  part->after.exists ? str_format(job->arena, "b/%.*s", STR_ARG(part->path)) : nothing, before.chars, after.chars);
}

Err edit_undo_diff(Job *job, Index *index, Str id, Buf *out, EditSteps *ret_steps) {
  EditWork work = {.job = job, .index = index, .root = index_files(index), .keep = edit_keep(job, index), .lock = -1};
  if (!work.keep) return job_fail(job, ERR_NOT_FOUND, "there is no edit to take back: nothing can be kept here");
  TRY(edit_recover(job, index));
  TRY(plan_back(&work, id));
  for (size_t i = 0; i < work.record.parts.len; i++) show_part(job, &work.record.parts.items[i], out);
  *ret_steps = work.record.steps;
  return OK;
}
