/* Percent: bytes of a path as a URI spells them, "%20" for a blank. */
#ifndef FATHOM_BASE_PERCENT_H
#define FATHOM_BASE_PERCENT_H

#include "src/base/buf.h"

/* Appends `bytes`, escaping all but letters, digits and "-._~/". */
void percent_add(Buf *out, Str bytes);
/* Takes the escapes out; any byte may come out, a NUL too. False: an escape
 * that is none, or more than `max` bytes. In the arena. */
bool percent_decode(Arena *arena, Str text, size_t max, Str *ret_bytes) MUST_CHECK;
/* The same into `to`, which has room for all of `text` and may be where that
 * lies: decoding only shortens. */
bool percent_decode_to(Str text, char *to, size_t *ret_len) MUST_CHECK;

#endif
