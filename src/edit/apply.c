/* Doing a transaction: compare, stage, commit, exchange, end; and back again
 * where a step fails. Decision 031 has the order and why. */
#include <assert.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/log.h"
#include "src/edit/edit_internal.h"
#include "src/os/secret.h"
#include "src/os/thread.h"

#define LOCK_PATIENCE_MS 10000
#define LOCK_STEP_MS 5
#define WRITER_PATIENCE_MS 1000
#define REFRESH_MS 2000
#define DIFF_MAX ((size_t)16 << 10) /* bytes of the difference that a conflict shows */

/* ---- where records are kept ---- */

/* An index that was never refreshed does not know its folder yet, so it gets a
 * little time for that; what fails there is told by whoever needs the
 * index. */
Keep *edit_keep(Job *job, Index *index) {
  if (!index_keep(index) && index_refresh_within(job, index, REFRESH_MS)) job_forgive(job);
  return index_keep(index);
}

/* By asking again and again: the lock is a file's, held by whatever process is
 * editing, and nobody tells when it is given back. */
Err edit_lock(Job *job, Keep *keep, int *ret_fd) {
  AUTO(ThreadEvent) never = thread_event_open(); /* nobody tells when a lock is free */
  int64_t end = job_now_ms() + LOCK_PATIENCE_MS;
  Err err;
  while ((err = keep_lock(job, keep, KEEP(KEEP_EDIT_LOCK), ret_fd)) == ERR_BUSY && job_now_ms() < end) {
    job_forgive(job);
    err = thread_wait(job, never, LOCK_STEP_MS);
    if (err && err != ERR_TIMEOUT) break;
    job_forgive(job);
    err = job_check(job);
    if (err) break;
  }
  return err;
}

/* ---- compare ---- */

static Str shown(const EditWork *work, Str path) { return str_shown(work->job->arena, path, 300); }

static Str chars_of(Arena *arena, Str bytes) {
  Text text;
  text_decode(arena, bytes, &text);
  return text.chars;
}

/* With the difference, so that whoever asked sees what it would have lost. */
static Err conflict(EditWork *work, const EditPart *part, bool exists, Str now) {
  Job *job = work->job;
  Str path = shown(work, part->path);
  if (!part->before.exists) return job_fail(job, ERR_CONFLICT, "'%.*s' was made by somebody else meanwhile; nothing was changed", STR_ARG(path));
  if (!exists) return job_fail(job, ERR_CONFLICT, "'%.*s' was removed by somebody else meanwhile; nothing was changed", STR_ARG(path));
  Buf out;
  buf_init(&out, job->arena, DIFF_MAX);
  edits_show_diff(&out, STR("as the edit was based on"), STR("as it is now"), chars_of(job->arena, part->before.bytes), chars_of(job->arena, now));
  return job_fail(job, ERR_CONFLICT, "'%.*s' was changed by somebody else meanwhile; nothing was written. Look at it again. The difference:\n%.*s%s",
                  STR_ARG(path), STR_ARG(buf_str(&out)), out.overflow ? "\n(cut)" : "");
}

/* What is at a path now; *ret_exists false: nothing. */
static Err read_now(EditWork *work, Str path, bool *ret_exists, Str *ret_bytes) {
  RootEntry entry;
  FileStat stat;
  *ret_bytes = STR_EMPTY;
  TRY(root_look(work->job, work->root, path, &entry));
  *ret_exists = entry.exists || entry.is_link;
  if (!*ret_exists) return OK;
  bool is_odd = entry.is_link || !str_eq(entry.path, path) || entry.stat.kind != FILE_REGULAR || entry.stat.names > 1;
  if (is_odd) {
    return job_fail(work->job, ERR_CONFLICT, "'%.*s' is not the file it was any more: a link or something else came in its place", STR_ARG(shown(work, path)));
  }
  Err err = root_read_entry(work->job, work->root, path, EDIT_FILE_MAX, &stat, ret_bytes);
  if (err == ERR_NOT_FOUND) {
    job_forgive(work->job);
    *ret_exists = false;
    err = OK;
  }
  return err;
}

/* Contents decide, not times: a file that was written again with the same
 * bytes is the same. This is the check before anything is written; check_taken
 * makes it again on what really came out. */
static Err compare(EditWork *work, const EditPart *part) {
  bool exists;
  Str now;
  TRY(read_now(work, part->path, &exists, &now));
  bool is_same = exists == part->before.exists && (!exists || str_eq(now, part->before.bytes));
  return is_same ? OK : conflict(work, part, exists, now);
}

/* ---- stage ---- */

/* Folders that will have to be made for a path. */
static unsigned count_missing(EditWork *work, Str path) {
  FileStat stat;
  unsigned count = 0;
  for (Str folder = file_directory(path); !str_eq_c(folder, "."); folder = file_directory(folder)) {
    if (!root_stat(work->job, work->root, folder, &stat)) break;
    job_forgive(work->job);
    count++;
  }
  return count;
}

/* Not synced: it is for removing what a killed process leaves, and what is lost
 * with the machine's power costs nobody anything. */
static Err note_names(EditWork *work) {
  Job *job = work->job;
  if (!work->keep) return OK;
  for (size_t i = 0; i < work->record.parts.len; i++) {
    EditPart *part = &work->record.parts.items[i];
    part->made = part->before.exists ? 0 : count_missing(work, part->path);
  }
  TRY(keep_remove(job, work->keep, KEEP(KEEP_EDIT_STAGED)));
  TRY(keep_create(job, work->keep, KEEP(KEEP_EDIT_STAGED)));
  return keep_append(job, work->keep, KEEP(KEEP_EDIT_STAGED), edit_staged_pack(job, work->keep, &work->record.parts));
}

/* The new contents are written beside the old ones, in the same folder and
 * with their mode and owner, so that changing them is one rename within a file
 * system. */
static Err stage(EditWork *work, EditPart *part) {
  part->made = 0;
  if (!part->after.exists) return OK;
  const FileStat *like = part->after.stat.mode || part->before.exists ? &part->after.stat : NULL;
  part->is_staged = true; /* it may be there even where that is told as a failure */
  /* Folders are made for new files alone: where a file was, one that is gone is
   * on its way to somewhere, and whoever moves it may want its name again. */
  Err err = root_create(work->job, work->root, part->beside, part->after.bytes, like, part->before.exists ? NULL : &part->made);
  if (err == ERR_NOT_FOUND && part->before.exists) {
    job_forgive(work->job);
    return conflict(work, part, false, STR_EMPTY);
  }
  TRY(err);
  return root_stat(work->job, work->root, part->beside, &part->after.stat);
}

/* From here on the edit is meant to happen: after a kill the journal brings it
 * to its end. It has the tags of all contents, and the old bytes themselves
 * where they are few enough to be kept for an undo. */
static Err commit(EditWork *work) {
  if (!work->keep) return OK;
  EditRecord *record = &work->record;
  size_t bytes = 0;
  for (size_t i = 0; i < record->parts.len; i++) {
    EditPart *part = &record->parts.items[i];
    if (part->before.exists) edit_content_seal(work->keep, &part->before);
    if (part->after.exists) edit_content_seal(work->keep, &part->after);
    bytes += part->before.bytes.len;
  }
  record->has_bytes = bytes <= EDIT_UNDO_BYTES && !record->undoes.len;
  return keep_write_begin(work->job, work->keep, KEEP(KEEP_EDIT_JOURNAL), edit_record_pack(work->job, work->keep, record));
}

/* Folders that were synced, each once. */
static Err sync_folder_of(EditWork *work, Map *done, Str path) {
  Str folder = file_directory(path);
  if (map_get(done, folder)) return OK;
  map_put(done, folder, work);
  return root_sync(work->job, work->root, path);
}

/* Nothing is exchanged before the new files and the journal are on disk. All of
 * it was begun before any of it is waited for, so that the file system has one
 * thing to do instead of five. What order they get there in does not matter: a
 * journal that is not whole is none, and one whose files beside are not whole or
 * not there leads back to the old ones, which are all still in their places.
 * The names of the files beside are there with the exchange at the latest; of
 * several files, and where folders were made, they are to be there before. */
static Err await_disk(EditWork *work) {
  const EditParts *parts = &work->record.parts;
  Map done;
  map_init(&done, work->job->arena);
  for (size_t i = 0; i < parts->len; i++) {
    const EditPart *part = &parts->items[i];
    if (!part->after.exists) continue;
    TRY(root_sync_file(work->job, work->root, part->beside));
    Str path = part->beside;
    for (unsigned k = 0; (parts->len > 1 || part->made) && k <= part->made; k++, path = file_directory(path)) {
      TRY(sync_folder_of(work, &done, path));
    }
  }
  return work->keep ? keep_sync(work->job, work->keep, KEEP(KEEP_EDIT_JOURNAL)) : OK;
}

/* ---- exchange ---- */

/* Whether the file that came out is the one that was meant, and nobody can
 * still write into it. */
static Err check_taken(EditWork *work, const EditPart *part) {
  FileStat stat;
  Str bytes;
  TRY(root_read_entry(work->job, work->root, part->beside, EDIT_FILE_MAX, &stat, &bytes));
  if (!str_eq(bytes, part->before.bytes)) return conflict(work, part, true, bytes);
  if (stat.names == 1 && !root_is_being_written(work->root, part->beside)) return OK;
  return job_fail(work->job, ERR_CONFLICT, "'%.*s' is open for writing in another program; nothing was changed. Close it there and try again",
                  STR_ARG(shown(work, part->path)));
}

/* Whether a file has exactly these bytes; one that cannot be read has not. */
static bool holds(EditWork *work, Str path, Str wanted) {
  FileStat stat;
  Str bytes;
  Err err = root_read_entry(work->job, work->root, path, EDIT_FILE_MAX, &stat, &bytes);
  if (err) job_forgive(work->job);
  return !err && str_eq(bytes, wanted);
}

/* Who has the file open for writing may be about to: it is given some time, so
 * that what it writes is seen. */
static void wait_for_writer(EditWork *work, Str path) {
  AUTO(ThreadEvent) never = thread_event_open(); /* nobody tells when a file is closed */
  for (int64_t end = job_now_ms() + WRITER_PATIENCE_MS; root_is_being_written(work->root, path) && job_now_ms() < end;) {
    if (thread_wait(work->job, never, LOCK_STEP_MS)) job_forgive(work->job);
  }
}

/* Whether what came out is still what was put in, and nobody adds to it. */
static bool is_ours(EditWork *work, const EditPart *part) {
  wait_for_writer(work, part->beside);
  return holds(work, part->beside, part->after.bytes);
}

/* Back to what it was. Somebody may have written in between: what comes out
 * is looked at, and goes back in when it is not ours. Any words of an error that
 * is on its way stay. */
static void take_back(EditWork *work, EditPart *part) {
  Job quiet;
  job_init(&quiet, work->job->arena);
  Err err = OK;
  if (part->before.exists && part->after.exists) {
    err = root_exchange(&quiet, work->root, part->path, part->beside);
    if (!err && !is_ours(&(EditWork){.job = &quiet, .root = work->root}, part)) {
      err = root_exchange(&quiet, work->root, part->path, part->beside);
    }
  } else if (part->before.exists) {
    err = root_rename(&quiet, work->root, part->beside, part->path);
  } else {
    err = root_rename(&quiet, work->root, part->path, part->beside);
    if (!err && !is_ours(&(EditWork){.job = &quiet, .root = work->root}, part)) {
      err = root_rename(&quiet, work->root, part->beside, part->path);
    }
  }
  if (err) log_warn("an edit of '%.*s' could not be taken back: %.*s", STR_ARG(shown(work, part->path)), STR_ARG(job_message(&quiet, err)));
  part->is_done = err != OK;
}

/* A file system that cannot exchange is good for one file by one rename. */
static Err replace_alone(EditWork *work, EditPart *part) {
  job_forgive(work->job);
  if (work->record.parts.len > 1) {
    return job_fail(work->job, ERR_UNAVAILABLE, "the file system of '%.*s' cannot exchange files, so that several cannot be changed as one; "
                    "edit one file at a time", STR_ARG(shown(work, part->path)));
  }
  TRY(compare(work, part));
  return root_replace(work->job, work->root, part->beside, part->path);
}

/* An exchange leaves the old file beside the new one, where it can be looked
 * at: if somebody wrote it between the comparison and now, it is found out and
 * put back. A new file is renamed without replacing, so that one of somebody
 * else's is never lost. */
static Err change(EditWork *work, EditPart *part) {
  Job *job = work->job;
  if (!part->before.exists) {
    Err err = root_rename(job, work->root, part->beside, part->path);
    if (err == ERR_EXISTS) {
      job_forgive(job);
      return conflict(work, part, true, STR_EMPTY);
    }
    part->is_done = !err;
    return err;
  }
  Err err = part->after.exists ? root_exchange(job, work->root, part->path, part->beside) : root_rename(job, work->root, part->path, part->beside);
  if (err == ERR_UNAVAILABLE && part->after.exists) return replace_alone(work, part);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return conflict(work, part, false, STR_EMPTY);
  }
  TRY(err);
  part->is_done = true;
  return check_taken(work, part);
}

/* ---- end ---- */

/* True also when it is gone already. Words of an error that is on its way
 * stay, hence the job of its own. */
static bool remove_beside(EditWork *work, const EditPart *part) {
  Job quiet;
  job_init(&quiet, work->job->arena);
  Err err = root_remove(&quiet, work->root, part->beside);
  if (!err || err == ERR_NOT_FOUND) return true;
  log_warn("a file of ours could not be removed yet: %.*s", STR_ARG(job_message(&quiet, err)));
  return false;
}

static void remove_kept(EditWork *work, KeepFile file) {
  Job quiet;
  job_init(&quiet, work->job->arena);
  if (work->keep && keep_remove(&quiet, work->keep, KEEP(file))) {
    log_warn("a record of an edit could not be removed: %.*s", STR_ARG(quiet.message));
  }
}

/* From the last to the first. If one cannot be taken back the journal stays,
 * and the next edit or question tries again. */
void edit_work_back(EditWork *work) {
  EditParts *parts = &work->record.parts;
  bool is_whole = true;
  for (size_t i = parts->len; i-- > 0;) {
    if (parts->items[i].is_done) take_back(work, &parts->items[i]);
    is_whole &= !parts->items[i].is_done;
  }
  if (!is_whole) return; /* the journal stays: the next one tries again */
  remove_kept(work, KEEP_EDIT_JOURNAL);
  for (size_t i = 0; i < parts->len; i++) {
    if (parts->items[i].is_staged) is_whole &= remove_beside(work, &parts->items[i]);
    if (parts->items[i].made) root_unmake(work->root, parts->items[i].path, parts->items[i].made);
  }
  if (is_whole) remove_kept(work, KEEP_EDIT_STAGED); /* else the next one tidies up */
}

/* A rename is on disk only when its folder is; each folder once. */
static Err sync_folders(EditWork *work) {
  Map done;
  map_init(&done, work->job->arena);
  for (size_t i = 0; i < work->record.parts.len; i++) {
    TRY(sync_folder_of(work, &done, work->record.parts.items[i].path));
  }
  return OK;
}

/* The journal of what is done becomes what can be taken back. What takes an edit
 * back leaves neither: the other's record goes first, so that a kill between the
 * two leaves a journal that comes here again. */
static void keep_record(EditWork *work) {
  Job *job = work->job;
  const EditRecord *record = &work->record;
  if (!work->keep) {
    work->note = STR("cannot be undone: neither the workspace nor the cache keeps records");
    return;
  }
  Err err = OK;
  if (record->undoes.len) err = keep_remove(job, work->keep, KEEP_PART(KEEP_EDIT_UNDO, record->undoes));
  else if (record->has_bytes) err = keep_rename(job, work->keep, KEEP(KEEP_EDIT_JOURNAL), KEEP_PART(KEEP_EDIT_UNDO, record->id));
  else work->note = STR("cannot be undone: it replaced more than 16 MB");
  if (err) work->note = str_format(job->arena, "cannot be undone: %.*s", STR_ARG(job_message(job, err)));
  if (err) job_forgive(job);
  if (err || record->undoes.len || !record->has_bytes) remove_kept(work, KEEP_EDIT_JOURNAL);
}

Err edit_work_finish(EditWork *work) {
  EditRecord *record = &work->record;
  /* Everything is new by now: what fails from here on is no failure of the edit. */
  Err err = sync_folders(work);
  if (err) {
    log_warn("an edit is done, yet may be lost with the machine's power: %.*s", STR_ARG(job_message(work->job, err)));
    job_forgive(work->job);
  }
  keep_record(work);
  bool is_tidy = true;
  for (size_t i = 0; i < record->parts.len; i++) {
    is_tidy &= remove_beside(work, &record->parts.items[i]);
    if (record->parts.items[i].unmade) root_unmake(work->root, record->parts.items[i].path, record->parts.items[i].unmade);
  }
  if (is_tidy) remove_kept(work, KEEP_EDIT_STAGED);
  if (work->keep) edit_forget_old(work->job, work->keep);
  return OK;
}

/* The order is what makes it safe to be killed at any line: the names of the
 * files beside, the files, the journal, the renames. */
static Err do_parts(EditWork *work) {
  EditParts *parts = &work->record.parts;
  TRY(note_names(work));
  for (size_t i = 0; i < parts->len; i++) TRY(stage(work, &parts->items[i]));
  TRY(commit(work));
  TRY(await_disk(work));
  /* Staging takes its time, and what is found out now need not be taken back. */
  for (size_t i = 0; i < parts->len; i++) TRY(compare(work, &parts->items[i]));
  for (size_t i = 0; i < parts->len; i++) TRY(change(work, &parts->items[i]));
  return OK;
}

/* Without a journal several files cannot be changed as one, and are refused; a
 * single one is safe by its rename alone. */
Err edit_work_run(EditWork *work) {
  Job *job = work->job;
  EditParts *parts = &work->record.parts;
  assert(parts->len);
  if (!work->keep && parts->len > 1) {
    return job_fail(job, ERR_UNAVAILABLE, "several files cannot be changed as one here, since neither the workspace nor the cache keeps a journal; "
                    "make one of them writable, or edit one file at a time");
  }
  work->record.time_ms = clock_wall_ms();
  /* By time, so that the order of names is that of edits. */
  work->record.id = str_format(job->arena, "%012llx%.*s", (unsigned long long)work->record.time_ms, STR_ARG(secret_random_hex(job->arena, 4)));
  for (size_t i = 0; i < parts->len; i++) {
    Str name = str_format(job->arena, FILE_TEMP_PREFIX "%.*s-%zu", STR_ARG(work->record.id), i), folder = file_directory(parts->items[i].path);
    parts->items[i].beside = str_eq_c(folder, ".") ? name : file_join(job->arena, folder, name);
    TRY(compare(work, &parts->items[i]));
  }
  Err err = do_parts(work);
  if (err) {
    edit_work_back(work);
    return err;
  }
  return edit_work_finish(work);
}

/* ---- plans ---- */

static Err add_part(EditPlan *plan, const EditTouch *touch, EditParts *parts) {
  EditPart part = {.path = touch->path};
  if (touch->before) {
    part.before = (EditContent){.exists = true, .bytes = touch->before->bytes, .stat = touch->before->stat};
  }
  if (touch->after) {
    part.after.exists = true;
    TRY(edit_file_encode(touch->after, &part.after.bytes));
    /* Moved files keep their mode; new ones get that of what they replace. */
    if (touch->after->base_path.len) part.after.stat = touch->after->stat;
    else if (touch->before) part.after.stat = touch->before->stat;
  }
  *vec_add(plan->job->arena, parts) = part;
  return OK;
}

/* What somebody else's process left half done is ended first, under the same
 * lock. */
static Err apply_locked(EditWork *work) {
  bool did;
  if (work->keep) TRY(edit_recover_locked(work->job, work->index, work->keep, &did));
  return edit_work_run(work);
}

/* What was checked need not be parsed again by the refresh. A text that changed
 * since, or is written in another encoding, is not what the tree is of. */
static void offer_trees(const EditPlan *plan, const EditTouches *touches) {
  for (size_t i = 0; i < touches->len; i++) {
    const EditFile *file = touches->items[i].after;
    bool is_current = file && file->checked_as && file->checked.text.ptr == file->chars.ptr && file->checked.text.len == file->chars.len;
    if (is_current) index_offer_tree(plan->options.index, file->checked_as, &file->checked);
  }
}

/* The contents are made before the lock is taken, because encoding may fail
 * and others wait for the lock. */
Err edit_plan_apply(EditPlan *plan, EditReceipt *ret_receipt) {
  Job *job = plan->job;
  EditWork work = {.job = job, .index = plan->options.index, .root = plan->root, .lock = -1};
  assert(!plan->is_applied);
  EditTouches touches = edit_plan_touches(plan);
  if (!touches.len) {
    *ret_receipt = (EditReceipt){.note = STR("nothing to change")};
    return OK;
  }
  for (size_t i = 0; i < touches.len; i++) TRY(add_part(plan, &touches.items[i], &work.record.parts));
  work.record.title = plan->options.title;
  work.record.steps = edit_plan_steps(plan);
  work.keep = edit_keep(job, work.index);
  if (work.keep) TRY(edit_lock(job, work.keep, &work.lock));
  Err err = apply_locked(&work);
  file_unlock(work.lock);
  TRY(err);
  plan->is_applied = true;
  *ret_receipt = (EditReceipt){.id = work.keep && !work.note.len ? work.record.id : STR_EMPTY, .steps = work.record.steps, .note = work.note};
  offer_trees(plan, &touches);
  edit_tell(job, work.index, plan->options.hub, &work.record.steps);
  index_offer_none(work.index);
  return OK;
}
