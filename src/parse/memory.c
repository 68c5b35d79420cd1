/* Memory of one parse: chunks that grow from small to large, handed out by
 * bumping a pointer and taken back into lists by size; all of it is
 * forgotten after each text, or with the next one by a parser that keeps what
 * it made. The library allocates and frees millions of
 * small blocks per second, and with this it does so several times faster;
 * above all a parse can then be broken off anywhere, since nothing has to be
 * freed one by one. The quick ways are inline in the header; here are the
 * rare ones. */
#include "src/parse/memory_internal.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "src/base/arena.h"

#define FIRST_CHUNK (256u << 10)
#define LARGEST_CHUNK (8u << 20)
#define KEPT (16u << 20) /* bytes of chunks, from one file to the next */

struct ParseChunk {
  ParseChunk *next;
  size_t size; /* with this header */
  bool is_outside;
};

__thread ParseMemory *parse_memory_current;

/* From here on allocations of the library on this thread come from `memory`. */
void parse_memory_begin(ParseMemory *memory) { parse_memory_current = memory; }

static void free_chunks(ParseMemory *memory, ParseChunk **from) {
  assert(!parse_memory_current);
  while (*from) {
    ParseChunk *chunk = *from;
    *from = chunk->next;
    memory->total -= chunk->size;
    arena_chunk_give(chunk, chunk->size, chunk->is_outside);
  }
}

/* Everything is forgotten; some chunks are kept for the next text. */
void parse_memory_end(ParseMemory *memory) {
  parse_memory_current = NULL;
  memset(memory->freed, 0, sizeof memory->freed);
  memset(memory->freed_large, 0, sizeof memory->freed_large);
  memory->at = memory->end = NULL;
  memory->current = NULL;
  ParseChunk **at = &memory->chunks;
  for (size_t kept = 0; *at && kept + (*at)->size <= KEPT; at = &(*at)->next) kept += (*at)->size;
  free_chunks(memory, at);
}

void parse_memory_close(ParseMemory *memory) {
  free_chunks(memory, &memory->chunks);
  memory->total = 0; /* whatever was under way when a parse was broken off */
}

/* Blocks begin after a header of 8 bytes, so that they are aligned to 16. */
#define BEFORE_FIRST (2 * sizeof(ParseChunk) - sizeof(ParseMemoryHeader))

static void use_chunk(ParseMemory *memory, ParseChunk *chunk) {
  memory->current = chunk;
  memory->at = (char *)chunk + BEFORE_FIRST;
  memory->end = (char *)chunk + chunk->size;
}

/* The next chunk if it has room, else a new one before it. */
static void next_chunk(ParseMemory *memory, size_t bytes) {
  ParseChunk **place = memory->current ? &memory->current->next : &memory->chunks;
  if (!*place || (*place)->size < bytes + BEFORE_FIRST) {
    size_t size = memory->total < FIRST_CHUNK ? FIRST_CHUNK : memory->total;
    if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
    if (size < bytes + BEFORE_FIRST) size = bytes + BEFORE_FIRST;
    if (memory->limit && memory->total + size > memory->limit) memory->full(memory);
    bool is_outside;
    ParseChunk *chunk = arena_chunk_take(&size, &is_outside);
    *chunk = (ParseChunk){.next = *place, .size = size, .is_outside = is_outside};
    *place = chunk;
    memory->total += size;
  }
  use_chunk(memory, *place);
}

static unsigned power_of(size_t units) {
  unsigned power = 0;
  while ((size_t)1 << power < units) power++;
  return power;
}

/* Outside of any parse (loading a grammar) blocks come from the heap and are
 * marked by a header of zero. */
static void *take_malloced(size_t size) {
  ParseMemoryHeader *block = arena_heap_grow(NULL, size + 2 * sizeof(ParseMemoryHeader));
  block[1] = 0;
  return block + 2;
}

/* Large blocks are rounded up to powers of two, so that they can be used
 * again. */
void *parse_memory_take_slowly(size_t size) {
  ParseMemory *memory = parse_memory_current;
  if (!memory) return take_malloced(size);
  size_t units = parse_memory_units(size);
  if (units >= PARSE_MEMORY_SMALL) {
    unsigned power = power_of(units);
    units = (size_t)1 << power;
    ParseMemoryLink *freed = memory->freed_large[power];
    if (freed) {
      memory->freed_large[power] = freed->next;
      return freed;
    }
  }
  size_t bytes = units * PARSE_MEMORY_UNIT;
  if ((size_t)(memory->end - memory->at) < bytes) next_chunk(memory, bytes);
  ParseMemoryHeader *header = (ParseMemoryHeader *)(void *)memory->at;
  memory->at += bytes;
  *header = units;
  return header + 1;
}

void parse_memory_give_slowly(void *block) {
  size_t units = ((ParseMemoryHeader *)block)[-1];
  if (units == 0) {
    free((ParseMemoryHeader *)block - 2);
    return;
  }
  /* Without a memory the whole of it is gone, or about to be. */
  ParseMemory *memory = parse_memory_current;
  if (!memory) return;
  ParseMemoryLink *freed = block;
  void **list = units < PARSE_MEMORY_SMALL ? &memory->freed[units] : &memory->freed_large[power_of(units)];
  freed->next = *list;
  *list = freed;
}

void *parse_memory_grow_slowly(void *block, size_t size) {
  size_t units = ((ParseMemoryHeader *)block)[-1];
  if (units == 0) {
    ParseMemoryHeader *grown =
        arena_heap_grow((ParseMemoryHeader *)block - 2, size + 2 * sizeof(ParseMemoryHeader));
    return grown + 2;
  }
  void *grown = parse_memory_take(size);
  memcpy(grown, block, units * PARSE_MEMORY_UNIT - sizeof(ParseMemoryHeader));
  parse_memory_give(block);
  return grown;
}
