/* Trails: the direct callers or callees of what a question is about, ready to
 * be shown. */
#ifndef FATHOM_QUERY_TRAIL_H
#define FATHOM_QUERY_TRAIL_H

#include "src/query/graph.h"

#define QUERY_TRAIL_LINES 10

typedef struct QueryTrailRequest {
  const StoreSymbol *symbols; /* all of them together; a container with its members */
  size_t count;
  QueryDirection direction;
  uint32_t kinds;
  size_t limit; /* of each group */
} QueryTrailRequest;

typedef struct QueryTrailEntry {
  StoreSymbol symbol;
  uint32_t kinds;
  StoreEdge edge; /* the first site; kind 0 and line 0 when there is none */
  uint32_t *lines; /* of the sites, each once, by place; the first QUERY_TRAIL_LINES */
  size_t line_count;
  size_t sites;    /* lines, all */
  Str via;        /* dispatched: the method that is called by name */
  Str member;     /* of the container asked about, not it itself: its member that is used or that uses */
} QueryTrailEntry;

typedef struct QueryTrailGroup {
  QueryTrailEntry *items;
  size_t len;
  size_t total; /* before the limit */
} QueryTrailGroup;

typedef struct QueryTrail {
  QueryTrailGroup direct, dispatched, linked;
} QueryTrail;

/* Callees in the order of the text; callers by path and line, tests last.
 * Members of a container do not count as its neighbours. */
Err query_trail(Job *job, StoreReader *reader, const QueryTrailRequest *request, QueryTrail *ret_trail) MUST_CHECK;

/* "by callback, wired at src/x.c:12", "one of several": how sure an edge is
 * where it is not plain; empty otherwise. */
Str query_edge_note(Job *job, StoreReader *reader, const StoreEdge *edge);

#endif
