/* Writing files and their symbols. */
#include "src/store/store_internal.h"

#define PLACE_MAX 256

static Err find_keys(Job *job, Store *store, StorePlaced *placed) {
  sqlite3_stmt *s;
  bool row;
  TRY(store_statement(job, &store->writer, SQL_KEYS, &s));
  sqlite3_bind_int64(s, 1, placed->file.value);
  TRY(store_step(job, &store->writer, s, &row));
  Str keys = row ? store_column_blob(s, 0) : STR_EMPTY;
  placed->key_before_count = keys.len / sizeof(uint64_t);
  placed->keys_before = arena_copy(job->arena, keys.ptr, placed->key_before_count * sizeof(uint64_t));
  sqlite3_reset(s);
  return OK;
}

/* What is known about the path before it is put. */
static Err find_file(Job *job, Store *store, Str path, StorePlaced *placed, size_t *ret_symbols) {
  sqlite3_stmt *s;
  bool row;
  TRY(store_statement(job, &store->writer, SQL_FILE_FIND, &s));
  store_bind_str(s, 1, path);
  TRY(store_step(job, &store->writer, s, &row));
  *ret_symbols = 0;
  if (row) {
    placed->file.value = sqlite3_column_int64(s, 0);
    *ret_symbols = (size_t)sqlite3_column_int64(s, 1);
    placed->surface_before = (uint64_t)sqlite3_column_int64(s, 2);
  }
  sqlite3_reset(s);
  return row ? find_keys(job, store, placed) : OK;
}

static int flags_of(const StoreFile *file) {
  return (file->broken ? STORE_FLAG_BROKEN : 0) | (file->cut ? STORE_FLAG_CUT : 0) |
         (file->is_test ? STORE_FLAG_TEST : 0);
}

static Err put_row(Job *job, Store *store, const StoreFile *file, size_t symbols, bool is_new) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, is_new ? SQL_FILE_ADD : SQL_FILE_SET, &s));
  store_bind_str(s, 1, file->language);
  store_bind_str(s, 2, file->skip);
  sqlite3_bind_int64(s, 3, (int64_t)file->size);
  sqlite3_bind_int64(s, 4, file->mtime_ns);
  sqlite3_bind_int64(s, 5, (int64_t)file->hash);
  sqlite3_bind_int64(s, 6, (int64_t)file->surface);
  sqlite3_bind_int(s, 7, flags_of(file));
  sqlite3_bind_int64(s, 8, (int64_t)symbols);
  store_bind_str(s, 9, file->path);
  return store_run(job, &store->writer, s);
}

/* Rows of the names of all that is a symbol, by DefNo. */
static Err name_symbols(Job *job, Store *store, const Facts *facts, int64_t **ret_rows, size_t *ret_count) {
  size_t count = facts ? facts->defs.len : 0, symbols = 0;
  int64_t *rows = ARENA_ARRAY(job->arena, int64_t, count + 1);
  for (size_t i = 1; i < count && i <= STORE_LOCAL_MAX; i++) {
    const Def *def = &facts->defs.items[i];
    if (!def->name.value || (def->flags & DEF_ANONYMOUS)) continue;
    TRY(store_name_row(job, store, facts->names, def->name, &rows[i]));
    symbols++;
  }
  *ret_rows = rows;
  *ret_count = symbols;
  return OK;
}

static uint32_t local_of(const StorePlaced *placed, DefNo def) {
  return placed->locals ? placed->locals[def] : def;
}

static Err put_symbol(Job *job, Store *store, const StorePlaced *placed, const StoreContent *content,
                      DefNo no, int64_t name, Buf *place) {
  const Def *def = &content->facts->defs.items[no];
  uint32_t local = local_of(placed, no);
  sqlite3_stmt *s;
  if (!local) return OK; /* more than there are numbers */
  TRY(store_statement(job, &store->writer, SQL_SYMBOL_ADD, &s));
  sqlite3_bind_int64(s, 1, store_symbol_id(placed->file, local).value);
  sqlite3_bind_int64(s, 2, name);
  sqlite3_bind_int64(s, 3, def->container && def->container < no ? local_of(placed, def->container) : 0);
  sqlite3_bind_int(s, 4, def->kind);
  sqlite3_bind_int64(s, 5, def->flags);
  if (local == no) sqlite3_bind_null(s, 6);
  else sqlite3_bind_int64(s, 6, no);
  buf_truncate(place, 0);
  store_pack_place(place, def);
  store_bind_blob(s, 7, buf_str(place));
  store_bind_str(s, 8, content->signatures ? content->signatures[no] : STR_EMPTY);
  return store_run(job, &store->writer, s);
}

static Err put_symbols(Job *job, Store *store, const StorePlaced *placed, const StoreContent *content,
                       const int64_t *rows) {
  Buf place;
  buf_init(&place, job->arena, PLACE_MAX);
  size_t count = content->facts ? content->facts->defs.len : 0;
  for (size_t i = 1; i < count && i <= STORE_LOCAL_MAX; i++) {
    if (rows[i]) TRY(put_symbol(job, store, placed, content, (DefNo)i, rows[i], &place));
  }
  if (!placed->locals) return OK;
  const int64_t renumbered[] = {placed->file.value, STORE_FLAG_RENUMBERED};
  return store_run_numbers(job, &store->writer, SQL_FILE_FLAGS, renumbered, COUNT_OF(renumbered));
}

static Err put_content(Job *job, Store *store, FileId file, const StoreContent *content) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_CONTENT_PUT, &s));
  sqlite3_bind_int64(s, 1, file.value);
  store_bind_blob(s, 2, (Str){(const char *)content->keys, content->key_count * sizeof(*content->keys)});
  store_bind_blob(s, 3, content->data);
  return store_run(job, &store->writer, s);
}

static Err remove_symbols(Job *job, Store *store, FileId file) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_SYMBOLS_REMOVE, &s));
  store_bind_file(s, file);
  return store_run(job, &store->writer, s);
}

Err store_put_file(Job *job, Store *store, const StoreFile *file, const StoreContent *content,
                   StorePlaced *ret_placed) {
  StorePlaced placed = {0};
  const Facts *facts = content ? content->facts : NULL;
  int64_t *rows;
  size_t symbols, before;
  TRY(find_file(job, store, file->path, &placed, &before));
  bool is_new = !placed.file.value;
  TRY(name_symbols(job, store, facts, &rows, &symbols));
  if (before) TRY(store_match(job, store, placed.file, facts, rows, &placed.locals));
  if (!is_new) {
    TRY(store_remove_links(job, store, placed.file));
    TRY(remove_symbols(job, store, placed.file));
    if (!content) TRY(store_run_numbers(job, &store->writer, SQL_CONTENT_REMOVE, &placed.file.value, 1));
  }
  TRY(put_row(job, store, file, symbols, is_new));
  if (is_new) placed.file.value = sqlite3_last_insert_rowid(store->writer.db);
  if (content) {
    TRY(put_content(job, store, placed.file, content));
    TRY(put_symbols(job, store, &placed, content, rows));
  }
  if (ret_placed) *ret_placed = placed;
  return OK;
}

Err store_touch_file(Job *job, Store *store, const StoreFile *file) {
  const int64_t numbers[] = {(int64_t)file->size, file->mtime_ns, file->id.value};
  return store_run_numbers(job, &store->writer, SQL_FILE_TOUCH, numbers, COUNT_OF(numbers));
}

Err store_remove_file(Job *job, Store *store, FileId file, StorePlaced *ret_before) {
  uint32_t *none;
  StorePlaced before = {.file = file};
  TRY(find_keys(job, store, &before));
  if (ret_before) *ret_before = before;
  TRY(store_match(job, store, file, NULL, NULL, &none)); /* notes the names */
  TRY(store_remove_links(job, store, file));
  TRY(remove_symbols(job, store, file));
  TRY(store_run_numbers(job, &store->writer, SQL_CONTENT_REMOVE, &file.value, 1));
  return store_run_numbers(job, &store->writer, SQL_FILE_REMOVE, &file.value, 1);
}
