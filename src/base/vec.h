/* Vec: typed growing arrays in an arena.
 *   VEC(Symbol) symbols = {0};
 *   *vec_add(arena, &symbols) = symbol;
 * Elements move when the array grows: keep indexes, not pointers. */
#ifndef FATHOM_BASE_VEC_H
#define FATHOM_BASE_VEC_H

#include "src/base/arena.h"

#define VEC(Type)   \
  struct {          \
    Type *items;    \
    size_t len;     \
    size_t cap;     \
  }

/* Pointer to a new element at the end, not initialised. */
#define vec_add(arena, vec)                                                   \
  ((vec)->items = (vec)->len < (vec)->cap                                     \
                      ? (vec)->items                                          \
                      : vec_grow((arena), (vec)->items, &(vec)->cap,          \
                                 sizeof(*(vec)->items)),                      \
   &(vec)->items[(vec)->len++])

#define vec_last(vec) (&(vec)->items[(vec)->len - 1])

/* For vec_add: the items in twice the room, moved; *cap is raised. */
void *vec_grow(Arena *arena, void *items, size_t *cap, size_t item_size);

#endif
