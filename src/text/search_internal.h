/* Between the search, the list of files and the index. */
#ifndef FATHOM_TEXT_SEARCH_INTERNAL_H
#define FATHOM_TEXT_SEARCH_INTERNAL_H

#include <stdatomic.h>

#include "src/base/lock.h"
#include "src/text/needs_internal.h"
#include "src/text/segment_internal.h"
#include "src/text/text.h"
#include "src/text/trees_internal.h"

/* Which files a segment's rows are, in one state of the workspace. */
typedef struct TextCover {
  uint64_t version;  /* of the index's segments */
  size_t segments;
  uint32_t **files;  /* by segment and row: file number, TEXT_NO_FILE: none */
  uint8_t *is_covered; /* by file number */
  size_t covered;
} TextCover;
#define TEXT_NO_FILE UINT32_MAX

struct TextFiles {
  uint64_t id; /* no other has it */
  Arena arena;
  atomic_size_t refs;
  TextFile *items;
  size_t count;
  Lock lock;
  TextCover *cover; /* guarded by lock; replaced when the segments change */
};

/* Segments that are open; a search holds those it began with. */
typedef struct TextSegments {
  atomic_size_t refs;
  uint64_t version;
  TextSegment **items;
  size_t count;
} TextSegments;

TextSegments *text_index_segments(TextIndex *index); /* a reference */
TextTrees *text_index_trees(TextIndex *index);       /* its own, as long as it lives; NULL for NULL */
void text_segments_unref(TextSegments *segments);
/* Stays valid while `files` lives and nobody asks with other segments: hold
 * `files->lock`. */
const TextCover *text_files_cover(TextFiles *files, const TextSegments *segments);

/* Those of the choice that may have what is needed. False: the index says
 * nothing about it. */
bool text_index_choose(Job *job, TextIndex *index, TextFiles *files, const TextNeed *need, TextChoice *choice);

#endif
