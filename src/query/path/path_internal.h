/* What the files of paths share. */
#ifndef FATHOM_QUERY_PATH_INTERNAL_H
#define FATHOM_QUERY_PATH_INTERNAL_H

#include "src/query/path/path.h"

/* Control may go there: called, wired, or named as a value to be called by
 * somebody else. */
#define QUERY_FLOW_KINDS (QUERY_CALLS | QUERY_LINKS | STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS))
/* By edges of these kinds it is only named. */
static inline bool query_is_value(uint32_t kinds) { return !(kinds & (QUERY_CALLS | QUERY_LINKS)); }

typedef struct QueryTakers {
  StoreSymbol *items;
  size_t len, cap;
} QueryTakers;
/* The functions that take out what this one puts into the same queue or
 * channel, by their names. In the job's arena. */
Err query_takers(Job *job, StoreReader *reader, const StoreSymbol *putter, QueryTakers *ret_takers) MUST_CHECK;

#endif
