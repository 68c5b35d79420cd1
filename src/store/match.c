/* Which symbols of a file are still the same after it changed: those of one
 * kind and qualified name, namesakes in their order. Whoever is recognized
 * keeps the number, and with it all edges that other files have to it. The
 * qualified name stands in a hash over the chain of containers, so that a
 * whole class is recognized wherever it moved within the file. */
#include "src/base/hash.h"
#include "src/base/idmap.h"
#include "src/store/store_internal.h"

/* Never 0, which no map holds. */
static uint64_t key_of(uint64_t container, uint8_t kind, int64_t name) {
  uint64_t key = hash_combine(hash_combine(container, kind), (uint64_t)name);
  return key ? key : 1;
}

/* Namesakes are told apart by their order: the nth of them. */
static uint64_t nth_key(Idmap *counts, uint64_t key) {
  uint64_t nth = hash_combine(key, ++*idmap_at(counts, key, 0));
  return nth ? nth : 1;
}

static void init_for(Idmap *map, Arena *arena, size_t count) {
  idmap_init(map, arena);
  idmap_reserve(map, count);
}

static int by_def(const void *a, const void *b) {
  const StoreOld *x = a, *y = b;
  return x->def < y->def ? -1 : x->def > y->def;
}

/* In the order in which definitions appeared, which is what namesakes are
 * counted by. */
Err store_read_old(Job *job, Store *store, FileId file, StoreOldKind kind, StoreOlds *ret_old) {
  StoreRange range = store_range_file(file);
  int64_t made = store_symbol_id(file, STORE_MADE_FIRST).value;
  if (kind == STORE_OLD_MADE) range.from = made;
  else range.to = made;
  StoreOlds old = {0};
  StoreCursor rows;
  const StoreCell *cells = rows.row;
  TRY(store_scan(job, store->writer, VIEW_SYMBOL_ROW, range, &rows));
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
static void key_old(Job *job, StoreOlds *old, Idmap *known) {
  Idmap counts, by_local;
  init_for(&counts, job->arena, old->len);
  init_for(&by_local, job->arena, old->len);
  for (size_t i = 0; i < old->len; i++) idmap_add(&by_local, old->items[i].local, (uint32_t)i);
  for (size_t i = 0; i < old->len; i++) {
    StoreOld *one = &old->items[i];
    uint32_t container = idmap_get(&by_local, one->container);
    uint64_t above = container < i ? old->items[container].key : 0; /* IDMAP_NONE is larger than any */
    one->key = nth_key(&counts, key_of(above, one->kind, one->name));
    idmap_set(known, one->key, one->local);
  }
}

/* Numbers nobody has. Those of symbols that are gone are left alone until
 * there are no others: edges of other files may still name them. A file comes
 * to that after about a million symbols were added and removed. */
static void number_new(Job *job, const StoreOlds *old, const int64_t *rows, size_t count, uint32_t *locals) {
  size_t next = old->highest + 1, free_one = 1;
  unsigned char *taken = NULL;
  for (size_t i = 1; i < count; i++) {
    if (!rows[i] || locals[i]) continue;
    if (next < STORE_MADE_FIRST) {
      locals[i] = (uint32_t)next++;
      continue;
    }
    if (!taken) {
      taken = arena_alloc(job->arena, STORE_LOCAL_MAX + 1);
      for (size_t k = 1; k < count; k++) taken[locals[k]] = 1;
      taken[0] = 1;
      next = STORE_MADE_FIRST;
    }
    while (free_one < STORE_MADE_FIRST && taken[free_one]) free_one++;
    if (free_one >= STORE_MADE_FIRST) return;
    taken[free_one] = 1;
    locals[i] = (uint32_t)free_one;
  }
}

/* Containers come before what they contain, so one pass has the key of each
 * container at hand. */
uint32_t *store_match(Job *job, StoreOlds *old, const Facts *facts, const int64_t *rows) {
  size_t count = facts ? facts->defs.len : 0;
  if (!old->len || !count) return NULL;
  Idmap known, counts;
  init_for(&known, job->arena, old->len);
  init_for(&counts, job->arena, count);
  key_old(job, old, &known);
  uint32_t *locals = ARENA_ARRAY(job->arena, uint32_t, count);
  uint64_t *keys = ARENA_ARRAY(job->arena, uint64_t, count);
  bool same = true;
  for (size_t i = 1; i < count; i++) {
    const Def *def = &facts->defs.items[i];
    if (!rows[i]) continue;
    keys[i] = nth_key(&counts, key_of(def->container < i ? keys[def->container] : 0, def->kind, rows[i]));
    uint32_t local = idmap_get(&known, keys[i]);
    locals[i] = local == IDMAP_NONE ? 0 : local;
  }
  number_new(job, old, rows, count, locals);
  for (size_t i = 1; i < count; i++) same &= !rows[i] || locals[i] == i;
  return same ? NULL : locals;
}
