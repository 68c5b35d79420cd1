/* Inside the surveys: files and how they depend on each other. */
#ifndef FATHOM_QUERY_SURVEY_SURVEY_INTERNAL_H
#define FATHOM_QUERY_SURVEY_SURVEY_INTERNAL_H

#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/query/path/open_calls_internal.h"
#include "src/query/survey/survey.h"

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
/* Of files, with the edges that `known` has from an earlier one of the same state. */
Err query_survey_again(Job *job, StoreReader *reader, const Survey *known, Survey *ret_survey) MUST_CHECK;
/* Of files; counted once for each state of the index (sums.c). */
Err query_survey_files(Job *job, Index *index, StoreReader *reader, Survey *ret_survey) MUST_CHECK;

/* One file of a survey. The job's arena is the visit's own: what has to stay
 * is copied. */
typedef Err SurveyVisit(void *context, Job *job, const StoreFile *file);
Err query_survey_visit(Job *job, const StoreFiles *files, SurveyVisit *visit, void *context) MUST_CHECK;
StoreSymbol query_survey_copy(Arena *arena, const StoreSymbol *symbol);

/* Every edge of the graph, file by file; the edges are gone after the call. */
typedef void SurveyEach(void *context, const StoreFile *file, const StoreEdges *edges);
Err query_survey_each(Job *job, StoreReader *reader, const StoreFiles *files, uint32_t kinds, SurveyEach *each,
                      void *context) MUST_CHECK;

/* ---- look.c ---- */

typedef struct SurveyLook {
  const Facts *facts;
  Idmap binds; /* scope and name -> the first bind */
  bool *is_bound;   /* by DefNo: others can name it; the name of a function's value holds in itself only */
  Idmap names; /* name -> number of it */
  RefNo *last;      /* by that: the last reference that reads it */
  RefNo *before;    /* by RefNo: the one of the same name before it; 0: none */
  VEC(const Ref *) decorates;
} SurveyLook;

/* Tables over a file's facts, which must live as long; in the arena. */
void query_look_init(Arena *arena, const Facts *facts, SurveyLook *ret_look);
/* The name or member that a reference is about; NULL: neither. */
const Expr *query_look_named(const Facts *facts, const Ref *ref);
/* The last reference that reads a name; 0: none. */
RefNo query_look_last(const SurveyLook *look, NameId name);
/* query_bind_of, found at once. */
const Bind *query_look_bind(const SurveyLook *look, const Expr *expr);

/* ---- unused.c ---- */

/* What may be called `main` in some case, and can be called. */
bool query_survey_is_main(const StoreSymbol *symbol);
/* By what it is itself, whoever uses it. */
bool query_survey_can_be_unused(const StoreSymbol *symbol);
/* QueryEntryPoint: sure ones first, then those that call most. */
int query_survey_by_merit(const void *a, const void *b);
/* For what has no edges of its own, such as a route that names a function. */
Err query_survey_count_calls(Job *job, StoreReader *reader, QueryEntryPoint *point) MUST_CHECK;

/* ---- keeper.c ---- */

/* Whether something other than an edge keeps a definition. */
typedef struct SurveyKeeper {
  StoreReader *reader;
  Idmap types; /* 1: has a base outside the workspace, itself or above it; 0: has none */
  Idmap outside; /* the same of the type itself */
  /* Of the file at hand: */
  QueryOpener opener;
  SurveyLook look; /* facts NULL: there are none */
} SurveyKeeper;

/* For one survey: what is found out about types is kept for all files. */
void query_survey_keeper_init(SurveyKeeper *keeper, Arena *arena, StoreReader *reader);
/* Brackets the symbols of one file. */
Err query_survey_keeper_open(SurveyKeeper *keeper, Job *job, const StoreFile *file) MUST_CHECK;
void query_survey_keeper_close(SurveyKeeper *keeper);
Err query_survey_is_kept(SurveyKeeper *keeper, const StoreSymbol *symbol, bool *ret_kept) MUST_CHECK;

/* Which of the symbols, which are in the order of the files, have the name of
 * something that is used and could not be told, where they could be meant; not
 * within themselves. Sets, never resets. */
Err query_survey_mentions(Job *job, StoreReader *reader, const StoreFiles *files, const StoreSymbols *symbols,
                          bool *is_mentioned) MUST_CHECK;

#endif
