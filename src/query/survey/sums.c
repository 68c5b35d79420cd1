/* Which file depends on which, kept for one generation of the index: counting it
 * looks at every edge there is. */
#include <stdlib.h>
#include <string.h>

#include "src/base/lock.h"
#include "src/index/part.h"
#include "src/query/survey/survey_internal.h"

#define KEPT_MAX ((size_t)64 << 20) /* bytes; more is counted each time */

typedef struct Sums {
  Lock lock;
  int64_t generation; /* -1: nothing is known */
  SurveyEdge *edges;  /* by the numbers that files have in their order */
  size_t count;
} Sums;

static void *open_sums(Index *index) {
  (void)index;
  Sums *sums = arena_heap_alloc(sizeof(*sums));
  lock_init(&sums->lock);
  sums->generation = -1;
  return sums;
}

static void close_sums(void *part) {
  Sums *sums = part;
  lock_clear(&sums->lock);
  free(sums->edges);
  free(sums);
}

static const IndexPart kind = {open_sums, close_sums};

static bool find(Sums *sums, Arena *arena, int64_t generation, Survey *survey) {
  lock_take(&sums->lock);
  bool is_known = sums->generation == generation;
  if (is_known) {
    survey->edges = arena_copy(arena, sums->edges, sums->count * sizeof(SurveyEdge));
    survey->edge_count = sums->count;
  }
  lock_give(&sums->lock);
  return is_known;
}

static void keep(Sums *sums, int64_t generation, const Survey *survey) {
  size_t bytes = survey->edge_count * sizeof(SurveyEdge);
  if (bytes > KEPT_MAX) return;
  SurveyEdge *edges = arena_heap_grow(NULL, bytes + 1);
  if (bytes) memcpy(edges, survey->edges, bytes);
  lock_take(&sums->lock);
  free(sums->edges);
  sums->edges = edges;
  sums->count = survey->edge_count;
  sums->generation = generation;
  lock_give(&sums->lock);
}

/* Counted outside of the lock; two who ask at once both count, and give the same.
 * What a view shows is nobody else's. */
Err query_survey_files(Job *job, Index *index, StoreReader *reader, Survey *ret_survey) {
  Sums *sums = index_part(index, &kind);
  int64_t generation;
  if (store_reader_beneath(reader)) return query_survey(job, reader, false, ret_survey);
  TRY(index_generation(job, reader, &generation));
  Survey known = {0};
  if (find(sums, job->arena, generation, &known)) return query_survey_again(job, reader, &known, ret_survey);
  TRY(query_survey(job, reader, false, ret_survey));
  keep(sums, generation, ret_survey);
  return OK;
}
