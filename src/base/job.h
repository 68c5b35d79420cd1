/* Job: what accompanies every unit of work.
 * Carries its arena, deadline, cancellation, progress and the words of its
 * first error. Owned by the thread that does the work; only job_cancel and
 * job_is_stopped may be called from others. Whoever detects an error
 * explains it here; only the edge logs or prints it. */
#ifndef FATHOM_BASE_JOB_H
#define FATHOM_BASE_JOB_H

#include <stdatomic.h>

#include "src/base/arena.h"
#include "src/base/err.h"
#include "src/base/own.h"
#include "src/base/str.h"

/* Told how far the work is; called on the job's thread. `total` 0: unknown.
 * `message` may be empty. */
typedef void JobProgress(void *context, double done, double total, Str message);

/* For whom work is done, so that many jobs of one do not keep out the others
 * (os/thread.h). Both 0: the process's own. */
typedef struct JobOwner {
  uint64_t group;  /* a workspace */
  uint64_t member; /* a client there */
} JobOwner;

/* A moment that several jobs of one thread share, one after the other: what the
 * first looked at counts for all, and so may what it holds. All of them began
 * before the turn did, so that none needs to see what happened since. */
typedef struct JobTurnEnd {
  struct JobTurnEnd *next;
  void (*function)(void *context);
  void *context;
} JobTurnEnd;

typedef struct JobTurn {
  uint64_t number;  /* no other turn of the process has it; 0: there is none */
  JobTurnEnd *ends; /* what is held until it ends */
} JobTurn;

typedef struct Job {
  Arena *arena;
  int64_t deadline_ms; /* job_now_ms() scale; 0: none */
  atomic_int stop;     /* 0, or the Err that ends the work */
  JobProgress *progress;
  void *progress_context;
  double progress_last; /* only increasing values are passed on */
  Err err;
  Str message; /* of the first failure; in the arena */
  JobOwner owner; /* set before the first permit is taken, then left alone */
  void *permit; /* os/thread.h: the CPU permit held, if any */
  bool is_trial; /* os/thread.h: what would wait is stopped instead */
  JobTurn *turn; /* NULL: the job is by itself */
} Job;

/* No deadline, not cancelled, nothing failed. `arena` is the caller's and
 * holds what the work gives back; the job itself owns nothing and needs no
 * clearing. */
void job_init(Job *job, Arena *arena);

/* A stretch of work with another arena: job->arena is swapped until the block
 * that it stands in is left, by whichever way, and nowhere is it written by
 * hand. Words of an error that came up meanwhile live on in the outer arena.
 * Whatever else is to live on must be copied there before the end.
 *
 *   JOB_SCRATCH(job);          an arena of its own, freed at the end. A loop
 *                              inside may arena_reset(job->arena) each time.
 *   JOB_ARENA(job, &arena);    the caller's arena, left as it is at the end:
 *                              reset it after the block, never inside.
 *
 * Both are declarations. Scopes nest; they are ended in reverse order. */
typedef struct JobScope {
  Job *job;
  Arena *outer; /* put back at the end */
  const char *words; /* of the job when the scope began */
  Arena own;
} JobScope;

#define JOB_SCRATCH(job) JOB_SCOPE_(job, NULL, __LINE__)
#define JOB_ARENA(job, arena) JOB_SCOPE_(job, arena, __LINE__)
#define JOB_SCOPE_(job, arena, line) JOB_SCOPE_AT_(job, arena, line)
#define JOB_SCOPE_AT_(job, arena, line)                                        \
  __attribute__((cleanup(job_scope_close))) JobScope job_scope_##line;         \
  job_scope_open(&job_scope_##line, job, arena)

/* For the macros above. `arena` NULL: one of the scope's own. */
void job_scope_open(JobScope *scope, Job *job, Arena *arena);
void job_scope_close(JobScope *scope);
/* Begins one with a number of its own, and nothing held. */
void job_turn_begin(JobTurn *turn);
/* Calls `end`, which stays the caller's, when the turn ends. */
void job_turn_hold(JobTurn *turn, JobTurnEnd *end);
/* Also of a turn that never began or has ended. */
void job_turn_end(JobTurn *turn);
/* The number of the job's turn; 0: none. */
static inline uint64_t job_turn(const Job *job) { return job->turn ? job->turn->number : 0; }

/* Records the words for `err` and returns it. The first failure's words are
 * kept unless job_forgive is called in between. */
Err job_fail(Job *job, Err err, const char *format, ...) PRINTF_LIKE(3, 4);
/* Puts words in front of the ones recorded: "reading config: ...". */
Err job_prefix(Job *job, Err err, const char *format, ...) PRINTF_LIKE(3, 4);
/* The failure was handled: forget its words. */
void job_forgive(Job *job);
/* The recorded words, or the err's standard text. */
Str job_message(const Job *job, Err err);

/* OK, ERR_CANCELLED or ERR_TIMEOUT (with words). Long loops call it. */
Err job_check(Job *job) MUST_CHECK;
/* The same without words, for callbacks of libraries; any thread. */
bool job_is_stopped(Job *job);
/* Any thread, any number of times; the first reason stays. */
void job_cancel(Job *job, Err reason);

/* Passed on only when `done` grew since the last report. */
void job_progress(Job *job, double done, double total, Str message);

int64_t job_now_ms(void); /* monotonic */

#endif
