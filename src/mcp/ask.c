/* Asking the client: what a running handler may want of it. To an old-era
 * client a question is a request of ours and the handler waits; a new-era
 * client finds it in the result and sends the whole request again with the
 * answers (round.c). */
#include <string.h>

#include "src/mcp/mcp_internal.h"

enum {
  PROGRESS_FREE = 100,     /* reports passed on as they come */
  PROGRESS_GAP_MS = 100    /* and the time between later ones */
};

static bool is_modern(const McpRequest *request) { return request->version == MCP_2026_07_28; }

/* ---- what the client can do ---- */

/* A capability is there as an object, or as true; "a.b" asks for a part of
 * one. */
static bool can(void *context, Str capability) {
  McpRequest *request = context;
  const Json *at = request->capabilities;
  while (at && capability.len) at = json_get(at, str_cut(&capability, '.'));
  return json_is(at, JSON_OBJECT) || (json_is(at, JSON_BOOL) && at->boolean);
}

static Str capability_of(Str method) {
  if (str_eq(method, STR("sampling/createMessage"))) return STR("sampling");
  if (str_eq(method, STR("elicitation/create"))) return STR("elicitation");
  if (str_eq(method, STR("roots/list"))) return STR("roots");
  return STR_EMPTY;
}

/* The least that makes an answer usable, by method. */
static const char *answer_problem(Str method, const Json *answer) {
  if (!json_is(answer, JSON_OBJECT)) return "must be an object";
  if (str_eq(method, STR("elicitation/create"))) {
    Str action = json_get_str(answer, STR("action"), STR_EMPTY);
    const Json *content = json_get(answer, STR("content"));
    if (!str_eq(action, STR("accept")) && !str_eq(action, STR("decline")) &&
        !str_eq(action, STR("cancel"))) {
      return "needs an action: accept, decline or cancel";
    }
    if (content && content->type != JSON_OBJECT) return "has content that is no object";
  } else if (str_eq(method, STR("sampling/createMessage"))) {
    const Json *content = json_get(answer, STR("content"));
    if (!json_is(content, JSON_OBJECT) && !json_is(content, JSON_ARRAY)) return "needs content";
  } else if (!json_is(json_get(answer, STR("roots")), JSON_ARRAY)) {
    return "needs an array of roots";
  }
  return NULL;
}

/* ---- the new era: look among the answers that came, or leave a question ---- */

/* Once per key: a handler that asks twice the same gets one answer for both. */
static void leave_question(McpRequest *request, Str key, Str method, Str params) {
  McpRound *round = &request->round;
  for (size_t i = 0; i < round->pending.len; i++) {
    if (str_eq(round->pending.items[i].key, key)) return;
  }
  *vec_add(&request->arena, &round->pending) =
      (McpPending){str_copy(&request->arena, key), str_copy(&request->arena, method),
                   str_copy(&request->arena, params)};
}

static void keep_answer(McpRequest *request, Str key, const Json *answer) {
  McpRound *round = &request->round;
  for (size_t i = 0; i < round->answered.len; i++) {
    if (str_eq(round->answered.items[i].key, key)) return;
  }
  *vec_add(&request->arena, &round->answered) =
      (McpAnswered){str_copy(&request->arena, key), answer};
}

/* An answer of this round, or of an earlier one, which travels in the sealed
 * state. ERR_INPUT_NEEDED ends the handler; it runs again from its beginning
 * when the client comes back. */
static Err ask_in_result(McpRequest *request, Job *job, Str key, Str method, Str params,
                         const Json **ret_result) {
  McpRound *round = &request->round;
  const Json *answer = json_get(round->responses, key);
  if (!answer) answer = json_get(round->earlier, key);
  if (!answer) {
    leave_question(request, key, method, params);
    return job_fail(job, ERR_INPUT_NEEDED, "the client must answer '%.*s' first", STR_ARG(key));
  }
  const char *problem = answer_problem(method, answer);
  if (problem) {
    return job_fail(job, ERR_PROTOCOL, "the answer to '%.*s' %s", STR_ARG(key), problem);
  }
  keep_answer(request, key, answer);
  *ret_result = answer;
  return OK;
}

/* ---- the old era: ask and wait ---- */

/* The worker's side of an answer that has come. */
static Err read_answer(Job *job, const McpQuestion *question, const Json **ret_result) {
  const Json *value = NULL;
  Str method = question->method;
  if (question->err) {
    return job_fail(job, question->err, "the client went away before it answered %.*s",
                    STR_ARG(method));
  }
  Str text = str_copy(job->arena, (Str){question->answer, question->answer_len});
  TRY(json_read(job, text, NULL, &value));
  if (question->is_error) {
    Str words = mcp_shown(job->arena, json_get_str(value, STR("message"), STR("without a reason")));
    return job_fail(job, ERR_DENIED, "the client refused %.*s: %.*s", STR_ARG(method),
                    STR_ARG(words));
  }
  const char *problem = answer_problem(method, value);
  if (problem) {
    return job_fail(job, ERR_PROTOCOL, "the client's answer to %.*s %s", STR_ARG(method), problem);
  }
  *ret_result = value;
  return OK;
}

/* On the worker's thread, which waits without its CPU permit. The question
 * lives in the request's arena, and so as long as anybody may answer it. */
static Err ask_and_wait(McpRequest *request, Job *job, Str method, Str params,
                        const Json **ret_result) {
  TRY(thread_may_wait(job));
  McpQuestion *question = ARENA_NEW(&request->arena, McpQuestion);
  question->request = request;
  question->method = str_copy(&request->arena, method);
  question->params = str_copy(&request->arena, params);
  question->event = thread_event_open();
  question->next = request->questions;
  request->questions = question;
  mcp_post(request->mcp, &(McpItem){.kind = MCP_ITEM_ASK, .question = question}, STR_EMPTY);
  /* The time a person takes is not the call's. */
  int64_t deadline = job->deadline_ms, asked = job_now_ms();
  job->deadline_ms = 0;
  Err err = thread_wait(job, question->event, MCP_ASK_LIFE_MS);
  job->deadline_ms = deadline ? deadline + job_now_ms() - asked : 0;
  if (!err) return read_answer(job, question, ret_result);
  mcp_post(request->mcp, &(McpItem){.kind = MCP_ITEM_WITHDRAW, .question = question}, STR_EMPTY);
  return job_fail(job, err, "the client did not answer %.*s in time", STR_ARG(method));
}

static Err ask(void *context, Job *job, Str key, Str method, Str params, const Json **ret_result) {
  McpRequest *request = context;
  Str capability = capability_of(method);
  if (!capability.len) {
    return job_fail(job, ERR_INTERNAL, "clients cannot be asked '%.*s'", STR_ARG(method));
  }
  if (!can(request, capability)) {
    request->round.missing = capability;
    return job_fail(job, ERR_UNAVAILABLE, "this needs a client that offers %.*s",
                    STR_ARG(capability));
  }
  if (!params.len) params = STR("{}");
  return is_modern(request) ? ask_in_result(request, job, key, method, params, ret_result)
                            : ask_and_wait(request, job, method, params, ret_result);
}

/* ---- the loop's side of a question ---- */

/* Loop thread. The event is set last: the worker reads the rest without a
 * lock. */
static void settle(McpQuestion *question, Err err, Str answer, bool is_error) {
  question->err = err;
  question->is_error = is_error;
  question->answer = str_to_heap(answer);
  question->answer_len = answer.len;
  thread_event_set(question->event);
}

static bool unlink_asked(McpQuestion *question) {
  McpQuestion **link = &question->request->peer->asked;
  while (*link && *link != question) link = &(*link)->next_asked;
  if (!*link) return false;
  *link = question->next_asked;
  return true;
}

/* `id` 0: a notification. */
static Str spell_message(Arena *arena, int64_t id, Str method, Str params) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, SIZE_MAX / 2);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_str(&writer, "jsonrpc", STR("2.0"));
  if (id) json_field_int(&writer, "id", id);
  json_field_str(&writer, "method", method);
  json_field_raw(&writer, "params", params);
  json_end_object(&writer);
  return buf_str(&buf);
}

/* Loop thread. Roots are asked once and kept until the client says that they
 * changed. */
void mcp_question_ask(McpQuestion *question) {
  McpRequest *request = question->request;
  McpPeer *peer = request->peer;
  bool is_roots = str_eq(question->method, STR("roots/list"));
  if (is_roots && peer->roots) {
    settle(question, OK, str_from_c(peer->roots), false);
    return;
  }
  if (peer->closed || peer->input_ended || request->cancelled || request->abandoned) {
    settle(question, ERR_CLOSED, STR_EMPTY, false);
    return;
  }
  question->id = peer->mcp->options.first_question + ++peer->last_question;
  question->roots_age = peer->roots_age;
  question->next_asked = peer->asked;
  peer->asked = question;
  Arena arena;
  arena_init(&arena);
  mcp_request_send(request, spell_message(&arena, question->id, question->method, question->params));
  arena_clear(&arena);
}

void mcp_question_withdraw(McpQuestion *question) {
  Arena arena;
  if (!unlink_asked(question)) return;
  arena_init(&arena);
  Str params = json_spell_one(&arena, "requestId", json_spell_int(&arena, question->id));
  Str message = spell_message(&arena, 0, STR("notifications/cancelled"), params);
  McpRequest *request = question->request;
  const McpSink *sink = request->sink.send ? &request->sink : &request->peer->sink;
  /* Also when the request itself is cancelled: the client may be asking its
   * user. */
  if (!request->peer->closed && !request->abandoned && sink->send) {
    sink->send(sink->context, message, &(McpFrame){0});
  }
  arena_clear(&arena);
}

/* An answer to nothing we asked, or one that came too late, is ignored. */
void mcp_question_answer(McpPeer *peer, const McpMessage *message) {
  int64_t id;
  if (!str_to_int(message->id, &id)) return;
  McpQuestion *question = peer->asked;
  while (question && question->id != id) question = question->next_asked;
  if (!question) return;
  unlink_asked(question);
  Arena arena;
  arena_init(&arena);
  Str answer = json_spell(&arena, message->error ? message->error : message->result);
  bool is_roots = str_eq(question->method, STR("roots/list"));
  if (is_roots && !message->error && question->roots_age == peer->roots_age) {
    free(peer->roots);
    peer->roots = str_to_heap(answer);
  }
  settle(question, OK, answer, message->error != NULL);
  arena_clear(&arena);
}

/* `only` NULL: all of the peer's. */
void mcp_questions_fail(McpPeer *peer, McpRequest *only) {
  McpQuestion *question = peer->asked;
  while (question) {
    McpQuestion *next = question->next_asked;
    if (!only || question->request == only) {
      unlink_asked(question);
      settle(question, ERR_CLOSED, STR_EMPTY, false);
    }
    question = next;
  }
}

/* ---- the handler's own state, log, progress, marks ---- */

static Str get_state(void *context) {
  McpRequest *request = context;
  return request->round.has_state ? request->round.state : STR_EMPTY;
}

static void set_state(void *context, Str state) {
  McpRequest *request = context;
  request->round.state = str_copy(&request->arena, state);
  request->round.has_state = true;
}

static void post_notification(McpRequest *request, Buf *buf) {
  mcp_post(request->mcp, &(McpItem){.kind = MCP_ITEM_SEND, .request = request}, buf_str(buf));
}

/* Below the level that the client asked for nothing is even spelled. */
static void write_log(void *context, LogLevel log_level, Str logger, Str data_json) {
  McpRequest *request = context;
  McpLevel level = mcp_level_from_log(log_level);
  McpLevel wanted = is_modern(request) ? request->level
                                       : (McpLevel)atomic_load(&request->peer->level);
  if (level < wanted || thread_may_wait(&request->job)) return;
  Buf buf;
  JsonWriter writer;
  Arena arena;
  arena_init(&arena);
  buf_init(&buf, &arena, MCP_MAX_ANSWER);
  json_writer_init(&writer, &buf, 0);
  mcp_write_log(&writer, &(McpNews){log_level, logger, data_json});
  post_notification(request, &buf);
  arena_clear(&arena);
}

/* A handler that reports each of a million steps must not flood its client. */
static bool is_too_often(McpRequest *request, bool is_complete) {
  int64_t now = job_now_ms();
  if (++request->progress_count > PROGRESS_FREE && !is_complete &&
      now - request->progress_ms < PROGRESS_GAP_MS) {
    return true;
  }
  request->progress_ms = now;
  return false;
}

static void report_progress(void *context, double done, double total, Str message) {
  McpRequest *request = context;
  Buf buf;
  JsonWriter writer;
  Arena arena;
  if (thread_may_wait(&request->job)) return;
  if (is_too_often(request, total > 0 && done >= total)) return;
  arena_init(&arena);
  buf_init(&buf, &arena, MCP_MAX_ANSWER);
  json_writer_init(&writer, &buf, 0);
  mcp_notification_begin(&writer, STR("notifications/progress"));
  json_field_raw(&writer, "progressToken", request->progress_token);
  json_name(&writer, STR("progress"));
  json_double(&writer, done);
  if (total > 0) {
    json_name(&writer, STR("total"));
    json_double(&writer, total);
  }
  if (message.len && request->version >= MCP_2025_03_26) {
    json_field_str(&writer, "message", str_visible(&arena, message));
  }
  mcp_notification_end(&writer);
  post_notification(request, &buf);
  arena_clear(&arena);
}

/* Returns when the transport has been told, or the work is cancelled. */
static void mark_writing(void *context) {
  McpRequest *request = context;
  if (request->marked || !request->peer->options.mark_writing) return;
  request->marked = true;
  request->mark_event = thread_event_open();
  mcp_post(request->mcp, &(McpItem){.kind = MCP_ITEM_MARK, .request = request}, STR_EMPTY);
  Err stopped = thread_wait(&request->job, request->mark_event, 0);
  (void)stopped; /* the handler notices by itself */
}

void mcp_client_init(McpRequest *request) {
  request->client = (ToolClient){.context = request,
                                 .asks_while_waiting = !is_modern(request), .can = can, .ask = ask,
                                 .get_state = get_state, .set_state = set_state,
                                 .log = write_log, .mark_writing = mark_writing};
  if (request->progress_token.len) {
    request->job.progress = report_progress;
    request->job.progress_context = request;
  }
}
