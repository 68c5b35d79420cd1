/* Which symbols of a file are still the same after it changed: those of one
 * kind and qualified name, namesakes in their order. */
#include "src/base/hash.h"
#include "src/store/store_internal.h"

/* Keys to numbers, open addressing. */
typedef struct Table {
  uint64_t *keys; /* 0: free */
  uint32_t *values;
  size_t mask;
} Table;

static void table_init(Table *table, Arena *arena, size_t count) {
  size_t size = 16;
  while (size < count * 2) size *= 2;
  table->keys = ARENA_ARRAY(arena, uint64_t, size);
  table->values = ARENA_ARRAY(arena, uint32_t, size);
  table->mask = size - 1;
}

static uint32_t *table_at(Table *table, uint64_t key) {
  if (!key) key = 1;
  size_t at = key & table->mask;
  while (table->keys[at] && table->keys[at] != key) at = (at + 1) & table->mask;
  table->keys[at] = key;
  return &table->values[at];
}

static uint64_t key_of(uint64_t container, uint8_t kind, int64_t name) {
  return hash_combine(hash_combine(container, kind), (uint64_t)name);
}

/* Namesakes are told apart by their order: the nth of them. */
static uint64_t nth_key(Table *counts, uint64_t key) {
  return hash_combine(key, ++*table_at(counts, key));
}

static int by_def(const void *a, const void *b) {
  const StoreOld *x = a, *y = b;
  return x->def < y->def ? -1 : x->def > y->def;
}

Err store_read_old(Job *job, Store *store, FileId file, StoreOlds *ret_old) {
  StoreOlds old = {0};
  StoreCursor rows;
  const StoreCell *cells = rows.row;
  TRY(store_scan(job, store->writer, VIEW_SYMBOL_ROW, store_range_file(file), &rows));
  for (bool row;;) {
    TRY(store_next(job, &rows, &row));
    if (!row) break;
    StoreOld *one = vec_add(job->arena, &old);
    *one = (StoreOld){.local = store_local_of((SymbolId){cells[CELL_ROW_ID].number}), .name = cells[CELL_ROW_NAME].number,
                      .container = (uint32_t)cells[CELL_ROW_CONTAINER].number, .kind = (uint8_t)cells[CELL_ROW_KIND].number,
                      .def = (uint32_t)cells[CELL_ROW_DEF].number, .flags = cells[CELL_ROW_FLAGS].number,
                      .text = str_copy(job->arena, cells[CELL_ROW_TEXT].bytes),
                      .place = str_copy(job->arena, cells[CELL_ROW_PLACE].bytes),
                      .signature = str_copy(job->arena, cells[CELL_ROW_SIGNATURE].bytes)};
    if (!one->def) one->def = one->local;
    if (one->local > old.highest) old.highest = one->local;
  }
  if (old.len) qsort(old.items, old.len, sizeof(StoreOld), by_def);
  *ret_old = old;
  return OK;
}

/* Containers come before what they contain. */
static void key_old(Job *job, StoreOlds *old, Table *known) {
  Table counts, by_local;
  table_init(&counts, job->arena, old->len);
  table_init(&by_local, job->arena, old->len);
  for (size_t i = 0; i < old->len; i++) *table_at(&by_local, old->items[i].local) = (uint32_t)i + 1;
  for (size_t i = 0; i < old->len; i++) {
    StoreOld *one = &old->items[i];
    uint32_t container = one->container ? *table_at(&by_local, one->container) : 0;
    uint64_t above = container && container - 1 < i ? old->items[container - 1].key : 0;
    one->key = nth_key(&counts, key_of(above, one->kind, one->name));
    *table_at(known, one->key) = one->local;
  }
}

/* Numbers nobody has. Those of symbols that are gone are left alone until
 * there are no others: edges of other files may still name them. */
static void number_new(Job *job, const StoreOlds *old, const int64_t *rows, size_t count, uint32_t *locals) {
  size_t next = old->highest + 1;
  unsigned char *taken = NULL;
  for (size_t i = 1; i < count; i++) {
    if (!rows[i] || locals[i]) continue;
    if (next <= STORE_LOCAL_MAX) {
      locals[i] = (uint32_t)next++;
      continue;
    }
    if (!taken) {
      taken = arena_alloc(job->arena, STORE_LOCAL_MAX + 1);
      for (size_t k = 1; k < count; k++) taken[locals[k]] = 1;
      taken[0] = 1;
      next = STORE_LOCAL_MAX + 1;
    }
    size_t free_one = 1;
    while (free_one <= STORE_LOCAL_MAX && taken[free_one]) free_one++;
    if (free_one > STORE_LOCAL_MAX) return;
    taken[free_one] = 1;
    locals[i] = (uint32_t)free_one;
  }
}

uint32_t *store_match(Job *job, StoreOlds *old, const Facts *facts, const int64_t *rows) {
  size_t count = facts ? facts->defs.len : 0;
  if (!old->len || !count) return NULL;
  Table known, counts;
  table_init(&known, job->arena, old->len + count);
  table_init(&counts, job->arena, count);
  key_old(job, old, &known);
  uint32_t *locals = ARENA_ARRAY(job->arena, uint32_t, count);
  uint64_t *keys = ARENA_ARRAY(job->arena, uint64_t, count);
  bool same = true;
  for (size_t i = 1; i < count; i++) {
    const Def *def = &facts->defs.items[i];
    if (!rows[i]) continue;
    keys[i] = nth_key(&counts, key_of(def->container < i ? keys[def->container] : 0, def->kind, rows[i]));
    locals[i] = *table_at(&known, keys[i]);
  }
  number_new(job, old, rows, count, locals);
  for (size_t i = 1; i < count; i++) same &= !rows[i] || locals[i] == i;
  return same ? NULL : locals;
}
