/* Included before everything else of the tree-sitter core: memory that is
 * forgotten per file, and counting of references without locks, because a tree
 * never leaves the thread that made it. */
#include "src/parse/memory_internal.h"

#define ts_malloc parse_memory_take
#define ts_calloc parse_memory_take_zeroed
#define ts_realloc parse_memory_grow
#define ts_free parse_memory_give

#define TREE_SITTER_ATOMIC_H_ /* instead of atomic.h */

static inline size_t atomic_load(const volatile size_t *at) {
  return __atomic_load_n(at, __ATOMIC_RELAXED);
}

static inline uint32_t atomic_inc(volatile uint32_t *count) {
  uint32_t next = *count + 1;
  *count = next;
  return next;
}

static inline uint32_t atomic_dec(volatile uint32_t *count) {
  uint32_t next = *count - 1;
  *count = next;
  return next;
}
