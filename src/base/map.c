/* Map: a dense list of entries and a table of slots pointing into it.
 * A removed entry keeps its place and its slot until the next rebuild, which
 * happens only when something is added. */
#include "src/base/map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"

enum { MAP_FIRST_SLOTS = 16 };

/* Names in a stranger's files must not be chosen so that they all meet in one
 * slot, so slots depend on where the system happened to load us. */
static uint64_t slot_hash(Str key) {
  static const char here;
  return hash_combine((uint64_t)(uintptr_t)&here, hash_str(key));
}

void map_init(Map *map, Arena *arena) { *map = (Map){.arena = arena}; }
void map_init_in_pile(Map *map, Pile *pile) { *map = (Map){.pile = pile}; }

/* What is new is not zeroed. */
static void *grow(Map *map, void *old, size_t old_size, size_t new_size) {
  if (map->arena) return arena_grow(map->arena, old, old_size, new_size);
  void *block = pile_take(map->pile, new_size);
  if (old_size) memcpy(block, old, old_size);
  pile_give(map->pile, old, old_size);
  return block;
}

static Str copy_key_of(Map *map, Str key) {
  if (map->arena) return str_copy(map->arena, key);
  char *text = grow(map, NULL, 0, key.len + 1);
  if (key.len) memcpy(text, key.ptr, key.len);
  text[key.len] = 0;
  return (Str){text, key.len};
}

/* Removed entries keep their slots, so that searches go past them. */
static MapEntry *find(const Map *map, Str key, uint64_t hash) {
  if (map->slot_count == 0) return NULL;
  size_t mask = map->slot_count - 1;
  for (size_t at = hash & mask; map->slots[at]; at = (at + 1) & mask) {
    MapEntry *entry = &map->entries[map->slots[at] - 1];
    if (entry->hash == hash && entry->value && str_eq(entry->key, key)) return entry;
  }
  return NULL;
}

static void fill_slot(Map *map, size_t index) {
  size_t mask = map->slot_count - 1;
  size_t at = map->entries[index].hash & mask;
  while (map->slots[at]) at = (at + 1) & mask;
  map->slots[at] = (uint32_t)(index + 1);
}

static void drop_removed(Map *map) {
  size_t kept = 0;
  for (size_t i = 0; i < map->entry_count; i++) {
    if (map->entries[i].value) map->entries[kept++] = map->entries[i];
  }
  map->entry_count = kept;
}

/* Leaves the table at most half full, so that adding is cheap again. */
static void rebuild(Map *map) {
  drop_removed(map);
  size_t wanted = map->slot_count ? map->slot_count : MAP_FIRST_SLOTS;
  while ((map->entry_count + 1) * 2 > wanted) wanted *= 2;
  if (wanted > map->slot_count) {
    map->slots = grow(map, map->slots, map->slot_count * sizeof *map->slots, wanted * sizeof *map->slots);
    map->slot_count = wanted;
  }
  memset(map->slots, 0, map->slot_count * sizeof *map->slots);
  for (size_t i = 0; i < map->entry_count; i++) fill_slot(map, i);
}

static void add(Map *map, Str key, uint64_t hash, void *value) {
  /* Slots number entries with 32 bits. */
  if (map->entry_count >= UINT32_MAX - 1) abort();
  if ((map->entry_count + 1) * 4 > map->slot_count * 3) rebuild(map);
  if (map->entry_count == map->entry_cap) {
    size_t cap = map->entry_cap ? map->entry_cap * 2 : MAP_FIRST_SLOTS / 2;
    map->entries = grow(map, map->entries, map->entry_cap * sizeof *map->entries, cap * sizeof *map->entries);
    map->entry_cap = cap;
  }
  map->entries[map->entry_count] = (MapEntry){.key = key, .hash = hash, .value = value};
  fill_slot(map, map->entry_count++);
  map->live++;
}

void *map_get(const Map *map, Str key) {
  MapEntry *entry = find(map, key, slot_hash(key));
  return entry ? entry->value : NULL;
}

static void put(Map *map, Str key, void *value, bool copy_key) {
  assert(value);
  uint64_t hash = slot_hash(key);
  MapEntry *entry = find(map, key, hash);
  if (entry) {
    entry->value = value;
  } else {
    add(map, copy_key ? copy_key_of(map, key) : key, hash, value);
  }
}

void map_put(Map *map, Str key, void *value) { put(map, key, value, false); }

void map_put_copy(Map *map, Str key, void *value) { put(map, key, value, true); }

void *map_remove(Map *map, Str key) {
  MapEntry *entry = find(map, key, slot_hash(key));
  if (!entry) return NULL;
  void *value = entry->value;
  entry->value = NULL;
  map->live--;
  return value;
}

MapEntry *map_next(const Map *map, const MapEntry *after) {
  size_t index = after ? (size_t)(after - map->entries) + 1 : 0;
  while (index < map->entry_count && !map->entries[index].value) index++;
  return index < map->entry_count ? &map->entries[index] : NULL;
}
