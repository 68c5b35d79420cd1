/* The engine over SQLite: a file in write-ahead mode, or with a rollback
 * journal where the file system has no shared memory. Every word of SQL about
 * the store is in this folder. */
#ifndef FATHOM_STORE_SQLITE_INTERNAL_H
#define FATHOM_STORE_SQLITE_INTERNAL_H

#include <sqlite3.h>

#include "src/store/backend_internal.h"

/* How a view is asked. A view by text uses the first for all from a key on. */
typedef enum SqliteAsk { ASK_ONE, ASK_RANGE, ASK_FEW, ASK_SOME, ASK_MANY, ASK_COUNT } SqliteAsk;
#define SQLITE_FEW 4   /* keys of ASK_FEW; */
#define SQLITE_SOME 16 /* of ASK_SOME; of ASK_MANY: STORE_KEYS_MAX */

/* How many rows one statement writes: one, some, or STORE_ROWS_MAX. */
typedef unsigned SqlitePortion;
#define SQLITE_PORTIONS 3

typedef struct Sqlite {
  StoreConnection base;
  sqlite3 *db;
  bool is_new; /* nothing was written to it yet */
  /* Prepared at first use: */
  sqlite3_stmt *views[STORE_VIEW_COUNT][ASK_COUNT];
  uint32_t asked[ASK_COUNT]; /* since the last reset: a bit for each view */
  sqlite3_stmt *writes[STORE_WRITE_COUNT][SQLITE_PORTIONS];
  sqlite3_stmt *begin, *commit, *state;
} Sqlite;
static inline Sqlite *sqlite_of(StoreConnection *connection) { return (Sqlite *)connection; }

/* blank.c */
Str store_sqlite_blank(Arena *arena);
/* statements.c */
extern const char store_sqlite_schema[];  /* the tables */
extern const char store_sqlite_indexes[]; /* what only makes looking up fast */
/* Ready to be bound and stepped. */
Err store_sqlite_view(Job *job, Sqlite *sqlite, StoreView view, SqliteAsk ask, sqlite3_stmt **ret_statement) MUST_CHECK;
Err store_sqlite_write(Job *job, Sqlite *sqlite, StoreWrite write, SqlitePortion portion, sqlite3_stmt **ret_statement) MUST_CHECK;
/* The most of `rows` rows, at least one, that go in one statement. */
size_t store_sqlite_portion(StoreWrite write, size_t rows, SqlitePortion *ret_portion);
void store_sqlite_reset(Sqlite *sqlite);      /* all statements */
void store_sqlite_finalize(Sqlite *sqlite);

/* connection.c */
Err store_sqlite_open(Job *job, Store *store, bool is_writer, StoreConnection **ret_connection) MUST_CHECK;
void store_sqlite_close(StoreConnection *connection, bool is_gone);
Err store_sqlite_sync(Job *job, Sqlite *sqlite) MUST_CHECK; /* the file is on disk afterwards */
/* The empty file of a store that nobody uses yet; the caller closes its db, also
 * when this fails. */
Err store_sqlite_open_empty(Job *job, Store *store, Sqlite *ret_sqlite) MUST_CHECK;
/* copy.c */
Err store_sqlite_copy(Job *job, Store *from, Store *to) MUST_CHECK;
void store_sqlite_obey(StoreConnection *connection, Job *job);
Err store_sqlite_remember(Job *job, StoreConnection *connection, size_t kb) MUST_CHECK;
Err store_sqlite_run_text(Job *job, Sqlite *sqlite, const char *text) MUST_CHECK;
/* A row is there; false at the end, the statement is reset then. */
Err store_sqlite_step(Job *job, Sqlite *sqlite, sqlite3_stmt *statement, bool *ret_row) MUST_CHECK;
/* The Err for what the library just said, with words. */
Err store_sqlite_fail(Job *job, Sqlite *sqlite, int code);

/* rows.c */
Err store_sqlite_scan(Job *job, StoreConnection *connection, StoreView view, const StoreRange *range,
                      StoreCursor *ret_cursor) MUST_CHECK;
Err store_sqlite_get(Job *job, StoreConnection *connection, StoreView view, const int64_t *keys, size_t count,
                     StoreCursor *ret_cursor) MUST_CHECK;
Err store_sqlite_next(Job *job, StoreCursor *cursor, bool *ret_row) MUST_CHECK;
void store_sqlite_stop(StoreCursor *cursor);
Err store_sqlite_put(Job *job, StoreConnection *connection, StoreWrite write, const StoreCell *cells, size_t rows,
                     int64_t *ret_id) MUST_CHECK;

#endif
