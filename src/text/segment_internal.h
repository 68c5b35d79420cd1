/* Segment: an immutable file of byte strings by number, and of rows, in the form
 * of os/segment.h. Made whole in memory; rows and the table of blocks are read
 * when it is opened, a block of entries when one of its keys is asked for.
 * Knows nothing of what the strings and rows mean but the rows' size. */
#ifndef FATHOM_TEXT_SEGMENT_INTERNAL_H
#define FATHOM_TEXT_SEGMENT_INTERNAL_H

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/base/pack.h"
#include "src/base/vec.h"
#include "src/os/keep.h"

/* A file as it was read. */
typedef struct TextRow {
  uint64_t path; /* text_path_key */
  uint64_t size;
  uint64_t stamp; /* os/stamp */
  uint64_t hash;  /* of what was read; 0: it was decoded */
} TextRow;

/* A hash of the path, which stands for it. */
uint64_t text_path_key(Str path);

/* ---- writing ---- */

typedef struct TextSegmentBlock {
  uint32_t key;   /* of its first entry */
  uint32_t at;    /* byte among the entries */
} TextSegmentBlock;

typedef struct TextSegmentWriter {
  Arena *arena;
  Buf entries;
  VEC(TextSegmentBlock) blocks;
  uint32_t last;     /* key */
  size_t in_block;
  size_t block_from;
} TextSegmentWriter;

/* An empty segment in the arena. */
void text_segment_begin(TextSegmentWriter *writer, Arena *arena);
/* Keys in rising order. */
void text_segment_add(TextSegmentWriter *writer, uint32_t key, Str bytes);
/* As `part` of KEEP_TEXT_SEGMENT. ERR_TOO_LARGE: over 4 GB. */
Err text_segment_write(Job *job, TextSegmentWriter *writer, const TextRow *rows, size_t row_count, Keep *keep,
                       Str part) MUST_CHECK;

/* ---- reading: any thread ---- */

typedef struct TextSegment TextSegment;
/* Errors of segment_open; the caller makes it anew. Holds on to the keep. */
Err text_segment_open(Job *job, Keep *keep, Str part, TextSegment **ret_segment) MUST_CHECK;
TextSegment *text_segment_ref(TextSegment *segment);
void text_segment_close(TextSegment *segment); /* with the last reference */
AUTO_CLOSE(TextSegment, text_segment_close)
const TextRow *text_segment_rows(const TextSegment *segment, size_t *ret_count);
Str text_segment_part(const TextSegment *segment); /* of its name */
uint64_t text_segment_bytes(const TextSegment *segment);
/* The bytes of a key, in the arena; ptr NULL: there are none. ERR_IO: damage. */
Err text_segment_find(Job *job, const TextSegment *segment, uint32_t key, Arena *arena, Str *ret_bytes) MUST_CHECK;

#endif
