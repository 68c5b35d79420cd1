/* Something done on a thread of its own beside the index's. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "src/index/crew_internal.h"

#define POLL_NS 100000000

struct IndexBeside {
  IndexTask *task;
  void *context;
  Arena arena;
  Job job;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t ended;
  bool is_over; /* guarded by lock, as the next */
  Err err;
};

static void *thread_main(void *context) {
  IndexBeside *beside = context;
  Err err = beside->task(beside->context, &beside->job);
  pthread_mutex_lock(&beside->lock);
  beside->err = err;
  beside->is_over = true;
  pthread_cond_signal(&beside->ended);
  pthread_mutex_unlock(&beside->lock);
  return NULL;
}

static void destroy(IndexBeside *beside) {
  pthread_mutex_destroy(&beside->lock);
  pthread_cond_destroy(&beside->ended);
  arena_clear(&beside->arena);
  free(beside);
}

IndexBeside *index_beside_begin(IndexTask *task, void *context) {
  IndexBeside *beside = arena_heap_alloc(sizeof *beside);
  beside->task = task;
  beside->context = context;
  job_init(&beside->job, &beside->arena);
  pthread_mutex_init(&beside->lock, NULL);
  pthread_cond_init(&beside->ended, NULL);
  if (!pthread_create(&beside->thread, NULL, thread_main, beside)) return beside;
  destroy(beside);
  return NULL;
}

static void await(Job *job, IndexBeside *beside) {
  pthread_mutex_lock(&beside->lock);
  while (!beside->is_over) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += POLL_NS;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    if (job_is_stopped(job)) job_cancel(&beside->job, ERR_CANCELLED);
    pthread_cond_timedwait(&beside->ended, &beside->lock, &until);
  }
  pthread_mutex_unlock(&beside->lock);
}

Err index_beside_end(Job *job, IndexBeside *beside) {
  await(job, beside);
  pthread_join(beside->thread, NULL);
  Err err = beside->err;
  if (err) job_fail(job, err, "%.*s", STR_ARG(job_message(&beside->job, err)));
  destroy(beside);
  return err;
}

void index_beside_stop(IndexBeside *beside) {
  job_cancel(&beside->job, ERR_CANCELLED);
  pthread_join(beside->thread, NULL);
  destroy(beside);
}
