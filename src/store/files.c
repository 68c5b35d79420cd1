/* Writing files and their symbols. */
#include "src/store/store_internal.h"

#define PLACE_MAX 512
#define OWNER_MAX 255 /* bytes of a name */

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
  if (row && !store_is_file(placed->file.value)) return store_fail(job, &store->writer, SQLITE_CORRUPT);
  return row ? find_keys(job, store, placed) : OK;
}

static int flags_of(const StoreFile *file) {
  return (file->broken ? STORE_FLAG_BROKEN : 0) | (file->cut ? STORE_FLAG_CUT : 0) |
         (file->is_test ? STORE_FLAG_TEST : 0);
}

static Err put_row(Job *job, Store *store, const StoreFile *file, size_t symbols, const StorePlaced *placed) {
  bool is_new = !placed->file.value;
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, is_new ? SQL_FILE_ADD : SQL_FILE_SET, &s));
  store_bind_str(s, 1, file->language);
  store_bind_str(s, 2, file->skip);
  sqlite3_bind_int64(s, 3, (int64_t)file->size);
  sqlite3_bind_int64(s, 4, file->mtime_ns);
  sqlite3_bind_int64(s, 5, (int64_t)file->hash);
  sqlite3_bind_int64(s, 6, (int64_t)file->surface);
  sqlite3_bind_int(s, 7, flags_of(file) | (placed->locals ? STORE_FLAG_RENUMBERED : 0));
  sqlite3_bind_int64(s, 8, (int64_t)symbols);
  store_bind_str(s, 9, file->path);
  sqlite3_bind_int64(s, 10, (int64_t)file->stamp);
  return store_run(job, &store->writer, s);
}

/* Rows of the names of all that is a symbol, by DefNo. Most are those that
 * the file had before. */
static Err name_symbols(Job *job, Store *store, const Facts *facts, const StoreOlds *old, int64_t **ret_rows,
                        size_t *ret_count) {
  size_t count = facts ? facts->defs.len : 0, symbols = 0;
  int64_t *rows = ARENA_ARRAY(job->arena, int64_t, count + 1);
  Map known;
  map_init(&known, job->arena);
  for (size_t i = 0; i < old->len; i++) map_put(&known, old->items[i].text, &old->items[i].name);
  for (size_t i = 1; i < count && i <= STORE_LOCAL_MAX; i++) {
    const Def *def = &facts->defs.items[i];
    if (!def->name.value || (def->flags & DEF_ANONYMOUS)) continue;
    const int64_t *row = old->len ? map_get(&known, names_text(facts->names, def->name)) : NULL;
    if (row) rows[i] = *row;
    else TRY(store_name_row(job, store, facts->names, def->name, &rows[i]));
    symbols++;
  }
  *ret_rows = rows;
  *ret_count = symbols;
  return OK;
}

static uint32_t local_of(const StorePlaced *placed, DefNo def) {
  return placed->locals ? placed->locals[def] : def;
}

static bool is_same(const StoreOld *a, const StoreOld *b) {
  return a->name == b->name && a->container == b->container && a->kind == b->kind && a->flags == b->flags &&
         a->def == b->def && str_eq(a->place, b->place) && str_eq(a->signature, b->signature);
}

static Err write_symbol(Job *job, Store *store, StoreSql which, SymbolId id, const StoreOld *now) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, which, &s));
  sqlite3_bind_int64(s, 1, id.value);
  if (which == SQL_SYMBOL_ADD) sqlite3_bind_int64(s, 2, now->name);
  sqlite3_bind_int64(s, 3, now->container);
  sqlite3_bind_int(s, 4, now->kind);
  sqlite3_bind_int64(s, 5, now->flags);
  if (now->local == now->def) sqlite3_bind_null(s, 6);
  else sqlite3_bind_int64(s, 6, now->def);
  store_bind_blob(s, 7, now->place);
  store_bind_str(s, 8, now->signature);
  return store_run(job, &store->writer, s);
}

static Err remove_symbol(Job *job, Store *store, FileId file, const StoreOld *old) {
  *vec_add(&store->batch, &store->loose) = old->name;
  int64_t id = store_symbol_id(file, old->local).value;
  return store_run_numbers(job, &store->writer, SQL_SYMBOL_REMOVE, &id, 1);
}

/* Only what differs is written: the index over names is not touched by a
 * symbol that moved. */
static Err put_symbol(Job *job, Store *store, FileId file, const StoreOld *now, StoreOld *before) {
  SymbolId id = store_symbol_id(file, now->local);
  if (before) {
    before->is_kept = true;
    if (is_same(now, before)) return OK;
    if (now->name == before->name) return write_symbol(job, store, SQL_SYMBOL_SET, id, now);
    TRY(remove_symbol(job, store, file, before)); /* its number was given to another */
  }
  return write_symbol(job, store, SQL_SYMBOL_ADD, id, now);
}

/* The type that a method says it belongs to, where that is not in its file. */
static Str owner_of(const Facts *facts, const Def *def) {
  return def->container || !def->receiver.value ? STR_EMPTY : str_head(names_text(facts->names, def->receiver), OWNER_MAX);
}

static Err put_symbols(Job *job, Store *store, const StorePlaced *placed, const StoreContent *content,
                       const int64_t *rows, const StoreOlds *old) {
  Buf place;
  buf_init(&place, job->arena, PLACE_MAX);
  StoreOld **by_local = ARENA_ARRAY(job->arena, StoreOld *, old->highest + 1);
  for (size_t i = 0; i < old->len; i++) by_local[old->items[i].local] = &old->items[i];
  size_t count = content->facts ? content->facts->defs.len : 0;
  for (size_t i = 1; i < count && i <= STORE_LOCAL_MAX; i++) {
    const Def *def = &content->facts->defs.items[i];
    uint32_t local = rows[i] ? local_of(placed, (DefNo)i) : 0;
    if (!local) continue; /* no symbol, or more than there are numbers */
    buf_truncate(&place, 0);
    store_pack_place(&place, def, owner_of(content->facts, def));
    StoreOld now = {.local = local, .def = (uint32_t)i, .kind = (uint8_t)def->kind, .flags = def->flags, .name = rows[i],
                    .container = def->container && def->container < i ? local_of(placed, def->container) : 0,
                    .place = buf_str(&place),
                    .signature = content->signatures ? content->signatures[i] : STR_EMPTY};
    TRY(put_symbol(job, store, placed->file, &now, local <= old->highest ? by_local[local] : NULL));
  }
  for (size_t i = 0; i < old->len; i++) {
    if (!old->items[i].is_kept) TRY(remove_symbol(job, store, placed->file, &old->items[i]));
  }
  return OK;
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
  StoreOlds old;
  sqlite3_stmt *s;
  TRY(store_read_old(job, store, file, &old));
  for (size_t i = 0; i < old.len; i++) *vec_add(&store->batch, &store->loose) = old.items[i].name;
  TRY(store_statement(job, &store->writer, SQL_SYMBOLS_REMOVE, &s));
  store_bind_file(s, file);
  return store_run(job, &store->writer, s);
}

/* All that goes with a file that has no facts any more. */
static Err remove_graph(Job *job, Store *store, FileId file) {
  const int64_t none[] = {file.value, 0, 0, 0, 0};
  TRY(store_remove_links(job, store, file));
  TRY(store_run_numbers(job, &store->writer, SQL_FILE_LINKED, none, COUNT_OF(none)));
  return remove_symbols(job, store, file);
}

Err store_put_file(Job *job, Store *store, const StoreFile *file, const StoreContent *content,
                   StorePlaced *ret_placed) {
  StorePlaced placed = {0};
  const Facts *facts = content ? content->facts : NULL;
  StoreOlds old = {0};
  int64_t *rows;
  size_t symbols, before;
  TRY(find_file(job, store, file->path, &placed, &before));
  bool is_new = !placed.file.value;
  if (before && facts) TRY(store_read_old(job, store, placed.file, &old));
  TRY(name_symbols(job, store, facts, &old, &rows, &symbols));
  placed.locals = store_match(job, &old, facts, rows);
  if (!is_new && !facts) TRY(remove_graph(job, store, placed.file));
  if (!is_new && !content) TRY(store_run_numbers(job, &store->writer, SQL_CONTENT_REMOVE, &placed.file.value, 1));
  TRY(put_row(job, store, file, symbols, &placed));
  if (is_new) placed.file.value = sqlite3_last_insert_rowid(store->writer.db);
  if (!store_is_file(placed.file.value)) return store_fail(job, &store->writer, SQLITE_CORRUPT);
  if (content) TRY(put_content(job, store, placed.file, content));
  if (facts) TRY(put_symbols(job, store, &placed, content, rows, &old));
  if (ret_placed) *ret_placed = placed;
  return OK;
}

Err store_touch_file(Job *job, Store *store, const StoreFile *file) {
  const int64_t numbers[] = {(int64_t)file->size, file->mtime_ns, (int64_t)file->stamp, file->id.value};
  return store_run_numbers(job, &store->writer, SQL_FILE_TOUCH, numbers, COUNT_OF(numbers));
}

Err store_remove_file(Job *job, Store *store, FileId file, StorePlaced *ret_before) {
  StorePlaced before = {.file = file};
  TRY(find_keys(job, store, &before));
  if (ret_before) *ret_before = before;
  TRY(remove_graph(job, store, file));
  TRY(store_run_numbers(job, &store->writer, SQL_CONTENT_REMOVE, &file.value, 1));
  return store_run_numbers(job, &store->writer, SQL_FILE_REMOVE, &file.value, 1);
}
