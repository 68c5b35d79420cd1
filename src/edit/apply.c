/* Doing a transaction: compare, commit, stage, exchange, end; and back again
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
#define REFRESH_MS 2000
#define KEPT_TEXT_MAX ((size_t)256 << 10)
#define HOLDS_MAX 64 /* paths whose two files stay open until the end */

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

/* From here on whoever finds the journal can end what a killed process began:
 * where a file beside is not whole or not there, by taking everything back. It
 * has the tags of all contents, and the old bytes themselves where they are few
 * enough to be kept for an undo. */
static Err commit(EditWork *work) {
  if (!work->keep) return OK;
  return keep_write_begin(work->job, work->keep, KEEP(KEEP_EDIT_JOURNAL), edit_record_pack(work->job, work->keep, &work->record));
}

/* What the journal says of all parts, before any of them is staged. */
static void describe(EditWork *work) {
  EditRecord *record = &work->record;
  size_t bytes = 0;
  for (size_t i = 0; work->keep && i < record->parts.len; i++) {
    EditPart *part = &record->parts.items[i];
    part->made = part->before.exists ? 0 : count_missing(work, part->path);
    if (part->before.exists) edit_content_seal(work->keep, &part->before);
    if (part->after.exists) edit_content_seal(work->keep, &part->after);
    bytes += part->before.bytes.len;
  }
  record->has_bytes = bytes <= EDIT_UNDO_BYTES && !record->undoes.len;
}

static bool is_alike(const FileStat *a, const FileStat *b) { return a->mode == b->mode && a->owner == b->owner && a->group == b->group; }

/* The new contents are written beside the old ones, in the same folder and
 * with their mode and owner, so that changing them is one rename within a file
 * system. *ret_told: as the journal says already. */
static Err stage(EditWork *work, EditPart *part, bool *ret_told) {
  unsigned made = part->made;
  FileStat after = part->after.stat;
  part->made = 0;
  *ret_told = true;
  if (!part->after.exists) return OK;
  const FileStat *like = part->after.stat.mode || part->before.exists ? &part->after.stat : NULL;
  part->is_staged = true; /* it may be there even where that is told as a failure */
  /* Folders are made for new files alone: where a file was, one that is gone is
   * on its way to somewhere, and whoever moves it may want its name again. */
  Err err = root_create(work->job, work->root, part->beside, part->after.bytes, like, part->before.exists ? NULL : &part->made);
  if (err == ERR_NOT_FOUND && part->before.exists) {
    job_forgive(work->job);
    return edit_part_conflict(work, part, false, STR_EMPTY);
  }
  TRY(err);
  TRY(root_stat(work->job, work->root, part->beside, &part->after.stat));
  *ret_told = part->made == made && is_alike(&after, &part->after.stat);
  return OK;
}

/* What only the files themselves tell (a new one's mode, an owner that could not
 * be kept) is added to the journal afterwards. */
static Err stage_all(EditWork *work) {
  EditParts *parts = &work->record.parts;
  bool is_told = true;
  describe(work);
  TRY(commit(work));
  for (size_t i = 0; i < parts->len; i++) {
    bool is_one_told;
    TRY(stage(work, &parts->items[i], &is_one_told));
    is_told &= is_one_told;
  }
  return is_told ? OK : commit(work);
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

/* ---- end ---- */

/* True also when it is gone already. Words of an error that is on its way
 * stay, hence the job of its own. */
static bool remove_beside(EditWork *work, EditPart *part) {
  if (part->is_theirs) return edit_part_save(work, part);
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

/* The names of files of ours that could not be removed, for who comes next; the
 * journal, which has them too, says more than that they are to go. Not synced:
 * what is lost with the machine's power costs nobody anything. */
static void note_names(EditWork *work) {
  Job quiet;
  job_init(&quiet, work->job->arena);
  if (!work->keep) return;
  Str names = edit_staged_pack(&quiet, work->keep, &work->record.parts);
  if (keep_write_begin(&quiet, work->keep, KEEP(KEEP_EDIT_STAGED), names)) log_warn("a file of an edit that is not needed stays: %.*s", STR_ARG(quiet.message));
}

/* From the last to the first. If one cannot be taken back the journal stays,
 * and the next edit or question tries again; otherwise it goes in any case, or
 * somebody would bring to its end what was told as a failure. */
void edit_work_back(EditWork *work) {
  EditParts *parts = &work->record.parts;
  bool is_whole = true;
  for (size_t i = parts->len; i-- > 0;) {
    if (parts->items[i].is_done) edit_part_take_back(work, &parts->items[i]);
    is_whole &= !parts->items[i].is_done;
  }
  if (!is_whole) return; /* the journal stays: the next one tries again */
  for (size_t i = 0; i < parts->len; i++) {
    EditPart *part = &parts->items[i];
    if (part->is_staged || part->is_theirs) is_whole &= remove_beside(work, part);
    if (part->is_staged && part->made) root_unmake(work->root, part->path, part->made);
  }
  if (!is_whole) note_names(work);
  remove_kept(work, KEEP_EDIT_JOURNAL);
}

/* A rename is on disk only when its folder is; each folder once. Everything is
 * new by now: what fails here is no failure of the edit. */
void edit_work_sync(EditWork *work) {
  Map done;
  Err err = OK;
  map_init(&done, work->job->arena);
  for (size_t i = 0; i < work->record.parts.len && !err; i++) err = sync_folder_of(work, &done, work->record.parts.items[i].path);
  if (!err) return;
  log_warn("an edit is done, yet may be lost with the machine's power: %.*s", STR_ARG(job_message(work->job, err)));
  job_forgive(work->job);
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

/* Until the last file beside is gone the journal tells of it. */
Err edit_work_finish(EditWork *work) {
  EditRecord *record = &work->record;
  bool is_tidy = true;
  for (size_t i = 0; i < record->parts.len; i++) {
    is_tidy &= remove_beside(work, &record->parts.items[i]);
    if (record->parts.items[i].unmade) root_unmake(work->root, record->parts.items[i].path, record->parts.items[i].unmade);
  }
  if (!is_tidy) note_names(work);
  keep_record(work);
  if (work->keep) edit_forget_old(work->job, work->keep);
  return OK;
}

/* The order is what makes it safe to be killed at any line: the journal, the
 * files beside, the renames. */
static Err do_parts(EditWork *work) {
  EditParts *parts = &work->record.parts;
  TRY(stage_all(work));
  TRY(await_disk(work));
  /* Staging takes its time, and what is found out now need not be taken back. */
  for (size_t i = 0; i < parts->len && parts->len > 1; i++) TRY(edit_part_compare(work, &parts->items[i]));
  for (size_t i = 0; i < parts->len; i++) {
    TRY(edit_part_change(work, &parts->items[i]));
    if (i >= HOLDS_MAX) edit_part_release(&parts->items[i]);
  }
  edit_work_sync(work);
  /* As late as it can still be taken back: who was on his way to the old file
   * when it changed places has had the time of a sync to get there. */
  for (size_t i = 0; i < parts->len; i++) {
    TRY(edit_part_verify(work, &parts->items[i]));
    if (i >= HOLDS_MAX) edit_part_release(&parts->items[i]);
  }
  return OK;
}

/* With the places of what was kept for others. */
static Err tell_saved(EditWork *work, Err err) {
  for (size_t i = 0; i < work->record.parts.len; i++) {
    const EditPart *part = &work->record.parts.items[i];
    if (!part->saved.len) continue;
    job_prefix(work->job, err, "what another program wrote into '%.*s' meanwhile is in '%.*s'", STR_ARG(str_shown(work->job->arena, part->path, 300)),
               STR_ARG(str_shown(work->job->arena, part->saved, 300)));
  }
  return err;
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
  int64_t now_ns = clock_wall_ns();
  work->record.time_ms = now_ns / 1000000;
  /* By time, so that the order of names is that of edits: to the nanosecond, since
   * several small ones are done in a millisecond. */
  work->record.id = str_format(job->arena, "%012llx%05x%.*s", (unsigned long long)work->record.time_ms, (unsigned)(now_ns % 1000000),
                               STR_ARG(secret_random_hex(job->arena, 2)));
  for (size_t i = 0; i < parts->len; i++) {
    Str name = str_format(job->arena, FILE_TEMP_PREFIX "%.*s-%zu", STR_ARG(work->record.id), i), folder = file_directory(parts->items[i].path);
    parts->items[i].beside = str_eq_c(folder, ".") ? name : file_join(job->arena, folder, name);
    TRY(edit_part_compare(work, &parts->items[i]));
  }
  Err err = do_parts(work);
  if (err) edit_work_back(work);
  else err = edit_work_finish(work);
  for (size_t i = 0; i < parts->len; i++) edit_part_release(&parts->items[i]);
  return tell_saved(work, err);
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
static void offer_trees(const EditPlan *plan, const EditTouches *touches, size_t most) {
  for (size_t i = 0; i < touches->len; i++) {
    const EditFile *file = touches->items[i].after;
    bool is_current = file && file->checked_as && file->checked.text.ptr == file->chars.ptr && file->checked.text.len == file->chars.len;
    if (is_current && file->chars.len <= most) index_offer_tree(plan->options.index, file->checked_as, &file->checked);
  }
}

/* Who edits a file often edits it again: the next one finds its place in the text
 * that this one left. One tree of a usual size is kept for that. */
static void keep_tree(const EditPlan *plan, const EditTouches *touches) {
  index_offer_none(plan->options.index);
  if (touches->len == 1) offer_trees(plan, touches, KEPT_TEXT_MAX);
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
  offer_trees(plan, &touches, SIZE_MAX);
  edit_tell(job, work.index, plan->options.hub, &work.record.steps);
  keep_tree(plan, &touches);
  return OK;
}
