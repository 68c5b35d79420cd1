/* Job: scopes, the words of errors, stopping, progress. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>

#include "src/base/job.h"

static Arena arena;
static Job job;

static int fresh(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  return 0;
}

static int gone(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static void says(Err err, const char *expected) {
  assert_string_equal(str_to_c(&arena, job_message(&job, err)), expected);
}

static void first_words_stay(void **state) {
  (void)state;
  assert_int_equal(job_fail(&job, ERR_NOT_FOUND, "no symbol '%s'", "x"), ERR_NOT_FOUND);
  assert_int_equal(job_fail(&job, ERR_IO, "later"), ERR_IO);
  assert_int_equal(job.err, ERR_NOT_FOUND);
  says(ERR_NOT_FOUND, "no symbol 'x'");
  job_forgive(&job);
  assert_int_equal(job.err, OK);
  says(ERR_IO, "the system could not read or write");
  job_fail(&job, ERR_IO, "now it counts");
  says(ERR_IO, "now it counts");
}

static void success_has_no_words(void **state) {
  (void)state;
  assert_int_equal(job_fail(&job, OK, "nothing"), OK);
  assert_int_equal(job_prefix(&job, OK, "nothing"), OK);
  assert_int_equal(job.message.len, 0);
}

static void prefixes_pile_up(void **state) {
  (void)state;
  job_fail(&job, ERR_SYNTAX, "line %d", 3);
  assert_int_equal(job_prefix(&job, ERR_SYNTAX, "reading %s", "config"), ERR_SYNTAX);
  job_prefix(&job, ERR_SYNTAX, "starting");
  says(ERR_SYNTAX, "starting: reading config: line 3");
  job_forgive(&job);
  job_prefix(&job, ERR_BUSY, "opening");
  says(ERR_BUSY, "opening: somebody else is using it");
  assert_int_equal(job.err, ERR_BUSY);
}

static void runs_until_cancelled(void **state) {
  (void)state;
  assert_int_equal(job_check(&job), OK);
  assert_false(job_is_stopped(&job));
  job_cancel(&job, ERR_CANCELLED);
  job_cancel(&job, ERR_TIMEOUT);
  assert_true(job_is_stopped(&job));
  assert_int_equal(job.message.len, 0);
  assert_int_equal(job_check(&job), ERR_CANCELLED);
  says(ERR_CANCELLED, "the work was cancelled before it finished");
}

static void other_reasons_are_told(void **state) {
  (void)state;
  job_cancel(&job, ERR_CLOSED);
  assert_int_equal(job_check(&job), ERR_CLOSED);
  says(ERR_CLOSED, "the work was stopped: the other side went away");
  job_init(&job, &arena);
  job_cancel(&job, OK); /* no reason is a reason too */
  assert_int_equal(job_check(&job), ERR_CANCELLED);
}

static void notices_the_deadline(void **state) {
  (void)state;
  job.deadline_ms = job_now_ms() + 3600 * 1000;
  assert_int_equal(job_check(&job), OK);
  job.deadline_ms = 1;
  assert_true(job_is_stopped(&job));
  assert_int_equal(job_check(&job), ERR_TIMEOUT);
  assert_true(job.message.len > 0);
  job_forgive(&job);
  job.deadline_ms = job_now_ms() + 3600 * 1000; /* only a part of the work was late */
  assert_int_equal(job_check(&job), OK);
  job.deadline_ms = 1;
  job_cancel(&job, ERR_CANCELLED); /* outweighs being late */
  assert_int_equal(job_check(&job), ERR_CANCELLED);
}

static void *cancel_from_elsewhere(void *argument) {
  job_cancel(argument, ERR_CANCELLED);
  return NULL;
}

static void another_thread_cancels(void **state) {
  (void)state;
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, cancel_from_elsewhere, &job), 0);
  while (!job_is_stopped(&job)) continue;
  assert_int_equal(job_check(&job), ERR_CANCELLED);
  pthread_join(thread, NULL);
}

typedef struct Reports {
  int count;
  double last;
  double total;
} Reports;

static void note(void *context, double done, double total, Str message) {
  Reports *reports = context;
  reports->count++;
  reports->last = done;
  reports->total = total;
  assert_true(str_eq(message, STR("step")));
}

static void progress_only_grows(void **state) {
  (void)state;
  job_progress(&job, 0, 10, STR("nobody listens"));
  job_init(&job, &arena);
  Reports reports = {0};
  job.progress = note;
  job.progress_context = &reports;
  static const double done[] = {0, 0, 2, 1, 2, 5};
  for (size_t i = 0; i < COUNT_OF(done); i++) job_progress(&job, done[i], 10, STR("step"));
  job_progress(&job, (double)NAN, 10, STR("step"));
  assert_int_equal(reports.count, 3);
  assert_true(reports.last == 5.0 && reports.total == 10.0);
}

/* ---- scopes ---- */

static Err fails_in_scratch(Arena **ret_scratch) {
  JOB_SCRATCH(&job);
  *ret_scratch = job.arena;
  memset(arena_alloc(job.arena, 5000), 'x', 5000);
  TRY(job_fail(&job, ERR_IO, "no %s", "disk"));
  return OK;
}

static void scratch_ends_on_every_way_out(void **state) {
  (void)state;
  Arena *scratch = NULL;
  assert_int_equal(fails_in_scratch(&scratch), ERR_IO);
  assert_ptr_not_equal(scratch, &arena);
  assert_ptr_equal(job.arena, &arena);
  says(ERR_IO, "no disk");
  assert_true(arena.used < 5000); /* the words came along, nothing else did */
}

static void scratch_may_be_reset_inside(void **state) {
  (void)state;
  size_t before = arena.used;
  {
    JOB_SCRATCH(&job);
    for (size_t i = 0; i < 3; i++) {
      arena_alloc(job.arena, 1000);
      assert_true(job.arena->used < 2000);
      arena_reset(job.arena);
    }
  }
  assert_int_equal(arena.used, before);
}

static void given_arenas_are_left_alone(void **state) {
  (void)state;
  Arena given;
  char *made;
  arena_init(&given);
  {
    JOB_ARENA(&job, &given);
    assert_ptr_equal(job.arena, &given);
    made = str_to_c(job.arena, STR("stays"));
    assert_int_equal(job_fail(&job, ERR_IO, "words"), ERR_IO);
  }
  assert_ptr_equal(job.arena, &arena);
  assert_string_equal(made, "stays");
  arena_clear(&given);
  says(ERR_IO, "words");
}

static void scopes_nest(void **state) {
  (void)state;
  {
    JOB_SCRATCH(&job);
    Arena *outer = job.arena;
    {
      JOB_SCRATCH(&job);
      assert_ptr_not_equal(job.arena, outer);
      assert_int_equal(job_fail(&job, ERR_IO, "deep"), ERR_IO);
    }
    assert_ptr_equal(job.arena, outer);
    assert_int_equal(job_prefix(&job, ERR_IO, "below"), ERR_IO);
  }
  assert_ptr_equal(job.arena, &arena);
  says(ERR_IO, "below: deep");
}

static void earlier_and_forgiven_words_are_not_copied(void **state) {
  (void)state;
  assert_int_equal(job_fail(&job, ERR_IO, "early"), ERR_IO);
  const char *words = job.message.ptr;
  size_t before = arena.used;
  { JOB_SCRATCH(&job); }
  assert_ptr_equal(job.message.ptr, words);
  job_forgive(&job);
  {
    JOB_SCRATCH(&job);
    assert_int_equal(job_fail(&job, ERR_IO, "handled"), ERR_IO);
    job_forgive(&job);
  }
  assert_int_equal(arena.used, before);
  says(OK, err_text(OK));
}

static char ended[8];

static void note_end(void *context) { ended[strlen(ended)] = *(const char *)context; }

static void turns_end_once_and_are_told_apart(void **state) {
  (void)state;
  JobTurn turn = {0};
  JobTurnEnd one = {.function = note_end, .context = "1"}, two = {.function = note_end, .context = "2"};
  memset(ended, 0, sizeof ended);
  assert_int_equal(job_turn(&job), 0);
  job_turn_begin(&turn);
  uint64_t first = turn.number;
  job.turn = &turn;
  assert_true(first && job_turn(&job) == first);
  job_turn_hold(&turn, &one);
  job_turn_hold(&turn, &two);
  job_turn_end(&turn);
  assert_string_equal(ended, "21");
  assert_int_equal(job_turn(&job), 0);
  job_turn_end(&turn);
  assert_string_equal(ended, "21");
  job_turn_begin(&turn);
  assert_true(turn.number != first && !turn.ends);
  job_turn_end(&turn);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, fresh, gone)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(first_words_stay),       TEST(success_has_no_words), TEST(prefixes_pile_up),
      TEST(runs_until_cancelled),   TEST(other_reasons_are_told), TEST(notices_the_deadline),
      TEST(another_thread_cancels), TEST(progress_only_grows),
      TEST(scratch_ends_on_every_way_out), TEST(scratch_may_be_reset_inside), TEST(given_arenas_are_left_alone),
      TEST(scopes_nest), TEST(earlier_and_forgiven_words_are_not_copied),
      TEST(turns_end_once_and_are_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
