/* Explore: a question, or a bag of names, to the source that answers it. */
#ifndef FATHOM_QUERY_EXPLORE_H
#define FATHOM_QUERY_EXPLORE_H

#include "src/base/buf.h"
#include "src/base/job.h"
#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/query/source/source.h"

#define QUERY_EXPLORE_INLINE 24000 /* bytes: what clients keep in view */
#define QUERY_EXPLORE_LEADING 9000 /* of source, where no length is asked for */
#define QUERY_EXPLORE_AFRESH "none" /* a handle: everything is shown, whatever was before */
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
/* By the number of indexed files: how much an answer says in a project of
 * this size. Constant. */
const QueryExploreTier *query_explore_tier(size_t files);

typedef struct QueryExplore {
  Str query;
  size_t max_chars; /* 0: what leads, and the rest by a line each; with sections by tier, at most QUERY_EXPLORE_INLINE */
  size_t shared;    /* one of so many questions that are answered together, without a length: the room for one is theirs; 0: one */
  size_t max_files; /* 0: by tier, or as many as fit where max_chars is given */
  size_t max_symbols; /* shown; 0: as many as fit */
  bool no_source;   /* only what would be shown */
  bool sections;    /* each part gets a heading, for which room is kept, and each file the names shown of it */
  Str handle;       /* of earlier answers, whose source is not repeated; empty: that of the session,
                       QUERY_EXPLORE_AFRESH: none */
  Str session;      /* the conversation that asks, known to nobody else; empty: none */
} QueryExplore;

/* What is said around the source. */
typedef enum QueryExploredKind {
  QUERY_EXPLORED_ABOUT,   /* what the question was taken for; always there */
  QUERY_EXPLORED_ENTRIES, /* where to begin to read */
  QUERY_EXPLORED_MISSING, /* where a text stands that was asked for as it is written; a name that nothing has */
  /* those above stand before the source, those below after it */
  QUERY_EXPLORED_FLOW,    /* the way between the names */
  QUERY_EXPLORED_RELATION,
  QUERY_EXPLORED_USERS,   /* who depends on it */
  QUERY_EXPLORED_STOPS,   /* where the graph stops */
  QUERY_EXPLORED_UNRESOLVED,
  QUERY_EXPLORED_LEFT_OUT /* a line each */
} QueryExploredKind;

typedef struct QueryExploredNote {
  QueryExploredKind kind;
  Str text;    /* a line without its end, safe to show */
  size_t lead; /* bytes of it that say what kind it is: "Flow: " */
  const AnswerMark *marks; /* of the text */
  size_t mark_count;
} QueryExploredNote;

/* Neighbouring lines of a file. */
typedef struct QueryExploredLines {
  uint32_t from, to;
  bool is_served;  /* an earlier answer has them: they are only named */
  bool after_gap;  /* lines before them are left out, */
  uint32_t gap;    /* of one definition so many; 0: what is between definitions */
} QueryExploredLines;

typedef struct QueryExploredFile {
  Str path;
  Str names; /* with sections: "name(kind), name(kind), +2 more" of what is shown of it; may be empty */
  QuerySource source;
  QueryExploredLines *lines;
  size_t line_count; /* of those */
  const Str *others; /* "88-120 signature  what it is for": definitions of it that are not shown and may matter, safe to show */
  size_t other_count;
} QueryExploredFile;

/* The parts of an answer, ready to be laid out: they fit together into the
 * limit. All in the job's arena. */
typedef struct QueryExplored {
  const QueryExploredNote *notes; /* by kind; none: no word of the question is known here */
  size_t note_count;
  const QueryExploredFile *sources; /* none when no source was wanted */
  size_t source_count;
  size_t shown_files; /* that the definitions are in */
  const StoreSymbol *definitions; /* shown with their source, best first; of code outside of them the file */
  size_t symbols;
  size_t used;      /* bytes of it, about */
  Str handle;       /* stands for all that was shown so far */
  bool is_handle_lost; /* the one that was given is not known (any more) */
  bool is_session_shown; /* without a handle: lines are left out that the session was shown */
  size_t files;     /* indexed */
  bool is_names;    /* the query was taken for a bag of names */
  const QueryExploreTier *tier;
} QueryExplored;

/* What fits into the limit, less a few lines for what the caller has to say. */
Err query_explore(Job *job, Index *index, const QueryExplore *request, QueryExplored *ret_explored) MUST_CHECK;

/* ---- laid out in an answer ---- */

/* A note as a line; `bare`: without its lead. */
void query_explored_add_note(Answer *answer, const QueryExploredNote *note, bool bare);
/* The lines of a file below its heading; rows of the list that is open. */
void query_explored_add_source(Job *job, Answer *answer, const QueryExploredFile *file);
/* All of it in explore's own order; the source is the list `sources`. */
void query_explored_add(Job *job, Answer *answer, const QueryExplored *explored);

#endif
