/* Keeping the commits in step with HEAD: a thread reads, callers wait as long
 * as they like. At most one thread reads, and it alone changes log and place.
 * What HEAD is of is told by a stamp over a few files; each question compares
 * it, which is cheap, and starts the thread when it differs. The newest
 * commits are published first, since most questions need no others. */
#include "src/history/history.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/buf.h"
#include "src/base/lock.h"
#include "src/history/held_internal.h"
#include "src/os/file.h"
#include "src/os/thread.h"

#define LOG_MAX ((size_t)256 << 20) /* of git's output */
#define READ_MS 120000
#define LOOK_EVERY_MS 100 /* for those who do not wait */
#define NEWEST 4000 /* commits that are read and kept before the others */

/* On the stack of whoever waits; in the list only while the lock says so. */
typedef struct Waiter {
  ThreadEvent *event;
  struct Waiter *next;
  bool takes_any; /* some commits will do */
} Waiter;

/* Everything from the lock on is changed with the lock held; root and keep
 * never change. */
struct History {
  Arena arena;
  Str root;
  Keep *keep; /* NULL: nothing is kept */
  Lock lock; /* guards what follows */
  Thread thread;
  bool has_thread; /* to be joined */
  bool is_reading;
  bool is_closing;
  bool was_kept_read; /* the file was looked at */
  Job *job;      /* of the reading */
  Waiter *waiters;
  HistoryLog *log; /* NULL: none */
  Arena place_arena;
  HistoryPlace place;
  bool has_place;
  uint64_t stamp; /* of what the log is of; 0: never read */
  char *reason;   /* heap; why there is no log */
  int64_t looked_ms; /* when the stamp was last compared */
};

History *history_open(Str root, Keep *keep) {
  History *history = arena_heap_alloc(sizeof(*history));
  arena_init(&history->arena);
  arena_init(&history->place_arena);
  lock_init(&history->lock);
  history->root = str_copy(&history->arena, root);
  history->keep = keep ? keep_ref(keep) : NULL;
  return history;
}

/* Reading is cancelled and waited for: it may hold git's output of hundreds
 * of megabytes. */
void history_close(History *history) {
  lock_take(&history->lock);
  history->is_closing = true;
  if (history->job) job_cancel(history->job, ERR_CANCELLED);
  bool has_thread = history->has_thread;
  lock_give(&history->lock);
  if (has_thread) thread_join(history->thread);
  history_log_close(history->log);
  free(history->reason);
  if (history->keep) keep_close(history->keep);
  arena_clear(&history->place_arena);
  arena_clear(&history->arena);
  lock_clear(&history->lock);
  free(history);
}

/* With the lock, until history_release: questions over a log are short, and
 * it must not be replaced under them. */
const HistoryLog *history_hold(History *history) {
  lock_take(&history->lock);
  return history->log;
}

void history_release(History *history) { lock_give(&history->lock); }

/* ---- reading ---- */

/* A repository without a commit has no HEAD; that is told in words of ours. */
static Err read_head(Job *job, Str root, Str *ret_head) {
  static const char *const args[] = {"rev-parse", "--verify", "--quiet", "HEAD^{commit}", NULL};
  HistoryGit git = {.directory = root, .args = args};
  Str output;
  Err err = history_git(job, &git, &output);
  if (err == ERR_UNAVAILABLE) {
    TRY(job_check(job));
    job_forgive(job);
    return job_fail(job, ERR_UNAVAILABLE, "the repository has no commit yet");
  }
  TRY(err);
  *ret_head = str_trim(output);
  return OK;
}

/* When HEAD only moved on, the commits in between are enough; after a rebase
 * everything is read anew. */
static bool is_ancestor(Job *job, Str root, Str older, Str newer) {
  const char *args[] = {"merge-base", "--is-ancestor", str_to_c(job->arena, older), str_to_c(job->arena, newer), NULL};
  HistoryGit git = {.directory = root, .args = args};
  Str output;
  bool is_one = !history_git(job, &git, &output);
  if (!is_one) job_forgive(job);
  return is_one;
}

/* A part of the history: of what leads to a commit, or of "older..newer", at most
 * `most` commits after the first `skip`. */
typedef struct LogPart {
  Str range;
  size_t skip, most;
} LogPart;

static Err read_log(Job *job, History *history, const HistoryPlace *place, LogPart part, HistoryLog *log) {
  const char *args[] = {"log", "-z", "--no-merges", "--no-renames", "--name-only", "--no-show-signature", "--no-ext-diff",
                        "--no-textconv", HISTORY_FORMAT,
                        str_to_c(job->arena, str_format(job->arena, "--skip=%zu", part.skip)),
                        str_to_c(job->arena, str_format(job->arena, "--max-count=%zu", part.most)), str_to_c(job->arena, part.range), place->is_part ? "--relative" : "--", place->is_part ? "--" : NULL,
                        place->is_part ? "." : NULL, NULL};
  HistoryGit git = {.directory = history->root, .args = args, .max_output = LOG_MAX, .timeout_ms = READ_MS};
  Str output;
  TRY(history_git(job, &git, &output));
  history_log_read(log, output, place->is_shallow);
  if (log->commits.len >= HISTORY_COMMITS_MAX) log->is_cut = true;
  return OK;
}

static void set_log(History *history, HistoryLog *log);

/* Others may look at these commits while older ones are read; kept, so that the
 * next process goes on from there. */
static void publish(Job *job, History *history, const HistoryLog *log) {
  HistoryLog *partial = history_log_open();
  history_log_append(partial, log);
  partial->head = str_copy(&partial->arena, log->head);
  partial->is_partial = true;
  history_log_finish(partial);
  if (history->keep) history_log_save(job, history->keep, partial);
  lock_take(&history->lock);
  bool is_wanted = !history->log || history->log->is_partial;
  if (is_wanted) set_log(history, partial);
  lock_give(&history->lock);
  if (!is_wanted) history_log_close(partial);
}

/* The newest commits first, then twice as many as are known, until all are. */
static Err read_from_start(Job *job, History *history, const HistoryPlace *place, const HistoryLog *known, Str head,
                           HistoryLog *log) {
  if (known && known->is_partial && str_eq(known->head, head)) history_log_append(log, known);
  log->head = str_copy(&log->arena, head);
  while (true) {
    size_t before = log->commits.len;
    size_t most = place->is_shallow ? HISTORY_COMMITS_MAX : before ? 2 * before : NEWEST;
    if (most > HISTORY_COMMITS_MAX - before) most = HISTORY_COMMITS_MAX - before;
    HistoryLog *older = history_log_open();
    Err err = read_log(job, history, place, (LogPart){head, before, most}, older);
    if (!err) history_log_append(log, older);
    history_log_close(older);
    TRY(err);
    if (log->commits.len >= HISTORY_COMMITS_MAX) log->is_cut = true;
    if (log->commits.len - before < most || log->is_cut) return OK;
    publish(job, history, log);
  }
}

/* From the commits known so far (`known`, may be NULL) to those of `head`. */
static Err read_commits(Job *job, History *history, const HistoryPlace *place, const HistoryLog *known, Str head,
                        HistoryLog *log) {
  if (known && !known->is_partial && !place->is_shallow && is_ancestor(job, history->root, known->head, head)) {
    Str range = str_format(job->arena, "%.*s..%.*s", STR_ARG(known->head), STR_ARG(head));
    TRY(read_log(job, history, place, (LogPart){range, 0, HISTORY_COMMITS_MAX}, log));
    history_log_append(log, known);
  } else {
    TRY(read_from_start(job, history, place, known, head, log));
  }
  log->head = str_copy(&log->arena, head);
  if (!log->commits.len) {
    return job_fail(job, ERR_UNAVAILABLE, place->is_shallow
                    ? "the clone is shallow and holds no whole commit; `git fetch --unshallow` brings them"
                    : "no commit changed a file here");
  }
  history_log_finish(log);
  if (history->keep) history_log_save(job, history->keep, log);
  return OK;
}

/* *ret_log: the new one, or NULL when the known one is still right. */
static Err read_all(Job *job, History *history, const HistoryPlace *place, const HistoryLog *known, HistoryLog **ret_log) {
  Str head;
  *ret_log = NULL;
  TRY(read_head(job, history->root, &head));
  if (known && !known->is_partial && str_eq(known->head, head)) return OK;
  HistoryLog *log = history_log_open();
  Err err = read_commits(job, history, place, known, head, log);
  if (err) history_log_close(log);
  else *ret_log = log;
  return err;
}

/* Copied: the reading's own arena ends with it. */
static void set_place(History *history, const HistoryPlace *place) {
  arena_clear(&history->place_arena);
  arena_init(&history->place_arena);
  history->place = *place;
  history->place.git_dir = str_copy(&history->place_arena, place->git_dir);
  history->place.common_dir = str_copy(&history->place_arena, place->common_dir);
}

/* With the lock held. */
static void wake(History *history, bool is_done) {
  for (Waiter **at = &history->waiters; *at;) {
    Waiter *waiter = *at;
    if (!is_done && !waiter->takes_any) {
      at = &waiter->next;
      continue;
    }
    *at = waiter->next;
    thread_event_set(waiter->event);
  }
}

/* With the lock held. */
static void set_log(History *history, HistoryLog *log) {
  if (log == history->log) return;
  history_log_close(history->log);
  history->log = log;
  if (log) wake(history, false);
}

/* Only this thread changes log and place, so it may look at them freely. */
static Err read_once(Job *job, History *history) {
  HistoryPlace place;
  HistoryLog *fresh = NULL;
  uint64_t stamp = history_stamp(job, history->root, NULL);
  Err err = history_place(job, history->root, &place);
  if (!err) stamp = history_stamp(job, history->root, &place);
  if (!err && !history->was_kept_read) {
    HistoryLog *kept = history->keep ? history_log_load(job, history->keep) : NULL;
    lock_take(&history->lock);
    history->was_kept_read = true;
    set_log(history, kept);
    lock_give(&history->lock);
  }
  bool has_place = !err;
  if (!err) err = read_all(job, history, &place, history->log, &fresh);
  lock_take(&history->lock);
  if (fresh) set_log(history, fresh);
  if (err && history->log && !history->log->is_partial) set_log(history, NULL);
  history->has_place = has_place;
  if (has_place) set_place(history, &place);
  history->stamp = stamp;
  free(history->reason);
  history->reason = err ? str_to_heap(job_message(job, err)) : NULL;
  lock_give(&history->lock);
  return err;
}

/* One reading, then the thread ends: repositories change seldom. */
static void read_main(void *context) {
  History *history = context;
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  lock_take(&history->lock);
  history->job = &job;
  if (history->is_closing) job_cancel(&job, ERR_CANCELLED);
  lock_give(&history->lock);
  if (read_once(&job, history)) job_forgive(&job); /* the reason is kept */
  lock_take(&history->lock);
  history->job = NULL;
  history->is_reading = false;
  wake(history, true);
  lock_give(&history->lock);
  arena_clear(&arena);
}

/* ---- asking ---- */

/* With the lock held. The last thread is done but for its end: once is_reading
 * is false it takes the lock no more, so joining it here cannot block. Without
 * a thread the next question tries again. */
static void start_reading(History *history) {
  assert(!history->is_reading);
  if (history->has_thread) thread_join(history->thread);
  history->is_reading = true;
  history->has_thread = thread_start(read_main, history, &history->thread);
  if (!history->has_thread) history->is_reading = false;
}

/* Whoever was woken is not in the list any more. */
static void forget_waiter(History *history, const Waiter *waiter) {
  for (Waiter **at = &history->waiters; *at; at = &(*at)->next) {
    if (*at != waiter) continue;
    *at = waiter->next;
    return;
  }
}

/* Patience at its end is no error: the state says that reading goes on. */
static Err wait_for_it(Job *job, History *history, bool takes_any, int64_t patience_ms) {
  AUTO(ThreadEvent) event = thread_event_open();
  Waiter waiter = {.event = event, .takes_any = takes_any};
  lock_take(&history->lock);
  bool is_reading = history->is_reading && !(takes_any && history->log);
  if (is_reading) {
    waiter.next = history->waiters;
    history->waiters = &waiter;
  }
  lock_give(&history->lock);
  if (!is_reading) return OK;
  Err err = thread_wait(job, event, patience_ms);
  lock_take(&history->lock);
  forget_waiter(history, &waiter);
  lock_give(&history->lock);
  TRY(job_check(job));
  if (err == ERR_TIMEOUT) {
    job_forgive(job);
    return OK;
  }
  return err;
}

/* Starts reading if HEAD moved. */
static void look(Job *job, History *history) {
  lock_take(&history->lock);
  history->looked_ms = job_now_ms();
  if (!history->is_reading) {
    uint64_t stamp = history_stamp(job, history->root, history->has_place ? &history->place : NULL);
    if (stamp != history->stamp) start_reading(history);
  }
  lock_give(&history->lock);
}

Err history_glance(Job *job, History *history, int64_t patience_ms) {
  look(job, history);
  return patience_ms > 0 ? wait_for_it(job, history, true, patience_ms) : OK;
}

/* Who does not wait is answered from what was read, however old, so that looking
 * for each of thousands of such questions gains nobody anything. */
static bool is_just_looked_at(History *history) {
  lock_take(&history->lock);
  bool is_recent = history->looked_ms && job_now_ms() - history->looked_ms < LOOK_EVERY_MS;
  lock_give(&history->lock);
  return is_recent;
}

/* A log of only the newest commits is not "there" for questions that count:
 * they would be wrong by an unknown amount. */
Err history_update(Job *job, History *history, int64_t patience_ms, HistoryState *ret_state) {
  if (patience_ms > 0 || !is_just_looked_at(history)) look(job, history);
  if (patience_ms > 0) TRY(wait_for_it(job, history, false, patience_ms));
  lock_take(&history->lock);
  HistoryState state = {.is_there = history->log && !history->log->is_partial};
  if (state.is_there) {
    state.commits = history->log->commits.len;
    state.newest = history->log->newest;
    state.is_cut = history->log->is_cut;
    state.is_shallow = history->has_place && history->place.is_shallow;
  } else if (history->is_reading || !history->reason) {
    state.reason = STR("the git history is still being read; ask again");
    state.is_reading = true;
  } else {
    state.reason = str_copy(job->arena, str_from_c(history->reason));
  }
  lock_give(&history->lock);
  *ret_state = state;
  return OK;
}
