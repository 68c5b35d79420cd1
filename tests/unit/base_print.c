/* print_to gives what vsnprintf gives: for what it does itself, for what it leaves
 * to the C library, and for every size of room. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/print.h"

enum { ROOM = 64 };

/* With all rooms up to more than enough, into memory that held something else. */
PRINTF_LIKE(1, 2)
static void check(const char *format, ...) {
  for (size_t room = 0; room <= ROOM; room++) {
    char own[ROOM + 1], other[ROOM + 1];
    va_list args;
    memset(own, '#', sizeof own);
    memset(other, '#', sizeof other);
    va_start(args, format);
    int expected = vsnprintf(other, room, format, args);
    va_end(args);
    va_start(args, format);
    assert_int_equal(print_to(own, room, format, args), expected);
    va_end(args);
    size_t whole = room && (size_t)expected >= room ? room : room ? (size_t)expected + 1 : 0;
    assert_memory_equal(own, other, whole);
    assert_int_equal(own[room], '#'); /* nothing behind the room */
  }
}

static void texts(void **state) {
  (void)state;
  check("plain");
  check("%s", "a string");
  check("%s%s|%c%%", "", "two", 'x');
  check("%.*s.", 3, "abcdef");
  check("%.*s.", 0, "abc");
  check("%.*s.", 9, "ends\0before");
  check("%.*s.", -1, "without a bound");
  check("%-8s|%8s|%.2s", "left", "right", "cut");
}

static void numbers(void **state) {
  (void)state;
  check("%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
  check("%u %u", 0u, UINT_MAX);
  check("%ld %lu", LONG_MIN, ULONG_MAX);
  check("%lld", LLONG_MIN);
  check("%llu", ULLONG_MAX);
  check("%zu and %zd", SIZE_MAX, (ptrdiff_t)-7);
  check("%05d %+d %x %.3f %5zu", 42, 42, 255u, 1.5, (size_t)9);
  /* Some by itself, then one that it leaves. */
  check("%s:%d %zu %016llx %s", "a.c", 12, (size_t)3, 0xabcull, "end");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(texts), cmocka_unit_test(numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
