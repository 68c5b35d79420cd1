/* Reading by list of ids: as many rows in one question as the engine takes. */
#include <stdlib.h>

#include "src/store/store_internal.h"

/* A key, and where in the list it was asked for. */
typedef struct Asked {
  int64_t key;
  size_t at;
} Asked;

/* Sorted keys let the engine walk its tree from left to right, and let the rows
 * that come back be matched by binary search. */
static int by_key(const void *a, const void *b) {
  const Asked *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* The first of the asked with the key, or where it would be. */
static size_t find_key(const Asked *asked, size_t count, int64_t key) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (asked[middle].key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* The rows of at most STORE_KEYS_MAX keys; `asked` may name one several times. */
static Err take_part(const StoreMany *many, const int64_t *keys, size_t key_count, const Asked *asked, size_t count) {
  StoreConnection *on = many->reader->connection;
  StoreCursor rows;
  TRY(on->engine->get(many->job, on, many->view, keys, key_count, &rows));
  for (bool row;;) {
    TRY(store_next(many->job, &rows, &row));
    if (!row) return OK;
    int64_t key = rows.row[0].number;
    for (size_t i = find_key(asked, count, key); i < count && asked[i].key == key; i++) {
      /* A row that cannot be unpacked is damage on the disk, and is reported as such
       * rather than answered around. */
      if (!many->take(many->context, many->job->arena, rows.row, asked[i].at)) return store_stop_damaged(many->job, &rows);
    }
  }
}

static Err take_all(const StoreMany *many, Asked *asked, size_t count) {
  int64_t keys[STORE_KEYS_MAX];
  if (count > 1) qsort(asked, count, sizeof *asked, by_key);
  for (size_t first = 0, next; first < count; first = next) {
    size_t key_count = 0;
    for (next = first; next < count; next++) {
      /* Several symbols of one file ask for the same row; it is fetched once. */
      if (key_count && keys[key_count - 1] == asked[next].key) continue;
      if (key_count == STORE_KEYS_MAX) break;
      keys[key_count++] = asked[next].key;
    }
    TRY(take_part(many, keys, key_count, asked + first, next - first));
  }
  return OK;
}

Err store_take_rows(const StoreMany *many, const SymbolId *ids, size_t count) {
  Asked *asked = ARENA_ARRAY(many->job->arena, Asked, count + 1);
  size_t len = 0;
  for (size_t i = 0; i < count; i++) {
    int64_t key = many->view == VIEW_FILE ? store_file_of(ids[i]).value : ids[i].value;
    /* Others have no row. Their places in the result stay empty. */
    if (store_is_symbol(ids[i].value)) asked[len++] = (Asked){key, i};
  }
  return take_all(many, asked, len);
}

/* ---- symbols and files ---- */

static bool take_symbol(void *context, Arena *arena, const StoreCell *row, size_t at) {
  return store_read_symbol(arena, row, &((StoreSymbol *)context)[at]);
}

/* A place whose symbol is not there stays empty: callers look at the id. */
Err store_get_symbols(Job *job, StoreReader *reader, const SymbolId *ids, size_t count, StoreSymbol *ret_symbols) {
  StoreMany many = {job, reader, VIEW_SYMBOL, take_symbol, ret_symbols};
  for (size_t i = 0; i < count; i++) ret_symbols[i] = (StoreSymbol){0};
  return store_take_rows(&many, ids, count);
}

static bool take_file(void *context, Arena *arena, const StoreCell *row, size_t at) {
  return store_read_file(arena, row, &((StoreFile *)context)[at]);
}

/* As the symbols; by number of the file instead of a symbol's id. */
Err store_get_files(Job *job, StoreReader *reader, const FileId *ids, size_t count, StoreFile *ret_files) {
  StoreMany many = {job, reader, VIEW_FILE, take_file, ret_files};
  Asked *asked = ARENA_ARRAY(job->arena, Asked, count + 1);
  size_t len = 0;
  for (size_t i = 0; i < count; i++) {
    ret_files[i] = (StoreFile){0};
    if (store_is_file(ids[i].value)) asked[len++] = (Asked){ids[i].value, i};
  }
  return take_all(&many, asked, len);
}

/* ---- edges ---- */

typedef struct Edges {
  uint32_t kinds;
  StoreEdges *edges;
  StoreSources *sources;
} Edges;

static bool take_edges(void *context, Arena *arena, const StoreCell *row, size_t at) {
  Edges *edges = context;
  return store_unpack_edges(arena, row[1].bytes, (SymbolId){row[0].number}, edges->kinds, &edges->edges[at]);
}

Err store_edges_from_each(Job *job, StoreReader *reader, const SymbolId *symbols, size_t count, uint32_t kinds,
                          StoreEdges *ret_edges) {
  Edges edges = {.kinds = kinds, .edges = ret_edges};
  StoreMany many = {job, reader, VIEW_EDGES, take_edges, &edges};
  for (size_t i = 0; i < count; i++) ret_edges[i] = (StoreEdges){0};
  return store_take_rows(&many, symbols, count);
}

static bool take_sources(void *context, Arena *arena, const StoreCell *row, size_t at) {
  Edges *edges = context;
  return store_unpack_sources(arena, row[2].bytes, (FileId){row[1].number}, edges->kinds, &edges->sources[at]);
}

Err store_sources_of_each(Job *job, StoreReader *reader, const SymbolId *symbols, size_t count, uint32_t kinds,
                          StoreSources *ret_sources) {
  Edges edges = {.kinds = kinds, .sources = ret_sources};
  StoreMany many = {job, reader, VIEW_SOURCES, take_sources, &edges};
  for (size_t i = 0; i < count; i++) ret_sources[i] = (StoreSources){0};
  return store_take_rows(&many, symbols, count);
}

/* By source, as the rows about the target are. */
Err store_edges_into(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreEdges *edges) {
  StoreSources sources = {0};
  TRY(store_sources(job, reader, symbol, kinds, &sources));
  SymbolId *ids = ARENA_ARRAY(job->arena, SymbolId, sources.len + 1);
  StoreEdges *found = ARENA_ARRAY(job->arena, StoreEdges, sources.len + 1);
  for (size_t i = 0; i < sources.len; i++) ids[i] = sources.items[i].symbol;
  TRY(store_edges_from_each(job, reader, ids, sources.len, kinds, found));
  for (size_t i = 0; i < sources.len; i++) {
    for (size_t e = 0; e < found[i].len; e++) {
      if (found[i].items[e].to.value == symbol.value) *vec_add(job->arena, edges) = found[i].items[e];
    }
  }
  return OK;
}
