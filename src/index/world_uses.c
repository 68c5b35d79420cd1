/* Which files a file looked at: the differences of their sorted numbers, packed,
 * the last one followed by a zero. */
#include <stdlib.h>

#include "src/base/pack.h"
#include "src/index/world_parts_internal.h"

static int by_number(const void *a, const void *b) {
  WorldFile x = *(const WorldFile *)a, y = *(const WorldFile *)b;
  return x < y ? -1 : x > y;
}

unsigned char *index_world_pack_uses(WorldFile *files, size_t count) {
  if (!count) return NULL;
  qsort(files, count, sizeof *files, by_number);
  unsigned char *bytes = arena_heap_grow(NULL, count * PACK_NUMBER_32_MAX + 1), *at = bytes;
  WorldFile before = 0;
  for (size_t i = 0; i < count; i++) {
    if (files[i] != before) at = pack_put_number(at, files[i] - before);
    before = files[i];
  }
  *at++ = 0;
  return arena_heap_grow(bytes, (size_t)(at - bytes));
}

WorldFile index_world_next_use(const unsigned char **at, WorldFile before) {
  uint64_t difference;
  if (!*at) return 0;
  *at = pack_load_number(*at, &difference);
  return difference ? before + (WorldFile)difference : 0;
}
