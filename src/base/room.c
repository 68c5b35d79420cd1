#include "src/base/room.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/lock.h"

/* Blocks that are outside, so that whoever gives one back need not know. Few:
 * each is large. */
static Lock lock = LOCK_READY; /* guards all that follows */
static const RoomOutside *source;
static RoomCounts counts;
static void **blocks;
static size_t block_count, block_cap;

void room_limit(size_t bytes) {
  lock_take(&lock);
  counts.limit = bytes;
  lock_give(&lock);
}

void room_outside(const RoomOutside *outside) {
  lock_take(&lock);
  assert(!source || source == outside); /* blocks go back to where they came from */
  source = outside;
  lock_give(&lock);
}

RoomCounts room_counts(void) {
  lock_take(&lock);
  RoomCounts now = counts;
  lock_give(&lock);
  return now;
}

/* ---- with the lock ---- */

static size_t find(const void *block) {
  size_t at = block_count;
  while (at && blocks[at - 1] != block) at--;
  return at; /* from 1; 0: it is on the heap */
}

static bool is_too_much(size_t old_size, size_t new_size) {
  return source && counts.limit && new_size >= ROOM_LARGE && counts.heap - old_size + new_size > counts.limit;
}

static void *take_outside(size_t size) {
  void *block = source->take(size);
  if (!block) return NULL;
  if (block_count == block_cap) {
    block_cap = block_cap ? block_cap * 2 : 16;
    blocks = arena_heap_grow(blocks, block_cap * sizeof *blocks);
  }
  blocks[block_count++] = block;
  counts.outside += size;
  return block;
}

static void give_back(void *block, size_t size) {
  size_t at = block ? find(block) : 0;
  if (at) {
    blocks[at - 1] = blocks[--block_count];
    counts.outside -= size;
    source->give(block, size);
    return;
  }
  counts.heap -= size;
  free(block);
}

static void *grow_on_heap(void *old, size_t old_size, size_t new_size) {
  /* A new one may be clear already, and is then not touched. */
  char *block = old ? arena_heap_grow(old, new_size) : arena_heap_alloc(new_size);
  if (old) memset(block + old_size, 0, new_size - old_size);
  counts.heap = counts.heap - old_size + new_size;
  return block;
}

void *room_grow(void *old, size_t old_size, size_t new_size) {
  assert(new_size >= old_size && (old || !old_size)); /* blocks only grow */
  lock_take(&lock);
  bool is_outside = old && find(old);
  void *block = is_outside || is_too_much(old_size, new_size) ? take_outside(new_size) : NULL;
  if (block) {
    if (old_size) memcpy(block, old, old_size);
    give_back(old, old_size);
  } else if (is_outside) { /* there is no more outside */
    block = grow_on_heap(NULL, 0, new_size);
    memcpy(block, old, old_size);
    give_back(old, old_size);
  } else {
    block = grow_on_heap(old, old_size, new_size);
  }
  lock_give(&lock);
  return block;
}

void room_free(void *block, size_t size) {
  if (!block) return;
  lock_take(&lock);
  give_back(block, size);
  lock_give(&lock);
}
