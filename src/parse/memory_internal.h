/* The memory of one parse. The parsing library takes all of its memory from
 * here (the build makes it include this file first), and none of it outlives
 * the file that is being parsed: forgetting it all at once is much cheaper
 * than taking a tree apart. What is freed meanwhile is used again, by size,
 * so that broken text does not pile up. Threads have one each; without one,
 * malloc does the work. Knows nothing of parsing. */
#ifndef FATHOM_PARSE_MEMORY_INTERNAL_H
#define FATHOM_PARSE_MEMORY_INTERNAL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Everything is aligned to this and counted in it. */
#define PARSE_MEMORY_UNIT 16u
#define PARSE_MEMORY_SMALL 64u /* units; larger blocks are rounded up to a power of two */
#define PARSE_MEMORY_POWERS 48u

typedef struct ParseChunk ParseChunk;
typedef struct ParseMemory ParseMemory;

/* Zeroed, it is ready. */
struct ParseMemory {
  char *at, *end;                          /* what is left of the current chunk */
  void *freed[PARSE_MEMORY_SMALL];         /* lists, by units */
  void *freed_large[PARSE_MEMORY_POWERS];  /* lists, by the power of two */
  ParseChunk *chunks;
  ParseChunk *current;
  size_t total; /* bytes of all chunks */
  size_t limit; /* of `total`; 0: none */
  void (*full)(ParseMemory *memory); /* called at the limit; does not return */
};

/* NULL: this thread does not parse at the moment, and malloc does the work. */
extern __thread ParseMemory *parse_memory_current;

/* Until parse_memory_end this thread's parsing uses `memory`. */
void parse_memory_begin(ParseMemory *memory);
/* Forgets everything, keeps some of the chunks. */
void parse_memory_end(ParseMemory *memory);
void parse_memory_close(ParseMemory *memory);

/* ---- what the library calls instead of malloc and its kin ---- */

/* The same without shortcuts; `units` is the block's size, header included. */
void *parse_memory_take_slowly(size_t size);
void *parse_memory_grow_slowly(void *block, size_t size);
void parse_memory_give_slowly(void *block);

/* A block is preceded by its size in units; 0: it is malloc's. The library
 * then stores any type in it, so these two may lie over anything. */
typedef uint64_t __attribute__((may_alias)) ParseMemoryHeader;
typedef struct __attribute__((may_alias)) ParseMemoryLink {
  void *next;
} ParseMemoryLink;

/* With the header, rounded up. */
static inline size_t parse_memory_units(size_t size) {
  return (size + sizeof(ParseMemoryHeader) + PARSE_MEMORY_UNIT - 1) / PARSE_MEMORY_UNIT;
}

/* The quick way: a block that was freed, or the next bytes of the chunk.
 * Inlined into the library, where most of its time would go otherwise. */
static inline void *parse_memory_take(size_t size) {
  ParseMemory *memory = parse_memory_current;
  size_t units = parse_memory_units(size);
  if (__builtin_expect(!memory || units >= PARSE_MEMORY_SMALL, 0)) {
    return parse_memory_take_slowly(size);
  }
  ParseMemoryLink *freed = memory->freed[units];
  if (freed) {
    memory->freed[units] = freed->next;
    return freed;
  }
  if (__builtin_expect((size_t)(memory->end - memory->at) < units * PARSE_MEMORY_UNIT, 0)) {
    return parse_memory_take_slowly(size);
  }
  ParseMemoryHeader *header = (ParseMemoryHeader *)memory->at;
  memory->at += units * PARSE_MEMORY_UNIT;
  *header = units;
  return header + 1;
}

static inline void *parse_memory_take_zeroed(size_t count, size_t size) {
  return memset(parse_memory_take(count * size), 0, count * size);
}

/* Units of 0, which is malloc's, wrap around and take the slow way like large
 * ones. */
static inline void parse_memory_give(void *block) {
  if (!block) return;
  size_t units = ((ParseMemoryHeader *)block)[-1];
  ParseMemory *memory = parse_memory_current;
  if (__builtin_expect(!memory || units - 1 >= PARSE_MEMORY_SMALL - 1, 0)) {
    parse_memory_give_slowly(block);
    return;
  }
  ParseMemoryLink *freed = block;
  freed->next = memory->freed[units];
  memory->freed[units] = freed;
}

/* Blocks are rounded up, so there is often room already. */
static inline void *parse_memory_grow(void *block, size_t size) {
  if (!block) return parse_memory_take(size);
  size_t units = ((ParseMemoryHeader *)block)[-1];
  if (__builtin_expect(units >= parse_memory_units(size), 1)) return block;
  return parse_memory_grow_slowly(block, size);
}

#endif
