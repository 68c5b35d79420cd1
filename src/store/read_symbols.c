/* Reading names and symbols. */
#include "src/store/store_internal.h"

/* ---- names ---- */

static Err each_name(Job *job, StoreReader *reader, sqlite3_stmt *s, StoreEachName *each, void *context) {
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) return OK;
    const char *text = (const char *)sqlite3_column_text(s, 1);
    Str name = {text ? text : "", (size_t)sqlite3_column_bytes(s, 1)};
    each(context, sqlite3_column_int64(s, 0), name);
  }
}

Err store_each_name(Job *job, StoreReader *reader, StoreEachName *each, void *context) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, SQL_NAMES, &s));
  return each_name(job, reader, s, each, context);
}

/* The first text behind all that begin with `prefix`. */
static Str behind(Arena *arena, Str prefix) {
  char *end = arena_copy(arena, prefix.ptr, prefix.len);
  size_t len = prefix.len;
  while (len && (unsigned char)end[len - 1] == 0xFF) len--;
  if (!len) return STR("\xFF\xFF\xFF\xFF");
  end[len - 1]++;
  return (Str){end, len};
}

static Err each_from(Job *job, StoreReader *reader, StoreSql which, Str prefix, size_t limit,
                     StoreEachName *each, void *context) {
  sqlite3_stmt *s;
  char *folded = arena_copy(job->arena, prefix.ptr, prefix.len);
  for (size_t i = 0; i < prefix.len; i++) {
    if (folded[i] >= 'A' && folded[i] <= 'Z') folded[i] = (char)(folded[i] + 32);
  }
  Str from = {folded, prefix.len}, to = behind(job->arena, from);
  TRY(store_statement(job, &reader->db, which, &s));
  store_bind_str(s, 1, from);
  store_bind_str(s, 2, to);
  sqlite3_bind_int64(s, 3, limit < INT64_MAX ? (int64_t)limit : INT64_MAX);
  return each_name(job, reader, s, each, context);
}

Err store_each_prefixed(Job *job, StoreReader *reader, Str prefix, size_t limit, StoreEachName *each,
                        void *context) {
  return each_from(job, reader, SQL_NAMES_FROM, prefix, limit, each, context);
}

Err store_each_worded(Job *job, StoreReader *reader, Str word, size_t limit, StoreEachName *each,
                      void *context) {
  return each_from(job, reader, SQL_NAMES_WORDED, word, limit, each, context);
}

/* ---- symbols ---- */

/* The file is ours, but bytes may rot: what cannot be is damage. Whoever gets
 * a symbol may find others by its ids, and lines by its spans; that a number
 * is less than the facts or the text at hand have is for him to see. */
static bool is_sane(const StoreSymbol *symbol, int64_t container, int64_t kind, int64_t def) {
  if (!store_is_symbol(symbol->id.value) || !store_local_of(symbol->id) || !symbol->name.len) return false;
  if (container < 0 || container > STORE_LOCAL_MAX || container == store_local_of(symbol->id)) return false;
  return kind >= 0 && kind < SYMBOL_KIND_COUNT && def >= 0 && def <= STORE_LOCAL_MAX;
}

/* A container in another file is in the row's bytes, which are gone with the
 * next one. */
static Err read_symbol(Job *job, StoreReader *reader, sqlite3_stmt *s, StoreSymbol *ret_symbol) {
  Arena *arena = job->arena;
  int64_t kind = sqlite3_column_int64(s, 5), container = sqlite3_column_int64(s, 4), def = sqlite3_column_int64(s, 7);
  SymbolId id = {sqlite3_column_int64(s, 0)};
  StoreSymbol symbol = {.id = id, .file = store_file_of(id), .path = store_column_str(arena, s, 1),
                        .name = store_column_str(arena, s, 2), .kind = (SymbolKind)kind, .flags = (unsigned)sqlite3_column_int64(s, 6),
                        .def = (DefNo)def, .signature = store_column_str(arena, s, 9)};
  if (!symbol.def) symbol.def = store_local_of(id);
  if (!is_sane(&symbol, container, kind, def) || !store_unpack_place(store_column_blob(s, 8), &symbol)) {
    sqlite3_reset(s);
    return store_fail(job, &reader->db, SQLITE_CORRUPT);
  }
  if (container) symbol.container_id = store_symbol_id(symbol.file, (uint32_t)container);
  symbol.container = container ? store_column_str(arena, s, 3) : str_copy(arena, symbol.container);
  *ret_symbol = symbol;
  return OK;
}

static int by_place(const void *a, const void *b) {
  const StoreSymbol *x = a, *y = b;
  if (x->file.value != y->file.value) {
    int order = str_compare(x->path, y->path);
    if (order) return order;
  }
  if (x->name_span.from != y->name_span.from) return x->name_span.from < y->name_span.from ? -1 : 1;
  return x->def < y->def ? -1 : x->def > y->def;
}

static Err list_symbols(Job *job, StoreReader *reader, sqlite3_stmt *s, StoreSymbols *ret_symbols) {
  StoreSymbols symbols = {0};
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    StoreSymbol symbol;
    TRY(read_symbol(job, reader, s, &symbol));
    *vec_add(job->arena, &symbols) = symbol;
  }
  if (symbols.len) qsort(symbols.items, symbols.len, sizeof(StoreSymbol), by_place);
  symbols.total = symbols.len;
  *ret_symbols = symbols;
  return OK;
}

Err store_list_named(Job *job, StoreReader *reader, int64_t name, size_t limit, StoreSymbols *ret_symbols) {
  sqlite3_stmt *s;
  bool row;
  TRY(store_statement(job, &reader->db, SQL_SYMBOLS_NAMED, &s));
  sqlite3_bind_int64(s, 1, name);
  sqlite3_bind_int64(s, 2, limit < INT64_MAX ? (int64_t)limit : INT64_MAX);
  TRY(list_symbols(job, reader, s, ret_symbols));
  if (ret_symbols->len < limit) return OK;
  TRY(store_statement(job, &reader->db, SQL_COUNT_NAMED, &s));
  sqlite3_bind_int64(s, 1, name);
  TRY(store_step(job, &reader->db, s, &row));
  if (row) ret_symbols->total = (size_t)sqlite3_column_int64(s, 0);
  sqlite3_reset(s);
  return OK;
}

Err store_list_symbols(Job *job, StoreReader *reader, FileId file, StoreSymbols *ret_symbols) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, SQL_SYMBOLS_OF, &s));
  store_bind_file(s, file);
  return list_symbols(job, reader, s, ret_symbols);
}

Err store_get_symbol(Job *job, StoreReader *reader, SymbolId id, StoreSymbol *ret_symbol) {
  sqlite3_stmt *s;
  StoreSymbols symbols;
  *ret_symbol = (StoreSymbol){0};
  if (!store_is_symbol(id.value)) return OK;
  TRY(store_statement(job, &reader->db, SQL_SYMBOLS_OF, &s));
  sqlite3_bind_int64(s, 1, id.value);
  sqlite3_bind_int64(s, 2, id.value + 1);
  TRY(list_symbols(job, reader, s, &symbols));
  if (symbols.len) *ret_symbol = symbols.items[0];
  return OK;
}

Err store_list_places(Job *job, StoreReader *reader, FileId file, StorePlaces *ret_places) {
  sqlite3_stmt *s;
  StorePlaces places = {0};
  TRY(store_statement(job, &reader->db, SQL_PLACES_OF, &s));
  store_bind_file(s, file);
  for (bool row;;) {
    StoreSymbol symbol = {0};
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    int64_t kind = sqlite3_column_int64(s, 1);
    if (kind < 0 || kind >= SYMBOL_KIND_COUNT || !store_unpack_place(store_column_blob(s, 3), &symbol)) {
      sqlite3_reset(s);
      return store_fail(job, &reader->db, SQLITE_CORRUPT);
    }
    *vec_add(job->arena, &places) = (StorePlace){{sqlite3_column_int64(s, 0)}, (SymbolKind)kind,
                                                 (unsigned)sqlite3_column_int64(s, 2), symbol.full};
  }
  *ret_places = places;
  return OK;
}

Err store_get_locals(Job *job, StoreReader *reader, FileId file, size_t count, uint32_t **ret_locals) {
  sqlite3_stmt *s;
  uint32_t *locals = ARENA_ARRAY(job->arena, uint32_t, count + 1);
  TRY(store_statement(job, &reader->db, SQL_SYMBOLS_OLD, &s));
  store_bind_file(s, file);
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) break;
    uint32_t local = store_local_of((SymbolId){sqlite3_column_int64(s, 0)});
    int64_t def = sqlite3_column_int64(s, 4);
    if (!def) def = local;
    if (def > 0 && (size_t)def < count) locals[def] = local;
  }
  *ret_locals = locals;
  return OK;
}
