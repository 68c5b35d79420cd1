/* Pile: many small blocks of any size that come and go one by one, in memory that
 * may lie in a file (room.h). For what a project has of each of its files.
 *
 * A block that is given back serves the next one of about its size; nothing goes
 * back to the room before all of it does. Blocks never move. One thread at a
 * time. Nothing fails: out of memory ends the process as anywhere. */
#ifndef FATHOM_BASE_PILE_H
#define FATHOM_BASE_PILE_H

#include <stddef.h>

#include "src/base/own.h"

enum { PILE_SIZES = 128 };

/* Zeroed, it is empty. */
typedef struct Pile {
  struct PileChunk *chunks;
  char *at, *end; /* what is free of the newest shared chunk */
  size_t chunk_size; /* of the next one */
  void *spare[PILE_SIZES]; /* by class of size: each begins with the next one's address */
} Pile;

/* All blocks are gone; it is empty again. */
void pile_clear(Pile *pile);
/* Zeroed where it was not taken before, else as it was given back; aligned for any type. `size` 0 gives a valid pointer. */
void *pile_take(Pile *pile, size_t size) MUST_CHECK;
/* A block of these bytes; `size` 0: NULL. */
void *pile_copy(Pile *pile, const void *bytes, size_t size) MUST_CHECK;
/* `size` as it was taken with. NULL is fine. */
void pile_give(Pile *pile, void *block, size_t size);

#endif
