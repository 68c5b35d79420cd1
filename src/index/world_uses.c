/* Which files a file looked at: the differences of their sorted numbers, seven
 * bits to a byte, the last one followed by a zero. */
#include <stdlib.h>

#include "src/index/world_parts_internal.h"

enum { MORE = 0x80, BITS = 7, BYTES_MAX = 5 };

static int by_number(const void *a, const void *b) {
  WorldFile x = *(const WorldFile *)a, y = *(const WorldFile *)b;
  return x < y ? -1 : x > y;
}

static unsigned char *put(unsigned char *at, uint32_t number) {
  for (; number >= MORE; number >>= BITS) *at++ = (unsigned char)(number | MORE);
  *at++ = (unsigned char)number;
  return at;
}

unsigned char *index_world_pack_uses(WorldFile *files, size_t count) {
  if (!count) return NULL;
  qsort(files, count, sizeof *files, by_number);
  unsigned char *bytes = arena_heap_grow(NULL, count * BYTES_MAX + 1), *at = bytes;
  WorldFile before = 0;
  for (size_t i = 0; i < count; i++) {
    if (files[i] != before) at = put(at, files[i] - before);
    before = files[i];
  }
  *at++ = 0;
  return arena_heap_grow(bytes, (size_t)(at - bytes));
}

WorldFile index_world_next_use(const unsigned char **at, WorldFile before) {
  uint32_t difference = 0;
  if (!*at) return 0;
  for (unsigned shift = 0;; shift += BITS) {
    unsigned char byte = *(*at)++;
    difference |= (uint32_t)(byte & (MORE - 1)) << shift;
    if (!(byte & MORE)) break;
  }
  return difference ? before + difference : 0;
}
