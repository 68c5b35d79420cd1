/* Writing edges by source, one row each, and what a file looked at. Those by
 * target are in targets.c. What a file has to do with others is kept in rows of
 * its own alone, so that changing it touches no other's. */
#include "src/store/store_internal.h"

/* A file's edges as they are stored. */
typedef struct OldEdges {
  VEC(SymbolId) sources;
  VEC(Str) rows;    /* packed, by source */
  StoreEdges edges; /* of all */
} OldEdges;

static Err read_old_edges(Job *job, Store *store, FileId file, OldEdges *old) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_EDGES, &s));
  store_bind_file(s, file);
  for (bool row;;) {
    TRY(store_step(job, &store->writer, s, &row));
    if (!row) return OK;
    SymbolId from = {sqlite3_column_int64(s, 0)};
    Str bytes = str_copy(job->arena, store_column_blob(s, 1));
    *vec_add(job->arena, &old->sources) = from;
    *vec_add(job->arena, &old->rows) = bytes;
    if (!store_unpack_edges(job->arena, bytes, from, STORE_ALL_KINDS, &old->edges)) {
      sqlite3_reset(s);
      return store_fail(job, &store->writer, SQLITE_CORRUPT);
    }
  }
}

static Err put_row(Job *job, Store *store, SymbolId from, Str bytes) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_EDGES_PUT, &s));
  sqlite3_bind_int64(s, 1, from.value);
  store_bind_blob(s, 2, bytes);
  return store_run(job, &store->writer, s);
}

/* By source; rows that stay the same are not written. */
static Err put_edges(Job *job, Store *store, const StoreLinks *links, const OldEdges *old) {
  Buf bytes;
  buf_init(&bytes, job->arena, STORE_EDGES_MAX);
  size_t at = 0;
  for (size_t i = 0, next; i < links->edge_count; i = next) {
    SymbolId from = links->edges[i].from;
    for (next = i; next < links->edge_count && links->edges[next].from.value == from.value;) next++;
    buf_truncate(&bytes, 0);
    store_pack_edges(&bytes, links->edges + i, next - i);
    for (; at < old->rows.len && old->sources.items[at].value < from.value; at++) {
      TRY(store_run_numbers(job, &store->writer, SQL_EDGES_REMOVE, &old->sources.items[at].value, 1));
    }
    bool was_there = at < old->rows.len && old->sources.items[at].value == from.value;
    bool is_same = was_there && str_eq(old->rows.items[at], buf_str(&bytes));
    if (was_there) at++;
    if (!is_same) TRY(put_row(job, store, from, buf_str(&bytes)));
  }
  for (; at < old->rows.len; at++) {
    TRY(store_run_numbers(job, &store->writer, SQL_EDGES_REMOVE, &old->sources.items[at].value, 1));
  }
  return OK;
}

static int by_file(const void *a, const void *b) {
  int64_t x = ((const FileId *)a)->value, y = ((const FileId *)b)->value;
  return x < y ? -1 : x > y;
}

static Err put_uses(Job *job, Store *store, const StoreLinks *links) {
  Buf uses, asks;
  sqlite3_stmt *s;
  bool row;
  buf_init(&uses, job->arena, STORE_EDGES_MAX);
  buf_init(&asks, job->arena, STORE_EDGES_MAX);
  FileId *sorted = arena_copy(job->arena, links->uses, links->use_count * sizeof(FileId));
  if (links->use_count) qsort(sorted, links->use_count, sizeof(FileId), by_file);
  for (size_t i = 0; i < links->use_count; i++) {
    store_pack(&uses, (uint64_t)(sorted[i].value - (i ? sorted[i - 1].value : 0)));
  }
  for (size_t i = 0; i < links->ask_count; i++) store_pack(&asks, links->asks[i] - (i ? links->asks[i - 1] : 0));
  TRY(store_statement(job, &store->writer, SQL_LINKS_OF, &s));
  sqlite3_bind_int64(s, 1, links->file.value);
  TRY(store_step(job, &store->writer, s, &row));
  bool is_same = row && str_eq(store_column_blob(s, 0), buf_str(&uses)) && str_eq(store_column_blob(s, 1), buf_str(&asks));
  sqlite3_reset(s);
  if (is_same) return OK;
  TRY(store_statement(job, &store->writer, SQL_LINKS_PUT, &s));
  sqlite3_bind_int64(s, 1, links->file.value);
  store_bind_blob(s, 2, buf_str(&uses));
  store_bind_blob(s, 3, buf_str(&asks));
  return store_run(job, &store->writer, s);
}

Err store_put_links(Job *job, Store *store, const StoreLinks *links) {
  OldEdges old = {0};
  TRY(read_old_edges(job, store, links->file, &old));
  TRY(put_edges(job, store, links, &old));
  TRY(store_put_targets(job, store, links, &old.edges));
  TRY(put_uses(job, store, links));
  const int64_t counts[] = {links->file.value, (int64_t)links->edge_count, (int64_t)links->resolved,
                            (int64_t)links->external, (int64_t)links->unresolved};
  return store_run_numbers(job, &store->writer, SQL_FILE_LINKED, counts, COUNT_OF(counts));
}

Err store_remove_links(Job *job, Store *store, FileId file) {
  OldEdges old = {0};
  const StoreLinks none = {.file = file};
  TRY(read_old_edges(job, store, file, &old));
  TRY(put_edges(job, store, &none, &old));
  TRY(store_put_targets(job, store, &none, &old.edges));
  return store_run_numbers(job, &store->writer, SQL_LINKS_REMOVE, &file.value, 1);
}
