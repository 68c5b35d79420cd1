/* Parts of an index. */
#include "src/index/part.h"

#include <stdlib.h>

#include "src/index/index_internal.h"

/* Opened by whoever asks first, under the lock, so that there is one of each
 * kind; opening must therefore not ask for another part. */
void *index_part(Index *index, const IndexPart *kind) {
  lock_take(&index->part_lock);
  IndexHeldPart *held = index->parts;
  while (held && held->kind != kind) held = held->next;
  if (!held) {
    held = arena_heap_alloc(sizeof(*held));
    held->kind = kind;
    held->part = kind->open(index);
    held->next = index->parts;
    index->parts = held;
  }
  void *part = held->part;
  lock_give(&index->part_lock);
  return part;
}

/* Nobody may be using them: the index is being closed. */
void index_parts_close(Index *index) {
  while (index->parts) {
    IndexHeldPart *held = index->parts;
    index->parts = held->next;
    held->kind->close(held->part);
    free(held);
  }
}

Root *index_files(Index *index) { return index->root; }

Keep *index_keep(Index *index) {
  lock_take(&index->lock);
  Store *store = index->store;
  lock_give(&index->lock);
  return store ? store_keep(store) : NULL;
}

size_t index_workers(const Index *index) { return index_worker_count(index); }
size_t index_memory(const Index *index) { return index_memory_bytes(index); }

Err index_generation(Job *job, StoreReader *reader, int64_t *ret_generation) {
  return store_get_number(job, reader, STR("generation"), ret_generation);
}
