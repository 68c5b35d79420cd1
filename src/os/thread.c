/* Threads: the pool that runs requests, the permits for CPU work, and the
 * events jobs wait for. Knows nothing of what runs on it.
 *
 * job_cancel sets a flag and wakes nobody, so whoever waits on behalf of a
 * job looks at the flag every SLICE_MS. That costs wake-ups only while a job
 * is waiting; an idle pool has no thread and no wake-ups. */
#include "src/os/thread.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#define STACK_BYTES (2 * 1024 * 1024)
#define IDLE_MS 10000
#define SLICE_MS 20

typedef struct Task {
  ThreadFunction *function;
  void *context;
} Task;

/* A job in line for a permit; on its own thread's stack. */
typedef struct PermitWaiter {
  struct PermitWaiter *next;
  pthread_cond_t granted_cond;
  bool granted;
} PermitWaiter;

struct ThreadPool {
  pthread_mutex_t lock;
  pthread_cond_t work;  /* a task was queued, or the pool closes */
  pthread_cond_t ended; /* a thread ended */
  bool closing;
  size_t max_threads;
  size_t threads;
  size_t idle;
  size_t running;

  Task queue[THREAD_MAX_QUEUE]; /* ring */
  size_t queue_start;
  size_t queued;

  size_t permits; /* free ones; none while anybody is in line */
  PermitWaiter *line;
};

struct ThreadEvent {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool is_set;
};

/* Waits are measured on the clock that job_now_ms reads. */
static void cond_init(pthread_cond_t *cond) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(cond, &attributes);
  pthread_condattr_destroy(&attributes);
}

/* False when `ms` passed. May return true for no reason. */
static bool cond_wait_ms(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t ms) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += (time_t)(ms / 1000);
  until.tv_nsec += (long)(ms % 1000) * 1000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  return pthread_cond_timedwait(cond, lock, &until) != ETIMEDOUT;
}

ThreadPool *thread_pool_open(size_t max_threads, size_t cpu_permits) {
  ThreadPool *pool = arena_heap_alloc(sizeof *pool);
  pthread_mutex_init(&pool->lock, NULL);
  cond_init(&pool->work);
  cond_init(&pool->ended);
  pool->max_threads = max_threads ? max_threads : 1;
  pool->permits = cpu_permits ? cpu_permits : 1;
  return pool;
}

void thread_pool_close(ThreadPool *pool) {
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  pool->closing = true;
  pthread_cond_broadcast(&pool->work);
  while (pool->threads) pthread_cond_wait(&pool->ended, &pool->lock);
  assert(!pool->queued && !pool->line);
  pthread_mutex_unlock(&pool->lock);
  pthread_cond_destroy(&pool->work);
  pthread_cond_destroy(&pool->ended);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}

/* Waits for a task; false when this thread should end. Locked. */
static bool next_task(ThreadPool *pool, Task *ret_task) {
  while (!pool->queued) {
    if (pool->closing) return false;
    pool->idle++;
    bool woken = cond_wait_ms(&pool->work, &pool->lock, IDLE_MS);
    pool->idle--;
    if (!woken && !pool->queued) return false;
  }
  *ret_task = pool->queue[pool->queue_start];
  pool->queue_start = (pool->queue_start + 1) % THREAD_MAX_QUEUE;
  pool->queued--;
  return true;
}

static void *pool_thread(void *argument) {
  ThreadPool *pool = argument;
  pthread_mutex_lock(&pool->lock);
  Task task;
  while (next_task(pool, &task)) {
    pool->running++;
    pthread_mutex_unlock(&pool->lock);
    task.function(task.context);
    pthread_mutex_lock(&pool->lock);
    pool->running--;
  }
  pool->threads--;
  pthread_cond_signal(&pool->ended);
  pthread_mutex_unlock(&pool->lock); /* the pool may be gone from here on */
  return NULL;
}

/* Signals belong to the loop's thread; a thread's own faults stay its own. */
static void block_signals(sigset_t *ret_before) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t i = 0; i < COUNT_OF(faults); i++) sigdelset(&blocked, faults[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, ret_before);
}

/* Locked. */
static bool start_thread(ThreadPool *pool) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigset_t before;
  block_signals(&before); /* inherited by the new thread */
  pthread_t thread;
  int failed = pthread_create(&thread, &attributes, pool_thread, pool);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (failed) return false;
  pool->threads++;
  return true;
}

bool thread_pool_run(ThreadPool *pool, ThreadFunction *function, void *context) {
  pthread_mutex_lock(&pool->lock);
  bool taken = !pool->closing && pool->queued < THREAD_MAX_QUEUE;
  /* Each idle thread is good for one queued task, this one not counted. */
  if (taken && pool->idle <= pool->queued && pool->threads < pool->max_threads) {
    taken = start_thread(pool) || pool->threads;
  }
  if (taken) {
    pool->queue[(pool->queue_start + pool->queued) % THREAD_MAX_QUEUE] = (Task){function, context};
    pool->queued++;
    pthread_cond_signal(&pool->work);
  }
  pthread_mutex_unlock(&pool->lock);
  return taken;
}

size_t thread_pool_active(ThreadPool *pool) {
  pthread_mutex_lock(&pool->lock);
  size_t active = pool->running + pool->queued;
  pthread_mutex_unlock(&pool->lock);
  return active;
}

static void permit_release(ThreadPool *pool) {
  pthread_mutex_lock(&pool->lock);
  PermitWaiter *first = pool->line;
  if (first) {
    pool->line = first->next;
    first->granted = true;
    pthread_cond_signal(&first->granted_cond);
  } else {
    pool->permits++;
  }
  pthread_mutex_unlock(&pool->lock);
}

/* Stands in line until granted or the job is stopped. Locked. */
static bool permit_wait(Job *job, ThreadPool *pool) {
  PermitWaiter waiter = {0};
  cond_init(&waiter.granted_cond);
  PermitWaiter **end = &pool->line;
  while (*end) end = &(*end)->next;
  *end = &waiter;
  while (!waiter.granted && !job_is_stopped(job)) {
    cond_wait_ms(&waiter.granted_cond, &pool->lock, SLICE_MS);
  }
  if (!waiter.granted) {
    PermitWaiter **place = &pool->line;
    while (*place != &waiter) place = &(*place)->next;
    *place = waiter.next;
  }
  pthread_cond_destroy(&waiter.granted_cond);
  return waiter.granted;
}

Err thread_permit_take(Job *job, ThreadPool *pool) {
  assert(!job->permit);
  TRY(job_check(job));
  pthread_mutex_lock(&pool->lock);
  bool granted = pool->permits > 0;
  if (granted) {
    pool->permits--;
  } else {
    granted = permit_wait(job, pool);
  }
  pthread_mutex_unlock(&pool->lock);
  if (granted) {
    job->permit = pool;
    return OK;
  }
  Err err = job_check(job);
  assert(err); /* only a stopped job leaves the line */
  return err;
}

void thread_permit_return(Job *job) {
  ThreadPool *pool = job->permit;
  job->permit = NULL;
  if (pool) permit_release(pool);
}

Err thread_permit_share(Job *job, const Job *other) {
  return other->permit ? thread_permit_take(job, other->permit) : OK;
}

ThreadEvent *thread_event_open(void) {
  ThreadEvent *event = arena_heap_alloc(sizeof *event);
  pthread_mutex_init(&event->lock, NULL);
  cond_init(&event->changed);
  return event;
}

void thread_event_close(ThreadEvent *event) {
  if (!event) return;
  /* Whoever set it may still hold the lock. */
  pthread_mutex_lock(&event->lock);
  pthread_mutex_unlock(&event->lock);
  pthread_cond_destroy(&event->changed);
  pthread_mutex_destroy(&event->lock);
  free(event);
}

void thread_event_set(ThreadEvent *event) {
  pthread_mutex_lock(&event->lock);
  event->is_set = true;
  pthread_cond_broadcast(&event->changed);
  pthread_mutex_unlock(&event->lock);
}

static bool event_is_set(ThreadEvent *event) {
  pthread_mutex_lock(&event->lock);
  bool is_set = event->is_set;
  pthread_mutex_unlock(&event->lock);
  return is_set;
}

/* False when the job was stopped or `until_ms` (0: never) came first. */
static bool event_wait(Job *job, ThreadEvent *event, int64_t until_ms) {
  pthread_mutex_lock(&event->lock);
  while (!event->is_set && !job_is_stopped(job)) {
    int64_t slice = SLICE_MS;
    if (until_ms) {
      int64_t left = until_ms - job_now_ms();
      if (left <= 0) break;
      if (left < slice) slice = left;
    }
    cond_wait_ms(&event->changed, &event->lock, slice);
  }
  bool is_set = event->is_set;
  pthread_mutex_unlock(&event->lock);
  return is_set;
}

Err thread_wait(Job *job, ThreadEvent *event, int64_t timeout_ms) {
  if (event_is_set(event)) return OK; /* nothing to wait for: keep the permit */
  ThreadPool *pool = job->permit;
  thread_permit_return(job);
  bool is_set = event_wait(job, event, timeout_ms > 0 ? job_now_ms() + timeout_ms : 0);
  TRY(job_check(job));
  if (pool) TRY(thread_permit_take(job, pool));
  if (is_set) return OK;
  return job_fail(job, ERR_TIMEOUT, "no answer within %lld ms", (long long)timeout_ms);
}

size_t thread_core_count(void) {
  cpu_set_t cores;
  if (!sched_getaffinity(0, sizeof cores, &cores)) return (size_t)CPU_COUNT(&cores);
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (size_t)online : 1;
}
