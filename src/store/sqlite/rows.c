/* Rows in and out: cells to parameters, columns to cells. */
#include <assert.h>

#include "src/store/sqlite/sqlite_internal.h"

static void bind_text(sqlite3_stmt *statement, int at, Str text) {
  /* A NULL pointer would bind NULL. Bytes live until the statement ran. */
  sqlite3_bind_text64(statement, at, text.len ? text.ptr : "", text.len, SQLITE_STATIC, SQLITE_UTF8);
}

static void bind_bytes(sqlite3_stmt *statement, int at, Str bytes) {
  sqlite3_bind_blob64(statement, at, bytes.len ? bytes.ptr : "", bytes.len, SQLITE_STATIC);
}

/* ---- asking ---- */

/* Nothing runs yet: the first row is made by the first call for it. */
static void start(StoreConnection *connection, StoreView view, sqlite3_stmt *statement, size_t limit, StoreCursor *cursor) {
  cursor->connection = connection;
  cursor->view = view;
  cursor->state = statement;
  cursor->at = limit ? limit : SIZE_MAX;
}

Err store_sqlite_scan(Job *job, StoreConnection *connection, StoreView view, const StoreRange *range,
                      StoreCursor *ret_cursor) {
  sqlite3_stmt *s;
  bool is_text = store_view_keys[view] == 't';
  /* A range of one number is asked by equality, which is another prepared
   * statement and the quickest there is. For text, an empty end means all from
   * the key on; that has one parameter, too. */
  bool is_one = is_text ? !range->to_text.len : range->to == range->from + 1;
  TRY(store_sqlite_view(job, sqlite_of(connection), view, is_one ? ASK_ONE : ASK_RANGE, &s));
  if (is_text) {
    bind_text(s, 1, range->from_text);
    if (!is_one) bind_text(s, 2, range->to_text);
  } else {
    sqlite3_bind_int64(s, 1, range->from);
    if (!is_one) sqlite3_bind_int64(s, 2, range->to);
  }
  start(connection, view, s, range->limit, ret_cursor);
  return OK;
}

/* Parameters without a key are NULL, which no key is. */
Err store_sqlite_get(Job *job, StoreConnection *connection, StoreView view, const int64_t *keys, size_t count,
                     StoreCursor *ret_cursor) {
  sqlite3_stmt *s;
  /* Four statements serve all counts, so that each is prepared once. A statement
   * for many with most of its parameters unused would cost more than a small one:
   * all of them go into a table of the library's own first. */
  SqliteAsk ask = count == 1 ? ASK_ONE : count <= SQLITE_FEW ? ASK_FEW : count <= SQLITE_SOME ? ASK_SOME : ASK_MANY;
  size_t room = ask == ASK_ONE ? 1 : ask == ASK_FEW ? SQLITE_FEW : ask == ASK_SOME ? SQLITE_SOME : STORE_KEYS_MAX;
  assert(count && count <= STORE_KEYS_MAX && store_view_keys[view] == 'n');
  TRY(store_sqlite_view(job, sqlite_of(connection), view, ask, &s));
  for (size_t i = 0; i < count; i++) sqlite3_bind_int64(s, (int)i + 1, keys[i]);
  for (size_t i = count; i < room; i++) sqlite3_bind_null(s, (int)i + 1);
  start(connection, view, s, 0, ret_cursor);
  return OK;
}

/* Columns by their letter; what has another type in the file is converted by
 * the library and judged by the store. */
static void read_row(StoreCursor *cursor) {
  const char *columns = store_view_columns[cursor->view];
  for (int i = 0; columns[i]; i++) {
    if (columns[i] == 'n') {
      cursor->row[i].number = sqlite3_column_int64(cursor->state, i);
      continue;
    }
    /* The length must be asked for after the pointer: fetching a column may convert
     * it, which changes its length. */
    const char *bytes = columns[i] == 't' ? (const char *)sqlite3_column_text(cursor->state, i) : sqlite3_column_blob(cursor->state, i);
    int len = sqlite3_column_bytes(cursor->state, i);
    cursor->row[i].bytes = bytes && len > 0 ? (Str){bytes, (size_t)len} : STR_EMPTY;
  }
}

Err store_sqlite_next(Job *job, StoreCursor *cursor, bool *ret_row) {
  /* The limit is counted here and not in the SQL, which would need a statement of
   * its own for it. Stopping early resets the statement, or it would keep its
   * read transaction open. */
  if (!cursor->at--) {
    store_sqlite_stop(cursor);
    *ret_row = false;
    return OK;
  }
  TRY(store_sqlite_step(job, sqlite_of(cursor->connection), cursor->state, ret_row));
  if (*ret_row) read_row(cursor);
  return OK;
}

void store_sqlite_stop(StoreCursor *cursor) { sqlite3_reset(cursor->state); }

/* ---- writing ---- */

/* The cells from number `first` on; a row without columns has none at all. */
static void bind_row(sqlite3_stmt *statement, const char *columns, int at, const StoreCell *cells, size_t first) {
  for (int i = 0; columns[i]; i++) {
    const StoreCell *cell = &cells[first + (size_t)i];
    if (columns[i] == 'n') sqlite3_bind_int64(statement, at + i, cell->number);
    else if (columns[i] == 't') bind_text(statement, at + i, cell->bytes);
    else bind_bytes(statement, at + i, cell->bytes);
  }
}

static Err run(Job *job, Sqlite *sqlite, sqlite3_stmt *statement) {
  bool row;
  return store_sqlite_step(job, sqlite, statement, &row);
}

Err store_sqlite_put(Job *job, StoreConnection *connection, StoreWrite write, const StoreCell *cells, size_t rows,
                     int64_t *ret_id) {
  Sqlite *sqlite = sqlite_of(connection);
  const char *columns = store_write_columns[write];
  sqlite3_stmt *s;
  int width = 0;
  while (columns[width]) width++;
  assert(rows <= STORE_ROWS_MAX);
  for (size_t i = 0, count; i < rows; i += count) {
    SqlitePortion portion;
    count = store_sqlite_portion(write, rows - i, &portion);
    TRY(store_sqlite_write(job, sqlite, write, portion, &s));
    for (size_t k = 0; k < count; k++) bind_row(s, columns, width * (int)k + 1, cells, (size_t)width * (i + k));
    TRY(run(job, sqlite, s));
  }
  if (ret_id) *ret_id = sqlite3_last_insert_rowid(sqlite->db);
  return OK;
}
