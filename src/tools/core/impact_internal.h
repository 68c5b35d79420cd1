/* One call of `impact`: what its two files share. */
#ifndef FATHOM_TOOLS_CORE_IMPACT_INTERNAL_H
#define FATHOM_TOOLS_CORE_IMPACT_INTERNAL_H

#include "src/base/vec.h"
#include "src/query/history/history.h"
#include "src/query/impact/impact.h"
#include "src/query/search/search.h"
#include "src/tools/kit/graph_internal.h"
#include "src/tools/kit/linked_internal.h"
#include "src/tools/kit/precise_internal.h"

/* All of one call: what is asked about, then what was found. */
typedef struct ImpactQuestion {
  ToolCall *call;
  ToolGraph *graph;
  StoreSymbols roots;
  bool is_diff;
  QueryChanged changed;
  size_t names;     /* asked about */
  size_t namesakes; /* roots beyond the first of a name */
  size_t passed_over; /* of those: so many that they are not among the roots */
  QueryDirection direction;
  unsigned depth;
  QueryImpactRequest request;
  QueryImpact impact;
  QueryTests tests;
  QueryWaysIn entries;
  VerifyUses precise; /* of the first root */
  ToolLinked linked;
  QueryDocuments documents;
  bool is_brief;      /* the direct users, and what is further away in counts, */
  bool shows_far;     /* unless it is little */
  bool shows_tests;   /* in the list, file by file: they are few */
} ImpactQuestion;

/* A page of what is reached: symbols by level and file, what is certain before
 * what is guessed, then the files of tests. The cursor of the call chooses the
 * page. Words only; everything in `question` is filled by now. */
Err tool_answer_impact_list(ImpactQuestion *question) MUST_CHECK;

#endif
