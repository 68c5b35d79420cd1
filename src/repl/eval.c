/* Running code in a session: begun at once, waited for as long as the caller
 * likes, told about while it runs, and asked for by its handle later. The gate
 * keeps the result; its events only tell when to ask. */
#include <string.h>

#include "src/base/clock.h"
#include "src/os/thread.h"
#include "src/repl/repl_internal.h"

#define LOOK_MS 50    /* between two looks at the job */
#define ASK_MS 1000   /* events may be lost: then the result is asked for */
#define FIRST_ASK_MS 5 /* and sooner, ever less so, while none has come yet */
#define STOP_MS 2000  /* for code to end that was interrupted */
#define NOTE_MS 1000  /* what runs longer is a job, and noted */
#define ID_MAX 64

const char *repl_state_name(ReplState state) {
  static const char *const names[] = {"queued", "running", "done", "failed", "interrupted"};
  return names[state];
}

/* ---- reading what a gate gives ---- */

static bool read_state(Str text, ReplState *ret_state) {
  for (ReplState state = REPL_QUEUED; state <= REPL_INTERRUPTED; state++) {
    if (!str_eq_c(text, repl_state_name(state))) continue;
    *ret_state = state;
    return true;
  }
  return false;
}

/* At most REPL_TRACE frames are read, from the user's own code inwards, which is
 * how a gate orders them. */
static void read_error(const Json *error, ReplResult *result) {
  const Json *trace = json_get(error, STR("trace"));
  result->error_type = json_get_str(error, STR("type"), STR_EMPTY);
  result->error_message = json_get_str(error, STR("message"), STR_EMPTY);
  for (size_t i = 0; json_is(trace, JSON_ARRAY) && i < trace->count && result->trace_count < REPL_TRACE; i++) {
    if (json_is(&trace->items[i], JSON_STRING)) result->trace[result->trace_count++] = trace->items[i].text;
  }
}

/* What the code said last of how far it is. */
static void read_progress(const Json *progress, ReplResult *result) {
  double fraction;
  result->progress = -1;
  if (!json_is(progress, JSON_OBJECT)) return;
  if (json_to_double(json_get(progress, STR("fraction")), &fraction) && fraction >= 0 && fraction <= 1) result->progress = fraction;
  result->progress_text = json_get_str(progress, STR("text"), STR_EMPTY);
}

static void read_displays(const Json *display, ReplResult *result) {
  for (size_t i = 0; json_is(display, JSON_ARRAY) && i < display->count && result->display_count < REPL_DISPLAYS; i++) {
    ReplDisplay one = {json_get_str(&display->items[i], STR("type"), STR_EMPTY),
                       json_get_str(&display->items[i], STR("data"), STR_EMPTY)};
    if (one.type.len && one.data.len) result->displays[result->display_count++] = one;
  }
}

Err repl_result_read(Job *job, const Json *answer, Str handle, ReplResult *ret_result) {
  const Json *value = json_get(answer, STR("value")), *ms = json_get(answer, STR("ms"));
  ReplResult result = {.handle = handle, .out = json_get_str(answer, STR("stdout"), STR_EMPTY),
                       .errors = json_get_str(answer, STR("stderr"), STR_EMPTY),
                       .has_value = json_is(value, JSON_STRING), .cut = json_get_int(answer, STR("cut"), 0)};
  if (!read_state(json_get_str(answer, STR("state"), STR_EMPTY), &result.state)) {
    return job_fail(job, ERR_CLOSED, "the session gives a result without a state");
  }
  if (result.has_value) result.value = value->text;
  if (!json_to_double(ms, &result.ms)) result.ms = 0;
  read_error(json_get(answer, STR("error")), &result);
  read_displays(json_get(answer, STR("display")), &result);
  read_progress(json_get(answer, STR("progress")), &result);
  *ret_result = result;
  return OK;
}

/* ---- one piece of code that is waited for ---- */

typedef struct Waiting {
  Job *job;
  ReplHub *hub;
  ReplLine *line;
  ReplJob note; /* of it, when it runs long */
  int64_t note_at_ms; /* 0: it is noted */
  Str id, handle;
  const ReplHeard *heard;
  bool may_have_ended; /* an event said so */
  int64_t patience_ms; /* without an event, until it is asked */
} Waiting;

/* One event of a gate. Events are hints: whatever they say of output and
 * progress is passed on to whoever listens, but that the code has ended is
 * believed only once the result itself says so. */
static void tell(Waiting *waiting, const Json *event) {
  const ReplHeard *heard = waiting->heard;
  Str what = json_get_str(event, STR("event"), STR_EMPTY), text = json_get_str(event, STR("text"), STR_EMPTY);
  double fraction;
  if (!str_eq(json_get_str(event, STR("eval"), STR_EMPTY), waiting->id)) return;
  waiting->line->has_heard = true;
  if (str_eq(what, STR("done"))) waiting->may_have_ended = true;
  if (str_eq(what, STR("output")) && heard && heard->output) {
    heard->output(heard->context, text, str_eq(json_get_str(event, STR("stream"), STR_EMPTY), STR("stderr")));
  }
  if (str_eq(what, STR("progress")) && heard && heard->progress) {
    if (!json_to_double(json_get(event, STR("fraction")), &fraction)) fraction = -1;
    heard->progress(heard->context, fraction, text);
  }
}

/* One event; what cannot be read is passed over. */
static void hear(Waiting *waiting) {
  Job *job = waiting->job;
  JOB_SCRATCH(job);
  Str frame;
  const Json *event;
  if (repl_zmq_receive(job, waiting->line->zmq, waiting->line->events, &frame) ||
      json_read(job, frame, &(JsonLimits){.max_bytes = REPL_MESSAGE_MAX, .max_values = 100000}, &event)) {
    job_forgive(job);
    return;
  }
  tell(waiting, event);
}

/* About one eval. */
static Str spell_about(Arena *arena, const char *what, Str id) {
  ReplRequest request;
  repl_request_begin(&request, arena, what);
  json_field_str(&request.json, "eval", id);
  return repl_request_end(&request);
}

/* The result as the gate has it at this moment, ended or not. */
static Err ask_result(Waiting *waiting, ReplResult *ret_result) {
  const Json *answer;
  Str request = spell_about(waiting->job->arena, "result", waiting->id);
  TRY(repl_line_ask(waiting->job, waiting->line, request, &answer));
  return repl_result_read(waiting->job, answer, waiting->handle, ret_result);
}

/* Whoever cancels wants the code to end, and nobody reads the answer. Done with
 * a job of its own, because this one is stopped. */
static void interrupt_for_cancelled(Waiting *waiting) {
  Arena arena;
  Job job;
  const Json *answer;
  arena_init(&arena);
  job_init(&job, &arena);
  job.deadline_ms = job_now_ms() + STOP_MS;
  Str request = spell_about(&arena, "interrupt", waiting->id);
  if (repl_line_ask(&job, waiting->line, request, &answer)) job_forgive(&job);
  arena_clear(&arena);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* Until it ended, or `until_ms`. The words of a gate live in job->arena, of
 * which each question takes a little: they are seldom asked. */
static Err wait_for(Waiting *waiting, int64_t until_ms, ReplResult *ret_result) {
  Job *job = waiting->job;
  int64_t asked_ms = job_now_ms();
  /* A subscription takes a moment to reach the gate, and what happens before is
   * not heard: only a line on which events came before is relied upon. */
  waiting->patience_ms = waiting->line->has_heard && !waiting->may_have_ended ? ASK_MS : FIRST_ASK_MS;
  for (;;) {
    int64_t now = job_now_ms();
    if (waiting->note_at_ms && now >= waiting->note_at_ms) {
      waiting->note_at_ms = 0;
      repl_job_note(job, waiting->hub, &waiting->note);
    }
    if (waiting->may_have_ended || now >= until_ms || now - asked_ms >= waiting->patience_ms) {
      TRY(ask_result(waiting, ret_result));
      if (repl_has_ended(ret_result->state) || now >= until_ms) return OK;
      waiting->may_have_ended = false;
      waiting->patience_ms = least(2 * waiting->patience_ms, ASK_MS);
      asked_ms = now;
    }
    int64_t slice = least(least(until_ms - now, LOOK_MS), asked_ms + waiting->patience_ms - now);
    if (repl_zmq_wait(waiting->line->zmq, NULL, waiting->line->events, slice).second) hear(waiting);
    Err err = job_check(job);
    if (err == ERR_CANCELLED) interrupt_for_cancelled(waiting);
    if (err) return err;
  }
}

/* A gate's refusal leaves the line as good as it was. */
static bool leaves_line(Err err) { return err == OK || err == ERR_NOT_FOUND || err == ERR_USAGE || err == ERR_UNAVAILABLE || err == ERR_INTERRUPTED; }

/* Without the permit, which is had again before the caller goes on. */
static Err wait_without_permit(Waiting *waiting, int64_t wait_ms, ReplResult *ret_result) {
  Job *job = waiting->job;
  void *pool = job->permit;
  int64_t until = wait_ms > 0 ? job_now_ms() + wait_ms : INT64_MAX;
  if (job->deadline_ms && job->deadline_ms - REPL_ANSWER_MS < until) until = job->deadline_ms - REPL_ANSWER_MS;
  thread_permit_return(job);
  Err err = wait_for(waiting, until, ret_result);
  bool is_noted = waiting->note_at_ms == 0, has_ended = !err && repl_has_ended(ret_result->state);
  repl_mark_used(waiting->hub, str_slice(waiting->handle, 0, REPL_KEY));
  if (is_noted && (has_ended || err == ERR_NOT_FOUND)) repl_job_forget(job, waiting->hub, waiting->handle);
  if (!is_noted && !err && !has_ended) repl_job_note(job, waiting->hub, &waiting->note);
  if (pool && !job_is_stopped(job)) {
    Err again = thread_permit_take(job, pool);
    if (!err) err = again;
  }
  return err;
}

/* Code, or a call of one of the session's own tools: both are begun without
 * waiting for their end, and only the words of the request differ. */
static Str spell_ask(Arena *arena, const ReplAsk *ask, Str id) {
  ReplRequest request;
  repl_request_begin(&request, arena, ask->tool.len ? "tool_call" : "eval_async");
  json_field_str(&request.json, "id", id);
  if (ask->tool.len) {
    json_field_str(&request.json, "tool", ask->tool);
    json_field_raw(&request.json, "arguments", ask->arguments);
  } else {
    json_field_str(&request.json, "code", ask->code);
  }
  return repl_request_end(&request);
}

Err repl_eval(Job *job, ReplHub *hub, const ReplAsk *ask, ReplResult *ret_result) {
  ReplLine *line;
  const Json *answer;
  TRY(repl_line_take(job, hub, ask->session, &line));
  int64_t began_ms = clock_wall_ms();
  Str id = str_format(job->arena, "%.*s%llu-%llx", (int)line->prefix_len, line->prefix, (unsigned long long)++line->count,
                      (unsigned long long)began_ms);
  Str handle = str_format(job->arena, "%.*s.%.*s", STR_ARG(ask->session), STR_ARG(id));
  Waiting waiting = {.job = job, .hub = hub, .line = line, .id = id, .heard = &ask->heard, .handle = handle,
                     .note = {.handle = handle, .session = ask->session, .code = ask->tool.len ? ask->tool : ask->code, .began_ms = began_ms},
                     .note_at_ms = job_now_ms() + NOTE_MS};
  Err err = repl_line_ask(job, line, spell_ask(job->arena, ask, id), &answer);
  if (!err && ask->heard.begun) ask->heard.begun(ask->heard.context, waiting.handle);
  if (!err) err = wait_without_permit(&waiting, ask->wait_ms, ret_result);
  repl_line_give(hub, ask->session, line, leaves_line(err));
  return err;
}

/* ---- later ---- */

/* An id becomes part of the name of a file (repl/jobs.c), so nothing but plain
 * signs is let through. */
static bool is_id(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    bool is_word = byte_is_plain(c) || c == '-' || c == '_';
    if (!is_word) return false;
  }
  return text.len > 0 && text.len <= ID_MAX;
}

/* "f00-1-18f": the last part is when, in milliseconds. */
int64_t repl_id_began(Str id) {
  int64_t began = 0;
  size_t at = id.len;
  while (at > 0 && id.ptr[at - 1] != '-') at--;
  for (size_t i = at; i < id.len; i++) {
    char c = id.ptr[i];
    int digit = byte_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0 || began >= INT64_MAX >> 8) return 0;
    began = began << 4 | digit;
  }
  return at ? began : 0;
}

Err repl_handle_split(Job *job, Str handle, Str *ret_key, Str *ret_id) {
  Str key = str_slice(handle, 0, REPL_KEY), id = str_slice(handle, REPL_KEY + 1, handle.len);
  if (handle.len <= REPL_KEY || handle.ptr[REPL_KEY] != '.' || !repl_is_key(key) || !is_id(id)) {
    return job_fail(job, ERR_USAGE, "'%.*s' is no handle: it looks like k3v9x0ab.f00-1-18f, as the answer of the call that began it "
                    "says", STR_ARG(str_shown(job->arena, handle, 80)));
  }
  *ret_key = key;
  *ret_id = id;
  return OK;
}

Err repl_wait(Job *job, ReplHub *hub, Str handle, int64_t wait_ms, const ReplHeard *heard, ReplResult *ret_result) {
  Str key, id;
  ReplLine *line;
  TRY(repl_handle_split(job, handle, &key, &id));
  Err err = repl_line_take(job, hub, key, &line);
  if (err == ERR_CLOSED) {
    repl_job_forget(job, hub, handle);
    job_forgive(job);
    return job_fail(job, ERR_CLOSED, "the session %.*s is gone, and what ran there was interrupted by that", STR_ARG(key));
  }
  TRY(err);
  /* Another line began it, so this one has to ask for its events. */
  Waiting waiting = {.job = job, .hub = hub, .line = line, .id = id, .handle = handle, .heard = heard, .may_have_ended = true};
  repl_zmq_hear(line->zmq, line->events, id, true);
  err = wait_without_permit(&waiting, wait_ms, ret_result);
  repl_zmq_hear(line->zmq, line->events, id, false);
  if (err == ERR_NOT_FOUND && repl_began_after(line, repl_id_began(id))) {
    job_forgive(job);
    err = job_fail(job, ERR_INTERRUPTED, "the session %.*s began anew since, and what ran there was interrupted by that", STR_ARG(key));
  }
  repl_line_give(hub, key, line, leaves_line(err));
  return err;
}

Err repl_interrupt(Job *job, ReplHub *hub, Str handle, bool *ret_was_running) {
  Str key, id;
  ReplLine *line;
  const Json *answer;
  TRY(repl_handle_split(job, handle, &key, &id));
  TRY(repl_line_take(job, hub, key, &line));
  Err err = repl_line_ask(job, line, spell_about(job->arena, "interrupt", id), &answer);
  repl_line_give(hub, key, line, leaves_line(err));
  TRY(err);
  const Json *interrupted = json_get(answer, STR("interrupted"));
  *ret_was_running = json_is(interrupted, JSON_ARRAY) && interrupted->count > 0;
  return OK;
}
