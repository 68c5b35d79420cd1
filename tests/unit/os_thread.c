/* Pool, permits and events of src/os/thread.h. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "src/os/thread.h"

static atomic_int finished;

static void count_one(void *context) {
  (void)context;
  atomic_fetch_add(&finished, 1);
}

static void runs_every_task(void **state) {
  (void)state;
  atomic_store(&finished, 0);
  ThreadPool *pool = thread_pool_open(8, 2);
  assert_int_equal(thread_pool_active(pool), 0);
  for (int i = 0; i < 1000; i++) assert_true(thread_pool_run(pool, count_one, NULL));
  thread_pool_close(pool);
  assert_int_equal(atomic_load(&finished), 1000);
}

typedef struct Ordered {
  int *log;
  atomic_int *len;
  int number;
} Ordered;

static void note_number(void *context) {
  Ordered *ordered = context;
  ordered->log[atomic_fetch_add(ordered->len, 1)] = ordered->number;
}

static void runs_in_order_on_one_thread(void **state) {
  (void)state;
  int log[100];
  atomic_int len = 0;
  Ordered ordered[100];
  ThreadPool *pool = thread_pool_open(1, 1);
  for (int i = 0; i < 100; i++) {
    ordered[i] = (Ordered){log, &len, i};
    assert_true(thread_pool_run(pool, note_number, &ordered[i]));
  }
  thread_pool_close(pool);
  assert_int_equal(atomic_load(&len), 100);
  for (int i = 0; i < 100; i++) assert_int_equal(log[i], i);
}

/* One task that runs until told. */
typedef struct Blocker {
  ThreadEvent *started;
  ThreadEvent *release;
} Blocker;

static void wait_plainly(ThreadEvent *event) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  assert_int_equal(thread_wait(&job, event, 0), OK);
  arena_clear(&arena);
}

static void block(void *context) {
  Blocker *blocker = context;
  thread_event_set(blocker->started);
  wait_plainly(blocker->release);
}

static void refuses_beyond_the_queue(void **state) {
  (void)state;
  atomic_store(&finished, 0);
  Blocker blocker = {thread_event_open(), thread_event_open()};
  ThreadPool *pool = thread_pool_open(1, 1);
  assert_true(thread_pool_run(pool, block, &blocker));
  wait_plainly(blocker.started);
  for (int i = 0; i < THREAD_MAX_QUEUE; i++) assert_true(thread_pool_run(pool, count_one, NULL));
  assert_false(thread_pool_run(pool, count_one, NULL));
  assert_int_equal(thread_pool_active(pool), THREAD_MAX_QUEUE + 1);
  thread_event_set(blocker.release);
  thread_pool_close(pool);
  assert_int_equal(atomic_load(&finished), THREAD_MAX_QUEUE);
  thread_event_close(blocker.started);
  thread_event_close(blocker.release);
}

/* All eight must run at once for any of them to end. */
typedef struct Meeting {
  atomic_int arrived;
  ThreadEvent *all_here;
} Meeting;

static void meet(void *context) {
  Meeting *meeting = context;
  if (atomic_fetch_add(&meeting->arrived, 1) == 7) thread_event_set(meeting->all_here);
  wait_plainly(meeting->all_here);
}

static void starts_a_thread_for_each_task(void **state) {
  (void)state;
  ThreadPool *pool = thread_pool_open(8, 2);
  for (int round = 0; round < 20; round++) {
    Meeting meeting = {.all_here = thread_event_open()};
    for (int i = 0; i < 8; i++) assert_true(thread_pool_run(pool, meet, &meeting));
    while (thread_pool_active(pool)) sched_yield();
    assert_int_equal(atomic_load(&meeting.arrived), 8);
    thread_event_close(meeting.all_here);
  }
  thread_pool_close(pool);
}

/* Tasks that stay until told, and count themselves. */
typedef struct Stay {
  atomic_int running;
  ThreadEvent *release;
} Stay;

static void stay(void *context) {
  Stay *all = context;
  atomic_fetch_add(&all->running, 1);
  wait_plainly(all->release);
  atomic_fetch_sub(&all->running, 1);
}

static void until_running(Stay *all, int count) {
  while (atomic_load(&all->running) != count) sched_yield();
}

/* A member gets as many threads as are free, a group three times as many. */
static void an_owner_leaves_room_for_others(void **state) {
  (void)state;
  ThreadPool *pool = thread_pool_open(64, 2);
  Stay first = {.release = thread_event_open()}, second = {.release = thread_event_open()};
  Stay third = {.release = thread_event_open()}, other = {.release = thread_event_open()}, late = {.release = thread_event_open()};
  for (int i = 0; i < 70; i++) assert_true(thread_pool_run_for(pool, (JobOwner){1, 1}, stay, &first));
  until_running(&first, 32);
  for (int i = 0; i < 70; i++) assert_true(thread_pool_run_for(pool, (JobOwner){1, 2}, stay, &second));
  until_running(&second, 16);
  assert_true(thread_pool_run_for(pool, (JobOwner){1, 3}, stay, &third)); /* beyond the group's share */
  until_running(&third, 1);
  for (int i = 0; i < 70; i++) assert_true(thread_pool_run_for(pool, (JobOwner){2, 1}, stay, &other));
  until_running(&other, 8); /* 15 are free, of which 8 leave 7 */
  assert_true(thread_pool_run_for(pool, (JobOwner){3, 1}, stay, &late));
  until_running(&late, 1);
  assert_true(thread_pool_run(pool, stay, &late)); /* our own */
  until_running(&late, 2);
  assert_int_equal(atomic_load(&first.running), 32);
  assert_int_equal(atomic_load(&second.running), 16);
  assert_int_equal(atomic_load(&other.running), 8);
  thread_event_set(first.release);
  thread_event_set(second.release);
  thread_event_set(third.release);
  thread_event_set(other.release);
  thread_event_set(late.release);
  thread_pool_close(pool);
  thread_event_close(first.release);
  thread_event_close(second.release);
  thread_event_close(third.release);
  thread_event_close(other.release);
  thread_event_close(late.release);
}

/* One thread: owners alternate, each in its own order. */
static void owners_take_turns(void **state) {
  (void)state;
  static const JobOwner owners[] = {{1, 1}, {1, 2}, {2, 1}};
  int log[9];
  atomic_int len = 0;
  Ordered ordered[9];
  Blocker blocker = {thread_event_open(), thread_event_open()};
  ThreadPool *pool = thread_pool_open(1, 1);
  assert_true(thread_pool_run(pool, block, &blocker));
  wait_plainly(blocker.started);
  for (int i = 0; i < 9; i++) {
    ordered[i] = (Ordered){log, &len, i / 3 * 10 + i % 3};
    assert_true(thread_pool_run_for(pool, owners[i / 3], note_number, &ordered[i]));
  }
  thread_event_set(blocker.release);
  thread_pool_close(pool);
  assert_int_equal(atomic_load(&len), 9);
  /* The groups alternate while both have some, and so do the members of one. */
  int next[3] = {0};
  for (int i = 0; i < 9; i++) {
    int owner = log[i] / 10;
    assert_int_equal(log[i] % 10, next[owner]++);
    if (i && i < 6) assert_true((owner == 2) != (log[i - 1] / 10 == 2));
    if (i > 1 && i < 6 && owner != 2) assert_true(owner != log[i - 2] / 10);
  }
  thread_event_close(blocker.started);
  thread_event_close(blocker.release);
}

/* One owner's queue is full; another's is not. */
static void a_full_queue_is_its_owners_own(void **state) {
  (void)state;
  atomic_store(&finished, 0);
  Blocker blocker = {thread_event_open(), thread_event_open()};
  ThreadPool *pool = thread_pool_open(1, 1);
  assert_true(thread_pool_run(pool, block, &blocker));
  wait_plainly(blocker.started);
  for (int i = 0; i < THREAD_MAX_QUEUE; i++) assert_true(thread_pool_run_for(pool, (JobOwner){1, (uint64_t)i}, count_one, NULL));
  assert_false(thread_pool_run_for(pool, (JobOwner){1, 9999}, count_one, NULL));
  assert_true(thread_pool_run_for(pool, (JobOwner){2, 1}, count_one, NULL));
  thread_event_set(blocker.release);
  thread_pool_close(pool);
  assert_int_equal(atomic_load(&finished), THREAD_MAX_QUEUE + 1);
  thread_event_close(blocker.started);
  thread_event_close(blocker.release);
}

static sigset_t pool_mask;

static void note_mask(void *context) {
  (void)context;
  pthread_sigmask(SIG_SETMASK, NULL, &pool_mask);
}

static void pool_threads_get_no_signals(void **state) {
  (void)state;
  sigset_t before;
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, NULL, &before);
  ThreadPool *pool = thread_pool_open(1, 1);
  assert_true(thread_pool_run(pool, note_mask, NULL));
  thread_pool_close(pool);
  pthread_sigmask(SIG_SETMASK, NULL, &after);
  assert_true(sigismember(&pool_mask, SIGINT));
  assert_true(sigismember(&pool_mask, SIGTERM));
  assert_true(sigismember(&pool_mask, SIGCHLD));
  assert_false(sigismember(&pool_mask, SIGSEGV));
  assert_int_equal(sigismember(&after, SIGTERM), sigismember(&before, SIGTERM));
}

/* Jobs that do CPU work, with waits in between. */
typedef struct Crowd {
  ThreadPool *pool;
  atomic_int inside;
  atomic_int most;
  atomic_int done;
} Crowd;

static void enter(Crowd *crowd) {
  int inside = atomic_fetch_add(&crowd->inside, 1) + 1;
  int most = atomic_load(&crowd->most);
  while (inside > most && !atomic_compare_exchange_weak(&crowd->most, &most, inside)) {
  }
  for (int i = 0; i < 50; i++) sched_yield();
  atomic_fetch_sub(&crowd->inside, 1);
}

static void crowd_job(void *context) {
  Crowd *crowd = context;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  assert_int_equal(thread_permit_take(&job, crowd->pool), OK);
  assert_ptr_equal(job.permit, crowd->pool);
  enter(crowd);
  ThreadEvent *never = thread_event_open();
  assert_int_equal(thread_wait(&job, never, 1), ERR_TIMEOUT);
  assert_ptr_equal(job.permit, crowd->pool);
  enter(crowd);
  thread_event_close(never);
  thread_permit_return(&job);
  assert_null(job.permit);
  thread_permit_return(&job); /* not held: nothing happens */
  atomic_fetch_add(&crowd->done, 1);
  arena_clear(&arena);
}

static void permits_are_never_exceeded(void **state) {
  (void)state;
  Crowd crowd = {.pool = thread_pool_open(16, 3)};
  for (int i = 0; i < 300; i++) assert_true(thread_pool_run(crowd.pool, crowd_job, &crowd));
  thread_pool_close(crowd.pool);
  assert_int_equal(atomic_load(&crowd.done), 300);
  assert_in_range(atomic_load(&crowd.most), 1, 3);
}

/* A helper thread with a job of its own, for one call at a time. */
typedef struct Helper {
  pthread_t thread;
  Arena arena;
  Job job;
  ThreadPool *pool;
  ThreadEvent *event;
  Err result;
  bool had_permit;
} Helper;

static void helper_init(Helper *helper, ThreadPool *pool, ThreadEvent *event) {
  *helper = (Helper){.pool = pool, .event = event};
  arena_init(&helper->arena);
  job_init(&helper->job, &helper->arena);
}

static void helper_end(Helper *helper) {
  pthread_join(helper->thread, NULL);
  helper->had_permit = helper->job.permit != NULL;
  thread_permit_return(&helper->job);
}

static void *take_permit(void *context) {
  Helper *helper = context;
  helper->result = thread_permit_take(&helper->job, helper->pool);
  return NULL;
}

static void *take_and_return(void *context) {
  Helper *helper = context;
  helper->result = thread_permit_take(&helper->job, helper->pool);
  helper->had_permit = helper->job.permit != NULL;
  thread_permit_return(&helper->job);
  return NULL;
}

static void *take_and_wait(void *context) {
  Helper *helper = context;
  helper->result = thread_permit_take(&helper->job, helper->pool);
  if (!helper->result) helper->result = thread_wait(&helper->job, helper->event, 0);
  return NULL;
}

static void waiting_gives_the_permit_back(void **state) {
  (void)state;
  ThreadPool *pool = thread_pool_open(1, 1);
  ThreadEvent *event = thread_event_open();
  Helper waiting;
  helper_init(&waiting, pool, event);
  pthread_create(&waiting.thread, NULL, take_and_wait, &waiting);
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  /* Whichever comes first: with one permit, both must get it in turn, and the
   * other one ends only after we set the event while holding it. */
  assert_int_equal(thread_permit_take(&job, pool), OK);
  thread_event_set(event);
  thread_permit_return(&job);
  helper_end(&waiting);
  assert_int_equal(waiting.result, OK);
  assert_true(waiting.had_permit);
  arena_clear(&waiting.arena);
  arena_clear(&arena);
  thread_event_close(event);
  thread_pool_close(pool);
}

static void stopping_leaves_the_line(void **state) {
  (void)state;
  ThreadPool *pool = thread_pool_open(1, 1);
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  assert_int_equal(thread_permit_take(&job, pool), OK);

  Helper cancelled;
  Helper late;
  helper_init(&cancelled, pool, NULL);
  helper_init(&late, pool, NULL);
  late.job.deadline_ms = job_now_ms() + 30;
  pthread_create(&cancelled.thread, NULL, take_permit, &cancelled);
  pthread_create(&late.thread, NULL, take_permit, &late);
  usleep(10000); /* so that it usually is in line already */
  job_cancel(&cancelled.job, ERR_CANCELLED);
  helper_end(&cancelled);
  helper_end(&late);
  assert_int_equal(cancelled.result, ERR_CANCELLED);
  assert_int_equal(late.result, ERR_TIMEOUT);
  assert_false(cancelled.had_permit);
  assert_false(late.had_permit);
  assert_true(cancelled.job.message.len > 0);

  /* The one permit is still there for the next. */
  thread_permit_return(&job);
  assert_int_equal(thread_permit_take(&job, pool), OK);
  thread_permit_return(&job);
  job_cancel(&job, ERR_CANCELLED);
  assert_int_equal(thread_permit_take(&job, pool), ERR_CANCELLED);
  arena_clear(&cancelled.arena);
  arena_clear(&late.arena);
  arena_clear(&arena);
  thread_pool_close(pool);
}

/* Many jobs of one owner are in line for the one permit; a job of another that
 * comes last is next. */
static void permits_go_round_the_owners(void **state) {
  (void)state;
  enum { MANY = 6 };
  ThreadPool *pool = thread_pool_open(1, 1);
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  job.owner = (JobOwner){1, 1};
  assert_int_equal(thread_permit_take(&job, pool), OK);
  Helper many[MANY], other;
  for (int i = 0; i < MANY; i++) {
    helper_init(&many[i], pool, NULL);
    many[i].job.owner = (JobOwner){1, 1};
    pthread_create(&many[i].thread, NULL, take_and_return, &many[i]);
  }
  helper_init(&other, pool, NULL);
  other.job.owner = (JobOwner){2, 1};
  pthread_create(&other.thread, NULL, take_permit, &other);
  /* While nothing is returned, it gets one all the same: none of its owner's
   * is held, and it has waited long enough. */
  pthread_join(other.thread, NULL);
  assert_int_equal(other.result, OK);
  thread_permit_return(&other.job); /* that one was beyond the count: it goes to nobody */
  thread_permit_return(&job);
  for (int i = 0; i < MANY; i++) { /* the one permit goes through all of them */
    pthread_join(many[i].thread, NULL);
    assert_int_equal(many[i].result, OK);
    assert_true(many[i].had_permit);
    arena_clear(&many[i].arena);
  }
  arena_clear(&other.arena);
  arena_clear(&arena);
  thread_pool_close(pool);
}

static void *wait_only(void *context) {
  Helper *helper = context;
  helper->result = thread_wait(&helper->job, helper->event, 0);
  return NULL;
}

static void event_wait_ends(void **state) {
  (void)state;
  ThreadEvent *event = thread_event_open();
  Helper helper;

  helper_init(&helper, NULL, event); /* its own timeout */
  assert_int_equal(thread_wait(&helper.job, event, 5), ERR_TIMEOUT);
  assert_true(str_eq(helper.job.message, STR("no answer within 5 ms")));
  assert_false(job_is_stopped(&helper.job));
  arena_clear(&helper.arena);

  helper_init(&helper, NULL, event); /* the job's deadline */
  helper.job.deadline_ms = job_now_ms() + 5;
  assert_int_equal(thread_wait(&helper.job, event, 60000), ERR_TIMEOUT);
  assert_true(job_is_stopped(&helper.job));
  arena_clear(&helper.arena);

  helper_init(&helper, NULL, event); /* cancelled */
  pthread_create(&helper.thread, NULL, wait_only, &helper);
  job_cancel(&helper.job, ERR_CANCELLED);
  helper_end(&helper);
  assert_int_equal(helper.result, ERR_CANCELLED);
  arena_clear(&helper.arena);

  helper_init(&helper, NULL, event); /* set meanwhile */
  pthread_create(&helper.thread, NULL, wait_only, &helper);
  thread_event_set(event);
  helper_end(&helper);
  assert_int_equal(helper.result, OK);
  assert_int_equal(thread_wait(&helper.job, event, 0), OK); /* and stays set */
  arena_clear(&helper.arena);
  thread_event_close(event);
}

static void cancelled_wait_does_not_get_the_permit_again(void **state) {
  (void)state;
  ThreadPool *pool = thread_pool_open(1, 1);
  ThreadEvent *event = thread_event_open();
  Helper helper;
  helper_init(&helper, pool, event);
  assert_int_equal(thread_permit_take(&helper.job, pool), OK);
  pthread_create(&helper.thread, NULL, wait_only, &helper);
  job_cancel(&helper.job, ERR_CANCELLED);
  pthread_join(helper.thread, NULL);
  assert_int_equal(helper.result, ERR_CANCELLED);
  assert_null(helper.job.permit);
  arena_clear(&helper.arena);

  helper_init(&helper, pool, event);
  assert_int_equal(thread_permit_take(&helper.job, pool), OK);
  thread_permit_return(&helper.job);
  arena_clear(&helper.arena);
  thread_event_close(event);
  thread_pool_close(pool);
}

/* Who must not wait gets what is free, or nothing; and what would wait is the end
 * of it, also where the failure is forgiven. */
static void a_trial_never_waits(void **state) {
  (void)state;
  ThreadPool *pool = thread_pool_open(2, 1);
  ThreadEvent *event = thread_event_open();
  Arena arena;
  Job job, other;
  arena_init(&arena);
  job_init(&job, &arena);
  job_init(&other, &arena);
  job.is_trial = true;
  assert_true(thread_permit_try(&job, pool));
  assert_false(thread_permit_try(&other, pool)); /* there is one */
  thread_permit_return(&job);
  assert_true(thread_permit_try(&other, pool));
  thread_permit_return(&other);
  thread_event_set(event);
  assert_int_equal(thread_wait(&job, event, 0), OK); /* nothing to wait for */
  assert_int_equal(thread_may_wait(&other), OK);
  thread_event_close(event);
  event = thread_event_open();
  assert_int_equal(thread_wait(&job, event, 0), ERR_BUSY);
  job_forgive(&job);
  assert_int_equal(job_check(&job), ERR_BUSY);
  arena_clear(&arena);
  thread_event_close(event);
  thread_pool_close(pool);
}

static void counts_cores(void **state) {
  (void)state;
  assert_in_range(thread_core_count(), 1, (size_t)sysconf(_SC_NPROCESSORS_CONF));
}

int main(void) {
  alarm(100); /* a wait that never ends is a failure */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_every_task),
      cmocka_unit_test(runs_in_order_on_one_thread),
      cmocka_unit_test(refuses_beyond_the_queue),
      cmocka_unit_test(starts_a_thread_for_each_task),
      cmocka_unit_test(an_owner_leaves_room_for_others),
      cmocka_unit_test(owners_take_turns),
      cmocka_unit_test(a_full_queue_is_its_owners_own),
      cmocka_unit_test(pool_threads_get_no_signals),
      cmocka_unit_test(permits_are_never_exceeded),
      cmocka_unit_test(waiting_gives_the_permit_back),
      cmocka_unit_test(stopping_leaves_the_line),
      cmocka_unit_test(permits_go_round_the_owners),
      cmocka_unit_test(event_wait_ends),
      cmocka_unit_test(cancelled_wait_does_not_get_the_permit_again),
      cmocka_unit_test(a_trial_never_waits),
      cmocka_unit_test(counts_cores),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
