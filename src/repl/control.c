/* What a session is asked besides running code: how it is, to end, to begin
 * anew. */
#include "src/base/clock.h"
#include "src/os/thread.h"
#include "src/repl/repl_internal.h"

/* Clocks are set now and then; nothing runs before its session did by less. */
#define CLOCK_SLACK_MS 50

/* A question without anything but its name, over a line of its own. */
static Err ask(Job *job, ReplHub *hub, Str key, const char *what, const Json **ret_answer) {
  ReplLine *line;
  ReplRequest request;
  TRY(repl_line_take(job, hub, key, &line));
  repl_request_begin(&request, job->arena, what);
  Err err = repl_line_ask(job, line, repl_request_end(&request), ret_answer);
  repl_line_give(hub, key, line, err == OK || err == ERR_USAGE || err == ERR_UNAVAILABLE);
  return err;
}

Err repl_health(Job *job, ReplHub *hub, Str key, ReplHealth *ret_health) {
  const Json *answer;
  int64_t began_us = clock_monotonic_us();
  TRY(ask(job, hub, key, "ping", &answer));
  const Json *running = json_get(answer, STR("running"));
  *ret_health = (ReplHealth){.answer_ms = (double)(clock_monotonic_us() - began_us) / 1e3,
                             .uptime_ms = json_get_int(answer, STR("uptime_ms"), 0),
                             .running = json_is(running, JSON_ARRAY) ? running->count : 0};
  return OK;
}

Err repl_order(Job *job, ReplHub *hub, Str key, ReplOrder order) {
  static const char *const names[] = {"shutdown", "restart", "interrupt"};
  const Json *answer;
  return ask(job, hub, key, names[order], &answer);
}

/* With a job of its own: the caller's has failed, and its words are to stay. */
bool repl_began_after(ReplLine *line, int64_t wall_ms) {
  Arena arena;
  Job job;
  const Json *answer;
  ReplRequest request;
  int64_t uptime_ms = -1;
  arena_init(&arena);
  job_init(&job, &arena);
  repl_request_begin(&request, &arena, "ping");
  if (!repl_line_ask(&job, line, repl_request_end(&request), &answer)) uptime_ms = json_get_int(answer, STR("uptime_ms"), -1);
  arena_clear(&arena);
  return wall_ms > 0 && uptime_ms >= 0 && clock_wall_ms() - uptime_ms > wall_ms + CLOCK_SLACK_MS;
}
