/* The store as a whole: opening, repair, the lock, batches. The file may be
 * deleted, replaced or damaged at any moment, by a crash as much as by its
 * owner. So every open goes through admit, which lets the library see only
 * what this program's own mark vouches for, and every error that means damage
 * leads to one repair: set aside, made anew, filled again by the index. */
#include <stdlib.h>

#include "src/os/file.h"
#include "src/os/secret.h"
#include "src/os/thread.h"
#include "src/store/store_internal.h"

#define ADMIT_MS 5000 /* how long another process may take to make a new file */
#define ADMIT_POLL_MS 10

/* One writer at a time, of all processes. The lock's file also holds the
 * mark. */
static Err lock_file(Job *job, Store *store, int *ret_fd) {
  return keep_lock(job, store->keep, store_name(store, KEEP_STORE_LOCK), ret_fd);
}

/* ---- opening ---- */

/* Without the lock only what is in perfect order is let through. */
static bool is_in_order(Job *job, Store *store) {
  bool is_there;
  bool is_clear = !keep_clear(job, store->keep, store_name(store, KEEP_STORE_SHARED), &is_there);
  job_forgive(job);
  store->must_check = false;
  return is_clear && store_mark_look(job, store) == STORE_CLEAN;
}

/* Decides what the library may see. May leave the lock taken. Where another
 * process holds the lock the file is as good as that one says: live, or soon
 * made; that is waited for, and not forever. */
static Err admit(Job *job, Store *store) {
  AUTO(ThreadEvent) never = thread_event_open();
  for (int64_t end = job_now_ms() + ADMIT_MS;;) {
    if (store->lock_fd < 0 && is_in_order(job, store)) return OK;
    Err err = store_lock(job, store);
    if (!err) return store_admit_locked(job, store);
    if (err != ERR_BUSY) return err;
    bool is_live = store_mark_is_live(job, store);
    if (!is_live && job_now_ms() > end) {
      return job_fail(job, ERR_BUSY, "another process is about to make the index '%.*s'; try again",
                      STR_ARG(str_visible(job->arena, store->path)));
    }
    job_forgive(job);
    if (is_live) return OK;
    if (thread_wait(job, never, ADMIT_POLL_MS)) job_forgive(job);
    TRY(job_check(job));
  }
}

/* All zero where it cannot be told. A job of its own: asking must work for a
 * stopped one, too. */
typedef Err Look(Job *job, Keep *keep, KeepName name, KeepStat *ret_stat);

static KeepStat stand(const Store *store, KeepFile file, Look *look) {
  KeepStat stat = {0};
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  if (look(&job, store->keep, store_name(store, file), &stat)) stat = (KeepStat){0};
  arena_clear(&arena);
  return stat;
}

KeepStat store_stand(const Store *store, KeepFile file) { return stand(store, file, keep_stat); }

static bool is_same(const KeepStat *a, const KeepStat *b) { return a->device == b->device && a->inode == b->inode; }

/* Whether file and log are still the same ones later is compared with what is
 * noted here. */
static Err open_admitted(Job *job, Store *store) {
  store->file = store_stand(store, KEEP_STORE);
  StoreConnection *writer;
  Err err = store->engine->open(job, store, true, &writer);
  store->is_blank = false;
  TRY(err);
  err = store_usual_memory(job, writer);
  if (err) {
    store->engine->close(writer, false);
    return err;
  }
  store->writer = writer;
  store->log = store_stand(store, KEEP_STORE_LOG);
  return OK;
}

/* Whoever had to take the lock has checked or made the file: it is in order now. */
static Err open_writer(Job *job, Store *store) {
  bool was_locked = store->lock_fd >= 0;
  Err err = admit(job, store);
  if (!err) err = open_admitted(job, store);
  store->is_marked = !err && store->lock_fd >= 0;
  if (!was_locked) store_unlock(store);
  return err;
}

/* Somebody cleaned the workspace, or put other files there. */
static bool is_gone(const Store *store) {
  KeepStat file = store_stand(store, KEEP_STORE), log = store_stand(store, KEEP_STORE_LOG);
  return !file.inode || !is_same(&file, &store->file) || (store->log.inode && !is_same(&log, &store->log));
}

/* Whoever holds the lock decides; by then another process may have made the
 * file anew. `is_known`: it is the one that damage was met in. A second try is
 * for a file that only turned out to be damaged while it was opened. */
static Err replace_damaged(Job *job, Store *store, bool is_known) {
  job_forgive(job);
  bool was_locked = store->lock_fd >= 0;
  if (!was_locked) TRY(lock_file(job, store, &store->lock_fd));
  atomic_store(&store->damaged, false);
  Err err = is_known ? store_set_aside(job, store) : OK;
  if (!err) err = open_writer(job, store);
  if (err && atomic_load(&store->damaged)) {
    job_forgive(job);
    err = store_set_aside(job, store);
    atomic_store(&store->damaged, false);
    if (!err) err = open_writer(job, store);
  }
  if (!was_locked) store_unlock(store);
  return err;
}

static const Str *copy_origins(Store *store, const StoreOptions *options) {
  Str *origins = ARENA_ARRAY(&store->arena, Str, options->origin_count + 1);
  for (size_t i = 0; i < options->origin_count; i++) origins[i] = str_copy(&store->arena, options->origins[i]);
  return origins;
}

/* Nothing is left open when it fails. Damage alone is no failure: the file is
 * made anew and is empty then. */
Err store_open(Job *job, const StoreOptions *options, Store **ret_store) {
  AUTO(Store) store = arena_heap_alloc(sizeof(Store));
  arena_init(&store->arena);
  arena_init(&store->batch);
  map_init(&store->name_rows, &store->batch);
  store->lock_fd = -1;
  store->engine = options->engine ? options->engine : &store_sqlite;
  store->options = (StoreOptions){.root = str_copy(&store->arena, options->root),
                                  .in_cache = options->in_cache,
                                  .cache_dir = str_copy(&store->arena, options->cache_dir),
                                  .bulk_mb = options->bulk_mb ? options->bulk_mb : 64,
                                  .revision = options->revision, .exclusive = options->exclusive,
                                  .origins = copy_origins(store, options), .origin_count = options->origin_count};
  TRY(store_place(job, store));
  Err err = open_writer(job, store);
  if (err && atomic_load(&store->damaged)) err = replace_damaged(job, store, false);
  if (err) return err;
  *ret_store = TAKE(store);
  return OK;
}

/* Closing may fold the log into the file: the lock tells how it looks then,
 * unless another process is writing. */
static void close_writer(Store *store) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  bool was_clean = store_mark_look(&job, store) == STORE_CLEAN;
  int fd = -1;
  if (store->lock_fd < 0 && !lock_file(&job, store, &fd)) store->lock_fd = fd;
  if (was_clean) store_mark_writing(store);
  store->engine->close(store->writer, false);
  store->writer = NULL;
  if (was_clean) store_mark_clean(store);
  store_unlock(store);
  arena_clear(&arena);
}

/* A batch that was not committed is undone. */
void store_close(Store *store) {
  store_rollback(store);
  store_unlock(store);
  if (store->writer) close_writer(store);
  store_forget_names(store);
  store_forget_targets(store);
  store_forget_origin(store);
  if (store->keep) keep_close(store->keep);
  arena_clear(&store->arena);
  free(store);
}

Str store_location(const Store *store) { return store->path; }
Keep *store_keep(const Store *store) { return store->keep; }
Str store_part(const Store *store) { return store->part; }
Str store_note(const Store *store) { return store->note; }
bool store_is_exclusive(const Store *store) { return store->exclusive; }
bool store_was_damaged(const Store *store) { return atomic_load(&store->damaged); }
bool store_is_damaged(const Store *store) { return store_was_damaged(store) || is_gone(store); }

/* Readers notice by the generation that theirs is a file of the past. */
Err store_repair(Job *job, Store *store) {
  store_rollback(store);
  bool is_known = !is_gone(store);
  if (store->writer) store->engine->close(store->writer, !is_known);
  store->writer = NULL;
  Err err = store_place(job, store);
  if (!err) err = replace_damaged(job, store, is_known);
  if (err) {
    atomic_store(&store->damaged, true); /* the next call tries again */
    return err;
  }
  atomic_fetch_add(&store->generation, 1);
  return OK;
}

/* For callers that find that what is stored contradicts itself. */
Err store_suspect(Job *job, Store *store) { return store_damage(job, store); }

uint64_t store_bytes(const Store *store, bool is_heard) { return stand(store, KEEP_STORE, is_heard ? keep_stat_heard : keep_stat).size; }

Err store_lock(Job *job, Store *store) {
  return store->lock_fd >= 0 ? OK : lock_file(job, store, &store->lock_fd);
}

/* The mark is set clean first: whoever takes the lock next may rely on it. */
void store_unlock(Store *store) {
  if (store->is_marked && !store->in_batch) store_mark_clean(store);
  if (store->lock_fd >= 0) file_unlock(store->lock_fd);
  store->lock_fd = -1;
}

/* ---- what an engine asks ---- */

/* Both ways to the file are compared, through the folder that was opened and
 * by the path, because the library takes the path. */
bool store_is_itself(Job *job, Store *store, bool is_writer) {
  KeepStat file, log;
  FileStat named;
  Err err = keep_stat(job, store->keep, store_name(store, KEEP_STORE), &file);
  if (!err) err = file_stat(job, store->path, &named);
  bool is_it = !err && file.inode == store->file.inode && named.inode == file.inode;
  if (is_it && store->log.inode && !is_writer) {
    is_it = !keep_stat(job, store->keep, store_name(store, KEEP_STORE_LOG), &log) && log.inode == store->log.inode;
  }
  job_forgive(job);
  return is_it;
}

bool store_is_blank(const Store *store) { return store->is_blank; }
bool store_must_check(const Store *store) { return store->must_check; }
void store_was_checked(Store *store) { atomic_store(&store->is_unsure, true); }
void store_set_exclusive(Store *store, bool is_exclusive) { store->exclusive = is_exclusive; }

void store_note_log(Store *store, int pages) {
  store->log_pages = pages;
  store_mark_renew(store);
}

/* ---- batches ---- */

/* What is known about names holds for one batch; in a bulk load for the whole
 * of it. */
static void end_batch(Store *store) {
  store->in_batch = false;
  store->is_renamed = false;
  store->loose.len = 0;
  if (!store->bulk) store_forget_names(store);
  store->engine->obey(store->writer, NULL);
}


Err store_begin(Job *job, Store *store) {
  if (!store->writer) return job_fail(job, ERR_IO, "the index could not be opened");
  store_mark_writing(store);
  store->engine->obey(store->writer, job);
  TRY(store->engine->begin(job, store->writer));
  store->in_batch = true;
  return OK;
}

#define NAMES STR("names") /* the number that tells one state of the names from all others */

/* By chance and not by counting: a file that is made anew counts from the start
 * again, and what was made of the old one's names must not fit it. */
static Err note_names(Job *job, Store *store) {
  uint64_t version;
  if (!store->is_renamed) return OK;
  secret_random(&version, sizeof version);
  return store_put_number(job, store, NAMES, (int64_t)(version >> 1 | 1));
}

Err store_names_version(Job *job, StoreReader *reader, int64_t *ret_version) {
  TRY(store_get_number(job, reader, NAMES, ret_version));
  if (!*ret_version) *ret_version = 1; /* there were never any */
  return OK;
}

/* Names go at the end, when it is known which ones no symbol of the batch took
 * over. */
Err store_commit(Job *job, Store *store) {
  TRY(store_sweep_names(job, store));
  TRY(note_names(job, store));
  TRY(store->engine->commit(job, store->writer));
  end_batch(store);
  return OK;
}

static void roll_back(Store *store) {
  if (!store->in_batch) return;
  store->engine->obey(store->writer, NULL);
  store->engine->end(store->writer);
  end_batch(store);
}

/* Rows of names that were made in between are gone: a bulk load that fails is
 * not gone on with. */
void store_rollback(Store *store) {
  if (!store->in_batch) return;
  store->bulk = store->is_named = false;
  atomic_store(&store->is_loading, false);
  store_forget_targets(store);
  roll_back(store);
}

static void fold_log(Store *store, bool wait) {
  if (store->writer) store->engine->fold(store->writer, wait);
  store->log_pages = 0;
  store_mark_renew(store);
}

void store_checkpoint(Store *store) { fold_log(store, true); }

/* Called in quiet moments. That another process has the lock is no harm: it
 * tidies, too. */
void store_tidy(Store *store) {
  Arena arena;
  Job job;
  if (store->log_pages < STORE_LOG_USUAL || store->in_batch) return;
  arena_init(&arena);
  job_init(&job, &arena);
  if (!store_lock(&job, store)) {
    store_mark_writing(store);
    fold_log(store, false);
    store_unlock(store);
  }
  arena_clear(&arena);
}

Err store_put_number(Job *job, Store *store, Str name, int64_t value) {
  const StoreCell cells[] = {CELL_BYTES(name), CELL_NUMBER(value)};
  return store_write(job, store->writer, WRITE_PUT_NUMBER, cells, NULL);
}

/* ---- bulk ---- */

#define BULK STR("bulk") /* the number that says what is derived yet */

Err store_is_bulk(Job *job, StoreReader *reader, bool *ret_bulk) {
  int64_t value;
  TRY(store_get_number(job, reader, BULK, &value));
  *ret_bulk = value != 0;
  return OK;
}

/* A power failure may now damage the file; the mark in the lock tells. */
Err store_bulk_begin(Job *job, Store *store) {
  store_forget_names(store);
  TRY(store->engine->load(job, store->writer, STORE_LOAD_BEGINS));
  TRY(store->engine->remember(job, store->writer, store->options.bulk_mb * 1024));
  TRY(store_begin(job, store));
  TRY(store->engine->empty(job, store->writer));
  TRY(store_put_number(job, store, BULK, 1));
  store->bulk = true;
  store->is_named = false;
  atomic_store(&store->is_loading, true);
  store_gather_targets(store);
  return store_commit(job, store);
}

static Err derive_words(Job *job, Store *store) {
  TRY(store_begin(job, store));
  TRY(store_derive_words(job, store));
  return store_commit(job, store);
}

/* Not in a batch of ours: the engine begins one itself. */
static Err make_orders(Job *job, Store *store) {
  store_mark_writing(store);
  store->engine->obey(store->writer, job);
  Err err = store->engine->order(job, store->writer);
  store->engine->obey(store->writer, NULL);
  return err;
}

/* Where much was written it is folded in and on its way to the disk from here on, so
 * that little is left to do at the end. */
Err store_bulk_names(Job *job, Store *store) {
  TRY(derive_words(job, store));
  TRY(make_orders(job, store));
  store->is_named = store->bulk;
  if (store->log_pages >= STORE_LOG_USUAL) {
    fold_log(store, false);
    TRY(store->engine->load(job, store->writer, STORE_LOAD_NAMED));
  }
  return store_usual_memory(job, store->writer); /* links are only added */
}

/* The number is set back in the same batch: a process that dies before leaves
 * a store that is known to be half made. */
static Err derive_targets(Job *job, Store *store) {
  TRY(store_begin(job, store));
  TRY(store_derive_targets(job, store));
  TRY(store_put_number(job, store, BULK, 0));
  return store_commit(job, store);
}

/* From here on the store is complete, and safe on the disk when this
 * returns. */
Err store_bulk_end(Job *job, Store *store) {
  bool is_named = store->bulk && store->is_named;
  store->bulk = store->is_named = false;
  atomic_store(&store->is_loading, false);
  store_forget_names(store);
  if (!is_named) TRY(store_bulk_names(job, store));
  TRY(derive_targets(job, store));
  store_forget_targets(store);
  store_checkpoint(store);
  return store->engine->load(job, store->writer, STORE_LOAD_ENDED);
}
