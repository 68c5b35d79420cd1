/* References into other repositories, by file and by what they lead to. What that
 * is stands with them in words: nobody but the other repository's own index knows
 * its numbers. */
#include "src/base/hash.h"
#include "src/store/store_internal.h"

/* Never negative: keys of ranges are compared as signed numbers. */
static int64_t target_key(const StoreOutside *to) {
  uint64_t hash = hash_combine(hash_combine(hash_str(to->root), hash_str(to->path)), hash_str(to->name));
  return (int64_t)(hash >> 1);
}

static bool is_same(const StoreOutside *a, const StoreOutside *b) {
  return str_eq(a->root, b->root) && str_eq(a->path, b->path) && str_eq(a->name, b->name);
}

/* ---- writing ---- */

typedef struct Row {
  int64_t target;
  Str data;
} Row;
typedef VEC(Row) Rows;

/* In the order of targets, as the view gives them. */
static Err read_old(Job *job, Store *store, FileId file, Rows *old) {
  StoreCursor rows;
  TRY(store_scan(job, store->writer, VIEW_OUTWARD_OF, store_range_one(file.value), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    *vec_add(job->arena, old) = (Row){rows.row[1].number, str_copy(job->arena, rows.row[2].bytes)};
  }
}

/* What the references from `*at` on lead to that is one target, and their sites;
 * moves on behind them. */
static Row pack_row(Arena *arena, const StoreFileEdges *links, size_t *at) {
  const StoreOutside *to = &links->outward[*at].to;
  Buf data;
  buf_init(&data, arena, STORE_EDGES_MAX);
  pack_text(&data, to->root);
  pack_text(&data, to->path);
  pack_text(&data, to->name);
  pack_number(&data, to->kind);
  pack_number(&data, to->line);
  for (; *at < links->outward_count && is_same(&links->outward[*at].to, to); ++*at) {
    const StoreOutward *one = &links->outward[*at];
    pack_number(&data, store_local_of(one->from));
    pack_number(&data, one->kind);
    pack_number(&data, one->rule);
    pack_number(&data, one->line);
    pack_number(&data, one->column);
  }
  return (Row){target_key(to), buf_str(&data)};
}

static int by_target(const void *a, const void *b) {
  const Row *x = a, *y = b;
  if (x->target != y->target) return x->target < y->target ? -1 : 1;
  return str_compare(x->data, y->data);
}

static Err remove_row(Job *job, Store *store, FileId file, int64_t target) {
  const int64_t key[] = {file.value, target};
  return store_write_numbers(job, store->writer, WRITE_REMOVE_OUTWARD, key, COUNT_OF(key));
}

/* Rows that stay the same are not written. Of two targets with one key the first
 * is kept. */
Err store_put_outward(Job *job, Store *store, const StoreFileEdges *links) {
  Rows old = {0}, now = {0};
  size_t was = 0;
  TRY(read_old(job, store, links->file, &old));
  for (size_t at = 0; at < links->outward_count;) *vec_add(job->arena, &now) = pack_row(job->arena, links, &at);
  if (now.len) qsort(now.items, now.len, sizeof *now.items, by_target);
  for (size_t i = 0; i < now.len; i++) {
    const Row *row = &now.items[i];
    if (i && row->target == row[-1].target) continue;
    for (; was < old.len && old.items[was].target < row->target; was++) TRY(remove_row(job, store, links->file, old.items[was].target));
    bool was_there = was < old.len && old.items[was].target == row->target;
    bool stays = was_there && str_eq(old.items[was].data, row->data);
    if (was_there) was++;
    const StoreCell cells[] = {CELL_NUMBER(links->file.value), CELL_NUMBER(row->target), CELL_BYTES(row->data)};
    if (!stays) TRY(store_write(job, store->writer, WRITE_PUT_OUTWARD, cells, NULL));
  }
  for (; was < old.len; was++) TRY(remove_row(job, store, links->file, old.items[was].target));
  return OK;
}

/* ---- reading ---- */

typedef struct Wanted {
  uint32_t local; /* 0: any */
  uint32_t kinds;
  const StoreOutside *to; /* NULL: any */
} Wanted;

/* False: the bytes make no sense. */
static bool add_row(Arena *arena, FileId file, Str data, const Wanted *wanted, StoreOutwards *outward) {
  PackReader in = pack_reader(data);
  StoreOutside to = {.root = pack_read_text(&in), .path = pack_read_text(&in), .name = pack_read_text(&in)};
  uint64_t kind = pack_read_number(&in);
  to.kind = (uint8_t)kind;
  to.line = pack_read_32(&in);
  if (in.bad || kind >= SYMBOL_KIND_COUNT || !store_is_file(file.value)) return false;
  if (wanted->to && !is_same(wanted->to, &to)) return true;
  to.root = str_copy(arena, to.root);
  to.path = str_copy(arena, to.path);
  to.name = str_copy(arena, to.name);
  while (in.at < in.end && !in.bad) {
    uint32_t local = pack_read_32(&in);
    uint64_t edge = pack_read_number(&in), rule = pack_read_number(&in);
    uint32_t line = pack_read_32(&in), column = pack_read_32(&in);
    if (in.bad || local > STORE_LOCAL_MAX || edge >= EDGE_KIND_COUNT || rule >= EDGE_RULE_COUNT) return false;
    if ((wanted->local && local != wanted->local) || !(wanted->kinds & STORE_KIND(edge))) continue;
    *vec_add(arena, outward) = (StoreOutward){(uint8_t)edge, (uint8_t)rule, store_symbol_id(file, local), line, column, to};
  }
  return !in.bad;
}

static Err read_rows(Job *job, StoreReader *reader, StoreView view, int64_t key, const Wanted *wanted, StoreOutwards *outward) {
  StoreCursor rows;
  TRY(store_scan(job, reader->connection, view, store_range_one(key), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) return OK;
    FileId file = {rows.row[0].number};
    if (!add_row(job->arena, file, rows.row[2].bytes, wanted, outward)) return store_stop_damaged(job, &rows);
  }
}

Err store_outward_from(Job *job, StoreReader *reader, SymbolId symbol, uint32_t kinds, StoreOutwards *outward) {
  Wanted wanted = {.local = store_local_of(symbol), .kinds = kinds};
  return read_rows(job, reader, VIEW_OUTWARD_OF, store_file_of(symbol).value, &wanted, outward);
}

Err store_outward_into(Job *job, StoreReader *reader, const StoreOutside *target, uint32_t kinds, StoreOutwards *outward) {
  Wanted wanted = {.kinds = kinds, .to = target};
  return read_rows(job, reader, VIEW_OUTWARD_INTO, target_key(target), &wanted, outward);
}
