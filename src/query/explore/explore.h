/* Explore: a question, or a bag of names, to the source that answers it. */
#ifndef FATHOM_QUERY_EXPLORE_H
#define FATHOM_QUERY_EXPLORE_H

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/index/index.h"

#define QUERY_EXPLORE_INLINE 24000 /* bytes: what clients keep in view */
#define QUERY_EXPLORE_LEAST 3000
#define QUERY_EXPLORE_MOST 200000

/* What fits a workspace of so many files. */
typedef struct QueryExploreTier {
  size_t chars;    /* of an answer */
  size_t files;    /* shown */
  size_t per_file; /* bytes of one file while others wait */
  uint32_t gap;    /* lines between pieces that are shown as one */
  size_t edges;    /* of a kind that are named */
  unsigned calls;  /* that a question may take */
} QueryExploreTier;
const QueryExploreTier *query_explore_tier(size_t files);

typedef struct QueryExplore {
  Str query;
  size_t max_chars; /* 0: by tier, at most QUERY_EXPLORE_INLINE */
  size_t max_files; /* 0: by tier, or as many as fit where max_chars is given */
  size_t max_symbols; /* shown; 0: as many as fit */
  bool no_source;   /* only what would be shown */
  bool sections;    /* headings for each part, as CodeGraph's answers have them */
  Str handle;       /* of earlier answers, whose source is not repeated; empty: none */
} QueryExplore;

typedef struct QueryExplored {
  Str text;
  Str handle;       /* stands for all that was shown so far */
  bool is_handle_lost; /* the one that was given is not known (any more) */
  size_t files;     /* indexed */
  size_t symbols;   /* shown with their source */
  size_t shown_files;
  bool is_names;    /* the query was taken for a bag of names */
  const QueryExploreTier *tier;
} QueryExplored;

/* Text within the limit less a few lines for what the caller has to say; empty:
 * no word of the question is known here. */
Err query_explore(Job *job, Index *index, const QueryExplore *request, QueryExplored *ret_explored) MUST_CHECK;

#endif
