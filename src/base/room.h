/* Room: the account of memory that grows with a project (names, tables of keys,
 * piles), and where it goes when it is more than it may be.
 *
 * Blocks are on the heap while all of them together stay within the limit. A
 * large block that does not fit any more is taken from outside: memory that the
 * system can write to a disk when others need it (os/spill.h), so that a project
 * of any size is indexed with the memory there is. Blocks do not move but when
 * they grow. Without a limit, or without an outside, everything is on the heap;
 * what outside refuses is too.
 *
 * One account for the process, as its memory is one. Any thread; a block belongs
 * to one at a time. Nothing fails: out of memory ends the process as anywhere. */
#ifndef FATHOM_BASE_ROOM_H
#define FATHOM_BASE_ROOM_H

#include <stddef.h>

#define ROOM_LARGE ((size_t)256 << 10) /* smaller blocks stay on the heap */

/* How memory is had from outside. Both on any thread. */
typedef struct RoomOutside {
  void *(*take)(size_t size); /* zeroed; NULL: it cannot be had */
  void (*give)(void *bytes, size_t size);
} RoomOutside;

/* From now on; 0: no limit. Blocks there are stay where they are. */
void room_limit(size_t bytes);
/* NULL: none. To be set before anything is taken from it, and for good. */
void room_outside(const RoomOutside *outside);

/* A block of `new_size` bytes with the contents of the old one; what is new is
 * zeroed. `old` NULL, `old_size` 0: there was none. */
void *room_grow(void *old, size_t old_size, size_t new_size);
void room_free(void *block, size_t size); /* NULL is fine */

typedef struct RoomCounts {
  size_t heap, outside; /* bytes, now */
  size_t limit;
} RoomCounts;
RoomCounts room_counts(void);

#endif
