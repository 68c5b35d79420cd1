/* Calls whose target nobody could tell, by file and spelling. Who asks for the
 * callers of a name is told by them whether the list can be complete. */
#include "src/base/hash.h"
#include "src/store/store_internal.h"

/* Never negative: keys of ranges are compared as signed numbers. */
int64_t store_spelling(Str name) { return (int64_t)(hash_str(name) >> 1); }

Str store_called(Arena *arena, const StoreSymbol *symbol) {
  if (!(symbol->flags & DEF_ANY_CASE)) return symbol->name;
  char *small = arena_copy(arena, symbol->name.ptr, symbol->name.len);
  for (size_t i = 0; i < symbol->name.len; i++) small[i] = byte_lower(small[i]);
  return (Str){small, symbol->name.len};
}

typedef struct OldOpen {
  VEC(int64_t) names;
  VEC(Str) lines; /* packed, by name */
} OldOpen;

/* In the order of the names, as the view gives them. */
static Err read_old(Job *job, Store *store, FileId file, OldOpen *old) {
  StoreCursor rows;
  TRY(store_scan(job, store->writer, VIEW_OPEN_OF, store_range_one(file.value), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    *vec_add(job->arena, &old->names) = rows.row[1].number;
    *vec_add(job->arena, &old->lines) = str_copy(job->arena, rows.row[2].bytes);
  }
}

static Err remove_row(Job *job, Store *store, FileId file, int64_t name) {
  const int64_t key[] = {file.value, name};
  return store_write_numbers(job, store->writer, WRITE_REMOVE_OPEN, key, COUNT_OF(key));
}

/* The lines of the calls from `*at` on that have one spelling; moves on behind
 * them. */
static void pack_lines(const StoreFileEdges *links, size_t *at, Buf *bytes) {
  int64_t name = links->open[*at].name;
  uint32_t before = 0;
  buf_truncate(bytes, 0);
  for (; *at < links->open_count && links->open[*at].name == name; ++*at) {
    pack_number(bytes, links->open[*at].line - before);
    before = links->open[*at].line;
  }
}

/* Both are in the order of names; rows that stay the same are not written. */
Err store_put_open_calls(Job *job, Store *store, const StoreFileEdges *links) {
  OldOpen old = {0};
  Buf bytes;
  size_t was = 0;
  TRY(read_old(job, store, links->file, &old));
  buf_init(&bytes, job->arena, STORE_EDGES_MAX);
  for (size_t at = 0; at < links->open_count;) {
    int64_t name = links->open[at].name;
    pack_lines(links, &at, &bytes);
    for (; was < old.names.len && old.names.items[was] < name; was++) TRY(remove_row(job, store, links->file, old.names.items[was]));
    bool was_there = was < old.names.len && old.names.items[was] == name;
    bool is_same = was_there && str_eq(old.lines.items[was], buf_str(&bytes));
    if (was_there) was++;
    const StoreCell cells[] = {CELL_NUMBER(links->file.value), CELL_NUMBER(name), CELL_BYTES(buf_str(&bytes))};
    if (!is_same) TRY(store_write(job, store->writer, WRITE_PUT_OPEN, cells, NULL));
  }
  for (; was < old.names.len; was++) TRY(remove_row(job, store, links->file, old.names.items[was]));
  return OK;
}

/* The next line of a spelling; false: there are no more, or what follows makes
 * no sense. */
static bool next_line(PackReader *in, uint32_t *line) {
  if (in->at >= in->end || in->bad) return false;
  if (__builtin_add_overflow(*line, pack_read_32(in), line)) in->bad = true;
  return !in->bad;
}

/* False: the bytes make no sense. */
static bool add_sites(Arena *arena, Str lines, FileId file, size_t limit, StoreOpenSites *sites) {
  PackReader in = pack_reader(lines);
  in.bad = !store_is_file(file.value);
  for (uint32_t line = 0; next_line(&in, &line);) {
    sites->total++;
    if (sites->len < limit) *vec_add(arena, sites) = (StoreOpenSite){file, line};
  }
  sites->files++;
  return !in.bad;
}

/* All are counted and at most `limit` are listed. */
Err store_open_calls(Job *job, StoreReader *reader, Str name, size_t limit, StoreOpenSites *ret_sites) {
  StoreCursor rows;
  *ret_sites = (StoreOpenSites){0};
  TRY(store_scan(job, reader->connection, VIEW_OPEN_NAMED, store_range_one(store_spelling(name)), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    FileId file = {rows.row[0].number};
    if (!add_sites(job->arena, rows.row[2].bytes, file, limit, ret_sites)) return store_stop_damaged(job, &rows);
  }
}

Err store_open_calls_in(Job *job, StoreReader *reader, FileId file, StoreOpenCalls *ret_calls) {
  StoreCursor rows;
  *ret_calls = (StoreOpenCalls){0};
  TRY(store_scan(job, reader->connection, VIEW_OPEN_OF, store_range_one(file.value), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    PackReader in = pack_reader(rows.row[2].bytes);
    for (uint32_t line = 0; next_line(&in, &line);) {
      *vec_add(job->arena, ret_calls) = (StoreOpenCall){.name = rows.row[1].number, .line = line};
    }
    if (in.bad) return store_stop_damaged(job, &rows);
  }
}
