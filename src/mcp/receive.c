/* Receiving: one message, or a batch of them, sorted by shape and era and
 * handed to whoever answers it. */
#include "src/mcp/mcp_internal.h"

enum { MAX_BATCH = 1000 };

/* ---- notifications ---- */

/* Ids are compared by their spelling: 1 and "1" are two ids. */
static void receive_cancelled(McpPeer *peer, const Json *params) {
  const Json *id = json_get(params, STR("requestId"));
  if (!json_is(id, JSON_STRING) && !json_is(id, JSON_NUMBER)) return;
  Arena arena;
  arena_init(&arena);
  mcp_request_cancel(peer, json_spell(&arena, id));
  arena_clear(&arena);
}

/* Notifications that nobody knows are ignored, as the protocol asks. */
static void receive_notification(McpPeer *peer, const McpMessage *message) {
  if (str_eq(message->method, STR("notifications/cancelled"))) {
    receive_cancelled(peer, message->params);
  } else if (str_eq(message->method, STR("notifications/initialized"))) {
    if (peer->version != MCP_VERSION_NONE) peer->is_ready = true;
  } else if (str_eq(message->method, STR("notifications/roots/list_changed"))) {
    free(peer->roots);
    peer->roots = NULL;
    peer->roots_age++;
  }
}

/* ---- requests ---- */

/* Everything but initialize and ping needs a session; who asks without one
 * is told both ways to go on. */
static bool accept_legacy(McpRequest *request, const McpMessage *message) {
  McpPeer *peer = request->peer;
  bool is_opening = str_eq(message->method, STR("initialize"));
  bool is_ping = str_eq(message->method, STR("ping"));
  request->version = peer->version == MCP_VERSION_NONE ? MCP_2025_11_25 : peer->version;
  request->capabilities = peer->capabilities;
  if (peer->version == MCP_VERSION_NONE && !is_opening && !is_ping) {
    mcp_error(request, MCP_INVALID_REQUEST,
              "not initialized: send initialize first, or put " MCP_META
              "protocolVersion and clientCapabilities into params._meta");
    return false;
  }
  if (is_opening && request->batch) {
    mcp_error(request, MCP_INVALID_REQUEST, "initialize must not be part of a batch");
    return false;
  }
  /* Who asks for something has the answer to initialize. */
  if (!is_opening && !is_ping) peer->is_ready = true;
  return true;
}

static bool accept_token(McpRequest *request) {
  const Json *token = json_get(json_get(request->params, STR("_meta")), STR("progressToken"));
  if (!token) return true;
  if (token->type != JSON_STRING && token->type != JSON_NUMBER) {
    mcp_error(request, MCP_INVALID_PARAMS,
              "params._meta.progressToken must be a string or a number");
    return false;
  }
  request->progress_token = json_spell(&request->arena, token);
  return true;
}

static bool accept_timeout(McpRequest *request) {
  const Json *wish = json_get(json_get(request->params, STR("_meta")), STR(MCP_TIMEOUT_META));
  if (!wish) return true;
  if (!json_to_int(wish, &request->timeout_ms) || request->timeout_ms < 1) {
    mcp_error(request, MCP_INVALID_PARAMS, "params._meta." MCP_TIMEOUT_META " must be a whole number of milliseconds, 1 or more");
    return false;
  }
  return true;
}

/* In this order, so that the error names the most basic thing that is wrong:
 * era, session, method, id, progress token, timeout. */
static bool accept_request(McpRequest *request, const McpMessage *message,
                           const McpEnvelope *envelope) {
  McpPeer *peer = request->peer;
  Arena *arena = &request->arena;
  bool is_modern = peer->options.modern_only || mcp_message_is_modern(message, envelope);
  if (is_modern && request->batch) {
    mcp_error(request, MCP_INVALID_REQUEST, "requests of 2026-07-28 must not be part of a batch");
    return false;
  }
  if (!(is_modern ? mcp_modern_accept(request, message, envelope)
                  : accept_legacy(request, message))) {
    return false;
  }
  request->method = mcp_method_find(message->method, request->version);
  if (!request->method) {
    Str shown = mcp_shown(arena, message->method);
    Str version = mcp_version_name(request->version);
    mcp_error(request, MCP_METHOD_NOT_FOUND, "there is no method '%.*s' in version %.*s",
              STR_ARG(shown), STR_ARG(version));
    return false;
  }
  if (mcp_request_find(peer, message->id)) {
    Str shown = mcp_shown(arena, message->id);
    mcp_error(request, MCP_INVALID_REQUEST, "a request with id %.*s is still in progress",
              STR_ARG(shown));
    return false;
  }
  return accept_token(request) && accept_timeout(request);
}

/* Takes `request` over, whatever it turns out to be. True when an answer
 * came or will come. */
static bool receive_one(McpRequest *request, const Json *value, const McpEnvelope *envelope) {
  McpPeer *peer = request->peer;
  McpMessage message = mcp_message_read(&request->arena, value);
  request->id = message.id;
  request->params = message.params;
  request->turn = envelope ? envelope->turn : 0;
  switch (message.shape) {
    case MCP_SHAPE_REQUEST:
      request->rejected = !accept_request(request, &message, envelope);
      if (request->rejected) mcp_request_answer(request);
      else mcp_request_start(request);
      return true;
    case MCP_SHAPE_NOTIFICATION:
      receive_notification(peer, &message);
      break;
    case MCP_SHAPE_RESPONSE:
      mcp_question_answer(peer, &message);
      break;
    case MCP_SHAPE_INVALID:
      mcp_error(request, message.code, "%s", message.problem);
      mcp_request_answer(request);
      return true;
  }
  mcp_request_free(request);
  return false;
}

/* ---- batches ---- */

static bool is_answered(const Json *value) {
  Arena arena;
  arena_init(&arena);
  McpShape shape = mcp_message_read(&arena, value).shape;
  arena_clear(&arena);
  return shape == MCP_SHAPE_REQUEST || shape == MCP_SHAPE_INVALID;
}

/* Each gets memory of its own, for they end at different times. */
static void receive_item(McpPeer *peer, McpBatch *batch, const Json *item,
                         const McpEnvelope *envelope, const McpSink *sink) {
  McpRequest *request = mcp_request_open(peer, sink);
  const Json *value = NULL;
  Str text = json_spell(&request->arena, item);
  Err err = json_read(&request->job, text, &mcp_limits, &value);
  request->size = text.len;
  peer->held_bytes += text.len;
  request->batch = is_answered(item) ? batch : NULL;
  receive_one(request, err ? NULL : value, envelope);
}

static const char *batch_problem(const McpPeer *peer, const Json *array) {
  if (array->count == 0) return "an empty batch asks for nothing";
  if (array->count > MAX_BATCH) return "a batch holds at most 1000 messages";
  return peer->version == MCP_2025_03_26 ? NULL
                                         : "batches exist in sessions of version 2025-03-26 only";
}

/* Counted before any item is started: items may be answered at once, and the
 * batch must not be sent before all have their place in it. */
static bool receive_batch(McpRequest *carrier, const Json *array, const McpEnvelope *envelope) {
  McpPeer *peer = carrier->peer;
  const char *problem = batch_problem(peer, array);
  if (problem) {
    mcp_error(carrier, MCP_INVALID_REQUEST, "%s", problem);
    mcp_request_answer(carrier);
    return true;
  }
  McpBatch *batch = arena_heap_alloc(sizeof *batch);
  arena_init(&batch->arena);
  buf_init(&batch->answers, &batch->arena, SIZE_MAX / 2);
  batch->open = 1; /* ours, until all are started */
  for (size_t i = 0; i < array->count; i++) batch->open += is_answered(&array->items[i]);
  bool answers = batch->open > 1;
  for (size_t i = 0; i < array->count; i++) {
    receive_item(peer, batch, &array->items[i], envelope, &carrier->sink);
  }
  if (answers) {
    mcp_batch_close_one(peer, batch, &carrier->sink);
  } else {
    arena_clear(&batch->arena);
    free(batch);
  }
  mcp_request_free(carrier);
  return answers;
}

/* The text is copied into the request's own memory, since the value borrows
 * from it and a worker reads it later. False: nothing will be answered
 * (notifications, answers to our questions). */
bool mcp_receive(McpPeer *peer, Str text, const McpEnvelope *envelope, const McpSink *sink) {
  bool answers = true;
  const Json *value = NULL;
  if (peer->closed) return false;
  mcp_peer_ref(peer);
  McpRequest *request = mcp_request_open(peer, sink);
  request->size = text.len;
  peer->held_bytes += text.len;
  Err err = json_read(&request->job, str_copy(&request->arena, text), &mcp_limits, &value);
  if (err) {
    Str words = job_message(&request->job, err);
    mcp_error(request, MCP_PARSE_ERROR, "%.*s", STR_ARG(words));
    mcp_request_answer(request);
  } else if (value->type == JSON_ARRAY) {
    answers = receive_batch(request, value, envelope);
  } else {
    answers = receive_one(request, value, envelope);
  }
  if (answers) mcp_peer_now_idle(peer);
  mcp_peer_unref(peer);
  return answers;
}
