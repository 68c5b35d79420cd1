/* Reading edges. Every row may have rotted: bytes that do not unpack are
 * damage, which makes the store be made anew, and not an empty answer. */
#include "src/store/store_internal.h"

/* All edges with a source in the range. */
static Err edges_between(Job *job, StoreReader *reader, StoreRange range, uint32_t kinds, StoreEdges *edges) {
  StoreCursor rows;
  TRY(store_scan(job, reader->connection, VIEW_EDGES, range, &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    SymbolId from = {rows.row[0].number};
    if (!store_unpack_edges(job->arena, rows.row[1].bytes, from, kinds, edges)) return store_stop_damaged(job, &rows);
  }
}

/* An id that cannot be has no edges; that is no damage, since ids come from
 * callers. */
Err store_edges_from(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreEdges *edges) {
  Str known;
  if (!store_is_symbol(symbol.value)) return OK;
  if (store_expected_edges(reader, symbol, &known)) {
    return store_unpack_edges(job->arena, known, symbol, kinds, edges) ? OK : store_damage(job, store_of(reader));
  }
  return edges_between(job, reader, store_range_one(symbol.value), kinds, edges);
}

Err store_edges_of(Job *job, StoreReader *reader, FileId file, uint32_t kinds, StoreEdges *edges) {
  if (!store_is_file(file.value)) return OK;
  return edges_between(job, reader, store_range_file(file), kinds, edges);
}

Err store_sources(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreSources *sources) {
  StoreCursor rows;
  bool is_good;
  if (store_expected_sources(job, reader, symbol, kinds, sources, &is_good)) return is_good ? OK : store_damage(job, store_of(reader));
  TRY(store_scan(job, reader->connection, VIEW_SOURCES, store_range_one(symbol.value), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    FileId file = {rows.row[1].number};
    if (!store_unpack_sources(job->arena, rows.row[2].bytes, file, kinds, sources)) return store_stop_damaged(job, &rows);
  }
}

/* Walks over all edges, in an arena that is emptied row by row. */
Err store_count_edges(Job *job, StoreReader *reader, StoreEdgeCounts *ret_counts) {
  StoreCursor rows;
  Arena arena;
  StoreEdgeCounts counts = {0};
  TRY(store_scan(job, reader->connection, VIEW_EDGES, store_range_all(), &rows));
  arena_init(&arena);
  Err err;
  for (bool row; !(err = store_next(job, &rows, &row)) && row;) {
    StoreEdges edges = {0};
    SymbolId from = {rows.row[0].number};
    if (!store_unpack_edges(&arena, rows.row[1].bytes, from, STORE_ALL_KINDS, &edges)) {
      err = store_stop_damaged(job, &rows);
      break;
    }
    for (size_t i = 0; i < edges.len; i++) {
      counts.kinds[edges.items[i].kind]++;
      counts.rules[edges.items[i].rule]++;
    }
    arena_reset(&arena);
  }
  arena_clear(&arena);
  *ret_counts = counts;
  return err;
}
