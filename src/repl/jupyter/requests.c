/* The gate's side of a kernel's session: requests, their answers, and events,
 * as docs/gate.md has them. Requests may come from anything that this user
 * runs; a bad one is answered with an error. */
#include <string.h>

#include "src/os/process.h"
#include "src/repl/jupyter/jupyter_internal.h"

#define ASK_MS 4000 /* for the kernel to answer what a client asks */
#define MATCHES_MAX 500
#define TEXT_MAX ((size_t)256 << 10)

/* One request while it is answered. */
typedef struct Request {
  ReplBridge *bridge;
  Job *job;
  Str route;
  const Json *said;
} Request;

/* ---- answers ---- */

typedef struct Answer {
  Buf text;
  JsonWriter json;
} Answer;

static void begin(Answer *answer, Arena *arena, bool is_ok) {
  buf_init(&answer->text, arena, REPL_MESSAGE_MAX);
  json_writer_init(&answer->json, &answer->text, 0);
  json_begin_object(&answer->json);
  json_field_int(&answer->json, "v", 1);
  json_field_bool(&answer->json, "ok", is_ok);
}

static void send_to(ReplBridge *bridge, Str route, Str text) {
  Str frames[] = {route, STR_EMPTY, text};
  if (repl_zmq_send_all(bridge->job, bridge->zmq, bridge->requests, frames, COUNT_OF(frames))) job_forgive(bridge->job);
}

static void refuse_to(ReplBridge *bridge, Str route, const char *code, const char *words) {
  Answer answer;
  begin(&answer, bridge->job->arena, false);
  json_field_object(&answer.json, "error");
  json_field_str(&answer.json, "code", str_from_c(code));
  json_field_str(&answer.json, "message", str_from_c(words));
  json_end_object(&answer.json);
  json_end_object(&answer.json);
  send_to(bridge, route, buf_str(&answer.text));
}

static void finish(ReplBridge *bridge, Str route, Answer *answer) {
  json_end_object(&answer->json);
  if (answer->text.overflow) {
    refuse_to(bridge, route, "failed", "the answer has more than 4 MB: print or show less at once");
  } else {
    send_to(bridge, route, buf_str(&answer->text));
  }
}

static void refuse(const Request *request, const char *code, const char *words) { refuse_to(request->bridge, request->route, code, words); }

static void agree(const Request *request) {
  Answer answer;
  begin(&answer, request->job->arena, true);
  finish(request->bridge, request->route, &answer);
}

static void give_result(ReplBridge *bridge, Str route, ReplEval *eval) {
  Answer answer;
  begin(&answer, bridge->job->arena, true);
  repl_eval_spell(&answer.json, eval);
  finish(bridge, route, &answer);
}

/* ---- events ---- */

static void publish(ReplBridge *bridge, const ReplEval *eval, Answer *event) {
  json_end_object(&event->json);
  if (event->text.overflow) return; /* events may be lost */
  Str frames[] = {eval->id, buf_str(&event->text)};
  if (repl_zmq_send_all(bridge->job, bridge->zmq, bridge->events, frames, COUNT_OF(frames))) job_forgive(bridge->job);
}

static void begin_event(Answer *event, Arena *arena, const char *what) {
  buf_init(&event->text, arena, REPL_MESSAGE_MAX);
  json_writer_init(&event->json, &event->text, 0);
  json_begin_object(&event->json);
  json_field_int(&event->json, "v", 1);
  json_field_str(&event->json, "event", str_from_c(what));
}

void repl_bridge_tell(ReplBridge *bridge, ReplEval *eval) {
  for (int i = 0; i < 2; i++) {
    Buf *untold = &eval->streams[i].untold;
    if (!untold->len) continue;
    Answer event;
    begin_event(&event, bridge->job->arena, "output");
    json_field_str(&event.json, "eval", eval->id);
    json_field_str(&event.json, "stream", i ? STR("stderr") : STR("stdout"));
    json_field_str(&event.json, "text", buf_str(untold));
    publish(bridge, eval, &event);
    buf_truncate(untold, 0);
    untold->overflow = false;
  }
  bridge->told_ms = job_now_ms();
}

void repl_bridge_progress(ReplBridge *bridge, const ReplEval *eval, const Json *progress) {
  Answer event;
  double fraction;
  begin_event(&event, bridge->job->arena, "progress");
  json_field_str(&event.json, "eval", eval->id);
  json_name(&event.json, STR("fraction"));
  if (json_to_double(json_get(progress, STR("fraction")), &fraction) && fraction >= 0 && fraction <= 1) json_double(&event.json, fraction);
  else json_null(&event.json);
  json_field_str(&event.json, "text", str_head(json_get_str(progress, STR("text"), STR_EMPTY), 2000));
  publish(bridge, eval, &event);
}

void repl_bridge_ended(ReplBridge *bridge, ReplEval *eval) {
  Answer event;
  repl_bridge_tell(bridge, eval);
  begin_event(&event, bridge->job->arena, "done");
  repl_eval_spell(&event.json, eval);
  publish(bridge, eval, &event);
  if (!eval->waiter.len) return;
  give_result(bridge, eval->waiter, eval);
  repl_evals_drop(&bridge->evals, eval);
}

/* ---- what can be asked ---- */

static void do_ping(const Request *request) {
  ReplBridge *bridge = request->bridge;
  Answer answer;
  begin(&answer, request->job->arena, true);
  json_field_str(&answer.json, "id", bridge->key);
  json_field_str(&answer.json, "name", bridge->name);
  json_field_str(&answer.json, "language", str_from_c(bridge->wire.language));
  json_field_str(&answer.json, "version", str_from_c(bridge->wire.version));
  json_field_str(&answer.json, "project", bridge->serve->directory);
  json_field_int(&answer.json, "pid", process_self());
  json_field_int(&answer.json, "uptime_ms", job_now_ms() - bridge->born_ms);
  json_field_str(&answer.json, "reload", STR("none"));
  json_field_array(&answer.json, "running");
  for (const ReplEval *eval = bridge->evals.first; eval; eval = eval->next) {
    if (!repl_has_ended(eval->state)) json_str(&answer.json, eval->id);
  }
  json_end_array(&answer.json);
  json_field_str(&answer.json, "namespace", STR_EMPTY);
  json_field_array(&answer.json, "tools");
  json_end_array(&answer.json);
  finish(bridge, request->route, &answer);
}

static bool is_id(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (!byte_is_word(c) && c != '-') return false;
  }
  return text.len > 0 && text.len <= 64;
}

/* NULL: refused. */
static ReplEval *add_eval(const Request *request) {
  ReplEvals *evals = &request->bridge->evals;
  const Json *code = json_get(request->said, STR("code")), *given = json_get(request->said, STR("id"));
  Str id = json_is(given, JSON_STRING) ? given->text : str_format(request->job->arena, "e%llu", (unsigned long long)++evals->made);
  const char *wrong = !json_is(code, JSON_STRING) ? "code must be a text"
                      : given && !json_is(given, JSON_STRING) ? "id must be a text"
                      : !is_id(id) ? "an id has 1 to 64 of [A-Za-z0-9_-]"
                      : repl_evals_find(evals, id) ? "that id is taken" : NULL;
  if (wrong) return refuse(request, "bad", wrong), NULL;
  if (!repl_evals_have_room(evals, code->text.len)) {
    return refuse(request, "busy", "no more code and results can be held: ask for results, which are given once, or come later; each is kept "
                  "for 10 minutes"), NULL;
  }
  return repl_evals_add(evals, id, code->text);
}

static void do_eval(const Request *request) {
  ReplEval *eval = add_eval(request);
  if (eval) eval->waiter = str_copy(&eval->arena, request->route);
}

static void do_eval_async(const Request *request) {
  ReplEval *eval = add_eval(request);
  if (!eval) return;
  Answer answer;
  begin(&answer, request->job->arena, true);
  json_field_str(&answer.json, "eval", eval->id);
  json_field_str(&answer.json, "state", STR("queued"));
  finish(request->bridge, request->route, &answer);
}

static void do_result(const Request *request) {
  ReplEvals *evals = &request->bridge->evals;
  ReplEval *eval = repl_evals_find(evals, json_get_str(request->said, STR("eval"), STR_EMPTY));
  if (!eval) {
    refuse(request, "unknown", "there is no such eval, or its result was given");
    return;
  }
  give_result(request->bridge, request->route, eval);
  if (repl_has_ended(eval->state)) repl_evals_drop(evals, eval);
}

/* What waits ends at once; what runs when the kernel says so. */
static void do_interrupt(const Request *request) {
  ReplBridge *bridge = request->bridge;
  const Json *named = json_get(request->said, STR("eval"));
  ReplEval *eval = named ? repl_evals_find(&bridge->evals, json_get_str(request->said, STR("eval"), STR_EMPTY)) : bridge->evals.current;
  bool is_open = eval && !repl_has_ended(eval->state);
  Answer answer;
  begin(&answer, request->job->arena, true);
  json_field_array(&answer.json, "interrupted");
  if (is_open) json_str(&answer.json, eval->id);
  json_end_array(&answer.json);
  finish(bridge, request->route, &answer);
  if (!is_open) return;
  eval->was_interrupted = true;
  eval->interrupted_ms = job_now_ms();
  if (eval == bridge->evals.current) {
    repl_wire_interrupt(request->job, &bridge->wire);
    return;
  }
  repl_eval_end(eval, REPL_INTERRUPTED);
  repl_bridge_ended(bridge, eval);
}

static void do_tool_call(const Request *request) { refuse(request, "unknown", "a kernel has no tools"); }

/* ---- questions to the kernel ---- */

static ReplKernelAsk *free_ask(ReplBridge *bridge) {
  for (size_t i = 0; i < REPL_ASKS; i++) {
    if (!bridge->asks[i].is_open) return &bridge->asks[i];
  }
  return NULL;
}

static Str spell_question(Arena *arena, Str code, int64_t cursor, bool is_inspect) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, 2 * REPL_MESSAGE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "code", code);
  json_field_int(&json, "cursor_pos", cursor);
  if (is_inspect) json_field_int(&json, "detail_level", 0);
  json_end_object(&json);
  return buf_str(&text);
}

static void ask_kernel(const Request *request, bool is_inspect) {
  ReplBridge *bridge = request->bridge;
  const Json *code = json_get(request->said, STR("code"));
  ReplKernelAsk *ask = free_ask(bridge);
  Str id;
  if (!json_is(code, JSON_STRING)) return refuse(request, "bad", "code must be a text");
  int64_t end = (int64_t)str_characters(code->text), cursor = json_get_int(request->said, STR("cursor"), end);
  if (cursor < 0 || cursor > end) return refuse(request, "bad", "cursor must be a number of characters of code");
  /* It would answer once the code ended, which may take hours. */
  if (bridge->evals.current || bridge->wire.phase != REPL_WIRE_READY || !ask) return refuse(request, "busy", "the kernel runs code");
  Str question = spell_question(request->job->arena, code->text, cursor, is_inspect);
  if (repl_wire_send(request->job, &bridge->wire, false, is_inspect ? STR("inspect_request") : STR("complete_request"), question,
                     &id) || id.len > sizeof ask->request || request->route.len > REPL_ROUTE) {
    job_forgive(request->job);
    return refuse(request, "failed", "the kernel takes no question");
  }
  *ask = (ReplKernelAsk){.is_open = true, .is_inspect = is_inspect, .route_len = request->route.len, .until_ms = job_now_ms() + ASK_MS};
  memcpy(ask->route, request->route.ptr, request->route.len);
  memcpy(ask->request, id.ptr, id.len);
}

static void do_complete(const Request *request) { ask_kernel(request, false); }
static void do_inspect(const Request *request) { ask_kernel(request, true); }

static void answer_complete(ReplBridge *bridge, Str route, const Json *content) {
  const Json *matches = json_get(content, STR("matches"));
  Answer answer;
  begin(&answer, bridge->job->arena, true);
  json_field_int(&answer.json, "from", json_get_int(content, STR("cursor_start"), 0));
  json_field_int(&answer.json, "to", json_get_int(content, STR("cursor_end"), 0));
  json_field_array(&answer.json, "matches");
  for (size_t i = 0; json_is(matches, JSON_ARRAY) && i < matches->count && i < MATCHES_MAX; i++) {
    if (json_is(&matches->items[i], JSON_STRING)) json_str(&answer.json, str_head(matches->items[i].text, 1000));
  }
  json_end_array(&answer.json);
  finish(bridge, route, &answer);
}

static void answer_inspect(ReplBridge *bridge, Str route, const Json *content) {
  Str text = json_get_str(json_get(content, STR("data")), STR("text/plain"), STR_EMPTY);
  Answer answer;
  begin(&answer, bridge->job->arena, true);
  json_field_bool(&answer.json, "found", json_get_bool(content, STR("found"), false));
  json_field_str(&answer.json, "text", str_head(repl_plain(bridge->job->arena, text), TEXT_MAX));
  finish(bridge, route, &answer);
}

void repl_bridge_answer(ReplBridge *bridge, const ReplKernelMessage *message) {
  for (size_t i = 0; i < REPL_ASKS; i++) {
    ReplKernelAsk *ask = &bridge->asks[i];
    Str route = {ask->route, ask->route_len};
    if (!ask->is_open || !str_eq_c(message->parent, ask->request)) continue;
    if (str_eq(message->type, STR("complete_reply")) && !ask->is_inspect) answer_complete(bridge, route, message->content);
    else if (str_eq(message->type, STR("inspect_reply")) && ask->is_inspect) answer_inspect(bridge, route, message->content);
    else continue;
    ask->is_open = false;
  }
}

void repl_bridge_expire(ReplBridge *bridge) {
  for (size_t i = 0; i < REPL_ASKS; i++) {
    ReplKernelAsk *ask = &bridge->asks[i];
    if (!ask->is_open || job_now_ms() < ask->until_ms) continue;
    refuse_to(bridge, (Str){ask->route, ask->route_len}, "failed", "the kernel does not answer");
    ask->is_open = false;
  }
}

/* ---- the end ---- */

static void do_restart(const Request *request) {
  if (request->bridge->serve->file.len) {
    refuse(request, "failed", "this kernel was not started here: restart it where it was");
    return;
  }
  agree(request);
  request->bridge->wanted = REPL_RESTARTS;
}

static void do_shutdown(const Request *request) {
  agree(request);
  request->bridge->wanted = REPL_SHUTS_DOWN;
}

void repl_bridge_request(ReplBridge *bridge, const ReplFrames *frames) {
  static const struct {
    const char *name;
    void (*run)(const Request *request);
  } known[] = {{"ping", do_ping}, {"eval", do_eval}, {"eval_async", do_eval_async}, {"result", do_result},
               {"interrupt", do_interrupt}, {"tool_call", do_tool_call}, {"complete", do_complete},
               {"inspect", do_inspect}, {"restart", do_restart}, {"shutdown", do_shutdown}};
  if (frames->count != 3 || frames->items[1].len || !frames->items[0].len) return; /* nobody that could be answered */
  Request request = {.bridge = bridge, .job = bridge->job, .route = frames->items[0]};
  if (json_read(bridge->job, frames->items[2], &(JsonLimits){.max_bytes = REPL_MESSAGE_MAX, .max_values = 100000}, &request.said) ||
      !json_is(request.said, JSON_OBJECT)) {
    job_forgive(bridge->job);
    return refuse(&request, "bad", "a request is a JSON object");
  }
  if (json_get_int(request.said, STR("v"), 0) != 1) return refuse(&request, "version", "this gate speaks version 1");
  Str what = json_get_str(request.said, STR("do"), STR_EMPTY);
  for (size_t i = 0; i < COUNT_OF(known); i++) {
    if (str_eq_c(what, known[i].name)) return known[i].run(&request);
  }
  refuse(&request, "unknown", "nothing of that name can be done");
}
