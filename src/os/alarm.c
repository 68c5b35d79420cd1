/* A timer of the thread's own CPU time, and a handler that knows where the
 * C library's code lies. */
#include "src/os/alarm.h"

#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "src/base/lock.h"

#define SIGNAL SIGVTALRM
#define AGAIN_MS 10
#define RINGS_MAX 1000

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

typedef struct Code {
  uintptr_t from, to;
} Code;

static LockOnce once = LOCK_ONCE_READY;
static Code library;
static __thread Alarm *volatile current;

/* 0: not known on this machine. */
static uintptr_t place_of(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)context->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

static void ring(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  Alarm *alarm = current;
  if (!alarm) return;
  uintptr_t at = place_of(context);
  if (at && (at < library.from || at >= library.to)) {
    current = NULL;
    longjmp(*alarm->to, ALARM_RANG);
  }
  if (++alarm->rings > RINGS_MAX) abort();
}

/* The object that malloc lies in. */
static int find_library(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  (void)context;
  uintptr_t wanted = (uintptr_t)malloc;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t from = (uintptr_t)object->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || wanted < from || wanted >= from + part->p_memsz) continue;
    library = (Code){from, from + part->p_memsz};
    return 1;
  }
  return 0;
}

static void prepare(void) {
  dl_iterate_phdr(find_library, NULL);
  /* Not deferred: who jumps out never returns from the handler. */
  struct sigaction action = {.sa_sigaction = ring, .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
  sigaction(SIGNAL, &action, NULL);
}

void alarm_set(Alarm *alarm, int64_t cpu_ms, jmp_buf *to) {
  lock_once(&once, prepare);
  *alarm = (Alarm){.to = to};
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGNAL};
  event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &alarm->timer)) return;
  alarm->is_set = true;
  current = alarm;
  struct itimerspec when = {.it_value = {cpu_ms / 1000, cpu_ms % 1000 * 1000000}, .it_interval = {0, AGAIN_MS * 1000000}};
  timer_settime(alarm->timer, 0, &when, NULL);
}

void alarm_clear(Alarm *alarm) {
  current = NULL;
  if (alarm->is_set) timer_delete(alarm->timer);
  alarm->is_set = false;
}
