/* Holders: which files have a name at their top level. Only hashes of names:
 * small enough for a million headers' names, and whoever asks looks again. */
#include <string.h>

#include "src/base/hash.h"
#include "src/resolve/resolve_internal.h"

enum { HOLDERS_FIRST = 256, HOLDERS_LOAD = 4 };

static uint64_t entry_of(uint32_t hash, WorldFile file) { return (uint64_t)hash << 32 | file; }

static void add_to(HolderRow *row, uint64_t entry) {
  if (row->count == row->cap) {
    row->cap = row->cap ? row->cap + row->cap / 2 + 1 : 2;
    row->items = arena_heap_grow(row->items, row->cap * sizeof *row->items);
  }
  row->items[row->count++] = entry;
}

static void grow(Holders *holders) {
  Holders old = *holders;
  holders->row_count = old.row_count ? old.row_count * 2 : HOLDERS_FIRST;
  holders->rows = arena_heap_alloc(holders->row_count * sizeof *holders->rows);
  for (size_t i = 0; i < old.row_count; i++) {
    for (uint32_t k = 0; k < old.rows[i].count; k++) {
      uint64_t entry = old.rows[i].items[k];
      add_to(&holders->rows[(entry >> 32) & (holders->row_count - 1)], entry);
    }
    free(old.rows[i].items);
  }
  free(old.rows);
}

void resolve_holders_clear(Holders *holders) {
  for (size_t i = 0; i < holders->row_count; i++) free(holders->rows[i].items);
  free(holders->rows);
  *holders = (Holders){0};
}

void resolve_holders_add(Holders *holders, uint32_t hash, WorldFile file) {
  if (holders->count >= holders->row_count * HOLDERS_LOAD) grow(holders);
  add_to(&holders->rows[hash & (holders->row_count - 1)], entry_of(hash, file));
  holders->count++;
}

void resolve_holders_remove(Holders *holders, uint32_t hash, WorldFile file) {
  if (!holders->row_count) return;
  HolderRow *row = &holders->rows[hash & (holders->row_count - 1)];
  for (uint32_t i = 0; i < row->count; i++) {
    if (row->items[i] != entry_of(hash, file)) continue;
    row->items[i] = row->items[--row->count];
    holders->count--;
    return;
  }
}

const HolderRow *resolve_holders_get(const Holders *holders, uint32_t hash) {
  return holders->row_count ? &holders->rows[hash & (holders->row_count - 1)] : NULL;
}

static int by_hash(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

uint32_t *resolve_top_names(const Facts *facts, uint32_t *ret_count) {
  uint32_t count = 0, kept = 0;
  for (BindNo i = 1; i < facts->binds.len; i++) count += facts->binds.items[i].scope == 1;
  uint32_t *hashes = arena_heap_alloc((count ? count : 1) * sizeof *hashes);
  count = 0;
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope == 1 && bind->name.value) hashes[count++] = (uint32_t)hash_str(names_text(facts->names, bind->name));
  }
  qsort(hashes, count, sizeof *hashes, by_hash);
  for (uint32_t i = 0; i < count; i++) {
    if (!kept || hashes[kept - 1] != hashes[i]) hashes[kept++] = hashes[i];
  }
  *ret_count = kept;
  return hashes;
}
