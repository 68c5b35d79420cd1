/* Qualified names: what stands before the last separator says where a symbol
 * is. Each part may be a container, a directory, a file's name or a piece of
 * one; parts may be left out, so that re-exports and packages work. */
#ifndef FATHOM_QUERY_NAMES_QUALIFY_INTERNAL_H
#define FATHOM_QUERY_NAMES_QUALIFY_INTERNAL_H

#include "src/base/job.h"
#include "src/store/store.h"

#define QUERY_PARTS_MAX 32

typedef struct QueryQualified {
  Str name; /* behind the last separator */
  Str parts[QUERY_PARTS_MAX]; /* before it, outermost first */
  size_t len;
} QueryQualified;

/* Splits at . :: : / and #; `()` and an arity (`/3`) at the end are dropped,
 * so are empty parts, dots, and the words crate, self and super. */
void query_qualified_split(Str text, QueryQualified *ret_qualified);

/* How well the parts say where the symbol is: 0 directly around it, 1 its
 * file, 2 further out; QUERY_NOT_THERE: they do not. */
#define QUERY_NOT_THERE 3
Err query_qualified_fit(Job *job, StoreReader *reader, const QueryQualified *qualified, const StoreSymbol *symbol,
                        int *ret_fit) MUST_CHECK;

/* alias.c: the name of the type that one of these is another name for; empty: none. */
Err query_alias_target(Job *job, StoreReader *reader, const StoreSymbols *named, Str *ret_name) MUST_CHECK;

#endif
