/* Writing edges by source, one row each, and what a file looked at. Those by
 * target are in targets.c. What a file has to do with others is kept in rows of
 * its own alone, so that changing it touches no other's. */
#include "src/base/sort.h"
#include "src/store/store_internal.h"

/* A file's edges as they are stored. */
typedef struct OldEdges {
  VEC(SymbolId) sources;
  VEC(Str) rows;    /* packed, by source */
  StoreEdges edges; /* of all */
} OldEdges;

static Err read_old_edges(Job *job, Store *store, FileId file, OldEdges *old) {
  StoreCursor rows;
  TRY(store_scan(job, store->writer, VIEW_EDGES, store_range_file(file), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    SymbolId from = {rows.row[0].number};
    Str bytes = str_copy(job->arena, rows.row[1].bytes);
    *vec_add(job->arena, &old->sources) = from;
    *vec_add(job->arena, &old->rows) = bytes;
    if (!store_unpack_edges(job->arena, bytes, from, STORE_ALL_KINDS, &old->edges)) return store_stop_damaged(job, &rows);
  }
}

/* Rows that go in many at a time. */
typedef struct Putting {
  StoreCell cells[2 * STORE_ROWS_MAX];
  size_t rows;
} Putting;

static Err put_gathered(Job *job, Store *store, Putting *putting) {
  size_t rows = putting->rows;
  putting->rows = 0;
  return store_write_rows(job, store->writer, WRITE_PUT_EDGES, putting->cells, rows);
}

static Err put_row(Job *job, Store *store, Putting *putting, SymbolId from, Str bytes) {
  StoreCell *cells = putting->cells + 2 * putting->rows++;
  cells[0] = CELL_NUMBER(from.value);
  cells[1] = CELL_BYTES(str_copy(job->arena, bytes));
  return putting->rows == STORE_ROWS_MAX ? put_gathered(job, store, putting) : OK;
}

/* By source; rows that stay the same are not written. Both lists are in the
 * order of sources, and are walked side by side. */
static Err put_edges(Job *job, Store *store, const StoreFileEdges *links, const OldEdges *old) {
  Buf bytes;
  Putting putting = {.rows = 0};
  buf_init(&bytes, job->arena, STORE_EDGES_MAX);
  size_t at = 0;
  for (size_t i = 0, next; i < links->edge_count; i = next) {
    SymbolId from = links->edges[i].from;
    for (next = i; next < links->edge_count && links->edges[next].from.value == from.value;) next++;
    buf_truncate(&bytes, 0);
    store_pack_edges(&bytes, links->edges + i, next - i);
    for (; at < old->rows.len && old->sources.items[at].value < from.value; at++) {
      TRY(store_write_numbers(job, store->writer, WRITE_REMOVE_EDGES, &old->sources.items[at].value, 1));
    }
    bool was_there = at < old->rows.len && old->sources.items[at].value == from.value;
    bool is_same = was_there && str_eq(old->rows.items[at], buf_str(&bytes));
    if (was_there) at++;
    if (!is_same) TRY(put_row(job, store, &putting, from, buf_str(&bytes)));
  }
  TRY(put_gathered(job, store, &putting));
  for (; at < old->rows.len; at++) {
    TRY(store_write_numbers(job, store->writer, WRITE_REMOVE_EDGES, &old->sources.items[at].value, 1));
  }
  return OK;
}

/* Sorted and as differences, which take a byte or two each. */
static Err put_uses(Job *job, Store *store, const StoreFileEdges *links) {
  Buf uses, asks;
  StoreCursor rows;
  bool row;
  buf_init(&uses, job->arena, STORE_EDGES_MAX);
  buf_init(&asks, job->arena, STORE_EDGES_MAX);
  uint64_t *sorted = ARENA_ARRAY(job->arena, uint64_t, 2 * links->use_count), most = 0;
  for (size_t i = 0; i < links->use_count; i++) most |= sorted[i] = (uint64_t)links->uses[i].value;
  sort_by_bits(sorted, sorted + links->use_count, links->use_count, 0, sort_bits_of(most));
  for (size_t i = 0; i < links->use_count; i++) pack_number(&uses, sorted[i] - (i ? sorted[i - 1] : 0));
  for (size_t i = 0; i < links->ask_count; i++) pack_number(&asks, links->asks[i] - (i ? links->asks[i - 1] : 0));
  TRY(store_get_one(job, store->writer, VIEW_LINKS, links->file.value, &rows, &row));
  bool is_same = row && str_eq(rows.row[1].bytes, buf_str(&uses)) && str_eq(rows.row[2].bytes, buf_str(&asks));
  if (row) store_stop(&rows);
  if (is_same) return OK;
  const StoreCell cells[] = {CELL_NUMBER(links->file.value), CELL_BYTES(buf_str(&uses)), CELL_BYTES(buf_str(&asks))};
  return store_write(job, store->writer, WRITE_PUT_LINKS, cells, NULL);
}

/* In place of all that the file had; in the caller's batch, so that by source
 * and by target never disagree. */
Err store_put_file_edges(Job *job, Store *store, const StoreFileEdges *links) {
  OldEdges old = {0};
  TRY(read_old_edges(job, store, links->file, &old));
  TRY(put_edges(job, store, links, &old));
  TRY(store_put_targets(job, store, links, &old.edges));
  TRY(put_uses(job, store, links));
  TRY(store_put_open_calls(job, store, links));
  TRY(store_put_outward(job, store, links));
  TRY(store_put_made(job, store, links));
  const int64_t counts[] = {links->file.value, (int64_t)links->edge_count, (int64_t)links->resolved,
                            (int64_t)links->external, (int64_t)links->unresolved};
  return store_write_numbers(job, store->writer, WRITE_SET_FILE_COUNTS, counts, COUNT_OF(counts));
}

Err store_remove_file_edges(Job *job, Store *store, FileId file) {
  OldEdges old = {0};
  const StoreFileEdges none = {.file = file};
  TRY(read_old_edges(job, store, file, &old));
  TRY(put_edges(job, store, &none, &old));
  TRY(store_put_targets(job, store, &none, &old.edges));
  TRY(store_put_open_calls(job, store, &none));
  TRY(store_put_outward(job, store, &none));
  return store_write_numbers(job, store->writer, WRITE_REMOVE_LINKS, &file.value, 1);
}
