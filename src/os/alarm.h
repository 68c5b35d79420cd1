/* Alarm: takes a thread out of foreign code that never returns, by a jump. For
 * code that holds nothing but memory which is given up with it: no lock of
 * ours, no file. Inside the C library, whose own locks may be held, it does not
 * jump but rings again; when that never ends, the process does. */
#ifndef FATHOM_OS_ALARM_H
#define FATHOM_OS_ALARM_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define ALARM_RANG 7 /* what setjmp gives then */

typedef struct Alarm {
  timer_t timer;
  bool is_set;
  jmp_buf *to;
  unsigned rings;
} Alarm;

/* Rings once this thread has worked `cpu_ms` more; one alarm per thread at a
 * time. The function that called setjmp on `to` must not have returned. When
 * the system has no timer left, nothing rings. */
void alarm_set(Alarm *alarm, int64_t cpu_ms, jmp_buf *to);
/* On the same thread, also after it rang. */
void alarm_clear(Alarm *alarm);

#endif
