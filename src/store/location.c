/* Where the store's file lies: in which folder, and in which of the slots
 * there. Inside a workspace nothing is trusted: whatever is there may have come
 * with the repository, so all of it is reached through a Keep. */
#include "src/os/file.h"
#include "src/os/watch.h"
#include "src/store/store_internal.h"

/* ---- the folder ---- */

/* It says the same each time it is made, so nobody waits until it is on the disk:
 * an empty one is what a failure of the machine's power left. */
static Err ignore_all(Job *job, Keep *keep) {
  KeepName name = KEEP(KEEP_IGNORE);
  Str words = STR("*\n");
  bool is_there;
  KeepStat stat;
  TRY(keep_clear(job, keep, name, &is_there));
  Err err = is_there ? keep_stat(job, keep, name, &stat) : keep_create(job, keep, name, words);
  if (!err && is_there && !stat.size) return keep_write_plain(job, keep, name, words);
  if (err != ERR_BUSY && err != ERR_NOT_FOUND) return err;
  job_forgive(job); /* somebody else is at it */
  return OK;
}

static Err open_keep(Job *job, Store *store, Str directory, Str folder) {
  KeepOptions options = {.directory = directory, .folder = folder, .root = store->options.root};
  Keep *keep;
  TRY(keep_open(job, &options, &keep));
  Err err = ignore_all(job, keep);
  if (err) {
    keep_close(keep);
    return err;
  }
  store->keep = keep;
  return OK;
}

/* The user's own: links above it are fine. */
static Err open_in_cache(Job *job, Store *store) {
  Str cache = store->options.cache_dir, real;
  TRY(file_make_dir(job, file_directory(cache), false));
  TRY(file_real_path(job, file_directory(cache), &real));
  return open_keep(job, store, real, file_name(cache));
}

static Err find_folder(Job *job, Store *store) {
  if (!store->options.in_cache) {
    Err err = open_keep(job, store, store->options.root, STR(".fathom"));
    if (err != ERR_DENIED || store->options.cache_dir.len == 0) return err;
    store->note = str_format(&store->arena, "kept in the cache: %.*s", STR_ARG(job_message(job, err)));
    job_forgive(job);
  }
  return open_in_cache(job, store);
}

/* ---- the slot ---- */

/* "4", "4-2", "4-3". */
Str store_slot_name(Arena *arena, int slot) {
  return slot ? str_format(arena, "%d-%d", STORE_VERSION, slot + 1) : str_format(arena, "%d", STORE_VERSION);
}

/* The one that the same build has used, else a free one, else the one that
 * nobody has used for longest, which is made anew then. */
static Str find_slot(Job *job, Store *store) {
  Str oldest = store_slot_name(job->arena, 0), unused = STR_EMPTY;
  int64_t when = INT64_MAX;
  for (int i = 0; i < STORE_SLOTS && store->options.revision; i++) {
    StoreMark mark;
    KeepStat stat;
    Str slot = store_slot_name(job->arena, i);
    bool is_used = store_mark_read(job, store->keep, slot, &mark) &&
                   !keep_stat(job, store->keep, KEEP_PART(KEEP_STORE_LOCK, slot), &stat);
    job_forgive(job);
    if (is_used && (!mark.revision || mark.revision == store->options.revision)) return slot;
    if (!is_used && !unused.len) unused = slot;
    if (is_used && stat.mtime_ns < when) {
      when = stat.mtime_ns;
      oldest = slot;
    }
  }
  return unused.len ? unused : oldest;
}

/* The lock tells whether files can be written here. */
static Err try_lock(Job *job, Store *store) {
  int fd;
  Err err = store->lock_fd < 0 ? keep_lock(job, store->keep, store_name(store, KEEP_STORE_LOCK), &fd) : OK;
  if (err == ERR_BUSY) job_forgive(job);
  else if (!err && store->lock_fd < 0) file_unlock(fd);
  return err == ERR_BUSY ? OK : err;
}

Err store_place(Job *job, Store *store) {
  if (!store->keep) {
    TRY(find_folder(job, store));
    store->part = str_copy(&store->arena, find_slot(job, store));
    Str name = keep_spell(job->arena, store_name(store, KEEP_STORE));
    store->path = str_copy(&store->arena, file_join(job->arena, keep_path(store->keep), name));
  }
  TRY(try_lock(job, store));
  store->exclusive = store->options.exclusive || !watch_is_supported(keep_path(store->keep));
  return OK;
}

/* ---- what the library may see ---- */

static Err drop_beside(Job *job, Store *store) {
  static const KeepFile beside[] = {KEEP_STORE_LOG, KEEP_STORE_SHARED, KEEP_STORE_JOURNAL};
  for (size_t i = 0; i < COUNT_OF(beside); i++) TRY(keep_remove(job, store->keep, store_name(store, beside[i])));
  return OK;
}

Err store_set_aside(Job *job, Store *store) {
  bool is_there;
  TRY(drop_beside(job, store));
  TRY(keep_clear(job, store->keep, store_name(store, KEEP_STORE), &is_there));
  if (!is_there) return OK;
  /* In place of an earlier one. */
  return keep_rename(job, store->keep, store_name(store, KEEP_STORE), store_name(store, KEEP_STORE_BROKEN));
}

/* A new one is made and marked before the library sees it, so that others can
 * tell that it is ours. */
static Err make_new(Job *job, Store *store, Str bytes) {
  TRY(keep_create(job, store->keep, store_name(store, KEEP_STORE), bytes));
  store->is_marked = false; /* that was another file */
  store_mark_writing(store);
  return OK;
}

static Err make_blank(Job *job, Store *store) {
  JOB_SCRATCH(job);
  TRY(make_new(job, store, store->engine->blank ? store->engine->blank(job->arena) : STR_EMPTY));
  store->is_blank = store->engine->blank;
  return OK;
}

/* Filled from another one if there is one; then the mark names what it is now. */
static Err make_anew(Job *job, Store *store) {
  TRY(store_set_aside(job, store));
  if (!store->options.origin_count) return make_blank(job, store);
  TRY(make_new(job, store, STR_EMPTY));
  if (store_begin_as_other(job, store)) {
    store_mark_renew(store);
    return OK;
  }
  TRY(drop_beside(job, store));
  TRY(keep_remove(job, store->keep, store_name(store, KEEP_STORE)));
  return make_blank(job, store);
}

Err store_admit_locked(Job *job, Store *store) {
  store->must_check = false;
  switch (store_mark_look(job, store)) {
    case STORE_CLEAN: return OK;
    case STORE_STRAYS: return drop_beside(job, store);
    case STORE_UNSURE: store->must_check = true; return OK;
    case STORE_FOREIGN: break;
  }
  return make_anew(job, store);
}
