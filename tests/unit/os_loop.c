/* Posting, timers, signals, polls and closing of src/os/loop.h. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "tests/unit/os_loop_peer.h"

/* ---- posting, stopping ---- */

enum { POSTERS = 4, POSTS = 2000 };

typedef struct Poster {
  Loop *loop;
  pthread_t thread;
  int next_expected;
  int *total;
} Poster;

typedef struct Posted {
  Poster *poster;
  int number;
} Posted;

static void receive_post(void *context) {
  Posted *posted = context;
  Poster *poster = posted->poster;
  assert_true(loop_is_current(poster->loop));
  assert_int_equal(posted->number, poster->next_expected);
  poster->next_expected++;
  if (++*poster->total == POSTERS * POSTS) loop_stop(poster->loop);
  free(posted);
}

static void *post_many(void *context) {
  Poster *poster = context;
  bool on_loop = loop_is_current(poster->loop);
  for (int i = 0; i < POSTS && !on_loop; i++) {
    Posted *posted = arena_heap_alloc(sizeof *posted);
    *posted = (Posted){poster, i};
    loop_post(poster->loop, receive_post, posted);
  }
  return NULL;
}

static void posts_arrive_in_order(void **state) {
  (void)state;
  Loop *loop = loop_open();
  assert_true(loop_is_current(loop));
  int total = 0;
  Poster posters[POSTERS];
  for (int i = 0; i < POSTERS; i++) {
    posters[i] = (Poster){.loop = loop, .total = &total};
    pthread_create(&posters[i].thread, NULL, post_many, &posters[i]);
  }
  loop_run(loop);
  for (int i = 0; i < POSTERS; i++) {
    pthread_join(posters[i].thread, NULL);
    assert_int_equal(posters[i].next_expected, POSTS);
  }
  loop_close(loop);
}

static void stop_comes_in_turn(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int before = 0;
  loop_post(loop, increment, &before);
  loop_stop(loop); /* even before it runs */
  loop_run(loop);
  assert_int_equal(before, 1);
  loop_post(loop, increment, &before);
  loop_stop(loop);
  loop_run(loop); /* can run again */
  assert_int_equal(before, 2);
  loop_post(loop, increment, &before);
  loop_close(loop); /* dropped, not called */
  assert_int_equal(before, 2);
}

/* ---- timers, signals, polls ---- */

typedef struct Ticks {
  Loop *loop;
  LoopTimer *repeating;
  int count;
  int64_t started_ms;
  bool slow_fired;
} Ticks;

static void tick(void *context) {
  Ticks *ticks = context;
  if (++ticks->count < 3) return;
  loop_timer_stop(ticks->repeating); /* in its own function */
  ticks->repeating = NULL;
  loop_stop(ticks->loop);
}

static void slow_tick(void *context) {
  Ticks *ticks = context;
  assert_true(job_now_ms() - ticks->started_ms >= 19);
  ticks->slow_fired = true;
  loop_stop(ticks->loop);
}

static void timers_fire(void **state) {
  (void)state;
  Loop *loop = loop_open();
  Ticks ticks = {.loop = loop};
  int never = 0;
  ticks.repeating = loop_timer_start(loop, 1, 1, tick, &ticks);
  LoopTimer *stopped = loop_timer_start(loop, 1, 0, increment, &never);
  loop_timer_start(loop, 600000, 0, increment, &never); /* left to loop_close */
  loop_timer_stop(stopped);
  loop_timer_stop(NULL);
  loop_run(loop);
  assert_int_equal(ticks.count, 3);

  usleep(30000); /* passed before the timer starts: must not count */
  ticks.started_ms = job_now_ms();
  LoopTimer *slow = loop_timer_start(loop, 20, 0, slow_tick, &ticks);
  loop_run(loop);
  assert_true(ticks.slow_fired);
  assert_int_equal(ticks.count, 3);
  assert_int_equal(never, 0);
  loop_timer_stop(slow); /* fired already, still ours to stop */
  loop_close(loop);
}

static void stop_loop(void *context) { loop_stop(context); }

typedef struct Later {
  Loop *loop;
  int begun, in_order, depth;
} Later;

static void run_inner(void *context) {
  Later *later = context;
  assert_int_equal(later->depth, 0); /* not inside of the one that asked for it */
  later->in_order++;
  loop_stop(later->loop);
}

static void run_first(void *context) {
  Later *later = context;
  assert_int_equal(later->depth, 0);
  assert_int_equal(later->in_order, 0);
  later->in_order = 1;
}

static void ask_for_later(void *context) {
  Later *later = context;
  later->begun++;
  later->depth = 1;
  loop_later(later->loop, run_first, later);
  loop_later(later->loop, run_inner, later);
  assert_int_equal(later->in_order, 0);
  later->depth = 0;
}

/* Asked for in a timer, which comes before the loop waits, and in what was
 * posted, which comes after. */
static void later_comes_after_the_callback(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    Later later = {.loop = loop_open()};
    if (i) loop_post(later.loop, ask_for_later, &later);
    else loop_timer_start(later.loop, 1, 0, ask_for_later, &later);
    loop_run(later.loop);
    assert_int_equal(later.begun, 1);
    assert_int_equal(later.in_order, 2);
    loop_later(later.loop, ask_for_later, &later); /* dropped */
    loop_close(later.loop);
    assert_int_equal(later.begun, 1);
  }
}

static void signals_call_back(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int count = 0;
  loop_on_signal(loop, LOOP_NUDGE, increment, &count);
  loop_on_signal(loop, LOOP_NUDGE, stop_loop, loop);
  raise(SIGHUP);
  loop_run(loop);
  assert_int_equal(count, 1);
  loop_close(loop);
}

typedef struct Polled {
  Loop *loop;
  LoopPoll *poll;
  int fd;
  char got[8];
} Polled;

static void polled_ready(void *context) {
  Polled *polled = context;
  assert_int_equal(read(polled->fd, polled->got, sizeof polled->got), 2);
  loop_poll_stop(polled->poll);
  loop_stop(polled->loop);
}

static void poll_tells_readable(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  Polled polled = {.loop = loop, .fd = ends[0]};
  polled.poll = loop_poll_start(loop, ends[0], polled_ready, &polled);
  assert_non_null(polled.poll);
  assert_null(loop_poll_start(loop, -1, polled_ready, &polled));
  loop_poll_stop(NULL);
  assert_int_equal(write(ends[1], "hi", 2), 2);
  loop_run(loop);
  assert_memory_equal(polled.got, "hi", 2);
  close(ends[0]);
  close(ends[1]);
  loop_close(loop);
}

/* ---- the end ---- */

static void close_calls_nobody_back(void **state) {
  (void)state;
  Loop *loop = loop_open();
  int count = 0;
  int ends[2];
  pair(ends);
  Seen open_one;
  seen_open(&open_one, loop, ends[0]);
  loop_stream_read(open_one.stream, true);
  char *bytes = pattern(MB);
  loop_stream_write(open_one.stream, (Str){bytes, MB}); /* queued in part */
  free(bytes);
  Seen closing;
  int other[2];
  pair(other);
  seen_open(&closing, loop, other[0]);
  loop_stream_close(closing.stream);
  Seen file;
  seen_open(&file, loop, open("/dev/zero", O_RDONLY));
  loop_stream_read(file.stream, true);
  LoopListener *listener = NULL;
  Seen seen;
  seen_init(&seen, loop);
  assert_int_equal(listen_at(loop, in_folder("s"), &seen, &listener), OK);
  assert_int_equal(
      loop_listen_tcp(&job, loop, (LoopTcp){STR("127.0.0.1"), 0}, seen_accept, &seen, &listener), OK);
  loop_timer_start(loop, 0, 0, increment, &count);
  loop_timer_start(loop, 0, 1, increment, &count);
  loop_on_signal(loop, LOOP_TERMINATE, increment, &count);
  loop_post(loop, increment, &count);
  assert_non_null(loop_poll_start(loop, other[1], increment, &count));
  loop_close(loop);
  assert_int_equal(count, 0);
  assert_int_equal(open_one.closes + closing.closes + file.closes, 0);
  assert_int_equal(file.data.len, 0);
  close(other[1]);
  close(ends[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      loop_test(posts_arrive_in_order),
      loop_test(stop_comes_in_turn),
      loop_test(timers_fire),
      loop_test(later_comes_after_the_callback),
      loop_test(signals_call_back),
      loop_test(poll_tells_readable),
      loop_test(close_calls_nobody_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
