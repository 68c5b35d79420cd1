/* What looks for the values of a union by their text shares. */
#ifndef FATHOM_QUERY_USES_LITERALS_INTERNAL_H
#define FATHOM_QUERY_USES_LITERALS_INTERNAL_H

#include "src/query/search/search.h"
#include "src/query/uses/uses.h"

/* Adds the one text in a definition; nothing where there are several. */
Err query_literal_add_text(Job *job, const QueryTexts *texts, const StoreSymbol *symbol, QueryLiterals *literals) MUST_CHECK;
/* Lines outside of tests that have one of the values, quoted. */
Err query_literal_search(Job *job, Index *index, const QueryLiterals *literals, QuerySearched *ret_found) MUST_CHECK;
/* A value that stands quoted in a line. */
typedef struct QueryLiteralSpot {
  uint32_t member;
  bool decides; /* how: `form`; false: it is only made or named */
  QueryUseForm form;
} QueryLiteralSpot;
/* The next one from `*at` on, which is moved behind it; false: there is none. */
bool query_literal_next(const QueryLiterals *literals, Str line, size_t *at, QueryLiteralSpot *ret_spot);

#endif
