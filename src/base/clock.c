/* Clocks of the system, as numbers. */
#include "src/base/clock.h"

#include <time.h>

static int64_t read_ns(clockid_t which) {
  struct timespec now;
  clock_gettime(which, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_wall_ns(void) { return read_ns(CLOCK_REALTIME); }
int64_t clock_wall_ms(void) { return read_ns(CLOCK_REALTIME) / 1000000; }
int64_t clock_wall_s(void) { return read_ns(CLOCK_REALTIME) / 1000000000; }
int64_t clock_monotonic_us(void) { return read_ns(CLOCK_MONOTONIC) / 1000; }
int64_t clock_thread_ns(void) { return read_ns(CLOCK_THREAD_CPUTIME_ID); }
int64_t clock_coarse_ns(void) { return read_ns(CLOCK_MONOTONIC_COARSE); }

/* False when the year has not four digits. */
static bool split(int64_t wall_s, struct tm *ret_parts) {
  time_t when = (time_t)wall_s;
  return gmtime_r(&when, ret_parts) && ret_parts->tm_year >= 1000 - 1900 && ret_parts->tm_year <= 9999 - 1900;
}

int64_t clock_zone_s(int64_t wall_s) {
  struct tm parts;
  time_t when = (time_t)wall_s;
  return localtime_r(&when, &parts) ? parts.tm_gmtoff : 0;
}

Str clock_day(Arena *arena, int64_t wall_s) {
  struct tm parts;
  if (!split(wall_s, &parts)) return STR_EMPTY;
  return str_format(arena, "%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

static void put_digits(char *at, int number, int count) {
  for (int i = count - 1; i >= 0; i--, number /= 10) at[i] = (char)('0' + number % 10);
}

/* Written digit by digit: every call that is noted down has one. */
Str clock_instant(Arena *arena, int64_t wall_s) {
  static __thread char text[] = "1970-01-01T00:00:00Z";
  static __thread int64_t spelled; /* of many calls in a second the calendar is asked once */
  struct tm parts;
  if (wall_s == spelled) return str_copy(arena, (Str){text, sizeof text - 1});
  if (!split(wall_s, &parts)) return STR_EMPTY;
  spelled = wall_s;
  put_digits(text, parts.tm_year + 1900, 4);
  put_digits(text + 5, parts.tm_mon + 1, 2);
  put_digits(text + 8, parts.tm_mday, 2);
  put_digits(text + 11, parts.tm_hour, 2);
  put_digits(text + 14, parts.tm_min, 2);
  put_digits(text + 17, parts.tm_sec, 2);
  return str_copy(arena, (Str){text, sizeof text - 1});
}
