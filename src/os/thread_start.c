/* Starting threads: the stack they get and the signals they do not. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "src/os/thread_internal.h"

#define STACK_BYTES ((size_t)32 << 20) /* of address space: parsing nests */
#define LOWEST 19

typedef struct Start {
  ThreadFunction *function;
  void *context;
} Start;

static void *thread_main(void *argument) {
  Start start = *(Start *)argument;
  free(argument);
  start.function(start.context);
  return NULL;
}

/* Signals belong to the loop's thread. What a thread does to itself stays its
 * own: its faults, and the timer of its own CPU time (os/alarm.h). */
static void block_signals(sigset_t *ret_before) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGVTALRM};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t i = 0; i < COUNT_OF(own); i++) sigdelset(&blocked, own[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, ret_before);
}

bool thread_start_sized(size_t stack_bytes, ThreadFunction *function, void *context, Thread *ret_thread) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes)) return false;
  pthread_attr_setstacksize(&attributes, stack_bytes);
  if (!ret_thread) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  Start *start = arena_heap_alloc(sizeof *start);
  *start = (Start){function, context};
  sigset_t before;
  block_signals(&before); /* inherited by the new thread */
  pthread_t thread;
  bool has_started = !pthread_create(&thread, &attributes, thread_main, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (!has_started) free(start);
  else if (ret_thread) ret_thread->id = thread;
  return has_started;
}

bool thread_start(ThreadFunction *function, void *context, Thread *ret_thread) {
  return thread_start_sized(STACK_BYTES, function, context, ret_thread);
}

void thread_join(Thread thread) { pthread_join(thread.id, NULL); }

void thread_work_last(void) { setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), LOWEST); }

void thread_sleep_ms(int64_t ms) {
  struct timespec left = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000};
  while (nanosleep(&left, &left) && errno == EINTR) continue;
}
