/* What the messages of commits say about files: often in the words of a
 * question, where the code has others. */
#include <math.h>

#include "src/base/map.h"
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/query/history/history.h"

typedef struct Election {
  Explore *explore;
  Map weights; /* by path: of a vote */
  float *votes; /* by file */
  float best;
} Election;

/* Votes are by path; files of tests and the like count less here, too. */
static void place_votes(Election *election, size_t segment, uint32_t first) {
  const Explore *explore = election->explore;
  const TermsSegment *of = &explore->terms->segments[segment];
  for (uint32_t f = 0; f < of->head.file_count; f++) {
    const HistoryVote *vote = map_get(&election->weights, query_terms_path(of, &of->files[f]));
    if (!vote || !explore->terms->ids[segment][f].value) continue;
    float weight = vote->weight * query_explore_file_factor(explore, segment, f);
    election->votes[first + f] = weight;
    election->best = fmaxf(election->best, weight);
  }
}

/* A history that is still being read votes with what it has: the patience is
 * short. */
Err query_explore_add_history(Explore *explore) {
  Arena *arena = explore->job->arena;
  const ExploreQuestion *question = &explore->question;
  HistoryTerm terms[EXPLORE_TERMS_MAX];
  HistoryVotes votes;
  History *history = query_history(explore->index);
  uint32_t first = explore->terms->segments[0].head.file_count, count = first + explore->terms->segments[1].head.file_count;
  for (size_t i = 0; i < question->term_count; i++) terms[i] = (HistoryTerm){question->terms[i].keys[0], question->terms[i].weight};
  TRY(history_glance(explore->job, history, HISTORY_PATIENCE_MS));
  TRY(history_votes(explore->job, history, terms, question->term_count, &votes));
  Election election = {.explore = explore, .votes = ARENA_ARRAY(arena, float, (size_t)count + 1)};
  map_init(&election.weights, arena);
  for (size_t i = 0; i < votes.len; i++) map_put(&election.weights, votes.items[i].path, &votes.items[i]);
  place_votes(&election, 0, 0);
  place_votes(&election, 1, first);
  for (uint32_t f = 0; f < count && election.best > 0; f++) explore->files[f] += HISTORY_VOTES_SHARE * election.votes[f] / election.best;
  return OK;
}
