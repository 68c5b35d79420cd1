/* The HTTP server's parts and how they hang together:
 *   http.c        the listener, heartbeats, stopping
 *   connection.c  one client's bytes in, requests out, answers back
 *   exchange.c    what a handler does with one request
 *   deadline.c    who waits for what, and until when
 * A connection talks to its client through a TransportWire, so that it runs
 * on a socket or on nothing at all. */
#ifndef FATHOM_TRANSPORT_HTTP_INTERNAL_H
#define FATHOM_TRANSPORT_HTTP_INTERNAL_H

#include "src/transport/answer_internal.h"
#include "src/transport/gate_internal.h"
#include "src/transport/request_internal.h"

typedef struct TransportConnection TransportConnection;

/* ---- the wire ---- */

typedef struct TransportWire {
  void (*write)(void *stream, Str bytes);
  void (*read)(void *stream, bool on);
  void (*finish)(void *stream); /* flush, then end our side */
  void (*close)(void *stream);  /* now; transport_connection_lost follows later */
  size_t (*unsent)(const void *stream);
  int64_t (*stalled_ms)(const void *stream);
} TransportWire;

/* ---- deadlines ---- */

typedef enum TransportWait {
  TRANSPORT_WAIT_HEAD,   /* for a whole head */
  TRANSPORT_WAIT_BODY,   /* for the rest of a request */
  TRANSPORT_WAIT_IDLE,   /* for the next request */
  TRANSPORT_WAIT_LINGER, /* for the client to close, after we did */
  TRANSPORT_WAIT_TURN,   /* for nothing: as soon as the loop turns */
  TRANSPORT_WAIT_STALL,  /* for the client to take bytes */
  TRANSPORT_WAIT_COUNT
} TransportWait;

typedef struct TransportDeadline {
  struct TransportDeadline *previous;
  struct TransportDeadline *next;
  TransportConnection *connection;
  int64_t due; /* job_now_ms() scale */
  TransportWait wait;
  bool is_set;
} TransportDeadline;

typedef struct TransportDeadlines {
  TransportDeadline *first;
  TransportDeadline *last;
} TransportDeadlines;

/* Sets it anew, `after_ms` from now. */
void transport_deadline_set(TransportHttp *http, TransportDeadline *deadline, TransportWait wait,
                            int64_t after_ms);
void transport_deadline_clear(TransportHttp *http, TransportDeadline *deadline);
/* Tells the connections whose time has come (connection_expired). */
void transport_deadlines_expire(TransportHttp *http, int64_t now);

/* ---- the objects ---- */

struct TransportExchange {
  TransportConnection *connection;
  TransportRequest request;
  size_t body_counted; /* of the request's body, in the server's body_bytes */
  Arena arena;
  char principal[TRANSPORT_KEY_ID_MAX + 1];
  uint64_t turn; /* of the loop, whose first look also counts for this request; 0: none */
  LoopFunction *on_gone;
  void *gone_context;
  bool is_handed_over; /* the handler has it */
  bool is_leaving;     /* on_gone is being called */
  bool is_stream;
  TransportExchange *previous_stream;
  TransportExchange *next_stream;
};

typedef enum TransportState {
  TRANSPORT_READING,   /* a request, or waiting for one */
  TRANSPORT_ANSWERING, /* the handler has the exchange */
  TRANSPORT_STREAMING, /* the handler began an event stream */
  TRANSPORT_LINGERING, /* all said; bytes that still come are dropped */
  TRANSPORT_CLOSED     /* the wire is closed or closing */
} TransportState;

struct TransportConnection {
  TransportHttp *http; /* NULL once the server has forgotten it */
  TransportConnection *previous;
  TransportConnection *next;
  const TransportWire *wire;
  void *stream; /* NULL once lost */
  TransportState state;
  bool is_stranger; /* no request of its was let in yet: among http->strangers */
  bool is_evicted;  /* closed to make room; not gone yet */
  TransportConnection *previous_stranger;
  TransportConnection *next_stranger;
  bool input_ended;
  bool is_running;
  TransportExchange *exchange; /* of the request being read or answered */
  char *pending;               /* bytes of later requests */
  size_t pending_len;
  TransportDeadline deadline;
  TransportDeadline stall;
  char peer[48];
};

struct TransportHttp {
  Loop *loop; /* NULL: no clock and no listener (fuzzing) */
  LoopListener *listener;
  TransportGate gate;
  TransportLimits limits; /* all set */
  TransportHttpHandler handler;

  TransportConnection *connections;
  size_t connection_count;
  size_t evicted_count; /* of those */
  size_t known_count;   /* of those: a request of theirs was let in */
  TransportConnection *strangers; /* that have shown no key yet, oldest first */
  TransportConnection *strangers_last;
  size_t body_bytes; /* memory of their requests' bodies */
  Arena spelling;    /* for an answer on its way out, one at a time */

  TransportExchange *streams;
  TransportExchange *streams_last;
  size_t stream_count;
  LoopTimer *beat;            /* runs while there are streams */
  LoopTimer *beat_rest;       /* the rest of a round */
  TransportExchange *beat_at; /* next to get one */
  uint64_t beat_generation;   /* of the keys at the last round */
  bool beat_checks_keys;      /* in this round */

  TransportDeadlines deadlines[TRANSPORT_WAIT_COUNT];
  LoopTimer *timer;
  int64_t timer_due;

  bool is_closing;
  int64_t drain_ms;
  LoopTimer *close_timer;
  LoopFunction *done;
  void *done_context;
};

/* ---- connections ---- */

TransportConnection *transport_connection_open(TransportHttp *http, const TransportWire *wire,
                                               void *stream, Str peer);
void transport_connection_data(TransportConnection *connection, Str bytes);
void transport_connection_ended(TransportConnection *connection);
void transport_connection_drained(TransportConnection *connection);
/* The stream is gone. The connection may be, too, afterwards. */
void transport_connection_lost(TransportConnection *connection);
void transport_connection_expired(TransportConnection *connection, TransportWait wait);
void transport_connection_close(TransportConnection *connection); /* now */
/* Flushes, then closes. */
void transport_connection_finish(TransportConnection *connection);
/* Writes, and watches that the client keeps taking. */
void transport_connection_write(TransportConnection *connection, Str bytes);
/* The exchange was answered: on to the next request, or the end. */
void transport_connection_answered(TransportConnection *connection, bool keep_alive);

/* ---- exchanges ---- */

TransportExchange *transport_exchange_open(TransportConnection *connection);
void transport_exchange_free(TransportExchange *exchange);
/* Brings the server's count of body bytes up to date; false: above the limit. */
bool transport_exchange_count_body(TransportExchange *exchange);
void transport_exchange_uncount_body(TransportExchange *exchange);
/* Tells the handler, if it wants to know, and frees; else false. */
bool transport_exchange_gone(TransportExchange *exchange);
/* Ends an open stream from our side, as if the client had gone. */
void transport_exchange_cut(TransportExchange *exchange);
void transport_exchange_beat(TransportExchange *exchange);

/* ---- the server ---- */

/* Everything but listening; the gate is the caller's to open. */
void transport_http_init(TransportHttp *http, Loop *loop, const TransportLimits *limits,
                         const TransportHttpHandler *handler);
void transport_http_add(TransportHttp *http, TransportConnection *connection);
void transport_http_remove(TransportHttp *http, TransportConnection *connection);
/* A request of its was let in: it is not among those that make room. */
void transport_http_know(TransportHttp *http, TransportConnection *connection);
/* Whether one more may be served: closes the oldest stranger at the limit.
 * False: all are known. */
bool transport_http_make_room(TransportHttp *http);
/* A server that is closing ends here with its last connection, and is gone. */
void transport_http_check_done(TransportHttp *http);
void transport_http_add_stream(TransportHttp *http, TransportExchange *exchange);
void transport_http_remove_stream(TransportHttp *http, TransportExchange *exchange);

#endif
