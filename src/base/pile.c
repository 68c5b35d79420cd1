#include "src/base/pile.h"

#include <assert.h>
#include <string.h>

#include "src/base/room.h"

enum { CHUNK_FIRST = 4 << 10, CHUNK_LARGEST = 1 << 20 };
enum { STEP = 16, STEPS = 16 }; /* sizes up to 256 in steps, from there four to the octave */

typedef struct PileChunk {
  struct PileChunk *next;
  size_t size; /* with this head */
  _Alignas(STEP) char bytes[];
} PileChunk;

/* The class of a size, and the size that blocks of it have: at most a quarter
 * more than was asked for, and never less than an address takes. */
static unsigned class_of(size_t size, size_t *ret_size) {
  size_t steps = (size + STEP - 1) / STEP;
  if (steps < 1) steps = 1;
  if (steps <= STEPS) {
    *ret_size = steps * STEP;
    return (unsigned)steps - 1;
  }
  unsigned octave = 63 - (unsigned)__builtin_clzll(steps - 1); /* 4 and more: 2^octave <= steps - 1 */
  size_t quarter = (size_t)1 << (octave - 2);
  size_t parts = (steps - 1) / quarter + 1; /* 5 to 8 quarters of the octave */
  *ret_size = parts * quarter * STEP;
  return STEPS + (octave - 4) * 4 + (unsigned)parts - 5;
}

/* Straight from the room, so that what is large may go to a file. */
static PileChunk *add_chunk(Pile *pile, size_t bytes) {
  size_t size = sizeof(PileChunk) + bytes;
  PileChunk *chunk = room_grow(NULL, 0, size);
  chunk->size = size;
  chunk->next = pile->chunks;
  pile->chunks = chunk;
  return chunk;
}

void pile_clear(Pile *pile) {
  for (PileChunk *chunk = pile->chunks, *next; chunk; chunk = next) {
    next = chunk->next;
    room_free(chunk, chunk->size);
  }
  *pile = (Pile){0};
}

/* What is larger than a fourth of a chunk gets one of its own, and the shared one
 * goes on being used. */
static void *take_new(Pile *pile, size_t whole) {
  if (!pile->chunk_size) pile->chunk_size = CHUNK_FIRST;
  if (whole > (size_t)(pile->end - pile->at)) {
    if (whole > pile->chunk_size / 4) return add_chunk(pile, whole)->bytes;
    PileChunk *chunk = add_chunk(pile, pile->chunk_size);
    pile->at = chunk->bytes;
    pile->end = chunk->bytes + pile->chunk_size;
    if (pile->chunk_size < CHUNK_LARGEST) pile->chunk_size *= 2;
  }
  char *block = pile->at;
  pile->at += whole;
  return block;
}

void *pile_take(Pile *pile, size_t size) {
  size_t whole;
  unsigned class = class_of(size, &whole);
  assert(class < PILE_SIZES);
  void *block = pile->spare[class];
  if (!block) return take_new(pile, whole);
  memcpy(&pile->spare[class], block, sizeof(void *));
  return block;
}

void *pile_copy(Pile *pile, const void *bytes, size_t size) {
  if (!size) return NULL;
  void *block = pile_take(pile, size);
  memcpy(block, bytes, size);
  return block;
}

void pile_give(Pile *pile, void *block, size_t size) {
  size_t whole;
  if (!block) return;
  unsigned class = class_of(size, &whole);
  assert(class < PILE_SIZES);
  memcpy(block, &pile->spare[class], sizeof(void *));
  pile->spare[class] = block;
}
