/* Idmap: ids, or other 64-bit keys, to 32-bit numbers, in an arena.
 * What the number means is the caller's: a place in a vector, a count, or
 * nothing where only membership matters. The key 0 is no id: it is never
 * there, so that "no symbol" can be asked about without a check before.
 * One thread at a time; several may read while nobody writes. */
#ifndef FATHOM_BASE_IDMAP_H
#define FATHOM_BASE_IDMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/arena.h"

#define IDMAP_NONE UINT32_MAX /* absent; must not be put as a number */

typedef struct Idmap {
  Arena *arena;
  uint64_t *keys; /* 0: free */
  uint32_t *values;
  size_t slots; /* a power of two */
  size_t len;
} Idmap;

/* Takes no memory before the first key. */
void idmap_init(Idmap *map, Arena *arena);
/* Room for `count` keys at once, where the number is known beforehand. */
void idmap_reserve(Idmap *map, size_t count);

uint32_t idmap_get(const Idmap *map, uint64_t id); /* IDMAP_NONE: absent */
bool idmap_has(const Idmap *map, uint64_t id);

/* The number that is there afterwards: the one that was there before when
 * there was one. Of the key 0 it is `number`, and nothing is kept. */
uint32_t idmap_add(Idmap *map, uint64_t id, uint32_t number);
/* Adds the key, whatever its number is then; true when it was not there.
 * The key 0 never is. */
bool idmap_mark(Idmap *map, uint64_t id);
/* Replaces what was there before, which is returned; IDMAP_NONE: nothing
 * was. `id` must not be 0. */
uint32_t idmap_set(Idmap *map, uint64_t id, uint32_t number);
/* Where its number is kept, put as `fresh` when the key was not there; valid
 * until the next key is added. `id` must not be 0. */
uint32_t *idmap_at(Idmap *map, uint64_t id, uint32_t fresh);

#endif
