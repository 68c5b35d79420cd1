/* Owner: code outside of functions belongs to the variable, field or type in
 * whose definition it stands. The store knows its file only; here the edges of
 * a file's top level are given to what they stand in. */
#ifndef FATHOM_QUERY_GRAPH_OWNER_INTERNAL_H
#define FATHOM_QUERY_GRAPH_OWNER_INTERNAL_H

#include "src/base/idmap.h"
#include "src/base/job.h"
#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/store/store.h"

typedef struct QueryOwned {
  StoreEdges edges;  /* of the top level, `from` being the owner; by place */
  StorePlaces places; /* of owners and of functions, by their beginnings */
} QueryOwned;

#define QUERY_OWNERS_FILES 64

/* For one query: what was looked at is kept. */
typedef struct QueryOwners {
  Job *job;
  StoreReader *reader;
  size_t files_max; /* looked at; in others code stays their top level's */
  Idmap numbers; /* file -> where it is */
  VEC(QueryOwned *) files;
} QueryOwners;

/* In the job's arena; looks into at most `files_max` files. */
void query_owners_init(QueryOwners *owners, Job *job, StoreReader *reader, size_t files_max);

/* As store_edges_from, store_sources, but with owners. A file keeps the edges
 * of all its top level, and stays the source where nothing else is. */
Err query_owners_from(QueryOwners *owners, SymbolId symbol, uint32_t kinds, StoreEdges *edges) MUST_CHECK;
Err query_owners_into(QueryOwners *owners, SymbolId symbol, uint32_t kinds, StoreSources *sources) MUST_CHECK;

/* Of a file's top level only what stands in no definition. */
Err query_owners_bare(QueryOwners *owners, SymbolId file, uint32_t kinds, StoreEdges *edges) MUST_CHECK;

/* A variable that holds functions to be called through it: those that its
 * definition names or contains. Adds edges of kind references, at their
 * places; nothing: it is no table. */
Err query_owners_table(QueryOwners *owners, SymbolId symbol, StoreEdges *edges) MUST_CHECK;
/* The other way round: adds the variables that hold a function. */
Err query_owners_tables_of(QueryOwners *owners, SymbolId function, StoreSources *tables) MUST_CHECK;

/* What the neighbours of these symbols, asked for one by one, will need of the
 * store is read at once. Only makes that faster. */
Err query_owners_expect(QueryOwners *owners, const SymbolId *symbols, size_t count, QueryDirection direction,
                        uint32_t kinds) MUST_CHECK;

/* query_neighbours and query_sites, several times in one query. */
Err query_owners_neighbours(QueryOwners *owners, const SymbolId *symbols, size_t count, QueryDirection direction,
                            uint32_t kinds, QueryNeighbours *ret_neighbours) MUST_CHECK;
Err query_owners_sites(QueryOwners *owners, const QueryNeighbour *neighbour, QueryDirection direction, uint32_t kinds,
                       StoreEdges *ret_edges) MUST_CHECK;

#endif
