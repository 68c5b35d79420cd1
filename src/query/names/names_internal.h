/* Names in memory: every name of a workspace, for the questions that look at
 * all of them, and for look-ups where many are made. Good for one version of
 * the names in the store (store_names_version). */
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

/* ---- looking up: of names from query_names_worded ---- */

typedef struct QueryNamesLook {
  Str prefix;       /* without case (ASCII) */
  size_t limit;     /* of those looked at */
  uint32_t letters; /* a name without one of them is passed over (query_words_letters); it counts as looked at */
  StoreEachName *each;
  void *context;
} QueryNamesLook;
/* As store_each_prefixed and store_each_worded do it, in the same order. */
Err query_names_prefixed(Job *job, const QueryNames *names, const QueryNamesLook *look, size_t *ret_looked) MUST_CHECK;
Err query_names_with_word(Job *job, const QueryNames *names, const QueryNamesLook *look, size_t *ret_looked) MUST_CHECK;

/* ---- having them ---- */

/* With their words; the store's words must have been derived. *ret_names NULL:
 * there are too many, or too little was spent yet on asking the store instead;
 * who then does so says how many rows it took. */
Err query_names_worded(Job *job, Index *index, StoreReader *reader, QueryNames **ret_names) MUST_CHECK;
void query_names_spend(Index *index, size_t rows);
/* *ret_names NULL: there are too many to be kept. To be given back. */
Err query_names_take(Job *job, Index *index, StoreReader *reader, QueryNames **ret_names) MUST_CHECK;
void query_names_return(QueryNames *names); /* NULL: nothing */

#endif
