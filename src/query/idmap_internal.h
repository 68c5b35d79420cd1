/* Idmap: symbol ids to small numbers, in an arena. */
#ifndef FATHOM_QUERY_IDMAP_INTERNAL_H
#define FATHOM_QUERY_IDMAP_INTERNAL_H

#include "src/base/arena.h"
#include "src/model/id.h"

#define QUERY_NO_NUMBER UINT32_MAX

typedef struct QueryIdMap {
  Arena *arena;
  int64_t *keys; /* 0: free */
  uint32_t *values;
  size_t slots; /* a power of two */
  size_t len;
} QueryIdMap;

void query_idmap_init(QueryIdMap *map, Arena *arena);
uint32_t query_idmap_get(const QueryIdMap *map, int64_t id); /* QUERY_NO_NUMBER: absent */
/* The number that is there afterwards: the one that was there before when
 * there was one. 0 is no id: it is never there. */
uint32_t query_idmap_add(QueryIdMap *map, int64_t id, uint32_t number);
/* Replaces what was there before, which is returned; QUERY_NO_NUMBER: nothing
 * was. `id` must not be 0. */
uint32_t query_idmap_set(QueryIdMap *map, int64_t id, uint32_t number);

#endif
