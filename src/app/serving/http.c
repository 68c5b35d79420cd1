/* The HTTP endpoint: one path for both eras, health, and the project's
 * AGENTS.md. Chooses between a session (old era) and a stateless request (new
 * era) and turns protocol errors into status codes; what the messages say is
 * mcp/'s business. */
#include "src/app/serving/editor_internal.h"
#include "src/app/serving/http_internal.h"
#include "src/app/serving/page_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"

#define DRAIN_MS 5000
#define AGENTS_MAX ((size_t)1 << 20)

/* One listener. It belongs to the loop's thread, as all that is in it; `done`
 * is called when it is gone. */
struct AppHttp {
  AppServer *server;
  AppClient *client;
  AppSessions *sessions;
  TransportHttp *http;
  struct AppPost *posts; /* of the new era, in progress */
  AppPage *page; /* NULL: it serves agents */
  uint64_t editor_listener; /* as which an editor's answers come here */
  Arena arena;
  Str url;
  LoopFunction *done;
  void *done_context;
};

/* A POST in progress. Its answer is one JSON body, unless something else has
 * to be said first: then it is a stream of events. */
typedef struct AppPost {
  AppHttp *http;
  TransportExchange *exchange; /* NULL: the client went away */
  AppSession *session;         /* old era */
  McpPeer *peer;               /* new era: this request's own */
  AppStream *stream;           /* old era, once streaming */
  bool is_streaming;
  bool is_initialize;
  bool is_done;
  struct AppPost *next; /* of the session, or of the new era's */
  struct AppPost **link;
} Post;

static void reply_json(TransportExchange *exchange, int status, Str body) {
  transport_reply(exchange, status, STR("application/json"), body, NULL, 0);
}

static void reply_rpc_error(TransportExchange *exchange, int status, int code, const char *message) {
  reply_json(exchange, status, mcp_spell_error(transport_arena(exchange), code, str_from_c(message)));
}

static void refuse_method(TransportExchange *exchange, const char *allowed, const char *words) {
  TransportHeader allow = {STR("Allow"), str_from_c(allowed)};
  Arena *arena = transport_arena(exchange);
  Str body = json_spell_one(arena, "error", json_spell_str(arena, str_from_c(words)));
  transport_reply(exchange, 405, STR("application/json"), body, &allow, 1);
}

/* ---- the end of a POST ---- */

/* Posts are in a doubly linked list, so that one can leave from wherever it
 * is. */
static void join(Post *post, Post **list) {
  post->next = *list;
  post->link = list;
  if (post->next) post->next->link = &post->next;
  *list = post;
}

static void join_session(Post *post, AppSession *session) {
  post->session = session;
  join(post, &session->posts);
}

static void leave(Post *post) {
  *post->link = post->next;
  if (post->next) post->next->link = post->link;
  post->session = NULL;
}

/* Later, because it may be the peer's own call that got us here. */
static void free_post(void *context) {
  Post *post = context;
  AppSession *refused = post->is_initialize ? post->session : NULL;
  if (post->session) leave(post);
  if (refused) app_session_end(refused);
  if (post->peer) mcp_peer_close(post->peer);
  free(post);
}

/* Once, however many ways lead here: an answer, a client that left, a session
 * that ended. */
static void finish(Post *post) {
  if (post->is_done) return;
  post->is_done = true;
  if (post->peer) leave(post);
  loop_later(post->http->server->loop, free_post, post);
}

bool app_posts_are_running(const struct AppPost *first) {
  for (; first; first = first->next) {
    if (!first->is_done) return true;
  }
  return false;
}

void app_posts_drop(struct AppPost *first) {
  while (first) {
    Post *post = first;
    first = post->next;
    leave(post);
    post->stream = NULL; /* goes with the session */
    if (post->exchange) {
      transport_reply_json_error(TAKE(post->exchange), 404, STR("the session was ended"));
    }
    finish(post);
  }
}

/* The old era answers errors like anything else; the new one wants to be
 * told apart by intermediaries that read no bodies. */
static int status_of(const Post *post, const McpFrame *frame) {
  switch (frame->error_code) {
    case -32700: case -32600: return 400;
    case -32601: return post->peer ? 404 : 200;
    case -32020: case -32021: case -32022: return 400;
    case -32602: return post->peer && frame->rejected ? 400 : 200;
    default: return 200;
  }
}

/* Of a session the stream is kept and can be resumed; in the new era it is
 * this exchange and nothing more. */
static void begin_stream(Post *post) {
  post->is_streaming = true;
  if (post->session) {
    post->stream = app_stream_open(post->session);
    if (post->exchange) app_stream_attach(post->stream, TAKE(post->exchange), 0);
  } else {
    transport_stream_begin(post->exchange, NULL, 0);
  }
}

static void send_streamed(Post *post, Str message, bool last) {
  if (post->stream) {
    app_stream_send(post->stream, message);
    if (last) app_stream_finish(post->stream);
  } else if (post->exchange) {
    transport_stream_event(post->exchange, STR_EMPTY, message);
    if (last && post->exchange) transport_stream_end(TAKE(post->exchange));
  }
}

/* A cancelled request has no answer, but HTTP needs one: accepted, or the end
 * of the stream. */
static void end_silently(Post *post) {
  if (post->stream) app_stream_finish(post->stream);
  if (post->exchange && post->is_streaming) transport_stream_end(TAKE(post->exchange));
  if (post->exchange) transport_reply(TAKE(post->exchange), 202, STR_EMPTY, STR_EMPTY, NULL, 0);
  finish(post);
}

/* Called by the peer for everything that belongs to this request: progress and
 * questions first, the answer last. */
static void send_message(void *context, Str message, const McpFrame *frame) {
  Post *post = context;
  if (post->is_done) return;
  if (!message.len) { /* cancelled: it ends without an answer */
    end_silently(post);
    return;
  }
  if (!frame->last && !post->is_streaming && (post->exchange || post->session)) begin_stream(post);
  if (post->is_streaming) {
    send_streamed(post, message, frame->last);
  } else if (post->exchange) {
    TransportHeader session = {STR("Mcp-Session-Id"), STR_EMPTY};
    bool opened = post->is_initialize && !frame->error_code && post->session;
    if (opened) {
      session.value = post->session->id;
      post->is_initialize = false; /* the session stays */
    }
    transport_reply(TAKE(post->exchange), status_of(post, frame), STR("application/json"), message,
                    opened ? &session : NULL, opened ? 1 : 0);
  }
  if (frame->last) finish(post);
}

/* Leaving cancels in the new era, and does not in the old one. */
static void on_gone(void *context) {
  Post *post = context;
  post->exchange = NULL;
  if (post->peer && !post->is_done) {
    mcp_abandon(post->peer, post, true);
    finish(post);
  }
}

/* ---- POST ---- */

/* A message that needs no answer, such as a notification, is accepted at
 * once. */
static void submit(Post *post, McpPeer *peer, const McpEnvelope *envelope) {
  TransportExchange *exchange = post->exchange;
  Str body = transport_body(exchange);
  McpSink sink = {.send = send_message, .context = post};
  transport_on_gone(exchange, on_gone, post);
  if (mcp_receive(peer, body, envelope, &sink)) return;
  if (post->exchange) transport_reply(TAKE(post->exchange), 202, STR_EMPTY, STR_EMPTY, NULL, 0);
  finish(post);
}

/* On the heap: it outlives the exchange when the client leaves early. */
static Post *new_post(AppHttp *http, TransportExchange *exchange) {
  Post *post = arena_heap_alloc(sizeof(*post));
  post->http = http;
  post->exchange = exchange;
  return post;
}

/* A peer for this one request, with the key's owner as its principal. */
static void post_modern(AppHttp *http, TransportExchange *exchange, const McpEnvelope *envelope) {
  Post *post = new_post(http, exchange);
  McpPeerOptions options = app_peer_options(http->client, transport_principal(exchange));
  options.is_http = true;
  options.modern_only = true;
  post->peer = mcp_peer_open(http->server->mcp, &options);
  join(post, &http->posts);
  submit(post, post->peer, envelope);
}

/* The session exists before the request is read, because the answer carries
 * its id. One that is refused ends with its post. */
static void post_initialize(AppHttp *http, TransportExchange *exchange,
                            const McpEnvelope *envelope) {
  AppOwner owner = {transport_principal(exchange), transport_peer(exchange)};
  AppSession *session = app_session_open(http->sessions, owner);
  if (!session) {
    transport_reply_json_error(exchange, 503, STR("too many sessions are in use; end some with DELETE, or their requests and streams"));
    return;
  }
  Post *post = new_post(http, exchange);
  join_session(post, session);
  post->is_initialize = true;
  submit(post, session->peer, envelope);
  app_session_changed(session);
}

/* The session a request names, or NULL after having answered. */
static AppSession *named_session(AppHttp *http, TransportExchange *exchange) {
  Str id = transport_header(exchange, "mcp-session-id");
  if (!id.len) {
    reply_rpc_error(exchange, 400, -32600,
                    "no Mcp-Session-Id header: send initialize first, or the _meta fields of "
                    "2026-07-28");
    return NULL;
  }
  AppSession *session = app_session_find(http->sessions, id, transport_principal(exchange));
  if (!session) reply_rpc_error(exchange, 404, -32600, "no such session: send initialize again");
  return session;
}

/* Without the header it is one from before there was one. */
static bool is_legacy_version(Str version) {
  return !version.len || mcp_is_session_version(version);
}

static void refuse_version(TransportExchange *exchange) {
  reply_rpc_error(exchange, 400, -32600, "MCP-Protocol-Version names no version of a session");
}

static void post_legacy(AppHttp *http, TransportExchange *exchange, const McpEnvelope *envelope) {
  AppSession *session = named_session(http, exchange);
  if (!session) return;
  if (!is_legacy_version(envelope->protocol_version)) {
    refuse_version(exchange);
    return;
  }
  Post *post = new_post(http, exchange);
  join_session(post, session);
  submit(post, session->peer, envelope);
  app_session_changed(session);
}

/* What the headers say is of the new era is read once, by mcp/, unless its text
 * could be what the old era begins with; what is wrong with it is said there, too.
 * With an escape in it only a reader can tell. */
static bool is_plainly_modern(Str body, const McpEnvelope *envelope) {
  return mcp_is_stateless_version(str_trim(envelope->protocol_version)) && body.len && body.ptr[0] == '{' &&
         str_find_byte(body, '\\') == STR_NONE && !str_contains(body, STR("initialize"));
}

/* False after having answered. A page of another origin cannot send it unasked. */
static bool is_json(TransportExchange *exchange) {
  Str type = transport_header(exchange, "content-type");
  if (str_eq_ignore_case(str_trim(str_cut(&type, ';')), STR("application/json"))) return true;
  transport_reply_json_error(exchange, 415, STR("send Content-Type: application/json"));
  return false;
}

/* The headers repeat what is in the body, so that others on the way need not
 * read it; mcp/ compares the two. */
static void on_post(AppHttp *http, TransportExchange *exchange) {
  if (!is_json(exchange)) return;
  McpEnvelope envelope = {
      .present = true,
      .protocol_version = transport_header(exchange, "mcp-protocol-version"),
      .method = transport_header(exchange, "mcp-method"),
      .name = transport_header(exchange, "mcp-name"),
      .turn = transport_turn(exchange),
  };
  Str body = transport_body(exchange);
  switch (is_plainly_modern(body, &envelope) ? MCP_MODERN : mcp_classify(body, &envelope)) {
    case MCP_MODERN: post_modern(http, exchange, &envelope); break;
    case MCP_INITIALIZE: post_initialize(http, exchange, &envelope); break;
    case MCP_LEGACY: post_legacy(http, exchange, &envelope); break;
    case MCP_BROKEN: post_modern(http, exchange, &envelope); break; /* says what is wrong */
  }
}

/* ---- GET and DELETE: old era only ---- */

/* A GET resumes the stream that it names, or listens for what belongs to no
 * request. */
static void on_get(AppHttp *http, TransportExchange *exchange) {
  bool wants_events = str_contains(transport_header(exchange, "accept"), STR("text/event-stream"));
  Str version = transport_header(exchange, "mcp-protocol-version");
  if (mcp_is_stateless_version(version) || !wants_events) {
    refuse_method(exchange, "POST", "send a POST; GET opens the event stream of a session");
    return;
  }
  if (!is_legacy_version(version)) {
    refuse_version(exchange);
    return;
  }
  AppSession *session = named_session(http, exchange);
  if (!session) return;
  uint64_t number, event = 0;
  AppStream *stream = NULL;
  if (app_stream_parse_id(transport_header(exchange, "last-event-id"), &number, &event)) {
    for (stream = session->streams; stream && stream->number != number;) stream = stream->next;
  }
  if (!stream) { /* who resumes nothing gets what nobody has got yet */
    if (!session->unrelated) session->unrelated = app_stream_open(session);
    stream = session->unrelated;
    event = stream->sent;
  }
  app_stream_attach(stream, exchange, event);
}

static void on_delete(AppHttp *http, TransportExchange *exchange) {
  if (!is_legacy_version(transport_header(exchange, "mcp-protocol-version"))) {
    refuse_method(exchange, "POST", "there are no sessions in this version");
    return;
  }
  AppSession *session = named_session(http, exchange);
  if (!session) return;
  app_session_end(session);
  transport_reply(exchange, 204, STR_EMPTY, STR_EMPTY, NULL, 0);
}

/* ---- other paths ---- */

/* Read at each request: it is small, and edited while we run. */
static void on_agents(AppHttp *http, TransportExchange *exchange) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Str root_dir, text;
  Root *root = NULL;
  AppWorkspaceRequest request = {
      .given = app_config_str(app_client_config(http->client), "repo"),
      .directory = app_client_scope(http->client)->directory,
      .is_remote = true,
  };
  Err err = app_workspace_find(&job, &request, &root_dir);
  if (!err) err = root_open(&job, root_dir, &root);
  if (!err) err = root_read(&job, root, STR("AGENTS.md"), AGENTS_MAX, &text);
  if (err) {
    transport_reply_json_error(exchange, 404, STR("the project has no AGENTS.md"));
  } else {
    transport_reply(exchange, 200, STR("text/markdown; charset=utf-8"), text, NULL, 0);
  }
  if (root) root_close(root);
  arena_clear(&arena);
}

static AppEditor *editor_of(const AppHttp *http) { return app_servers_editor(app_workspaces_servers(http->server->workspaces)); }

static void on_editor(AppHttp *http, TransportExchange *exchange) {
  if (!str_eq_c(transport_method(exchange), "POST")) refuse_method(exchange, "POST", "an editor sends its answers by POST");
  else if (is_json(exchange)) app_editor_post(editor_of(http), http->editor_listener, exchange);
}

static bool is_endpoint(Str path) { return str_eq_c(path, "/mcp") || str_eq_c(path, "/"); }

static void on_endpoint(AppHttp *http, TransportExchange *exchange) {
  Str method = transport_method(exchange);
  if (str_eq_c(method, "POST")) {
    on_post(http, exchange);
  } else if (str_eq_c(method, "GET")) {
    on_get(http, exchange);
  } else if (str_eq_c(method, "DELETE")) {
    on_delete(http, exchange);
  } else {
    refuse_method(exchange, "POST, GET, DELETE", "method not allowed");
  }
}

static void on_request(void *context, TransportExchange *exchange) {
  AppHttp *http = context;
  if (http->page && app_page_answer(http->page, exchange)) return;
  Str path = transport_path(exchange);
  bool is_get = str_eq_c(transport_method(exchange), "GET");
  if (is_endpoint(path)) {
    on_endpoint(http, exchange);
  } else if (str_eq_c(path, APP_EDITOR_PATH)) {
    on_editor(http, exchange);
  } else if (is_get && str_eq_c(path, "/health")) {
    Arena *arena = transport_arena(exchange);
    reply_json(exchange, 200, json_spell_one(arena, "status", json_spell_str(arena, STR("ok"))));
  } else if (is_get && str_eq_c(path, "/.well-known/agents.md")) {
    on_agents(http, exchange);
  } else {
    transport_reply_json_error(exchange, 404, STR("not found; the MCP endpoint is /mcp"));
  }
}

/* What is answered without a key: that somebody is there, and nothing about
 * what. */
static bool is_open(void *context, Str method, Str path) {
  const AppHttp *http = context;
  if (http->page) return true; /* it asks for more than a key */
  return str_eq_c(method, "GET") && str_eq_c(path, "/health");
}

/* ---- opening and closing ---- */

static TransportAuthMode auth_mode(Str name) {
  if (str_eq_c(name, "strict")) return TRANSPORT_AUTH_STRICT;
  return str_eq_c(name, "lax") ? TRANSPORT_AUTH_LAX : TRANSPORT_AUTH_RELAXED;
}

/* --no-auth asks for lax mode by name; lax without it is refused. */
static Err choose_auth(Job *job, const AppHttpOptions *options, TransportAuth *ret_auth) {
  const AppConfig *config = app_client_config(options->client);
  TransportAuth auth = {.mode = auth_mode(app_config_str(config, "http.auth"))};
  bool strict_by_choice = !str_eq_c(app_config_origin(config, "http.auth"), "default");
  if (auth.mode == TRANSPORT_AUTH_LAX && !options->no_auth) {
    return job_fail(job, ERR_DENIED, "auth mode lax lets anybody on this machine in; add --no-auth "
                    "if that is meant, or make a key with 'fathom key create'");
  }
  if (options->no_auth) {
    if (auth.mode != TRANSPORT_AUTH_LAX && strict_by_choice) {
      return job_fail(job, ERR_DENIED, "--no-auth contradicts http.auth=%.*s, set by %.*s",
                      STR_ARG(app_config_str(config, "http.auth")),
                      STR_ARG(app_config_origin(config, "http.auth")));
    }
    auth.mode = TRANSPORT_AUTH_LAX;
  }
  auth.keys_path = app_keys_path(job->arena);
  auth.env_key = options->env_key;
  auth.allowed_addresses = app_config_list(config, "http.allowed_addresses", &auth.allowed_count);
  auth.allowed_hosts = app_config_list(config, "http.allowed_hosts", &auth.host_count);
  auth.allowed_origins = app_config_list(config, "http.allowed_origins", &auth.origin_count);
  *ret_auth = auth;
  return OK;
}

/* Sessions are kept by address and port, since another listener is another
 * server to its clients. */
Err app_http_open(Job *job, AppServer *server, const AppHttpOptions *options, AppHttp **ret_http) {
  const AppConfig *config = app_client_config(options->client);
  TransportHttpOptions listen = {.address = app_config_str(config, "http.listen"),
                                 .port = (int)app_config_int(config, "http.port")};
  if (options->is_page) listen = (TransportHttpOptions){.address = STR("127.0.0.1"), .auth = {.mode = TRANSPORT_AUTH_LAX}};
  else TRY(choose_auth(job, options, &listen.auth));
  AppHttp *http = arena_heap_alloc(sizeof(*http));
  arena_init(&http->arena);
  http->server = server;
  http->client = options->client;
  TransportHttpHandler handler = {.context = http, .on_request = on_request, .is_open = is_open};
  Err err = transport_http_open(job, server->loop, &listen, &handler, &http->http);
  if (err) {
    arena_clear(&http->arena);
    free(http);
    return err;
  }
  int port = transport_http_port(http->http);
  bool is_v6 = str_find_byte(listen.address, ':') != STR_NONE;
  http->url = str_format(&http->arena, is_v6 ? "http://[%.*s]:%d/mcp" : "http://%.*s:%d/mcp",
                         STR_ARG(listen.address), port);
  if (options->is_page) {
    http->page = app_page_open(server);
    http->url = str_format(&http->arena, "http://127.0.0.1:%d%.*s", port, STR_ARG(app_page_link(http->page, job->arena)));
  }
  if (!options->is_page) http->editor_listener = app_editor_listen(editor_of(http), options->client, port);
  Str name = str_format(job->arena, "sessions-%.*s-%d.json", STR_ARG(listen.address), port);
  http->sessions = app_sessions_open(server, options->client,
                                     file_join(job->arena, place_state(job->arena), name));
  app_session_tools_want(server->session_tools, options->client);
  *ret_http = http;
  return OK;
}

Str app_http_url(const AppHttp *http) { return http->url; }

/* The last exchange has ended: now nothing refers to it any more, and its
 * owner may do anything in `done`. */
static void on_closed(void *context) {
  AppHttp *http = context;
  app_sessions_close(http->sessions);
  if (http->page) app_page_close(http->page);
  app_client_unref(http->client);
  LoopFunction *done = http->done;
  void *done_context = http->done_context;
  arena_clear(&http->arena);
  free(http);
  done(done_context);
}

void app_http_close(AppHttp *http, LoopFunction *done, void *context) {
  http->done = done;
  http->done_context = context;
  app_editor_unlisten(editor_of(http), http->editor_listener);
  /* Subscriptions would last as long as they are let. */
  for (Post *post = http->posts, *next; post; post = next) {
    next = post->next;
    mcp_peer_end_streams(post->peer);
  }
  transport_http_close(http->http, DRAIN_MS, on_closed, http);
}
