/* Clock: the time of day, for people and for what outlives the process, and
 * what a thread has worked. What is measured within the process uses
 * job_now_ms, which nobody can set. Any thread. */
#ifndef FATHOM_BASE_CLOCK_H
#define FATHOM_BASE_CLOCK_H

#include "src/base/str.h"

int64_t clock_wall_ns(void); /* since 1970 */
int64_t clock_wall_ms(void);
int64_t clock_wall_s(void);
/* "2026-01-31" and "2026-01-31T23:59:59Z", UTC; empty when the year has not
 * four digits. In the arena. */
Str clock_day(Arena *arena, int64_t wall_s);
Str clock_instant(Arena *arena, int64_t wall_s);
/* How far the time of day here is ahead of UTC then, in seconds. */
int64_t clock_zone_s(int64_t wall_s);

/* Where milliseconds are too coarse; as job_now_ms, nobody can set it. */
int64_t clock_monotonic_us(void);
/* CPU time of this thread: a system call. */
int64_t clock_thread_ns(void);
/* Some number that stays the same for a few milliseconds; no system call. */
int64_t clock_coarse_ns(void);

#endif
