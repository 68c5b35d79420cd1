/* The new era: every request says by itself what it speaks and what its
 * client can do; the transport's copies of that must agree with it. */
#include "src/mcp/mcp_internal.h"
#include "src/os/secret.h"

/* Intermediaries route by the header while we act by the body. If the two could
 * differ, a request might pass a check that was made for another one. */
static bool refuse_header(McpRequest *request, const char *header, Str told, Str expected) {
  Arena *arena = &request->arena;
  Str shown = mcp_shown(arena, expected);
  if (!told.len) {
    mcp_error(request, MCP_HEADER_MISMATCH, "the %s header is missing; the body says '%.*s'",
              header, STR_ARG(shown));
  } else {
    Str wrong = mcp_shown(arena, told);
    mcp_error(request, MCP_HEADER_MISMATCH, "the %s header says '%.*s' but the body says '%.*s'",
              header, STR_ARG(wrong), STR_ARG(shown));
  }
  return false;
}

/* "=?base64?...?=" carries what a header cannot; anything else is literal. */
static bool decode_header(Arena *arena, Str value, Str *ret_decoded) {
  Str prefix = STR("=?base64?");
  Str suffix = STR("?=");
  *ret_decoded = value;
  if (value.len < prefix.len + suffix.len || !str_starts_with(value, prefix) ||
      !str_ends_with(value, suffix)) {
    return true;
  }
  Str encoded = str_slice(value, prefix.len, value.len - suffix.len);
  return secret_from_base64(arena, encoded, ret_decoded);
}

static bool check_name_header(McpRequest *request, const McpMessage *message, Str header) {
  const McpMethod *method = mcp_method_find(message->method, MCP_2026_07_28);
  /* Only some methods name a thing, such as a tool, that a header repeats. */
  if (!method || !method->named) return true;
  const Json *named = json_get(message->params, str_from_c(method->named));
  if (!json_is(named, JSON_STRING)) return true; /* refused for its own sake later */
  Str told;
  if (!decode_header(&request->arena, header, &told)) {
    mcp_error(request, MCP_HEADER_MISMATCH, "the Mcp-Name header is not proper Base64");
    return false;
  }
  return str_eq(told, named->text) || refuse_header(request, "Mcp-Name", told, named->text);
}

static bool check_headers(McpRequest *request, const McpMessage *message,
                          const McpEnvelope *envelope, Str version) {
  /* Transports without headers have nothing that could disagree. */
  if (!envelope || !envelope->present) return true;
  Str told_version = str_trim(envelope->protocol_version);
  Str told_method = str_trim(envelope->method);
  if (!str_eq(told_version, version)) {
    return refuse_header(request, "MCP-Protocol-Version", told_version, version);
  }
  if (!str_eq(told_method, message->method)) {
    return refuse_header(request, "Mcp-Method", told_method, message->method);
  }
  return check_name_header(request, message, str_trim(envelope->name));
}

/* Says what is supported in a form that programs read, and in words how the
 * earlier versions are reached. */
static void refuse_version(McpRequest *request, Str version) {
  Buf data;
  JsonWriter writer;
  buf_init(&data, &request->arena, MCP_MAX_ANSWER);
  json_writer_init(&writer, &data, 0);
  json_begin_object(&writer);
  json_field_array(&writer, "supported");
  json_str(&writer, mcp_version_name(MCP_2026_07_28));
  json_end_array(&writer);
  json_field_str(&writer, "requested", version);
  json_end_object(&writer);
  Str shown = mcp_shown(&request->arena, version);
  mcp_error_data(request, MCP_UNSUPPORTED_VERSION, buf_str(&data),
                 "protocol version '%.*s' is not supported in requests that carry their own; "
                 "2026-07-28 is, and initialize opens a session of an earlier one",
                 STR_ARG(shown));
}

/* Each request says by itself from which level on it wants log messages. */
static bool accept_level(McpRequest *request, const Json *meta) {
  const Json *level = json_get(meta, STR(MCP_META "logLevel"));
  if (!level) return true;
  if (json_is(level, JSON_STRING) && mcp_level_from_name(level->text, &request->level)) return true;
  mcp_error(request, MCP_INVALID_PARAMS, "params._meta." MCP_META
            "logLevel must be one of debug, info, notice, warning, error, critical, alert, "
            "emergency");
  return false;
}

/* The version is set first, so that errors are written in this era's form. */
bool mcp_modern_accept(McpRequest *request, const McpMessage *message,
                       const McpEnvelope *envelope) {
  const Json *meta = json_get(message->params, STR("_meta"));
  const Json *version = json_get(meta, STR(MCP_META "protocolVersion"));
  request->version = MCP_2026_07_28;
  request->capabilities = json_get(meta, STR(MCP_META "clientCapabilities"));
  if (!json_is(version, JSON_STRING)) {
    mcp_error(request, MCP_INVALID_PARAMS, "params._meta." MCP_META
              "protocolVersion must be a string, such as \"2026-07-28\"");
    return false;
  }
  if (!json_is(request->capabilities, JSON_OBJECT)) {
    mcp_error(request, MCP_INVALID_PARAMS, "params._meta." MCP_META
              "clientCapabilities must be an object; {} when there are none");
    return false;
  }
  if (!check_headers(request, message, envelope, version->text)) return false;
  if (mcp_version_from_name(version->text) != MCP_2026_07_28) {
    refuse_version(request, version->text);
    return false;
  }
  return accept_level(request, meta);
}

void mcp_run_discover(McpRequest *request) {
  Mcp *mcp = request->mcp;
  JsonWriter *writer = mcp_result_begin(request, STR("complete"));
  json_field_array(writer, "supportedVersions");
  json_str(writer, mcp_version_name(MCP_2026_07_28));
  json_end_array(writer);
  json_name(writer, STR("capabilities"));
  mcp_write_capabilities(mcp, writer, MCP_2026_07_28);
  if (mcp->options.instructions.len) {
    json_field_str(writer, "instructions", mcp->options.instructions);
  }
  mcp_result_end(request);
}
