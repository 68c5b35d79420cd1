/* Idmap: open addressing, at most half full. Keys are multiplied before they
 * are used: ids of one file differ in their low bits alone, those of several
 * files in the high ones. */
#include "src/base/idmap.h"

#include <assert.h>

enum { SLOTS_FIRST = 16 };

void idmap_init(Idmap *map, Arena *arena) { *map = (Idmap){.arena = arena}; }

static size_t slot_of(const Idmap *map, uint64_t id) {
  size_t at = (size_t)((id * 0x9E3779B97F4A7C15u) >> 20) & (map->slots - 1);
  while (map->keys[at] && map->keys[at] != id) at = (at + 1) & (map->slots - 1);
  return at;
}

static void resize(Idmap *map, size_t slots) {
  Idmap larger = *map;
  larger.slots = slots;
  larger.keys = ARENA_ARRAY(map->arena, uint64_t, slots);
  larger.values = ARENA_ARRAY(map->arena, uint32_t, slots);
  for (size_t i = 0; i < map->slots; i++) {
    if (!map->keys[i]) continue;
    size_t at = slot_of(&larger, map->keys[i]);
    larger.keys[at] = map->keys[i];
    larger.values[at] = map->values[i];
  }
  *map = larger;
}

void idmap_reserve(Idmap *map, size_t count) {
  size_t slots = map->slots ? map->slots : SLOTS_FIRST;
  while (slots < count * 2) slots *= 2;
  if (slots > map->slots) resize(map, slots);
}

uint32_t idmap_get(const Idmap *map, uint64_t id) {
  if (!map->slots) return IDMAP_NONE;
  size_t at = slot_of(map, id);
  return map->keys[at] ? map->values[at] : IDMAP_NONE;
}

bool idmap_has(const Idmap *map, uint64_t id) { return map->slots && map->keys[slot_of(map, id)]; }

uint32_t *idmap_at(Idmap *map, uint64_t id, uint32_t fresh) {
  assert(id); /* it would take the place of a free slot */
  if ((map->len + 1) * 2 > map->slots) resize(map, map->slots ? map->slots * 4 : SLOTS_FIRST);
  size_t at = slot_of(map, id);
  if (!map->keys[at]) {
    map->keys[at] = id;
    map->values[at] = fresh;
    map->len++;
  }
  return &map->values[at];
}

uint32_t idmap_add(Idmap *map, uint64_t id, uint32_t number) {
  return id ? *idmap_at(map, id, number) : number;
}

bool idmap_mark(Idmap *map, uint64_t id) {
  size_t before = map->len;
  if (id) idmap_at(map, id, 0);
  return !id || map->len > before;
}

uint32_t idmap_set(Idmap *map, uint64_t id, uint32_t number) {
  uint32_t *place = idmap_at(map, id, IDMAP_NONE), before = *place;
  *place = number;
  return before;
}
