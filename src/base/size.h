/* Sizes: of blocks that come and go by the thousand, and of lists with a limit. */
#ifndef FATHOM_BASE_SIZE_H
#define FATHOM_BASE_SIZE_H

#include <stddef.h>

/* At least `size`, at most an eighth more: one of eight sizes to the octave. The
 * library looks through all sizes there are among free blocks of about a size;
 * where every block has its own that is thousands. */
static inline size_t size_rounded(size_t size) {
  if (size < 512) return size;
  size_t step = (size_t)1 << (60 - __builtin_clzll(size - 1)); /* an eighth of the octave it is in */
  return (size + step - 1) & ~(step - 1);
}

static inline size_t size_at_most(size_t count, size_t most) { return count < most ? count : most; }

#endif
