/* The history of an index's workspace. */
#ifndef FATHOM_QUERY_HISTORY_H
#define FATHOM_QUERY_HISTORY_H

#include "src/history/history.h"
#include "src/index/index.h"

/* ---- the history ---- */

/* Lives as long as the index. Reads nothing before history_update. */
History *query_history(Index *index);

/* ---- co-change ---- */

/* What changes together with a file: from git, or from a co-change file that
 * another tool left in the workspace. */

/* Files that are not in the workspace any more are left out. */
typedef struct QueryCochange {
  Str path;
  size_t support_min;
  size_t limit;
  int64_t patience_ms; /* for a history that is still being read */
} QueryCochange;

typedef struct QueryCochanges {
  HistoryState state; /* !is_there: there is nothing to say, and why */
  bool is_foreign;    /* from the other tool's file: weights and counts are its own */
  HistoryNeighbours neighbours;
} QueryCochanges;

/* Everything returned is in the job's arena. Waits up to the patience for a
 * history that is being read. */
Err query_cochange(Job *job, Index *index, const QueryCochange *request, QueryCochanges *ret_cochanges) MUST_CHECK;

/* Beneath the workspace; read when it is there, never written. */
#define QUERY_COCHANGE_FILE ".varp/cochange.db"

/* ---- blame ---- */

/* Who wrote which line last, of a file as it is on disk. Renames within a
 * commit are followed by git, whitespace counts. */
#define QUERY_BLAME_LINES 2000 /* at once */
typedef struct QueryBlameCommit {
  Str id; /* its whole name; empty: not committed yet */
  Str author, summary;
  int64_t time; /* of the author, in seconds */
} QueryBlameCommit;
typedef struct QueryBlameRun {
  uint32_t from, to; /* lines, both in it */
  size_t commit;
} QueryBlameRun;
typedef struct QueryBlame {
  QueryBlameCommit *commits; /* in the order in which lines have them */
  size_t commit_count;
  QueryBlameRun *runs; /* by line, without gaps */
  size_t run_count;
} QueryBlame;
/* Lines `from` to `to`, at most QUERY_BLAME_LINES of them; `to` may be beyond the
 * end. Git is run, once. ERR_UNAVAILABLE: there is no repository, or the file is
 * not in it; ERR_USAGE: it has no such line. In the job's arena. */
Err query_blame(Job *job, Index *index, Str path, uint32_t from, uint32_t to, QueryBlame *ret_blame) MUST_CHECK;

#endif
