/* Handlers of the signals of faults. They are put in place with the first
 * words to be said, and call what was there before. */
#include "src/os/fault.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/base/own.h"

#define SPEAKERS_MAX 64
#define STACK_BYTES ((size_t)64 << 10)

typedef struct Speaker {
  _Atomic(const void *) context; /* NULL: free */
  _Atomic(FaultWords *) words;   /* NULL: not yet, or not any more */
} Speaker;

typedef struct Signal {
  int number;
  const char *line;
  struct sigaction before;
} Signal;

#define LINE(name, why) "fathom: ended by " name why "; what was at hand is noted for the next start\n"

static Signal signals[] = {
    {.number = SIGSEGV, .line = LINE("SIGSEGV", "")},
    {.number = SIGBUS, .line = LINE("SIGBUS", " (a mapped file cut short by another program, or a fault)")},
    {.number = SIGILL, .line = LINE("SIGILL", "")},
    {.number = SIGFPE, .line = LINE("SIGFPE", "")},
    {.number = SIGTRAP, .line = LINE("SIGTRAP", "")},
    {.number = SIGSYS, .line = LINE("SIGSYS", "")},
    {.number = SIGABRT, .line = LINE("SIGABRT", "")},
};
static LockOnce once = LOCK_ONCE_READY;
static pthread_key_t stacks; /* the thread's own: freed with it */
static pid_t owner;
static atomic_bool is_ending;
static Speaker speakers[SPEAKERS_MAX];

/* Sent by somebody: then it says nothing about what we were at. */
static bool is_from_outside(const siginfo_t *info) { return info->si_code <= 0 && info->si_pid != owner; }

static void speak(const Signal *which) {
  for (size_t i = 0; i < SPEAKERS_MAX; i++) {
    FaultWords *words = atomic_load(&speakers[i].words);
    if (words) words((void *)(uintptr_t)atomic_load(&speakers[i].context), which->number);
  }
  ssize_t put = write(STDERR_FILENO, which->line, strlen(which->line));
  (void)put;
}

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  Signal *which = signals;
  while (which->number != number) which++;
  /* A child that has not become another program yet is not this process. */
  if (getpid() == owner && !is_from_outside(info)) {
    /* Two at fault at once: the first one ends us both. */
    if (atomic_exchange(&is_ending, true)) {
      for (;;) pause();
    }
    speak(which);
  }
  /* What faulted faults again when this returns; what was sent is sent again. */
  sigaction(number, &which->before, NULL);
  if (info->si_code <= 0) raise(number);
}

static void free_stack(void *stack) {
  const stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, STACK_BYTES);
}

static void prepare(void) {
  pthread_key_create(&stacks, free_stack);
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  for (size_t i = 0; i < COUNT_OF(signals); i++) sigaction(signals[i].number, &action, &signals[i].before);
}

void fault_on(FaultWords *words, void *context) {
  lock_once(&once, prepare);
  owner = getpid();
  for (size_t i = 0; i < SPEAKERS_MAX; i++) {
    const void *nobody = NULL;
    if (!atomic_compare_exchange_strong(&speakers[i].context, &nobody, context)) continue;
    atomic_store(&speakers[i].words, words);
    return;
  }
}

void fault_off(const void *context) {
  for (size_t i = 0; i < SPEAKERS_MAX; i++) {
    if (atomic_load(&speakers[i].context) != context) continue;
    atomic_store(&speakers[i].words, NULL);
    atomic_store(&speakers[i].context, NULL);
  }
  /* Somebody may be speaking: then this is the end. */
  while (atomic_load(&is_ending)) pause();
}

void fault_prepare_thread(void) {
  stack_t now;
  lock_once(&once, prepare);
  /* A sanitizer gives its threads one, and frees what it finds. */
  if (pthread_getspecific(stacks) || sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE)) return;
  void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return;
  now = (stack_t){.ss_sp = stack, .ss_size = STACK_BYTES};
  if (sigaltstack(&now, NULL) || pthread_setspecific(stacks, stack)) munmap(stack, STACK_BYTES);
}

/* ---- the kernel's own ---- */

static FaultMemory memory;

static Str read_small(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t got = fd < 0 ? 0 : read(fd, text, size - 1);
  if (fd >= 0) close(fd);
  text[got > 0 ? got : 0] = '\0';
  return str_from_c(text);
}

static void look_at_memory(void) {
  static const char name[] = "\noom_kill ";
  char text[16 << 10];
  Str boot = read_small("/proc/sys/kernel/random/boot_id", text, sizeof text);
  memory.boot = boot.len ? hash_str(boot) : 0;
  read_small("/proc/vmstat", text, sizeof text);
  const char *at = strstr(text, name);
  if (at) memory.kills = strtoull(at + sizeof name - 1, NULL, 10);
  else memory.boot = 0;
}

bool fault_memory(FaultMemory *ret_memory) {
  static LockOnce looked = LOCK_ONCE_READY;
  lock_once(&looked, look_at_memory);
  *ret_memory = memory;
  return memory.boot != 0;
}
