/* What the files of repl share: libzmq, and one connection to a gate. */
#ifndef FATHOM_REPL_REPL_INTERNAL_H
#define FATHOM_REPL_REPL_INTERNAL_H

#include "src/base/json.h"
#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/repl/repl.h"

#define REPL_MESSAGE_MAX ((size_t)4 << 20) /* docs/gate.md */
#define REPL_ANSWER_MS 5000 /* a gate that does not answer for so long hangs */

/* ---- zmq.c: the library, loaded at first use ---- */

typedef struct ReplZmq ReplZmq;
typedef enum ReplSocketKind { REPL_ZMQ_SUB = 2, REPL_ZMQ_REQ = 3 } ReplSocketKind; /* as the library counts */

/* Loaded and with a context once for the process. ERR_UNAVAILABLE says how to
 * get it. */
Err repl_zmq_get(Job *job, const ReplZmq **ret_zmq) MUST_CHECK;
/* Connected to ipc://path; a SUB socket hears topics that begin with `topic`. */
Err repl_zmq_connect(Job *job, const ReplZmq *zmq, ReplSocketKind kind, Str path, Str topic, void **ret_socket) MUST_CHECK;
void repl_zmq_close(const ReplZmq *zmq, void *socket); /* NULL is fine */
/* One frame. */
Err repl_zmq_send(Job *job, const ReplZmq *zmq, void *socket, Str frame) MUST_CHECK;
/* Waits for at most `ms`; which of both (NULL: none) has something. */
typedef struct ReplReady {
  bool first, second;
} ReplReady;
ReplReady repl_zmq_wait(const ReplZmq *zmq, void *first, void *second, int64_t ms);
/* The last frame of a message that is there, in the job's arena. ERR_BUSY: none
 * is; ERR_TOO_LARGE. */
Err repl_zmq_receive(Job *job, const ReplZmq *zmq, void *socket, Str *ret_frame) MUST_CHECK;

/* ---- line.c: a pair of sockets to one session ---- */

/* Used by one thread at a time; between two uses it may change hands. */
typedef struct ReplLine {
  struct ReplLine *next; /* of the session's idle ones */
  const ReplZmq *zmq;
  void *requests, *events;
  char prefix[24]; /* of the ids of its evals, which it hears of */
  size_t prefix_len;
  uint64_t count; /* evals so far */
} ReplLine;

/* `folder` and key say where; the other side must run as this user.
 * ERR_CLOSED: nobody listens there. */
Err repl_line_open(Job *job, Str folder, Str key, ReplLine **ret_line) MUST_CHECK;
void repl_line_close(ReplLine *line);
/* A request and its answer, which is an object with ok true: ERR_NOT_FOUND for
 * what the gate does not know, ERR_USAGE for what it calls bad. After any other
 * error the line can only be closed. */
Err repl_line_ask(Job *job, ReplLine *line, Str request, const Json **ret_answer) MUST_CHECK;
/* A request that is being spelled: members are added to `json` in between. */
typedef struct ReplRequest {
  Buf text;
  JsonWriter json;
} ReplRequest;
/* In the arena; `request` must not be moved until it is ended. */
void repl_request_begin(ReplRequest *request, Arena *arena, const char *what);
Str repl_request_end(ReplRequest *request);

/* ---- what gates say, read: any text gives a value within limits, or an error ---- */

/* eval.c. Texts are borrowed from the answer. ERR_CLOSED: it has no state. */
Err repl_result_read(Job *job, const Json *answer, Str handle, ReplResult *ret_result) MUST_CHECK;
/* sessions.c. The card of the session `key`; false: it is none, or another's. */
bool repl_card_read(Job *job, Str text, Str key, ReplSession *ret_session) MUST_CHECK;

/* ---- hub.c ---- */

typedef struct ReplPeer {
  char key[REPL_KEY];
  ReplLine *idle;
  size_t calls, running;
  int64_t seen_ms;
  struct ReplPeer *next;
} ReplPeer;

struct ReplHub {
  Arena arena;
  Str folder;
  Lock lock; /* guards what follows */
  ReplPeer *peers;
};

bool repl_is_key(Str text);
/* What is counted about a session, with the lock held; made when it is new. */
ReplPeer *repl_peer_locked(ReplHub *hub, Str key);
/* A line of its own for a call, and back; `is_good` false closes it. */
Err repl_line_take(Job *job, ReplHub *hub, Str key, ReplLine **ret_line) MUST_CHECK;
void repl_line_give(ReplHub *hub, Str key, ReplLine *line, bool is_good);

#endif
