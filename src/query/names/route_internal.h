/* Requests in place of names. */
#ifndef FATHOM_QUERY_NAMES_ROUTE_INTERNAL_H
#define FATHOM_QUERY_NAMES_ROUTE_INTERNAL_H

#include "src/store/store.h"

/* The routes that would answer `POST /projects/7/start` or `/projects/7/start`:
 * those of the path that fits best, by whatever method where none is named.
 * None for what is no request. In the job's arena. */
Err query_routes(Job *job, StoreReader *reader, Str request, StoreSymbols *ret_routes) MUST_CHECK;

#endif
