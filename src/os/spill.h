/* Spill: memory that lies in a file instead of the machine's memory when there is
 * little of that. For what this process alone makes and reads and can lose.
 *
 * A block is a file of its own in the user's cache folder, without a name from
 * the beginning: nobody else can open it, cut it short or find it after the
 * process ended, however it ended. Its room on the disk is taken before it is
 * used, so that a full disk is a refusal here and no fault later. That is why
 * these may be mapped, and kept files may not (os/segment.h). */
#ifndef FATHOM_OS_SPILL_H
#define FATHOM_OS_SPILL_H

#include "src/base/room.h"

/* For room_outside; static. A block is refused where the folder cannot be
 * written, the disk is full, or its file system knows no files without names. */
const RoomOutside *spill_outside(void);

#endif
