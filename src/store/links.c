/* Writing edges: by source in one row each, and by target the files and
 * symbols they come from. What a file has to do with others is kept in rows of
 * its own alone, so that changing it touches no other's. */
#include <string.h>

#include "src/store/store_internal.h"

#define EDGES_MAX ((size_t)256 << 20) /* bytes of one row */

typedef struct Entry {
  int64_t target;
  StoreSource source;
} Entry;

static int by_target(const void *a, const void *b) {
  const Entry *x = a, *y = b;
  if (x->target != y->target) return x->target < y->target ? -1 : 1;
  int64_t sx = x->source.symbol.value, sy = y->source.symbol.value;
  return sx < sy ? -1 : sx > sy;
}

typedef VEC(StoreSource) Sources;

static Err put_reverse(Job *job, Store *store, int64_t target, FileId file, Str sources) {
  sqlite3_stmt *s;
  TRY(store_statement(job, &store->writer, SQL_REVERSE_PUT, &s));
  sqlite3_bind_int64(s, 1, target);
  sqlite3_bind_int64(s, 2, file.value);
  store_bind_blob(s, 3, sources);
  return store_run(job, &store->writer, s);
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

/* One row for each target and file. */
static Err put_entries(Job *job, Store *store, Entry *entries, size_t count) {
  Buf bytes;
  Sources sources = {0};
  buf_init(&bytes, job->arena, EDGES_MAX);
  if (count) qsort(entries, count, sizeof(Entry), by_target);
  for (size_t i = 0; i < count;) {
    const Entry *first = &entries[i];
    pack_target(job, entries, count, &i, &sources, &bytes);
    TRY(put_reverse(job, store, first->target, store_file_of(first->source.symbol), buf_str(&bytes)));
  }
  return OK;
}

static Entry entry_of(const StoreEdge *edge) {
  return (Entry){edge->to.value, {edge->from, STORE_KIND(edge->kind)}};
}

static Entry *sorted_entries(Job *job, const StoreEdge *edges, size_t count) {
  Entry *entries = ARENA_ARRAY(job->arena, Entry, count + 1);
  for (size_t i = 0; i < count; i++) entries[i] = entry_of(&edges[i]);
  if (count) qsort(entries, count, sizeof(Entry), by_target);
  return entries;
}

/* ---- replacing ---- */

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
  buf_init(&bytes, job->arena, EDGES_MAX);
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

/* By target, likewise. */
static Err put_targets(Job *job, Store *store, const StoreLinks *links, const OldEdges *old) {
  size_t o = 0, n = 0;
  Entry *before = sorted_entries(job, old->edges.items, old->edges.len);
  Entry *now = sorted_entries(job, links->edges, links->edge_count);
  Buf bytes, bytes_before;
  Sources sources = {0};
  buf_init(&bytes, job->arena, EDGES_MAX);
  buf_init(&bytes_before, job->arena, EDGES_MAX);
  while (o < old->edges.len || n < links->edge_count) {
    int64_t gone = o < old->edges.len ? before[o].target : INT64_MAX;
    int64_t target = n < links->edge_count ? now[n].target : INT64_MAX;
    if (gone <= target) pack_target(job, before, old->edges.len, &o, &sources, &bytes_before);
    if (target <= gone) pack_target(job, now, links->edge_count, &n, &sources, &bytes);
    if (gone < target) {
      const int64_t key[] = {gone, links->file.value};
      TRY(store_run_numbers(job, &store->writer, SQL_REVERSE_REMOVE, key, COUNT_OF(key)));
    } else if (target < gone || !str_eq(buf_str(&bytes), buf_str(&bytes_before))) {
      TRY(put_reverse(job, store, target, links->file, buf_str(&bytes)));
    }
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
  buf_init(&uses, job->arena, EDGES_MAX);
  buf_init(&asks, job->arena, EDGES_MAX);
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
  if (!store->bulk) TRY(put_targets(job, store, links, &old));
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
  if (!store->bulk) TRY(put_targets(job, store, &none, &old));
  return store_run_numbers(job, &store->writer, SQL_LINKS_REMOVE, &file.value, 1);
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

static Err each_edge(Derive *derive, DeriveEdge *each, void *context) {
  Store *store = derive->store;
  sqlite3_stmt *s;
  TRY(store_statement(derive->job, &store->writer, SQL_EDGES, &s));
  sqlite3_bind_int64(s, 1, 0);
  sqlite3_bind_int64(s, 2, INT64_MAX);
  for (bool row;;) {
    TRY(store_step(derive->job, &store->writer, s, &row));
    if (!row) return OK;
    StoreEdges edges = {0};
    SymbolId from = {sqlite3_column_int64(s, 0)};
    if (!store_unpack_edges(&derive->arena, store_column_blob(s, 1), from, STORE_ALL_KINDS, &edges)) {
      sqlite3_reset(s);
      return store_fail(derive->job, &store->writer, SQLITE_CORRUPT);
    }
    for (size_t i = 0; i < edges.len; i++) each(context, &edges.items[i]);
    arena_reset(&derive->arena);
  }
}

typedef struct Histogram {
  Arena *arena;
  VEC(uint32_t) files; /* edges into each file */
} Histogram;

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
    Arena *outer = derive->job->arena;
    derive->job->arena = &derive->arena;
    Err err = put_entries(derive->job, derive->store, derive->entries.items, derive->entries.len);
    derive->job->arena = outer;
    arena_reset(&derive->arena);
    arena_clear(&derive->sorted);
    derive->entries.items = NULL;
    derive->entries.len = derive->entries.cap = 0;
    if (err) {
      derive->job->message = STR_EMPTY; /* was in the arena that is gone */
      return err;
    }
  }
  return OK;
}

Err store_derive_reverse(Job *job, Store *store) {
  Derive derive = {.job = job, .store = store};
  Arena counts;
  TRY(store_run_text(job, &store->writer, "DELETE FROM reverse"));
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
