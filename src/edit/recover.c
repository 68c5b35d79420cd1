/* After a kill: what the journal says is brought to an end, one way or the
 * other. Nothing of it is believed but under the user's seal, and every file is
 * judged by its contents. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/log.h"
#include "src/edit/edit_internal.h"

#define RECORD_MAX ((size_t)192 << 20)

typedef enum Side { SIDE_OLD, SIDE_NEW, SIDE_OTHER } Side;

/* What a part was found as. */
typedef struct Found {
  Side side;      /* of what is at the path */
  bool has_new;   /* the file beside it is the new one, */
  bool has_old;   /* or the old one, */
  bool has_other; /* or the old one, into which somebody wrote or is about to */
} Found;

typedef struct Recovery {
  EditWork work;
  Found *found;
} Recovery;

/* By the tag: the bytes of the new contents are not in the journal. */
static bool is_content(const Keep *keep, const EditContent *content, bool exists, Str bytes) {
  if (!content->exists || !exists) return content->exists == exists;
  return keep_holds(keep, KEEP_EDIT_UNDO, bytes, content->tag);
}

/* What is no regular file, and one that somebody writes, is like a file of
 * somebody else's: left alone. It is held while it is read and given back in
 * *ret_hold; none: there is nothing, or something odd. */
static Err read_file(EditWork *work, Str path, RootHold *ret_hold, bool *ret_exists, bool *ret_odd, Str *ret_bytes) {
  RootEntry entry;
  *ret_odd = false;
  *ret_bytes = STR_EMPTY;
  TRY(root_look(work->job, work->root, path, &entry));
  *ret_exists = entry.exists || entry.is_link;
  if (!*ret_exists) return OK;
  *ret_odd = entry.is_link || !str_eq(entry.path, path) || entry.stat.kind != FILE_REGULAR || entry.stat.size > EDIT_FILE_MAX;
  if (*ret_odd) return OK;
  TRY(root_hold(work->job, work->root, path, ret_hold));
  *ret_odd = !root_hold_is_quiet(ret_hold);
  Err err = root_hold_read(work->job, ret_hold, path, EDIT_FILE_MAX, ret_bytes);
  if (err) root_release(ret_hold);
  return err;
}

static Err side_of(EditWork *work, const EditPart *part, RootHold *ret_hold, Side *ret_side) {
  bool exists, is_odd;
  Str bytes;
  TRY(read_file(work, part->path, ret_hold, &exists, &is_odd, &bytes));
  *ret_side = SIDE_OTHER;
  if (!is_odd && is_content(work->keep, &part->after, exists, bytes)) *ret_side = SIDE_NEW;
  else if (!is_odd && is_content(work->keep, &part->before, exists, bytes)) *ret_side = SIDE_OLD;
  return OK;
}

/* The same contents may be both old and new, for instance of an edit that only
 * changes a mode; then it counts as new, which is where everybody wants to
 * go. */
static Err look(EditWork *work, const EditPart *part, Found *ret_found) {
  bool exists, is_odd;
  Str bytes;
  Found found;
  RootHold hold = {0};
  TRY(side_of(work, part, &hold, &found.side));
  root_release(&hold);
  TRY(read_file(work, part->beside, &hold, &exists, &is_odd, &bytes));
  root_release(&hold);
  found.has_new = exists && !is_odd && part->after.exists && is_content(work->keep, &part->after, true, bytes);
  found.has_old = exists && !is_odd && part->before.exists && is_content(work->keep, &part->before, true, bytes);
  /* Beside an old file it would be a new one that did not reach the disk. */
  found.has_other = exists && part->before.exists && found.side != SIDE_OLD && !found.has_new && !found.has_old;
  *ret_found = found;
  return OK;
}

/* Whether a part can go that way. A file that somebody wrote meanwhile stays as
 * it is: whether it was old or new then, the file beside it tells. Into the old
 * file beside somebody may have written who found it by its name before: then it
 * is wanted back. */
static bool can_go(const EditPart *part, const Found *found, Side way) {
  if (found->has_other) return found->side == SIDE_NEW && way == SIDE_OLD;
  if (found->side == way) return true;
  if (found->side == SIDE_OTHER) return (way == SIDE_NEW) == (part->before.exists ? found->has_old : !found->has_new);
  if (way == SIDE_NEW) return !part->after.exists || found->has_new;
  return !part->before.exists || found->has_old;
}

/* Together or not at all: a recovery that leaves some files old and some new
 * would be worse than none. */
static bool can_all_go(const Recovery *recovery, Side way) {
  const EditParts *parts = &recovery->work.record.parts;
  for (size_t i = 0; i < parts->len; i++) {
    if (!can_go(&parts->items[i], &recovery->found[i], way)) return false;
  }
  return true;
}

/* The same renames as of the edit itself, in either direction. A file system
 * without an exchange replaces: there was only one file then. */
static Err rename_part(EditWork *work, const EditPart *part, Side way) {
  const EditContent *wanted = way == SIDE_NEW ? &part->after : &part->before, *other = way == SIDE_NEW ? &part->before : &part->after;
  if (!other->exists) return root_rename(work->job, work->root, part->beside, part->path);
  if (!wanted->exists) return root_rename(work->job, work->root, part->path, part->beside);
  Err err = root_exchange(work->job, work->root, part->path, part->beside);
  if (err != ERR_UNAVAILABLE) return err;
  job_forgive(work->job);
  return root_replace(work->job, work->root, part->beside, part->path);
}

/* What is at the path is held and looked at once more, and what came out must be
 * just that: a part that somebody wrote meanwhile is left as it is. */
static Err move_part(EditWork *work, EditPart *part, Found *found, Side way) {
  RootHold hold = {0};
  Side side = SIDE_OTHER;
  Err err = side_of(work, part, &hold, &side);
  bool is_same = !err && side == found->side;
  /* The process that wrote it may have been killed before it was on disk. */
  if (is_same && way == SIDE_NEW && part->after.exists) err = root_sync_file(work->job, work->root, part->beside);
  if (is_same && !err) err = rename_part(work, part, way);
  if (!is_same) found->side = SIDE_OTHER;
  else if (!err) found->side = way;
  bool is_lost = is_same && !err && hold.is_open && (!root_hold_is_at(work->root, &hold, part->beside) || !root_hold_is_quiet(&hold));
  if (is_lost) part->is_theirs = true; /* kept, not put back: the way that all go is settled */
  root_release(&hold);
  return err;
}

/* A part that was written by somebody else meanwhile is left as it is. */
static Err move_all(Recovery *recovery, Side way) {
  EditParts *parts = &recovery->work.record.parts;
  for (size_t i = 0; i < parts->len; i++) {
    Found *found = &recovery->found[i];
    parts->items[i].is_staged = true;
    /* Not where it is about to go back to its place. */
    parts->items[i].is_theirs = found->has_other && !can_go(&parts->items[i], found, way);
    if (found->side == way || found->side == SIDE_OTHER || !can_go(&parts->items[i], found, way)) continue;
    TRY(move_part(&recovery->work, &parts->items[i], found, way));
  }
  return OK;
}

/* Forward where everything can go there, since whoever asked wanted it; else
 * back. Where neither holds (files beside are gone) what can goes forward. */
static Err settle(Recovery *recovery) {
  EditWork *work = &recovery->work;
  Side way = !can_all_go(recovery, SIDE_NEW) && can_all_go(recovery, SIDE_OLD) ? SIDE_OLD : SIDE_NEW;
  log_warn("an edit of %zu files was interrupted (%.*s): it is %s", work->record.parts.len, STR_ARG(str_visible(work->job->arena, work->record.title)),
           way == SIDE_NEW ? "brought to its end" : "taken back");
  TRY(move_all(recovery, way));
  if (way == SIDE_NEW) {
    edit_work_sync(work);
    return edit_work_finish(work);
  }
  edit_work_back(work); /* nothing is done: removes what is beside, and the records */
  return OK;
}

/* Nothing there and something too large to be ours are alike: there is no
 * record. */
static Err read_kept(Job *job, Keep *keep, KeepFile file, Str *ret_bytes) {
  Err err = keep_read_plain(job, keep, KEEP(file), RECORD_MAX, ret_bytes);
  if (err != ERR_NOT_FOUND && err != ERR_TOO_LARGE) return err;
  job_forgive(job);
  *ret_bytes = STR_EMPTY;
  return OK;
}

/* Names of files beside that could not be removed: they are nobody's. */
static Err clean_staged(EditWork *work) {
  Str bytes;
  EditParts parts;
  TRY(read_kept(work->job, work->keep, KEEP_EDIT_STAGED, &bytes));
  bool is_ours = edit_staged_unpack(work->job, work->keep, bytes, &parts);
  for (size_t i = 0; is_ours && i < parts.len; i++) {
    Err err = root_remove(work->job, work->root, parts.items[i].beside);
    if (err) job_forgive(work->job);
    root_unmake(work->root, parts.items[i].path, parts.items[i].made);
  }
  return keep_remove(work->job, work->keep, KEEP(KEEP_EDIT_STAGED));
}

/* A journal that is not under the seal is removed, not obeyed. Without a
 * journal no path is between old and new, and only files beside are cleaned
 * up. */
Err edit_recover_locked(Job *job, Index *index, Keep *keep, bool *ret_did) {
  Recovery recovery = {.work = {.job = job, .index = index, .root = index_files(index), .keep = keep, .lock = -1}};
  EditWork *work = &recovery.work;
  KeepStat stat;
  Str bytes;
  *ret_did = false;
  bool has_journal = !keep_stat(job, keep, KEEP(KEEP_EDIT_JOURNAL), &stat), has_staged = !keep_stat(job, keep, KEEP(KEEP_EDIT_STAGED), &stat);
  job_forgive(job);
  if (!has_journal && !has_staged) return OK;
  *ret_did = true;
  TRY(read_kept(job, keep, KEEP_EDIT_JOURNAL, &bytes));
  if (has_journal && edit_record_unpack(job, keep, bytes, &work->record)) {
    recovery.found = ARENA_ARRAY(job->arena, Found, work->record.parts.len);
    for (size_t i = 0; i < work->record.parts.len; i++) TRY(look(work, &work->record.parts.items[i], &recovery.found[i]));
    Err err = settle(&recovery);
    if (err) return job_prefix(job, err, "an interrupted edit could not be ended; mend this and try again");
    return has_staged ? clean_staged(work) : OK;
  }
  if (has_journal) {
    log_warn("'%.*s/edit.journal' was not written by this user for this workspace: removed", STR_ARG(str_visible(job->arena, keep_path(keep))));
    TRY(keep_remove(job, keep, KEEP(KEEP_EDIT_JOURNAL)));
  }
  return clean_staged(work);
}

/* Two looks at the folder when nothing is to be done, which is nearly always;
 * the lock is taken only then. */
Err edit_recover(Job *job, Index *index) {
  Keep *keep = edit_keep(job, index);
  KeepStat stat;
  int lock;
  bool did;
  if (!keep) return OK;
  bool is_quiet = keep_stat(job, keep, KEEP(KEEP_EDIT_JOURNAL), &stat) && keep_stat(job, keep, KEEP(KEEP_EDIT_STAGED), &stat);
  job_forgive(job);
  if (is_quiet) return OK;
  TRY(edit_lock(job, keep, &lock));
  Err err = edit_recover_locked(job, index, keep, &did);
  file_unlock(lock);
  TRY(err);
  return did ? index_refresh(job, index) : OK;
}

/* ---- once ---- */

/* Once for each index of the process: whether it was looked for an interrupted
 * edit since the index was opened. */
typedef struct Looked {
  atomic_bool is_done;
} Looked;

static void *open_looked(Index *index) {
  (void)index;
  return arena_heap_alloc(sizeof(Looked));
}

/* Two threads may both look the first time; the lock inside keeps them apart,
 * and the second finds nothing. */
Err edit_recover_first(Job *job, Index *index) {
  static const IndexPart kind = {open_looked, free};
  Looked *looked = index_part(index, &kind);
  if (atomic_load_explicit(&looked->is_done, memory_order_acquire)) return OK;
  TRY(edit_recover(job, index));
  atomic_store_explicit(&looked->is_done, true, memory_order_release);
  return OK;
}
