/* Inside the store: connections, statements, and where the file lies. */
#ifndef FATHOM_STORE_STORE_INTERNAL_H
#define FATHOM_STORE_STORE_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "src/store/store.h"

#define STORE_VERSION 1 /* of the layout: in the file's name and inside it */

/*        which                 text */
#define STORE_STATEMENTS(X)                                                                          \
  X(SQL_BEGIN_READ, "BEGIN")                                                                         \
  X(SQL_BEGIN_WRITE, "BEGIN IMMEDIATE")                                                              \
  X(SQL_COMMIT, "COMMIT")                                                                            \
  X(SQL_ROLLBACK, "ROLLBACK")                                                                        \
  X(SQL_FILE_FIND, "SELECT id FROM files WHERE path = ?1")                                           \
  X(SQL_FILE_ADD, "INSERT INTO files(language, skip, size, mtime, hash, broken, path) "              \
                  "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")                                              \
  X(SQL_FILE_SET, "UPDATE files SET language = ?1, skip = ?2, size = ?3, mtime = ?4, hash = ?5, "    \
                  "broken = ?6 WHERE path = ?7")                                                     \
  X(SQL_FILE_TOUCH, "UPDATE files SET size = ?1, mtime = ?2 WHERE id = ?3")                          \
  X(SQL_FILE_REMOVE, "DELETE FROM files WHERE id = ?1")                                              \
  X(SQL_SYMBOLS_REMOVE, "DELETE FROM symbols WHERE file = ?1")                                       \
  X(SQL_SYMBOL_ADD, "INSERT INTO symbols(file, name, container, kind, flags, name_from, name_to, "   \
                    "line, column, end_column, full_from, full_to, full_line, full_column, "         \
                    "full_end_line, full_end_column, doc_from, doc_to, signature) "                  \
                    "VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19)")    \
  X(SQL_NAME_FIND, "SELECT id FROM names WHERE text = ?1")                                           \
  X(SQL_NAME_ADD, "INSERT INTO names(text) VALUES(?1)")                                              \
  X(SQL_NAMES, "SELECT id, text FROM names ORDER BY text")                                           \
  X(SQL_NUMBER_SET, "INSERT INTO numbers(name, value) VALUES(?1, ?2) "                               \
                    "ON CONFLICT(name) DO UPDATE SET value = excluded.value")                        \
  X(SQL_NUMBER_GET, "SELECT value FROM numbers WHERE name = ?1")                                     \
  X(SQL_FILES_ALL, STORE_SELECT_FILE "ORDER BY path")                                                \
  X(SQL_FILES_UNDER, STORE_SELECT_FILE "WHERE path = ?1 OR (path >= ?1 || '/' AND path < ?1 || '0') " \
                     "ORDER BY path")                                                                \
  X(SQL_FILES_SKIPPED, STORE_SELECT_FILE "WHERE skip <> '' AND skip <> ?1 ORDER BY path LIMIT ?3")   \
  X(SQL_SYMBOLS_NAMED, STORE_SELECT_SYMBOL "WHERE s.name = ?1 ORDER BY f.path, s.name_from, s.id")   \
  X(SQL_SYMBOLS_OF, STORE_SELECT_SYMBOL "WHERE s.file = ?1 ORDER BY s.name_from, s.id")              \
  X(SQL_COUNT_FILES, "SELECT count(*) FROM files WHERE skip = ''")                                   \
  X(SQL_COUNT_SYMBOLS, "SELECT count(*) FROM symbols")                                               \
  X(SQL_COUNT_SKIPS, "SELECT skip, count(*) FROM files WHERE skip <> '' GROUP BY skip ORDER BY 2 DESC, 1")

/* ?2: whether symbols are counted. */
#define STORE_SELECT_FILE                                                                            \
  "SELECT id, path, language, skip, size, mtime, hash, broken, "                                     \
  "CASE WHEN ?2 THEN (SELECT count(*) FROM symbols WHERE file = files.id) ELSE 0 END FROM files "

#define STORE_SELECT_SYMBOL                                                                          \
  "SELECT s.id, s.file, f.path, n.text, coalesce(cn.text, ''), s.kind, s.flags, s.name_from, "       \
  "s.name_to, s.line, s.column, s.end_column, s.full_from, s.full_to, s.full_line, s.full_column, "  \
  "s.full_end_line, s.full_end_column, s.doc_from, s.doc_to, s.signature "                           \
  "FROM symbols s JOIN files f ON f.id = s.file JOIN names n ON n.id = s.name "                      \
  "LEFT JOIN symbols c ON c.id = s.container LEFT JOIN names cn ON cn.id = c.name "

typedef enum StoreSql {
#define STORE_SQL_ROW(which, text) which,
  STORE_STATEMENTS(STORE_SQL_ROW)
#undef STORE_SQL_ROW
  SQL_STATEMENT_COUNT
} StoreSql;

typedef struct StoreDb {
  Store *store;
  sqlite3 *db;
  sqlite3_stmt *statements[SQL_STATEMENT_COUNT]; /* prepared at first use */
} StoreDb;

struct Store {
  Arena arena;
  StoreOptions options; /* copied */
  Str path;
  uint64_t device, inode; /* of the file that is open */
  bool exclusive; /* no write-ahead log */
  StoreDb writer;
  bool in_batch;
  int lock_fd;    /* -1: not held */
  Arena batch;    /* of the batch in progress: */
  int64_t *name_ids; /* NameId -> row, 0: not known yet */
  size_t name_cap;
  atomic_bool damaged;
  atomic_uint generation; /* of the file: raised by repair */
};

struct StoreReader {
  StoreDb db;
  unsigned generation;
};

/* place.c: finds and prepares the directory; sets path and exclusive. */
Err store_place(Job *job, const StoreOptions *options, Store *store) MUST_CHECK;
Err store_set_aside(Job *job, const Store *store) MUST_CHECK;

/* db.c */
Err store_db_open(Job *job, Store *store, bool create, StoreDb *ret_db) MUST_CHECK;
void store_db_close(StoreDb *db);
/* Ready to be bound and stepped. */
Err store_statement(Job *job, StoreDb *db, StoreSql which, sqlite3_stmt **ret_statement) MUST_CHECK;
/* *ret_row: a row is there; false at the end, the statement is reset then. */
Err store_step(Job *job, StoreDb *db, sqlite3_stmt *statement, bool *ret_row) MUST_CHECK;
/* For statements without rows. */
Err store_run(Job *job, StoreDb *db, sqlite3_stmt *statement) MUST_CHECK;
Err store_run_plain(Job *job, StoreDb *db, StoreSql which) MUST_CHECK;
/* Library calls stop with the job until the next call; NULL: never. */
void store_obey(StoreDb *db, Job *job);
void store_bind_str(sqlite3_stmt *statement, int at, Str text);
Str store_column_str(Arena *arena, sqlite3_stmt *statement, int at);
/* The Err for what the library just said, with words. */
Err store_fail(Job *job, StoreDb *db, int code);

#endif
