/* One connection: how it is opened and checked, and what the library's errors
 * mean. */
#include <stdlib.h>

#include "src/base/lock.h"
#include "src/store/sqlite/sqlite_internal.h"

/* Writers of one process never meet, and other processes hold locks for
 * moments: longer is an error worth telling. */
#define BUSY_TIMEOUT_MS 5000
/* How often a running statement looks whether its job was stopped. */
#define PROGRESS_STEPS 20000
#define LOG_MOST 4000 /* pages of the log from which it is folded in at any moment */

/* Tells apart what the caller can do something about: no room, somebody else
 * at work, no rights, damage. */
Err store_sqlite_fail(Job *job, Sqlite *sqlite, int code) {
  TRY(job_check(job)); /* a stopped job interrupts the library */
  int base = code & 0xFF;
  Str path = str_visible(job->arena, store_location(sqlite->base.store));
  if (base == SQLITE_FULL || (base == SQLITE_IOERR && err_from_errno(sqlite3_system_errno(sqlite->db)) == ERR_NO_SPACE)) {
    return job_fail(job, ERR_NO_SPACE, "the disk is full: the index '%.*s' could not be written; make room and call again",
                    STR_ARG(path));
  }
  if (base == SQLITE_BUSY || base == SQLITE_LOCKED) {
    return job_fail(job, ERR_BUSY, "another process is using the index '%.*s'", STR_ARG(path));
  }
  /* The statements are always the same: what one of them cannot do with the
   * rows, as adding up sizes beyond what a number holds, is due to these. */
  bool is_wrong = base == SQLITE_ERROR || base == SQLITE_CONSTRAINT || base == SQLITE_MISMATCH;
  if (is_wrong || base == SQLITE_CORRUPT || base == SQLITE_NOTADB || code == SQLITE_IOERR_SHORT_READ) {
    return store_damage(job, sqlite->base.store);
  }
  Err err = base == SQLITE_READONLY || base == SQLITE_PERM || base == SQLITE_CANTOPEN ? ERR_DENIED : ERR_IO;
  return job_fail(job, err, "index '%.*s': %s", STR_ARG(path), sqlite3_errstr(code));
}

static int poll_job(void *job) { return job_is_stopped(job); }

void store_sqlite_obey(StoreConnection *connection, Job *job) {
  sqlite3_progress_handler(sqlite_of(connection)->db, job ? PROGRESS_STEPS : 0, job ? poll_job : NULL, job);
}

/* A statement that is done or failed is reset at once, so that no lock stays
 * behind. */
Err store_sqlite_step(Job *job, Sqlite *sqlite, sqlite3_stmt *statement, bool *ret_row) {
  int code = sqlite3_step(statement);
  *ret_row = code == SQLITE_ROW;
  if (code == SQLITE_ROW) return OK;
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? OK : store_sqlite_fail(job, sqlite, sqlite3_extended_errcode(sqlite->db));
}

Err store_sqlite_run_text(Job *job, Sqlite *sqlite, const char *text) {
  int code = sqlite3_exec(sqlite->db, text, NULL, NULL, NULL);
  return code ? store_sqlite_fail(job, sqlite, sqlite3_extended_errcode(sqlite->db)) : OK;
}

Err store_sqlite_remember(Job *job, StoreConnection *connection, size_t kb) {
  Str words = str_format(job->arena, "PRAGMA cache_size = -%zu", kb);
  return store_sqlite_run_text(job, sqlite_of(connection), str_to_c(job->arena, words));
}

/* ---- the layout ---- */

/* All rows of one column, a line each. */
static Err ask(Job *job, Sqlite *sqlite, const char *text, Str *ret_answer) {
  sqlite3_stmt *statement;
  int code = sqlite3_prepare_v2(sqlite->db, text, -1, &statement, NULL);
  if (code) return store_sqlite_fail(job, sqlite, sqlite3_extended_errcode(sqlite->db));
  Buf answer;
  buf_init(&answer, job->arena, 1u << 20);
  bool row;
  Err err;
  while (!(err = store_sqlite_step(job, sqlite, statement, &row)) && row) {
    const char *line = (const char *)sqlite3_column_text(statement, 0);
    if (answer.len) buf_add_byte(&answer, '\n');
    if (line) buf_add(&answer, (Str){line, (size_t)sqlite3_column_bytes(statement, 0)});
  }
  sqlite3_finalize(statement);
  *ret_answer = buf_str(&answer);
  return err;
}

#define ASK_SCHEMA "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"

/* The layout this build makes, as the library spells it. */
static Err wanted_layout(Job *job, const Sqlite *sqlite, bool with_indexes, Str *ret_layout) {
  Sqlite fresh = {.base = sqlite->base};
  *ret_layout = STR_EMPTY;
  if (sqlite3_open(":memory:", &fresh.db)) abort(); /* out of memory */
  Err err = store_sqlite_run_text(job, &fresh, store_sqlite_schema);
  if (!err && with_indexes) err = store_sqlite_run_text(job, &fresh, store_sqlite_indexes);
  if (!err) err = ask(job, &fresh, ASK_SCHEMA, ret_layout);
  sqlite3_close(fresh.db);
  return err;
}

/* During a bulk load there are no indexes: that is asked second, since to
 * make a layout for comparison costs a millisecond. */
static Err is_wanted_layout(Job *job, const Sqlite *sqlite, Str found, bool *ret_is) {
  Str whole, bare = STR_EMPTY;
  TRY(wanted_layout(job, sqlite, true, &whole));
  bool is_whole = str_eq(found, whole);
  if (!is_whole) TRY(wanted_layout(job, sqlite, false, &bare));
  *ret_is = is_whole || str_eq(found, bare);
  return OK;
}

/* Also for what it does to a new file: its log is there from then on. */
static Err check_version(Job *job, Sqlite *sqlite) {
  Str version;
  TRY(ask(job, sqlite, "PRAGMA user_version", &version));
  return str_eq(version, str_format(job->arena, "%d", STORE_VERSION)) ? OK : store_damage(job, sqlite->base.store);
}

/* Triggers, views or other columns than ours would mean somebody else made
 * the file. */
static Err check_layout(Job *job, Sqlite *sqlite) {
  Str found, health;
  bool same;
  TRY(ask(job, sqlite, ASK_SCHEMA, &found));
  TRY(is_wanted_layout(job, sqlite, found, &same));
  if (same && store_must_check(sqlite->base.store)) {
    TRY(ask(job, sqlite, "PRAGMA quick_check(1)", &health));
    same = str_eq(health, STR("ok"));
    store_was_checked(sqlite->base.store);
  }
  return same ? OK : store_damage(job, sqlite->base.store);
}

/* ---- opening ---- */

/* The log is folded in at quiet moments (store_tidy): only when none comes,
 * here. */
static int note_log(void *context, sqlite3 *db, const char *name, int pages) {
  Sqlite *sqlite = context;
  if (pages >= LOG_MOST) sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  store_note_log(sqlite->base.store, pages);
  return SQLITE_OK;
}

/* Where the file system cannot share memory there is no log; then readers and
 * the writer exclude each other. */
static Err choose_log(Job *job, Sqlite *sqlite) {
  Store *store = sqlite->base.store;
  Str mode = STR_EMPTY;
  if (!store_is_exclusive(store)) TRY(ask(job, sqlite, "PRAGMA journal_mode = WAL", &mode));
  store_set_exclusive(store, !str_eq(mode, STR("wal")));
  if (!store_is_exclusive(store)) return OK;
  TRY(ask(job, sqlite, "PRAGMA journal_mode = DELETE", &mode));
  /* A writer that spills locks readers out, and it may be waiting for one. */
  return store_sqlite_run_text(job, sqlite, "PRAGMA cache_spill = OFF");
}

/* A file that was just made has nothing to lose: it is made anew if this process
 * ends before the first row is in it. */
static Err set_up_writer(Job *job, Sqlite *sqlite) {
  sqlite->is_new = store_is_blank(sqlite->base.store);
  sqlite3_wal_hook(sqlite->db, note_log, sqlite);
  if (sqlite->is_new) TRY(store_sqlite_run_text(job, sqlite, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY"));
  TRY(choose_log(job, sqlite));
  TRY(check_version(job, sqlite));
  if (!sqlite->is_new) return check_layout(job, sqlite);
  return store_sqlite_run_text(job, sqlite, "PRAGMA synchronous = NORMAL");
}

/* The log is the writer's; the file of a reader that stayed open may be one
 * that was replaced. */
static Err set_up_reader(Job *job, Sqlite *sqlite) {
  sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  return store_sqlite_run_text(job, sqlite, "PRAGMA query_only = ON");
}

/* The schema is not trusted, cells are checked when pages are read, and the
 * log is folded in when we say. */
static Err set_up(Job *job, Sqlite *sqlite) {
  sqlite3_extended_result_codes(sqlite->db, 1);
  sqlite3_busy_timeout(sqlite->db, BUSY_TIMEOUT_MS);
  sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  TRY(store_sqlite_run_text(job, sqlite,
                            "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"
                            "PRAGMA page_size = 8192; PRAGMA synchronous = NORMAL;"
                            "PRAGMA journal_size_limit = 4194304; PRAGMA wal_autocheckpoint = 0"));
  return sqlite->base.is_writer ? set_up_writer(job, sqlite) : set_up_reader(job, sqlite);
}

/* The library opens by path: what it has must be the file that was let through
 * to it, still, and with no other log beside it. */
static Err check_identity(Job *job, Sqlite *sqlite) {
  Store *store = sqlite->base.store;
  int has_moved = 0;
  sqlite3_file_control(sqlite->db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  return !has_moved && store_is_itself(job, store, sqlite->base.is_writer) ? OK : store_damage(job, store);
}

/* Before the library is used at all; later it takes no such word. Statistics of its
 * memory nobody reads, and they take a lock for each piece. */
static void set_up_library(void) {
  static Lock lock = LOCK_READY;
  static bool is_done;
  lock_take(&lock);
  if (!is_done) sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  is_done = true;
  lock_give(&lock);
}

Err store_sqlite_open(Job *job, Store *store, bool is_writer, StoreConnection **ret_connection) {
  Sqlite *sqlite = arena_heap_alloc(sizeof *sqlite);
  set_up_library();
  sqlite->base = (StoreConnection){&store_sqlite, store, is_writer};
  /* One thread's at a time, also the writer: the library's own lock is taken for each parameter
   * that is bound, and was a tenth of a short question. */
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX;
  int code = sqlite3_open_v2(str_to_c(job->arena, store_location(store)), &sqlite->db, flags, NULL);
  if (!sqlite->db) abort(); /* out of memory */
  store_sqlite_obey(&sqlite->base, job);
  Err err = code ? store_sqlite_fail(job, sqlite, sqlite3_extended_errcode(sqlite->db)) : check_identity(job, sqlite);
  if (!err) err = set_up(job, sqlite);
  store_sqlite_obey(&sqlite->base, NULL);
  if (err) {
    store_sqlite_close(&sqlite->base, false);
    return err;
  }
  *ret_connection = &sqlite->base;
  return OK;
}

/* Nobody reads it before it is whole, and a half one is not believed: so there is
 * nothing to go back to. */
Err store_sqlite_open_empty(Job *job, Store *store, Sqlite *ret_sqlite) {
  *ret_sqlite = (Sqlite){.base = {&store_sqlite, store, true}};
  int code = sqlite3_open_v2(str_to_c(job->arena, store_location(store)), &ret_sqlite->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, NULL);
  if (!ret_sqlite->db) abort(); /* out of memory */
  if (code) return store_sqlite_fail(job, ret_sqlite, code);
  return store_sqlite_run_text(job, ret_sqlite, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
}

/* A log beside the path may be that of another process's new file. */
void store_sqlite_close(StoreConnection *connection, bool is_gone) {
  Sqlite *sqlite = sqlite_of(connection);
  if (is_gone) sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  store_sqlite_finalize(sqlite);
  sqlite3_close_v2(sqlite->db);
  free(sqlite);
}
