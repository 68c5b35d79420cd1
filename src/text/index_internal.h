/* The index's own state, between reading and building. */
#ifndef FATHOM_TEXT_INDEX_INTERNAL_H
#define FATHOM_TEXT_INDEX_INTERNAL_H

#include "src/os/keep.h"
#include "src/os/thread.h"
#include "src/text/search_internal.h"
#include "src/text/trees_internal.h"

struct TextIndex {
  Keep *keep; /* NULL: nothing is kept */
  TextTrees *trees; /* of files that patterns of syntax were looked for in */
  Lock lock; /* guards all that follows */
  TextSegments *segments;
  uint64_t version;  /* of the last set of segments */
  bool is_closing;
  bool gave_up;      /* writing failed: not again */
  uint64_t settled;  /* the TextFiles for which nothing is left to do */
  bool has_thread;   /* to be joined */
  bool is_building;  /* it is at it */
  Thread thread;
  Job *job;          /* the builder's */
};

/* Whether the segment kept as `part` is open in the set. */
bool text_segments_have(const TextSegments *set, Str part);
/* Takes in segments of the folder that are not open yet. */
void text_index_reload(Job *job, TextIndex *index);
/* Adds one (NULL: none) and drops those with `dropped[i]`, whose files are
 * removed; `of` is the set the flags are for. */
void text_index_replace(TextIndex *index, TextSegment *added, const TextSegments *of, const bool *dropped);

#endif
