/* Names in memory: every name of a workspace, for the questions that look at
 * all of them. Made when first needed, for one generation of the index. */
#ifndef FATHOM_QUERY_NAMES_NAMES_INTERNAL_H
#define FATHOM_QUERY_NAMES_NAMES_INTERNAL_H

#include "src/index/index.h"

typedef struct QueryNames QueryNames; /* shared, does not change */

/* Looks at every name: those that contain `part` but for (ASCII) case. */
Err query_names_inside(Job *job, const QueryNames *names, Str part, StoreEachName *each, void *context) MUST_CHECK;
/* Those within `limit` typing mistakes, no case. */
Err query_names_alike(Job *job, const QueryNames *names, Str text, size_t limit, StoreEachName *each, void *context) MUST_CHECK;
/* All of them. */
Err query_names_each(Job *job, const QueryNames *names, StoreEachName *each, void *context) MUST_CHECK;

/* *ret_names NULL: there are too many to be kept. To be given back. */
Err query_names_take(Job *job, Index *index, StoreReader *reader, QueryNames **ret_names) MUST_CHECK;
void query_names_return(QueryNames *names); /* NULL: nothing */

#endif
