/* Routes by the path of a file. */
#ifndef FATHOM_RESOLVE_PLACED_INTERNAL_H
#define FATHOM_RESOLVE_PLACED_INTERNAL_H

#include "src/resolve/wiring_internal.h"

/* Last plain segments of the routes that a file's path may make, hashed: as
 * resolve_wiring_keys gives those that it tells. */
size_t resolve_placed_segments(Arena *arena, const Language *language, Str path, uint64_t *ret_segments, size_t most);

#endif
