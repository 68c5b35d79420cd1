/* Edges by target: for each target and file a row with the symbols they come
 * from. A bulk load gathers the rows, in memory that may lie in a file, and
 * writes them at its end, in their order; where there is no such memory, or its
 * process did not finish, they are derived from the edges by source. */
#include <stdlib.h>
#include <string.h>

#include "src/base/part.h"
#include "src/base/room.h"
#include "src/base/sort.h"
#include "src/store/store_internal.h"

/* More gathered rows than that are sorted in so many parts. */
enum { ROWS_MANY = 1 << 16, ROW_PARTS = 256 };
enum { ROWS_FIRST = 1024, BYTES_FIRST = 16 << 10 };

/* One edge, seen from its target. */
typedef struct Entry {
  int64_t target;
  StoreSource source;
} Entry;

/* Sources of one file follow each other, since the number of the file is the
 * higher part of an id. */
static int by_target(const void *a, const void *b) {
  const Entry *x = a, *y = b;
  if (x->target != y->target) return x->target < y->target ? -1 : 1;
  int64_t sx = x->source.symbol.value, sy = y->source.symbol.value;
  return sx < sy ? -1 : sx > sy;
}

typedef VEC(StoreSource) Sources;

typedef struct Row {
  int64_t target, file;
  Str sources;
} Row;

static void fill_cells(StoreCell *cells, const Row *row) {
  cells[0] = CELL_NUMBER(row->target);
  cells[1] = CELL_NUMBER(row->file);
  cells[2] = CELL_BYTES(row->sources);
}

static Err put_row(Job *job, Store *store, const Row *row) {
  StoreCell cells[3];
  fill_cells(cells, row);
  return store_write(job, store->writer, WRITE_PUT_SOURCES, cells, NULL);
}

/* New ones. */
static Err put_rows(Job *job, Store *store, const Row *rows, size_t count) {
  StoreCell cells[STORE_ROWS_MAX * 3];
  for (size_t i = 0; i < count; i++) fill_cells(cells + 3 * i, &rows[i]);
  return store_write_rows(job, store->writer, WRITE_ADD_SOURCES, cells, count);
}

/* The sources of the entries from `*at` on that have one target and file,
 * packed; sorted entries. Moves on behind them. */
static void pack_target(Job *job, const Entry *entries, size_t count, size_t *at, Sources *sources, Buf *bytes) {
  sources->len = 0;
  int64_t target = entries[*at].target, file = store_file_of(entries[*at].source.symbol).value;
  for (; *at < count && entries[*at].target == target && store_file_of(entries[*at].source.symbol).value == file; ++*at) {
    const StoreSource *source = &entries[*at].source;
    StoreSource *last = sources->len ? vec_last(sources) : NULL;
    if (last && last->symbol.value == source->symbol.value) last->kinds |= source->kinds;
    else *vec_add(job->arena, sources) = *source;
  }
  buf_truncate(bytes, 0);
  store_pack_sources(bytes, sources->items, sources->len);
}

static Entry entry_of(const StoreEdge *edge) {
  return (Entry){edge->to.value, {edge->from, STORE_KIND(edge->kind)}};
}

/* Edges come by source: by their targets alone they are sorted, those of one
 * target staying in order. A target and the place of an edge fit in one number
 * but where there are very many. */
static Entry *sorted_entries(Job *job, const StoreEdge *edges, size_t count) {
  enum { AT_BITS = 18 };
  Entry *entries = ARENA_ARRAY(job->arena, Entry, count + 1);
  uint64_t *keys = ARENA_ARRAY(job->arena, uint64_t, 2 * count), most = 0;
  for (size_t i = 0; i < count; i++) {
    most |= (uint64_t)edges[i].to.value;
    keys[i] = (uint64_t)edges[i].to.value << AT_BITS | i;
  }
  if (count >> AT_BITS || most >> (64 - AT_BITS)) {
    for (size_t i = 0; i < count; i++) entries[i] = entry_of(&edges[i]);
    qsort(entries, count, sizeof(Entry), by_target);
    return entries;
  }
  sort_by_bits(keys, keys + count, count, AT_BITS, AT_BITS + sort_bits_of(most));
  for (size_t i = 0; i < count; i++) entries[i] = entry_of(&edges[keys[i] & ((1u << AT_BITS) - 1)]);
  return entries;
}

/* ---- gathering ---- */

void store_forget_targets(Store *store) {
  StoreTargets *gathered = &store->targets;
  room_free(gathered->rows, gathered->row_cap * sizeof *gathered->rows);
  room_free(gathered->bytes, gathered->byte_cap);
  *gathered = (StoreTargets){0};
}

void store_gather_targets(Store *store) {
  StoreTargets *gathered = &store->targets;
  store_forget_targets(store);
  gathered->is_whole = true;
}

/* More than its share, and not in a file; or more than places can say. */
static bool is_too_much(const Store *store) {
  const StoreTargets *gathered = &store->targets;
  size_t bytes = gathered->byte_cap + gathered->row_cap * sizeof *gathered->rows;
  RoomCounts room = room_counts();
  bool is_at_home = !room.limit || room.heap > room.limit;
  return gathered->byte_count > UINT32_MAX - STORE_EDGES_MAX || (is_at_home && bytes > store->options.bulk_mb << 20);
}

static void add_row(StoreTargets *gathered, StoreTargetRow row) {
  if (gathered->row_count == gathered->row_cap) {
    size_t cap = gathered->row_cap ? gathered->row_cap + gathered->row_cap / 2 : ROWS_FIRST;
    gathered->rows = room_grow(gathered->rows, gathered->row_cap * sizeof row, cap * sizeof row);
    gathered->row_cap = cap;
  }
  gathered->rows[gathered->row_count++] = row;
}

static void add_bytes(StoreTargets *gathered, Str bytes) {
  if (gathered->byte_cap - gathered->byte_count < bytes.len) {
    size_t cap = gathered->byte_cap ? gathered->byte_cap + gathered->byte_cap / 2 : BYTES_FIRST;
    while (cap - gathered->byte_count < bytes.len) cap *= 2;
    gathered->bytes = room_grow(gathered->bytes, gathered->byte_cap, cap);
    gathered->byte_cap = cap;
  }
  memcpy(gathered->bytes + gathered->byte_count, bytes.ptr, bytes.len);
  gathered->byte_count += bytes.len;
}

/* Of a file that had no edges before. */
static void gather(Job *job, Store *store, const StoreFileEdges *links) {
  StoreTargets *gathered = &store->targets;
  Entry *entries = sorted_entries(job, links->edges, links->edge_count);
  Buf bytes;
  Sources sources = {0};
  buf_init(&bytes, job->arena, STORE_EDGES_MAX);
  for (size_t i = 0; i < links->edge_count;) {
    int64_t target = entries[i].target;
    pack_target(job, entries, links->edge_count, &i, &sources, &bytes);
    add_row(gathered, (StoreTargetRow){target, (uint32_t)links->file.value, (uint32_t)gathered->byte_count});
    uint8_t head[PACK_NUMBER_MAX];
    add_bytes(gathered, (Str){(const char *)head, (size_t)(pack_put_number(head, bytes.len) - head)});
    add_bytes(gathered, buf_str(&bytes));
  }
  if (is_too_much(store)) store_forget_targets(store);
}

static int by_row(const void *a, const void *b) {
  const StoreTargetRow *x = a, *y = b;
  if (x->target != y->target) return x->target < y->target ? -1 : 1;
  return x->file < y->file ? -1 : x->file > y->file;
}

/* Points into the gathered bytes. */
static Row gathered_row(const StoreTargets *gathered, size_t at) {
  const StoreTargetRow *row = &gathered->rows[at];
  PackReader in = pack_reader((Str){gathered->bytes + row->at, gathered->byte_count - row->at});
  size_t len = pack_read_number(&in);
  return (Row){row->target, row->file, {(const char *)in.at, len}};
}

/* qsort copies what it sorts: part by part millions of rows take little memory
 * beside themselves. Targets are no negative numbers. */
static void sort_rows(StoreTargetRow *rows, size_t count) {
  size_t ends[ROW_PARTS], from = 0;
  int64_t most = 0;
  if (count < ROWS_MANY) {
    if (count) qsort(rows, count, sizeof *rows, by_row);
    return;
  }
  for (size_t i = 0; i < count; i++) most |= rows[i].target;
  unsigned shift = 0;
  while (most >> shift >= ROW_PARTS) shift++;
  PART_IN_PLACE(rows, count, ends, item.target >> shift);
  for (size_t part = 0; part < ROW_PARTS; from = ends[part++]) {
    qsort(rows + from, ends[part] - from, sizeof *rows, by_row);
  }
}

static Err put_gathered(Job *job, Store *store) {
  StoreTargets *gathered = &store->targets;
  Row rows[STORE_ROWS_MAX];
  size_t count = 0;
  sort_rows(gathered->rows, gathered->row_count);
  for (size_t i = 0; i < gathered->row_count; i++) {
    rows[count++] = gathered_row(gathered, i);
    if (count < STORE_ROWS_MAX) continue;
    TRY(put_rows(job, store, rows, count));
    count = 0;
  }
  return put_rows(job, store, rows, count);
}

/* ---- replacing ---- */

/* Rows that stay the same are not written. */
static Err replace(Job *job, Store *store, const StoreFileEdges *links, const StoreEdges *old) {
  size_t o = 0, n = 0;
  Entry *before = sorted_entries(job, old->items, old->len);
  Entry *now = sorted_entries(job, links->edges, links->edge_count);
  Buf bytes, bytes_before;
  Sources sources = {0};
  buf_init(&bytes, job->arena, STORE_EDGES_MAX);
  buf_init(&bytes_before, job->arena, STORE_EDGES_MAX);
  while (o < old->len || n < links->edge_count) {
    int64_t gone = o < old->len ? before[o].target : INT64_MAX;
    int64_t target = n < links->edge_count ? now[n].target : INT64_MAX;
    if (gone <= target) pack_target(job, before, old->len, &o, &sources, &bytes_before);
    if (target <= gone) pack_target(job, now, links->edge_count, &n, &sources, &bytes);
    if (gone < target) {
      const int64_t key[] = {gone, links->file.value};
      TRY(store_write_numbers(job, store->writer, WRITE_REMOVE_SOURCES, key, COUNT_OF(key)));
    } else if (target < gone || !str_eq(buf_str(&bytes), buf_str(&bytes_before))) {
      TRY(put_row(job, store, &(Row){target, links->file.value, buf_str(&bytes)}));
    }
  }
  return OK;
}

/* In bulk a file that had edges already means that rows would be written
 * twice: gathering ends, and all are derived. */
Err store_put_targets(Job *job, Store *store, const StoreFileEdges *links, const StoreEdges *old) {
  if (!store->bulk) return replace(job, store, links, old);
  if (old->len || links->file.value > UINT32_MAX) store_forget_targets(store);
  if (store->targets.is_whole) gather(job, store, links);
  return OK;
}

/* ---- deriving ---- */

typedef struct Derive {
  Job *job;
  Store *store;
  Arena arena;   /* of the edges at hand */
  Arena sorted;  /* of the entries */
  VEC(Entry) entries;
} Derive;

typedef void DeriveEdge(void *context, const StoreEdge *edge);

/* All edges by source, one row at a time; the caller's context decides what to
 * keep. */
static Err each_edge(Derive *derive, DeriveEdge *each, void *context) {
  Store *store = derive->store;
  StoreCursor rows;
  TRY(store_scan(derive->job, store->writer, VIEW_EDGES, store_range_all(), &rows));
  for (bool row;;) {
    TRY(store_next(derive->job, &rows, &row));
    if (!row) return OK;
    StoreEdges edges = {0};
    SymbolId from = {rows.row[0].number};
    if (!store_unpack_edges(&derive->arena, rows.row[1].bytes, from, STORE_ALL_KINDS, &edges)) {
      return store_stop_damaged(derive->job, &rows);
    }
    for (size_t i = 0; i < edges.len; i++) each(context, &edges.items[i]);
    arena_reset(&derive->arena);
  }
}

typedef struct Histogram {
  Arena *arena;
  VEC(uint32_t) files; /* edges into each file */
} Histogram;

/* How much each target file will need, so that parts can be cut to fit. */
static void count_edge(void *context, const StoreEdge *edge) {
  Histogram *histogram = context;
  size_t file = (size_t)store_file_of(edge->to).value;
  while (histogram->files.len <= file) *vec_add(histogram->arena, &histogram->files) = 0;
  histogram->files.items[file]++;
}

typedef struct Part {
  Derive *derive;
  int64_t first, last; /* files that are targets */
} Part;

static void take_edge(void *context, const StoreEdge *edge) {
  Part *part = context;
  int64_t file = store_file_of(edge->to).value;
  if (file < part->first || file > part->last) return;
  *vec_add(&part->derive->sorted, &part->derive->entries) = entry_of(edge);
}

/* One row for each target and file. */
static Err put_entries(Job *job, Store *store, Entry *entries, size_t count) {
  Buf bytes;
  Sources sources = {0};
  buf_init(&bytes, job->arena, STORE_EDGES_MAX);
  if (count) qsort(entries, count, sizeof(Entry), by_target);
  for (size_t i = 0; i < count;) {
    Row row = {.target = entries[i].target, .file = store_file_of(entries[i].source.symbol).value};
    pack_target(job, entries, count, &i, &sources, &bytes);
    row.sources = buf_str(&bytes);
    TRY(put_row(job, store, &row));
  }
  return OK;
}

/* Writes the entries and forgets them and what writing took. */
static Err put_part(Derive *derive) {
  Err err;
  {
    JOB_ARENA(derive->job, &derive->arena);
    err = put_entries(derive->job, derive->store, derive->entries.items, derive->entries.len);
  }
  arena_reset(&derive->arena);
  arena_clear(&derive->sorted);
  derive->entries.items = NULL;
  derive->entries.len = derive->entries.cap = 0;
  return err;
}

/* In order of the targets, as many at a time as memory allows. */
static Err derive_parts(Derive *derive, const Histogram *histogram) {
  size_t count = histogram->files.len;
  size_t most = (derive->store->options.bulk_mb << 20) / sizeof(Entry);
  for (size_t first = 0, next; first < count; first = next) {
    size_t edges = histogram->files.items[first];
    for (next = first + 1; next < count && edges + histogram->files.items[next] <= most; next++) {
      edges += histogram->files.items[next];
    }
    if (!edges) continue;
    Part part = {derive, (int64_t)first, (int64_t)next - 1};
    derive->entries.items = ARENA_ARRAY(&derive->sorted, Entry, edges);
    derive->entries.cap = edges;
    TRY(each_edge(derive, take_edge, &part));
    TRY(put_part(derive));
  }
  return OK;
}

/* One walk to count, then one for each part. */
static Err derive_all(Job *job, Store *store) {
  Derive derive = {.job = job, .store = store};
  Arena counts;
  arena_init(&derive.arena);
  arena_init(&derive.sorted);
  arena_init(&counts);
  Histogram histogram = {.arena = &counts};
  Err err = each_edge(&derive, count_edge, &histogram);
  if (!err) err = derive_parts(&derive, &histogram);
  arena_clear(&derive.arena);
  arena_clear(&derive.sorted);
  arena_clear(&counts);
  return err;
}

Err store_derive_targets(Job *job, Store *store) {
  TRY(store_write(job, store->writer, WRITE_EMPTY_SOURCES, NULL, NULL));
  return store->targets.is_whole ? put_gathered(job, store) : derive_all(job, store);
}
