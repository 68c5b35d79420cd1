/* Threads: requests run as plain blocking code on pool threads, each with a
 * Job. CPU work holds one of as many permits as there are cores; thread_wait,
 * the only way for a job to wait, gives the permit back meanwhile, so that
 * slow peers starve nobody.
 *
 * Threads and permits are shared by owners (JobOwner): who had its turn least
 * recently comes first, groups before their members. A member may have as many
 * threads as are free, and a group three times as many: of 64, one member gets
 * 32 and one group 48, and whoever comes new finds some. A new member of a
 * group that has its share gets one thread, while an eighth of all is left. */
#ifndef FATHOM_OS_THREAD_H
#define FATHOM_OS_THREAD_H

#include "src/base/job.h"
#include "src/base/lock.h"

typedef struct ThreadPool ThreadPool;
typedef void ThreadFunction(void *context);

typedef struct Thread {
  pthread_t id;
} Thread;

/* A thread of its own for what outlives or helps a request, with a stack deep
 * enough for parsing and no signals. `ret_thread` is joined once; NULL: nobody
 * waits for its end. False, and nothing is begun, when the system gives none. */
bool thread_start(ThreadFunction *function, void *context, Thread *ret_thread);
void thread_join(Thread thread);

/* `max_threads` bounds how many requests run or wait at once; threads start
 * on demand and end after idling, so that an idle pool holds none. */
ThreadPool *thread_pool_open(size_t max_threads, size_t cpu_permits);
/* Waits for everything queued and running; takes nothing new. */
void thread_pool_close(ThreadPool *pool);
AUTO_CLOSE(ThreadPool, thread_pool_close)

#define THREAD_MAX_QUEUE 1024
/* Queues work of the process's own, which no share limits; any thread. False
 * when THREAD_MAX_QUEUE tasks of the same group wait already, or the system
 * gives no thread at all. */
bool thread_pool_run(ThreadPool *pool, ThreadFunction *function, void *context);
/* The same for an owner, within its share. One owner's tasks start in the
 * order they came. */
bool thread_pool_run_for(ThreadPool *pool, JobOwner owner, ThreadFunction *function, void *context);
size_t thread_pool_active(ThreadPool *pool); /* queued and running */

/* Brackets CPU work of a job: takes a permit (by its owner's turn, obeying the
 * job's deadline and cancellation) and returns it. Permits are not taken away,
 * so an owner that holds none and has waited a moment gets one beyond the
 * count: others' long work makes it slower, and does not keep it out.
 * Returning what is not held does nothing. */
Err thread_permit_take(Job *job, ThreadPool *pool) MUST_CHECK;
void thread_permit_return(Job *job);
/* For a job that helps `other`: a permit of the pool that `other` holds one
 * of, for the same owner. OK at once when that holds none. */
Err thread_permit_share(Job *job, const Job *other) MUST_CHECK;

/* A one-shot signal a job can wait for. Any thread sets it; whoever still may
 * set it must be out of the way before it is closed. */
typedef struct ThreadEvent ThreadEvent;
ThreadEvent *thread_event_open(void);
void thread_event_close(ThreadEvent *event);
AUTO_CLOSE(ThreadEvent, thread_event_close)
void thread_event_set(ThreadEvent *event);
/* OK when set; ERR_TIMEOUT or ERR_CANCELLED by the job's own limits or after
 * `timeout_ms` (0: none). Gives the CPU permit back meanwhile; a stopped job
 * does not get it again. */
Err thread_wait(Job *job, ThreadEvent *event, int64_t timeout_ms) MUST_CHECK;

/* For work on a thread that must not wait, as the loop's (job->is_trial, set by
 * whoever runs it): what would wait stops the job with ERR_BUSY instead, and is
 * done again elsewhere. thread_wait asks by itself; whoever does something
 * before it waits that must not be done twice asks first. OK for other jobs. */
Err thread_may_wait(Job *job) MUST_CHECK;
/* A permit if one is free and no task waits for a thread; false: none is held. */
bool thread_permit_try(Job *job, ThreadPool *pool) MUST_CHECK;

/* Those this process may use (affinity, container), at least 1. Asked once. */
size_t thread_core_count(void);
/* This thread works when no other wants to, until it ends. */
void thread_work_last(void);
/* For a thread that serves no job: jobs wait with thread_wait. */
void thread_sleep_ms(int64_t ms);

#endif
