/* Arena: blocks that grow geometrically from small to 1 MB, so that an idle
 * owner costs little and a busy one rarely calls malloc.
 * An allocation that would waste much of a block gets one of its own, which
 * can later be resized without copying through the arena.
 * Under AddressSanitizer everything not handed out is poisoned. */
#include "src/base/arena.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/own.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN 1
#endif
#endif

#ifdef ARENA_ASAN
#include <sanitizer/asan_interface.h>
enum { ARENA_GAP = 16 }; /* between allocations, to notice overruns */
/* Not inlined: gcc would take the marking of fresh memory for a read. */
__attribute__((noinline)) static void poison(void *ptr, size_t size) {
  __asan_poison_memory_region(ptr, size);
}
static void unpoison(void *ptr, size_t size) { __asan_unpoison_memory_region(ptr, size); }
#else
enum { ARENA_GAP = 0 };
static void poison(void *ptr, size_t size) { (void)ptr, (void)size; }
static void unpoison(void *ptr, size_t size) { (void)ptr, (void)size; }
#endif

enum {
  ARENA_ALIGN = 16,
  ARENA_FIRST = 4 * 1024,
  ARENA_LARGEST = 1024 * 1024,
  ARENA_SEARCH = 8, /* newest blocks looked at when growing */
  ARENA_LARGE = 64 * 1024, /* whole blocks from here on are asked for outside */
  HEAP_SMALL = 1024
};

struct ArenaBlock {
  ArenaBlock *prev;
  size_t cap;  /* bytes of data */
  size_t used; /* always a multiple of ARENA_ALIGN */
  size_t last; /* where the last allocation begins */
  size_t next; /* size for the next shared block */
  bool own;    /* holds one large allocation, at its beginning */
  bool is_outside;
  _Alignas(ARENA_ALIGN) char data[];
};

NO_RETURN static void out_of_memory(size_t size) {
  fprintf(stderr, "fathom: out of memory (asked for %zu bytes)\n", size);
  abort();
}

/* What `size` bytes take in a block. */
static size_t taken(size_t size) {
  if (size > PTRDIFF_MAX - 4 * (size_t)ARENA_LARGEST) out_of_memory(size);
  if (size == 0) size = 1;
  return (size + ARENA_GAP + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
}

static const ArenaOutside *_Atomic outside;

void arena_outside(const ArenaOutside *given) {
#ifndef ARENA_ASAN /* which looks for leaks on the heap alone */
  atomic_store_explicit(&outside, given, memory_order_release);
#else
  (void)given;
#endif
}

static const ArenaOutside *get_outside(void) { return atomic_load_explicit(&outside, memory_order_acquire); }

void *arena_chunk_take(size_t *size, bool *ret_is_outside) {
  const ArenaOutside *large = *size >= ARENA_LARGE ? get_outside() : NULL;
  void *chunk = large ? large->take(size) : NULL;
  *ret_is_outside = chunk != NULL;
  if (!chunk) chunk = malloc(*size);
  if (!chunk) out_of_memory(*size);
  return chunk;
}

void arena_chunk_give(void *chunk, size_t size, bool is_outside) {
  if (is_outside) get_outside()->give(chunk, size);
  else free(chunk);
}

static ArenaBlock *block_open(size_t cap) {
  size_t whole = sizeof(ArenaBlock) + cap;
  bool is_outside;
  ArenaBlock *block = arena_chunk_take(&whole, &is_outside);
  *block = (ArenaBlock){.cap = whole - sizeof *block, .is_outside = is_outside};
  poison(block->data, block->cap);
  return block;
}

static void block_close(ArenaBlock *block) {
  unpoison(block->data, block->cap);
  arena_chunk_give(block, sizeof *block + block->cap, block->is_outside);
}

/* Of one that holds a single allocation; the contents stay. */
static ArenaBlock *block_resize(ArenaBlock *block, size_t cap) {
  size_t old = sizeof *block + block->cap, whole = sizeof *block + cap;
  if (!block->is_outside) {
    block = realloc(block, whole);
    if (!block) out_of_memory(cap);
  } else if (whole > old && !get_outside()->grow(block, old, &whole)) {
    ArenaBlock *grown = block_open(cap);
    size_t now = grown->cap;
    bool is_outside = grown->is_outside;
    memcpy(grown, block, sizeof *block + block->used);
    grown->cap = now;
    grown->is_outside = is_outside;
    block_close(block);
    return grown;
  } else if (whole < old) {
    whole = old;
  }
  block->cap = whole - sizeof *block;
  return block;
}

static size_t next_size(const ArenaBlock *block) { return block ? block->next : ARENA_FIRST; }

static size_t doubled(size_t size) { return size < ARENA_LARGEST ? size * 2 : ARENA_LARGEST; }

/* A block holding just these bytes, behind the shared one, which goes on
 * being allocated from. */
static ArenaBlock *add_own(Arena *arena, size_t need) {
  ArenaBlock *block = block_open(need);
  block->own = true;
  /* Several large ones in a row: next time they may fit together. */
  block->next = doubled(next_size(arena->block));
  if (arena->block) {
    arena->block->next = block->next;
    block->prev = arena->block->prev;
    arena->block->prev = block;
  } else {
    arena->block = block;
  }
  return block;
}

static ArenaBlock *add_shared(Arena *arena) {
  size_t whole = next_size(arena->block);
  ArenaBlock *block = block_open(whole - sizeof(ArenaBlock));
  block->next = doubled(whole);
  block->prev = arena->block;
  arena->block = block;
  return block;
}

/* A large allocation does not close the shared block: the rest of it goes on
 * being used. */
__attribute__((noinline)) static ArenaBlock *make_room(Arena *arena, size_t need) {
  if (need > next_size(arena->block) / 2) return add_own(arena, need);
  return add_shared(arena);
}

/* Not cleared; arena_alloc does that, and who copies or grows need not pay
 * for it. */
static void *take(Arena *arena, size_t size) {
  size_t need = taken(size);
  ArenaBlock *block = arena->block;
  if (!block || block->own || block->cap - block->used < need) block = make_room(arena, need);
  block->last = block->used;
  block->used += need;
  arena->used += size;
  char *ptr = block->data + block->last;
  unpoison(ptr, size);
  return ptr;
}

void arena_init(Arena *arena) { *arena = (Arena){0}; }

void arena_clear(Arena *arena) {
  for (ArenaBlock *block = arena->block; block;) {
    ArenaBlock *prev = block->prev;
    block_close(block);
    block = prev;
  }
  arena_init(arena);
}

/* The newest shared block is kept, so that a unit of work of usual size
 * needs no malloc at all. */
void arena_reset(Arena *arena) {
  /* The newest shared block is the largest of them. */
  ArenaBlock *kept = arena->block;
  while (kept && kept->own) kept = kept->prev;
  for (ArenaBlock *block = arena->block; block;) {
    ArenaBlock *prev = block->prev;
    if (block != kept) block_close(block);
    block = prev;
  }
  arena_init(arena);
  if (!kept) return;
  kept->prev = NULL;
  kept->used = kept->last = 0;
  kept->next = doubled(kept->cap + sizeof(ArenaBlock));
  poison(kept->data, kept->cap);
  arena->block = kept;
}

/* In constant time but for the walk to the oldest block; nothing is copied
 * or moves. */
void arena_adopt(Arena *to, Arena *from) {
  ArenaBlock *oldest = from->block;
  if (!oldest) return;
  while (oldest->prev) oldest = oldest->prev;
  if (to->block) {
    oldest->prev = to->block->prev;
    to->block->prev = from->block;
  } else {
    to->block = from->block;
  }
  to->used += from->used;
  arena_init(from);
}

size_t arena_held(const Arena *arena) {
  size_t held = 0;
  for (const ArenaBlock *block = arena->block; block; block = block->prev) held += sizeof *block + block->cap;
  return held;
}

void *arena_alloc(Arena *arena, size_t size) {
  void *ptr = take(arena, size);
  memset(ptr, 0, size);
  return ptr;
}

void *arena_alloc_array(Arena *arena, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) out_of_memory(SIZE_MAX);
  return arena_alloc(arena, total);
}

void *arena_copy(Arena *arena, const void *bytes, size_t size) {
  void *ptr = take(arena, size);
  if (size) memcpy(ptr, bytes, size);
  return ptr;
}

/* Resizes the block that holds only `old`; NULL when there is none near. */
static void *grow_own(Arena *arena, void *old, size_t new_size) {
  ArenaBlock **link = &arena->block;
  for (int i = 0; i < ARENA_SEARCH && *link; i++, link = &(*link)->prev) {
    ArenaBlock *block = *link;
    if (!block->own || block->data != old) continue;
    size_t cap = taken(new_size);
    unpoison(block->data, block->cap);
    block = block_resize(block, cap);
    block->used = cap;
    *link = block;
    poison(block->data + new_size, block->cap - new_size);
    return block->data;
  }
  return NULL;
}

/* The last allocation of the newest block may grow where it lies, which is
 * what buffers and vectors do most. */
static bool grow_in_place(Arena *arena, const void *old, size_t new_size) {
  ArenaBlock *block = arena->block;
  if (!block || block->own || block->used == 0 || block->data + block->last != old) return false;
  size_t need = taken(new_size);
  if (block->cap - block->last < need) return false;
  block->used = block->last + need;
  unpoison(block->data + block->last, new_size);
  return true;
}

/* Three ways, cheapest first: in place, by resizing a block of its own, by
 * copying. What was old must not be used any more, and under
 * AddressSanitizer cannot be. */
void *arena_grow(Arena *arena, void *old, size_t old_size, size_t new_size) {
  if (!old) return take(arena, new_size);
  if (new_size <= old_size) return old;
  if (grow_in_place(arena, old, new_size)) {
    arena->used += new_size - old_size;
    return old;
  }
  void *grown = grow_own(arena, old, new_size);
  if (grown) {
    arena->used += new_size - old_size;
    return grown;
  }
  grown = take(arena, new_size);
  if (old_size) memcpy(grown, old, old_size);
  poison(old, old_size);
  return grown;
}

/* The C library keeps small blocks at hand for malloc, and for calloc it does not;
 * large ones may come from the system and are clear already. realloc is asked
 * because compilers make a calloc of a malloc that is cleared. */
void *arena_heap_alloc(size_t size) {
  if (size == 0) size = 1;
  bool is_small = size <= HEAP_SMALL;
  void *ptr = is_small ? realloc(NULL, size) : calloc(1, size);
  if (!ptr) out_of_memory(size);
  return is_small ? memset(ptr, 0, size) : ptr;
}

void *arena_heap_grow(void *old, size_t new_size) {
  void *ptr = realloc(old, new_size ? new_size : 1);
  if (!ptr) out_of_memory(new_size);
  return ptr;
}
