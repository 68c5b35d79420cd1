/* What a file looked at and asked for, in the pile of its world. Which files: the
 * differences of their sorted numbers, packed, the last one followed by a zero. */
#include <stdlib.h>

#include "src/base/pack.h"
#include "src/base/sort.h"
#include "src/index/world_parts_internal.h"

static void sort_files(WorldFile *files, size_t count) {
  uint64_t *wide = arena_heap_grow(NULL, 2 * count * sizeof *wide), most = 0;
  for (size_t i = 0; i < count; i++) most |= wide[i] = files[i];
  sort_by_bits(wide, wide + count, count, 0, sort_bits_of(most));
  for (size_t i = 0; i < count; i++) files[i] = (WorldFile)wide[i];
  free(wide);
}

void index_world_set_uses(IndexWorld *world, IndexFile *file, WorldFile *files, size_t count) {
  pile_give(&world->pile, file->uses, file->use_bytes);
  file->uses = NULL;
  file->use_bytes = 0;
  if (!count) return;
  sort_files(files, count);
  unsigned char *bytes = arena_heap_grow(NULL, count * PACK_NUMBER_32_MAX + 1), *at = bytes;
  WorldFile before = 0;
  for (size_t i = 0; i < count; i++) {
    if (files[i] != before) at = pack_put_number(at, files[i] - before);
    before = files[i];
  }
  *at++ = 0;
  file->use_bytes = (uint32_t)(at - bytes);
  file->uses = pile_copy(&world->pile, bytes, file->use_bytes);
  free(bytes);
}

void index_world_set_asks(IndexWorld *world, IndexFile *file, const uint32_t *asks, size_t count) {
  pile_give(&world->pile, file->asks, file->ask_count * sizeof *asks);
  file->asks = pile_copy(&world->pile, asks, count * sizeof *asks);
  file->ask_count = (uint32_t)count;
}

void index_world_set_locals(IndexWorld *world, IndexFile *file, const uint32_t *locals, size_t count) {
  pile_give(&world->pile, file->locals, file->def_count * sizeof *locals);
  file->locals = locals ? pile_copy(&world->pile, locals, count * sizeof *locals) : NULL;
  file->def_count = (uint32_t)count;
}

WorldFile index_world_next_use(const unsigned char **at, WorldFile before) {
  uint64_t difference;
  if (!*at) return 0;
  *at = pack_load_number(*at, &difference);
  return difference ? before + (WorldFile)difference : 0;
}
