/* Inside the surveys: files and how they depend on each other. */
#ifndef FATHOM_QUERY_SURVEY_INTERNAL_H
#define FATHOM_QUERY_SURVEY_INTERNAL_H

#include "src/base/vec.h"
#include "src/query/graph.h"
#include "src/query/idmap_internal.h"
#include "src/query/open_internal.h"
#include "src/query/survey.h"

typedef struct SurveyEdge {
  uint32_t from, to; /* numbers of nodes */
  uint32_t count;
} SurveyEdge;

typedef struct Survey {
  Str *names; /* paths of files, or of folders */
  uint32_t len;
  bool *is_test; /* of files; folders: all of it is */
  SurveyEdge *edges; /* ordered by `from`, then `to`; none from a node to itself */
  size_t edge_count;
  uint32_t *starts; /* by node, into edges; one more at the end */
} Survey;

/* What depends on what. `folders`: taken together. */
Err query_survey(Job *job, StoreReader *reader, bool folders, Survey *ret_survey) MUST_CHECK;

/* Every edge of the graph, file by file; the edges are gone after the call. */
typedef void SurveyEach(void *context, const StoreFile *file, const StoreEdges *edges);
Err query_survey_each(Job *job, StoreReader *reader, const StoreFiles *files, uint32_t kinds, SurveyEach *each,
                      void *context) MUST_CHECK;

/* Whether something other than an edge keeps a definition. */
Err query_survey_is_kept(QueryOpener *opener, const StoreSymbol *symbol, bool *ret_kept) MUST_CHECK;
/* Which of the symbols have the name of something that is used and could not be
 * told, where they could be meant; not within themselves. Sets, never resets. */
Err query_survey_mentions(Job *job, StoreReader *reader, const StoreFiles *files, const StoreSymbols *symbols,
                          bool *is_mentioned) MUST_CHECK;

#endif
