/* The store as a whole: opening, repair, the lock, batches. */
#include "src/os/file.h"
#include "src/os/thread.h"
#include "src/store/store_internal.h"

#define ADMIT_MS 5000 /* how long another process may take to make a new file */
#define ADMIT_POLL_MS 10

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

/* Decides what the library may see. May leave the lock taken. */
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

static KeepStat stand(const Store *store, KeepFile file) {
  KeepStat stat = {0};
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  if (keep_stat(&job, store->keep, store_name(store, file), &stat)) stat = (KeepStat){0};
  arena_clear(&arena);
  return stat;
}

static bool is_same(const KeepStat *a, const KeepStat *b) { return a->device == b->device && a->inode == b->inode; }

static Err open_admitted(Job *job, Store *store) {
  store->file = stand(store, KEEP_STORE);
  TRY(store_db_open(job, store, true, &store->writer));
  store->log = stand(store, KEEP_STORE_LOG);
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
  KeepStat file = stand(store, KEEP_STORE), log = stand(store, KEEP_STORE_LOG);
  return !file.inode || !is_same(&file, &store->file) || (store->log.inode && !is_same(&log, &store->log));
}

/* Whoever holds the lock decides; by then another process may have made the
 * file anew. `is_known`: it is the one that damage was met in. */
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

Err store_open(Job *job, const StoreOptions *options, Store **ret_store) {
  AUTO(Store) store = arena_heap_alloc(sizeof(Store));
  arena_init(&store->arena);
  arena_init(&store->batch);
  map_init(&store->name_rows, &store->batch);
  store->lock_fd = -1;
  store->writer.store = store;
  store->options = (StoreOptions){.root = str_copy(&store->arena, options->root),
                                  .in_cache = options->in_cache,
                                  .cache_dir = str_copy(&store->arena, options->cache_dir),
                                  .bulk_mb = options->bulk_mb ? options->bulk_mb : 64,
                                  .revision = options->revision, .exclusive = options->exclusive};
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
  store_db_close(&store->writer);
  if (was_clean) store_mark_clean(store);
  store_unlock(store);
  arena_clear(&arena);
}

void store_close(Store *store) {
  store_rollback(store);
  store_unlock(store);
  if (store->writer.db) close_writer(store);
  store_forget_names(store);
  store_forget_targets(store);
  if (store->keep) keep_close(store->keep);
  arena_clear(&store->arena);
  free(store);
}

Str store_location(const Store *store) { return store->path; }
Keep *store_keep(const Store *store) { return store->keep; }
Str store_part(const Store *store) { return store->part; }
Str store_note(const Store *store) { return store->note; }
bool store_is_exclusive(const Store *store) { return store->exclusive; }
bool store_is_damaged(const Store *store) { return atomic_load(&store->damaged) || is_gone(store); }

Err store_repair(Job *job, Store *store) {
  store_rollback(store);
  bool is_known = !is_gone(store);
  if (store->writer.db) {
    /* A log beside the path may be that of another process's new file. */
    if (!is_known) sqlite3_db_config(store->writer.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    store_db_close(&store->writer);
  }
  Err err = store_place(job, store);
  if (!err) err = replace_damaged(job, store, is_known);
  if (err) {
    atomic_store(&store->damaged, true); /* the next call tries again */
    return err;
  }
  atomic_fetch_add(&store->generation, 1);
  return OK;
}

Err store_suspect(Job *job, Store *store) { return store_fail(job, &store->writer, SQLITE_CORRUPT); }

uint64_t store_bytes(const Store *store) { return stand(store, KEEP_STORE).size; }

Err store_lock(Job *job, Store *store) {
  return store->lock_fd >= 0 ? OK : lock_file(job, store, &store->lock_fd);
}

void store_unlock(Store *store) {
  if (store->is_marked && !store->in_batch) store_mark_clean(store);
  if (store->lock_fd >= 0) file_unlock(store->lock_fd);
  store->lock_fd = -1;
}

/* ---- batches ---- */

static void end_batch(Store *store) {
  store->in_batch = false;
  store->loose.len = 0;
  if (!store->bulk) store_forget_names(store);
  store_obey(&store->writer, NULL);
}

bool store_in_batch(const Store *store) { return store->in_batch; }

Err store_begin(Job *job, Store *store) {
  if (!store->writer.db) return job_fail(job, ERR_IO, "the index could not be opened");
  store_mark_writing(store);
  store_obey(&store->writer, job);
  TRY(store_run_plain(job, &store->writer, SQL_BEGIN_WRITE));
  store->in_batch = true;
  return OK;
}

Err store_commit(Job *job, Store *store) {
  TRY(store_sweep_names(job, store));
  TRY(store_run_plain(job, &store->writer, SQL_COMMIT));
  end_batch(store);
  return OK;
}

static void roll_back(Store *store) {
  if (!store->in_batch) return;
  store_obey(&store->writer, NULL);
  for (size_t i = 0; i < SQL_STATEMENT_COUNT; i++) {
    if (store->writer.statements[i]) sqlite3_reset(store->writer.statements[i]);
  }
  /* Some errors have rolled back already. */
  if (!sqlite3_get_autocommit(store->writer.db)) sqlite3_exec(store->writer.db, "ROLLBACK", NULL, NULL, NULL);
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

static void fold_log(Store *store, int how) {
  if (store->writer.db) sqlite3_wal_checkpoint_v2(store->writer.db, NULL, how, NULL, NULL);
  store->log_pages = 0;
  store_mark_renew(store);
}

void store_checkpoint(Store *store) { fold_log(store, SQLITE_CHECKPOINT_TRUNCATE); }

void store_tidy(Store *store) {
  Arena arena;
  Job job;
  if (store->log_pages < STORE_LOG_USUAL || store->in_batch) return;
  arena_init(&arena);
  job_init(&job, &arena);
  if (!store_lock(&job, store)) {
    store_mark_writing(store);
    fold_log(store, SQLITE_CHECKPOINT_PASSIVE);
    store_unlock(store);
  }
  arena_clear(&arena);
}

Err store_put_number(Job *job, Store *store, Str name, int64_t value) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_NUMBER_SET, &s));
  store_bind_str(s, 1, name);
  sqlite3_bind_int64(s, 2, value);
  return store_run(job, &store->writer, s);
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
  StoreDb *db = &store->writer;
  store_forget_names(store);
  Str pages = str_format(job->arena, "PRAGMA synchronous = OFF; PRAGMA cache_size = -%zu",
                         store->options.bulk_mb * 1024);
  TRY(store_run_text(job, db, str_to_c(job->arena, pages)));
  TRY(store_begin(job, store));
  TRY(store_run_text(job, db, "DROP INDEX IF EXISTS symbols_by_name; DROP INDEX IF EXISTS names_by_fold;"
                              "DELETE FROM numbers; DELETE FROM files; DELETE FROM content; DELETE FROM links;"
                              "DELETE FROM names; DELETE FROM words; DELETE FROM symbols; DELETE FROM edges;"
                              "DELETE FROM reverse"));
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

static Err make_indexes(Job *job, Store *store) {
  TRY(store_begin(job, store));
  TRY(store_run_text(job, &store->writer, store_indexes));
  return store_commit(job, store);
}

/* Sorting goes through a temporary file, where there is a place for one: with
 * millions of rows it would take hundreds of megabytes. */
static Err make_indexes_in_files(Job *job, Store *store) {
  TRY(store_run_text(job, &store->writer, "PRAGMA temp_store = FILE"));
  Err err = make_indexes(job, store);
  if (err) roll_back(store);
  TRY(store_run_text(job, &store->writer, "PRAGMA temp_store = MEMORY"));
  if (!err || job_is_stopped(job) || atomic_load(&store->damaged)) return err;
  job_forgive(job);
  return make_indexes(job, store);
}

/* Batches of a bulk load are not synced: the file is, as a whole. */
static Err sync_file(Job *job, Store *store) {
  sqlite3_file *file = NULL;
  sqlite3_file_control(store->writer.db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  int code = file && file->pMethods ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : SQLITE_OK;
  return code ? store_fail(job, &store->writer, code) : OK;
}

/* Folds the log in as well, so that little is left to do at the end. */
Err store_bulk_names(Job *job, Store *store) {
  TRY(derive_words(job, store));
  TRY(make_indexes_in_files(job, store));
  store->is_named = store->bulk;
  fold_log(store, SQLITE_CHECKPOINT_PASSIVE);
  TRY(sync_file(job, store));
  return store_usual_cache(job, &store->writer); /* links are only added */
}

static Err derive_targets(Job *job, Store *store) {
  TRY(store_begin(job, store));
  TRY(store_derive_targets(job, store));
  TRY(store_put_number(job, store, BULK, 0));
  return store_commit(job, store);
}

Err store_bulk_end(Job *job, Store *store) {
  StoreDb *db = &store->writer;
  bool is_named = store->bulk && store->is_named;
  store->bulk = store->is_named = false;
  atomic_store(&store->is_loading, false);
  store_forget_names(store);
  if (!is_named) TRY(store_bulk_names(job, store));
  TRY(derive_targets(job, store));
  store_forget_targets(store);
  store_checkpoint(store);
  TRY(sync_file(job, store));
  TRY(store_run_text(job, db, "PRAGMA synchronous = NORMAL"));
  return OK;
}
