/* Made in parallel, taken in order; and what happens when something fails. */
#include <pthread.h>
#include <stdatomic.h>

#include "src/index/crew_internal.h"
#include "tests/unit/index_tree.h"

typedef struct Work {
  size_t fail_making, fail_taking; /* items; 0: none */
  bool stops_job;
  size_t taken;
  atomic_size_t made, inside, most_inside, heavy_inside, most_heavy;
  bool slow;
} Work;

static size_t weigh(void *context, size_t item) {
  (void)context;
  return item % 10 == 3 ? 100 : 1;
}

static void raise_to(atomic_size_t *most, size_t value) {
  for (size_t seen = atomic_load(most); value > seen && !atomic_compare_exchange_weak(most, &seen, value);) {}
}

static Err make(void *context, unsigned member, Job *job, size_t item, void **ret_product) {
  Work *work = context;
  if (member >= INDEX_CREW_MAX) return ERR_INTERNAL;
  raise_to(&work->most_inside, atomic_fetch_add(&work->inside, 1) + 1);
  if (weigh(NULL, item) > 1) raise_to(&work->most_heavy, atomic_fetch_add(&work->heavy_inside, 1) + 1);
  if (work->slow) usleep(300);
  if (weigh(NULL, item) > 1) atomic_fetch_sub(&work->heavy_inside, 1);
  atomic_fetch_sub(&work->inside, 1);
  atomic_fetch_add(&work->made, 1);
  if (work->fail_making && item == work->fail_making) return job_fail(job, ERR_SYNTAX, "item %zu", item);
  size_t *product = ARENA_NEW(job->arena, size_t);
  *product = item * item;
  *ret_product = product;
  return OK;
}

static Err take(void *context, Job *job, size_t item, void *product) {
  Work *work = context;
  assert_int_equal(item, work->taken);
  assert_int_equal(*(size_t *)product, item * item);
  work->taken++;
  arena_alloc(job->arena, 1000);
  if (work->fail_taking && item == work->fail_taking) return job_fail(job, ERR_IO, "taking %zu", item);
  if (work->stops_job && item == 20) job_cancel(job, ERR_CANCELLED);
  return OK;
}

static Err run(Work *work, size_t count, size_t workers) {
  IndexCrewWork crew = {.context = work, .count = count, .workers = workers, .weight = weigh, .weight_max = 101,
                        .make = make, .take = take};
  job_init(&tree_job, &tree_arena);
  return index_crew_run(&tree_job, &crew);
}

static void test_order(void **state) {
  (void)state;
  const size_t counts[] = {0, 1, 2, 3, 17, 500};
  const size_t workers[] = {0, 1, 2, 5, 64, 1000};
  for (size_t c = 0; c < COUNT_OF(counts); c++) {
    for (size_t w = 0; w < COUNT_OF(workers); w++) {
      Work work = {0};
      tree_ok(run(&work, counts[c], workers[w]));
      assert_int_equal(work.taken, counts[c]);
      assert_int_equal(work.made, counts[c]);
      assert_true(work.most_inside <= (workers[w] ? workers[w] : 1));
    }
  }
}

static void test_weights(void **state) {
  (void)state;
  Work work = {.slow = true};
  tree_ok(run(&work, 300, 8));
  assert_int_equal(work.most_heavy, 1); /* two would weigh more than allowed */
}

static void test_failures(void **state) {
  (void)state;
  const size_t workers[] = {0, 1, 4};
  for (size_t w = 0; w < COUNT_OF(workers); w++) {
    Work work = {.fail_making = 40};
    assert_int_equal(run(&work, 200, workers[w]), ERR_SYNTAX);
    tree_expect(job_message(&tree_job, ERR_SYNTAX), "item 40");
    assert_int_equal(work.taken, 40); /* all before it */
    work = (Work){.fail_taking = 40};
    assert_int_equal(run(&work, 200, workers[w]), ERR_IO);
    tree_expect(job_message(&tree_job, ERR_IO), "taking 40");
    work = (Work){.stops_job = true};
    assert_int_equal(run(&work, 100000, workers[w]), ERR_CANCELLED);
    assert_int_equal(work.taken, 21);
    assert_true(work.made < 1000);
  }
}

typedef struct Alone {
  pthread_t thread;
  size_t made, taken;
} Alone;

static Err make_alone(void *context, unsigned member, Job *job, size_t item, void **ret_product) {
  Alone *alone = context;
  assert_true(pthread_equal(pthread_self(), alone->thread));
  assert_int_equal(member, 0);
  assert_int_equal(item, alone->taken);
  alone->made++;
  *ret_product = arena_copy(job->arena, &item, sizeof item);
  return item == 50 ? job_check(job) : OK;
}

static Err take_alone(void *context, Job *job, size_t item, void *product) {
  Alone *alone = context;
  assert_int_equal(*(size_t *)product, item);
  alone->taken++;
  if (item == 49) job_cancel(job, ERR_CANCELLED);
  return OK;
}

/* One worker is the caller, on its own job: nothing is handed over. */
static void test_one_worker_is_the_caller(void **state) {
  (void)state;
  Alone alone = {.thread = pthread_self()};
  IndexCrewWork crew = {.context = &alone, .count = 100, .workers = 1, .make = make_alone, .take = take_alone};
  job_init(&tree_job, &tree_arena);
  assert_true(index_crew_is_alone(&crew));
  assert_int_equal(index_crew_run(&tree_job, &crew), ERR_CANCELLED);
  assert_int_equal(alone.taken, 50);
  assert_int_equal(alone.made, 50);
  tree_expect(job_message(&tree_job, ERR_CANCELLED), "the work was cancelled before it finished");
}

/* ---- beside ---- */

typedef struct Task {
  atomic_bool goes_on; /* until its job is stopped */
  atomic_bool begun, stopped;
  Err err;
} Task;

static Err do_task(void *context, Job *job) {
  Task *task = context;
  atomic_store(&task->begun, true);
  while (task->goes_on && !job_is_stopped(job)) usleep(100);
  atomic_store(&task->stopped, job_is_stopped(job));
  TRY(job_check(job));
  return task->err ? job_fail(job, task->err, "beside") : OK;
}

static void test_beside(void **state) {
  (void)state;
  Task task = {0};
  job_init(&tree_job, &tree_arena);
  tree_ok(index_beside_end(&tree_job, index_beside_begin(do_task, &task)));
  assert_true(task.begun && !task.stopped);
  task = (Task){.err = ERR_IO};
  assert_int_equal(index_beside_end(&tree_job, index_beside_begin(do_task, &task)), ERR_IO);
  tree_expect(job_message(&tree_job, ERR_IO), "beside");
  task = (Task){.goes_on = true};
  index_beside_stop(index_beside_begin(do_task, &task));
  assert_true(task.begun && task.stopped);
  task = (Task){.goes_on = true};
  job_init(&tree_job, &tree_arena);
  job_cancel(&tree_job, ERR_CANCELLED); /* who waits has enough of it */
  assert_int_equal(index_beside_end(&tree_job, index_beside_begin(do_task, &task)), ERR_CANCELLED);
  assert_true(task.stopped);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_order), tree_test(test_weights), tree_test(test_failures),
                                     tree_test(test_one_worker_is_the_caller),
                                     tree_test(test_beside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
