/* Reading a file that is not ours. Three lines of defence, each enough for
 * most: the schema is looked at before a table is used; the library is told to
 * allow nothing but reading those columns; and steps, time, rows and memory
 * are counted. Questions are plain scans without joins, sorting or functions,
 * so that they need no temporary storage and no more than the file's length. */
#include "src/store/foreign.h"

#include <sqlite3.h>
#include <string.h>

#include "src/base/buf.h"

/* Steps of the library's own machine between two looks at the limits. */
#define POLL_STEPS 10000
#define FORMAT_VERSIONS 18 /* offset in the header: 2, 2 means a log beside it */
#define HEADER_BYTES 100

/* Of one job, on its thread. The file is read whole and never written; the
 * library sees memory alone. */
struct StoreForeign {
  Job *job;
  Arena arena; /* of the file's bytes */
  sqlite3 *db;
  Str path;    /* for words */
  const StoreForeignTable *tables;
  size_t table_count;
  bool is_checked; /* from then on only the tables' columns may be read */
  size_t steps;
  size_t rows;
  int64_t until_ms;
};

/* ---- refusing ---- */

#define REMEDY "; remove the file, and what git tells is used instead"

/* A stopped job is told before all else: its interruption looks like a fault
 * of the file. */
static Err refuse(StoreForeign *foreign, Err err, const char *why) {
  Job *job = foreign->job;
  TRY(job_check(job));
  return job_fail(job, err, "'%.*s' is not read: %s" REMEDY, STR_ARG(foreign->path), why);
}

static Err refuse_table(StoreForeign *foreign, const StoreForeignTable *table, const char *what) {
  Job *job = foreign->job;
  return job_fail(job, ERR_UNAVAILABLE, "'%.*s' is not read: %s '%s'" REMEDY, STR_ARG(foreign->path), what, table->name);
}

/* Steps bound the work, the time bounds what steps cannot: a slow machine. */
static bool is_spent(const StoreForeign *foreign) {
  return foreign->steps > STORE_FOREIGN_STEPS || job_now_ms() >= foreign->until_ms;
}

static Err refuse_code(StoreForeign *foreign) {
  if (is_spent(foreign)) return refuse(foreign, ERR_TOO_LARGE, "going through it takes too long");
  Str words = str_visible(foreign->job->arena, str_from_c(sqlite3_errmsg(foreign->db)));
  return refuse(foreign, ERR_UNAVAILABLE, str_to_c(foreign->job->arena, words));
}

/* ---- what the library may do ---- */

/* Not zero interrupts the library. */
static int count_steps(void *context) {
  StoreForeign *foreign = context;
  foreign->steps += POLL_STEPS;
  return is_spent(foreign) || job_is_stopped(foreign->job);
}

/* Names of tables and columns do not depend on case in the library. */
static bool may_read(const StoreForeign *foreign, const char *table, const char *column) {
  for (size_t i = 0; i < foreign->table_count; i++) {
    const StoreForeignTable *known = &foreign->tables[i];
    if (sqlite3_stricmp(table, known->name)) continue;
    for (size_t c = 0; known->columns[c]; c++) {
      if (!sqlite3_stricmp(column, known->columns[c])) return true;
    }
  }
  return false;
}

/* Before the check only the schema may be looked at. `inner` names the view
 * or trigger that wants something: nothing is granted to those. */
static int allow(void *context, int action, const char *first, const char *second, const char *database, const char *inner) {
  const StoreForeign *foreign = context;
  if (inner) return SQLITE_DENY;
  if (action == SQLITE_SELECT) return SQLITE_OK;
  bool is_main = database && !strcmp(database, "main");
  if (foreign->is_checked) return action == SQLITE_READ && is_main && may_read(foreign, first, second) ? SQLITE_OK : SQLITE_DENY;
  if (action == SQLITE_PRAGMA) return !strcmp(first, "table_xinfo") ? SQLITE_OK : SQLITE_DENY;
  bool is_schema = action == SQLITE_READ && (!sqlite3_stricmp(first, "sqlite_master") || !sqlite3_stricmp(first, "sqlite_schema"));
  return is_schema ? SQLITE_OK : SQLITE_DENY;
}

/* As little as plain scans need. Set after opening, when the file is there but
 * nothing of it was read. */
static void confine(StoreForeign *foreign) {
  static const struct {
    int what, most;
  } limits[] = {{SQLITE_LIMIT_LENGTH, 1 << 20},      {SQLITE_LIMIT_SQL_LENGTH, 1 << 20}, {SQLITE_LIMIT_COLUMN, 200},
                {SQLITE_LIMIT_EXPR_DEPTH, 50},       {SQLITE_LIMIT_COMPOUND_SELECT, 2},  {SQLITE_LIMIT_VDBE_OP, 10000},
                {SQLITE_LIMIT_FUNCTION_ARG, 8},      {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1},
                {SQLITE_LIMIT_VARIABLE_NUMBER, 2},   {SQLITE_LIMIT_TRIGGER_DEPTH, 1},    {SQLITE_LIMIT_WORKER_THREADS, 0}};
  static const struct {
    int what, on;
  } switches[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},  {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                  {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_FKEY, 0},     {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                  {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}};
  for (size_t i = 0; i < COUNT_OF(limits); i++) sqlite3_limit(foreign->db, limits[i].what, limits[i].most);
  for (size_t i = 0; i < COUNT_OF(switches); i++) sqlite3_db_config(foreign->db, switches[i].what, switches[i].on, NULL);
  sqlite3_exec(foreign->db, "PRAGMA temp_store=MEMORY; PRAGMA cell_size_check=ON; PRAGMA query_only=ON", NULL, NULL, NULL);
  sqlite3_progress_handler(foreign->db, POLL_STEPS, count_steps, foreign);
  sqlite3_set_authorizer(foreign->db, allow, foreign);
}

/* ---- the schema ---- */

/* One row of the schema for the name, and that an ordinary table: a view has
 * another type, a virtual table no root page. */
static Err check_kind(StoreForeign *foreign, const StoreForeignTable *table) {
  sqlite3_stmt *statement = NULL;
  size_t tables = 0, others = 0;
  int code = sqlite3_prepare_v2(foreign->db, "SELECT name, type, rootpage FROM main.sqlite_schema", -1, &statement, NULL);
  while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(statement, 0);
    const char *type = (const char *)sqlite3_column_text(statement, 1);
    if (name && type && !sqlite3_stricmp(name, table->name)) {
      bool is_table = !strcmp(type, "table") && sqlite3_column_int64(statement, 2) > 1;
      *(is_table ? &tables : &others) += 1;
    }
    code = SQLITE_OK;
  }
  sqlite3_finalize(statement);
  if (code != SQLITE_DONE) return refuse_code(foreign);
  if (others) return refuse_table(foreign, table, "only an ordinary table is, and it has something else by the name of");
  return tables == 1 ? OK : refuse_table(foreign, table, "it has no table");
}

/* Hidden and computed columns are something else than stored values. */
static bool has_plain_column(sqlite3_stmt *statement, const char *wanted) {
  const char *name = (const char *)sqlite3_column_text(statement, 1);
  return name && !sqlite3_stricmp(name, wanted) && !sqlite3_column_int(statement, 6);
}

/* Each wanted one must be found once; what else the table has does not
 * matter. */
static Err check_columns(StoreForeign *foreign, const StoreForeignTable *table) {
  size_t wanted = 0, found = 0;
  while (table->columns[wanted]) wanted++;
  char *sql = str_to_c(&foreign->arena, str_format(&foreign->arena, "PRAGMA main.table_xinfo(\"%s\")", table->name));
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(foreign->db, sql, -1, &statement, NULL);
  while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
    for (size_t i = 0; i < wanted; i++) found += has_plain_column(statement, table->columns[i]);
    code = SQLITE_OK;
  }
  sqlite3_finalize(statement);
  if (code != SQLITE_DONE) return refuse_code(foreign);
  return found == wanted ? OK : refuse_table(foreign, table, "some columns are missing or computed in its table");
}

/* ---- opening ---- */

/* What was written with a log beside it is read as it lies in the file. The
 * library cannot open such a file from memory unless told that it is none. */
static void forget_log(char *bytes) {
  if (bytes[FORMAT_VERSIONS] == 2) bytes[FORMAT_VERSIONS] = 1;
  if (bytes[FORMAT_VERSIONS + 1] == 2) bytes[FORMAT_VERSIONS + 1] = 1;
}

/* The bytes live as long as what is open. */
static Err read_bytes(StoreForeign *foreign, Root *root, Str *ret_text) {
  JOB_ARENA(foreign->job, &foreign->arena);
  return root_read(foreign->job, root, foreign->path, STORE_FOREIGN_BYTES, ret_text);
}

/* The bytes are not copied: they stay in the arena for as long as the
 * connection, which must not free them. */
static Err load(StoreForeign *foreign, Root *root) {
  Str text;
  TRY(read_bytes(foreign, root, &text));
  if (text.len < HEADER_BYTES) return refuse(foreign, ERR_UNAVAILABLE, "it is no SQLite database");
  char *bytes = (char *)(uintptr_t)text.ptr;
  forget_log(bytes);
  int code = sqlite3_open_v2(":memory:", &foreign->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_deserialize(foreign->db, "main", (unsigned char *)bytes, (sqlite3_int64)text.len, (sqlite3_int64)text.len,
                               SQLITE_DESERIALIZE_READONLY);
  }
  if (code != SQLITE_OK) return refuse_code(foreign);
  confine(foreign);
  return OK;
}

static Err open_checked(StoreForeign *foreign, Root *root) {
  TRY(load(foreign, root));
  for (size_t i = 0; i < foreign->table_count; i++) {
    TRY(check_kind(foreign, &foreign->tables[i]));
    TRY(check_columns(foreign, &foreign->tables[i]));
  }
  foreign->is_checked = true;
  return OK;
}

Err store_foreign_open(Job *job, Root *root, Str path, const StoreForeignTable *tables, size_t count, StoreForeign **ret_foreign) {
  AUTO(StoreForeign) foreign = arena_heap_alloc(sizeof *foreign);
  arena_init(&foreign->arena);
  foreign->job = job;
  foreign->path = str_copy(&foreign->arena, path);
  foreign->tables = tables;
  foreign->table_count = count;
  foreign->until_ms = job_now_ms() + STORE_FOREIGN_MS;
  TRY(open_checked(foreign, root));
  *ret_foreign = TAKE(foreign);
  return OK;
}

void store_foreign_close(StoreForeign *foreign) {
  if (!foreign) return;
  sqlite3_close(foreign->db);
  arena_clear(&foreign->arena);
  free(foreign);
}

/* ---- reading ---- */

/* Names of tables and columns come from our own tables, not from the file. */
static Str question(Arena *arena, const StoreForeignTable *table, bool has_first) {
  Buf sql;
  buf_init(&sql, arena, 1024);
  buf_add_c(&sql, "SELECT ");
  for (size_t i = 0; table->columns[i]; i++) buf_add_format(&sql, "%s\"%s\"", i ? ", " : "", table->columns[i]);
  buf_add_format(&sql, " FROM main.\"%s\"", table->name);
  if (has_first) buf_add_format(&sql, " WHERE \"%s\" = ?1", table->columns[0]);
  return buf_str(&sql);
}

/* False: some text is longer than any we can use. */
static bool read_values(sqlite3_stmt *statement, int count, StoreForeignValue *values) {
  for (int i = 0; i < count; i++) {
    values[i].integer = sqlite3_column_int64(statement, i);
    values[i].number = sqlite3_column_double(statement, i);
    const char *text = (const char *)sqlite3_column_text(statement, i);
    values[i].text = (Str){text ? text : "", text ? (size_t)sqlite3_column_bytes(statement, i) : 0};
    if (values[i].text.len > STORE_FOREIGN_TEXT) return false;
  }
  return true;
}

/* Rows with a text that is too long are passed over; the steps still count
 * them. */
static Err read_rows(StoreForeign *foreign, sqlite3_stmt *statement, StoreForeignRow *row, void *context) {
  StoreForeignValue values[COUNT_OF(((StoreForeignTable *)0)->columns)];
  int count = sqlite3_column_count(statement), code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (!read_values(statement, count, values)) continue;
    if (++foreign->rows > STORE_FOREIGN_ROWS) return refuse(foreign, ERR_TOO_LARGE, "it has too many rows");
    TRY(row(context, foreign->job, values));
  }
  return code == SQLITE_DONE ? OK : refuse_code(foreign);
}

/* A value with a text is that text, else the number. */
static int bind(sqlite3_stmt *statement, const StoreForeignValue *first) {
  if (!first) return SQLITE_OK;
  if (!first->text.len) return sqlite3_bind_int64(statement, 1, first->integer);
  return sqlite3_bind_text(statement, 1, first->text.ptr, (int)first->text.len, SQLITE_TRANSIENT);
}

Err store_foreign_read(StoreForeign *foreign, const StoreForeignTable *table, const StoreForeignValue *first,
                       StoreForeignRow *row, void *context) {
  Str sql = question(&foreign->arena, table, first != NULL);
  sqlite3_stmt *statement = NULL;
  TRY(job_check(foreign->job));
  int code = sqlite3_prepare_v2(foreign->db, sql.ptr, (int)sql.len, &statement, NULL);
  if (code == SQLITE_OK) code = bind(statement, first);
  Err err = code == SQLITE_OK ? read_rows(foreign, statement, row, context) : refuse_code(foreign);
  sqlite3_finalize(statement);
  return err;
}
