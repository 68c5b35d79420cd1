/* Starting threads: the one way, for what the pool and children's watchers
 * need beyond thread_start. */
#ifndef FATHOM_OS_THREAD_INTERNAL_H
#define FATHOM_OS_THREAD_INTERNAL_H

#include "src/os/thread.h"

/* thread_start with a stack of that many bytes; `ret_thread` NULL: nobody
 * waits for its end. */
bool thread_start_sized(size_t stack_bytes, ThreadFunction *function, void *context, Thread *ret_thread);

#endif
