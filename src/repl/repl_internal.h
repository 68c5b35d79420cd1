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
typedef enum ReplSocketKind { /* as the library counts */
  REPL_ZMQ_PUB = 1,
  REPL_ZMQ_SUB = 2,
  REPL_ZMQ_REQ = 3,
  REPL_ZMQ_DEALER = 5,
  REPL_ZMQ_ROUTER = 6
} ReplSocketKind;

#define REPL_CURVE_KEY 40 /* characters of a CURVE key as text */
/* The keys of one side that connects; all are texts. */
typedef struct ReplCurve {
  Str server; /* the other side's public one */
  Str own_public, own_secret;
} ReplCurve;

typedef struct ReplSocket {
  ReplSocketKind kind;
  Str endpoint;       /* ipc://PATH, tcp://ADDRESS:PORT */
  bool binds;         /* else it connects */
  bool is_once;       /* when the other side goes, whoever comes there next is not connected to */
  Str topic;          /* SUB: what begins with it is heard */
  Str identity;       /* empty: the library chooses */
  size_t max_message; /* bytes of a frame; 0: REPL_MESSAGE_MAX */
  int queue;          /* messages that wait, each way; 0: a few */
  int linger_ms;      /* how long closing waits for what was not sent yet */
  const ReplCurve *curve; /* NULL: in the clear */
} ReplSocket;

/* Loaded and with a context once for the process. ERR_UNAVAILABLE says how to
 * get it. */
Err repl_zmq_get(Job *job, const ReplZmq **ret_zmq) MUST_CHECK;
/* Connected to ipc://path; a SUB socket hears topics that begin with `topic`. */
Err repl_zmq_connect(Job *job, const ReplZmq *zmq, ReplSocketKind kind, Str path, Str topic, void **ret_socket) MUST_CHECK;
/* Any kind, either way; the caller's to close. ERR_USAGE: a key is none. */
Err repl_zmq_open(Job *job, const ReplZmq *zmq, const ReplSocket *how, void **ret_socket) MUST_CHECK;
/* Keys to connect with to a gate of that key that gave out that token.
 * ERR_UNAVAILABLE: this library cannot encrypt. */
Err repl_zmq_curve_from(Job *job, const ReplZmq *zmq, Str server, Str token, ReplCurve *ret_curve) MUST_CHECK;
void repl_zmq_close(const ReplZmq *zmq, void *socket); /* NULL is fine */
/* A SUB socket hears a further topic, or no more of it. */
void repl_zmq_hear(const ReplZmq *zmq, void *socket, Str topic, bool on);
/* One frame. */
Err repl_zmq_send(Job *job, const ReplZmq *zmq, void *socket, Str frame) MUST_CHECK;
/* Frames of one message; does not wait for room. */
Err repl_zmq_send_all(Job *job, const ReplZmq *zmq, void *socket, const Str *frames, size_t count) MUST_CHECK;
/* Waits for at most `ms` (-1: for ever) for any of at most 12 to have
 * something; `is_ready` is set for each. */
typedef struct ReplPoll {
  void *socket; /* NULL: `fd` is meant */
  int fd;
  bool is_ready;
} ReplPoll;
void repl_zmq_poll(const ReplZmq *zmq, ReplPoll *items, size_t count, int64_t ms);
/* Waits for at most `ms`; which of both (NULL: none) has something. */
typedef struct ReplReady {
  bool first, second;
} ReplReady;
ReplReady repl_zmq_wait(const ReplZmq *zmq, void *first, void *second, int64_t ms);
#define REPL_FRAMES 16 /* of one message */
typedef struct ReplFrames {
  Str items[REPL_FRAMES];
  size_t count;
} ReplFrames;
/* All frames of a message that is there, in the job's arena, together at most
 * `max` bytes. ERR_BUSY: none is; ERR_TOO_LARGE: it is passed over. */
Err repl_zmq_receive_all(Job *job, const ReplZmq *zmq, void *socket, size_t max, ReplFrames *ret_frames) MUST_CHECK;
/* The last frame of a message that is there, in the job's arena. ERR_BUSY: none
 * is; ERR_TOO_LARGE. */
Err repl_zmq_receive(Job *job, const ReplZmq *zmq, void *socket, Str *ret_frame) MUST_CHECK;

/* ---- line.c: a pair of sockets to one session ---- */

/* Used by one thread at a time; between two uses it may change hands. */
typedef struct ReplLine {
  struct ReplLine *next; /* of the session's idle ones */
  const ReplZmq *zmq;
  void *requests, *events;
  char *path; /* of the socket for requests */
  char prefix[24]; /* of the ids of its evals, which it hears of */
  size_t prefix_len;
  uint64_t count; /* evals so far */
  bool has_heard; /* an event came over it: its subscription has arrived */
  bool is_aside;  /* taken for a question of our own, which is nobody's call */
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

/* tools.c, from an answer to ping; as repl_tools. */
Err repl_tools_read(Job *job, const Json *answer, ReplTools *ret_tools) MUST_CHECK;
/* schema.c: what is kept of a schema of an object, spelled anew. `is_listed`:
 * without unions. ERR_USAGE, ERR_TOO_LARGE. */
Err repl_schema_clean(Job *job, const Json *schema, bool is_listed, Str *ret_schema) MUST_CHECK;
bool repl_is_argument(Str name);

/* ---- control.c ---- */

/* Whether the session that runs now began after `wall_ms`: what it was asked
 * for then, somebody before it was. One that does not answer: false. */
bool repl_began_after(ReplLine *line, int64_t wall_ms);

/* ---- jobs.c: what runs long, noted in files ---- */

/* Of code that has run for a while; what cannot be noted is only not listed. */
void repl_job_note(Job *job, ReplHub *hub, const ReplJob *note);
/* Its result was given, or there will be none. */
void repl_job_forget(Job *job, ReplHub *hub, Str handle);
/* A note as it was written; false: it is none. Texts in the job's arena. */
bool repl_job_read(Job *job, Str text, Str handle, ReplJob *ret_note, int64_t *ret_ended_ms) MUST_CHECK;

/* ---- hub.c ---- */

typedef struct ReplPeer {
  char key[REPL_KEY];
  ReplLine *idle;
  size_t calls, running;
  int64_t seen_ms, used_ms;
  struct ReplPeer *next;
} ReplPeer;

struct ReplHub {
  Arena arena;
  Str folder;
  Lock lock; /* guards what follows */
  ReplPeer *peers;
};

/* Whether a text has the form of a session's key; there may be no such session. */
bool repl_is_key(Str text);
/* "key.id"; ERR_USAGE. */
Err repl_handle_split(Job *job, Str handle, Str *ret_key, Str *ret_id) MUST_CHECK;
/* When the eval with this id was begun, by the wall clock; 0: it does not say. */
int64_t repl_id_began(Str id);
/* What is counted about a session, with the lock held; made when it is new. */
ReplPeer *repl_peer_locked(ReplHub *hub, Str key);
/* A line of its own for a call, and back; `is_good` false closes it. */
Err repl_line_take(Job *job, ReplHub *hub, Str key, ReplLine **ret_line) MUST_CHECK;
/* The same for what nobody asked for: not counted. */
Err repl_line_take_aside(Job *job, ReplHub *hub, Str key, ReplLine **ret_line) MUST_CHECK;
void repl_mark_used(ReplHub *hub, Str key); /* code was run or asked for */
void repl_line_give(ReplHub *hub, Str key, ReplLine *line, bool is_good);

#endif
