/* Named: every symbol whose name has a part, by place; nothing is ranked. */
#ifndef FATHOM_QUERY_NAMED_H
#define FATHOM_QUERY_NAMED_H

#include "src/base/job.h"
#include "src/store/store.h"

typedef struct QueryNamed {
  Str part;       /* of the name, with its case; empty: every name */
  uint32_t kinds; /* 1u << SymbolKind; 0: every one */
  bool has_exported;
  bool exported;
  Str path;       /* directory or file they are in; empty: anywhere */
  size_t limit;
} QueryNamed;

typedef struct QueryNamedList {
  StoreSymbol *items; /* by path and place */
  size_t len;
  size_t cap;
  bool truncated;
  size_t files; /* that were searched */
} QueryNamedList;

/* Names inside functions are not among them. */
Err query_named(Job *job, StoreReader *reader, const QueryNamed *named, QueryNamedList *ret_list) MUST_CHECK;

#endif
