/* Pages: memory for much work of the same kind, in large pages where the system
 * has them. A page of 4 KB that is touched the first time costs two microseconds
 * of CPU, which is a fifth of what indexing a small project takes; one of 2 MB
 * costs a fifth of what its parts would.
 *
 * There are 32 MB of it and no more, for the whole process: small projects need
 * no other memory, and large ones, whose memory is counted, hardly notice it. What
 * is given back is given out again before memory that was not touched yet. Any
 * thread. */
#ifndef FATHOM_OS_PAGES_H
#define FATHOM_OS_PAGES_H

#include "src/base/arena.h"

#define PAGES_LEAST ((size_t)64 << 10) /* smaller blocks are refused, and all are multiples of it */

/* From now on blocks are given out, to all arenas too. */
void pages_keep(void);
/* No more blocks are given out; what is free, and what becomes free, goes back to
 * the system. Blocks that are in use stay where they are. */
void pages_return(void);

/* A block of at least this size, of which it says how much it is; not cleared. NULL:
 * there is none, or the size is below PAGES_LEAST. */
void *pages_take(size_t *size);
/* False: there is no room behind it, and it is as it was. */
bool pages_grow(void *block, size_t size, size_t *new_size);
void pages_give(void *block, size_t size);

#endif
