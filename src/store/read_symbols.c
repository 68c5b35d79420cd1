/* Reading names and symbols. */
#include "src/base/idmap.h"
#include "src/store/store_internal.h"

/* ---- names ---- */

/* Called within the cursor: whoever is told must not ask the same view
 * again. */
static Err each_name(Job *job, StoreReader *reader, StoreView view, StoreRange range, StoreEachName *each, void *context) {
  StoreCursor rows;
  TRY(store_scan(job, reader->connection, view, range, &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    each(context, rows.row[0].number, rows.row[1].bytes);
  }
}

Err store_each_name(Job *job, StoreReader *reader, StoreEachName *each, void *context) {
  return each_name(job, reader, VIEW_NAME, store_range_all(), each, context);
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

/* Names that begin with `prefix`, folded as the index is, ASCII alone. */
static StoreRange beginning_with(Job *job, Str prefix, size_t limit) {
  char *folded = arena_copy(job->arena, prefix.ptr, prefix.len);
  for (size_t i = 0; i < prefix.len; i++) {
    if (folded[i] >= 'A' && folded[i] <= 'Z') folded[i] = (char)(folded[i] + 32);
  }
  Str from = {folded, prefix.len}, to = behind(job->arena, from);
  return (StoreRange){.from_text = from, .to_text = to, .limit = limit};
}

Err store_each_prefixed(Job *job, StoreReader *reader, Str prefix, size_t limit, StoreEachName *each,
                        void *context) {
  return limit ? each_name(job, reader, VIEW_NAME_BY_FOLD, beginning_with(job, prefix, limit), each, context) : OK;
}

Err store_each_worded(Job *job, StoreReader *reader, Str word, size_t limit, StoreEachName *each,
                      void *context) {
  return limit ? each_name(job, reader, VIEW_NAME_BY_WORD, beginning_with(job, word, limit), each, context) : OK;
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
bool store_read_symbol(Arena *arena, const StoreCell *cells, StoreSymbol *ret_symbol) {
  int64_t kind = cells[CELL_SYMBOL_KIND].number, container = cells[CELL_SYMBOL_CONTAINER].number;
  int64_t def = cells[CELL_SYMBOL_DEF].number;
  SymbolId id = {cells[CELL_SYMBOL_ID].number};
  StoreSymbol symbol = {.id = id, .file = store_file_of(id), .path = str_copy(arena, cells[CELL_SYMBOL_PATH].bytes),
                        .name = str_copy(arena, cells[CELL_SYMBOL_NAME].bytes), .kind = (SymbolKind)kind,
                        .flags = (unsigned)cells[CELL_SYMBOL_FLAGS].number, .def = (DefNo)def,
                        .signature = str_copy(arena, cells[CELL_SYMBOL_SIGNATURE].bytes)};
  if (!symbol.def) symbol.def = store_local_of(id);
  if (!is_sane(&symbol, container, kind, def) || !store_unpack_place(cells[CELL_SYMBOL_PLACE].bytes, &symbol)) return false;
  if (container) symbol.container_id = store_symbol_id(symbol.file, (uint32_t)container);
  symbol.container = str_copy(arena, container ? cells[CELL_SYMBOL_CONTAINER_NAME].bytes : symbol.container);
  *ret_symbol = symbol;
  return true;
}

/* Paths are compared only for different files, and are different then. */
static int by_place(const void *a, const void *b) {
  const StoreSymbol *x = a, *y = b;
  if (x->file.value != y->file.value) {
    int order = str_compare(x->path, y->path);
    if (order) return order;
  }
  if (x->name_span.from != y->name_span.from) return x->name_span.from < y->name_span.from ? -1 : 1;
  return x->def < y->def ? -1 : x->def > y->def;
}

/* Rows come by id, which is mostly the order of the text already. */
static void sort_by_place(StoreSymbols *symbols) {
  for (size_t i = 1; i < symbols->len; i++) {
    if (by_place(&symbols->items[i - 1], &symbols->items[i]) <= 0) continue;
    qsort(symbols->items, symbols->len, sizeof *symbols->items, by_place);
    return;
  }
}

static Err list_symbols(Job *job, StoreReader *reader, StoreView view, StoreRange range, StoreSymbols *ret_symbols) {
  StoreSymbols symbols = {0};
  StoreCursor rows;
  TRY(store_scan(job, reader->connection, view, range, &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) break;
    StoreSymbol symbol;
    if (!store_read_symbol(job->arena, rows.row, &symbol)) return store_stop_damaged(job, &rows);
    *vec_add(job->arena, &symbols) = symbol;
  }
  sort_by_place(&symbols);
  symbols.total = symbols.len;
  *ret_symbols = symbols;
  return OK;
}

/* How many there are in all, for answers that show only some. */
static Err count_named(Job *job, StoreReader *reader, int64_t name, size_t *ret_count) {
  StoreCursor rows;
  *ret_count = 0;
  TRY(store_scan(job, reader->connection, VIEW_NAMED, store_range_one(name), &rows));
  for (bool row;; ++*ret_count) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
  }
}

Err store_list_named(Job *job, StoreReader *reader, int64_t name, size_t limit, StoreSymbols *ret_symbols) {
  StoreRange range = store_range_one(name);
  range.limit = limit;
  *ret_symbols = (StoreSymbols){0};
  if (limit) TRY(list_symbols(job, reader, VIEW_SYMBOL_BY_NAME, range, ret_symbols));
  if (ret_symbols->len == 1) store_remember(reader, &ret_symbols->items[0]);
  return ret_symbols->len < limit ? OK : count_named(job, reader, name, &ret_symbols->total);
}

Err store_list_symbols(Job *job, StoreReader *reader, FileId file, StoreSymbols *ret_symbols) {
  return list_symbols(job, reader, VIEW_SYMBOL, store_range_file(file), ret_symbols);
}

Err store_list_made(Job *job, StoreReader *reader, FileId file, StoreSymbols *ret_symbols) {
  StoreRange range = store_range_file(file);
  range.from = store_symbol_id(file, STORE_MADE_FIRST).value;
  return list_symbols(job, reader, VIEW_SYMBOL, range, ret_symbols);
}

/* A symbol that is gone gives an empty one and no error. */
Err store_get_symbol(Job *job, StoreReader *reader, SymbolId id, StoreSymbol *ret_symbol) {
  StoreSymbols symbols;
  *ret_symbol = (StoreSymbol){0};
  if (!store_is_symbol(id.value) || store_expected_symbol(job, reader, id, ret_symbol)) return OK;
  TRY(list_symbols(job, reader, VIEW_SYMBOL, store_range_one(id.value), &symbols));
  if (!symbols.len) return OK;
  *ret_symbol = symbols.items[0];
  store_remember(reader, ret_symbol);
  return OK;
}

/* Less than the whole symbol: for finding what encloses a place, names are not
 * needed. */
Err store_list_places(Job *job, StoreReader *reader, FileId file, StorePlaces *ret_places) {
  StorePlaces places = {0};
  StoreCursor rows;
  TRY(store_scan(job, reader->connection, VIEW_SYMBOL_PLACE, store_range_file(file), &rows));
  for (bool row;;) {
    StoreSymbol symbol = {0};
    TRY(store_next(job, &rows, &row));
    if (!row) break;
    int64_t kind = rows.row[1].number, container = rows.row[3].number;
    bool is_sound = kind >= 0 && kind < SYMBOL_KIND_COUNT && container >= 0 && container <= STORE_LOCAL_MAX;
    if (!is_sound || !store_unpack_place(rows.row[4].bytes, &symbol)) return store_stop_damaged(job, &rows);
    *vec_add(job->arena, &places) = (StorePlace){.id = {rows.row[0].number}, .kind = (SymbolKind)kind, .flags = (unsigned)rows.row[2].number,
                                                 .full = symbol.full, .name = symbol.name_span,
                                                 .container = container ? store_symbol_id(file, (uint32_t)container) : (SymbolId){0}};
  }
  *ret_places = places;
  return OK;
}

/* Those that are inside of it, and what is inside of those: as a member may stand
 * before its container, in rounds until nothing is added. */
static Err gather_inside(Job *job, const StorePlaces *places, SymbolId container, Idmap *inside) {
  idmap_init(inside, job->arena);
  idmap_add(inside, container.value, 0);
  for (size_t before = 0; before != inside->len;) {
    TRY(job_check(job));
    before = inside->len;
    for (size_t i = 0; i < places->len; i++) {
      if (idmap_has(inside, places->items[i].container.value)) idmap_add(inside, places->items[i].id.value, 1);
    }
  }
  return OK;
}

/* A large file has thousands of symbols and a type a few of them: the words of the
 * others are not read. */
Err store_list_inside(Job *job, StoreReader *reader, SymbolId container, StoreSymbols *ret_symbols) {
  StorePlaces places;
  StoreSymbols symbols = {0};
  Idmap inside;
  TRY(store_list_places(job, reader, store_file_of(container), &places));
  TRY(gather_inside(job, &places, container, &inside));
  SymbolId *ids = ARENA_ARRAY(job->arena, SymbolId, inside.len + 1);
  symbols.items = ARENA_ARRAY(job->arena, StoreSymbol, inside.len + 1);
  for (size_t i = 0; i < places.len; i++) {
    if (idmap_get(&inside, places.items[i].id.value) == 1) ids[symbols.len++] = places.items[i].id;
  }
  TRY(store_get_symbols(job, reader, ids, symbols.len, symbols.items));
  symbols.cap = inside.len + 1;
  sort_by_place(&symbols);
  symbols.total = symbols.len;
  *ret_symbols = symbols;
  return OK;
}

/* By number of definition; 0: it is no symbol. Numbers beyond the facts at
 * hand are left out. */
Err store_get_locals(Job *job, StoreReader *reader, FileId file, size_t count, uint32_t **ret_locals) {
  StoreCursor rows;
  uint32_t *locals = ARENA_ARRAY(job->arena, uint32_t, count + 1);
  TRY(store_scan(job, reader->connection, VIEW_SYMBOL_ROW, store_range_file(file), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) break;
    uint32_t local = store_local_of((SymbolId){rows.row[CELL_ROW_ID].number});
    int64_t def = rows.row[CELL_ROW_DEF].number;
    if (!def) def = local;
    if (def > 0 && (size_t)def < count) locals[def] = local;
  }
  *ret_locals = locals;
  return OK;
}
