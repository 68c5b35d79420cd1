/* Ranking: how much a symbol is likely to matter, whatever was asked. */
#ifndef FATHOM_QUERY_NAMES_RANK_INTERNAL_H
#define FATHOM_QUERY_NAMES_RANK_INTERNAL_H

#include "src/base/job.h"
#include "src/store/store.h"

/* By its path: made by a tool, or somebody else's code that lies here. */
bool query_rank_is_generated(Str path);

/* What uses a symbol: edges that count for its centrality. */
extern const uint32_t query_rank_uses;

typedef struct QueryRanked {
  StoreSymbol symbol;
  int fit;          /* to the question: smaller is better, before all else */
  unsigned merit;   /* filled by query_rank */
} QueryRanked;

/* Best first: fit; definitions; neither test nor generated; then what adds up
 * of kind, being exported, centrality and whether its file was written lately;
 * then short names and place. Only the first QUERY_RANK_MEASURED that lead
 * without them are measured for the last two of the sum. */
#define QUERY_RANK_MEASURED 32
Err query_rank(Job *job, StoreReader *reader, QueryRanked *items, size_t count) MUST_CHECK;

#endif
