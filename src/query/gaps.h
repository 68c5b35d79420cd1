/* Gaps: how much of the code the graph could not make sense of, so that "no
 * callers" can be told apart from "could not resolve". */
#ifndef FATHOM_QUERY_GAPS_H
#define FATHOM_QUERY_GAPS_H

#include "src/index/index.h"

typedef struct QueryGaps {
  size_t calls;      /* in all files of the language */
  size_t unresolved; /* of them: their target could not be told */
} QueryGaps;

/* Counted once for each state of the index. `language` empty: all. */
Err query_gaps(Job *job, Index *index, StoreReader *reader, Str language, QueryGaps *ret_gaps) MUST_CHECK;

#endif
