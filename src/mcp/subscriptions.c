/* Subscriptions: telling peers that lists or resources changed. Old-era
 * sessions hear of every list and of the resources they subscribed to;
 * new-era streams hear of exactly what they asked for. */
#include "src/mcp/mcp_internal.h"

static const char *const change_methods[] = {
    [MCP_TOOLS] = "notifications/tools/list_changed",
    [MCP_PROMPTS] = "notifications/prompts/list_changed",
    [MCP_RESOURCES] = "notifications/resources/list_changed",
    [MCP_UPDATED] = "notifications/resources/updated"};

/* ---- the new era's streams ---- */

/* Absent means no. False after the error was written. */
static bool read_flag(McpRequest *request, const Json *wanted, const char *name, bool *ret_flag) {
  const Json *flag = json_get(wanted, str_from_c(name));
  if (flag && flag->type != JSON_BOOL) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.notifications.%s must be true or false", name);
    return false;
  }
  *ret_flag = flag && flag->boolean;
  return true;
}

/* Limited, since each is compared with every change of a resource. */
static bool read_uris(McpRequest *request, const Json *wanted, const Json **ret_uris) {
  const Json *uris = json_get(wanted, STR("resourceSubscriptions"));
  bool is_fine = !uris || (uris->type == JSON_ARRAY && uris->count <= MCP_MAX_SUBSCRIPTIONS);
  for (size_t i = 0; uris && is_fine && i < uris->count; i++) {
    is_fine = uris->items[i].type == JSON_STRING;
  }
  if (!is_fine) {
    mcp_error(request, MCP_INVALID_PARAMS,
              "params.notifications.resourceSubscriptions must be an array of at most %d URIs",
              MCP_MAX_SUBSCRIPTIONS);
  }
  *ret_uris = uris;
  return is_fine;
}

/* What is asked for and not offered is left out of the acknowledgement
 * instead of being refused: the client sees what it will hear of. */
static bool read_filter(McpRequest *request) {
  McpFilter *filter = &request->filter;
  const Mcp *mcp = request->mcp;
  const Json *wanted = json_get(request->params, STR("notifications"));
  if (!json_is(wanted, JSON_OBJECT)) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.notifications must be an object that says what "
              "to hear of: toolsListChanged, promptsListChanged, resourcesListChanged, "
              "resourceSubscriptions");
    return false;
  }
  if (!read_flag(request, wanted, "toolsListChanged", &filter->tools) ||
      !read_flag(request, wanted, "promptsListChanged", &filter->prompts) ||
      !read_flag(request, wanted, "resourcesListChanged", &filter->resources) ||
      !read_uris(request, wanted, &filter->uris)) {
    return false;
  }
  filter->prompts = filter->prompts && mcp->has_prompts;
  filter->resources = filter->resources && mcp->has_resources;
  if (!mcp->has_resources) filter->uris = NULL;
  return true;
}

/* Messages of a stream carry its id, since a client may have several. */
static void begin_tagged(McpRequest *stream, JsonWriter *writer, Buf *buf, Arena *arena,
                         const char *method) {
  arena_init(arena);
  buf_init(buf, arena, MCP_MAX_ANSWER);
  json_writer_init(writer, buf, 0);
  mcp_notification_begin(writer, str_from_c(method));
  json_field_object(writer, "_meta");
  json_field_raw(writer, MCP_META "subscriptionId", stream->id);
  json_end_object(writer);
}

/* Ends what begin_tagged began, and frees it. */
static void send_tagged(McpRequest *stream, JsonWriter *writer, Buf *buf, Arena *arena) {
  mcp_notification_end(writer);
  mcp_request_send(stream, buf_str(buf));
  arena_clear(arena);
}

/* Says what will be heard of, which may be less than was asked for. */
void mcp_listen_acknowledge(McpRequest *stream) {
  const McpFilter *filter = &stream->filter;
  Arena arena;
  Buf buf;
  JsonWriter writer;
  begin_tagged(stream, &writer, &buf, &arena, "notifications/subscriptions/acknowledged");
  json_field_object(&writer, "notifications");
  if (filter->tools) json_field_bool(&writer, "toolsListChanged", true);
  if (filter->prompts) json_field_bool(&writer, "promptsListChanged", true);
  if (filter->resources) json_field_bool(&writer, "resourcesListChanged", true);
  if (filter->uris) json_field_value(&writer, "resourceSubscriptions", filter->uris);
  json_end_object(&writer);
  send_tagged(stream, &writer, &buf, &arena);
}

/* Providers may begin to watch what somebody wants to hear of. */
void mcp_tell_subscribed(McpPeer *peer, Str uri) {
  Mcp *mcp = peer->mcp;
  for (size_t i = 0; i < mcp->providers.len; i++) {
    const McpProvider *provider = &mcp->providers.items[i];
    if (provider->subscribed && mcp_is_offered(provider, peer)) provider->subscribed(provider->context, &peer->scope, uri);
  }
}

/* No answer: the request stays open as a stream, and its end is the answer. */
void mcp_run_listen(McpRequest *request) {
  McpPeer *peer = request->peer;
  if (!read_filter(request)) return;
  if (peer->listen_count >= MCP_MAX_LISTENS) {
    mcp_error(request, MCP_INTERNAL_ERROR, "%d streams are open already; cancel one first",
              MCP_MAX_LISTENS);
    return;
  }
  peer->listen_count++;
  request->next = peer->listens;
  peer->listens = request;
  const Json *uris = request->filter.uris;
  for (size_t i = 0; uris && i < uris->count; i++) mcp_tell_subscribed(peer, uris->items[i].text);
}

/* The specification asks for a cancellation in one place and for a result in
 * another; the one followed by the other serves both. */
void mcp_peer_end_streams(McpPeer *peer) {
  mcp_peer_ref(peer);
  while (peer->listens && !peer->closed) {
    McpRequest *stream = peer->listens;
    Arena arena;
    Buf buf;
    JsonWriter writer;
    peer->listens = stream->next;
    peer->listen_count--;
    begin_tagged(stream, &writer, &buf, &arena, "notifications/cancelled");
    json_field_raw(&writer, "requestId", stream->id);
    json_field_str(&writer, "reason", STR("the server is stopping"));
    send_tagged(stream, &writer, &buf, &arena);
    mcp_result_begin(stream, STR("complete"));
    mcp_result_end(stream);
    mcp_request_answer(stream);
  }
  mcp_peer_unref(peer);
}

/* URIs are compared as they were given. */
static bool wants(const McpFilter *filter, McpChange change, Str uri) {
  switch (change) {
    case MCP_TOOLS:
      return filter->tools;
    case MCP_PROMPTS:
      return filter->prompts;
    case MCP_RESOURCES:
      return filter->resources;
    case MCP_UPDATED:
      for (size_t i = 0; filter->uris && i < filter->uris->count; i++) {
        if (str_eq(filter->uris->items[i].text, uri)) return true;
      }
      return false;
  }
  return false;
}

static void tell_stream(McpRequest *stream, McpChange change, Str uri) {
  Arena arena;
  Buf buf;
  JsonWriter writer;
  begin_tagged(stream, &writer, &buf, &arena, change_methods[change]);
  if (change == MCP_UPDATED) json_field_str(&writer, "uri", uri);
  send_tagged(stream, &writer, &buf, &arena);
}

/* ---- the old era's sessions ---- */

/* Before the client said that it is ready nothing is sent on our own
 * account. */
static bool session_wants(const McpPeer *peer, McpChange change, Str uri) {
  const Mcp *mcp = peer->mcp;
  if (peer->version == MCP_VERSION_NONE || !peer->is_ready) return false;
  if (change == MCP_UPDATED) return mcp_kept_has(&peer->subscriptions, uri);
  return change == MCP_TOOLS || (change == MCP_PROMPTS ? mcp->has_prompts : mcp->has_resources);
}

/* Without params where there is nothing to say, as older clients expect it. */
static void tell_session(McpPeer *peer, McpChange change, Str uri) {
  Arena arena;
  Buf buf;
  JsonWriter writer;
  arena_init(&arena);
  buf_init(&buf, &arena, MCP_MAX_ANSWER);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_str(&writer, "jsonrpc", STR("2.0"));
  json_field_str(&writer, "method", str_from_c(change_methods[change]));
  if (change == MCP_UPDATED) {
    json_field_object(&writer, "params");
    json_field_str(&writer, "uri", uri);
    json_end_object(&writer);
  }
  json_end_object(&writer);
  mcp_peer_send(peer, buf_str(&buf));
  arena_clear(&arena);
}

/* A stream may end while it is told, so the next one is looked up before. */
static void tell_peer(McpPeer *peer, McpChange change, Str uri) {
  if (session_wants(peer, change, uri)) tell_session(peer, change, uri);
  McpRequest *stream = peer->listens;
  while (stream && !peer->closed) {
    McpRequest *next = stream->next;
    if (wants(&stream->filter, change, uri)) tell_stream(stream, change, uri);
    stream = next;
  }
}

/* ---- log messages of nobody's request ---- */

/* Our four levels stand for four of the protocol's eight. */
McpLevel mcp_level_from_log(LogLevel level) {
  static const McpLevel levels[] = {[LOG_ERROR] = MCP_LEVEL_ERROR, [LOG_WARN] = MCP_LEVEL_WARNING,
                                    [LOG_INFO] = MCP_LEVEL_INFO, [LOG_DEBUG] = MCP_LEVEL_DEBUG};
  return levels[level];
}

void mcp_write_log(JsonWriter *writer, const McpNews *news) {
  mcp_notification_begin(writer, STR("notifications/message"));
  json_field_str(writer, "level", mcp_level_name(mcp_level_from_log(news->level)));
  if (news->logger.len) json_field_str(writer, "logger", news->logger);
  json_field_raw(writer, "data", news->data.len ? news->data : STR("null"));
  mcp_notification_end(writer);
}

/* New-era clients have no such messages: there they belong to a request. */
static void log_to_session(McpPeer *peer, const McpNews *news) {
  Arena arena;
  Buf buf;
  JsonWriter writer;
  if (peer->version == MCP_VERSION_NONE || !peer->is_ready) return;
  if ((int)mcp_level_from_log(news->level) < atomic_load(&peer->level)) return;
  arena_init(&arena);
  buf_init(&buf, &arena, MCP_MAX_ANSWER);
  json_writer_init(&writer, &buf, 0);
  mcp_write_log(&writer, news);
  mcp_peer_send(peer, buf_str(&buf));
  arena_clear(&arena);
}

/* ---- to whom ---- */

/* What peers are told: a change, or a log message. */
typedef struct Telling {
  McpChange change;
  Str uri;
  const McpNews *news; /* NULL: the change */
} Telling;

typedef struct Audience {
  McpConcerns *concerns; /* NULL: everybody */
  void *context;
} Audience;

static bool is_meant(const McpPeer *peer, const Audience *audience) {
  return !peer->closed &&
         (!audience->concerns || audience->concerns(audience->context, &peer->scope));
}

/* A peer that is told may close itself and others may come: each step holds
 * the peer it looks at. */
static void announce(Mcp *mcp, const Telling *telling, const Audience *audience) {
  McpPeer *peer = mcp->peers;
  if (peer) mcp_peer_ref(peer);
  while (peer) {
    bool is_told = is_meant(peer, audience);
    if (is_told && telling->news) log_to_session(peer, telling->news);
    else if (is_told) tell_peer(peer, telling->change, telling->uri);
    McpPeer *next = peer->next;
    if (next) mcp_peer_ref(next);
    mcp_peer_unref(peer);
    peer = next;
  }
}

void mcp_announce(Mcp *mcp, McpChange change, Str uri) {
  announce(mcp, &(Telling){.change = change, .uri = uri}, &(Audience){0});
}

void mcp_resource_updated_for(Mcp *mcp, Str uri, McpConcerns *concerns, void *context) {
  announce(mcp, &(Telling){.change = MCP_UPDATED, .uri = uri}, &(Audience){concerns, context});
}

void mcp_log_for(Mcp *mcp, const McpNews *news, McpConcerns *concerns, void *context) {
  announce(mcp, &(Telling){.news = news}, &(Audience){concerns, context});
}

/* Whether it is worth finding out what a resource has become. */
bool mcp_is_subscribed(const Mcp *mcp, Str uri, McpConcerns *concerns, void *context) {
  Audience audience = {concerns, context};
  for (const McpPeer *peer = mcp->peers; peer; peer = peer->next) {
    if (!is_meant(peer, &audience)) continue;
    if (mcp_kept_has(&peer->subscriptions, uri)) return true;
    for (const McpRequest *stream = peer->listens; stream; stream = stream->next) {
      if (wants(&stream->filter, MCP_UPDATED, uri)) return true;
    }
  }
  return false;
}
