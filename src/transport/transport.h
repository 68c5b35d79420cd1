/* Transport: lines over a stream, HTTP with server-sent events, and who may
 * talk to us. Knows no MCP: bodies and lines are bytes. Everything runs on
 * the loop's thread. */
#ifndef FATHOM_TRANSPORT_TRANSPORT_H
#define FATHOM_TRANSPORT_TRANSPORT_H

#include "src/base/json.h"
#include "src/os/loop.h"

/* ---- lines: stdio and Unix sockets ---- */

/* All functions may be called from inside a handler's, too. */

typedef struct TransportLines TransportLines;

typedef struct TransportLinesHandler {
  void *context;
  Loop *loop; /* of the streams: times the grace of closing; NULL: untimed */
  /* One line without its end (\n or \r\n); borrowed for the call. Empty lines
   * are skipped. */
  void (*on_line)(void *context, Str line);
  /* A line longer than the limit was dropped; its first bytes. */
  void (*on_oversize)(void *context, Str start);
  void (*on_end)(void *context); /* end of input; writing still works */
  void (*on_drain)(void *context); /* the reader caught up after `max_unsent`; may be NULL */
  void (*on_close)(void *context, Err err); /* last call */
} TransportLinesHandler;

/* Reads from one stream, writes to another or the same (`out` NULL). Takes
 * both over. While more than `max_unsent` bytes wait for the reader no more
 * input is read, so a client that never reads bounds itself. */
TransportLines *transport_lines_open(LoopStream *in, LoopStream *out, size_t max_line,
                                     size_t max_unsent, const TransportLinesHandler *handler);
void transport_lines_start(TransportLines *lines);
/* Appends the newline. `line` holds none. */
void transport_lines_send(TransportLines *lines, Str line);
size_t transport_lines_unsent(const TransportLines *lines);
/* Whether more than `max_unsent` waits for the reader. */
bool transport_lines_is_full(const TransportLines *lines);
/* Hands on no more lines until told again: for one who passes them on to a
 * reader that is slow. */
void transport_lines_hold(TransportLines *lines, bool on);
/* From now on a reader that takes nothing for `stall_ms`, while something
 * waits for it, is given up: closes with ERR_TIMEOUT. */
void transport_lines_limit_stall(TransportLines *lines, int64_t stall_ms);
/* Sends what is queued, then ends our side; reading goes on. */
void transport_lines_end(TransportLines *lines);
/* Sends what is queued (at most `grace_ms`), then closes; on_close follows. */
void transport_lines_close(TransportLines *lines, int64_t grace_ms);
/* Ends it at once, unsent lines and all, without on_close: for when the loop
 * ends too. NULL is fine. */
void transport_lines_drop(TransportLines *lines);

/* ---- who may talk ---- */

typedef enum TransportAuthMode {
  TRANSPORT_AUTH_STRICT, /* key and address list */
  TRANSPORT_AUTH_RELAXED, /* key */
  TRANSPORT_AUTH_LAX     /* neither: loopback only */
} TransportAuthMode;

/* Keys: "fathom_" and 40 hex digits; stored as digests. */
typedef struct TransportKey {
  Str id;      /* short, at most 32 bytes, public: to list and revoke by */
  Str label;
  Str digest;  /* sha256 of the key, hex */
  Str created; /* ISO date */
} TransportKey;
typedef struct TransportKeys {
  TransportKey *items;
  size_t len;
  size_t cap;
} TransportKeys;

/* keys.json: read, add, revoke. The file is written atomically, 0600; one that
 * is open to others or belongs to somebody else is refused (ERR_DENIED). A
 * missing one holds no keys. These wait for one another across processes. */
Err transport_keys_read(Job *job, Str path, TransportKeys *ret_keys) MUST_CHECK;
Err transport_keys_create(Job *job, Str path, Str label, Str today, Str *ret_key) MUST_CHECK;
Err transport_keys_revoke(Job *job, Str path, Str id, TransportKey *ret_key) MUST_CHECK;

typedef struct TransportAuth {
  TransportAuthMode mode;
  Str keys_path;            /* re-read when the file changes: revoking works at once */
  Str env_key;              /* one more key, from the environment; may be empty */
  /* Strict mode: addresses, and networks as 10.0.0.0/8; none: 127.0.0.1, ::1. */
  const Str *allowed_addresses;
  size_t allowed_count;
  /* Host header values besides loopback names + listen address; one without a
   * port stands for all ports. */
  const Str *allowed_hosts;
  size_t host_count;
  /* Whole origins besides loopback ones and that of an allowed host itself. */
  const Str *allowed_origins;
  size_t origin_count;
} TransportAuth;

/* ---- HTTP ---- */

typedef struct TransportHttp TransportHttp;
typedef struct TransportExchange TransportExchange; /* one request and its answer */

typedef struct TransportLimits { /* 0: the default in brackets */
  size_t max_body;          /* [4 MB] */
  size_t max_bodies;        /* of all connections together, then 503 [128 MB] */
  size_t max_headers;       /* bytes in all [32 KB] */
  size_t max_connections;   /* [4096] */
  size_t max_unsent;        /* per connection, then it is closed [16 MB] */
  int64_t header_ms;        /* [10 s] */
  int64_t read_ms;          /* [30 s] */
  int64_t write_stall_ms;   /* without progress [60 s] */
  int64_t idle_ms;          /* [120 s] */
  int64_t heartbeat_ms;     /* of event streams [5 s] */
} TransportLimits;

typedef struct TransportHttpHandler {
  void *context;
  /* A whole request that passed Host, Origin, and (unless its path is open)
   * the key. Answer with transport_reply or transport_stream_*, now or
   * later. */
  void (*on_request)(void *context, TransportExchange *exchange);
  /* Paths served without a key (health). */
  bool (*is_open)(void *context, Str method, Str path);
} TransportHttpHandler;

typedef struct TransportHttpOptions {
  Str address; /* "127.0.0.1" */
  int port;
  TransportAuth auth;
  TransportLimits limits;
} TransportHttpOptions;

/* Refuses (ERR_DENIED, saying what to do) lax mode beyond loopback, and modes
 * that need a key when there is none. */
Err transport_http_open(Job *job, Loop *loop, const TransportHttpOptions *options,
                        const TransportHttpHandler *handler, TransportHttp **ret_http) MUST_CHECK;
int transport_http_port(const TransportHttp *http);
size_t transport_http_connections(const TransportHttp *http);
size_t transport_http_streams(const TransportHttp *http);
/* Stops accepting, lets answers in progress finish for at most `drain_ms`,
 * closes; `done` is called at the end, and `http` is gone then. Idle
 * connections and event streams asked for by GET end at once, other streams
 * with the drain time; handlers hear of it by transport_on_gone. */
void transport_http_close(TransportHttp *http, int64_t drain_ms, LoopFunction *done, void *context);

Str transport_method(const TransportExchange *exchange); /* "POST" */
Str transport_path(const TransportExchange *exchange);   /* decoded, without query */
Str transport_header(const TransportExchange *exchange, const char *name); /* empty: absent */
Str transport_body(const TransportExchange *exchange);
Str transport_peer(const TransportExchange *exchange);   /* address */
/* The key's id ("environment" for that one), or empty in lax mode and on open
 * paths: whose sessions are whose. */
Str transport_principal(const TransportExchange *exchange);
/* Several requests may have the same one: they had all begun to arrive before the
 * first of them was told, so that what was looked at for one since then was looked
 * at late enough for the others. 0: there is no other (os/loop.h). */
uint64_t transport_turn(const TransportExchange *exchange);
/* Lives as long as the exchange. */
Arena *transport_arena(TransportExchange *exchange);
/* Called once when the client went away before the answer was complete, was
 * too slow to take it, or was cut off (revoked key, stopping); never from
 * inside the handler's own calls. The exchange is gone afterwards. Without it,
 * leaving is not noticed: the exchange stays until it is answered, and what
 * is said goes nowhere. To be set inside on_request. */
void transport_on_gone(TransportExchange *exchange, LoopFunction *function, void *context);

typedef struct TransportHeader {
  Str name;
  Str value;
} TransportHeader;

/* The whole answer; the exchange is gone afterwards. Content-Length and the
 * security headers are added. Without content type there is no such header;
 * HEAD, 204 and 304 get no body. */
void transport_reply(TransportExchange *exchange, int status, Str content_type, Str body,
                     const TransportHeader *headers, size_t header_count);
void transport_reply_json_error(TransportExchange *exchange, int status, Str error); /* {"error":...} */
/* text/event-stream with heartbeats. */
void transport_stream_begin(TransportExchange *exchange, const TransportHeader *headers,
                            size_t header_count);
/* `id` empty: none; `data` best holds no newline (it would be sent as several
 * data lines). A client that takes less than it is sent is cut off at
 * max_unsent. */
void transport_stream_event(TransportExchange *exchange, Str id, Str data);
/* A `retry:` hint, and an event without data, for clients that resume. */
void transport_stream_retry(TransportExchange *exchange, Str id, int64_t retry_ms);
void transport_stream_end(TransportExchange *exchange); /* gone afterwards */

#endif
