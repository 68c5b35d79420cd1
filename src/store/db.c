/* One connection: how it is opened and checked, how its statements run, and
 * what the library's errors mean. */
#include "src/os/file.h"
#include "src/store/store_internal.h"

#define CACHE_KB ((size_t)8192) /* of a connection, but while much is loaded */
#define BUSY_TIMEOUT_MS 5000
#define PROGRESS_STEPS 20000

const char store_schema[] =
    "CREATE TABLE numbers(name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;"
    "CREATE TABLE files(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, language TEXT NOT NULL,"
    " skip TEXT NOT NULL, size INTEGER, mtime INTEGER, stamp INTEGER, hash INTEGER, surface INTEGER, flags INTEGER,"
    " symbols INTEGER, edges INTEGER, resolved INTEGER, external INTEGER, unresolved INTEGER);"
    "CREATE TABLE content(file INTEGER PRIMARY KEY, keys BLOB, data BLOB);"
    "CREATE TABLE links(file INTEGER PRIMARY KEY, uses BLOB, asks BLOB);"
    "CREATE TABLE names(id INTEGER PRIMARY KEY, text TEXT NOT NULL);"
    "CREATE TABLE words(word TEXT, name INTEGER, PRIMARY KEY(word, name)) WITHOUT ROWID;"
    "CREATE TABLE symbols(id INTEGER PRIMARY KEY, name INTEGER NOT NULL, container INTEGER, kind INTEGER,"
    " flags INTEGER, def INTEGER, place BLOB, signature TEXT);"
    "CREATE TABLE edges(source INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE reverse(target INTEGER, file INTEGER, sources BLOB, PRIMARY KEY(target, file)) WITHOUT ROWID;";

const char store_indexes[] =
    "CREATE INDEX IF NOT EXISTS symbols_by_name ON symbols(name);"
    "CREATE INDEX IF NOT EXISTS names_by_fold ON names(lower(text));";

static const char *const sql[] = {
#define STORE_SQL_ROW(which, text) [which] = text,
    STORE_STATEMENTS(STORE_SQL_ROW)
#undef STORE_SQL_ROW
};

Err store_fail(Job *job, StoreDb *db, int code) {
  TRY(job_check(job)); /* a stopped job interrupts the library */
  int base = code & 0xFF;
  Str path = str_visible(job->arena, db->store->path);
  if (base == SQLITE_FULL || (base == SQLITE_IOERR && err_from_errno(sqlite3_system_errno(db->db)) == ERR_NO_SPACE)) {
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
    atomic_store(&db->store->damaged, true);
    return job_fail(job, ERR_IO, "the index '%.*s' is damaged; the next call makes it anew", STR_ARG(path));
  }
  Err err = base == SQLITE_READONLY || base == SQLITE_PERM || base == SQLITE_CANTOPEN ? ERR_DENIED : ERR_IO;
  return job_fail(job, err, "index '%.*s': %s", STR_ARG(path), sqlite3_errstr(code));
}

static int poll_job(void *job) { return job_is_stopped(job); }

void store_obey(StoreDb *db, Job *job) {
  sqlite3_progress_handler(db->db, job ? PROGRESS_STEPS : 0, job ? poll_job : NULL, job);
}

Err store_statement(Job *job, StoreDb *db, StoreSql which, sqlite3_stmt **ret_statement) {
  sqlite3_stmt **statement = &db->statements[which];
  if (!*statement) {
    int code = sqlite3_prepare_v3(db->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
    if (code) return store_fail(job, db, code);
  }
  sqlite3_reset(*statement);
  *ret_statement = *statement;
  return OK;
}

Err store_step(Job *job, StoreDb *db, sqlite3_stmt *statement, bool *ret_row) {
  int code = sqlite3_step(statement);
  *ret_row = code == SQLITE_ROW;
  if (code == SQLITE_ROW) return OK;
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? OK : store_fail(job, db, sqlite3_extended_errcode(db->db));
}

Err store_run(Job *job, StoreDb *db, sqlite3_stmt *statement) {
  bool row;
  TRY(store_step(job, db, statement, &row));
  sqlite3_reset(statement);
  return OK;
}

Err store_run_plain(Job *job, StoreDb *db, StoreSql which) {
  sqlite3_stmt *statement = NULL;
  TRY(store_statement(job, db, which, &statement));
  return store_run(job, db, statement);
}

Err store_run_numbers(Job *job, StoreDb *db, StoreSql which, const int64_t *numbers, size_t count) {
  sqlite3_stmt *statement;
  TRY(store_statement(job, db, which, &statement));
  for (size_t i = 0; i < count; i++) sqlite3_bind_int64(statement, (int)i + 1, numbers[i]);
  return store_run(job, db, statement);
}

void store_bind_file(sqlite3_stmt *statement, FileId file) {
  sqlite3_bind_int64(statement, 1, store_symbol_id(file, 0).value);
  sqlite3_bind_int64(statement, 2, store_symbol_id((FileId){file.value + 1}, 0).value);
}

void store_bind_str(sqlite3_stmt *statement, int at, Str text) {
  /* A NULL pointer would bind NULL. Bytes live until the statement ran. */
  sqlite3_bind_text64(statement, at, text.len ? text.ptr : "", text.len, SQLITE_STATIC, SQLITE_UTF8);
}

void store_bind_blob(sqlite3_stmt *statement, int at, Str bytes) {
  sqlite3_bind_blob64(statement, at, bytes.len ? bytes.ptr : "", bytes.len, SQLITE_STATIC);
}

Str store_column_blob(sqlite3_stmt *statement, int at) {
  const char *bytes = sqlite3_column_blob(statement, at);
  int len = sqlite3_column_bytes(statement, at);
  return bytes && len > 0 ? (Str){bytes, (size_t)len} : STR_EMPTY;
}

Str store_column_str(Arena *arena, sqlite3_stmt *statement, int at) {
  const char *bytes = (const char *)sqlite3_column_text(statement, at);
  int len = sqlite3_column_bytes(statement, at);
  return bytes && len > 0 ? str_copy(arena, (Str){bytes, (size_t)len}) : STR_EMPTY;
}

Err store_run_text(Job *job, StoreDb *db, const char *text) {
  int code = sqlite3_exec(db->db, text, NULL, NULL, NULL);
  return code ? store_fail(job, db, sqlite3_extended_errcode(db->db)) : OK;
}

/* All rows of one column, a line each. */
static Err ask(Job *job, StoreDb *db, const char *text, Str *ret_answer) {
  sqlite3_stmt *statement;
  int code = sqlite3_prepare_v2(db->db, text, -1, &statement, NULL);
  if (code) return store_fail(job, db, sqlite3_extended_errcode(db->db));
  Buf answer;
  buf_init(&answer, job->arena, 1u << 20);
  bool row;
  Err err;
  while (!(err = store_step(job, db, statement, &row)) && row) {
    if (answer.len) buf_add_byte(&answer, '\n');
    buf_add(&answer, store_column_str(job->arena, statement, 0));
  }
  sqlite3_finalize(statement);
  *ret_answer = buf_str(&answer);
  return err;
}

#define ASK_SCHEMA "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"

/* The layout this build makes, as the library spells it. */
static Err wanted_layout(Job *job, StoreDb *db, bool with_indexes, Str *ret_layout) {
  StoreDb fresh = {.store = db->store};
  *ret_layout = STR_EMPTY;
  if (sqlite3_open(":memory:", &fresh.db)) abort(); /* out of memory */
  Err err = store_run_text(job, &fresh, store_schema);
  if (!err && with_indexes) err = store_run_text(job, &fresh, store_indexes);
  if (!err) err = ask(job, &fresh, ASK_SCHEMA, ret_layout);
  sqlite3_close(fresh.db);
  return err;
}

/* Triggers, views or other columns than ours would mean somebody else made
 * the file. During a bulk load there are no indexes. */
static Err check_layout(Job *job, StoreDb *db) {
  Str version, found, whole, bare, health;
  TRY(ask(job, db, "PRAGMA user_version", &version));
  TRY(ask(job, db, ASK_SCHEMA, &found));
  TRY(wanted_layout(job, db, true, &whole));
  TRY(wanted_layout(job, db, false, &bare));
  bool same = (str_eq(found, whole) || str_eq(found, bare)) &&
              str_eq(version, str_format(job->arena, "%d", STORE_VERSION));
  if (same && db->store->must_check) {
    TRY(ask(job, db, "PRAGMA quick_check(1)", &health));
    same = str_eq(health, STR("ok"));
    atomic_store(&db->store->is_unsure, true);
  }
  return same ? OK : store_fail(job, db, SQLITE_CORRUPT);
}

static Err create_layout(Job *job, StoreDb *db) {
  Str found;
  TRY(store_run_plain(job, db, SQL_BEGIN_WRITE));
  Err err = ask(job, db, ASK_SCHEMA, &found); /* another process may have been faster */
  if (!err && found.len == 0) {
    err = store_run_text(job, db, store_schema);
    if (!err) err = store_run_text(job, db, store_indexes);
    if (!err) err = store_run_text(job, db, str_to_c(job->arena, str_format(job->arena, "PRAGMA user_version = %d", STORE_VERSION)));
  }
  if (!err) err = store_run_plain(job, db, SQL_COMMIT);
  if (err && sqlite3_get_autocommit(db->db) == 0) sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
  return err;
}

/* The log is folded in at quiet moments (store_tidy): only when none comes,
 * here. */
static int note_log(void *context, sqlite3 *db, const char *name, int pages) {
  Store *store = context;
  store->log_pages = pages;
  if (pages >= STORE_LOG_MOST) sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  store_mark_renew(store);
  return SQLITE_OK;
}

Err store_usual_cache(Job *job, StoreDb *db) {
  size_t share = db->store->options.bulk_mb * 128; /* there may be as many readers as workers */
  Str words = str_format(job->arena, "PRAGMA cache_size = -%zu", share < CACHE_KB ? share : CACHE_KB);
  return store_run_text(job, db, str_to_c(job->arena, words));
}

Err store_small_cache(Job *job, StoreDb *db) { return store_run_text(job, db, "PRAGMA cache_size = -1024"); }

static Err set_up(Job *job, StoreDb *db, bool create) {
  sqlite3_extended_result_codes(db->db, 1);
  sqlite3_busy_timeout(db->db, BUSY_TIMEOUT_MS);
  sqlite3_db_config(db->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  TRY(store_run_text(job, db,
               "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"
               "PRAGMA page_size = 8192; PRAGMA synchronous = NORMAL;"
               "PRAGMA journal_size_limit = 4194304; PRAGMA wal_autocheckpoint = 0"));
  TRY(store_usual_cache(job, db));
  if (!create) return OK;
  sqlite3_wal_hook(db->db, note_log, db->store);
  Str mode, found;
  TRY(ask(job, db, db->store->exclusive ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL", &mode));
  db->store->exclusive = !str_eq(mode, STR("wal"));
  /* A writer that spills locks readers out, and it may be waiting for one. */
  if (db->store->exclusive) TRY(store_run_text(job, db, "PRAGMA cache_spill = OFF"));
  TRY(ask(job, db, ASK_SCHEMA, &found));
  if (found.len == 0) TRY(create_layout(job, db));
  return check_layout(job, db);
}

/* The library opens by path: what it has must be the file that was let through
 * to it, still, and with no other log beside it. */
static Err check_identity(Job *job, StoreDb *db) {
  Store *store = db->store;
  KeepStat file, log;
  FileStat named;
  int has_moved = 0;
  sqlite3_file_control(db->db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  Err err = keep_stat(job, store->keep, store_name(store, KEEP_STORE), &file);
  if (!err) err = file_stat(job, store->path, &named);
  bool is_it = !err && !has_moved && file.inode == store->file.inode && named.inode == file.inode;
  if (is_it && store->log.inode && !db->is_writer) {
    is_it = !keep_stat(job, store->keep, store_name(store, KEEP_STORE_LOG), &log) && log.inode == store->log.inode;
  }
  job_forgive(job);
  return is_it ? OK : store_fail(job, db, SQLITE_CORRUPT);
}

/* The file is there: whoever makes it does so before (store_admit_locked). */
Err store_db_open(Job *job, Store *store, bool is_writer, StoreDb *ret_db) {
  StoreDb db = {.store = store, .is_writer = is_writer};
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_NOFOLLOW;
  int code = sqlite3_open_v2(str_to_c(job->arena, store->path), &db.db, flags, NULL);
  if (!db.db) abort(); /* out of memory */
  store_obey(&db, job);
  Err err = code ? store_fail(job, &db, sqlite3_extended_errcode(db.db)) : check_identity(job, &db);
  if (!err) err = set_up(job, &db, is_writer);
  store_obey(&db, NULL);
  if (err) {
    store_db_close(&db);
    return err;
  }
  *ret_db = db;
  return OK;
}

void store_db_close(StoreDb *db) {
  for (size_t i = 0; i < SQL_STATEMENT_COUNT; i++) sqlite3_finalize(db->statements[i]);
  sqlite3_close_v2(db->db);
  *db = (StoreDb){.store = db->store};
}
