/* Tables: keys to files and definitions, as one sorted array: sixteen bytes an
 * item, however many there are. What is added waits behind the sorted part
 * until imports are followed next; what goes is filtered out then. */
#include <assert.h>
#include <string.h>

#include "src/base/part.h"
#include "src/base/room.h"
#include "src/resolve/world_internal.h"

/* Buckets of some eight items keep a look-up to a few comparisons inside of
 * one cache line or two, at half a byte per item. */
enum { TABLE_FIRST = 256, TABLE_PER_BUCKET = 8 };
/* Tables of more items than that are sorted in so many parts. */
enum { TABLE_MANY = 1 << 16, TABLE_PARTS = 256, TABLE_PART_SHIFT = 56 };

void resolve_table_clear(Table *table) {
  room_free(table->items, table->cap * sizeof *table->items);
  free(table->buckets);
  *table = (Table){0};
}

/* Grows by half, not to twice the size: tables of large projects are
 * hundreds of megabytes, and what is reserved counts. */
void resolve_table_add(Table *table, TableItem item) {
  if (table->count == table->cap) {
    /* One that was read back has room for what it held alone, be it one item. */
    size_t cap = table->cap < TABLE_FIRST ? TABLE_FIRST : table->cap + table->cap / 2;
    table->items = room_grow(table->items, table->cap * sizeof *table->items, cap * sizeof *table->items);
    table->cap = cap;
  }
  table->items[table->count++] = item;
}

void resolve_table_take_back(Table *table, WorldFile file) {
  assert(table->sorted <= table->count);
  size_t kept = table->sorted;
  for (size_t i = kept; i < table->count; i++) {
    if (table->items[i].file != file) table->items[kept++] = table->items[i];
  }
  table->count = kept;
}

/* ---- looking up ---- */

/* The first item from `low` on whose key is not smaller; `high` when all
 * are. Items between `low` and `high` must be sorted. */
static size_t lower_bound(const Table *table, size_t low, size_t high, uint64_t key) {
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (table->items[middle].key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Looks at the sorted part alone: what was added since is not seen before
 * the next sort, so that all threads of one round of resolution see the same
 * table, whatever was put meanwhile. The items stay where they are until
 * that sort. */
size_t resolve_table_get(const Table *table, uint64_t key, const TableItem **ret_items) {
  assert(!table->sorted || table->bits); /* sorting fills the buckets */
  *ret_items = NULL;
  if (!table->sorted) return 0;
  size_t bucket = key >> (64 - table->bits);
  size_t end = table->buckets[bucket + 1];
  size_t first = lower_bound(table, table->buckets[bucket], end, key);
  size_t behind = key == UINT64_MAX ? end : lower_bound(table, first, end, key + 1);
  *ret_items = &table->items[first];
  return behind - first;
}

/* ---- sorting ---- */

/* Namesakes are in the order of their files' paths, not of their numbers:
 * numbers depend on the order in which files were put, and answers must not. */
static int by_key(const void *a, const void *b, void *context) {
  const ResolveWorld *world = context;
  const TableItem *left = a, *right = b;
  if (left->key != right->key) return left->key < right->key ? -1 : 1;
  if (left->file != right->file) {
    return str_compare(world->files[left->file].path, world->files[right->file].path);
  }
  return (left->def > right->def) - (left->def < right->def);
}

/* qsort_r copies what it sorts: many items are sorted part by part, so that they
 * take little memory beside themselves. */
static void sort_items(TableItem *items, size_t count, ResolveWorld *world) {
  if (count < TABLE_MANY) {
    qsort_r(items, count, sizeof *items, by_key, world);
    return;
  }
  size_t ends[TABLE_PARTS], from = 0;
  PART_IN_PLACE(items, count, ends, item.key >> TABLE_PART_SHIFT);
  for (size_t part = 0; part < TABLE_PARTS; from = ends[part++]) {
    qsort_r(items + from, ends[part] - from, sizeof *items, by_key, world);
  }
}

/* Items of files that were put anew or went, and were in the sorted part. */
static void drop_old(Table *table, const ResolveWorld *world) {
  size_t kept = 0, sorted = table->sorted;
  table->sorted = 0;
  for (size_t i = 0; i < table->count; i++) {
    if (i < sorted && world->files[table->items[i].file].dropped) continue;
    table->items[kept++] = table->items[i];
    if (i < sorted) table->sorted = kept;
  }
  table->count = kept;
}

/* From the end, so that nothing is in the way. */
static void merge(Table *table, ResolveWorld *world) {
  size_t added = table->count - table->sorted, left = table->sorted, to = table->count;
  if (!left || !added) return;
  TableItem *items = table->items, *more = arena_heap_alloc(added * sizeof *more);
  memcpy(more, &items[left], added * sizeof *more);
  while (added) {
    bool takes_left = left && by_key(&items[left - 1], &more[added - 1], world) > 0;
    items[--to] = takes_left ? items[--left] : more[--added];
  }
  free(more);
}

/* Bucket n begins with the first item whose key's leading bits are not below
 * n; one more entry at the end saves look-ups a special case for the last. */
static void fill_buckets(Table *table) {
  table->bits = 1;
  while (((size_t)TABLE_PER_BUCKET << table->bits) < table->count) table->bits++;
  size_t count = (size_t)1 << table->bits;
  table->buckets = arena_heap_grow(table->buckets, (count + 1) * sizeof *table->buckets);
  size_t at = 0;
  for (size_t bucket = 0; bucket < count; bucket++) {
    while (at < table->count && table->items[at].key >> (64 - table->bits) < bucket) at++;
    table->buckets[bucket] = (uint32_t)at;
  }
  table->buckets[count] = (uint32_t)table->count;
}

/* Cheap when little was added: only that is sorted, then merged with what
 * was in order before. */
void resolve_table_sort(Table *table, ResolveWorld *world, bool some_dropped) {
  assert(table->sorted <= table->count && table->count < UINT32_MAX); /* buckets count in 32 bits */
  if (some_dropped) drop_old(table, world);
  else if (table->sorted == table->count) return;
  size_t added = table->count - table->sorted;
  if (added) sort_items(&table->items[table->sorted], added, world);
  merge(table, world);
  table->sorted = table->count;
  fill_buckets(table);
}

void resolve_table_restore(Table *table, const char *items, size_t count) {
  if (!count) return;
  table->items = room_grow(NULL, 0, count * sizeof *table->items);
  memcpy(table->items, items, count * sizeof *table->items);
  table->count = table->cap = table->sorted = count;
  fill_buckets(table);
}
