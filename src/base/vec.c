/* Vec: the growing part of the typed arrays; the rest are macros. */
#include "src/base/vec.h"

#include <stdint.h>

void *vec_grow(Arena *arena, void *items, size_t *cap, size_t item_size) {
  size_t first = item_size > 256 ? 1 : item_size > 64 ? 4 : 8;
  size_t new_cap = *cap ? *cap * 2 : first;
  size_t new_size;
  /* An impossible size ends the process where all of them do. */
  if (__builtin_mul_overflow(new_cap, item_size, &new_size)) new_size = SIZE_MAX;
  items = arena_grow(arena, items, *cap * item_size, new_size);
  *cap = new_cap;
  return items;
}
