/* Functions that are passed to others: what these do with them. */
#ifndef FATHOM_QUERY_PATH_PASSED_INTERNAL_H
#define FATHOM_QUERY_PATH_PASSED_INTERNAL_H

#include "src/query/path/keys_internal.h"

/* An argument: by its place among the others, or by its name. */
typedef struct QueryArgument {
  uint32_t position;
  NameId keyword; /* 0: none */
} QueryArgument;

typedef struct QueryPassing {
  QueryArgument as;
  QueryIds to; /* who takes it; empty: it is no argument, or nobody knows to whom */
} QueryPassing;
/* What the value that is named at an edge is passed to. */
Err query_passing_at(QueryKeeper *keeper, const StoreEdge *edge, QueryPassing *ret_passing) MUST_CHECK;

typedef struct QueryPassedUse {
  uint32_t line;
  bool is_called;  /* here; else it is passed on */
  QueryPassing on;
} QueryPassedUse;
typedef struct QueryPassedUses {
  QueryPassedUse *items;
  size_t len, cap;
  bool is_kept; /* put somewhere, too: whoever calls it from there is not told */
} QueryPassedUses;
/* What a function does with what it is given as an argument, nameless functions
 * in it included. */
Err query_passed_uses(QueryKeeper *keeper, const StoreSymbol *function, QueryArgument argument, QueryPassedUses *ret_uses) MUST_CHECK;

/* The parameter that an argument becomes; NULL: none. */
const Bind *query_param_of(const Facts *facts, const Def *def, QueryArgument argument);

#endif
