/* Job: scopes, errors in words, stopping, progress. Starts no thread and no timer:
 * the deadline is noticed by whoever asks. */
#include "src/base/job.h"

#include <time.h>

void job_init(Job *job, Arena *arena) {
  *job = (Job){.arena = arena, .progress_last = -1, .message = STR_EMPTY};
}

void job_scope_open(JobScope *scope, Job *job, Arena *arena) {
  *scope = (JobScope){.job = job, .outer = job->arena, .words = job->message.ptr};
  arena_init(&scope->own);
  job->arena = arena ? arena : &scope->own;
}

void job_scope_close(JobScope *scope) {
  Job *job = scope->job;
  if (job->message.ptr != scope->words && job->message.len) job->message = str_copy(scope->outer, job->message);
  job->arena = scope->outer;
  arena_clear(&scope->own);
}

void job_turn_begin(JobTurn *turn) {
  static atomic_uint_least64_t turns;
  *turn = (JobTurn){.number = atomic_fetch_add(&turns, 1) + 1};
}

void job_turn_hold(JobTurn *turn, JobTurnEnd *end) {
  end->next = turn->ends;
  turn->ends = end;
}

void job_turn_end(JobTurn *turn) {
  JobTurnEnd *end = turn->ends;
  *turn = (JobTurn){0};
  for (JobTurnEnd *next; end; end = next) {
    next = end->next;
    end->function(end->context);
  }
}

/* The first failure's words stay: what goes wrong afterwards is mostly its
 * consequence. */
Err job_fail(Job *job, Err err, const char *format, ...) {
  if (err == OK || job->err != OK) return err;
  va_list args;
  va_start(args, format);
  job->message = str_format_va(job->arena, format, args);
  va_end(args);
  job->err = err;
  return err;
}

Err job_prefix(Job *job, Err err, const char *format, ...) {
  if (err == OK) return OK;
  va_list args;
  va_start(args, format);
  Str prefix = str_format_va(job->arena, format, args);
  va_end(args);
  Str words = job_message(job, err);
  job->message = str_format(job->arena, "%.*s: %.*s", STR_ARG(prefix), STR_ARG(words));
  if (job->err == OK) job->err = err;
  return err;
}

void job_forgive(Job *job) {
  job->err = OK;
  job->message = STR_EMPTY;
}

Str job_message(const Job *job, Err err) {
  return job->message.len ? job->message : str_from_c(err_text(err));
}

/* The Err that ends the work, or OK. A deadline that passed is not kept as the
 * reason: part of the work may have had a nearer one than the whole. */
static Err stop_reason(Job *job) {
  Err reason = (Err)atomic_load(&job->stop);
  bool is_late = reason == OK && job->deadline_ms && job_now_ms() >= job->deadline_ms;
  return is_late ? ERR_TIMEOUT : reason;
}

Err job_check(Job *job) {
  Err reason = stop_reason(job);
  switch (reason) {
    case OK:
      return OK;
    case ERR_CANCELLED:
      return job_fail(job, reason, "the work was cancelled before it finished");
    case ERR_TIMEOUT:
      return job_fail(job, reason,
                      "the time allowed for this ran out; ask for less at once or allow more time");
    default:
      return job_fail(job, reason, "the work was stopped: %s", err_text(reason));
  }
}

bool job_is_stopped(Job *job) { return stop_reason(job) != OK; }

/* The first reason stays. Any thread; the job notices when it next asks. */
void job_cancel(Job *job, Err reason) {
  int running = OK;
  atomic_compare_exchange_strong(&job->stop, &running, (int)(reason == OK ? ERR_CANCELLED : reason));
}

/* Progress never goes back, whatever its sources say: clients are promised
 * that. */
void job_progress(Job *job, double done, double total, Str message) {
  if (!(done > job->progress_last)) return;
  job->progress_last = done;
  if (job->progress) job->progress(job->progress_context, done, total, message);
}

int64_t job_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
