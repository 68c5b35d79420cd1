/* Messages: what JSON-RPC makes of a JSON value, and which era it belongs to.
 * Ids stay as they were spelled, so that huge numbers survive. Knows no
 * method by its meaning. */
#include <string.h>

#include "src/mcp/mcp_internal.h"

enum { SHOWN = 120 };

/* No message of the protocol needs as many values, and each costs far more
 * memory than text. */
const JsonLimits mcp_limits = {.max_depth = 64, .max_values = 100000};

/* For error messages: what a client sent is repeated in part, so that an answer
 * cannot be made as long as the request. */
Str mcp_shown(Arena *arena, Str text) {
  if (text.len <= SHOWN) return str_visible(arena, text);
  Str start = str_visible(arena, str_slice(text, 0, SHOWN));
  return str_format(arena, "%.*s...", STR_ARG(start));
}

static McpMessage invalid(McpMessage message, int code, const char *problem) {
  message.shape = MCP_SHAPE_INVALID;
  message.code = code;
  message.problem = problem;
  return message;
}

static bool is_id(const Json *value) {
  return json_is(value, JSON_STRING) || json_is(value, JSON_NUMBER);
}

McpMessage mcp_message_read(Arena *arena, const Json *value) {
  McpMessage message = {.id = STR("null")};
  if (!json_is(value, JSON_OBJECT)) {
    return invalid(message, MCP_INVALID_REQUEST, "a message must be a JSON object");
  }
  const Json *id = json_get(value, STR("id"));
  const Json *method = json_get(value, STR("method"));
  message.result = json_get(value, STR("result"));
  message.error = json_get(value, STR("error"));
  /* Taken before anything is refused, so that the refusal reaches the request it
   * is about. Without a usable id it goes out with null. */
  if (is_id(id)) message.id = json_spell(arena, id);
  if (!str_eq(json_get_str(value, STR("jsonrpc"), STR_EMPTY), STR("2.0"))) {
    return invalid(message, MCP_INVALID_REQUEST, "\"jsonrpc\" must be \"2.0\"");
  }
  if (!method && (message.result || message.error)) {
    message.shape = MCP_SHAPE_RESPONSE;
    return message;
  }
  if (!json_is(method, JSON_STRING)) {
    return invalid(message, MCP_INVALID_REQUEST, "\"method\" must be a string");
  }
  message.method = method->text;
  if (id && !is_id(id)) {
    return invalid(message, MCP_INVALID_REQUEST, "\"id\" must be a string or a number");
  }
  /* What has no id gets no answer, not even an error. */
  message.shape = id ? MCP_SHAPE_REQUEST : MCP_SHAPE_NOTIFICATION;
  message.params = json_get(value, STR("params"));
  if (message.params && message.params->type != JSON_OBJECT) {
    message.params = NULL;
    return invalid(message, MCP_INVALID_PARAMS, "\"params\" must be an object");
  }
  return message;
}

bool mcp_message_is_modern(const McpMessage *message, const McpEnvelope *envelope) {
  const Json *meta = json_get(message->params, STR("_meta"));
  if (json_get(meta, STR(MCP_META "protocolVersion")) ||
      json_get(meta, STR(MCP_META "clientCapabilities"))) {
    return true;
  }
  /* These two methods exist in one era each, whatever a header says. */
  if (str_eq(message->method, STR("initialize"))) return false;
  if (str_eq(message->method, STR("server/discover"))) return true;
  return envelope && envelope->present &&
         mcp_version_from_name(str_trim(envelope->protocol_version)) == MCP_2026_07_28;
}

McpKind mcp_classify(Str text, const McpEnvelope *envelope) {
  Arena arena;
  Job job;
  const Json *value = NULL;
  McpKind kind = MCP_BROKEN;
  arena_init(&arena);
  job_init(&job, &arena);
  if (!json_read(&job, text, &mcp_limits, &value)) {
    /* Batches exist in the old era alone. */
    if (json_is(value, JSON_ARRAY)) {
      kind = MCP_LEGACY;
    } else {
      McpMessage message = mcp_message_read(&arena, value);
      if (message.shape == MCP_SHAPE_INVALID && !message.method.len) kind = MCP_BROKEN;
      else if (mcp_message_is_modern(&message, envelope)) kind = MCP_MODERN;
      else if (str_eq(message.method, STR("initialize"))) kind = MCP_INITIALIZE;
      else kind = MCP_LEGACY;
    }
  }
  arena_clear(&arena);
  return kind;
}

/* ---- writing ---- */

void mcp_notification_begin(JsonWriter *writer, Str method) {
  json_begin_object(writer);
  json_field_str(writer, "jsonrpc", STR("2.0"));
  json_field_str(writer, "method", method);
  json_field_object(writer, "params");
}

void mcp_notification_end(JsonWriter *writer) {
  json_end_object(writer);
  json_end_object(writer);
}

/* Line ends occur only between the tokens of JSON, never within a string, where
 * they are spelled as escapes; a blank in their place changes nothing. */
void mcp_make_one_line(char *text, size_t len) {
  char *at = text;
  char *end = text + len;
  while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) *at++ = ' ';
}
