/* An alarm ends what never returns; cleared, it does not ring. */
#include "src/os/alarm.h"

#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

#include <unistd.h>

#include "src/os/thread.h"

#define CPU_MS 20

/* ThreadSanitizer holds signals back until the next system call. The runtime of
 * clang's AddressSanitizer is part of the program, its malloc too, so that no
 * code of the program may be left by a jump. */
#if defined(__SANITIZE_THREAD__)
#define RINGS 0
#elif defined(__has_feature)
#define RINGS (!__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer))
#else
#define RINGS 1
#endif

static volatile unsigned long turns;
static jmp_buf out;

static void spin(unsigned long count) {
  for (turns = 0; turns != count;) turns++;
}

static void spin_forever(void) {
  for (;;) turns++;
}

static int run_until_it_rings(void (*endless)(void)) {
  Alarm alarm;
  int jumped = setjmp(out);
  if (!jumped) {
    alarm_set(&alarm, CPU_MS, &out);
    endless();
  }
  alarm_clear(&alarm);
  return jumped;
}

static void test_rings(void **state) {
  (void)state;
  if (!RINGS) skip();
  for (int i = 0; i < 3; i++) assert_int_equal(run_until_it_rings(spin_forever), ALARM_RANG);
}

static void ring_here(void *context) { *(int *)context = run_until_it_rings(spin_forever); }

static void ring_on_another(void *context) {
  Thread thread;
  if (thread_start(ring_here, context, &thread)) thread_join(thread);
}

/* As parsing does: on a thread that a request's thread began. */
static void test_rings_beneath_the_pool(void **state) {
  (void)state;
  if (!RINGS) skip();
  int jumped[2] = {0};
  alarm(60); /* what is never taken out goes on for ever */
  ThreadPool *pool = thread_pool_open(1, 1);
  assert_true(thread_pool_run(pool, ring_here, &jumped[0]));
  assert_true(thread_pool_run(pool, ring_on_another, &jumped[1]));
  thread_pool_close(pool);
  alarm(0);
  assert_int_equal(jumped[0], ALARM_RANG);
  assert_int_equal(jumped[1], ALARM_RANG);
}

static void test_cleared_is_silent(void **state) {
  (void)state;
  Alarm alarm;
  if (setjmp(out)) fail_msg("it rang");
  alarm_set(&alarm, CPU_MS, &out);
  alarm_clear(&alarm);
  clock_t end = clock() + 3 * CPU_MS * (CLOCKS_PER_SEC / 1000);
  while (clock() < end) spin(100000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rings),
      cmocka_unit_test(test_rings_beneath_the_pool),
      cmocka_unit_test(test_cleared_is_silent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
