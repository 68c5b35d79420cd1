/* Loop: the libuv loop, work posted to it, timers, signals and watched
 * descriptors. Knows nothing of bytes: streams and listeners have their own
 * files. */
#include "src/os/loop.h"

#include <errno.h>
#include <signal.h>

#include "src/base/log.h"
#include "src/os/loop_internal.h"

/* The handle comes first in each, so that freeing it frees the object. */
struct LoopTimer {
  uv_timer_t handle;
  LoopFunction *function;
  void *context;
};

struct LoopPoll {
  uv_poll_t handle;
  LoopFunction *function;
  void *context;
};

typedef struct LoopCatch {
  uv_signal_t handle;
  LoopFunction *function;
  void *context;
} LoopCatch;

Err loop_err_from_errno(int errno_value) {
  switch (errno_value) {
    case EPIPE:
    case ECONNRESET:
    case ENOTCONN:
    case ETIMEDOUT: /* TCP gave up on a silent peer */
      return ERR_CLOSED;
    default: {
      Err err = err_from_errno(errno_value);
      return err ? err : ERR_IO;
    }
  }
}

void loop_free_handle(uv_handle_t *handle) { free(handle); }

static void run_list(LoopPosted *list) {
  while (list) {
    LoopPosted current = *list;
    free(list);
    list = current.next;
    current.function(current.context);
  }
}

static void drop_list(LoopPosted *list) {
  while (list) {
    LoopPosted *dropped = list;
    list = dropped->next;
    free(dropped);
  }
}

/* Only what is posted already runs: what these post in turn waits for the
 * next round, so that descriptors get their share. */
static void run_posted(uv_async_t *wake) {
  Loop *loop = wake->data;
  lock_take(&loop->post_lock);
  LoopPosted *posted = loop->posted;
  loop->posted = NULL;
  loop->posted_end = &loop->posted;
  lock_give(&loop->post_lock);
  run_list(posted);
}

/* Callbacks come while timers and the like are looked through, before the loop
 * waits, or after it did. */
static void run_later(Loop *loop) {
  while (loop->later) {
    LoopPosted *later = loop->later;
    loop->later = NULL;
    loop->later_end = &loop->later;
    run_list(later);
  }
}

/* What runs between two waits is of no turn: it may be about bytes that came at
 * any time. */
static void before_wait(uv_prepare_t *before) {
  Loop *loop = before->data;
  run_later(loop);
  loop_send_gathered(loop);
  loop->turn++;
  loop->events = 0;
}

static void after_wait(uv_check_t *after) {
  Loop *loop = after->data;
  loop->turn++;
  loop_send_gathered(loop);
  run_later(loop);
}

uint64_t loop_turn(const Loop *loop) { return loop->turn; }

/* Without its few descriptors nothing can be served: as final as being out
 * of memory. */
static void must_work(int uv_err, const char *what) {
  if (!uv_err) return;
  log_error("cannot %s: %s", what, uv_strerror(uv_err));
  exit(err_exit_status(ERR_IO));
}

Loop *loop_open(void) {
  signal(SIGPIPE, SIG_IGN); /* a closed peer is an error code, not our end */
  Loop *loop = arena_heap_alloc(sizeof *loop);
  loop->posted_end = &loop->posted;
  loop->later_end = &loop->later;
  loop->turn = 1;
  loop->opener = pthread_self();
  atomic_init(&loop->runner, 0);
  lock_init(&loop->post_lock);
  must_work(uv_loop_init(&loop->uv), "start the event loop");
  must_work(uv_async_init(&loop->uv, &loop->wake, run_posted), "wake the event loop");
  uv_prepare_init(&loop->uv, &loop->before);
  uv_check_init(&loop->uv, &loop->after);
  loop->wake.data = loop->before.data = loop->after.data = loop;
  uv_prepare_start(&loop->before, before_wait);
  uv_check_start(&loop->after, after_wait);
  return loop;
}

static void close_leftover(uv_handle_t *handle, void *context) {
  Loop *loop = context;
  if (uv_is_closing(handle)) return;
  bool is_own = handle == (uv_handle_t *)&loop->wake || handle == (uv_handle_t *)&loop->before ||
                handle == (uv_handle_t *)&loop->after;
  uv_close(handle, is_own ? NULL : loop_free_handle);
}

void loop_close(Loop *loop) {
  if (!loop) return;
  while (loop->listeners) loop_listener_close(loop->listeners);
  loop_streams_abandon(loop);
  uv_walk(&loop->uv, close_leftover, loop);
  /* Whoever posted last may still be inside the lock. */
  lock_take(&loop->post_lock);
  drop_list(loop->posted);
  loop->posted = NULL;
  lock_give(&loop->post_lock);
  drop_list(loop->later);
  while (uv_run(&loop->uv, UV_RUN_DEFAULT)) {
  }
  int uv_err = uv_loop_close(&loop->uv);
  assert(!uv_err);
  (void)uv_err;
  lock_clear(&loop->post_lock);
  free(loop);
}

void loop_run(Loop *loop) {
  loop_check_thread(loop);
  atomic_store(&loop->runner, pthread_self());
  /* `wake` keeps it going while there is nothing else. */
  uv_run(&loop->uv, UV_RUN_DEFAULT);
  atomic_store(&loop->runner, 0);
}

static void stop_now(void *context) {
  Loop *loop = context;
  uv_stop(&loop->uv);
}

/* What was posted before it still runs. */
void loop_stop(Loop *loop) { loop_post(loop, stop_now, loop); }

void loop_post(Loop *loop, LoopFunction *function, void *context) {
  LoopPosted *posted = arena_heap_alloc(sizeof *posted);
  posted->function = function;
  posted->context = context;
  lock_take(&loop->post_lock);
  *loop->posted_end = posted;
  loop->posted_end = &posted->next;
  /* Inside the lock, because what was posted may close the loop. */
  uv_async_send(&loop->wake);
  lock_give(&loop->post_lock);
}

void loop_later(Loop *loop, LoopFunction *function, void *context) {
  loop_check_thread(loop);
  LoopPosted *later = arena_heap_alloc(sizeof *later);
  later->function = function;
  later->context = context;
  *loop->later_end = later;
  loop->later_end = &later->next;
}

bool loop_is_current(const Loop *loop) {
  pthread_t runner = atomic_load(&loop->runner);
  return pthread_equal(runner ? runner : loop->opener, pthread_self());
}

static void timer_fired(uv_timer_t *handle) {
  LoopTimer *timer = (LoopTimer *)handle;
  timer->function(timer->context);
}

LoopTimer *loop_timer_start(Loop *loop, uint64_t after_ms, uint64_t repeat_ms,
                            LoopFunction *function, void *context) {
  loop_check_thread(loop);
  LoopTimer *timer = arena_heap_alloc(sizeof *timer);
  timer->function = function;
  timer->context = context;
  uv_timer_init(&loop->uv, &timer->handle);
  uv_update_time(&loop->uv); /* the loop's idea of now may be old */
  uv_timer_start(&timer->handle, timer_fired, after_ms, repeat_ms);
  return timer;
}

void loop_timer_stop(LoopTimer *timer) {
  if (timer) uv_close((uv_handle_t *)&timer->handle, loop_free_handle);
}

static void signal_came(uv_signal_t *handle, int signal_number) {
  (void)signal_number;
  LoopCatch *caught = (LoopCatch *)handle;
  caught->function(caught->context);
}

void loop_on_signal(Loop *loop, LoopSignal which, LoopFunction *function, void *context) {
  static const int numbers[] = {[LOOP_INTERRUPT] = SIGINT, [LOOP_TERMINATE] = SIGTERM, [LOOP_NUDGE] = SIGHUP, [LOOP_WINDOW] = SIGWINCH};
  loop_check_thread(loop);
  LoopCatch *caught = arena_heap_alloc(sizeof *caught);
  caught->function = function;
  caught->context = context;
  must_work(uv_signal_init(&loop->uv, &caught->handle), "prepare for signals");
  must_work(uv_signal_start(&caught->handle, signal_came, numbers[which]), "catch a signal");
}

/* After an error libuv watches no longer; the owner, told as usual, finds it
 * by reading. */
static void poll_ready(uv_poll_t *handle, int status, int events) {
  (void)status;
  (void)events;
  LoopPoll *poll = (LoopPoll *)handle;
  ((Loop *)handle->data)->events++;
  poll->function(poll->context);
}

LoopPoll *loop_poll_start(Loop *loop, int fd, LoopFunction *function, void *context) {
  loop_check_thread(loop);
  LoopPoll *poll = arena_heap_alloc(sizeof *poll);
  poll->function = function;
  poll->context = context;
  if (uv_poll_init(&loop->uv, &poll->handle, fd)) {
    free(poll);
    return NULL;
  }
  poll->handle.data = loop;
  uv_poll_start(&poll->handle, UV_READABLE, poll_ready);
  return poll;
}

void loop_poll_stop(LoopPoll *poll) {
  if (!poll) return;
  ((Loop *)poll->handle.data)->events++; /* perhaps */
  uv_close((uv_handle_t *)&poll->handle, loop_free_handle);
}
