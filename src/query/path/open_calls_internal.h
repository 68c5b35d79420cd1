/* Open: calls that no edge starts from, of many symbols in one query. */
#ifndef FATHOM_QUERY_PATH_OPEN_CALLS_INTERNAL_H
#define FATHOM_QUERY_PATH_OPEN_CALLS_INTERNAL_H

#include "src/base/idmap.h"
#include "src/base/names.h"
#include "src/base/vec.h"
#include "src/query/path/path.h"

/* Keeps the facts of the files it looked into. */
typedef struct QueryOpener {
  Job *job;
  StoreReader *reader;
  Names *names;
  Idmap numbers; /* file -> where its facts are */
  VEC(Facts *) files; /* NULL: there are none */
  bool outside;       /* also members of values whose type is declared, but not the project's */
  /* Whether calls of members of that name are of interest (empty: of a
   * value); to find out why a call is open takes longer. NULL: all are. */
  Err (*wants)(void *context, Str name, bool *ret_wants);
  void *context;
} QueryOpener;

/* Names and facts are its own until it is cleared. */
void query_opener_init(QueryOpener *opener, Job *job, StoreReader *reader);
void query_opener_clear(QueryOpener *opener);
/* The facts of a file, read once; NULL: there are none. */
Err query_opener_facts(QueryOpener *opener, FileId file, const Facts **ret_facts) MUST_CHECK;
Err query_opener_calls(QueryOpener *opener, const StoreSymbol *symbol, size_t limit, QueryOpenCalls *ret_calls) MUST_CHECK;

/* The nearest bind of a name around an expression; NULL: none in the file. */
const Bind *query_bind_of(const Facts *facts, const Expr *expr);
const Expr *query_expr_at(const Facts *facts, ExprNo number); /* NULL: there is none */

#endif
