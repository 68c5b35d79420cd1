/* Frames of a local client go to the gate far away and its answers back; it
 * looks at neither, except to know that somebody is there at all. */
#include <assert.h>

#include "src/os/file.h"
#include "src/os/process.h"
#include "src/os/secret.h"
#include "src/repl/remote/remote.h"
#include "src/repl/repl_internal.h"

#define GREET_MS 10000 /* for the other side to show that it is who it should be */
#define ASK_MS 5000    /* between two looks whether it is there */
#define GONE_MS 20000  /* without an answer: it is gone */
#define ROUND 64
#define TOKEN_MIN 32
#define OWN STR("own") /* route of what we ask ourselves; the library's begin with a zero byte */

typedef struct Relay {
  Job *job;
  const ReplZmq *zmq;
  const ReplRemote *remote;
  Str folder, key;
  void *local, *local_events; /* ROUTER, PUB */
  void *far, *far_events;     /* DEALER, SUB */
  int64_t heard_ms, asked_ms;
  bool is_carded, is_ending;
} Relay;

/* ---- the far side ---- */

/* "tcp://[::1]:9876" and where its events are. */
static Err read_endpoint(Job *job, Str endpoint, Str *ret_events) {
  size_t colon = str_find_last_byte(endpoint, ':');
  int64_t port;
  bool is_good = str_starts_with(endpoint, STR("tcp://")) && endpoint.len < 300 && colon != STR_NONE && colon > 6 &&
                 str_to_int(str_slice(endpoint, colon + 1, endpoint.len), &port) && port >= 1 && port < 65535;
  for (size_t i = 0; i < endpoint.len; i++) is_good = is_good && endpoint.ptr[i] > ' ' && endpoint.ptr[i] < 127 && endpoint.ptr[i] != ';';
  if (!is_good) {
    return job_fail(job, ERR_USAGE, "'%.*s' is no address of a gate: it looks like tcp://192.0.2.7:9876, as the gate says",
                    STR_ARG(str_shown(job->arena, endpoint, 100)));
  }
  *ret_events = str_format(job->arena, "%.*s%lld", STR_ARG(str_slice(endpoint, 0, colon + 1)), (long long)port + 1);
  return OK;
}

/* Nothing is sent before both keys fit: the library encrypts and checks the
 * other side's key, and our own is made from the token, which the gate knows.
 * */
static Err connect_far(Relay *relay) {
  const ReplRemote *remote = relay->remote;
  ReplCurve curve;
  Str events;
  TRY(read_endpoint(relay->job, remote->endpoint, &events));
  if (remote->token.len < TOKEN_MIN) {
    return job_fail(relay->job, ERR_USAGE, "the token that the gate printed is needed, in FATHOM_GATE_TOKEN or a file (--token-file)");
  }
  TRY(repl_zmq_curve_from(relay->job, relay->zmq, remote->server_key, remote->token, &curve));
  ReplSocket requests = {.kind = REPL_ZMQ_DEALER, .endpoint = remote->endpoint, .curve = &curve, .queue = 1000};
  ReplSocket heard = {.kind = REPL_ZMQ_SUB, .endpoint = events, .curve = &curve, .queue = 1000};
  TRY(repl_zmq_open(relay->job, relay->zmq, &requests, &relay->far));
  return repl_zmq_open(relay->job, relay->zmq, &heard, &relay->far_events);
}

/* A ping of our own, under a route that no client can have. */
static void ask_far(Relay *relay) {
  ReplRequest request;
  repl_request_begin(&request, relay->job->arena, "ping");
  Str frames[] = {OWN, STR_EMPTY, repl_request_end(&request)};
  relay->asked_ms = job_now_ms();
  if (repl_zmq_send_all(relay->job, relay->zmq, relay->far, frames, COUNT_OF(frames))) job_forgive(relay->job);
}

/* ---- this side ---- */

static Str own_file(Relay *relay, const char *ending) {
  return file_join(relay->job->arena, relay->folder, str_format(relay->job->arena, "%.*s.%s", STR_ARG(relay->key), ending));
}

/* Beside the sockets of gates on this machine, so that the hub finds it the
 * same way. */
static Err bind_local(Relay *relay, ReplSocketKind kind, const char *ending, void **ret_socket) {
  ReplSocket how = {.kind = kind, .binds = true, .queue = 10000, .linger_ms = 200,
                    .endpoint = str_format(relay->job->arena, "ipc://%.*s", STR_ARG(own_file(relay, ending)))};
  return repl_zmq_open(relay->job, relay->zmq, &how, ret_socket);
}

/* As the other side calls itself; the project is its own machine's and says
 * nothing here. */
static Err write_card(Relay *relay, const Json *answer) {
  Buf text;
  JsonWriter json;
  Str name = relay->remote->name.len ? relay->remote->name : json_get_str(answer, STR("name"), STR("remote"));
  buf_init(&text, relay->job->arena, 65536);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_int(&json, "gate", 1);
  json_field_str(&json, "id", relay->key);
  json_field_str(&json, "name", str_head(name, 200));
  json_field_str(&json, "language", str_head(json_get_str(answer, STR("language"), STR("unknown")), 40));
  json_field_str(&json, "version", str_head(json_get_str(answer, STR("version"), STR_EMPTY), 40));
  json_field_str(&json, "project", relay->remote->endpoint);
  json_field_int(&json, "pid", process_self());
  json_end_object(&json);
  relay->is_carded = true;
  return file_write(relay->job, own_file(relay, "json"), buf_str(&text), 0600);
}

/* An answer to what we asked: somebody is there. */
static Err hear_own(Relay *relay, Str text) {
  const Json *answer;
  if (json_read(relay->job, text, &(JsonLimits){.max_bytes = REPL_MESSAGE_MAX, .max_values = 100000}, &answer)) {
    job_forgive(relay->job);
    return OK;
  }
  return relay->is_carded ? OK : write_card(relay, answer);
}

/* Shutting down means to leave: the interpreter is another machine's person's.
 * It is theirs to end where it runs. */
static bool is_leaving(Relay *relay, Str text) {
  const Json *request;
  if (json_read(relay->job, text, &(JsonLimits){.max_bytes = REPL_MESSAGE_MAX, .max_values = 100000}, &request)) job_forgive(relay->job);
  else return json_is(request, JSON_OBJECT) && str_eq(json_get_str(request, STR("do"), STR_EMPTY), STR("shutdown"));
  return false;
}

/* Says yes to a client that ended the session: the far side is never asked. */
static void agree(Relay *relay, Str route) {
  Buf text;
  JsonWriter json;
  buf_init(&text, relay->job->arena, 100);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_int(&json, "v", 1);
  json_field_bool(&json, "ok", true);
  json_end_object(&json);
  Str frames[] = {route, STR_EMPTY, buf_str(&text)};
  if (repl_zmq_send_all(relay->job, relay->zmq, relay->local, frames, COUNT_OF(frames))) job_forgive(relay->job);
}

/* ---- passing on ---- */

/* A client cannot pretend to be us: what comes under our own route is dropped.
 * */
static void hear_clients(Relay *relay) {
  for (int i = 0; i < ROUND && !relay->is_ending; i++) {
    JOB_SCRATCH(relay->job);
    ReplFrames frames;
    Err err = repl_zmq_receive_all(relay->job, relay->zmq, relay->local, REPL_MESSAGE_MAX + 1000, &frames);
    if (err) job_forgive(relay->job);
    if (err == ERR_BUSY) return;
    if (err || frames.count != 3 || frames.items[1].len || str_eq(frames.items[0], OWN)) continue;
    if (is_leaving(relay, frames.items[2])) {
      agree(relay, frames.items[0]);
      relay->is_ending = true;
    } else if (repl_zmq_send_all(relay->job, relay->zmq, relay->far, frames.items, frames.count)) {
      job_forgive(relay->job);
    }
  }
}

/* The routes in answers were ours to begin with: one that is not known is
 * dropped by the library. */
static Err hear_far(Relay *relay) {
  for (int i = 0; i < ROUND; i++) {
    JOB_SCRATCH(relay->job);
    ReplFrames frames;
    Err err = repl_zmq_receive_all(relay->job, relay->zmq, relay->far, REPL_MESSAGE_MAX + 1000, &frames);
    if (err) job_forgive(relay->job);
    if (err == ERR_BUSY) return OK;
    if (err || frames.count != 3) continue;
    relay->heard_ms = job_now_ms();
    if (str_eq(frames.items[0], OWN)) TRY(hear_own(relay, frames.items[2]));
    else if (repl_zmq_send_all(relay->job, relay->zmq, relay->local, frames.items, frames.count)) job_forgive(relay->job);
  }
  return OK;
}

/* Events are passed on as they are; who listens to which is decided by the
 * sockets on both ends. */
static void hear_events(Relay *relay) {
  for (int i = 0; i < ROUND; i++) {
    JOB_SCRATCH(relay->job);
    ReplFrames frames;
    Err err = repl_zmq_receive_all(relay->job, relay->zmq, relay->far_events, REPL_MESSAGE_MAX + 1000, &frames);
    if (err) job_forgive(relay->job);
    if (err == ERR_BUSY) return;
    if (err || frames.count != 2) continue;
    if (repl_zmq_send_all(relay->job, relay->zmq, relay->local_events, frames.items, frames.count)) job_forgive(relay->job);
  }
}

/* Silence means different things before and after the first answer: a wrong key
 * or token at first, a lost machine later. */
static Err look_whether_gone(Relay *relay) {
  int64_t silent = job_now_ms() - relay->heard_ms;
  if (!relay->is_carded && silent > GREET_MS) {
    return job_fail(relay->job, ERR_DENIED, "nobody at %.*s has that key and takes that token (after %d s): compare both with what the gate "
                    "printed", STR_ARG(relay->remote->endpoint), GREET_MS / 1000);
  }
  if (silent > GONE_MS) return job_fail(relay->job, ERR_CLOSED, "%.*s does not answer any more", STR_ARG(relay->remote->endpoint));
  if (job_now_ms() - relay->asked_ms >= (relay->is_carded ? ASK_MS : 1000)) ask_far(relay);
  return OK;
}

/* One wait and everything that it brought. */
static Err take_round(Relay *relay) {
  JOB_SCRATCH(relay->job);
  ReplPoll items[] = {{.socket = relay->local}, {.socket = relay->far}, {.socket = relay->far_events}};
  repl_zmq_poll(relay->zmq, items, COUNT_OF(items), relay->is_carded ? ASK_MS : 200);
  if (items[0].is_ready) hear_clients(relay);
  if (items[1].is_ready) TRY(hear_far(relay));
  if (items[2].is_ready) hear_events(relay);
  return look_whether_gone(relay);
}

static Err run(Relay *relay) {
  TRY(connect_far(relay));
  TRY(bind_local(relay, REPL_ZMQ_PUB, "pub", &relay->local_events));
  TRY(bind_local(relay, REPL_ZMQ_ROUTER, "sock", &relay->local));
  relay->heard_ms = job_now_ms();
  while (!relay->is_ending) TRY(take_round(relay));
  return OK;
}

Err repl_remote_serve(Job *job, Str folder, const ReplRemote *remote) {
  static const char *const endings[] = {"json", "sock", "pub"};
  Relay relay = {.job = job, .remote = remote, .folder = folder, .key = remote->key};
  if (!relay.key.len) relay.key = secret_random_hex(job->arena, REPL_KEY / 2);
  if (!repl_is_key(relay.key)) return job_fail(job, ERR_USAGE, "a session's key has %d of [a-z0-9]", REPL_KEY);
  TRY(repl_zmq_get(job, &relay.zmq));
  TRY(file_make_dir(job, folder, true));
  Err err = run(&relay);
  void *const sockets[] = {relay.local, relay.local_events, relay.far, relay.far_events};
  for (size_t i = 0; i < COUNT_OF(sockets); i++) repl_zmq_close(relay.zmq, sockets[i]);
  for (size_t i = 0; i < COUNT_OF(endings); i++) {
    if (file_remove(job, own_file(&relay, endings[i])) && !err) job_forgive(job);
  }
  return err;
}
