/* Locks: what threads of one process use to keep out of each other's way. The
 * only place, with os/thread, that knows how the system spells them. All of
 * them are initialised in place and must not be moved afterwards; none may be
 * taken twice by the same thread. Waits are measured on the clock that
 * job_now_ms reads, so that setting the time of day lengthens none. */
#ifndef FATHOM_BASE_LOCK_H
#define FATHOM_BASE_LOCK_H

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* ---- one at a time ---- */

typedef struct Lock {
  pthread_mutex_t mutex;
} Lock;

#define LOCK_READY {PTHREAD_MUTEX_INITIALIZER} /* instead of lock_init, for a static one */

static inline void lock_init(Lock *lock) {
  if (pthread_mutex_init(&lock->mutex, NULL)) abort();
}
/* Nobody holds it, or will. */
static inline void lock_clear(Lock *lock) { pthread_mutex_destroy(&lock->mutex); }
static inline void lock_take(Lock *lock) { pthread_mutex_lock(&lock->mutex); }
static inline void lock_give(Lock *lock) { pthread_mutex_unlock(&lock->mutex); }

/* ---- many readers or one writer ---- */

typedef struct LockShared {
  pthread_rwlock_t rwlock;
} LockShared;

static inline void lock_shared_init(LockShared *lock) {
  if (pthread_rwlock_init(&lock->rwlock, NULL)) abort();
}
static inline void lock_shared_clear(LockShared *lock) { pthread_rwlock_destroy(&lock->rwlock); }
static inline void lock_shared_read(LockShared *lock) { pthread_rwlock_rdlock(&lock->rwlock); }
static inline void lock_shared_write(LockShared *lock) { pthread_rwlock_wrlock(&lock->rwlock); }
static inline void lock_shared_give(LockShared *lock) { pthread_rwlock_unlock(&lock->rwlock); }

/* ---- waiting for what another thread does ---- */

typedef struct LockSignal {
  pthread_cond_t cond;
} LockSignal;

static inline void lock_signal_init(LockSignal *signal) {
  pthread_condattr_t attributes;
  if (pthread_condattr_init(&attributes)) abort();
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  if (pthread_cond_init(&signal->cond, &attributes)) abort();
  pthread_condattr_destroy(&attributes);
}
static inline void lock_signal_clear(LockSignal *signal) { pthread_cond_destroy(&signal->cond); }
static inline void lock_wake_one(LockSignal *signal) { pthread_cond_signal(&signal->cond); }
static inline void lock_wake_all(LockSignal *signal) { pthread_cond_broadcast(&signal->cond); }

/* Gives the lock back meanwhile. May return for no reason, so the caller looks
 * again at what it waits for. */
static inline void lock_wait(LockSignal *signal, Lock *lock) { pthread_cond_wait(&signal->cond, &lock->mutex); }
/* The same for at most `ms`; false when they passed. */
static inline bool lock_wait_ms(LockSignal *signal, Lock *lock, int64_t ms) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += (time_t)(ms / 1000);
  until.tv_nsec += (long)(ms % 1000) * 1000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  return pthread_cond_timedwait(&signal->cond, &lock->mutex, &until) != ETIMEDOUT;
}

/* ---- once per process ---- */

typedef struct LockOnce {
  pthread_once_t once;
} LockOnce;

#define LOCK_ONCE_READY {PTHREAD_ONCE_INIT}

/* Runs `function` unless somebody did; it has ended when this returns. */
static inline void lock_once(LockOnce *once, void (*function)(void)) { pthread_once(&once->once, function); }

#endif
