/* libzmq as far as we need it: sockets of a few kinds, over Unix sockets or
 * TCP. Its header is not needed to build, and the library not to run; what is
 * used of its interface has been the same since version 4.2. */
#include <assert.h>
#include <string.h>

#include "src/os/module.h"
#include "src/os/secret.h"
#include "src/repl/repl_internal.h"

#define LIBRARY "libzmq.so.5"

/* Numbers of its interface. */
enum {
  OPTION_IDENTITY = 5,
  OPTION_SUBSCRIBE = 6,
  OPTION_UNSUBSCRIBE = 7,
  OPTION_LINGER = 17,
  OPTION_RECONNECT_MS = 18,
  OPTION_MAX_MESSAGE = 22,
  OPTION_SEND_QUEUE = 23,
  OPTION_RECEIVE_QUEUE = 24,
  OPTION_CURVE_PUBLIC = 48,
  OPTION_CURVE_SECRET = 49,
  OPTION_CURVE_SERVER_KEY = 50,
  FLAG_NO_WAIT = 1,
  FLAG_MORE = 2,
  POLL_IN = 1
};

/* Events that wait to be read: a gate that floods fills this and then drops. */
#define QUEUE 16

typedef struct Message {
  union {
    unsigned char bytes[64];
    void *align;
  } own;
} Message;

typedef struct PollItem {
  void *socket;
  int fd;
  short events, revents;
} PollItem;

#define POLLED_MAX 12

struct ReplZmq {
  void *context;
  void *(*ctx_new)(void);
  void *(*socket)(void *context, int kind);
  int (*setsockopt)(void *socket, int option, const void *value, size_t size);
  int (*connect)(void *socket, const char *endpoint);
  int (*bind)(void *socket, const char *endpoint);
  int (*close)(void *socket);
  int (*send)(void *socket, const void *bytes, size_t size, int flags);
  int (*poll)(PollItem *items, int count, long timeout_ms);
  int (*msg_init)(Message *message);
  int (*msg_recv)(Message *message, void *socket, int flags);
  int (*msg_close)(Message *message);
  void *(*msg_data)(Message *message);
  size_t (*msg_size)(const Message *message);
  int (*msg_more)(const Message *message);
  int (*has)(const char *capability);
  int (*curve_public)(char *public_key, const char *secret_key);
  char *(*encode)(char *text, const uint8_t *bytes, size_t size);
  int (*error)(void);
  const char *(*error_words)(int error);
};

static Lock loading = LOCK_READY;
static ReplZmq loaded; /* context is NULL until it is whole */

/* The cast is the library's own promise; each member has its function's type. */
#define FIND(member, name)                                                               \
  do {                                                                                   \
    ModuleFunction *found_;                                                              \
    TRY(module_find(job, STR(LIBRARY), STR(name), &found_));                             \
    zmq->member = (__typeof__(zmq->member))found_;                                       \
  } while (0)

static Err load(Job *job, ReplZmq *zmq) {
  FIND(ctx_new, "zmq_ctx_new");
  FIND(socket, "zmq_socket");
  FIND(setsockopt, "zmq_setsockopt");
  FIND(connect, "zmq_connect");
  FIND(bind, "zmq_bind");
  FIND(close, "zmq_close");
  FIND(send, "zmq_send");
  FIND(poll, "zmq_poll");
  FIND(msg_init, "zmq_msg_init");
  FIND(msg_recv, "zmq_msg_recv");
  FIND(msg_close, "zmq_msg_close");
  FIND(msg_data, "zmq_msg_data");
  FIND(msg_size, "zmq_msg_size");
  FIND(msg_more, "zmq_msg_more");
  FIND(has, "zmq_has");
  FIND(curve_public, "zmq_curve_public");
  FIND(encode, "zmq_z85_encode");
  FIND(error, "zmq_errno");
  FIND(error_words, "zmq_strerror");
  zmq->context = zmq->ctx_new();
  return zmq->context ? OK : job_fail(job, ERR_UNAVAILABLE, "libzmq cannot start: %s", zmq->error_words(zmq->error()));
}

Err repl_zmq_get(Job *job, const ReplZmq **ret_zmq) {
  Err err = OK;
  lock_take(&loading);
  if (!loaded.context) {
    ReplZmq zmq = {0};
    err = load(job, &zmq);
    if (!err) loaded = zmq;
  }
  lock_give(&loading);
  if (err) return job_prefix(job, err, "live sessions need libzmq (Debian: apt install libzmq5)");
  *ret_zmq = &loaded;
  return OK;
}

/* As C strings of 40 characters, which is how the library tells the text form
 * from the plain one. */
static bool set_curve(Job *job, const ReplZmq *zmq, void *socket, const ReplCurve *curve) {
  struct {
    int option;
    Str key;
  } keys[] = {{OPTION_CURVE_SERVER_KEY, curve->server}, {OPTION_CURVE_PUBLIC, curve->own_public}, {OPTION_CURVE_SECRET, curve->own_secret}};
  for (size_t i = 0; i < COUNT_OF(keys); i++) {
    if (keys[i].key.len != REPL_CURVE_KEY) return false;
    if (zmq->setsockopt(socket, keys[i].option, str_to_c(job->arena, keys[i].key), REPL_CURVE_KEY + 1)) return false;
  }
  return true;
}

static Err set_options(Job *job, const ReplZmq *zmq, void *socket, const ReplSocket *how) {
  int linger = how->linger_ms, queue = how->queue ? how->queue : QUEUE, never = -1;
  int64_t largest = (int64_t)(how->max_message ? how->max_message : REPL_MESSAGE_MAX);
  zmq->setsockopt(socket, OPTION_LINGER, &linger, sizeof linger);
  zmq->setsockopt(socket, OPTION_RECEIVE_QUEUE, &queue, sizeof queue);
  zmq->setsockopt(socket, OPTION_SEND_QUEUE, &queue, sizeof queue);
  zmq->setsockopt(socket, OPTION_MAX_MESSAGE, &largest, sizeof largest);
  if (how->is_once) zmq->setsockopt(socket, OPTION_RECONNECT_MS, &never, sizeof never);
  if (how->identity.len) zmq->setsockopt(socket, OPTION_IDENTITY, how->identity.ptr, how->identity.len);
  if (how->kind == REPL_ZMQ_SUB) zmq->setsockopt(socket, OPTION_SUBSCRIBE, how->topic.ptr, how->topic.len);
  if (!how->curve || set_curve(job, zmq, socket, how->curve)) return OK;
  return job_fail(job, ERR_USAGE, "a key is no CURVE key: it has %d characters, as the gate prints it", REPL_CURVE_KEY);
}

static Err join(Job *job, const ReplZmq *zmq, void *socket, const ReplSocket *how) {
  const char *endpoint = str_to_c(job->arena, how->endpoint);
  TRY(set_options(job, zmq, socket, how));
  if ((how->binds ? zmq->bind : zmq->connect)(socket, endpoint) == 0) return OK;
  return job_fail(job, ERR_IO, "cannot %s %s: %s", how->binds ? "listen at" : "connect to", endpoint,
                  zmq->error_words(zmq->error()));
}

Err repl_zmq_open(Job *job, const ReplZmq *zmq, const ReplSocket *how, void **ret_socket) {
  void *socket = zmq->socket(zmq->context, (int)how->kind);
  if (!socket) return job_fail(job, ERR_UNAVAILABLE, "libzmq gives no socket: %s", zmq->error_words(zmq->error()));
  Err err = join(job, zmq, socket, how);
  if (err) {
    zmq->close(socket);
    return err;
  }
  *ret_socket = socket;
  return OK;
}

Err repl_zmq_connect(Job *job, const ReplZmq *zmq, ReplSocketKind kind, Str path, Str topic, void **ret_socket) {
  ReplSocket how = {.kind = kind, .topic = topic, .endpoint = str_format(job->arena, "ipc://%.*s", STR_ARG(path))};
  return repl_zmq_open(job, zmq, &how, ret_socket);
}

/* The secret key is the digest of the token, so that who has the token has the
 * key that the other side lets in. */
Err repl_zmq_curve_from(Job *job, const ReplZmq *zmq, Str server, Str token, ReplCurve *ret_curve) {
  char own_public[REPL_CURVE_KEY + 1], own_secret[REPL_CURVE_KEY + 1];
  uint8_t bytes[32];
  Str digest = secret_sha256_hex(job->arena, token);
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] = (uint8_t)(str_hex_digit(digest.ptr[2 * i]) << 4 | str_hex_digit(digest.ptr[2 * i + 1]));
  }
  if (!zmq->has("curve") || !zmq->encode(own_secret, bytes, sizeof bytes) || zmq->curve_public(own_public, own_secret)) {
    return job_fail(job, ERR_UNAVAILABLE, "this libzmq cannot encrypt (it was built without CURVE), and nothing is sent in the clear");
  }
  *ret_curve = (ReplCurve){.server = server, .own_public = str_copy(job->arena, str_from_c(own_public)),
                           .own_secret = str_copy(job->arena, str_from_c(own_secret))};
  secret_forget(bytes, sizeof bytes);
  return OK;
}

void repl_zmq_hear(const ReplZmq *zmq, void *socket, Str topic, bool on) {
  zmq->setsockopt(socket, on ? OPTION_SUBSCRIBE : OPTION_UNSUBSCRIBE, topic.ptr, topic.len);
}

void repl_zmq_close(const ReplZmq *zmq, void *socket) {
  if (socket) zmq->close(socket);
}

Err repl_zmq_send_all(Job *job, const ReplZmq *zmq, void *socket, const Str *frames, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int flags = FLAG_NO_WAIT | (i + 1 < count ? FLAG_MORE : 0);
    if (zmq->send(socket, frames[i].ptr, frames[i].len, flags) >= 0) continue;
    return job_fail(job, ERR_IO, "the session takes no message: %s", zmq->error_words(zmq->error()));
  }
  return OK;
}

Err repl_zmq_send(Job *job, const ReplZmq *zmq, void *socket, Str frame) { return repl_zmq_send_all(job, zmq, socket, &frame, 1); }

void repl_zmq_poll(const ReplZmq *zmq, ReplPoll *items, size_t count, int64_t ms) {
  PollItem polled[POLLED_MAX];
  assert(count <= POLLED_MAX);
  for (size_t i = 0; i < count; i++) {
    polled[i] = (PollItem){.socket = items[i].socket, .fd = items[i].fd, .events = POLL_IN};
    items[i].is_ready = false;
  }
  if (zmq->poll(polled, (int)count, (long)ms) <= 0) return;
  for (size_t i = 0; i < count; i++) items[i].is_ready = polled[i].revents != 0;
}

ReplReady repl_zmq_wait(const ReplZmq *zmq, void *first, void *second, int64_t ms) {
  PollItem items[2] = {{.socket = first, .events = POLL_IN}, {.socket = second, .events = POLL_IN}};
  int from = first ? 0 : 1, count = (first ? 1 : 0) + (second ? 1 : 0);
  if (zmq->poll(items + from, count, (long)ms) <= 0) return (ReplReady){0};
  return (ReplReady){.first = (items[0].revents & POLL_IN) != 0, .second = (items[1].revents & POLL_IN) != 0};
}

/* One frame, the caller's to close. ERR_BUSY: there is none yet. */
static Err take_message(Job *job, const ReplZmq *zmq, void *socket, Message *ret_message) {
  zmq->msg_init(ret_message);
  if (zmq->msg_recv(ret_message, socket, FLAG_NO_WAIT) >= 0) return OK;
  zmq->msg_close(ret_message);
  return job_fail(job, ERR_BUSY, "nothing came");
}

/* A message is read to its end, so that the next one is found, also when it is
 * too long or of too many frames: then nothing of it is kept. */
Err repl_zmq_receive_all(Job *job, const ReplZmq *zmq, void *socket, size_t max, ReplFrames *ret_frames) {
  bool fits = true, is_last = false;
  size_t total = 0;
  ret_frames->count = 0;
  while (!is_last) {
    Message message;
    TRY(take_message(job, zmq, socket, &message));
    size_t size = zmq->msg_size(&message);
    is_last = !zmq->msg_more(&message);
    fits = fits && size <= max - total && ret_frames->count < REPL_FRAMES;
    if (fits) {
      ret_frames->items[ret_frames->count++] = str_copy(job->arena, (Str){zmq->msg_data(&message), size});
      total += size;
    }
    zmq->msg_close(&message);
  }
  return fits ? OK : job_fail(job, ERR_TOO_LARGE, "a message of more than %zu bytes or %d frames", max, REPL_FRAMES);
}

/* Only the last frame is kept. */
Err repl_zmq_receive(Job *job, const ReplZmq *zmq, void *socket, Str *ret_frame) {
  for (;;) {
    Message message;
    TRY(take_message(job, zmq, socket, &message));
    size_t size = zmq->msg_size(&message);
    bool is_last = !zmq->msg_more(&message), fits = size <= REPL_MESSAGE_MAX;
    if (is_last && fits) *ret_frame = str_copy(job->arena, (Str){zmq->msg_data(&message), size});
    zmq->msg_close(&message);
    if (is_last) return fits ? OK : job_fail(job, ERR_TOO_LARGE, "an answer of more than %zu bytes", REPL_MESSAGE_MAX);
  }
}
