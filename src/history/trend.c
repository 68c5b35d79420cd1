/* Questions over all commits at once: how much happened when, and who did
 * what. */
#include <stdlib.h>

#include "src/base/clock.h"
#include "src/base/idmap.h"
#include "src/history/held_internal.h"

/* ---- months ---- */

/* Months since the year 0; -1: of no year that people write. */
static int64_t month_of(Arena *arena, int64_t seconds) {
  Str day = clock_day(arena, seconds);
  int64_t year, month;
  if (!str_to_int(str_slice(day, 0, 4), &year) || !str_to_int(str_slice(day, 5, 7), &month)) return -1;
  return year * 12 + month - 1;
}

/* What was met in which month last: a number is new in a month when its mark is
 * another one. */
typedef struct Marks {
  int64_t *of;
} Marks;

static Marks make_marks(Arena *arena, size_t count) {
  Marks marks = {ARENA_ARRAY(arena, int64_t, count + 1)};
  for (size_t i = 0; i <= count; i++) marks.of[i] = INT64_MIN;
  return marks;
}

static bool is_new(Marks *marks, size_t number, int64_t month) {
  bool is_first = marks->of[number] != month;
  marks->of[number] = month;
  return is_first;
}

typedef struct Dated {
  int64_t month;
  uint32_t commit;
} Dated;

static int by_month(const void *a, const void *b) {
  int64_t x = ((const Dated *)a)->month, y = ((const Dated *)b)->month;
  return x < y ? -1 : x > y;
}

/* Commits are not in the order of their times, and marks need them so. */
static void count_months(Job *job, const HistoryLog *log, HistoryTrend *trend) {
  Marks authors = make_marks(job->arena, log->authors.len), files = make_marks(job->arena, log->paths.len);
  Dated *dated = ARENA_ARRAY(job->arena, Dated, log->commits.len + 1);
  size_t count = 0;
  for (size_t c = 0; c < log->commits.len; c++) {
    int64_t month = month_of(job->arena, log->commits.items[c].time);
    if (month >= 0) dated[count++] = (Dated){month, (uint32_t)c};
  }
  if (!count) return;
  qsort(dated, count, sizeof(Dated), by_month);
  int64_t last = dated[count - 1].month, first = dated[0].month;
  if (last - first >= HISTORY_MONTHS_MAX) first = last - HISTORY_MONTHS_MAX + 1;
  trend->len = (size_t)(last - first) + 1;
  trend->items = ARENA_ARRAY(job->arena, HistoryMonth, trend->len);
  for (size_t i = 0; i < trend->len; i++) {
    int64_t month = first + (int64_t)i;
    trend->items[i] = (HistoryMonth){.year = (int)(month / 12), .month = (int)(month % 12) + 1};
  }
  for (size_t i = 0; i < count; i++) {
    if (dated[i].month < first) continue;
    const HistoryCommit *commit = &log->commits.items[dated[i].commit];
    HistoryMonth *month = &trend->items[dated[i].month - first];
    month->commits++;
    month->authors += is_new(&authors, commit->author, dated[i].month);
    for (uint32_t f = 0; f < commit->count; f++) month->files += is_new(&files, log->files.items[commit->first + f], dated[i].month);
  }
}

Err history_trend(Job *job, History *history, HistoryTrend *ret_trend) {
  HistoryTrend trend = {0};
  const HistoryLog *log = history_hold(history);
  if (log) count_months(job, log, &trend);
  history_release(history);
  *ret_trend = trend;
  return OK;
}

/* ---- owners ---- */

/* One author's part in one group. */
typedef struct Share {
  size_t group;
  HistoryAuthor author;
} Share;

static int by_group(const void *a, const void *b) {
  const Share *x = a, *y = b;
  if (x->group != y->group) return x->group < y->group ? -1 : 1;
  if (x->author.commits != y->author.commits) return x->author.commits > y->author.commits ? -1 : 1;
  if (x->author.last != y->author.last) return x->author.last > y->author.last ? -1 : 1;
  return str_compare(x->author.name, y->author.name);
}

typedef struct Sharing {
  Arena *arena;
  const HistoryLog *log;
  Idmap numbers; /* group and author -> share */
  VEC(Share) shares;
} Sharing;

static void add_share(Sharing *sharing, size_t group, const HistoryCommit *commit) {
  uint64_t key = 1 + (uint64_t)group * sharing->log->authors.len + commit->author; /* 0 is no key */
  uint32_t number = idmap_add(&sharing->numbers, key, (uint32_t)sharing->shares.len);
  if (number == sharing->shares.len) *vec_add(sharing->arena, &sharing->shares) = (Share){group, {.name = sharing->log->authors.items[commit->author], .last = INT64_MIN}};
  HistoryAuthor *author = &sharing->shares.items[number].author;
  author->commits++;
  if (commit->time > author->last) author->last = commit->time;
}

static void share_out(Job *job, const HistoryLog *log, const HistoryGroups *groups, HistoryOwner *owners) {
  Sharing sharing = {.arena = job->arena, .log = log};
  Marks met = make_marks(job->arena, groups->count);
  size_t *group_of = ARENA_ARRAY(job->arena, size_t, log->paths.len + 1);
  idmap_init(&sharing.numbers, job->arena);
  for (size_t p = 0; p < log->paths.len; p++) group_of[p] = groups->group_of(groups->context, log->paths.items[p]);
  for (size_t c = 0; c < log->commits.len; c++) {
    const HistoryCommit *commit = &log->commits.items[c];
    for (uint32_t f = 0; f < commit->count; f++) {
      size_t group = group_of[log->files.items[commit->first + f]];
      if (group >= groups->count || !is_new(&met, group, (int64_t)c)) continue;
      owners[group].commits++;
      add_share(&sharing, group, commit);
    }
  }
  if (sharing.shares.len > 1) qsort(sharing.shares.items, sharing.shares.len, sizeof(Share), by_group);
  for (size_t i = 0; i < sharing.shares.len; i++) {
    const Share *share = &sharing.shares.items[i];
    HistoryOwner *owner = &owners[share->group];
    owner->people++;
    if (owner->author_count == HISTORY_AUTHORS) continue;
    owner->authors[owner->author_count] = share->author;
    owner->authors[owner->author_count++].name = str_copy(job->arena, share->author.name);
  }
}

Err history_owners(Job *job, History *history, const HistoryGroups *groups, HistoryOwner **ret_owners) {
  HistoryOwner *owners = ARENA_ARRAY(job->arena, HistoryOwner, groups->count + 1);
  const HistoryLog *log = history_hold(history);
  if (log) share_out(job, log, groups, owners);
  history_release(history);
  *ret_owners = owners;
  return OK;
}
