/* The old era: the handshake that opens a session, and the small requests
 * that only a session has. */
#include "src/mcp/mcp_internal.h"
#include "src/os/secret.h"

#define SESSION_BYTES 12

/* A second handshake could change the version under requests that are being
 * answered, so a session has one. */
static bool check_initialize(McpRequest *request, Str *ret_version) {
  const Json *capabilities = json_get(request->params, STR("capabilities"));
  const Json *client = json_get(request->params, STR("clientInfo"));
  if (request->peer->version != MCP_VERSION_NONE) {
    mcp_error(request, MCP_INVALID_REQUEST, "initialize was answered already on this session");
    return false;
  }
  if (!mcp_param_str(request, "protocolVersion", ret_version)) return false;
  if ((capabilities && capabilities->type != JSON_OBJECT) ||
      (client && client->type != JSON_OBJECT)) {
    mcp_error(request, MCP_INVALID_PARAMS,
              "params.capabilities and params.clientInfo must be objects");
    return false;
  }
  return true;
}

/* Into the peer's own memory: the request is gone soon. */
static const Json *keep(McpPeer *peer, const Json *value) {
  Job job;
  const Json *copy = NULL;
  if (!value) return NULL;
  job_init(&job, &peer->arena);
  if (json_read(&job, json_spell(&peer->arena, value), &mcp_limits, &copy)) return NULL;
  return copy;
}

void mcp_run_initialize(McpRequest *request) {
  McpPeer *peer = request->peer;
  Mcp *mcp = request->mcp;
  Str wanted;
  if (!check_initialize(request, &wanted)) return;
  McpVersion version = mcp_version_from_name(wanted);
  /* A version of the new era cannot be agreed on by a handshake, which it does
   * not have; the newest that can is offered, and the client decides. */
  if (version > MCP_2025_11_25) version = MCP_2025_11_25;
  peer->version = version;
  peer->capabilities = keep(peer, json_get(request->params, STR("capabilities")));
  peer->client = keep(peer, json_get(request->params, STR("clientInfo")));
  /* Tools may leave out what this conversation was told; nobody else can name it. */
  peer->scope.session = secret_random_hex(&peer->arena, SESSION_BYTES);

  JsonWriter *writer = mcp_result_begin(request, STR_EMPTY);
  json_field_str(writer, "protocolVersion", mcp_version_name(version));
  json_name(writer, STR("capabilities"));
  mcp_write_capabilities(mcp, writer, version);
  json_name(writer, STR("serverInfo"));
  mcp_write_implementation(mcp, writer, version, true);
  if (mcp->options.instructions.len) {
    json_field_str(writer, "instructions", mcp->options.instructions);
  }
  mcp_result_end(request);
}

/* The protocol wants an object, though there is nothing to say. */
static void answer_empty(McpRequest *request) {
  mcp_result_begin(request, STR_EMPTY);
  mcp_result_end(request);
}

void mcp_run_ping(McpRequest *request) { answer_empty(request); }

void mcp_run_set_level(McpRequest *request) {
  Str name;
  McpLevel level;
  if (!mcp_param_str(request, "level", &name)) return;
  if (!mcp_level_from_name(name, &level)) {
    Str shown = mcp_shown(&request->arena, name);
    mcp_error(request, MCP_INVALID_PARAMS,
              "no log level '%.*s'; there are debug, info, notice, warning, error, critical, alert "
              "and emergency", STR_ARG(shown));
    return;
  }
  /* Read by other threads whenever something is logged. */
  atomic_store(&request->peer->level, (int)level);
  answer_empty(request);
}

static bool offers_resources(McpRequest *request) {
  if (request->mcp->has_resources) return true;
  mcp_error(request, MCP_METHOD_NOT_FOUND, "this server has no resources");
  return false;
}

void mcp_run_subscribe(McpRequest *request) {
  McpPeer *peer = request->peer;
  Str uri;
  if (!offers_resources(request) || !mcp_param_str(request, "uri", &uri)) return;
  /* Subscribing twice is the same as once, and does not count against the limit. */
  if (!mcp_kept_has(&peer->subscriptions, uri)) {
    if (peer->subscriptions.len >= MCP_MAX_SUBSCRIPTIONS) {
      mcp_error(request, MCP_INVALID_PARAMS,
                "%d resources are subscribed already; unsubscribe some", MCP_MAX_SUBSCRIPTIONS);
      return;
    }
    mcp_kept_add(&peer->subscriptions, uri);
    mcp_tell_subscribed(peer, uri);
  }
  answer_empty(request);
}

/* Also for what was not subscribed: the outcome is the same. */
void mcp_run_unsubscribe(McpRequest *request) {
  Str uri;
  if (!offers_resources(request) || !mcp_param_str(request, "uri", &uri)) return;
  mcp_kept_remove(&request->peer->subscriptions, uri);
  answer_empty(request);
}
