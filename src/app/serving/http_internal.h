/* What the HTTP endpoint's files share: the listener, its old-era sessions
 * and their event streams. Loop thread only. */
#ifndef FATHOM_APP_SERVING_HTTP_INTERNAL_H
#define FATHOM_APP_SERVING_HTTP_INTERNAL_H

#include "src/app/serving/server_internal.h"

typedef struct AppSession AppSession;
typedef struct AppSessions AppSessions;
typedef struct AppStream AppStream;

/* ---- event streams: what can be resumed ---- */

/* One stream of events of a session: the answer to a POST, or the GET stream.
 * Keeps its last events, so that a client that lost the connection can ask
 * for what it missed. `exchange` is NULL while nobody listens. */
struct AppStream {
  AppSession *session;
  uint64_t number;
  TransportExchange *exchange;
  bool is_finished; /* the answer was sent: nothing more will come */
  uint64_t next_event;
  uint64_t sent; /* the last event that went to somebody */
  size_t bytes;
  struct AppEvent *first;
  struct AppEvent *last;
  AppStream *next;
};

/* A stream of the session's, which owns it and keeps its last events. */
AppStream *app_stream_open(AppSession *session);
/* Sends or keeps one message. */
void app_stream_send(AppStream *stream, Str message);
/* Nothing more will come; kept a while for whoever missed the end. */
void app_stream_finish(AppStream *stream);
/* Begins events on this exchange, repeating those after `after`. */
void app_stream_attach(AppStream *stream, TransportExchange *exchange, uint64_t after);
void app_stream_free_all(AppStream *first);
/* "12.5" -> stream 12, event 5. */
bool app_stream_parse_id(Str id, uint64_t *ret_stream, uint64_t *ret_event);

/* ---- old-era sessions ---- */

/* Who opens a session. */
typedef struct AppOwner {
  Str principal; /* the key's id; empty in lax mode */
  Str address;
} AppOwner;

struct AppSession {
  AppSessions *sessions;
  Str id;
  Str principal; /* whose key opened it */
  Str address;   /* from where */
  bool is_confirmed; /* used since initialize: somebody has its id */
  McpPeer *peer;
  Arena arena;
  AppStream *streams;
  AppStream *unrelated; /* the GET stream */
  struct AppPost *posts; /* requests in progress */
  uint64_t next_stream;
  size_t *kept_bytes;   /* of events, all sessions together */
  int64_t last_used_s;  /* wall clock: survives restarts */
  uint64_t use;         /* its last use among all sessions' */
  uint64_t saved;       /* digest of what was kept last */
  int64_t saved_used_s;
};

/* With those that were kept in the file at `path` (copied); one that is not there or is
 * damaged is an empty one. `client` and `server` must live as long. */
AppSessions *app_sessions_open(AppServer *server, AppClient *client, Str path);
/* Saves, then closes every peer. */
void app_sessions_close(AppSessions *sessions);
/* At most 64 of one key (in lax mode: of one address) and 1,000 in all. A
 * further one ends the one that is used least: never one with a request in
 * progress or a stream open. NULL when all are in use. */
AppSession *app_session_open(AppSessions *sessions, AppOwner owner);
/* NULL: no such session, or somebody else's. */
AppSession *app_session_find(AppSessions *sessions, Str id, Str principal);
void app_session_end(AppSession *session);
/* Whether one of a session's requests is not answered yet. */
bool app_posts_are_running(const struct AppPost *first);
/* The session ends: its requests in progress get no answer any more. */
void app_posts_drop(struct AppPost *first);
/* Something may have changed that is worth keeping; written soon. */
void app_session_changed(AppSession *session);


#endif
