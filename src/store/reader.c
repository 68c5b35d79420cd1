/* Readers. */
#include "src/base/vec.h"
#include "src/store/store_internal.h"

Err store_reader_open(Job *job, Store *store, StoreReader **ret_reader) {
  StoreDb db;
  unsigned generation = atomic_load(&store->generation);
  TRY(store_db_open(job, store, false, &db));
  StoreReader *reader = arena_heap_alloc(sizeof(StoreReader));
  reader->db = db;
  reader->generation = generation;
  sqlite3_exec(db.db, "PRAGMA query_only = ON", NULL, NULL, NULL);
  /* The log is the writer's; the file of a reader that stayed open may be one
   * that was replaced. */
  sqlite3_db_config(db.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  *ret_reader = reader;
  return OK;
}

void store_reader_close(StoreReader *reader) {
  store_db_close(&reader->db);
  free(reader);
}

bool store_reader_is_current(const StoreReader *reader) {
  return reader->generation == atomic_load(&reader->db.store->generation);
}

Err store_read_begin(Job *job, StoreReader *reader) {
  store_obey(&reader->db, job);
  return store_run_plain(job, &reader->db, SQL_BEGIN_READ);
}

void store_read_end(StoreReader *reader) {
  store_obey(&reader->db, NULL);
  for (size_t i = 0; i < SQL_STATEMENT_COUNT; i++) {
    if (reader->db.statements[i]) sqlite3_reset(reader->db.statements[i]);
  }
  if (!sqlite3_get_autocommit(reader->db.db)) sqlite3_exec(reader->db.db, "COMMIT", NULL, NULL, NULL);
}

static Err list_files(Job *job, StoreReader *reader, sqlite3_stmt *s, StoreFiles *ret_files) {
  StoreFiles files = {0};
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    *vec_add(job->arena, &files) = (StoreFile){
        .id = {sqlite3_column_int64(s, 0)}, .path = store_column_str(job->arena, s, 1),
        .language = store_column_str(job->arena, s, 2), .skip = store_column_str(job->arena, s, 3),
        .size = (uint64_t)sqlite3_column_int64(s, 4), .mtime_ns = sqlite3_column_int64(s, 5),
        .hash = (uint64_t)sqlite3_column_int64(s, 6), .broken = sqlite3_column_int(s, 7) != 0,
        .symbols = (size_t)sqlite3_column_int64(s, 8)};
  }
  *ret_files = files;
  return OK;
}

Err store_list_files(Job *job, StoreReader *reader, Str path, bool count_symbols, StoreFiles *ret_files) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, path.len ? SQL_FILES_UNDER : SQL_FILES_ALL, &s));
  if (path.len) store_bind_str(s, 1, path);
  sqlite3_bind_int(s, 2, count_symbols);
  return list_files(job, reader, s, ret_files);
}

Err store_list_skipped(Job *job, StoreReader *reader, Str except, size_t limit, StoreFiles *ret_files) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, SQL_FILES_SKIPPED, &s));
  store_bind_str(s, 1, except);
  sqlite3_bind_int(s, 2, 0);
  sqlite3_bind_int64(s, 3, (int64_t)limit);
  return list_files(job, reader, s, ret_files);
}

Err store_each_name(Job *job, StoreReader *reader, StoreEachName *each, void *context) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, SQL_NAMES, &s));
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) return OK;
    const char *text = (const char *)sqlite3_column_text(s, 1);
    Str name = {text ? text : "", (size_t)sqlite3_column_bytes(s, 1)};
    each(context, sqlite3_column_int64(s, 0), name);
  }
}

/* The file is ours, but bytes may rot: a kind out of range is damage. */
static Err read_symbol(Job *job, StoreReader *reader, sqlite3_stmt *s, StoreSymbol *ret_symbol) {
  Arena *arena = job->arena;
  uint32_t n[21];
  for (int i = 5; i < 20; i++) n[i] = (uint32_t)sqlite3_column_int64(s, i);
  if (n[5] >= SYMBOL_KIND_COUNT) return store_fail(job, &reader->db, SQLITE_CORRUPT);
  *ret_symbol = (StoreSymbol){
      .id = {sqlite3_column_int64(s, 0)}, .file = {sqlite3_column_int64(s, 1)},
      .path = store_column_str(arena, s, 2), .name = store_column_str(arena, s, 3),
      .container = store_column_str(arena, s, 4), .kind = (SymbolKind)n[5], .flags = n[6],
      .name_span = {.from = n[7], .to = n[8], .line = n[9], .column = n[10], .end_line = n[9],
                    .end_column = n[11]},
      .full = {.from = n[12], .to = n[13], .line = n[14], .column = n[15], .end_line = n[16],
               .end_column = n[17]},
      .doc = {n[18], n[19]}, .signature = store_column_str(arena, s, 20)};
  return OK;
}

static Err list_symbols(Job *job, StoreReader *reader, StoreSql which, int64_t key, StoreSymbols *ret_symbols) {
  sqlite3_stmt *s;
  StoreSymbols symbols = {0};
  TRY(store_statement(job, &reader->db, which, &s));
  sqlite3_bind_int64(s, 1, key);
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    StoreSymbol symbol;
    TRY(read_symbol(job, reader, s, &symbol));
    *vec_add(job->arena, &symbols) = symbol;
  }
  *ret_symbols = symbols;
  return OK;
}

Err store_list_named(Job *job, StoreReader *reader, int64_t name, StoreSymbols *ret_symbols) {
  return list_symbols(job, reader, SQL_SYMBOLS_NAMED, name, ret_symbols);
}

Err store_list_symbols(Job *job, StoreReader *reader, FileId file, StoreSymbols *ret_symbols) {
  return list_symbols(job, reader, SQL_SYMBOLS_OF, file.value, ret_symbols);
}

static Err read_count(Job *job, StoreReader *reader, StoreSql which, size_t *ret_count) {
  sqlite3_stmt *s;
  bool row;
  TRY(store_statement(job, &reader->db, which, &s));
  TRY(store_step(job, &reader->db, s, &row));
  *ret_count = row ? (size_t)sqlite3_column_int64(s, 0) : 0;
  sqlite3_reset(s);
  return OK;
}

Err store_count(Job *job, StoreReader *reader, StoreCounts *ret_counts) {
  StoreCounts counts = {0};
  VEC(StoreSkips) skips = {0};
  sqlite3_stmt *s;
  TRY(read_count(job, reader, SQL_COUNT_FILES, &counts.files));
  TRY(read_count(job, reader, SQL_COUNT_SYMBOLS, &counts.symbols));
  TRY(store_statement(job, &reader->db, SQL_COUNT_SKIPS, &s));
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    *vec_add(job->arena, &skips) = (StoreSkips){store_column_str(job->arena, s, 0),
                                                (size_t)sqlite3_column_int64(s, 1)};
  }
  counts.skips = skips.items;
  counts.skip_count = skips.len;
  *ret_counts = counts;
  return OK;
}

Err store_get_number(Job *job, StoreReader *reader, Str name, int64_t *ret_value) {
  sqlite3_stmt *s;
  bool row;
  TRY(store_statement(job, &reader->db, SQL_NUMBER_GET, &s));
  store_bind_str(s, 1, name);
  TRY(store_step(job, &reader->db, s, &row));
  *ret_value = row ? sqlite3_column_int64(s, 0) : 0;
  sqlite3_reset(s);
  return OK;
}
