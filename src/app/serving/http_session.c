/* Old-era HTTP sessions: found by id, owned by a key, kept over restarts.
 * The file holds ids that open a session together with a key, so it is
 * private to the user. */
#include "src/app/serving/http_internal.h"
#include "src/base/clock.h"
#include "src/base/hash.h"
#include "src/base/log.h"
#include "src/os/file.h"
#include "src/os/secret.h"

#define MAX_SESSIONS 1000
#define MAX_OF_ONE 64      /* of one key, or in lax mode of one address */
#define UNCONFIRMED_SECONDS 60
#define UNUSED_SECONDS (24 * 60 * 60)
#define FILE_MAX ((size_t)16 << 20)
#define SAVE_AFTER_MS 100
#define USED_SECONDS 60

/* The sessions of one listener. Loop's thread. */
struct AppSessions {
  AppServer *server;
  AppClient *client;
  Arena arena;
  Str path;
  Map by_id;       /* id -> AppSession*; its arena is the sessions' */
  LoopTimer *save; /* running: something is not written yet */
  uint64_t uses;   /* counts them: the clock is too coarse to order sessions by */
  size_t kept_bytes;
};

/* ---- writing ---- */

/* The peer knows what it needs to come back; everything else is who may use it
 * and when it was used last. */
static void write_session(JsonWriter *json, const AppSession *session, Arena *arena) {
  Str peer = mcp_peer_save(session->peer, arena);
  if (!peer.len) return; /* not initialized: nothing to come back to */
  json_begin_object(json);
  json_field_str(json, "id", session->id);
  json_field_str(json, "principal", session->principal);
  json_field_str(json, "address", session->address);
  json_field_bool(json, "confirmed", session->is_confirmed);
  json_field_int(json, "used", session->last_used_s);
  json_field_raw(json, "peer", peer);
  json_end_object(json);
}

/* The whole file, by a rename: a crash leaves the old one. Failing is told
 * and forgiven: sessions still work, they only do not outlive the process. */
static void save(void *context) {
  AppSessions *sessions = context;
  loop_timer_stop(TAKE(sessions->save));
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Buf text;
  JsonWriter json;
  buf_init(&text, &arena, FILE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_array(&json, "sessions");
  for (MapEntry *entry = NULL; (entry = map_next(&sessions->by_id, entry));) {
    write_session(&json, entry->value, &arena);
  }
  json_end_array(&json);
  json_end_object(&json);
  Err err = file_make_dir(&job, file_directory(sessions->path), true);
  if (!err && text.overflow) err = job_fail(&job, ERR_TOO_LARGE, "they are over 16 MB in all");
  if (!err) err = file_write(&job, sessions->path, buf_str(&text), 0600);
  if (err) {
    Str why = job_message(&job, err);
    log_warn("sessions are not kept: %.*s", STR_ARG(why));
  }
  arena_clear(&arena);
}

/* A little later, so that a burst of requests is one write. */
static void save_soon(AppSessions *sessions) {
  if (!sessions->save) {
    sessions->save = loop_timer_start(sessions->server->loop, SAVE_AFTER_MS, 0, save, sessions);
  }
}

/* Most requests change nothing but the time of use, which is not worth a
 * write each. */
void app_session_changed(AppSession *session) {
  Arena arena;
  arena_init(&arena);
  uint64_t digest = hash_combine(hash_str(mcp_peer_save(session->peer, &arena)), session->is_confirmed);
  arena_clear(&arena);
  if (digest == session->saved && session->last_used_s < session->saved_used_s + USED_SECONDS) {
    return;
  }
  session->saved = digest;
  session->saved_used_s = session->last_used_s;
  save_soon(session->sessions);
}

/* ---- making and finding ---- */

/* Messages that belong to no request wait in a stream of their own until the
 * client listens for them. */
static void send_unrelated(void *context, Str message, const McpFrame *frame) {
  (void)frame;
  AppSession *session = context;
  if (!session->unrelated) session->unrelated = app_stream_open(session);
  app_stream_send(session->unrelated, message);
}

/* In the map from here on; both new and restored ones. */
static AppSession *make(AppSessions *sessions, Str id, AppOwner owner) {
  AppSession *session = arena_heap_alloc(sizeof(*session));
  arena_init(&session->arena);
  session->sessions = sessions;
  session->kept_bytes = &sessions->kept_bytes;
  session->id = str_copy(&session->arena, id);
  session->principal = str_copy(&session->arena, owner.principal);
  session->address = str_copy(&session->arena, owner.address);
  session->last_used_s = clock_wall_s();
  session->use = ++sessions->uses;
  session->next_stream = 1;
  McpPeerOptions options = app_peer_options(sessions->client, session->principal);
  options.sink = (McpSink){.send = send_unrelated, .context = session};
  options.is_http = true;
  session->peer = mcp_peer_open(sessions->server->mcp, &options);
  map_put(&sessions->by_id, session->id, session);
  return session;
}

/* Out of the map first, so that nothing that happens while its parts close
 * can find it again. */
void app_session_end(AppSession *session) {
  AppSessions *sessions = session->sessions;
  map_remove(&sessions->by_id, session->id);
  mcp_peer_close(session->peer);
  app_posts_drop(session->posts);
  app_stream_free_all(session->streams);
  save_soon(sessions);
  arena_clear(&session->arena);
  free(session);
}

/* A request in progress, or somebody who listens. */
static bool is_in_use(const AppSession *session) {
  if (app_posts_are_running(session->posts) || mcp_peer_active(session->peer)) return true;
  for (const AppStream *stream = session->streams; stream; stream = stream->next) {
    if (stream->exchange) return true;
  }
  return false;
}

/* Nobody came back after initialize: its opener has forgotten it, or never
 * meant it. */
static bool is_abandoned(const AppSession *session, int64_t now) {
  int64_t limit = session->is_confirmed ? UNUSED_SECONDS : UNCONFIRMED_SECONDS;
  return session->last_used_s < now - limit;
}

/* Only when somebody opens one: an idle server needs no timer for this. The
 * map allows the current entry to be removed while it is walked. */
static void end_unused(AppSessions *sessions) {
  int64_t now = clock_wall_s();
  for (MapEntry *entry = NULL; (entry = map_next(&sessions->by_id, entry));) {
    AppSession *session = entry->value;
    if (is_abandoned(session, now) && !is_in_use(session)) app_session_end(session);
  }
}

/* Without a key everybody is the same principal: addresses tell them apart. */
static bool is_of(const AppSession *session, AppOwner owner) {
  return str_eq(session->principal, owner.principal) && (owner.principal.len || str_eq(session->address, owner.address));
}

/* Which of two goes first: one that was never used after initialize, then the
 * one whose last use is longer ago. */
static bool goes_before(const AppSession *a, const AppSession *b) {
  if (a->is_confirmed != b->is_confirmed) return b->is_confirmed;
  if (a->last_used_s != b->last_used_s) return a->last_used_s < b->last_used_s;
  return a->use < b->use;
}

/* Makes room by ending the first to go of those not in use; of an owner's
 * (NULL: of all). False: all are in use. */
static bool end_one(AppSessions *sessions, const AppOwner *owner) {
  AppSession *first = NULL;
  for (MapEntry *entry = NULL; (entry = map_next(&sessions->by_id, entry));) {
    AppSession *session = entry->value;
    bool is_candidate = (!owner || is_of(session, *owner)) && !is_in_use(session);
    if (is_candidate && (!first || goes_before(session, first))) first = session;
  }
  if (first) app_session_end(first);
  return first != NULL;
}

static size_t count_of(AppSessions *sessions, AppOwner owner) {
  size_t count = 0;
  for (MapEntry *entry = NULL; (entry = map_next(&sessions->by_id, entry));) count += is_of(entry->value, owner);
  return count;
}

/* NULL: all are in use. One owner's limit comes first, so that one who opens
 * many loses own sessions and not others'. */
AppSession *app_session_open(AppSessions *sessions, AppOwner owner) {
  end_unused(sessions);
  if (count_of(sessions, owner) >= MAX_OF_ONE && !end_one(sessions, &owner)) return NULL;
  if (sessions->by_id.live >= MAX_SESSIONS && !end_one(sessions, NULL)) return NULL;
  Arena arena;
  arena_init(&arena);
  AppSession *session = make(sessions, secret_random_hex(&arena, 16), owner);
  arena_clear(&arena);
  return session;
}

/* An id alone opens nothing: it must come with the key it was made for. That
 * is why guessing ids, or finding them in a log, is of no use. */
AppSession *app_session_find(AppSessions *sessions, Str id, Str principal) {
  AppSession *session = map_get(&sessions->by_id, id);
  if (!session || !str_eq(session->principal, principal)) return NULL;
  session->last_used_s = clock_wall_s();
  session->use = ++sessions->uses;
  session->is_confirmed = true;
  return session;
}

/* ---- reading ---- */

/* Whatever does not read well is left out; its client initializes again. */
static void restore_one(Job *job, AppSessions *sessions, const Json *saved) {
  Str id = json_get_str(saved, STR("id"), STR_EMPTY);
  int64_t used = json_get_int(saved, STR("used"), 0);
  const Json *peer = json_get(saved, STR("peer"));
  if (id.len != 32 || !peer || used < clock_wall_s() - UNUSED_SECONDS) return;
  AppOwner owner = {json_get_str(saved, STR("principal"), STR_EMPTY), json_get_str(saved, STR("address"), STR_EMPTY)};
  AppSession *session = make(sessions, id, owner);
  session->last_used_s = used;
  session->is_confirmed = json_get_bool(saved, STR("confirmed"), true);
  if (mcp_peer_restore(job, session->peer, json_spell(job->arena, peer))) {
    job_forgive(job);
    app_session_end(session);
  }
}

/* The file is ours but may be old or damaged; no more than the usual number is
 * taken from it. */
static void restore(AppSessions *sessions) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  const Json *json;
  Err err = app_read_json(&job, sessions->path, FILE_MAX, &json);
  const Json *list = err ? NULL : json_get(json, STR("sessions"));
  for (size_t i = 0; json_is(list, JSON_ARRAY) && i < list->count && i < MAX_SESSIONS; i++) {
    restore_one(&job, sessions, &list->items[i]);
  }
  if (err) { /* clients initialize again */
    Str why = job_message(&job, err);
    log_warn("earlier sessions are lost: %.*s", STR_ARG(why));
  }
  arena_clear(&arena);
}

AppSessions *app_sessions_open(AppServer *server, AppClient *client, Str path) {
  AppSessions *sessions = arena_heap_alloc(sizeof(*sessions));
  arena_init(&sessions->arena);
  sessions->server = server;
  sessions->client = client;
  sessions->path = str_copy(&sessions->arena, path);
  map_init(&sessions->by_id, &sessions->arena);
  restore(sessions);
  return sessions;
}

/* Saved before they are ended here, or the file would say that there are
 * none. */
void app_sessions_close(AppSessions *sessions) {
  save(sessions);
  for (MapEntry *entry = NULL; (entry = map_next(&sessions->by_id, entry));) {
    app_session_end(entry->value);
  }
  loop_timer_stop(sessions->save); /* they end here, not for their clients */
  arena_clear(&sessions->arena);
  free(sessions);
}
