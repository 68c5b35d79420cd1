/* What the files of the room share: messages of kernels, where a kernel
 * listens, the kernel itself, and the evals that are its session's. */
#ifndef FATHOM_REPL_JUPYTER_JUPYTER_INTERNAL_H
#define FATHOM_REPL_JUPYTER_JUPYTER_INTERNAL_H

#include "src/os/process.h"
#include "src/repl/jupyter/jupyter.h"
#include "src/repl/repl_internal.h"

#define REPL_KERNEL_MESSAGE_MAX ((size_t)32 << 20) /* of all frames together: a large picture passes */

/* ---- message.c: one message, as frames and as values ---- */

/* What a message says; texts and values borrow from the frames. */
typedef struct ReplKernelMessage {
  Str type;         /* "execute_reply" */
  Str id;           /* of the message */
  Str parent;       /* id of the one that it answers; may be empty */
  const Json *content; /* an object */
} ReplKernelMessage;

#define REPL_SEEN 8192

/* Signatures that came: a message counts once. Two halves, of which the older
 * is forgotten when the newer is full. */
typedef struct ReplKernelSeen {
  uint64_t slots[2][2 * REPL_SEEN];
  size_t count; /* in the newer one */
  int newer;
} ReplKernelSeen;

/* ERR_DENIED: not signed by `key`, or it came before; ERR_SYNTAX: signed, and
 * no message all the same. Changes nothing but `seen`. */
Err repl_kernel_message_read(Job *job, Str key, const ReplFrames *frames, ReplKernelSeen *seen,
                             ReplKernelMessage *ret_message) MUST_CHECK;
/* Signed; `content` is spelled JSON. The id is the caller's, unique. */
void repl_kernel_message_spell(Arena *arena, Str key, const ReplKernelMessage *message, Str session, Str content,
                               ReplFrames *ret_frames);

/* ---- connection.c: where a kernel listens ---- */

typedef enum ReplChannel { REPL_SHELL, REPL_IOPUB, REPL_STDIN, REPL_CONTROL, REPL_HEARTBEAT, REPL_CHANNELS } ReplChannel;

typedef struct ReplConnection {
  bool is_ipc;
  Str address; /* a loopback one, or the path that the sockets' names begin with */
  int ports[REPL_CHANNELS];
  Str key;
  Str kernel; /* name of its kernelspec; may be empty */
} ReplConnection;

/* Any text gives a connection of this machine with a key, or an error that
 * says what is wrong: ERR_SYNTAX, ERR_DENIED. */
Err repl_connection_read(Job *job, Str text, ReplConnection *ret_connection) MUST_CHECK;
/* The same of a file, which must be this user's alone. */
Err repl_connection_open(Job *job, Str path, ReplConnection *ret_connection) MUST_CHECK;
/* A new one for a kernel of ours: ports that are free now, a new key. */
Err repl_connection_new(Job *job, ReplConnection *ret_connection) MUST_CHECK;
Str repl_connection_spell(Arena *arena, const ReplConnection *connection);
Str repl_connection_endpoint(Arena *arena, const ReplConnection *connection, ReplChannel channel);
/* Whether somebody of this user listens: for TCP, anybody does. */
bool repl_connection_is_there(Job *job, const ReplConnection *connection, ReplChannel channel);

/* ---- wire.c: the kernel at the other end, as a process and three sockets ---- */

typedef enum ReplWirePhase {
  REPL_WIRE_STARTING, /* nobody listens yet */
  REPL_WIRE_GREETING, /* connected; it has not said who it is, or is not heard yet */
  REPL_WIRE_READY
} ReplWirePhase;

/* How a kernel takes an interrupt. */
typedef enum ReplInterrupted { REPL_BY_EITHER, REPL_BY_MESSAGE, REPL_BY_SIGNAL } ReplInterrupted;

#define REPL_LAST_WORDS 2000

/* Used by one thread. */
typedef struct ReplWire {
  const ReplZmq *zmq;
  Arena arena; /* of what follows; emptied when the kernel begins anew */
  ReplConnection connection;
  Str session; /* by which the kernel tells clients apart */
  void *shell, *iopub, *control;
  ReplWirePhase phase;
  int64_t since_ms, asked_ms; /* when the phase began; when it was last greeted */
  int64_t looked_ms;          /* whether it is there, when it is not ours */
  bool is_heard, is_known;    /* something came on iopub; it said who it is */
  ReplInterrupted interrupted_by;
  Process *process;           /* NULL: not ours */
  int pipes[2];               /* what it prints outside of any eval; -1: closed */
  char words[REPL_LAST_WORDS];
  size_t words_len;
  Str file;                   /* connection file of ours; empty: removed */
  char language[40], version[40];
  uint64_t count; /* messages sent */
  ReplKernelSeen seen;
} ReplWire;

/* Starts a kernel of ours; its connection file lies in `folder` for as long as
 * it needs it. */
Err repl_wire_start(Job *job, ReplWire *wire, const ReplKernel *kernel, const ReplKernelServe *serve, Str folder) MUST_CHECK;
/* To one that runs. */
Err repl_wire_attach(Job *job, ReplWire *wire, const ReplConnection *connection) MUST_CHECK;
/* Takes it as far as it goes without waiting; to be called until it is ready.
 * ERR_TIMEOUT: it takes too long; ERR_CLOSED: it ended. */
Err repl_wire_advance(Job *job, ReplWire *wire) MUST_CHECK;
#define REPL_WIRE_LOOK_MS 2000 /* between looks whether a kernel of others is there */
/* Whether it ended, or nobody listens any more. Takes in what it printed. */
bool repl_wire_has_ended(Job *job, ReplWire *wire);
/* `content` is spelled JSON. The message's id is in the job's arena. */
Err repl_wire_send(Job *job, ReplWire *wire, bool is_control, Str type, Str content, Str *ret_id) MUST_CHECK;
/* A message that is there; ERR_BUSY: none is. One that is refused is passed
 * over: ERR_DENIED, ERR_SYNTAX, ERR_TOO_LARGE. */
Err repl_wire_receive(Job *job, ReplWire *wire, void *socket, ReplKernelMessage *ret_message) MUST_CHECK;
void repl_wire_interrupt(Job *job, ReplWire *wire);
/* Ends a kernel of ours, with so much time to do it by itself; one that ran
 * before us is left alone. Then the wire is as new. */
void repl_wire_close(Job *job, ReplWire *wire, int64_t grace_ms);

/* ---- specs.c ---- */

/* By its real path; also when nobody can tell where it leads. */
bool repl_kernel_is_in_workspace(Job *job, const ReplKernelPlaces *places, Str path);

/* ---- evals.c: pieces of code, their output and what came of them ---- */

#define REPL_EVAL_HALF ((size_t)128 << 10) /* of a stream, kept from its beginning and from its end */
#define REPL_EVALS 1000                    /* that wait or run, and results that nobody asked for yet */
#define REPL_EVALS_SIZE ((size_t)64 << 20) /* bytes of all of them */

/* What was printed to one stream, bounded. */
typedef struct ReplOutput {
  char *head, *tail; /* REPL_EVAL_HALF each; the tail is a ring */
  size_t head_len, tail_len, tail_at;
  uint64_t total;    /* bytes that came */
  Buf untold;        /* came since the last event; in the eval's arena */
} ReplOutput;

typedef struct ReplEval {
  struct ReplEval *next; /* in the order they came */
  Arena arena;
  Str id, code;
  ReplState state;
  ReplOutput streams[2]; /* stdout, stderr */
  bool has_value;
  Str value;
  ReplDisplay displays[REPL_DISPLAYS];
  size_t display_count, display_bytes;
  Str error_type, error_message, trace[REPL_TRACE];
  size_t trace_count;
  int64_t began_ms, ended_ms;
  Str request;      /* id of the message that runs it */
  bool is_answered; /* the kernel replied; it may still print */
  bool is_idle;     /* the kernel printed all */
  bool has_failed, was_interrupted; /* somebody asked it to end */
  int64_t answered_ms, interrupted_ms;
  Str waiter;       /* who waits for the end: a routing frame; empty: nobody */
} ReplEval;

typedef struct ReplEvals {
  ReplEval *first, *last;
  size_t count;      /* in all */
  ReplEval *current; /* runs */
  uint64_t made;
} ReplEvals;

ReplEval *repl_evals_find(ReplEvals *evals, Str id); /* NULL: there is none */
/* By the message that runs or ran it; NULL: none. */
ReplEval *repl_evals_requested(ReplEvals *evals, Str request);
/* Queued at the end. Texts are copied. */
ReplEval *repl_evals_add(ReplEvals *evals, Str id, Str code);
/* The one that is to run next; NULL: none waits, or one runs. */
ReplEval *repl_evals_next(ReplEvals *evals);
/* Nothing is known of it afterwards. */
void repl_evals_drop(ReplEvals *evals, ReplEval *eval);
/* Whether one more, with so much code, can be held besides them: nothing is
 * dropped to make room for it. */
bool repl_evals_have_room(const ReplEvals *evals, size_t code);
/* Drops results that are old. */
void repl_evals_tidy(ReplEvals *evals);
void repl_evals_clear(ReplEvals *evals);

/* Adds to what the code printed; of too much the middle is left out. */
void repl_eval_print(ReplEval *eval, bool is_error, Str text);
/* What a kernel shows: texts by their type. Of what is too much the rest is
 * left out. */
void repl_eval_display(Job *job, ReplEval *eval, const Json *data, bool is_value);
void repl_eval_fail(Job *job, ReplEval *eval, const Json *error);
void repl_eval_end(ReplEval *eval, ReplState state);
/* Members of the result (docs/gate.md) into the object that is open. */
void repl_eval_spell(JsonWriter *json, const ReplEval *eval);
/* Text without the sequences that colour it on a terminal. */
Str repl_plain(Arena *arena, Str text);

/* ---- serve.c, requests.c: a kernel as a session ---- */

#define REPL_ASKS 16
#define REPL_ROUTE 255

/* A question that the kernel answers later. */
typedef struct ReplKernelAsk {
  bool is_open, is_inspect;
  char route[REPL_ROUTE]; /* who asked */
  size_t route_len;
  char request[80]; /* id of the message to the kernel */
  int64_t until_ms;
} ReplKernelAsk;

typedef enum ReplBridgeEnd { REPL_GOES_ON, REPL_RESTARTS, REPL_SHUTS_DOWN } ReplBridgeEnd;

typedef struct ReplBridge {
  Job *job; /* each round has a scratch arena of its own */
  const ReplZmq *zmq;
  const ReplKernelServe *serve;
  ReplKernel kernel; /* when it is ours */
  ReplWire wire;
  ReplEvals evals;
  Str key, name, folder;
  int lock_fd; /* of the key; -1: not held yet */
  void *requests, *events; /* ROUTER, PUB */
  bool is_carded;          /* others can find it */
  bool is_late;            /* it printed after it said that all was told */
  bool tells_values;       /* the kernel says what is a value and what was only shown */
  int64_t born_ms, told_ms;
  ReplKernelAsk asks[REPL_ASKS];
  ReplBridgeEnd wanted;
} ReplBridge;

/* requests.c: one request that came over the router; any frames will do. */
void repl_bridge_request(ReplBridge *bridge, const ReplFrames *frames);
/* The kernel's answer to one of the open questions, or none in time. */
void repl_bridge_answer(ReplBridge *bridge, const ReplKernelMessage *message);
void repl_bridge_expire(ReplBridge *bridge);
/* The result to whoever waits for it, and the event. Both may drop the eval. */
void repl_bridge_ended(ReplBridge *bridge, ReplEval *eval);
/* What was printed since it was last told. */
void repl_bridge_tell(ReplBridge *bridge, ReplEval *eval);
void repl_bridge_progress(ReplBridge *bridge, const ReplEval *eval, const Json *progress);

#endif
