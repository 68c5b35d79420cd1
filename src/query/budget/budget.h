/* Budgets: an answer is made of items in order of worth; what fits is shown,
 * the rest is counted and can be had with a cursor. */
#ifndef FATHOM_QUERY_BUDGET_H
#define FATHOM_QUERY_BUDGET_H

#include "src/base/buf.h"

typedef struct QueryItem {
  Str group; /* heading, shown once for neighbours that share it; may be empty */
  Str text;  /* whole lines */
  bool splits; /* its lines may begin on one page and go on with the next */
  bool is_later; /* not on the first page, whatever room there is */
} QueryItem;

typedef struct QueryPage {
  size_t first, first_byte; /* item it begins with, and where in its text */
  size_t end_byte; /* where it ends in the text of the last item shown */
  size_t shown; /* items */
  size_t left;  /* after them */
  Str cursor;   /* to go on with; empty: that was all */
} QueryPage;

/* Adds items from the cursor on (empty: the first) until `max` bytes of `text`
 * are used; at least one is shown, cut at a line end where it alone is too
 * much. A cursor of another question or another state of the index is refused
 * (false): `key` is what both must agree on. */
bool query_budget_fill(Buf *text, Arena *arena, const QueryItem *items, size_t count, uint64_t key, Str cursor,
                       size_t max, QueryPage *ret_page) MUST_CHECK;
/* The item that a cursor goes on with, so that earlier ones need no text;
 * whether it is a cursor of this question is told when filling. */
size_t query_budget_first(Str cursor);

#endif
