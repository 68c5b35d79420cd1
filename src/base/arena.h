/* Arena: memory that lives and dies together.
 * One arena per unit of work (a file, a request) and per long-lived owner.
 * Never returns NULL: running out of memory ends the process in one place,
 * so limits are applied where data enters, not at each allocation.
 * Not thread-safe: an arena belongs to one thread at a time. */
#ifndef FATHOM_BASE_ARENA_H
#define FATHOM_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
  ArenaBlock *block; /* newest block, the one allocated from */
  size_t used;       /* bytes handed out, all blocks together */
} Arena;

/* Nothing is allocated before something is asked for. One thread at a time;
 * a zeroed Arena is an initialised one. */
void arena_init(Arena *arena);
/* Frees everything; the arena is then as after arena_init. */
void arena_clear(Arena *arena);
/* Forgets everything but keeps one block for the next unit of work. */
void arena_reset(Arena *arena);

/* Zeroed memory, aligned for any type. `size` 0 gives a valid pointer. */
void *arena_alloc(Arena *arena, size_t size);
/* Zeroed array; aborts when count * size overflows. */
void *arena_alloc_array(Arena *arena, size_t count, size_t size);
/* Copy of `size` bytes. */
void *arena_copy(Arena *arena, const void *bytes, size_t size);
/* Grows in place when it can, copies otherwise; use only what it returns,
 * `old` is dead. The grown part is not zeroed. `old` NULL: allocates. */
void *arena_grow(Arena *arena, void *old, size_t old_size, size_t new_size);

/* Bytes that it has taken from the system, what is not handed out yet included:
 * what it costs, where `used` is what it is good for. */
size_t arena_held(const Arena *arena);

/* How large blocks are had from elsewhere than the heap. All on any thread. */
typedef struct ArenaOutside {
  void *(*take)(size_t *size); /* at least that; it says how much. NULL: it cannot be had, the heap can */
  bool (*grow)(void *block, size_t size, size_t *new_size); /* where it lies */
  void (*give)(void *block, size_t size);
} ArenaOutside;
/* For good, and always the same: blocks go back to where they came from. */
void arena_outside(const ArenaOutside *outside);
/* A block of at least this size, from outside where it is large enough and there is
 * one, else from the heap; it says how much it is. Not cleared. */
void *arena_chunk_take(size_t *size, bool *ret_is_outside);
void arena_chunk_give(void *chunk, size_t size, bool is_outside);

/* Everything of `from` lives on in `to`, where it lies; `from` is then as
 * after arena_init. */
void arena_adopt(Arena *to, Arena *from);

#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) \
  ((Type *)arena_alloc_array((arena), (count), sizeof(Type)))

/* For the few owners that live as long as the process and are not arena
 * shaped: malloc that ends the process instead of returning NULL. */
void *arena_heap_alloc(size_t size); /* zeroed; release with free() */
void *arena_heap_grow(void *old, size_t new_size); /* the grown part is not zeroed */

#endif
