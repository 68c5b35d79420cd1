/* Reading a file that is not ours. */
#include "src/store/foreign.h"

#include <sqlite3.h>

#include "src/base/buf.h"

/* A name in a file: URI; `immutable` keeps SQLite from making files beside it. */
static char *uri_of(Arena *arena, Str path) {
  Buf out;
  buf_init(&out, arena, 3 * path.len + 64);
  buf_add_c(&out, "file:");
  for (size_t i = 0; i < path.len; i++) {
    char byte = path.ptr[i];
    if (byte == '%' || byte == '?' || byte == '#') buf_add_format(&out, "%%%02X", (unsigned char)byte);
    else buf_add_byte(&out, byte);
  }
  buf_add_c(&out, "?mode=ro&immutable=1");
  return str_to_c(arena, buf_str(&out));
}

static int poll_job(void *job) { return job_is_stopped(job); }

static Err read_rows(Job *job, sqlite3_stmt *statement, StoreForeignRow *row, void *context, int *ret_code) {
  while ((*ret_code = sqlite3_step(statement)) == SQLITE_ROW) {
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    Str found = {text ? text : "", (size_t)sqlite3_column_bytes(statement, 0)};
    TRY(row(context, job, str_copy(job->arena, found), sqlite3_column_double(statement, 1),
            sqlite3_column_double(statement, 2)));
  }
  return OK;
}

Err store_read_foreign(Job *job, Str path, const char *sql, Str parameter, StoreForeignRow *row, void *context) {
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  Err err = OK;
  int code = sqlite3_open_v2(uri_of(job->arena, path), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK) {
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_progress_handler(db, 20000, poll_job, job);
    code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  }
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 1, parameter.ptr, (int)parameter.len, SQLITE_TRANSIENT);
  if (code == SQLITE_OK) err = read_rows(job, statement, row, context, &code);
  if (!err && code != SQLITE_DONE) {
    err = job_check(job);
    if (!err) {
      err = job_fail(job, ERR_UNAVAILABLE, "'%.*s' cannot be read: %s", STR_ARG(str_visible(job->arena, path)),
                     db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
    }
  }
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return err;
}
