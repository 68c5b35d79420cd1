/* The index's own thread: does what was asked for, one refresh after the
 * other, whether or not anybody still waits for it. */
#include <stdlib.h>
#include <string.h>

#include "src/index/index_internal.h"
#include "src/os/descriptor.h"
#include "src/os/process.h"
#include "src/os/thread.h"

#define TELL_MS 100
#define PREPARE_MS 200 /* of quiet: who only asks once is gone by then */

/* ---- the thread ---- */

/* A refresh, and what it takes to make it possible. Damage of single rows is
 * met by reading their files again, which the next refresh begins with;
 * damage of the database by making it anew. Either is tried once: what fails
 * again is told. */
static Err refresh_or_mend(Job *job, Index *index, const IndexWish *wish) {
  TRY(index_open_parts(job, index));
  Err err = store_is_damaged(index->store) ? ERR_IO : index_refresh_store(job, index, wish);
  if (err && !store_is_damaged(index->store) && store_has_doubts(index->store)) {
    job_forgive(job);
    err = index_refresh_store(job, index, wish); /* which begins with the files that are doubted */
  }
  if (!err || !store_is_damaged(index->store)) return err;
  job_forgive(job);
  index->is_swept = false;
  TRY(store_repair(job, index->store));
  return index_refresh_store(job, index, wish);
}

/* Watched first, then looked at: so nothing falls in between. */
static bool watch_names_of_store(Index *index) {
  return index->watch && index->store && watch_names(index->watch, keep_path(store_keep(index->store))) &&
         !store_is_damaged(index->store);
}

/* With the lock. A waiter that is not there any more has taken itself out of
 * the list. */
static void wake_waiters(Index *index) {
  for (IndexWaiter *waiter = index->waiters; waiter; waiter = waiter->next) thread_event_set(waiter->event);
  index->waiters = NULL;
}

/* After the refresh that they were ordered with: what they lie over is then
 * what is on disk. */
static void lay_all(Job *job, Index *index, IndexOrder *wanted, IndexOrder *all) {
  for (IndexOrder *order = wanted; order; order = order->next) index_lay(job, index, order);
  for (IndexOrder *order = all, *next; order; order = next) {
    next = order->next;
    index_order_free(order);
  }
}

/* One refresh does for everybody who asked until it began (`target`): what
 * they want to see has happened before they asked. Who asks while it runs
 * gets the next one. */
static void work_once(Index *index, Arena *arena) {
  Job job;
  job_init(&job, arena);
  uint64_t target = index->asked;
  IndexOrder *orders = index->orders;
  index->orders = NULL;
  IndexWish wish = {.from_scratch = index->wants_scratch, .wait_for_writer = index->wants_all};
  index->wants_scratch = index->wants_all = false;
  index->job = &job;
  lock_give(&index->lock);
  int64_t began = job_now_ms();
  Err err = refresh_or_mend(&job, index, &wish);
  bool names_watched = !err && watch_names_of_store(index);
  lay_all(&job, index, err ? NULL : orders, orders);
  lock_take(&index->lock);
  index->names_watched = names_watched;
  index->job = NULL;
  index->goes_on = false;
  index->done = target;
  index->err = err;
  free(index->message);
  index->message = err ? str_to_heap(job_message(&job, err)) : NULL;
  index->last_refresh_ms = job_now_ms() - began;
  index->progress = (IndexProgress){0};
  if (index->watch) index->health = watch_health(index->watch);
  if (index->saw_change && index->on_change) index->on_change(index->change_context);
  index->saw_change = false;
  if (index->file_changes.len && index->on_files) {
    index->on_files(index->files_context, index_root(index), index->file_changes.items, index->file_changes.len);
  }
  index->file_changes = (IndexFileChanges){0};
  wake_waiters(index);
}

static bool is_idle(const Index *index) { return !index->is_closing && index->asked == index->done; }

/* With the lock, which is given up while waiting. False: nothing was asked
 * for meanwhile. */
static bool wait_a_little(Index *index) {
  int64_t until_ms = job_now_ms() + PREPARE_MS;
  for (int64_t now_ms = job_now_ms(); is_idle(index) && now_ms < until_ms; now_ms = job_now_ms()) {
    lock_wait_ms(&index->wanted, &index->lock, until_ms - now_ms);
  }
  return !is_idle(index);
}

/* Once it is quiet: makes ready for the first change, since loading all that one
 * may concern takes long in a large project, until somebody asks; keeps what was
 * loaded for the next process; and gives memory back. */
static void do_quietly(Index *index, Arena *arena, bool (*is_due)(const Index *index), void (*work)(Job *job, Index *index)) {
  Job job;
  if (!is_due(index) || wait_a_little(index)) return;
  job_init(&job, arena);
  index->job = &job;
  index->is_ahead = work == index_prepare; /* the others are short */
  lock_give(&index->lock);
  work(&job, index);
  lock_take(&index->lock);
  index->job = NULL;
  index->is_ahead = false;
  arena_clear(arena);
}

static bool has_worked(const Index *index) { return index->has_worked; }

/* What was left for the next call, which did not come. */
static void trim(Job *job, Index *index) {
  (void)job;
  process_trim_memory();
  index->has_worked = false;
}

/* Lives as long as the index; idle it waits without a timeout and costs
 * nothing. */
static void thread_main(void *context) {
  Index *index = context;
  Arena arena;
  arena_init(&arena);
  lock_take(&index->lock);
  for (;;) {
    do_quietly(index, &arena, index_is_unprepared, index_prepare);
    do_quietly(index, &arena, index_is_unsaved, index_save);
    do_quietly(index, &arena, has_worked, trim);
    while (is_idle(index)) lock_wait(&index->wanted, &index->lock);
    if (index->is_closing) break;
    work_once(index, &arena);
    index->has_worked = true;
    bool is_quiet = index->asked == index->done;
    lock_give(&index->lock);
    arena_clear(&arena);
    if (is_quiet) index_settle(index);
    lock_take(&index->lock);
  }
  wake_waiters(index);
  lock_give(&index->lock);
}

static bool start_thread(Index *index) {
  index->has_thread = thread_start(thread_main, index, &index->thread);
  return index->has_thread;
}

/* Cancels what is under way: a build of minutes must not hold up the end of
 * the process. Whole batches of it are kept. */
void index_thread_close(Index *index) {
  lock_take(&index->lock);
  index->is_closing = true;
  if (index->job) job_cancel(index->job, ERR_CANCELLED);
  lock_wake_one(&index->wanted);
  bool has_thread = index->has_thread;
  lock_give(&index->lock);
  if (has_thread) thread_join(index->thread);
  free(index->message);
}

void index_tell_progress(Index *index, const IndexProgress *progress) {
  lock_take(&index->lock);
  index->progress = *progress;
  lock_give(&index->lock);
}

/* ---- who asks ---- */

/* The thread is started by the first who asks. A ticket is the number of the
 * refresh that is wanted; it is done when `done` has reached it. */
static Err ask(Job *job, Index *index, const IndexWish *wish, uint64_t *ret_ticket) {
  lock_take(&index->lock);
  bool runs = index->has_thread || start_thread(index);
  if (runs) {
    *ret_ticket = ++index->asked;
    index->waiting++;
    index->wants_scratch |= wish->from_scratch;
    index->wants_all |= wish->wait_for_writer;
    /* Most who ask need nothing of it, since nothing changed: they would wait for
     * what takes many seconds in a large project. It is begun anew afterwards. */
    if (index->is_ahead && index->job) job_cancel(index->job, ERR_CANCELLED);
    lock_wake_one(&index->wanted);
  }
  lock_give(&index->lock);
  return runs ? OK : job_fail(job, ERR_BUSY, "the system gives no thread to index with; try again");
}

static void forget_waiter(Index *index, IndexWaiter *waiter) {
  for (IndexWaiter **at = &index->waiters; *at; at = &(*at)->next) {
    if (*at != waiter) continue;
    *at = waiter->next;
    return;
  }
}

/* Both phases on one scale: reading is most of the work. */
static void tell(Job *job, const IndexProgress *progress) {
  if (!progress->phase || !progress->total || !progress->done) return;
  bool is_first = strcmp(progress->phase, "resolving") != 0;
  double share = (double)progress->done / (double)progress->total;
  double done = is_first ? share * 80 : 80 + share * 20;
  Str words = str_format(job->arena, "%s: %zu of %zu files", progress->phase, progress->done, progress->total);
  if (progress->bytes_total >> 20) {
    words = str_format(job->arena, "%.*s, %llu of %llu MB", STR_ARG(words),
                       (unsigned long long)progress->bytes_done >> 20, (unsigned long long)progress->bytes_total >> 20);
  }
  int64_t spent = job_now_ms() - progress->began_ms;
  if (share > 0.05 && spent > 2000) {
    double left = (double)spent / share * (1 - share) / 1000;
    words = str_format(job->arena, "%.*s, about %.0f s left", STR_ARG(words), left + 1);
  }
  job_progress(job, done, 100, words);
}

/* Whether the refresh of this ticket is done, and how it ended. If not, the
 * waiter is put into the list before the lock is given up, so that no end is
 * missed. */
static Err look(Job *job, Index *index, uint64_t ticket, IndexWaiter *waiter, bool *ret_done) {
  Err err = OK;
  lock_take(&index->lock);
  *ret_done = index->done >= ticket;
  if (*ret_done && index->err) err = job_fail(job, index->err, "%s", index->message ? index->message : "");
  if (!*ret_done) {
    waiter->next = index->waiters;
    index->waiters = waiter;
  }
  IndexProgress progress = index->progress;
  lock_give(&index->lock);
  if (!*ret_done) tell(job, &progress);
  return err;
}

/* Returns OK when patience is at its end: the answer is then given from what
 * is there, and says so. The refresh goes on (goes_on), because somebody
 * asked for it. */
static Err await(Job *job, Index *index, uint64_t ticket, int64_t end_ms) {
  for (;;) {
    AUTO(ThreadEvent) event = thread_event_open();
    IndexWaiter waiter = {.event = event};
    bool done;
    TRY(look(job, index, ticket, &waiter, &done));
    if (done) return OK;
    int64_t left = end_ms ? end_ms - job_now_ms() : TELL_MS;
    Err err = left > 0 ? thread_wait(job, event, left < TELL_MS ? left : TELL_MS) : ERR_TIMEOUT;
    lock_take(&index->lock);
    forget_waiter(index, &waiter);
    if (left <= 0) index->goes_on = true;
    lock_give(&index->lock);
    TRY(job_check(job));
    if (err && err != ERR_TIMEOUT) return err;
    if (err) job_forgive(job);
    if (left <= 0) return OK;
  }
}

/* Work that nobody wants any more is broken off: the next one who asks goes
 * on with it. */
static void leave(Job *job, Index *index) {
  lock_take(&index->lock);
  index->waiting--;
  if (job_is_stopped(job) && !index->waiting && !index->goes_on && index->job) job_cancel(index->job, ERR_CANCELLED);
  lock_give(&index->lock);
}

static Err want(Job *job, Index *index, const IndexWish *wish, int64_t end_ms) {
  uint64_t ticket = 0;
  TRY(ask(job, index, wish, &ticket));
  Err err = await(job, index, ticket, end_ms);
  leave(job, index);
  return err;
}

Err index_thread_order(Job *job, Index *index, IndexOrder *order, int64_t patience_ms) {
  Err err = thread_may_wait(job);
  if (err) {
    index_order_free(order);
    return err;
  }
  lock_take(&index->lock);
  order->next = index->orders;
  index->orders = order;
  lock_give(&index->lock);
  return want(job, index, &(IndexWish){0}, job_now_ms() + patience_ms);
}

/* With the lock. All that was asked for is done, and changes since then would be
 * in the watch's queue. */
static bool is_quiet_locked(const Index *index) {
  return index->asked && index->asked == index->done && !index->err && index->complete && !index->behind &&
         index->is_swept && index->watch && index->health == WATCH_GOOD && !index->roots_unwatched;
}

/* Nothing happened since the last refresh: the thread need not be woken.
 * Changes are queued before the call that makes them returns, so a queue that
 * is empty now was empty when the caller asked. */
static bool is_up_to_date(Index *index) {
  lock_take(&index->lock);
  bool is_quiet = is_quiet_locked(index);
  bool (*is_damaged)(const Store *store) = index->names_watched ? store_was_damaged : store_is_damaged;
  int fd = is_quiet ? watch_fd(index->watch) : -1;
  lock_give(&index->lock);
  return fd >= 0 && !descriptor_wait(fd, 0) && !is_damaged(index->store) && !store_has_doubts(index->store);
}

/* Whoever saw the queue empty is of this number or of a later one: a refresh that
 * found something has raised it. */
uint64_t index_calm(Index *index) {
  lock_take(&index->lock);
  uint64_t calm = is_quiet_locked(index) && index->names_watched ? index->done : 0;
  lock_give(&index->lock);
  return calm;
}

bool index_hear(Index *index, Str directory) {
  char room[2 * FILE_PATH_MAX];
  Str root = index_root(index);
  int length = snprintf(room, sizeof room, "%.*s%s%.*s", STR_ARG(root), directory.len ? "/" : "", STR_ARG(directory));
  lock_take(&index->lock);
  Watch *watch = index->watch;
  lock_give(&index->lock);
  return watch && length > 0 && (size_t)length <= FILE_PATH_MAX && watch_contents(watch, (Str){room, (size_t)length});
}

Err index_refresh(Job *job, Index *index) { return index_refresh_within(job, index, index->options.patience_ms); }

bool index_turn_holds_locked(const Job *job, const Index *index) {
  return job->turn && index->turn.number == job->turn->number && index->turn.done == index->done &&
         is_quiet_locked(index) && !store_was_damaged(index->store) && !store_has_doubts(index->store);
}

/* Whether another job of the turn has looked, and nobody has refreshed since. */
static bool was_up_to_date(const Job *job, Index *index) {
  lock_take(&index->lock);
  bool holds = index_turn_holds_locked(job, index);
  lock_give(&index->lock);
  return holds;
}

/* Looks for all jobs of the turn. Who must look at the store's files each time
 * looks for itself. */
static bool is_up_to_date_in(Job *job, Index *index) {
  lock_take(&index->lock);
  uint64_t done = index->done;
  bool may_share = job->turn && index->names_watched;
  lock_give(&index->lock);
  if (!is_up_to_date(index)) return false;
  if (may_share) index_turn_begin(job, index, done);
  return true;
}

Err index_refresh_within(Job *job, Index *index, int64_t patience_ms) {
  TRY(job_check(job));
  if (was_up_to_date(job, index) || is_up_to_date_in(job, index)) return OK;
  TRY(thread_may_wait(job)); /* before the thread is woken: nobody would wait for it */
  return want(job, index, &(IndexWish){0}, job_now_ms() + patience_ms);
}

/* Waits for another process that writes, however long it takes: the user
 * asked for the index, not for an answer. */
Err index_build(Job *job, Index *index, bool from_scratch) {
  TRY(want(job, index, &(IndexWish){.from_scratch = from_scratch, .wait_for_writer = true}, 0));
  job_progress(job, 100, 100, STR("indexed"));
  return OK;
}
