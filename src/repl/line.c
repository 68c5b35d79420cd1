/* One connection to a gate: requests with their answers, and what it tells
 * about the evals that were begun over this line. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/loop.h"
#include "src/os/secret.h"
#include "src/os/thread.h"
#include "src/repl/repl_internal.h"

#define LOOK_MS 50 /* between two looks at the job */
#define DOUBT_MS 300 /* without an answer, until it is asked whether anybody is there */

static const JsonLimits limits = {.max_bytes = REPL_MESSAGE_MAX, .max_values = 100000};

/* libzmq does not tell who is at the other end of a socket it connects to, so
 * that is asked over a connection of our own first. */
static Err check_peer(Job *job, Str path) {
  int fd;
  Err err = loop_connect_unix(job, path, &fd);
  if (err == ERR_NOT_FOUND || err == ERR_TIMEOUT) {
    job_forgive(job);
    return job_fail(job, ERR_CLOSED, "the session is gone");
  }
  TRY(err);
  descriptor_close(fd);
  return OK;
}

static Str socket_path(Arena *arena, Str folder, Str key, const char *ending) {
  return file_join(arena, folder, str_format(arena, "%.*s.%s", STR_ARG(key), ending));
}

Err repl_line_open(Job *job, Str folder, Str key, ReplLine **ret_line) {
  Str requests = socket_path(job->arena, folder, key, "sock"), events = socket_path(job->arena, folder, key, "pub");
  const ReplZmq *zmq;
  TRY(check_peer(job, requests));
  TRY(check_peer(job, events));
  TRY(repl_zmq_get(job, &zmq));
  ReplLine *line = arena_heap_alloc(sizeof(*line));
  *line = (ReplLine){.zmq = zmq, .path = arena_heap_alloc(requests.len + 1)};
  memcpy(line->path, requests.ptr, requests.len);
  line->path[requests.len] = '\0';
  Str prefix = str_format(job->arena, "f%.*s-", STR_ARG(secret_random_hex(job->arena, 6)));
  assert(prefix.len < sizeof line->prefix);
  memcpy(line->prefix, prefix.ptr, prefix.len);
  line->prefix_len = prefix.len;
  /* Events first: what is begun over this line is heard from the start, or
   * nearly, because the other side learns of us while it answers. */
  Err err = repl_zmq_connect(job, zmq, REPL_ZMQ_SUB, events, prefix, &line->events);
  if (!err) err = repl_zmq_connect(job, zmq, REPL_ZMQ_REQ, requests, STR_EMPTY, &line->requests);
  if (err) {
    repl_line_close(line);
    return err;
  }
  *ret_line = line;
  return OK;
}

void repl_line_close(ReplLine *line) {
  repl_zmq_close(line->zmq, line->requests);
  repl_zmq_close(line->zmq, line->events);
  free(line->path);
  free(line);
}

void repl_request_begin(ReplRequest *request, Arena *arena, const char *what) {
  buf_init(&request->text, arena, 2 * REPL_MESSAGE_MAX);
  json_writer_init(&request->json, &request->text, 0);
  json_begin_object(&request->json);
  json_field_int(&request->json, "v", 1);
  json_field_str(&request->json, "do", str_from_c(what));
}

Str repl_request_end(ReplRequest *request) {
  json_end_object(&request->json);
  return buf_str(&request->text);
}

static Err wait_answer(Job *job, ReplLine *line) {
  int64_t until = job_now_ms() + REPL_ANSWER_MS, doubt_at = job_now_ms() + DOUBT_MS;
  while (!repl_zmq_wait(line->zmq, line->requests, NULL, LOOK_MS).first) {
    int64_t now = job_now_ms();
    TRY(job_check(job));
    if (now > doubt_at) { /* the library waits for a process that is gone as for one that thinks */
      TRY(check_peer(job, str_from_c(line->path)));
      doubt_at = now + DOUBT_MS;
    }
    if (now > until) {
      return job_fail(job, ERR_TIMEOUT, "the session does not answer: its interpreter hangs in something that holds all of it");
    }
  }
  return OK;
}

/* A gate answers at once, or is in trouble: then its caller waits without the
 * permit, and nobody else with it. */
static Err receive(Job *job, ReplLine *line, Str *ret_frame) {
  if (!repl_zmq_wait(line->zmq, line->requests, NULL, LOOK_MS).first) {
    void *pool = job->permit;
    thread_permit_return(job);
    Err err = wait_answer(job, line);
    if (pool && !job_is_stopped(job)) {
      Err again = thread_permit_take(job, pool);
      if (!err) err = again;
    }
    TRY(err);
  }
  return repl_zmq_receive(job, line->zmq, line->requests, ret_frame);
}

/* What the gate itself says went wrong; its words are data. */
static Err gate_error(Job *job, const Json *answer) {
  const Json *error = json_get(answer, STR("error"));
  Str code = json_get_str(error, STR("code"), STR_EMPTY);
  Str words = str_shown(job->arena, json_get_str(error, STR("message"), STR("it does not say why")), 500);
  Err err = str_eq(code, STR("unknown")) ? ERR_NOT_FOUND : str_eq(code, STR("bad")) ? ERR_USAGE : ERR_UNAVAILABLE;
  return job_fail(job, err, "the session refuses: %.*s", STR_ARG(words));
}

Err repl_line_ask(Job *job, ReplLine *line, Str request, const Json **ret_answer) {
  Str frame;
  const Json *answer;
  if (request.len > REPL_MESSAGE_MAX) { /* also one that was too long to be spelled whole */
    return job_fail(job, ERR_TOO_LARGE, "a request of %zu bytes: a session takes %zu", request.len, REPL_MESSAGE_MAX);
  }
  TRY(repl_zmq_send(job, line->zmq, line->requests, request));
  TRY(receive(job, line, &frame));
  Err err = json_read(job, frame, &limits, &answer);
  if (err) return job_prefix(job, ERR_CLOSED, "the session answers what is no answer");
  if (!json_is(answer, JSON_OBJECT) || json_get_int(answer, STR("v"), 0) != 1) {
    return job_fail(job, ERR_CLOSED, "the session speaks another version of the protocol than ours, which is 1");
  }
  if (!json_get_bool(answer, STR("ok"), false)) return gate_error(job, answer);
  *ret_answer = answer;
  return OK;
}
