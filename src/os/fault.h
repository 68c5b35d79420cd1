/* Fault: last words when this process ends by a fault of its own: SIGSEGV,
 * SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, or SIGABRT, which is also how we end
 * when memory is short. A signal that another process sent is none. After the
 * words, and a line on stderr, the signal does what it did before: a core, a
 * sanitizer's report. Children inherit nothing of this. */
#ifndef FATHOM_OS_FAULT_H
#define FATHOM_OS_FAULT_H

#include <stdbool.h>
#include <stdint.h>

/* Runs in the handler, on the thread at fault, whatever that was at: may call
 * only what signal-safety(7) lists, and must not touch what a lock guards. */
typedef void FaultWords(void *context, int number);

/* Any thread. `context` is its name for fault_off. With more than 64 at a time
 * some are not heard. */
void fault_on(FaultWords *words, void *context);
/* Once this returns they are not running and never will be. */
void fault_off(const void *context);
/* Gives this thread a stack for the handler, so that the end of its own is told
 * too. Idempotent and cheap; freed with the thread. */
void fault_prepare_thread(void);

/* The one end that leaves no word: by the kernel, because memory was short. It
 * counts those of all processes. */
typedef struct FaultMemory {
  uint64_t boot;  /* which run of the machine; never 0 */
  uint64_t kills; /* in it, when this was first called */
} FaultMemory;
/* False: this kernel does not tell. Any thread. */
bool fault_memory(FaultMemory *ret_memory);

#endif
