/* libzmq as far as we need it: two kinds of sockets over Unix sockets. Its
 * header is not needed to build, and the library not to run; what is used of
 * its interface has been the same since version 4.0. */
#include <string.h>

#include "src/os/module.h"
#include "src/repl/repl_internal.h"

#define LIBRARY "libzmq.so.5"

/* Numbers of its interface. */
enum {
  OPTION_SUBSCRIBE = 6,
  OPTION_LINGER = 17,
  OPTION_MAX_MESSAGE = 22,
  OPTION_RECEIVE_QUEUE = 24,
  FLAG_NO_WAIT = 1,
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

struct ReplZmq {
  void *context;
  void *(*ctx_new)(void);
  void *(*socket)(void *context, int kind);
  int (*setsockopt)(void *socket, int option, const void *value, size_t size);
  int (*connect)(void *socket, const char *endpoint);
  int (*close)(void *socket);
  int (*send)(void *socket, const void *bytes, size_t size, int flags);
  int (*poll)(PollItem *items, int count, long timeout_ms);
  int (*msg_init)(Message *message);
  int (*msg_recv)(Message *message, void *socket, int flags);
  int (*msg_close)(Message *message);
  void *(*msg_data)(Message *message);
  size_t (*msg_size)(const Message *message);
  int (*msg_more)(const Message *message);
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
  FIND(close, "zmq_close");
  FIND(send, "zmq_send");
  FIND(poll, "zmq_poll");
  FIND(msg_init, "zmq_msg_init");
  FIND(msg_recv, "zmq_msg_recv");
  FIND(msg_close, "zmq_msg_close");
  FIND(msg_data, "zmq_msg_data");
  FIND(msg_size, "zmq_msg_size");
  FIND(msg_more, "zmq_msg_more");
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

static Err connect_socket(Job *job, const ReplZmq *zmq, void *socket, Str path) {
  const char *endpoint = str_to_c(job->arena, str_format(job->arena, "ipc://%.*s", STR_ARG(path)));
  if (zmq->connect(socket, endpoint) == 0) return OK;
  return job_fail(job, ERR_IO, "cannot connect to %.*s: %s", STR_ARG(path), zmq->error_words(zmq->error()));
}

Err repl_zmq_connect(Job *job, const ReplZmq *zmq, ReplSocketKind kind, Str path, Str topic, void **ret_socket) {
  void *socket = zmq->socket(zmq->context, (int)kind);
  if (!socket) return job_fail(job, ERR_UNAVAILABLE, "libzmq gives no socket: %s", zmq->error_words(zmq->error()));
  int linger = 0, queue = QUEUE;
  int64_t largest = (int64_t)REPL_MESSAGE_MAX;
  zmq->setsockopt(socket, OPTION_LINGER, &linger, sizeof linger);
  zmq->setsockopt(socket, OPTION_RECEIVE_QUEUE, &queue, sizeof queue);
  zmq->setsockopt(socket, OPTION_MAX_MESSAGE, &largest, sizeof largest);
  if (kind == REPL_ZMQ_SUB) zmq->setsockopt(socket, OPTION_SUBSCRIBE, topic.ptr, topic.len);
  Err err = connect_socket(job, zmq, socket, path);
  if (err) {
    zmq->close(socket);
    return err;
  }
  *ret_socket = socket;
  return OK;
}

void repl_zmq_close(const ReplZmq *zmq, void *socket) {
  if (socket) zmq->close(socket);
}

Err repl_zmq_send(Job *job, const ReplZmq *zmq, void *socket, Str frame) {
  if (zmq->send(socket, frame.ptr, frame.len, FLAG_NO_WAIT) >= 0) return OK;
  return job_fail(job, ERR_IO, "the session takes no request: %s", zmq->error_words(zmq->error()));
}

ReplReady repl_zmq_wait(const ReplZmq *zmq, void *first, void *second, int64_t ms) {
  PollItem items[2] = {{.socket = first, .events = POLL_IN}, {.socket = second, .events = POLL_IN}};
  int from = first ? 0 : 1, count = (first ? 1 : 0) + (second ? 1 : 0);
  if (zmq->poll(items + from, count, (long)ms) <= 0) return (ReplReady){0};
  return (ReplReady){.first = (items[0].revents & POLL_IN) != 0, .second = (items[1].revents & POLL_IN) != 0};
}

/* A message of many frames is read to its end, so that the next one is found;
 * only the last frame is kept. */
Err repl_zmq_receive(Job *job, const ReplZmq *zmq, void *socket, Str *ret_frame) {
  for (;;) {
    Message message;
    zmq->msg_init(&message);
    if (zmq->msg_recv(&message, socket, FLAG_NO_WAIT) < 0) {
      zmq->msg_close(&message);
      return job_fail(job, ERR_BUSY, "nothing came");
    }
    size_t size = zmq->msg_size(&message);
    bool is_last = !zmq->msg_more(&message), fits = size <= REPL_MESSAGE_MAX;
    if (is_last && fits) *ret_frame = str_copy(job->arena, (Str){zmq->msg_data(&message), size});
    zmq->msg_close(&message);
    if (is_last) return fits ? OK : job_fail(job, ERR_TOO_LARGE, "an answer of more than %zu bytes", REPL_MESSAGE_MAX);
  }
}
