/* Something done on a thread of its own beside the index's. */
#include <stdlib.h>

#include "src/base/lock.h"
#include "src/index/crew_internal.h"
#include "src/os/thread.h"

#define POLL_MS 100

/* The store allows one writer: whoever wants to write while this runs has to
 * end it first (index_batch_begin does). */
struct IndexBeside {
  IndexTask *task;
  void *context;
  Arena arena;
  Job job;
  Thread thread;
  Lock lock;
  LockSignal ended;
  bool is_over; /* guarded by lock, as the next */
  Err err;
};

static void thread_main(void *context) {
  IndexBeside *beside = context;
  Err err = beside->task(beside->context, &beside->job);
  lock_take(&beside->lock);
  beside->err = err;
  beside->is_over = true;
  lock_wake_one(&beside->ended);
  lock_give(&beside->lock);
}

static void destroy(IndexBeside *beside) {
  lock_clear(&beside->lock);
  lock_signal_clear(&beside->ended);
  arena_clear(&beside->arena);
  free(beside);
}

/* NULL: the system gives no thread. The caller then does the task itself, in
 * its own time. */
IndexBeside *index_beside_begin(IndexTask *task, void *context) {
  IndexBeside *beside = arena_heap_alloc(sizeof *beside);
  beside->task = task;
  beside->context = context;
  job_init(&beside->job, &beside->arena);
  lock_init(&beside->lock);
  lock_signal_init(&beside->ended);
  if (thread_start(thread_main, beside, &beside->thread)) return beside;
  destroy(beside);
  return NULL;
}

static void await(Job *job, IndexBeside *beside) {
  lock_take(&beside->lock);
  while (!beside->is_over) {
    if (job_is_stopped(job)) job_cancel(&beside->job, ERR_CANCELLED);
    lock_wait_ms(&beside->ended, &beside->lock, POLL_MS);
  }
  lock_give(&beside->lock);
}

/* Passes a cancellation on: the task has a job of its own, since the
 * caller's belongs to the caller's thread. */
Err index_beside_end(Job *job, IndexBeside *beside) {
  await(job, beside);
  thread_join(beside->thread);
  Err err = beside->err;
  if (err) job_fail(job, err, "%.*s", STR_ARG(job_message(&beside->job, err)));
  destroy(beside);
  return err;
}

void index_beside_stop(IndexBeside *beside) {
  job_cancel(&beside->job, ERR_CANCELLED);
  thread_join(beside->thread);
  destroy(beside);
}
