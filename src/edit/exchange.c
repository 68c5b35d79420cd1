/* One path of a transaction: its old file and the new one change places. Both
 * are held meanwhile, so that who writes either of them has done so before it is
 * compared, or waits until it is settled which of them the path leads to.
 * docs/edits.md says what that guarantees and what nobody can. */
#include <assert.h>

#include "src/base/log.h"
#include "src/edit/edit_internal.h"
#include "src/os/thread.h"

#define WRITER_PATIENCE_MS 1000
#define WRITER_STEP_MS 5
#define DIFF_MAX ((size_t)16 << 10) /* bytes of the difference that a conflict shows */

/* ---- compare ---- */

static Str shown(const EditWork *work, Str path) { return str_shown(work->job->arena, path, 300); }

static Str chars_of(Arena *arena, Str bytes) {
  Text text;
  text_decode(arena, bytes, &text);
  return text.chars;
}

/* With the difference, so that whoever asked sees what it would have lost. */
Err edit_part_conflict(EditWork *work, const EditPart *part, bool exists, Str now) {
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

static Err is_written(EditWork *work, const EditPart *part) {
  return job_fail(work->job, ERR_CONFLICT, "'%.*s' is open for writing in another program; nothing was changed. Close it there and try again",
                  STR_ARG(shown(work, part->path)));
}

static Err is_odd(EditWork *work, Str path) {
  return job_fail(work->job, ERR_CONFLICT, "'%.*s' is not the file it was any more: a link or something else came in its place", STR_ARG(shown(work, path)));
}

/* What is at a path now; *ret_exists false: nothing. */
static Err read_now(EditWork *work, Str path, bool *ret_exists, Str *ret_bytes) {
  RootEntry entry;
  FileStat stat;
  *ret_bytes = STR_EMPTY;
  TRY(root_look(work->job, work->root, path, &entry));
  *ret_exists = entry.exists || entry.is_link;
  if (!*ret_exists) return OK;
  if (entry.is_link || !str_eq(entry.path, path) || entry.stat.kind != FILE_REGULAR || entry.stat.names > 1) return is_odd(work, path);
  Err err = root_read_entry(work->job, work->root, path, EDIT_FILE_MAX, &stat, ret_bytes);
  if (err == ERR_NOT_FOUND) {
    job_forgive(work->job);
    *ret_exists = false;
    err = OK;
  }
  return err;
}

/* Contents decide, not times: a file that was written again with the same
 * bytes is the same. */
Err edit_part_compare(EditWork *work, const EditPart *part) {
  bool exists;
  Str now;
  TRY(read_now(work, part->path, &exists, &now));
  bool is_same = exists == part->before.exists && (!exists || str_eq(now, part->before.bytes));
  return is_same ? OK : edit_part_conflict(work, part, exists, now);
}

/* ---- hold ---- */

/* Who has the file open for writing may be about to: it is given some time, so
 * that what it writes is seen. */
static bool await_quiet(Job *job, RootHold *hold) {
  AUTO(ThreadEvent) never = thread_event_open(); /* nobody tells when a file is closed */
  int64_t end = job_now_ms() + WRITER_PATIENCE_MS;
  bool is_quiet = root_hold_is_quiet(hold);
  while (!is_quiet && job_now_ms() < end) {
    if (thread_wait(job, never, WRITER_STEP_MS)) job_forgive(job);
    is_quiet = root_hold_is_quiet(hold);
  }
  return is_quiet;
}

/* Whether a file that is held has exactly these bytes; one that cannot be read
 * has not. */
static bool holds(Job *job, const RootHold *hold, Str path, Str wanted) {
  Str bytes;
  Err err = root_hold_read(job, hold, path, EDIT_FILE_MAX, &bytes);
  if (err) job_forgive(job);
  return !err && str_eq(bytes, wanted);
}

/* The old file, wherever it is: held first and compared then, since what was
 * compared before it is held is nothing that one knows. */
static Err hold_old(EditWork *work, EditPart *part, Str path) {
  Job *job = work->job;
  Str bytes;
  assert(!part->old.is_open);
  Err err = root_hold(job, work->root, path, &part->old);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return edit_part_conflict(work, part, false, STR_EMPTY);
  }
  TRY(err);
  if (part->old.stat.kind != FILE_REGULAR || part->old.stat.names > 1) return is_odd(work, part->path);
  bool is_quiet = root_hold_is_quiet(&part->old);
  TRY(root_hold_read(job, &part->old, part->path, EDIT_FILE_MAX, &bytes));
  if (!str_eq(bytes, part->before.bytes)) return edit_part_conflict(work, part, true, bytes);
  return is_quiet ? OK : is_written(work, part);
}

/* The new file, which nobody else knows of yet: a child that has not become
 * another program may have it open for a moment. */
static Err hold_new(EditWork *work, EditPart *part) {
  assert(!part->new.is_open);
  TRY(root_hold(work->job, work->root, part->beside, &part->new));
  (void)await_quiet(work->job, &part->new);
  return OK;
}

void edit_part_release(EditPart *part) {
  root_release(&part->old);
  root_release(&part->new);
}

/* ---- exchange ---- */

/* A file system that cannot exchange is good for one file by one rename. The old
 * file was compared a moment ago and is held. */
static Err replace_alone(EditWork *work, EditPart *part) {
  job_forgive(work->job);
  if (work->record.parts.len > 1) {
    return job_fail(work->job, ERR_UNAVAILABLE, "the file system of '%.*s' cannot exchange files, so that several cannot be changed as one; "
                    "edit one file at a time", STR_ARG(shown(work, part->path)));
  }
  if (!root_hold_is_at(work->root, &part->old, part->path)) return is_odd(work, part->path);
  if (!root_hold_is_quiet(&part->old)) return is_written(work, part);
  return root_replace(work->job, work->root, part->beside, part->path);
}

/* A new file is renamed without replacing, so that one of somebody else's is
 * never lost. */
static Err put_new(EditWork *work, EditPart *part) {
  TRY(hold_new(work, part));
  Err err = root_rename(work->job, work->root, part->beside, part->path);
  if (err == ERR_EXISTS) {
    job_forgive(work->job);
    return edit_part_conflict(work, part, true, STR_EMPTY);
  }
  part->is_done = !err;
  return err;
}

/* An exchange leaves what was there beside the new file, where it can be looked
 * at: if it is not the file that was compared, somebody has put his own in its
 * place, and gets it back. */
Err edit_part_change(EditWork *work, EditPart *part) {
  Job *job = work->job;
  if (!part->before.exists) return put_new(work, part);
  TRY(hold_old(work, part, part->path));
  if (part->after.exists) TRY(hold_new(work, part));
  Err err = part->after.exists ? root_exchange(job, work->root, part->path, part->beside) : root_rename(job, work->root, part->path, part->beside);
  if (err == ERR_UNAVAILABLE && part->after.exists) return replace_alone(work, part);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return edit_part_conflict(work, part, false, STR_EMPTY);
  }
  TRY(err);
  part->is_done = true;
  return edit_part_verify(work, part);
}

/* Someone waits to write into the old file: he found it by its name before the
 * exchange, and must find it there again. */
static Err verify_old(EditWork *work, EditPart *part) {
  if (!part->old.is_open) TRY(hold_old(work, part, part->beside));
  if (!root_hold_is_at(work->root, &part->old, part->beside)) {
    Str now;
    bool exists;
    TRY(read_now(work, part->beside, &exists, &now));
    return edit_part_conflict(work, part, exists, now);
  }
  bool is_same = root_hold_is_quiet(&part->old) &&
                 (part->old.state == ROOT_HOLD_LEASED || holds(work->job, &part->old, part->beside, part->before.bytes));
  return is_same ? OK : is_written(work, part);
}

Err edit_part_verify(EditWork *work, EditPart *part) {
  if (!part->is_done) return OK; /* replaced: there is nothing to go back to */
  if (part->before.exists) TRY(verify_old(work, part));
  if (!part->new.is_open || root_hold_is_at(work->root, &part->new, part->path)) return OK;
  return job_fail(work->job, ERR_CONFLICT, "'%.*s' was replaced by somebody else meanwhile, and is what they made it; nothing was changed",
                  STR_ARG(shown(work, part->path)));
}

/* ---- back ---- */

/* Whether what came out is still what was put in, and nobody adds to it. Who
 * waits to write into it is let, and waited for: he takes it for the file. */
static bool came_back(Job *job, EditWork *work, EditPart *part) {
  if (part->new.is_open && !root_hold_is_at(work->root, &part->new, part->beside)) return false;
  if (!part->new.is_open && root_hold(job, work->root, part->beside, &part->new)) return false;
  if (!root_hold_is_quiet(&part->new)) {
    if (part->old.is_open) root_let_write(&part->old); /* no reason to keep these waiting too */
    root_let_write(&part->new);
  }
  return await_quiet(job, &part->new) && holds(job, &part->new, part->beside, part->after.bytes) && root_hold_is_quiet(&part->new);
}

/* Whether the file beside is the old one as it was, and can go. */
static bool is_old_beside(Job *job, EditWork *work, EditPart *part) {
  if (!part->old.is_open && root_hold(job, work->root, part->beside, &part->old)) return false;
  return root_hold_is_at(work->root, &part->old, part->beside) && root_hold_is_quiet(&part->old) &&
         holds(job, &part->old, part->beside, part->before.bytes);
}

static Err exchange_back(Job *job, EditWork *work, EditPart *part) {
  TRY(root_exchange(job, work->root, part->path, part->beside));
  if (came_back(job, work, part)) return OK;
  job_forgive(job);
  /* What others wrote goes before all or nothing. */
  TRY(root_exchange(job, work->root, part->path, part->beside));
  part->is_theirs = !is_old_beside(job, work, part);
  job_forgive(job);
  return OK;
}

/* Where somebody made a file of that name meanwhile, his is the file, and the
 * one that was to go back is kept. */
static Err return_old(Job *job, EditWork *work, EditPart *part) {
  Err err = root_rename(job, work->root, part->beside, part->path);
  if (err != ERR_EXISTS) return err;
  job_forgive(job);
  part->is_theirs = true;
  return OK;
}

static Err remove_new(Job *job, EditWork *work, EditPart *part) {
  Err err = root_rename(job, work->root, part->path, part->beside);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job); /* somebody did it for us */
    return OK;
  }
  TRY(err);
  if (came_back(job, work, part)) return OK;
  job_forgive(job);
  return return_old(job, work, part);
}

/* Words of an error that is on its way stay, hence the job of its own. */
void edit_part_take_back(EditWork *work, EditPart *part) {
  Job quiet;
  job_init(&quiet, work->job->arena);
  Err err;
  if (part->before.exists && part->after.exists) err = exchange_back(&quiet, work, part);
  else if (part->before.exists) err = return_old(&quiet, work, part);
  else err = remove_new(&quiet, work, part);
  if (err) log_warn("an edit of '%.*s' could not be taken back: %.*s", STR_ARG(shown(work, part->path)), STR_ARG(job_message(&quiet, err)));
  part->is_done = err != OK;
}

/* Under a name that whoever looks at the folder sees. */
bool edit_part_save(EditWork *work, EditPart *part) {
  Job quiet;
  job_init(&quiet, work->job->arena);
  part->saved = str_format(work->job->arena, "%.*s.fathom-saved-%.*s", STR_ARG(part->path), STR_ARG(work->record.id));
  Err err = root_rename(&quiet, work->root, part->beside, part->saved);
  if (!err || err == ERR_NOT_FOUND) {
    log_warn("what another program wrote into '%.*s' while it was edited is kept as '%.*s'", STR_ARG(shown(work, part->path)), STR_ARG(shown(work, part->saved)));
    return true;
  }
  log_warn("what another program wrote into '%.*s' while it was edited could not be kept yet: %.*s", STR_ARG(shown(work, part->path)),
           STR_ARG(job_message(&quiet, err)));
  return false;
}
