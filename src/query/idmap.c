/* Open addressing, at most half full. */
#include "src/query/idmap_internal.h"

#include <string.h>

void query_idmap_init(QueryIdMap *map, Arena *arena) { *map = (QueryIdMap){.arena = arena}; }

static size_t slot_of(const QueryIdMap *map, int64_t id) {
  size_t at = (size_t)(((uint64_t)id * 0x9E3779B97F4A7C15u) >> 20) & (map->slots - 1);
  while (map->keys[at] && map->keys[at] != id) at = (at + 1) & (map->slots - 1);
  return at;
}

uint32_t query_idmap_get(const QueryIdMap *map, int64_t id) {
  if (!map->slots) return QUERY_NO_NUMBER;
  size_t at = slot_of(map, id);
  return map->keys[at] ? map->values[at] : QUERY_NO_NUMBER;
}

static void grow(QueryIdMap *map) {
  QueryIdMap larger = *map;
  larger.slots = map->slots ? map->slots * 4 : 64;
  larger.keys = ARENA_ARRAY(map->arena, int64_t, larger.slots);
  larger.values = ARENA_ARRAY(map->arena, uint32_t, larger.slots);
  for (size_t i = 0; i < map->slots; i++) {
    if (!map->keys[i]) continue;
    size_t at = slot_of(&larger, map->keys[i]);
    larger.keys[at] = map->keys[i];
    larger.values[at] = map->values[i];
  }
  *map = larger;
}

uint32_t query_idmap_add(QueryIdMap *map, int64_t id, uint32_t number) {
  if (!id) return number;
  if ((map->len + 1) * 2 > map->slots) grow(map);
  size_t at = slot_of(map, id);
  if (map->keys[at]) return map->values[at];
  map->keys[at] = id;
  map->values[at] = number;
  map->len++;
  return number;
}

uint32_t query_idmap_set(QueryIdMap *map, int64_t id, uint32_t number) {
  uint32_t before = query_idmap_get(map, id);
  query_idmap_add(map, id, number);
  map->values[slot_of(map, id)] = number;
  return before;
}
