/* Lines of any bytes as messages of one client, in either era, with tools
 * that ask it questions: whatever leaves is one JSON message on one line,
 * nothing is answered more often than it was asked, and all work ends.
 * The first byte chooses the client's surroundings. */
#include <assert.h>
#include <stdio.h>

#include "src/base/vec.h"
#include "src/mcp/mcp.h"
#include "src/model/answer.h"

typedef struct Client {
  Arena arena;
  McpPeer *peer;
  VEC(Str) asked;    /* ids, spelled, one entry each time */
  VEC(Str) answered;
  bool is_idle;
  bool is_released;
  bool closes_early;
} Client;

static Loop *loop;
static Mcp *mcp;
static ToolRegistry *registry;
static const ToolPolicy policy;

/* ---- made-up tools ---- */

static Err run_echo(ToolCall *call) {
  answer_put(call->answer, tool_arg_str(call, "text"));
  job_progress(call->job, 1, 2, STR("half"));
  call->client->log(call->client->context, LOG_ERROR, STR("fuzz"), STR("\"said\""));
  return OK;
}

static Err run_ask(ToolCall *call) {
  const ToolClient *client = call->client;
  const Json *answer = NULL;
  client->set_state(client->context, STR("some"));
  TRY(client->ask(client->context, call->job, STR("roots"), STR("roots/list"), STR("{}"), &answer));
  TRY(client->ask(client->context, call->job, STR("form"), STR("elicitation/create"),
                  STR("{\"message\":\"?\"}"), &answer));
  answer_put(call->answer, json_spell(call->job->arena, answer));
  return OK;
}

static const ToolField echo_args[] = {
    {.name = "text", .type = TOOL_STRING, .required = true, .help = "What to say."}, {0}};
static const Tool echo = {.name = "echo", .summary = "Says it.", .args = echo_args,
                          .flags = TOOL_CORE, .run = run_echo};
static const Tool ask = {.name = "ask", .summary = "Asks.", .flags = TOOL_CORE, .run = run_ask};
static const Tool *const tools[] = {&echo, &ask, NULL};

/* ---- made-up resources and prompts ---- */

static bool resource_at(void *context, Arena *arena, size_t index, McpResource *ret_resource) {
  (void)context, (void)arena;
  *ret_resource = (McpResource){.uri = STR("a:1"), .name = STR("one")};
  return index < 3;
}

static bool prompt_at(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt) {
  (void)context, (void)arena;
  *ret_prompt = (McpPrompt){.name = STR("p")};
  return index < 1;
}

static Err read_uri(void *context, ToolCall *call, Str uri, JsonWriter *contents) {
  (void)context, (void)call;
  if (!str_eq(uri, STR("a:1"))) return ERR_NOT_FOUND;
  json_begin_object(contents);
  json_field_str(contents, "uri", uri);
  json_field_str(contents, "text", STR("x"));
  json_end_object(contents);
  return OK;
}

static Err get_prompt(void *context, ToolCall *call, Str name, const Json *arguments,
                      JsonWriter *messages, Str *ret_description) {
  (void)context, (void)call, (void)name, (void)ret_description;
  json_value(messages, arguments);
  return OK;
}

static Err complete(void *context, ToolCall *call, const McpCompletion *wanted, JsonWriter *values,
                    size_t *ret_total) {
  (void)context, (void)call, (void)ret_total;
  json_str(values, wanted->name);
  json_str(values, wanted->argument);
  json_str(values, wanted->value);
  return OK;
}

/* ---- the client ---- */

static const Json *read_json(Client *client, Str text, Err *ret_err) {
  Job job;
  const Json *value = NULL;
  job_init(&job, &client->arena);
  JsonLimits limits = {.max_depth = 80};
  *ret_err = json_read(&job, text, &limits, &value);
  return value;
}

static void note_answer(Client *client, const Json *message) {
  const Json *id = json_get(message, STR("id"));
  assert(json_is(message, JSON_OBJECT));
  if (json_get(message, STR("method"))) return;
  assert(id && !json_get(message, STR("result")) != !json_get(message, STR("error")));
  if (id->type != JSON_NULL) {
    *vec_add(&client->arena, &client->answered) = json_spell(&client->arena, id);
  }
}

/* A well-behaved client answers what it is asked. */
static void answer_question(Client *client, const Json *message) {
  const Json *id = json_get(message, STR("id"));
  if (!id || !json_get(message, STR("method")) || client->closes_early) return;
  Str spelled = json_spell(&client->arena, id);
  mcp_receive(client->peer, str_format(&client->arena,
      "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"action\":\"accept\",\"roots\":[]}}",
      STR_ARG(spelled)), NULL, NULL);
}

static void take(void *context, Str message, const McpFrame *frame) {
  Client *client = context;
  Err err;
  if (message.len == 0) {
    assert(frame->last && !frame->is_response);
    return;
  }
  Str copy = str_copy(&client->arena, message);
  assert(str_is_utf8(copy) && str_find_byte(copy, '\n') == STR_NONE);
  const Json *value = read_json(client, copy, &err);
  assert(!err);
  if (value->type == JSON_ARRAY) {
    assert(frame->is_response && value->count);
    for (size_t i = 0; i < value->count; i++) note_answer(client, &value->items[i]);
  } else {
    note_answer(client, value);
    answer_question(client, value);
  }
}

static void note_asked(Client *client, const Json *value) {
  const Json *id = json_get(value, STR("id"));
  if (json_is(value, JSON_ARRAY)) {
    for (size_t i = 0; i < value->count; i++) note_asked(client, &value->items[i]);
  } else if (json_is(id, JSON_STRING) || json_is(id, JSON_NUMBER)) {
    *vec_add(&client->arena, &client->asked) = json_spell(&client->arena, id);
  }
}

static void check_answers(const Client *client) {
  for (size_t i = 0; i < client->answered.len; i++) {
    size_t balance = 0;
    for (size_t j = 0; j < client->asked.len; j++) {
      balance += str_eq(client->asked.items[j], client->answered.items[i]);
    }
    for (size_t j = 0; j < client->answered.len; j++) {
      if (!str_eq(client->answered.items[j], client->answered.items[i])) continue;
      assert(balance > 0);
      balance--;
    }
  }
}

static void went_idle(void *context) {
  Client *client = context;
  client->is_idle = true;
  loop_stop(loop);
}

static void was_released(void *context) {
  Client *client = context;
  client->is_released = true;
  loop_stop(loop);
}

static void open_server(void) {
  static const McpProvider provider = {.resource_at = resource_at, .template_at = resource_at,
                                       .prompt_at = prompt_at, .read = read_uri,
                                       .get_prompt = get_prompt, .complete = complete};
  loop = loop_open();
  registry = tool_registry_open_with(tools);
  mcp = mcp_open(&(McpOptions){.loop = loop, .pool = thread_pool_open(4, 4), .registry = registry,
                               .name = STR("fathom"), .version = STR("1"), .page_size = 2,
                               .max_active = 2, .state_key = STR("known")});
  mcp_add_provider(mcp, &provider);
}

static void open_session(Client *client, const char *version) {
  mcp_receive(client->peer, str_format(&client->arena,
      "{\"jsonrpc\":\"2.0\",\"id\":\"open\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
      "\"%s\",\"capabilities\":{\"roots\":{},\"elicitation\":{}}}}", version), NULL, NULL);
  *vec_add(&client->arena, &client->asked) = STR("\"open\"");
}

static void tell(Client *client, Str line, bool has_headers) {
  McpEnvelope envelope = {.present = has_headers, .protocol_version = STR("2026-07-28"),
                          .method = STR("tools/call"), .name = STR("=?base64?YXNr?=")};
  Err err;
  note_asked(client, read_json(client, line, &err));
  McpKind kind = mcp_classify(line, &envelope);
  assert((kind != MCP_BROKEN) || mcp_receive(client->peer, line, &envelope, NULL));
  if (kind != MCP_BROKEN) mcp_receive(client->peer, line, &envelope, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const versions[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
  if (size == 0) return 0;
  if (!mcp) open_server();
  Client client = {.closes_early = data[0] & 64};
  arena_init(&client.arena);
  McpPeerOptions options = {.scope = {.policy = &policy, .registry = registry},
                            .sink = {take, &client}, .is_http = data[0] & 8,
                            .modern_only = data[0] & 16,
                            .on_released = was_released, .released_context = &client};
  client.peer = mcp_peer_open(mcp, &options);
  mcp_peer_on_idle(client.peer, went_idle, &client);
  if (data[0] & 4) open_session(&client, versions[data[0] & 3]);
  Str rest = {arena_copy(&client.arena, data + 1, size - 1), size - 1};
  while (rest.len) tell(&client, str_cut(&rest, '\n'), data[0] & 32);
  mcp_tools_changed(mcp);
  while (!client.closes_early && mcp_peer_active(client.peer)) loop_run(loop);
  mcp_peer_end_streams(client.peer);
  mcp_peer_close(client.peer);
  while (!client.is_released) loop_run(loop);
  check_answers(&client);
  arena_clear(&client.arena);
  return 0;
}
