/* Holders: which files have a name at their top level. Only hashes of names,
 * sorted: small enough for millions of headers' names, and whoever asks looks
 * again. As with tables, additions wait until imports are followed next. */
#include <assert.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/part.h"
#include "src/base/room.h"
#include "src/resolve/world_internal.h"

enum { HOLDERS_FIRST = 256, HOLDERS_PER_BUCKET = 8 };
/* More items than that are sorted in so many parts. */
enum { HOLDERS_MANY = 1 << 16, HOLDERS_PARTS = 256, HOLDERS_PART_SHIFT = 56 };

/* Hash and file in one number: sorting and comparing items is comparing
 * numbers, and an item takes eight bytes. The lower half of a name's hash is
 * enough, because whoever finds a file this way looks into it. */
static uint64_t item_of(uint32_t hash, WorldFile file) { return (uint64_t)hash << 32 | file; }

void resolve_holders_clear(Holders *holders) {
  room_free(holders->items, holders->cap * sizeof *holders->items);
  free(holders->buckets);
  *holders = (Holders){0};
}

static void add(Holders *holders, uint64_t item) {
  if (holders->count == holders->cap) {
    /* One that was read back has room for what it held alone, be it one item. */
    size_t cap = holders->cap < HOLDERS_FIRST ? HOLDERS_FIRST : holders->cap + holders->cap / 2;
    holders->items = room_grow(holders->items, holders->cap * sizeof *holders->items, cap * sizeof *holders->items);
    holders->cap = cap;
  }
  holders->items[holders->count++] = item;
}

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Sorts what was added from `from` on, and leaves each of it there once. */
static void settle(Holders *holders, size_t from) {
  assert(from <= holders->count);
  uint64_t *items = holders->items;
  if (holders->count == from) return;
  qsort(&items[from], holders->count - from, sizeof *items, by_number);
  size_t kept = from;
  for (size_t i = from; i < holders->count; i++) {
    if (kept == from || items[kept - 1] != items[i]) items[kept++] = items[i];
  }
  holders->count = kept;
}

/* The whole top level, exported or not: text that is included shows
 * everything. */
void resolve_holders_add(Holders *holders, const Facts *facts, WorldFile file) {
  size_t from = holders->count;
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope != 1 || !bind->name.value) continue;
    add(holders, item_of((uint32_t)hash_str(names_text(facts->names, bind->name)), file));
  }
  settle(holders, from);
}

void resolve_holders_take_back(Holders *holders, WorldFile file) {
  size_t kept = holders->sorted;
  for (size_t i = kept; i < holders->count; i++) {
    if ((WorldFile)holders->items[i] != file) holders->items[kept++] = holders->items[i];
  }
  holders->count = kept;
}

/* ---- looking up ---- */

/* The files that may have a name of this hash, by number. A file of another
 * name with the same hash is among them: look again. */
size_t resolve_holders_get(const Holders *holders, uint32_t hash, const uint64_t **ret_items) {
  assert(!holders->sorted || holders->bits);
  *ret_items = NULL;
  if (!holders->sorted) return 0;
  size_t bucket = hash >> (32 - holders->bits);
  size_t at = holders->buckets[bucket], end = holders->buckets[bucket + 1];
  for (size_t high = end; at < high;) {
    size_t middle = at + (high - at) / 2;
    if (holders->items[middle] >> 32 < hash) at = middle + 1;
    else high = middle;
  }
  size_t count = 0;
  while (at + count < end && holders->items[at + count] >> 32 == hash) count++;
  *ret_items = &holders->items[at];
  return count;
}

/* ---- sorting ---- */

/* qsort copies what it sorts: part by part many items take little beside
 * themselves, as those of a table do. */
static void sort_items(uint64_t *items, size_t count) {
  if (count < HOLDERS_MANY) {
    if (count) qsort(items, count, sizeof *items, by_number);
    return;
  }
  size_t ends[HOLDERS_PARTS], from = 0;
  PART_IN_PLACE(items, count, ends, item >> HOLDERS_PART_SHIFT);
  for (size_t part = 0; part < HOLDERS_PARTS; from = ends[part++]) {
    qsort(items + from, ends[part] - from, sizeof *items, by_number);
  }
}

static void drop_old(Holders *holders, const ResolveWorld *world) {
  size_t kept = 0, sorted = holders->sorted;
  holders->sorted = 0;
  for (size_t i = 0; i < holders->count; i++) {
    if (i < sorted && world->files[(WorldFile)holders->items[i]].dropped) continue;
    holders->items[kept++] = holders->items[i];
    if (i < sorted) holders->sorted = kept;
  }
  holders->count = kept;
}

static void merge(Holders *holders) {
  size_t added = holders->count - holders->sorted, left = holders->sorted, to = holders->count;
  if (!left || !added) return;
  uint64_t *items = holders->items, *more = arena_heap_alloc(added * sizeof *more);
  memcpy(more, &items[left], added * sizeof *more);
  while (added) items[--to] = left && items[left - 1] > more[added - 1] ? items[--left] : more[--added];
  free(more);
}

static void fill_buckets(Holders *holders) {
  holders->bits = 1;
  while (holders->bits < 31 && ((size_t)HOLDERS_PER_BUCKET << holders->bits) < holders->count) holders->bits++;
  size_t count = (size_t)1 << holders->bits, at = 0;
  holders->buckets = arena_heap_grow(holders->buckets, (count + 1) * sizeof *holders->buckets);
  for (size_t bucket = 0; bucket < count; bucket++) {
    while (at < holders->count && holders->items[at] >> (64 - holders->bits) < bucket) at++;
    holders->buckets[bucket] = (uint32_t)at;
  }
  holders->buckets[count] = (uint32_t)holders->count;
}

void resolve_holders_sort(Holders *holders, const ResolveWorld *world, bool some_dropped) {
  if (some_dropped) drop_old(holders, world);
  else if (holders->sorted == holders->count) return;
  size_t added = holders->count - holders->sorted;
  if (added) sort_items(&holders->items[holders->sorted], added); /* there may be no items at all */
  merge(holders);
  holders->sorted = holders->count;
  fill_buckets(holders);
}

void resolve_holders_restore(Holders *holders, const char *items, size_t count) {
  if (!count) return;
  holders->items = room_grow(NULL, 0, count * sizeof *holders->items);
  memcpy(holders->items, items, count * sizeof *holders->items);
  holders->count = holders->cap = holders->sorted = count;
  fill_buckets(holders);
}
