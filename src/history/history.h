/* History: which files changed together, how often, when, by whom and what for.
 * Read from git once and then commit by commit; kept beside the index in a
 * file of its own. The work is done behind the caller's back: whoever asks
 * says how long to wait. Writes nothing into the repository. Thread-safe. */
#ifndef FATHOM_HISTORY_HISTORY_H
#define FATHOM_HISTORY_HISTORY_H

#include "src/base/job.h"
#include "src/os/keep.h"

typedef struct History History;

/* Opening does nothing else. `keep` is where the file goes, which it holds on
 * to; NULL: nowhere. */
History *history_open(Str root, Keep *keep);
void history_close(History *history);
AUTO_CLOSE(History, history_close)

#define HISTORY_COMMITS_MAX 50000 /* the newest; older ones are left out */
#define HISTORY_WIDE 100 /* a commit of more files says nothing about any two of them */
#define HISTORY_HALF_LIFE_DAYS 365

typedef struct HistoryState {
  bool is_there;
  Str reason;     /* when it is not: no git, no repository, no commit, still being read */
  bool is_reading; /* not there yet, but will be */
  bool is_shallow; /* older commits are not in this clone */
  bool is_cut;     /* there are more than HISTORY_COMMITS_MAX */
  size_t commits;  /* without merges */
  int64_t newest;  /* its time, in seconds */
} HistoryState;

/* Looks whether HEAD moved, and if so reads what is new; waits for that at most
 * `patience_ms`. What is asked afterwards is of that state. 0: does not wait at
 * all, and does not look when somebody did within the last tenth of a second. */
Err history_update(Job *job, History *history, int64_t patience_ms, HistoryState *ret_state) MUST_CHECK;

/* Enough for history_votes: looks likewise, but waits only while no commit is
 * known at all. The newest ones are there long before all of them. */
Err history_glance(Job *job, History *history, int64_t patience_ms) MUST_CHECK;

/* Which files words are about, by the messages of the commits that changed
 * them; in no order, weights of no scale. Empty: nothing is known (yet). */
typedef struct HistoryTerm {
  uint64_t term; /* text_word_term */
  float weight;
} HistoryTerm;
typedef struct HistoryVote {
  Str path;
  float weight;
} HistoryVote;
typedef struct HistoryVotes {
  HistoryVote *items;
  size_t len;
} HistoryVotes;
/* In the job's arena. What is not read yet is not counted; see
 * history_glance. Any thread. */
Err history_votes(Job *job, History *history, const HistoryTerm *terms, size_t count, HistoryVotes *ret_votes) MUST_CHECK;

/* What changed together with a file. A commit of n files counts
 * 1/(n-1), halved with every year between it and the newest one; commits of
 * more than HISTORY_WIDE files do not count. */
typedef struct HistoryNeighbour {
  Str path;
  double weight;
  double confidence; /* share of the file's own counted commits */
  size_t support;    /* commits with both */
} HistoryNeighbour;
typedef struct HistoryNeighbours {
  HistoryNeighbour *items; /* heaviest first; then by path */
  size_t len;
  size_t total;
  size_t commits; /* of the file that count */
} HistoryNeighbours;
/* `support_min`: fewer common commits are left out. `is_wanted` may be NULL. */
typedef struct HistoryWish {
  Str path;
  size_t support_min;
  size_t limit;
  bool (*is_wanted)(void *context, Str path);
  void *context;
} HistoryWish;
/* In the job's arena. Without a history, or for a path no commit touched:
 * empty, not an error. Any thread. */
Err history_cochange(Job *job, History *history, const HistoryWish *wish, HistoryNeighbours *ret_neighbours) MUST_CHECK;

#define HISTORY_AUTHORS 3
typedef struct HistoryAuthor {
  Str name;
  size_t commits;
  int64_t last; /* seconds */
} HistoryAuthor;
typedef struct HistoryFile {
  size_t commits; /* 0: none touched it */
  size_t recent;  /* in the last 90 days before the newest commit of all */
  double churn;   /* commits, each halved with every year */
  int64_t first, last;
  Str last_author;
  HistoryAuthor authors[HISTORY_AUTHORS]; /* most commits first */
  size_t author_count;
} HistoryFile;
/* By the path as it is now: renames are not followed. Zeros when no commit
 * touched it. Strings are in the job's arena. */
Err history_file(Job *job, History *history, Str path, HistoryFile *ret_file) MUST_CHECK;

/* The churn of every path there is, by path. */
typedef struct HistoryChurn {
  Str path;
  double churn;
  size_t commits;
} HistoryChurn;
typedef struct HistoryChurns {
  HistoryChurn *items;
  size_t len;
} HistoryChurns;
/* In the job's arena. Also of paths that are gone. */
Err history_churns(Job *job, History *history, HistoryChurns *ret_churns) MUST_CHECK;

/* Commits month by month, the oldest first, none left out in between. */
typedef struct HistoryMonth {
  int year, month; /* of the universal time; January is 1 */
  size_t commits;
  size_t authors; /* different ones */
  size_t files;   /* different ones that were changed */
} HistoryMonth;
typedef struct HistoryTrend {
  HistoryMonth *items;
  size_t len;
} HistoryTrend;
#define HISTORY_MONTHS_MAX 1200 /* the newest; clocks may be set to anything */
/* In the job's arena. Empty without a history. */
Err history_trend(Job *job, History *history, HistoryTrend *ret_trend) MUST_CHECK;

/* Who changed which group of files. */
typedef struct HistoryOwner {
  size_t commits; /* each counts once, however many files it touched */
  size_t people;
  HistoryAuthor authors[HISTORY_AUTHORS]; /* most commits first */
  size_t author_count;
} HistoryOwner;
typedef struct HistoryGroups {
  size_t count;
  /* The group of a path; SIZE_MAX: none. Must not ask the history. */
  size_t (*group_of)(void *context, Str path);
  void *context;
} HistoryGroups;
/* One for each group, in the job's arena. */
Err history_owners(Job *job, History *history, const HistoryGroups *groups, HistoryOwner **ret_owners) MUST_CHECK;

#endif
