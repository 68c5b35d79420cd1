/* Readers: connections, files, numbers and counts. */
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

static Err fit_cache(Job *job, StoreReader *reader) {
  bool has_few = atomic_load(&reader->db.store->is_loading);
  if (has_few == reader->has_few) return OK;
  reader->has_few = has_few;
  return has_few ? store_small_cache(job, &reader->db) : store_usual_cache(job, &reader->db);
}

Err store_read_begin(Job *job, StoreReader *reader) {
  TRY(fit_cache(job, reader));
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

/* ---- files ---- */

static size_t column_size(sqlite3_stmt *s, int at) {
  int64_t value = sqlite3_column_int64(s, at);
  return value > 0 ? (size_t)value : 0;
}

static StoreFile read_file(Arena *arena, sqlite3_stmt *s) {
  int flags = sqlite3_column_int(s, 8);
  return (StoreFile){
      .id = {sqlite3_column_int64(s, 0)}, .path = store_column_str(arena, s, 1),
      .language = store_column_str(arena, s, 2), .skip = store_column_str(arena, s, 3),
      .size = (uint64_t)sqlite3_column_int64(s, 4), .mtime_ns = sqlite3_column_int64(s, 5),
      .hash = (uint64_t)sqlite3_column_int64(s, 6), .surface = (uint64_t)sqlite3_column_int64(s, 7),
      .broken = flags & STORE_FLAG_BROKEN, .cut = flags & STORE_FLAG_CUT, .is_test = flags & STORE_FLAG_TEST,
      .is_renumbered = flags & STORE_FLAG_RENUMBERED, .symbols = column_size(s, 9), .edges = column_size(s, 10),
      .resolved = column_size(s, 11), .external = column_size(s, 12), .unresolved = column_size(s, 13),
      .stamp = (uint64_t)sqlite3_column_int64(s, 14)};
}

static Err list_files(Job *job, StoreReader *reader, sqlite3_stmt *s, StoreFiles *ret_files) {
  StoreFiles files = {0};
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    if (!store_is_file(sqlite3_column_int64(s, 0)) || !sqlite3_column_bytes(s, 1)) {
      sqlite3_reset(s);
      return store_fail(job, &reader->db, SQLITE_CORRUPT);
    }
    *vec_add(job->arena, &files) = read_file(job->arena, s);
  }
  *ret_files = files;
  return OK;
}

Err store_list_files(Job *job, StoreReader *reader, Str path, StoreFiles *ret_files) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, path.len ? SQL_FILES_UNDER : SQL_FILES_ALL, &s));
  if (path.len) store_bind_str(s, 1, path);
  return list_files(job, reader, s, ret_files);
}

Err store_list_skipped(Job *job, StoreReader *reader, Str except, Str first, size_t limit, StoreFiles *ret_files) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, SQL_FILES_SKIPPED, &s));
  store_bind_str(s, 1, except);
  sqlite3_bind_int64(s, 2, (int64_t)limit);
  store_bind_str(s, 3, first);
  return list_files(job, reader, s, ret_files);
}

Err store_get_file(Job *job, StoreReader *reader, FileId file, StoreFile *ret_file) {
  sqlite3_stmt *s;
  StoreFiles files;
  TRY(store_statement(job, &reader->db, SQL_FILE, &s));
  sqlite3_bind_int64(s, 1, file.value);
  TRY(list_files(job, reader, s, &files));
  *ret_file = files.len ? files.items[0] : (StoreFile){0};
  return OK;
}

/* One blob of one file, copied; ptr NULL: there is none. */
static Err get_blob(Job *job, StoreReader *reader, StoreSql which, FileId file, Str *ret_bytes) {
  sqlite3_stmt *s;
  bool row;
  TRY(store_statement(job, &reader->db, which, &s));
  sqlite3_bind_int64(s, 1, file.value);
  TRY(store_step(job, &reader->db, s, &row));
  *ret_bytes = row ? str_copy(job->arena, store_column_blob(s, 0)) : (Str){NULL, 0};
  sqlite3_reset(s);
  return OK;
}

Err store_get_content(Job *job, StoreReader *reader, FileId file, Str *ret_data) {
  return get_blob(job, reader, SQL_CONTENT, file, ret_data);
}

Err store_get_keys(Job *job, StoreReader *reader, FileId file, uint64_t **ret_keys, size_t *ret_count) {
  Str bytes;
  TRY(get_blob(job, reader, SQL_KEYS, file, &bytes));
  *ret_count = bytes.len / sizeof(uint64_t);
  *ret_keys = arena_copy(job->arena, bytes.ptr ? bytes.ptr : "", *ret_count * sizeof(uint64_t));
  return OK;
}

/* ---- links ---- */

static Err unpack_links(Job *job, StoreReader *reader, sqlite3_stmt *s, StoreLinks *links) {
  StoreUnpack uses = store_unpack_from(store_column_blob(s, 1));
  StoreUnpack asks = store_unpack_from(store_column_blob(s, 2));
  VEC(FileId) files = {0};
  VEC(uint32_t) keys = {0};
  for (int64_t file = 0; uses.at < uses.end && !uses.bad;) {
    file += (int64_t)store_unpack_32(&uses);
    *vec_add(job->arena, &files) = (FileId){file};
  }
  for (uint32_t key = 0; asks.at < asks.end && !asks.bad;) {
    key += store_unpack_32(&asks);
    *vec_add(job->arena, &keys) = key;
  }
  if (files.len && !store_is_file(vec_last(&files)->value)) uses.bad = true; /* sums: the last is the largest */
  if (uses.bad || asks.bad || !store_is_file(sqlite3_column_int64(s, 0))) return store_fail(job, &reader->db, SQLITE_CORRUPT);
  *links = (StoreLinks){.file = {sqlite3_column_int64(s, 0)}, .uses = files.items, .use_count = files.len,
                        .asks = keys.items, .ask_count = keys.len};
  return OK;
}

Err store_each_links(Job *job, StoreReader *reader, StoreEachLinks *each, void *context) {
  sqlite3_stmt *s;
  Arena arena, *outer = job->arena;
  TRY(store_statement(job, &reader->db, SQL_LINKS, &s));
  arena_init(&arena);
  Err err;
  for (bool row; !(err = store_step(job, &reader->db, s, &row)) && row;) {
    StoreLinks links;
    job->arena = &arena;
    err = unpack_links(job, reader, s, &links);
    job->arena = outer;
    if (!err) err = each(context, job, &links);
    else job->message = str_copy(outer, job->message);
    arena_reset(&arena);
    if (err) break;
  }
  sqlite3_reset(s);
  arena_clear(&arena);
  return err;
}

/* ---- numbers and counts ---- */

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

static Err count_languages(Job *job, StoreReader *reader, StoreCounts *counts) {
  VEC(StoreLanguages) languages = {0};
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, SQL_COUNT_FILES, &s));
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    StoreLanguages one = {.language = store_column_str(job->arena, s, 0), .files = column_size(s, 1),
                          .bytes = (uint64_t)sqlite3_column_int64(s, 2), .symbols = column_size(s, 3),
                          .resolved = column_size(s, 6), .external = column_size(s, 7),
                          .unresolved = column_size(s, 8)};
    *vec_add(job->arena, &languages) = one;
    counts->files += one.files;
    counts->bytes += one.bytes;
    counts->symbols += one.symbols;
    counts->edges += column_size(s, 4);
    counts->broken += column_size(s, 5);
    counts->resolved += one.resolved;
    counts->external += one.external;
    counts->unresolved += one.unresolved;
  }
  counts->languages = languages.items;
  counts->language_count = languages.len;
  return OK;
}

Err store_count_kinds(Job *job, StoreReader *reader, size_t *ret_kinds) {
  sqlite3_stmt *s;
  memset(ret_kinds, 0, SYMBOL_KIND_COUNT * sizeof(*ret_kinds));
  TRY(store_statement(job, &reader->db, SQL_COUNT_KINDS, &s));
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) return OK;
    size_t kind = column_size(s, 0);
    if (kind < SYMBOL_KIND_COUNT) ret_kinds[kind] = column_size(s, 1);
  }
}

Err store_count(Job *job, StoreReader *reader, StoreCounts *ret_counts) {
  StoreCounts counts = {0};
  VEC(StoreSkips) skips = {0};
  sqlite3_stmt *s;
  TRY(count_languages(job, reader, &counts));
  TRY(store_statement(job, &reader->db, SQL_COUNT_SKIPS, &s));
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    *vec_add(job->arena, &skips) = (StoreSkips){store_column_str(job->arena, s, 0), column_size(s, 1)};
  }
  counts.skips = skips.items;
  counts.skip_count = skips.len;
  *ret_counts = counts;
  return OK;
}
