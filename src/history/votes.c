/* Which files a question is about, by the messages of the commits that changed
 * them: people write there what code is for, in other words than the code's.
 * Each commit whose message has words of the question is a voter, and divides
 * its vote among its files. */
#include <math.h>

#include "src/history/held_internal.h"

#define SATURATION 1.2f
#define LENGTH_SHARE 0.6f  /* how much long messages pay for their length */
#define COVER_LEAST 0.3f   /* of its score for a commit that has nearly nothing of the question */
#define VOTERS 100         /* commits, the best */
#define VOTER_FILES 40     /* a commit of more files is about none of them */
#define CHURN_POWER 0.35f  /* what always changes takes less of each vote */
#define CHURN_LEAST 5.0f
#define TERMS_MAX 64
#define FILTER_BITS 4096

/* A term that a commit's message has. */
typedef struct Hit {
  uint32_t commit;
  uint32_t term;
} Hit;

typedef struct Voter {
  uint32_t commit;
  float score;
} Voter;

/* One question; in the job's arena, because it is too large for a stack. */
typedef struct Voting {
  Job *job;
  const HistoryLog *log;
  const HistoryTerm *terms;
  size_t term_count;
  uint32_t words[TERMS_MAX];
  float worth[TERMS_MAX];
  uint64_t filter[FILTER_BITS / 64];
  VEC(Hit) hits; /* by commit */
  Voter voters[VOTERS]; /* best first; of equal ones the newest */
  size_t voter_count;
} Voting;

/* Few words come here, and there are few terms. */
static void look_up(Voting *voting, uint32_t commit, uint32_t word) {
  for (uint32_t t = 0; t < voting->term_count; t++) {
    if (voting->words[t] == word) *vec_add(voting->job->arena, &voting->hits) = (Hit){commit, t};
  }
}

/* One pass over the words of all messages. A small filter of bits turns away
 * nearly all of them before the terms are compared. */
static void find_hits(Voting *voting) {
  const HistoryLog *log = voting->log;
  for (size_t t = 0; t < voting->term_count; t++) {
    uint32_t word = voting->words[t] = history_word(voting->terms[t].term);
    voting->filter[word % FILTER_BITS / 64] |= (uint64_t)1 << word % 64;
  }
  for (uint32_t c = 0; c < log->commits.len; c++) {
    const HistoryCommit *commit = &log->commits.items[c];
    for (uint32_t w = 0; w < commit->word_count; w++) {
      uint32_t word = log->words.items[commit->first_word + w];
      if (voting->filter[word % FILTER_BITS / 64] >> word % 64 & 1) look_up(voting, c, word);
    }
  }
}

/* What each term is worth: the rarer, the more. Returns all together. */
static float weigh_terms(Voting *voting) {
  float commits = (float)voting->log->commits.len, total = 0, with[TERMS_MAX] = {0};
  for (size_t i = 0; i < voting->hits.len; i++) with[voting->hits.items[i].term]++;
  for (size_t t = 0; t < voting->term_count; t++) {
    if (with[t] == 0) continue;
    voting->worth[t] = voting->terms[t].weight * logf(1 + (commits - with[t] + 0.5f) / (with[t] + 0.5f));
    total += voting->worth[t];
  }
  return total;
}

/* Insertion into a short sorted list; an older commit of the same score goes
 * behind. */
static void add_voter(Voting *voting, Voter voter) {
  size_t at = voting->voter_count;
  while (at && voting->voters[at - 1].score < voter.score) at--;
  if (at == VOTERS) return;
  if (voting->voter_count < VOTERS) voting->voter_count++;
  for (size_t i = voting->voter_count - 1; i > at; i--) voting->voters[i] = voting->voters[i - 1];
  voting->voters[at] = voter;
}

/* Commits that have more of the question count more than in proportion, long
 * messages less. */
static void choose_voters(Voting *voting, float total) {
  const HistoryLog *log = voting->log;
  float average = (float)log->words.len / (float)log->commits.len + 1;
  for (size_t i = 0; i < voting->hits.len;) {
    Voter voter = {.commit = voting->hits.items[i].commit};
    const HistoryCommit *commit = &log->commits.items[voter.commit];
    float covered = 0;
    for (; i < voting->hits.len && voting->hits.items[i].commit == voter.commit; i++) {
      covered += voting->worth[voting->hits.items[i].term];
    }
    float length = 1 - LENGTH_SHARE + LENGTH_SHARE * (float)commit->word_count / average;
    voter.score = covered / (1 + SATURATION * length) * (COVER_LEAST + covered / total);
    add_voter(voting, voter);
  }
}

/* Each vote is divided among the commit's files; files that change with
 * everything take less of it. */
static void count_votes(Voting *voting, HistoryVotes *ret_votes) {
  const HistoryLog *log = voting->log;
  Arena *arena = voting->job->arena;
  float *weights = ARENA_ARRAY(arena, float, log->paths.len + 1);
  VEC(uint32_t) paths = {0};
  for (size_t v = 0; v < voting->voter_count; v++) {
    const HistoryCommit *commit = &log->commits.items[voting->voters[v].commit];
    float share = voting->voters[v].score / voting->voters[0].score;
    if (commit->count > VOTER_FILES) continue;
    for (uint32_t f = 0; f < commit->count; f++) {
      uint32_t path = log->files.items[commit->first + f];
      if (weights[path] == 0) *vec_add(arena, &paths) = path;
      weights[path] += share * share / sqrtf((float)commit->count);
    }
  }
  ret_votes->items = ARENA_ARRAY(arena, HistoryVote, paths.len + 1);
  for (size_t i = 0; i < paths.len; i++) {
    uint32_t path = paths.items[i];
    float churn = (float)(log->starts[path + 1] - log->starts[path]);
    ret_votes->items[ret_votes->len++] = (HistoryVote){.path = str_copy(arena, log->paths.items[path]),
                                                       .weight = weights[path] / powf(CHURN_LEAST + churn, CHURN_POWER)};
  }
}

/* Nothing is returned when no message has any of the terms. */
void history_log_vote(Job *job, const HistoryLog *log, const HistoryTerm *terms, size_t count, HistoryVotes *ret_votes) {
  *ret_votes = (HistoryVotes){0};
  Voting *voting = ARENA_NEW(job->arena, Voting);
  *voting = (Voting){.job = job, .log = log, .terms = terms, .term_count = count < TERMS_MAX ? count : TERMS_MAX};
  find_hits(voting);
  float total = weigh_terms(voting);
  if (total <= 0) return;
  choose_voters(voting, total);
  count_votes(voting, ret_votes);
}

Err history_votes(Job *job, History *history, const HistoryTerm *terms, size_t count, HistoryVotes *ret_votes) {
  HistoryVotes votes = {0};
  const HistoryLog *log = history_hold(history);
  if (log) history_log_vote(job, log, terms, count, &votes);
  history_release(history);
  *ret_votes = votes;
  return OK;
}
