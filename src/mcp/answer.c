/* Answers: results and errors as messages, with what each era adds to every
 * one of them. */
#include "src/mcp/mcp_internal.h"

/* An answer may be begun and then given up for an error. What was written of it
 * is dropped, so that exactly one message goes out. */
static void restart(McpRequest *request) {
  buf_truncate(&request->answer, 0);
  request->answer.overflow = false;
  json_writer_init(&request->writer, &request->answer, 0);
  request->error_code = 0;
  json_begin_object(&request->writer);
  json_field_str(&request->writer, "jsonrpc", STR("2.0"));
  json_field_raw(&request->writer, "id", request->id);
}

static bool is_modern(const McpRequest *request) { return request->version == MCP_2026_07_28; }

/* The caller writes members into the open object and ends with
 * mcp_result_end. */
JsonWriter *mcp_result_begin(McpRequest *request, Str result_type) {
  restart(request);
  json_field_object(&request->writer, "result");
  if (is_modern(request)) json_field_str(&request->writer, "resultType", result_type);
  else (void)result_type;
  return &request->writer;
}

/* Interim results are never kept, and neither are those that depend on what
 * the client was asked: they carry no cache fields, or none that allow it. */
static void write_caching(McpRequest *request) {
  const McpMethod *method = request->method;
  if (!method || method->ttl_ms < 0 || request->round.is_interim) return;
  bool is_retry = request->round.answered.len || request->round.has_state;
  json_field_int(&request->writer, "ttlMs", is_retry ? 0 : method->ttl_ms);
  json_field_str(&request->writer, "cacheScope", str_from_c(method->cache));
}

/* An answer that became too large is replaced by an error: half an answer
 * cannot be sent. */
void mcp_result_end(McpRequest *request) {
  JsonWriter *writer = &request->writer;
  if (is_modern(request)) {
    bool is_stream = request->method && request->method->run == mcp_run_listen;
    write_caching(request);
    json_field_object(writer, "_meta");
    json_name(writer, STR(MCP_META "serverInfo"));
    bool whole = request->method && request->method->run == mcp_run_discover;
    if (whole) mcp_write_implementation(request->mcp, writer, request->version, true);
    else json_raw(writer, request->mcp->implementation);
    if (is_stream) json_field_raw(writer, MCP_META "subscriptionId", request->id);
    if (request->failure) json_field_str(writer, "fathom/error", str_from_c(err_name(request->failure)));
    if (request->marks.len) json_field_raw(writer, MCP_MARKS_META, request->marks);
    json_end_object(writer);
  }
  json_end_object(writer);
  json_end_object(writer);
  if (request->answer.overflow) {
    mcp_error(request, MCP_INTERNAL_ERROR, "the answer is larger than %d MB; ask for less at once",
              MCP_MAX_ANSWER >> 20);
  }
}

PRINTF_LIKE(4, 0)
/* Words may quote what a client sent, so they are made visible. */
static void write_error(McpRequest *request, int code, Str data, const char *format, va_list args) {
  Str words = str_visible(&request->arena, str_format_va(&request->arena, format, args));
  JsonWriter *writer = &request->writer;
  restart(request);
  json_field_object(writer, "error");
  json_field_int(writer, "code", code);
  json_field_str(writer, "message", words);
  if (data.len) json_field_raw(writer, "data", data);
  json_end_object(writer);
  json_end_object(writer);
  request->error_code = code;
}

void mcp_error(McpRequest *request, int code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  write_error(request, code, STR_EMPTY, format, args);
  va_end(args);
}

void mcp_error_data(McpRequest *request, int code, Str data, const char *format, ...) {
  va_list args;
  va_start(args, format);
  write_error(request, code, data, format, args);
  va_end(args);
}

/* For messages that could not be read, whose id is not known. */
Str mcp_spell_error(Arena *arena, int code, Str message) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, SIZE_MAX / 2);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_str(&writer, "jsonrpc", STR("2.0"));
  json_name(&writer, STR("id"));
  json_null(&writer);
  json_field_object(&writer, "error");
  json_field_int(&writer, "code", code);
  json_field_str(&writer, "message", message);
  json_end_object(&writer);
  json_end_object(&writer);
  return buf_str(&buf);
}

bool mcp_has_answer(const McpRequest *request) { return request->answer.len > 0; }

/* The client lacks what the handler needs, and the handler could not do
 * without. */
static void write_missing(McpRequest *request) {
  Str missing = json_spell_one(&request->arena, str_to_c(&request->arena, request->round.missing), STR("{}"));
  Str data = json_spell_one(&request->arena, "requiredCapabilities", missing);
  Str words = job_message(&request->job, ERR_UNAVAILABLE);
  mcp_error_data(request, MCP_MISSING_CAPABILITY, data, "%.*s", STR_ARG(words));
}

/* Errors that the caller can do something about are his parameters'; the
 * others are ours. Questions to the client take precedence over both. */
void mcp_error_from(McpRequest *request, Err err) {
  if (err == ERR_INPUT_NEEDED && mcp_round_answer(request)) return;
  if (err == ERR_UNAVAILABLE && is_modern(request) && request->round.missing.len) {
    write_missing(request);
    return;
  }
  Str words = job_message(&request->job, err);
  bool is_theirs = err == ERR_USAGE || err == ERR_NOT_FOUND || err == ERR_OUTSIDE ||
                   err == ERR_DENIED || err == ERR_SYNTAX || err == ERR_PROTOCOL;
  mcp_error(request, is_theirs ? MCP_INVALID_PARAMS : MCP_INTERNAL_ERROR, "%.*s", STR_ARG(words));
}

/* False after the error was written. */
bool mcp_param_str(McpRequest *request, const char *name, Str *ret_value) {
  const Json *value = json_get(request->params, str_from_c(name));
  if (!json_is(value, JSON_STRING)) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.%s must be a string", name);
    return false;
  }
  *ret_value = value->text;
  return true;
}
