/* The layout, and the statements: what each view and each write is in SQL. */
#include "src/store/sqlite/sqlite_internal.h"

/* Compared with what a file has, letter by letter: any change here makes older
 * files be made anew. Tables without a rowid are those whose key is the
 * row. */
const char store_sqlite_schema[] =
    "CREATE TABLE numbers(name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;"
    "CREATE TABLE files(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, language TEXT NOT NULL,"
    " skip TEXT NOT NULL, size INTEGER, mtime INTEGER, stamp INTEGER, hash INTEGER, surface INTEGER, flags INTEGER,"
    " symbols INTEGER, edges INTEGER, resolved INTEGER, external INTEGER, unresolved INTEGER);"
    "CREATE TABLE content(file INTEGER PRIMARY KEY, keys BLOB, data BLOB);"
    "CREATE TABLE links(file INTEGER PRIMARY KEY, uses BLOB, asks BLOB);"
    "CREATE TABLE open_calls(file INTEGER, name INTEGER, lines BLOB, PRIMARY KEY(file, name)) WITHOUT ROWID;"
    "CREATE TABLE outward(file INTEGER, target INTEGER, data BLOB, PRIMARY KEY(file, target)) WITHOUT ROWID;"
    "CREATE TABLE names(id INTEGER PRIMARY KEY, text TEXT NOT NULL);"
    "CREATE TABLE words(word TEXT, name INTEGER, PRIMARY KEY(word, name)) WITHOUT ROWID;"
    "CREATE TABLE symbols(id INTEGER PRIMARY KEY, name INTEGER NOT NULL, container INTEGER, kind INTEGER,"
    " flags INTEGER, def INTEGER, place BLOB, signature TEXT);"
    "CREATE TABLE edges(source INTEGER PRIMARY KEY, data BLOB);"
    "CREATE TABLE reverse(target INTEGER, file INTEGER, sources BLOB, PRIMARY KEY(target, file)) WITHOUT ROWID;";

const char store_sqlite_indexes[] =
    "CREATE INDEX IF NOT EXISTS symbols_by_name ON symbols(name);"
    "CREATE INDEX IF NOT EXISTS open_calls_by_name ON open_calls(name);"
    "CREATE INDEX IF NOT EXISTS outward_by_target ON outward(target);"
    "CREATE INDEX IF NOT EXISTS names_by_fold ON names(lower(text));";

/* ---- views ---- */

#define FILES                                                                                            \
  "SELECT id, path, language, skip, size, mtime, stamp, hash, surface, flags, symbols, edges, resolved, " \
  "external, unresolved FROM files WHERE "
#define SYMBOLS                                                                                          \
  "SELECT s.id, f.path, n.text, cn.text, s.container, s.kind, s.flags, s.def, s.place, s.signature "     \
  "FROM symbols s JOIN files f ON f.id = s.id >> 20 JOIN names n ON n.id = s.name "                      \
  "LEFT JOIN symbols c ON c.id = (s.id & ~1048575) | s.container LEFT JOIN names cn ON cn.id = c.name WHERE "
_Static_assert(STORE_LOCAL_BITS == 20, "as the statement has it");

/* A statement is head, a condition on the key, and tail. Tables whose key is
 * the rowid come in its order without being told. */
static const struct View {
  const char *head, *key, *tail;
} views[STORE_VIEW_COUNT] = {
    [VIEW_FILE] = {FILES, "id", ""},
    [VIEW_FILE_BY_PATH] = {FILES, "path", " ORDER BY path"},
    [VIEW_FILE_SKIPPED] = {FILES "skip <> '' AND ", "+path", " ORDER BY +path"}, /* few: the index costs more */
    [VIEW_CONTENT] = {"SELECT file, data FROM content WHERE ", "file", ""},
    [VIEW_KEYS] = {"SELECT file, keys FROM content WHERE ", "file", ""},
    [VIEW_LINKS] = {"SELECT file, uses, asks FROM links WHERE ", "file", ""},
    [VIEW_OPEN_OF] = {"SELECT file, name, lines FROM open_calls WHERE ", "file", " ORDER BY file, name"},
    [VIEW_OPEN_NAMED] = {"SELECT file, name, lines FROM open_calls WHERE ", "name", " ORDER BY name, file"},
    [VIEW_OUTWARD_OF] = {"SELECT file, target, data FROM outward WHERE ", "file", " ORDER BY file, target"},
    [VIEW_OUTWARD_INTO] = {"SELECT file, target, data FROM outward WHERE ", "target", " ORDER BY target, file"},
    [VIEW_NAME] = {"SELECT id, text FROM names WHERE ", "id", ""},
    [VIEW_NAME_BY_FOLD] = {"SELECT id, text FROM names WHERE ", "lower(text)", " ORDER BY lower(text)"},
    [VIEW_NAME_BY_WORD] = {"SELECT n.id, n.text FROM words w JOIN names n ON n.id = w.name WHERE ", "w.word", ""},
    [VIEW_SYMBOL] = {SYMBOLS, "s.id", ""},
    [VIEW_SYMBOL_BY_NAME] = {SYMBOLS, "s.name", ""},
    [VIEW_SYMBOL_ROW] = {"SELECT s.id, s.name, s.container, s.kind, s.def, s.flags, n.text, s.place, s.signature "
                         "FROM symbols s LEFT JOIN names n ON n.id = s.name WHERE ", "s.id", ""},
    [VIEW_SYMBOL_PLACE] = {"SELECT id, kind, flags, container, place FROM symbols WHERE ", "id", ""},
    [VIEW_SYMBOL_KIND] = {"SELECT id, kind FROM symbols WHERE ", "id", ""},
    [VIEW_NAMED] = {"SELECT id FROM symbols WHERE ", "name", ""},
    [VIEW_EDGES] = {"SELECT source, data FROM edges WHERE ", "source", ""},
    [VIEW_SOURCES] = {"SELECT target, file, sources FROM reverse WHERE ", "target", ""},
    [VIEW_VALUE] = {"SELECT value FROM numbers WHERE ", "name", ""},
};

static void spell_keys(Buf *out, const char *key, int count) {
  buf_add_format(out, "%s IN (", key);
  for (int i = 0; i < count; i++) buf_add(out, i ? STR(",?") : STR("?"));
  buf_add_byte(out, ')');
}

/* A text alone means "from here on"; a number alone means that number. */
static const char *spell_view(Arena *arena, StoreView view, SqliteAsk ask) {
  const struct View *row = &views[view];
  Buf out;
  buf_init(&out, arena, 4096);
  buf_add(&out, str_from_c(row->head));
  switch (ask) {
    case ASK_ONE: buf_add_format(&out, store_view_keys[view] == 't' ? "%s >= ?1" : "%s = ?1", row->key); break;
    case ASK_RANGE: buf_add_format(&out, "%s >= ?1 AND %s < ?2", row->key, row->key); break;
    case ASK_FEW: spell_keys(&out, row->key, SQLITE_FEW); break;
    case ASK_SOME: spell_keys(&out, row->key, SQLITE_SOME); break;
    default: spell_keys(&out, row->key, STORE_KEYS_MAX); break;
  }
  buf_add(&out, str_from_c(row->tail));
  return str_to_c(arena, buf_str(&out));
}

/* ---- writes ---- */

static const struct Write {
  const char *text;
  const char *row; /* of which there can be many behind the text; NULL: one */
} writes[STORE_WRITE_COUNT] = {
    [WRITE_ADD_FILE] = {"INSERT INTO files(path, language, skip, size, mtime, stamp, hash, surface, flags, symbols, edges, "
                        "resolved, external, unresolved) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)", NULL},
    [WRITE_SET_FILE] = {"UPDATE files SET language = ?2, skip = ?3, size = ?4, mtime = ?5, stamp = ?6, hash = ?7, "
                        "surface = ?8, flags = ?9, symbols = ?10 WHERE id = ?1", NULL},
    [WRITE_SET_FILE_STAMP] = {"UPDATE files SET size = ?2, mtime = ?3, stamp = ?4 WHERE id = ?1", NULL},
    [WRITE_SET_FILE_COUNTS] = {"UPDATE files SET edges = ?2, resolved = ?3, external = ?4, unresolved = ?5 WHERE id = ?1", NULL},
    [WRITE_REMOVE_FILE] = {"DELETE FROM files WHERE id = ?1", NULL},
    [WRITE_PUT_CONTENT] = {"INSERT OR REPLACE INTO content(file, keys, data) VALUES(?1, ?2, ?3)", NULL},
    [WRITE_REMOVE_CONTENT] = {"DELETE FROM content WHERE file = ?1", NULL},
    [WRITE_PUT_LINKS] = {"INSERT OR REPLACE INTO links(file, uses, asks) VALUES(?1, ?2, ?3)", NULL},
    [WRITE_REMOVE_LINKS] = {"DELETE FROM links WHERE file = ?1", NULL},
    [WRITE_PUT_OPEN] = {"INSERT OR REPLACE INTO open_calls(file, name, lines) VALUES(?1, ?2, ?3)", NULL},
    [WRITE_REMOVE_OPEN] = {"DELETE FROM open_calls WHERE file = ?1 AND name = ?2", NULL},
    [WRITE_PUT_OUTWARD] = {"INSERT OR REPLACE INTO outward(file, target, data) VALUES(?1, ?2, ?3)", NULL},
    [WRITE_REMOVE_OUTWARD] = {"DELETE FROM outward WHERE file = ?1 AND target = ?2", NULL},
    [WRITE_ADD_NAME] = {"INSERT INTO names(text) VALUES(?1)", NULL},
    [WRITE_REMOVE_NAME] = {"DELETE FROM names WHERE id = ?1", NULL},
    [WRITE_ADD_WORD] = {"INSERT OR IGNORE INTO words(word, name) VALUES(?1, ?2)", NULL},
    [WRITE_ADD_WORDS] = {"INSERT OR FAIL INTO words(word, name) VALUES", "(?, ?)"},
    [WRITE_REMOVE_WORD] = {"DELETE FROM words WHERE word = ?1 AND name = ?2", NULL},
    [WRITE_EMPTY_WORDS] = {"DELETE FROM words", NULL},
    /* The number of a definition is mostly 0: the same as its own. A row that is there fails without the journal that
     * taking back the rows before it would need: the whole batch is taken back then. */
    [WRITE_ADD_SYMBOL] = {"INSERT OR FAIL INTO symbols(id, name, container, kind, flags, def, place, signature) VALUES",
                          "(?, ?, ?, ?, ?, nullif(?, 0), ?, ?)"},
    [WRITE_SET_SYMBOL] = {"UPDATE symbols SET container = ?2, kind = ?3, flags = ?4, def = nullif(?5, 0), place = ?6, signature = ?7 "
                          "WHERE id = ?1", NULL},
    [WRITE_REMOVE_SYMBOL] = {"DELETE FROM symbols WHERE id = ?1", NULL},
    [WRITE_REMOVE_SYMBOLS] = {"DELETE FROM symbols WHERE id >= ?1 AND id < ?2", NULL},
    [WRITE_PUT_EDGES] = {"INSERT OR REPLACE INTO edges(source, data) VALUES", "(?, ?)"},
    [WRITE_REMOVE_EDGES] = {"DELETE FROM edges WHERE source = ?1", NULL},
    [WRITE_PUT_SOURCES] = {"INSERT OR REPLACE INTO reverse(target, file, sources) VALUES(?1, ?2, ?3)", NULL},
    [WRITE_ADD_SOURCES] = {"INSERT OR FAIL INTO reverse(target, file, sources) VALUES", "(?, ?, ?)"},
    [WRITE_REMOVE_SOURCES] = {"DELETE FROM reverse WHERE target = ?1 AND file = ?2", NULL},
    [WRITE_EMPTY_SOURCES] = {"DELETE FROM reverse", NULL},
    [WRITE_PUT_NUMBER] = {"INSERT INTO numbers(name, value) VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET value = excluded.value", NULL},
};

static const size_t portions[SQLITE_PORTIONS] = {1, 8, STORE_ROWS_MAX};

size_t store_sqlite_portion(StoreWrite write, size_t rows, SqlitePortion *ret_portion) {
  SqlitePortion portion = writes[write].row ? SQLITE_PORTIONS - 1 : 0;
  while (portions[portion] > rows) portion--;
  *ret_portion = portion;
  return portions[portion];
}

static const char *spell_write(Arena *arena, StoreWrite write, size_t rows) {
  const struct Write *row = &writes[write];
  Buf out;
  buf_init(&out, arena, 4096);
  buf_add(&out, str_from_c(row->text));
  for (size_t i = 0; row->row && i < rows; i++) buf_add_format(&out, "%s%s", i ? "," : "", row->row);
  return str_to_c(arena, buf_str(&out));
}

/* ---- preparing ---- */

static Err prepare(Job *job, Sqlite *sqlite, const char *text, sqlite3_stmt **statement) {
  int code = sqlite3_prepare_v3(sqlite->db, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
  return code ? store_sqlite_fail(job, sqlite, code) : OK;
}

/* Prepared when first needed and kept with the connection. A cursor that is
 * still open on it is ended by this. */
Err store_sqlite_view(Job *job, Sqlite *sqlite, StoreView view, SqliteAsk ask, sqlite3_stmt **ret_statement) {
  sqlite3_stmt **statement = &sqlite->views[view][ask];
  if (!*statement) TRY(prepare(job, sqlite, spell_view(job->arena, view, ask), statement));
  sqlite->asked[ask] |= 1u << view;
  sqlite3_reset(*statement);
  *ret_statement = *statement;
  return OK;
}

Err store_sqlite_write(Job *job, Sqlite *sqlite, StoreWrite write, SqlitePortion portion, sqlite3_stmt **ret_statement) {
  sqlite3_stmt **statement = &sqlite->writes[write][portion];
  if (!*statement) TRY(prepare(job, sqlite, spell_write(job->arena, write, portions[portion]), statement));
  sqlite3_reset(*statement);
  *ret_statement = *statement;
  return OK;
}

_Static_assert(STORE_VIEW_COUNT <= 32, "a bit each in Sqlite.asked");

/* Every question ends here: only what it asked is looked at. Those of a writer
 * that are not views run to their end at once. */
void store_sqlite_reset(Sqlite *sqlite) {
  for (size_t ask = 0; ask < ASK_COUNT; ask++) {
    for (; sqlite->asked[ask]; sqlite->asked[ask] &= sqlite->asked[ask] - 1) {
      sqlite3_reset(sqlite->views[__builtin_ctz(sqlite->asked[ask])][ask]);
    }
  }
  if (sqlite->state) sqlite3_reset(sqlite->state);
}

/* Those that were never prepared are NULL, which the library takes for
 * nothing. */
void store_sqlite_finalize(Sqlite *sqlite) {
  for (size_t i = 0; i < STORE_VIEW_COUNT; i++) {
    for (size_t k = 0; k < ASK_COUNT; k++) sqlite3_finalize(sqlite->views[i][k]);
  }
  for (size_t i = 0; i < STORE_WRITE_COUNT; i++) {
    for (size_t k = 0; k < SQLITE_PORTIONS; k++) sqlite3_finalize(sqlite->writes[i][k]);
  }
  sqlite3_finalize(sqlite->begin);
  sqlite3_finalize(sqlite->commit);
  sqlite3_finalize(sqlite->state);
}
