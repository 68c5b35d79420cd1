/* What a handle stands for, and how it outlives its process. */
#ifndef FATHOM_QUERY_EXPLORE_SERVED_INTERNAL_H
#define FATHOM_QUERY_EXPLORE_SERVED_INTERNAL_H

#include "src/query/explore/explore_internal.h"

/* Lines are valid for one text only. When the file has changed, what was shown
 * of it is out of date and is shown again. */
typedef struct ServedFile {
  Str path;
  uint64_t hash; /* of the text the lines are from */
  QueryPieces pieces;
} ServedFile;

struct ExploreServed {
  ServedFile *items;
  size_t len;
  size_t cap;
};

/* Beside the index, for other processes of this user; what cannot be written is
 * forgotten with this one. `served` is only read. */
void query_explore_keep(Job *job, Index *index, Str handle, const ExploreServed *served);
/* NULL: no such handle is kept, or it is too old. In the job's arena. */
const ExploreServed *query_explore_recall(Job *job, Index *index, Str handle);

/* One record as bytes, and back for who knows its handle; false: it is another's,
 * is too old or makes no sense, and nothing is written. Times are wall clock. The
 * text borrows from the bytes. */
void query_explore_record(Buf *out, Str handle, int64_t until_ms, const ExploreServed *served);
bool query_explore_unrecord(Arena *arena, Str record, Str handle, int64_t now_ms, ExploreServed *ret_served) MUST_CHECK;

#endif
