/* A trial: the world with other texts than are stored, and back. Whoever makes
 * one puts the stored facts again at its end, and what was resolved meanwhile
 * gets back what it looked at. */
#include <assert.h>

#include "src/index/world_parts_internal.h"

FileId index_world_highest(const IndexWorld *world) {
  size_t id = world->id_cap;
  while (id && !world->by_id[id - 1]) id--;
  return (FileId){id ? (int64_t)id - 1 : 0};
}

void index_world_lend(IndexWorld *world, WorldFile number, IndexLent *ret_lent) {
  IndexFile *file = index_world_file(world, number);
  *ret_lent = (IndexLent){.file = number, .uses = file->uses, .use_bytes = file->use_bytes, .asks = file->asks,
                          .ask_count = file->ask_count};
  file->uses = NULL;
  file->asks = NULL;
  file->use_bytes = file->ask_count = 0;
}

void index_world_take_back(IndexWorld *world, IndexLent *lent) {
  IndexFile *file = index_world_file(world, lent->file);
  pile_give(&world->pile, file->uses, file->use_bytes);
  pile_give(&world->pile, file->asks, file->ask_count * sizeof *file->asks);
  file->uses = lent->uses;
  file->use_bytes = lent->use_bytes;
  file->asks = lent->asks;
  file->ask_count = lent->ask_count;
}

void index_world_all_clean(IndexWorld *world) {
  assert(!world->changed_keys.len && !world->shape_changed); /* imports were followed */
  for (size_t f = 0; f < world->file_cap; f++) world->files[f].dirty = false;
  world->dirty_count = 0;
  index_world_committed(world);
}
