/* Inside segment: the head, which journals have too.
 *   "fathomS1" | kind 8 | version 4 | sections 4 | stamp 8 | content bytes 8
 *   tag 16, of the above and the two tables and the part of the file's name
 *   length of each section, 8 | sum of each block, 8
 *   the sections, one behind the other
 * All numbers are words of base/pack. */
#ifndef FATHOM_OS_SEGMENT_INTERNAL_H
#define FATHOM_OS_SEGMENT_INTERNAL_H

#include "src/os/segment.h"

#define SEGMENT_PLAIN 40                       /* bytes of the head before its tag */
#define SEGMENT_HEAD (SEGMENT_PLAIN + KEEP_TAG) /* the fixed part */
#define SEGMENT_JOURNAL UINT32_MAX             /* in place of the number of sections */

typedef struct SegmentHead {
  uint32_t sections;
  uint64_t content; /* bytes */
} SegmentHead;

/* Appends the head's plain bytes. */
void segment_head_add(Buf *out, const SegmentForm *form, SegmentHead head);
/* NULL: it is of this form, and *ret_head what it says; else why not. Says
 * nothing about the tag. */
const char *segment_head_read(Str bytes, const SegmentForm *form, SegmentHead *ret_head);
/* Over the head's plain bytes, the tables and the part, one behind the other. */
void segment_tag(Arena *arena, const Keep *keep, const SegmentForm *form, Str plain, Str tables, unsigned char ret_tag[KEEP_TAG]);
bool segment_holds(Arena *arena, const Keep *keep, const SegmentForm *form, Str head, Str tables) MUST_CHECK;

#endif
