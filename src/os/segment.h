/* Segment: the one form of what is kept beside the store (decision 027).
 *
 * A segment is a file of a Keep: a head, then sections of bytes. The head says
 * what the file is (the row of KEEP_NAMES it stands at), the owner's version of
 * its contents, a stamp of what else must be the same to read them, how long the
 * sections are, and has a keyed sum of each block of them. A tag over all that,
 * and over the part of the file's name, can be made by this user for this
 * workspace alone (os/keep.h), so every byte of the file is bound to it.
 *
 * A segment never changes: it is written whole beside its name and renamed over
 * it. It is read by section or by part of one, and each block that is read is
 * checked then; nothing is mapped, as what is behind a map can change once its
 * sum was looked at, and ends the process when somebody cuts the file short.
 * What is odd in any way is refused with one reason, and its owner makes it
 * anew: there is no other way to mend one, nor to read an older version.
 *
 * A journal is the same head without sections, followed by records, each under a
 * tag of its own, which several processes may append.
 *
 * Errors: ERR_NOT_FOUND there is none; ERR_IO it is refused, and why;
 * ERR_TOO_LARGE. Any thread may read a Segment; it keeps its file open, and that
 * file's bytes, whatever is renamed over it. */
#ifndef FATHOM_OS_SEGMENT_H
#define FATHOM_OS_SEGMENT_H

#include "src/base/pack.h"
#include "src/os/keep.h"

#define SEGMENT_SECTIONS_MAX 16
#define SEGMENT_MAX ((uint64_t)16 << 30) /* bytes of a file; its tables are a thousandth of it */
#define SEGMENT_BLOCK ((size_t)8 << 10) /* bytes under one sum; the last of a section has fewer */

typedef struct SegmentForm {
  KeepName name;
  uint32_t version; /* of the contents: to be changed with what they mean */
  uint64_t stamp;   /* what else must be the same, as sizes of structs that lie in it */
} SegmentForm;

/* ---- writing ---- */

/* Replaces the file, atomically: readers see the old one or the new one. At most
 * SEGMENT_SECTIONS_MAX sections; an empty one is one. */
Err segment_write(Job *job, Keep *keep, const SegmentForm *form, const Str *sections, size_t count) MUST_CHECK;
/* The same without waiting for the disk, for what only spares work: a failure of the
 * machine's power may leave none, or one that is refused. */
Err segment_write_soon(Job *job, Keep *keep, const SegmentForm *form, const Str *sections, size_t count) MUST_CHECK;

/* ---- reading ---- */

typedef struct Segment Segment;
/* Reads and checks the head; the contents are checked as they are read. Holds on
 * to the keep. */
Err segment_open(Job *job, Keep *keep, const SegmentForm *form, Segment **ret_segment) MUST_CHECK;
void segment_close(Segment *segment);
AUTO_CLOSE(Segment, segment_close)
uint64_t segment_bytes(const Segment *segment); /* of the file */
size_t segment_count(const Segment *segment);   /* sections */
uint64_t segment_size(const Segment *segment, size_t section); /* 0 for one that is not there */
typedef struct SegmentRange {
  size_t section;
  uint64_t at;
  size_t size;
} SegmentRange;
/* That part of a section, in the arena. ERR_IO also: the section is not that
 * long. */
Err segment_read(Job *job, const Segment *segment, SegmentRange range, Arena *arena, Str *ret_bytes) MUST_CHECK;
/* A whole section on the heap, for large ones that stay: ret_bytes->ptr is the
 * caller's to free, aligned for anything. */
Err segment_take(Job *job, const Segment *segment, size_t section, Str *ret_bytes) MUST_CHECK;

/* A file of one section, as a whole, in job->arena. ERR_TOO_LARGE: it is over
 * `max` bytes. */
Err segment_load(Job *job, Keep *keep, const SegmentForm *form, size_t max, Str *ret_bytes) MUST_CHECK;

/* ---- journals: bytes for keep_write_plain and keep_append ---- */

/* Add to `out`, whose overflow is checked once, in the end: a journal's head,
 * then one record after the other. */
void segment_journal_begin(Buf *out, const Keep *keep, const SegmentForm *form);
void segment_journal_add(Buf *out, const Keep *keep, const SegmentForm *form, Str record);
/* Whether the bytes of a file begin as a journal of this form; its records are
 * next. */
bool segment_journal_open(const Keep *keep, const SegmentForm *form, Str file, PackReader *ret_records) MUST_CHECK;
/* False at the end, where nothing is left, and at the first record that is not
 * whole or none of ours: `records` is bad then. *ret_record borrows. */
bool segment_journal_next(PackReader *records, const Keep *keep, const SegmentForm *form, Str *ret_record) MUST_CHECK;

#endif
