/* Hierarchy: what a type extends and implements, what extends it, and the
 * same for methods by overriding. */
#ifndef FATHOM_QUERY_HIERARCHY_H
#define FATHOM_QUERY_HIERARCHY_H

#include "src/query/graph.h"

typedef struct QueryRelative {
  StoreSymbol symbol;
  EdgeKind kind;  /* EDGE_EXTENDS, EDGE_IMPLEMENTS, EDGE_OVERRIDES */
  unsigned depth; /* 1: directly */
  uint32_t parent; /* the relative one step nearer; UINT32_MAX: the symbol itself */
} QueryRelative;

typedef struct QueryRelatives {
  QueryRelative *items; /* nearest first */
  size_t len;
  size_t total; /* before the limit */
} QueryRelatives;

/* `up`: what it is built on; else what is built on it. */
Err query_hierarchy(Job *job, StoreReader *reader, SymbolId symbol, bool up, unsigned depth, size_t limit,
                    QueryRelatives *ret_relatives) MUST_CHECK;

#endif
