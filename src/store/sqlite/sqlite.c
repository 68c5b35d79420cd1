/* The engine as a whole: batches, bulk loads, the log. */
#include "src/store/sqlite/sqlite_internal.h"

/* ---- batches ---- */

/* Beginning and ending happen with every question, so their statements are
 * kept, too. */
static int prepare_kept(Sqlite *sqlite, sqlite3_stmt **statement, const char *text) {
  return *statement ? SQLITE_OK : sqlite3_prepare_v3(sqlite->db, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static Err run_kept(Job *job, Sqlite *sqlite, sqlite3_stmt **statement, const char *text) {
  bool row;
  int code = prepare_kept(sqlite, statement, text);
  return code ? store_sqlite_fail(job, sqlite, code) : store_sqlite_step(job, sqlite, *statement, &row);
}

/* A reader's state is held by a statement that has given its row and is not
 * ended: one statement where BEGIN, COMMIT and the look at the state would be
 * three. Its row is the library's own number of the state, which another
 * connection's commit changes, of this process or another one. */
static Err begin_reading(Job *job, Sqlite *sqlite) {
  bool row;
  int code = prepare_kept(sqlite, &sqlite->state, "PRAGMA data_version");
  if (code) return store_sqlite_fail(job, sqlite, code);
  TRY(store_sqlite_step(job, sqlite, sqlite->state, &row));
  return row ? OK : store_damage(job, sqlite->base.store);
}

static Err state(Job *job, StoreConnection *connection, int64_t *ret_state) {
  TRY(job_check(job));
  *ret_state = sqlite3_column_int64(sqlite_of(connection)->state, 0);
  return OK;
}

/* A writer takes the lock at once: taking it later, in the middle, could fail
 * for good. */
static Err begin(Job *job, StoreConnection *connection) {
  Sqlite *sqlite = sqlite_of(connection);
  return connection->is_writer ? run_kept(job, sqlite, &sqlite->begin, "BEGIN IMMEDIATE") : begin_reading(job, sqlite);
}

static Err commit(Job *job, StoreConnection *connection) {
  Sqlite *sqlite = sqlite_of(connection);
  sqlite->is_new = false;
  return run_kept(job, sqlite, &sqlite->commit, "COMMIT");
}

/* A reader's state ends with the statement that holds it; of a writer some
 * errors have rolled back already. */
static void end(StoreConnection *connection) {
  Sqlite *sqlite = sqlite_of(connection);
  store_sqlite_reset(sqlite);
  if (!sqlite3_get_autocommit(sqlite->db)) sqlite3_exec(sqlite->db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- bulk loads ---- */

/* Emptied, not deleted: others may have the file open. Keeping indexes up to
 * date would cost most of a load; they are made at its end. */
static Err empty(Job *job, StoreConnection *connection) {
  if (sqlite_of(connection)->is_new) return OK;
  return store_sqlite_run_text(job, sqlite_of(connection),
                               "DROP INDEX IF EXISTS symbols_by_name; DROP INDEX IF EXISTS names_by_fold; DROP INDEX IF EXISTS open_calls_by_name; DROP INDEX IF EXISTS outward_by_target;"
                               "DELETE FROM numbers; DELETE FROM files; DELETE FROM content; DELETE FROM links; DELETE FROM open_calls; DELETE FROM outward;"
                               "DELETE FROM names; DELETE FROM words; DELETE FROM symbols; DELETE FROM edges;"
                               "DELETE FROM reverse");
}

static Err make_indexes(Job *job, StoreConnection *connection) {
  Err err = begin(job, connection);
  if (!err) err = store_sqlite_run_text(job, sqlite_of(connection), store_sqlite_indexes);
  if (!err) err = commit(job, connection);
  if (err) end(connection);
  return err;
}

/* Sorting goes through a temporary file, where there is a place for one: with
 * millions of rows it would take hundreds of megabytes. */
static Err order(Job *job, StoreConnection *connection) {
  Sqlite *sqlite = sqlite_of(connection);
  TRY(store_sqlite_run_text(job, sqlite, "PRAGMA temp_store = FILE"));
  Err err = make_indexes(job, connection);
  TRY(store_sqlite_run_text(job, sqlite, "PRAGMA temp_store = MEMORY"));
  if (!err || job_is_stopped(job) || store_is_damaged(connection->store)) return err;
  job_forgive(job);
  return make_indexes(job, connection);
}

/* Batches of a bulk load are not synced: the file is, as a whole. */
Err store_sqlite_sync(Job *job, Sqlite *sqlite) {
  sqlite3_file *file = NULL;
  sqlite3_file_control(sqlite->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  int code = file && file->pMethods ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : SQLITE_OK;
  return code ? store_sqlite_fail(job, sqlite, code) : OK;
}

static Err load(Job *job, StoreConnection *connection, StoreMoment moment) {
  Sqlite *sqlite = sqlite_of(connection);
  if (moment == STORE_LOAD_BEGINS) return store_sqlite_run_text(job, sqlite, "PRAGMA synchronous = OFF");
  TRY(store_sqlite_sync(job, sqlite));
  return moment == STORE_LOAD_ENDED ? store_sqlite_run_text(job, sqlite, "PRAGMA synchronous = NORMAL") : OK;
}

/* Failing is no error: the log stays, and is folded in another time. */
static void fold(StoreConnection *connection, bool wait) {
  sqlite3_wal_checkpoint_v2(sqlite_of(connection)->db, NULL,
                            wait ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

const StoreEngine store_sqlite = {
    .blank = store_sqlite_blank, .open = store_sqlite_open, .close = store_sqlite_close, .obey = store_sqlite_obey,
    .copy = store_sqlite_copy,
    .begin = begin, .commit = commit, .end = end, .state = state,
    .scan = store_sqlite_scan, .get = store_sqlite_get, .next = store_sqlite_next, .stop = store_sqlite_stop,
    .write = store_sqlite_put, .empty = empty, .order = order,
    .load = load, .fold = fold, .remember = store_sqlite_remember,
};
