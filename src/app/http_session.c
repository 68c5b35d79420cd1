/* Old-era HTTP sessions: found by id, owned by a key, kept over restarts.
 * The file holds ids that open a session together with a key, so it is
 * private to the user. */
#include <time.h>

#include "src/app/http_internal.h"
#include "src/base/hash.h"
#include "src/base/log.h"
#include "src/os/file.h"
#include "src/os/secret.h"

#define MAX_SESSIONS 1000
#define UNUSED_SECONDS (24 * 60 * 60)
#define FILE_MAX ((size_t)16 << 20)
#define SAVE_AFTER_MS 100
#define USED_SECONDS 60

struct AppSessions {
  AppServer *server;
  AppClient *client;
  Arena arena;
  Str path;
  Map by_id;       /* id -> AppSession*; its arena is the sessions' */
  LoopTimer *save; /* running: something is not written yet */
  size_t kept_bytes;
};

static int64_t now_s(void) { return (int64_t)time(NULL); }

/* ---- writing ---- */

static void write_session(JsonWriter *json, const AppSession *session, Arena *arena) {
  Str peer = mcp_peer_save(session->peer, arena);
  if (!peer.len) return; /* not initialized: nothing to come back to */
  json_begin_object(json);
  json_field_str(json, "id", session->id);
  json_field_str(json, "principal", session->principal);
  json_field_int(json, "used", session->last_used_s);
  json_field_raw(json, "peer", peer);
  json_end_object(json);
}

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
  uint64_t digest = hash_str(mcp_peer_save(session->peer, &arena));
  arena_clear(&arena);
  if (digest == session->saved && session->last_used_s < session->saved_used_s + USED_SECONDS) {
    return;
  }
  session->saved = digest;
  session->saved_used_s = session->last_used_s;
  save_soon(session->sessions);
}

/* ---- making and finding ---- */

static void send_unrelated(void *context, Str message, const McpFrame *frame) {
  (void)frame;
  AppSession *session = context;
  if (!session->unrelated) session->unrelated = app_stream_open(session);
  app_stream_send(session->unrelated, message);
}

static AppSession *make(AppSessions *sessions, Str id, Str principal) {
  AppSession *session = arena_heap_alloc(sizeof(*session));
  arena_init(&session->arena);
  session->sessions = sessions;
  session->kept_bytes = &sessions->kept_bytes;
  session->id = str_copy(&session->arena, id);
  session->principal = str_copy(&session->arena, principal);
  session->last_used_s = now_s();
  session->next_stream = 1;
  McpPeerOptions options = app_peer_options(sessions->client);
  options.sink = (McpSink){.send = send_unrelated, .context = session};
  options.is_http = true;
  options.principal = session->principal;
  session->peer = mcp_peer_open(sessions->server->mcp, &options);
  map_put(&sessions->by_id, session->id, session);
  return session;
}

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

static void end_unused(AppSessions *sessions) {
  int64_t limit = now_s() - UNUSED_SECONDS;
  for (MapEntry *entry = NULL; (entry = map_next(&sessions->by_id, entry));) {
    AppSession *session = entry->value;
    bool busy = mcp_peer_active(session->peer) || (session->unrelated && session->unrelated->exchange);
    if (!busy && session->last_used_s < limit) app_session_end(session);
  }
}

AppSession *app_session_open(AppSessions *sessions, Str principal) {
  end_unused(sessions);
  if (sessions->by_id.live >= MAX_SESSIONS) return NULL;
  Arena arena;
  arena_init(&arena);
  AppSession *session = make(sessions, secret_random_hex(&arena, 16), principal);
  arena_clear(&arena);
  return session;
}

AppSession *app_session_find(AppSessions *sessions, Str id, Str principal) {
  AppSession *session = map_get(&sessions->by_id, id);
  if (!session || !str_eq(session->principal, principal)) return NULL;
  session->last_used_s = now_s();
  return session;
}

/* ---- reading ---- */

static void restore_one(Job *job, AppSessions *sessions, const Json *saved) {
  Str id = json_get_str(saved, STR("id"), STR_EMPTY);
  int64_t used = json_get_int(saved, STR("used"), 0);
  const Json *peer = json_get(saved, STR("peer"));
  if (id.len != 32 || !peer || used < now_s() - UNUSED_SECONDS) return;
  AppSession *session = make(sessions, id, json_get_str(saved, STR("principal"), STR_EMPTY));
  session->last_used_s = used;
  if (mcp_peer_restore(job, session->peer, json_spell(job->arena, peer))) {
    job_forgive(job);
    app_session_end(session);
  }
}

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

void app_sessions_close(AppSessions *sessions) {
  save(sessions);
  for (MapEntry *entry = NULL; (entry = map_next(&sessions->by_id, entry));) {
    app_session_end(entry->value);
  }
  loop_timer_stop(sessions->save); /* they end here, not for their clients */
  arena_clear(&sessions->arena);
  free(sessions);
}
