/* What the files of paths share. */
#ifndef FATHOM_QUERY_PATH_INTERNAL_H
#define FATHOM_QUERY_PATH_INTERNAL_H

#include "src/query/path/path.h"

typedef struct QueryTakers {
  StoreSymbol *items;
  size_t len, cap;
} QueryTakers;
/* The functions that take out what this one puts into the same queue or
 * channel, by their names. In the job's arena. */
Err query_takers(Job *job, StoreReader *reader, const StoreSymbol *putter, QueryTakers *ret_takers) MUST_CHECK;

#endif
