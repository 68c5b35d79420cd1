/* Runs of tests that outlive the call that began them: on a thread of their
 * own, one for a project at a time, with what came of them kept until it was
 * given or another run begins. They end with the process: a supervisor sees to
 * that. Knows from earlier runs how long one takes. */
#include <stdlib.h>
#include <string.h>

#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/check/check_internal.h"
#include "src/os/secret.h"
#include "src/os/thread.h"

#define LOOK_MS 1000               /* between two words about how far it is */
#define KEPT_MS (10 * 60 * 1000)   /* what nobody asked for */

typedef struct Going {
  struct Going *next;
  Arena arena; /* of everything that it was begun with, and of what came of it */
  Job job;
  Str root, handle;
  CheckPlaces places;
  CheckRuns runs;
  CheckOutcome *outcomes;
  ThreadEvent *ended;
  int64_t began_ms, expected_ms; /* 0: nobody knows */
  /* Under the lock. */
  size_t refs;
  bool is_over, is_given;
  int64_t over_ms;
  Err err;
} Going;

static Lock lock = LOCK_READY;
static Going *all; /* under the lock; each has a reference from here */

/* ---- copies: a call's arena is gone when its run ends ---- */

static CheckWords copy_words(Arena *arena, const CheckWords *words) {
  CheckWords copy = {0};
  for (size_t i = 0; i < words->len; i++) *vec_add(arena, &copy) = str_copy(arena, words->items[i]);
  return copy;
}

static const CheckTool *copy_tool(Arena *arena, const CheckTool *tool) {
  CheckTool *copy = ARENA_NEW(arena, CheckTool);
  *copy = *tool;
  copy->name = str_copy(arena, tool->name);
  copy->language = str_copy(arena, tool->language);
  copy->extensions = copy_words(arena, &tool->extensions);
  copy->markers = copy_words(arena, &tool->markers);
  copy->programs = copy_words(arena, &tool->programs);
  copy->command = copy_words(arena, &tool->command);
  copy->some = copy_words(arena, &tool->some);
  copy->all = copy_words(arena, &tool->all);
  copy->format = str_copy(arena, tool->format);
  copy->install = str_copy(arena, tool->install);
  return copy;
}

static CheckRun copy_run(Arena *arena, const CheckRun *run) {
  return (CheckRun){.tool = copy_tool(arena, run->tool), .program = str_copy(arena, run->program),
                    .directory = str_copy(arena, run->directory), .files = copy_words(arena, &run->files)};
}

static CheckEntry copy_entry(Arena *arena, const CheckEntry *entry) {
  CheckEntry copy = *entry;
  Str *texts[] = {&copy.file, &copy.severity, &copy.rule, &copy.test, &copy.message, &copy.expected, &copy.actual};
  for (size_t i = 0; i < COUNT_OF(texts); i++) *texts[i] = str_copy(arena, *texts[i]);
  return copy;
}

static CheckOutcome copy_outcome(Arena *arena, const CheckOutcome *outcome) {
  CheckOutcome copy = *outcome;
  CheckRun *run = ARENA_NEW(arena, CheckRun);
  *run = copy_run(arena, outcome->run);
  copy.run = run;
  copy.command = str_copy(arena, outcome->command);
  copy.tail = str_copy(arena, outcome->tail);
  copy.report.items = ARENA_ARRAY(arena, CheckEntry, outcome->report.len + 1);
  for (size_t i = 0; i < outcome->report.len; i++) copy.report.items[i] = copy_entry(arena, &outcome->report.items[i]);
  return copy;
}

static void copy_places(Arena *arena, const CheckPlaces *places, CheckPlaces *copy) {
  VEC(const char *) env = {0};
  for (size_t i = 0; places->env && places->env[i]; i++) *vec_add(arena, &env) = str_to_c(arena, str_from_c(places->env[i]));
  *vec_add(arena, &env) = NULL;
  *copy = (CheckPlaces){.path_variable = str_copy(arena, places->path_variable), .virtual_env = str_copy(arena, places->virtual_env),
                        .home = str_copy(arena, places->home), .env = env.items};
}

/* ---- the list ---- */

static void unref(Going *going) {
  lock_take(&lock);
  bool is_last = --going->refs == 0;
  lock_give(&lock);
  if (!is_last) return;
  thread_event_close(going->ended);
  arena_clear(&going->arena);
  free(going);
}

/* Out of the list, what is over and was given, or that nobody wanted. */
static Going *take_old_locked(void) {
  for (Going **at = &all; *at; at = &(*at)->next) {
    Going *going = *at;
    bool is_old = going->is_over && (going->is_given || job_now_ms() - going->over_ms > KEPT_MS);
    if (!is_old) continue;
    *at = going->next;
    return going;
  }
  return NULL;
}

static void forget_old(void) {
  for (Going *old;; unref(old)) {
    lock_take(&lock);
    old = take_old_locked();
    lock_give(&lock);
    if (!old) return;
  }
}

/* With a reference for the caller. */
static Going *find(Str root, Str handle) {
  lock_take(&lock);
  Going *going = all;
  while (going && !(str_eq(going->root, root) && str_eq(going->handle, handle))) going = going->next;
  if (going) going->refs++;
  lock_give(&lock);
  return going;
}

/* ---- running ---- */

/* A folder of its own: the call's belongs to an index that may be closed. */
static Err run_here(Going *going) {
  AUTO(Root) root = NULL;
  TRY(root_open(&going->job, going->root, &root));
  going->places.root = root;
  for (size_t i = 0; i < going->runs.len; i++) {
    TRY(check_run(&going->job, &going->places, &going->runs.items[i], &going->outcomes[i]));
    if (!going->outcomes[i].is_late) check_times_note(&going->job, going->root, &going->runs.items[i], going->outcomes[i].ms);
  }
  return OK;
}

static void run_all(void *context) {
  Going *going = context;
  Err err = run_here(going);
  lock_take(&lock);
  going->err = err;
  going->is_over = true;
  going->over_ms = job_now_ms();
  lock_give(&lock);
  thread_event_set(going->ended);
  unref(going);
}

static Going *make(const CheckPlaces *places, Str root, const CheckRuns *runs) {
  Going *going = arena_heap_alloc(sizeof(*going));
  *going = (Going){.refs = 3, .began_ms = job_now_ms()}; /* the list, the thread, the caller */
  arena_init(&going->arena);
  job_init(&going->job, &going->arena);
  going->root = str_copy(&going->arena, root);
  going->handle = str_format(&going->arena, "t%.*s", STR_ARG(secret_random_hex(&going->arena, 6)));
  copy_places(&going->arena, places, &going->places);
  for (size_t i = 0; i < runs->len; i++) *vec_add(&going->arena, &going->runs) = copy_run(&going->arena, &runs->items[i]);
  going->outcomes = ARENA_ARRAY(&going->arena, CheckOutcome, runs->len + 1);
  going->ended = thread_event_open();
  return going;
}

static void drop(Going *going, size_t refs) {
  while (refs--) unref(going);
}

/* One at a time: tests of one project share what they write. */
static Err enter(Job *job, Going *going) {
  lock_take(&lock);
  const Going *other = all;
  while (other && (other->is_over || !str_eq(other->root, going->root))) other = other->next;
  Str handle = other ? str_copy(job->arena, other->handle) : STR_EMPTY;
  int64_t ran_ms = other ? job_now_ms() - other->began_ms : 0;
  if (!other) {
    going->next = all;
    all = going;
  }
  lock_give(&lock);
  if (!handle.len) return OK;
  return job_fail(job, ERR_BUSY, "tests of this project run already, for %lld s: wait for them with handle=%.*s, or end them with cancel=true",
                  (long long)ran_ms / 1000, STR_ARG(handle));
}

static Err begin(Job *job, const CheckPlaces *places, const CheckRuns *runs, Going **ret_going) {
  Going *going = make(places, root_path(places->root), runs);
  going->expected_ms = check_times_guess(job, going->root, runs);
  Err err = enter(job, going);
  if (err) {
    drop(going, 3);
    return err;
  }
  if (!thread_start(run_all, going, NULL)) {
    lock_take(&lock);
    going->is_over = going->is_given = true;
    lock_give(&lock);
    drop(going, 2);
    return job_fail(job, ERR_UNAVAILABLE, "the system gives no thread to run tests on");
  }
  *ret_going = going;
  return OK;
}

/* ---- waiting ---- */

static void tell(Job *job, const Going *going) {
  double done = (double)(job_now_ms() - going->began_ms) / 1000.0 + 0.001;
  double expected = (double)going->expected_ms / 1000.0;
  Str words = going->runs.len ? going->runs.items[0].tool->name : STR_EMPTY;
  if (going->expected_ms) words = str_format(job->arena, "%.*s: about %.0f s in all, by earlier runs", STR_ARG(words), expected);
  job_progress(job, done, expected > done ? expected : 0, words);
}

/* ERR_TIMEOUT: `wait_ms` are over, and it is not. A cancelled call ends it; one
 * whose client went away does not. */
static Err wait_for(Job *job, Going *going, int64_t wait_ms) {
  int64_t until = wait_ms >= 0 ? job_now_ms() + wait_ms : INT64_MAX;
  for (;;) {
    int64_t left = until - job_now_ms();
    if (left <= 0) return job_fail(job, ERR_TIMEOUT, "it runs on");
    Err err = thread_wait(job, going->ended, left < LOOK_MS ? left : LOOK_MS);
    if (!err) return OK;
    if (job_is_stopped(job)) {
      if (err == ERR_CANCELLED) job_cancel(&going->job, ERR_CANCELLED);
      return err;
    }
    job_forgive(job);
    tell(job, going);
  }
}

static Err take_outcomes(Job *job, Going *going, CheckProgress *ret_progress) {
  lock_take(&lock);
  bool was_given = going->is_given;
  going->is_given = true;
  lock_give(&lock);
  if (was_given) return job_fail(job, ERR_NOT_FOUND, "what came of it was given already");
  if (going->err == ERR_CANCELLED) return job_fail(job, ERR_INTERRUPTED, "the tests were ended before they finished");
  if (going->err) return job_fail(job, going->err, "%.*s", STR_ARG(job_message(&going->job, going->err)));
  ret_progress->is_over = true;
  ret_progress->count = going->runs.len;
  ret_progress->outcomes = ARENA_ARRAY(job->arena, CheckOutcome, going->runs.len + 1);
  for (size_t i = 0; i < going->runs.len; i++) ret_progress->outcomes[i] = copy_outcome(job->arena, &going->outcomes[i]);
  return OK;
}

static Err follow(Job *job, Going *going, int64_t wait_ms, CheckProgress *ret_progress) {
  *ret_progress = (CheckProgress){.handle = str_copy(job->arena, going->handle), .expected_ms = going->expected_ms};
  Err err = wait_for(job, going, wait_ms);
  ret_progress->ms = job_now_ms() - going->began_ms;
  if (!err) return take_outcomes(job, going, ret_progress);
  if (err != ERR_TIMEOUT || job_is_stopped(job)) return err;
  job_forgive(job);
  return OK;
}

Err check_begin(Job *job, const CheckPlaces *places, const CheckRuns *runs, int64_t wait_ms, CheckProgress *ret_progress) {
  Going *going = NULL;
  forget_old();
  TRY(begin(job, places, runs, &going));
  Err err = follow(job, going, wait_ms, ret_progress);
  unref(going);
  return err;
}

Err check_wait(Job *job, Str root, Str handle, int64_t wait_ms, bool cancel, CheckProgress *ret_progress) {
  forget_old();
  Going *going = find(root, handle);
  if (!going) {
    return job_fail(job, ERR_NOT_FOUND, "no tests of this project run under '%.*s': what came of them was given, they ended more than ten "
                    "minutes ago, or the server that ran them ended, and they with it", STR_ARG(str_shown(job->arena, handle, 40)));
  }
  if (cancel) job_cancel(&going->job, ERR_CANCELLED);
  Err err = follow(job, going, wait_ms, ret_progress);
  unref(going);
  return err;
}
