/* Map: strings to pointers, in an arena or a pile.
 * Open addressing, insertion order kept for iteration so that output made
 * from a map is the same in every run. Keys are borrowed unless map_put_copy
 * is used. Values are never NULL: a NULL answer means absent. */
#ifndef FATHOM_BASE_MAP_H
#define FATHOM_BASE_MAP_H

#include "src/base/pile.h"
#include "src/base/str.h"

typedef struct MapEntry {
  Str key;
  uint64_t hash; /* differs from run to run */
  void *value; /* NULL: removed */
} MapEntry;

typedef struct Map {
  Arena *arena; /* NULL: it is in the pile */
  Pile *pile;
  MapEntry *entries; /* in order of insertion, removed ones included */
  size_t entry_count;
  size_t entry_cap;
  uint32_t *slots; /* index + 1 into entries; 0: free */
  size_t slot_count;
  size_t live; /* entries not removed */
} Map;

/* Empty, and allocates nothing yet. The arena must live as long as the map,
 * and so must keys that are not copied. One thread at a time. */
void map_init(Map *map, Arena *arena);
/* Likewise, for what grows with a project. */
void map_init_in_pile(Map *map, Pile *pile);
/* The value, or NULL when the key is absent or was removed. */
void *map_get(const Map *map, Str key);
/* Sets or replaces; a key already there stays as it was, in its place. */
void map_put(Map *map, Str key, void *value);
void map_put_copy(Map *map, Str key, void *value);
/* The removed value, or NULL. */
void *map_remove(Map *map, Str key);
/* Removing and replacing while iterating is allowed, adding is not.
 * for (MapEntry *e = NULL; (e = map_next(map, e));) */
MapEntry *map_next(const Map *map, const MapEntry *after);

#endif
