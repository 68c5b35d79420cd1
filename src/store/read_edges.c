/* Reading edges. */
#include "src/store/store_internal.h"

/* All edges with a source in [first, end). */
static Err edges_between(Job *job, StoreReader *reader, int64_t first, int64_t end, uint32_t kinds,
                         StoreEdges *edges) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, SQL_EDGES, &s));
  sqlite3_bind_int64(s, 1, first);
  sqlite3_bind_int64(s, 2, end);
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) return OK;
    SymbolId from = {sqlite3_column_int64(s, 0)};
    if (!store_unpack_edges(job->arena, store_column_blob(s, 1), from, kinds, edges)) {
      sqlite3_reset(s);
      return store_fail(job, &reader->db, SQLITE_CORRUPT);
    }
  }
}

Err store_edges_from(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreEdges *edges) {
  if (!store_is_symbol(symbol.value)) return OK;
  return edges_between(job, reader, symbol.value, symbol.value + 1, kinds, edges);
}

Err store_edges_of(Job *job, StoreReader *reader, FileId file, uint32_t kinds, StoreEdges *edges) {
  if (!store_is_file(file.value)) return OK;
  return edges_between(job, reader, store_symbol_id(file, 0).value,
                       store_symbol_id((FileId){file.value + 1}, 0).value, kinds, edges);
}

Err store_sources(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreSources *sources) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &reader->db, SQL_REVERSE, &s));
  sqlite3_bind_int64(s, 1, symbol.value);
  for (bool row;;) {
    TRY(store_step(job, &reader->db, s, &row));
    if (!row) return OK;
    FileId file = {sqlite3_column_int64(s, 0)};
    if (!store_unpack_sources(job->arena, store_column_blob(s, 1), file, kinds, sources)) {
      sqlite3_reset(s);
      return store_fail(job, &reader->db, SQLITE_CORRUPT);
    }
  }
}

Err store_edges_into(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreEdges *edges) {
  StoreSources sources = {0};
  TRY(store_sources(job, reader, symbol, kinds, &sources));
  for (size_t i = 0; i < sources.len; i++) {
    size_t kept = edges->len;
    TRY(store_edges_from(job, reader, sources.items[i].symbol, kinds, edges));
    for (size_t e = kept; e < edges->len; e++) {
      if (edges->items[e].to.value == symbol.value) edges->items[kept++] = edges->items[e];
    }
    edges->len = kept;
  }
  return OK;
}

Err store_count_edges(Job *job, StoreReader *reader, StoreEdgeCounts *ret_counts) {
  sqlite3_stmt *s;
  Arena arena;
  StoreEdgeCounts counts = {0};
  TRY(store_statement(job, &reader->db, SQL_EDGES, &s));
  sqlite3_bind_int64(s, 1, 0);
  sqlite3_bind_int64(s, 2, INT64_MAX);
  arena_init(&arena);
  Err err;
  for (bool row; !(err = store_step(job, &reader->db, s, &row)) && row;) {
    StoreEdges edges = {0};
    SymbolId from = {sqlite3_column_int64(s, 0)};
    if (!store_unpack_edges(&arena, store_column_blob(s, 1), from, STORE_ALL_KINDS, &edges)) {
      sqlite3_reset(s);
      err = store_fail(job, &reader->db, SQLITE_CORRUPT);
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
