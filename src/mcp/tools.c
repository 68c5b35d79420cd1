/* Calling tools: a handler's text, fields and blocks as a result of the
 * client's version. What the model can do something about is a result that
 * says so; what the client did wrong is a protocol error. */
#include "src/mcp/mcp_internal.h"

static void write_text(JsonWriter *writer, Str text) {
  json_begin_object(writer);
  json_field_str(writer, "type", STR("text"));
  json_field_str(writer, "text", text);
  json_end_object(writer);
}

/* Kinds of content that the client's version does not have, in words. */
static void write_block(McpRequest *request, const Json *block) {
  JsonWriter *writer = &request->writer;
  Str type = json_get_str(block, STR("type"), STR_EMPTY);
  if (str_eq(type, STR("resource_link")) && request->version < MCP_2025_06_18) {
    Str name = json_get_str(block, STR("name"), STR_EMPTY);
    Str uri = json_get_str(block, STR("uri"), STR_EMPTY);
    write_text(writer, str_format(&request->arena, "%.*s: %.*s", STR_ARG(name), STR_ARG(uri)));
  } else if (str_eq(type, STR("audio")) && request->version < MCP_2025_03_26) {
    Str mime_type = json_get_str(block, STR("mimeType"), STR("audio"));
    write_text(writer, str_format(&request->arena, "(%.*s, which this client cannot receive)",
                                  STR_ARG(mime_type)));
  } else {
    json_value(writer, block);
  }
}

/* Newer versions know all kinds: then the text is taken as it stands. */
static void write_blocks(McpRequest *request, Str blocks) {
  Job job;
  const Json *array = NULL;
  if (!blocks.len) return;
  if (request->version >= MCP_2025_06_18) {
    json_raw(&request->writer, blocks);
    return;
  }
  job_init(&job, &request->arena);
  Str text = str_format(&request->arena, "[%.*s]", STR_ARG(blocks));
  if (json_read(&job, text, NULL, &array)) return;
  for (size_t i = 0; i < array->count; i++) write_block(request, &array->items[i]);
}

static bool wants(const McpRequest *request, Str key) {
  return json_get_bool(json_get(request->params, STR("_meta")), key, false);
}

/* Whether a tool's results carry fields for this client, and whether they do
 * so by the contract that the tool stands in for. */
typedef struct Form {
  bool is_structured, is_promised;
} Form;

/* Programs read the fields, and those that know only text read them there. Of
 * tools that promise fields also a client that has no structured content does:
 * that is what the tool's own system gives it. A list that is the whole answer
 * is a text of its own, and what else there is to know a second one. */
static void write_result(McpRequest *request, const ToolResult *result, Form form) {
  bool has_structure = form.is_structured && request->version >= MCP_2025_06_18 && result->fields.len;
  bool is_json = !request->client.draws && (has_structure || (form.is_promised && result->fields.len));
  bool is_list = is_json && result->list.len;
  Str text = is_list ? result->list : is_json ? result->fields : str_visible(&request->arena, result->text);
  JsonWriter *writer = mcp_result_begin(request, STR("complete"));
  json_field_array(writer, "content");
  if (text.len || !result->blocks.len) write_text(writer, text);
  if (is_list && result->rest.len) write_text(writer, result->rest);
  write_blocks(request, result->blocks);
  json_end_array(writer);
  if (has_structure) json_field_raw(writer, "structuredContent", result->fields);
  json_field_bool(writer, "isError", false);
  /* Of a text that had to be changed they are none any more. */
  if (text.ptr == result->text.ptr && request->client.draws) request->marks = tool_spell_marks(&request->arena, result);
  mcp_result_end(request);
}

/* A result, not a protocol error: the model reads it and can try again. */
static void write_failure(McpRequest *request, Err err) {
  request->failure = err;
  Str words = job_message(&request->job, err);
  JsonWriter *writer = mcp_result_begin(request, STR("complete"));
  json_field_array(writer, "content");
  write_text(writer, str_visible(&request->arena, words));
  json_end_array(writer);
  json_field_bool(writer, "isError", true);
  mcp_result_end(request);
}

/* What the model cannot mend is for the client: a question, a missing
 * capability, a broken request. */
static void answer_failure(McpRequest *request, Err err) {
  bool is_missing = err == ERR_UNAVAILABLE && request->version == MCP_2026_07_28 &&
                    request->round.missing.len;
  if (err == ERR_INPUT_NEEDED || is_missing || err_is_protocol(err)) {
    mcp_error_from(request, err);
  } else {
    write_failure(request, err);
  }
}

/* Told apart from a handler that did not find what it looked for. */
static bool find_tool(McpRequest *request, Str name, ToolList *ret_found) {
  Err err = tool_find(&request->job, request->mcp->options.registry, request->peer->scope.policy, name, ret_found);
  if (err == ERR_UNAVAILABLE) write_failure(request, err); /* known, but not there yet */
  else if (err) mcp_error_from(request, err);
  return !err;
}

static void run_found(McpRequest *request, const Tool *tool, const Json *arguments) {
  ToolScope *scope = &request->peer->scope;
  Form form = {tool_is_structured(scope->policy, tool), tool->flags & TOOL_STRUCTURED};
  ToolResult result = {0};
  if (!mcp_round_open(request)) return;
  if (wants(request, STR(MCP_WORDS_META))) form = (Form){0};
  request->client.draws = wants(request, STR(MCP_MARKS_META));
  request->client.reads_words = !form.is_promised && !(form.is_structured && request->version >= MCP_2025_06_18);
  Err err = tool_run_found(&request->job, scope, &request->client, tool, arguments, &result);
  if (err) answer_failure(request, err);
  else write_result(request, &result, form);
}

/* Null arguments are taken for none: some clients always send the member. */
void mcp_run_tools_call(McpRequest *request) {
  const Json *arguments = json_get(request->params, STR("arguments"));
  ToolList found;
  Str name;
  if (!mcp_param_str(request, "name", &name)) return;
  if (json_is(arguments, JSON_NULL)) arguments = NULL;
  if (arguments && arguments->type != JSON_OBJECT) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.arguments must be an object");
    return;
  }
  if (!find_tool(request, name, &found)) return;
  run_found(request, found.items[0], arguments);
  tool_list_release(request->mcp->options.registry, &found);
}
