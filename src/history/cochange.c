/* Questions over the commits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/history/held_internal.h"

#define DAY 86400.0
#define RECENT_DAYS 90

/* Halved with every half-life between the commit and the newest one. */
static double freshness(const HistoryLog *log, const HistoryCommit *commit) {
  double days = (double)(log->newest - commit->time) / DAY;
  return exp2(-days / HISTORY_HALF_LIFE_DAYS);
}

/* What two files have in common, while it is being added up. */
typedef struct Tally {
  double weight;
  uint32_t support;
} Tally;

static int by_weight(const void *a, const void *b) {
  const HistoryNeighbour *x = a, *y = b;
  if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
  return str_compare(x->path, y->path);
}

/* Adds up the files of each commit of `path`; returns how many count. */
static size_t tally(const HistoryLog *log, uint32_t path, Tally *tallies, uint32_t *met, size_t *ret_met) {
  size_t counted = 0;
  for (uint32_t t = log->starts[path]; t < log->starts[path + 1]; t++) {
    const HistoryCommit *commit = &log->commits.items[log->touches[t]];
    if (commit->count > HISTORY_WIDE) continue;
    counted++;
    double weight = commit->count > 1 ? freshness(log, commit) / (commit->count - 1) : 0;
    for (uint32_t f = 0; f < commit->count; f++) {
      uint32_t other = log->files.items[commit->first + f];
      if (other == path) continue;
      if (!tallies[other].support) met[(*ret_met)++] = other;
      tallies[other].support++;
      tallies[other].weight += weight;
    }
  }
  return counted;
}

/* Arrays by number of path: as long as the history has paths, and gone with
 * the request. */
static void cochange(Job *job, const HistoryLog *log, const HistoryWish *wish, HistoryNeighbours *ret) {
  uint32_t path;
  size_t met_count = 0;
  if (!history_log_find(log, wish->path, &path)) return;
  Tally *tallies = ARENA_ARRAY(job->arena, Tally, log->paths.len);
  uint32_t *met = ARENA_ARRAY(job->arena, uint32_t, log->paths.len);
  memset(tallies, 0, log->paths.len * sizeof(Tally));
  ret->commits = tally(log, path, tallies, met, &met_count);
  ret->items = ARENA_ARRAY(job->arena, HistoryNeighbour, met_count + 1);
  for (size_t i = 0; i < met_count; i++) {
    const Tally *of = &tallies[met[i]];
    Str name = log->paths.items[met[i]];
    if (of->support < wish->support_min || (wish->is_wanted && !wish->is_wanted(wish->context, name))) continue;
    ret->items[ret->len++] = (HistoryNeighbour){.path = str_copy(job->arena, name), .weight = of->weight, .support = of->support,
                                                .confidence = (double)of->support / (double)ret->commits};
  }
  if (ret->len) qsort(ret->items, ret->len, sizeof(HistoryNeighbour), by_weight);
  ret->total = ret->len;
  if (ret->len > wish->limit) ret->len = wish->limit;
}

/* The log is held throughout: everything that is returned is a copy. */
Err history_cochange(Job *job, History *history, const HistoryWish *wish, HistoryNeighbours *ret_neighbours) {
  HistoryNeighbours neighbours = {0};
  const HistoryLog *log = history_hold(history);
  if (log) cochange(job, log, wish, &neighbours);
  history_release(history);
  *ret_neighbours = neighbours;
  return OK;
}

/* ---- one file ---- */

/* With equal numbers whoever was there last comes first. */
static int by_commits(const void *a, const void *b) {
  const HistoryAuthor *x = a, *y = b;
  if (x->commits != y->commits) return x->commits > y->commits ? -1 : 1;
  if (x->last != y->last) return x->last > y->last ? -1 : 1;
  return str_compare(x->name, y->name);
}

/* By number of author, since names may be long and equal names are one author
 * already. */
static void add_authors(Job *job, const HistoryLog *log, uint32_t path, HistoryFile *file) {
  uint32_t from = log->starts[path], to = log->starts[path + 1];
  HistoryAuthor *authors = ARENA_ARRAY(job->arena, HistoryAuthor, to - from + 1);
  uint32_t *numbers = ARENA_ARRAY(job->arena, uint32_t, log->authors.len + 1);
  size_t count = 0;
  memset(numbers, 0, (log->authors.len + 1) * sizeof(uint32_t));
  for (uint32_t t = from; t < to; t++) {
    const HistoryCommit *commit = &log->commits.items[log->touches[t]];
    if (!numbers[commit->author]) {
      authors[count] = (HistoryAuthor){.name = str_copy(job->arena, log->authors.items[commit->author]), .last = INT64_MIN};
      numbers[commit->author] = (uint32_t)++count;
    }
    HistoryAuthor *author = &authors[numbers[commit->author] - 1];
    author->commits++;
    if (commit->time > author->last) author->last = commit->time;
  }
  if (count) qsort(authors, count, sizeof(HistoryAuthor), by_commits);
  file->author_count = count < HISTORY_AUTHORS ? count : HISTORY_AUTHORS;
  memcpy(file->authors, authors, file->author_count * sizeof(HistoryAuthor));
}

/* Times are compared, not the order of commits: clocks of authors differ. */
static void describe(Job *job, const HistoryLog *log, uint32_t path, HistoryFile *file) {
  file->first = INT64_MAX;
  file->last = INT64_MIN;
  for (uint32_t t = log->starts[path]; t < log->starts[path + 1]; t++) {
    const HistoryCommit *commit = &log->commits.items[log->touches[t]];
    file->commits++;
    file->churn += freshness(log, commit);
    if ((double)(log->newest - commit->time) <= RECENT_DAYS * DAY) file->recent++;
    if (commit->time < file->first) file->first = commit->time;
    if (commit->time <= file->last) continue;
    file->last = commit->time;
    file->last_author = str_copy(job->arena, log->authors.items[commit->author]);
  }
  add_authors(job, log, path, file);
}

Err history_file(Job *job, History *history, Str path, HistoryFile *ret_file) {
  HistoryFile file = {0};
  uint32_t number;
  const HistoryLog *log = history_hold(history);
  if (log && history_log_find(log, path, &number)) describe(job, log, number, &file);
  history_release(history);
  *ret_file = file;
  return OK;
}

/* ---- all files ---- */

static int by_path(const void *a, const void *b) {
  return str_compare(((const HistoryChurn *)a)->path, ((const HistoryChurn *)b)->path);
}

/* Sorted after the log was given back: that takes longest and needs copies
 * alone. */
Err history_churns(Job *job, History *history, HistoryChurns *ret_churns) {
  HistoryChurns churns = {0};
  const HistoryLog *log = history_hold(history);
  size_t count = log ? log->paths.len : 0;
  churns.items = ARENA_ARRAY(job->arena, HistoryChurn, count + 1);
  for (size_t p = 0; p < count; p++) {
    HistoryChurn *churn = &churns.items[churns.len++];
    *churn = (HistoryChurn){.path = str_copy(job->arena, log->paths.items[p])};
    for (uint32_t t = log->starts[p]; t < log->starts[p + 1]; t++) {
      churn->churn += freshness(log, &log->commits.items[log->touches[t]]);
      churn->commits++;
    }
  }
  history_release(history);
  if (churns.len) qsort(churns.items, churns.len, sizeof(HistoryChurn), by_path);
  *ret_churns = churns;
  return OK;
}
