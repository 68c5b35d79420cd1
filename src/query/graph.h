/* Graph: what a symbol is directly connected with, who calls it and what it
 * calls. Implementations of a called interface method are not edges: they
 * follow from `overrides` edges here, marked as such. Code outside of
 * functions belongs to the variable, field or type it stands in. */
#ifndef FATHOM_QUERY_GRAPH_H
#define FATHOM_QUERY_GRAPH_H

#include "src/base/job.h"
#include "src/store/store.h"

/* Control goes there, or may. */
#define QUERY_CALLS                                                                                   \
  (STORE_KIND(EDGE_CALLS) | STORE_KIND(EDGE_INSTANTIATES) | STORE_KIND(EDGE_EXPANDS) |               \
   STORE_KIND(EDGE_RENDERS) | STORE_KIND(EDGE_DECORATES))
/* Heuristic: wired by something that is no call. */
#define QUERY_LINKS STORE_KIND(EDGE_LINKS)
/* Depends on it without running it. */
#define QUERY_USES                                                                                    \
  (STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES) |                   \
   STORE_KIND(EDGE_TYPE_OF) | STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS))

/* Among kinds: who reads a table leads to it, and it to the functions it
 * holds, which is no call. A table is a variable whose definition names or
 * contains functions. */
#define QUERY_TABLES (1u << 31)

typedef enum QueryDirection { QUERY_CALLERS, QUERY_CALLEES } QueryDirection;

typedef struct QueryNeighbour {
  SymbolId symbol;
  SymbolId near;  /* what it is connected with: one of those asked about, or, when dispatched, the
                     method that is called by name (callees) or overridden (callers) */
  SymbolId of;    /* the one asked about */
  uint32_t kinds; /* of the edges between them */
  bool is_dispatch; /* one of several implementations: a candidate */
  bool is_table;    /* by QUERY_TABLES alone */
} QueryNeighbour;

typedef struct QueryNeighbours {
  QueryNeighbour *items; /* direct ones first, then dispatched ones, then those by links or tables alone */
  size_t len;
  size_t cap;
  size_t direct, dispatched, linked; /* of each */
} QueryNeighbours;

/* Each neighbour once; symbols asked about are among them only when they are
 * their own (recursion). Callees are in the order of the text. */
Err query_neighbours(Job *job, StoreReader *reader, const SymbolId *symbols, size_t count, QueryDirection direction,
                     uint32_t kinds, QueryNeighbours *ret_neighbours) MUST_CHECK;

/* Where a neighbour and what it is near meet: the edges, by place. */
Err query_sites(Job *job, StoreReader *reader, const QueryNeighbour *neighbour, QueryDirection direction, uint32_t kinds,
                StoreEdges *ret_edges) MUST_CHECK;

/* Definitions inside a container, nested ones too; of a file all. By place. */
Err query_members(Job *job, StoreReader *reader, const StoreSymbol *container, StoreSymbols *ret_members) MUST_CHECK;
/* Methods of a type that stand in other files, by path and place. */
Err query_members_elsewhere(Job *job, StoreReader *reader, const StoreSymbol *type, StoreSymbols *ret_members) MUST_CHECK;
/* Types, modules, files: their code is the sum of their members. */
bool query_is_container(SymbolKind kind);

/* Variables, constants, fields, properties: they hold values. */
bool query_is_variable(SymbolKind kind);

/* `#define NAME value`: nothing runs where it is used. */
bool query_is_plain_macro(const StoreSymbol *symbol);

/* What a method overrides (`up`) or is overridden by, all levels; adds. */
typedef struct QueryIds {
  SymbolId *items;
  size_t len;
  size_t cap;
} QueryIds;
Err query_overrides(Job *job, StoreReader *reader, SymbolId method, bool up, QueryIds *ids) MUST_CHECK;

#endif
