/* get_server_capabilities: what the servers that run can do, and which tools of
 * the profile follow from it. */
#include "src/tools/agent_lsp/servers_internal.h"

#include <assert.h>

#define PROFILE "agent-lsp"

/* One that needs nothing of a server, or answers from the graph where a server
 * cannot, is supported always. `only`: by this server; NULL: by any of them. */
static bool is_supported(const AgentRunning *servers, LspServer *only, const Tool *tool) {
  if (!tool->method || tool->flags & TOOL_ANYHOW) return true;
  if (only) return lsp_server_can(only, tool->method, STR_EMPTY);
  for (size_t i = 0; i < servers->len; i++) {
    if (lsp_server_can(servers->items[i], tool->method, STR_EMPTY)) return true;
  }
  return false;
}

/* By name. What the profile lists besides its own tools is not of its contract. */
static void write_tools(const AgentRunning *servers, LspServer *only, const ToolList *tools, bool supported) {
  Answer *answer = servers->call->answer;
  answer_begin_list(answer, supported ? "supported_tools" : "unsupported_tools");
  for (size_t i = 0; i < tools->count; i++) {
    const Tool *tool = tools->items[i];
    if (!tool->profiles || is_supported(servers, only, tool) != supported) continue;
    answer_item_str(answer, str_from_c(tool->name));
  }
  answer_end(answer);
}

static void write_capabilities(ToolCall *call, LspServer *server) {
  answer_field_raw(call->answer, "capabilities", json_spell(call->job->arena, lsp_server_capabilities(call->job, server)));
}

/* The first one's capabilities are told already, and where there is no other
 * also which tools it does not support. */
static void write_server(AgentRunning *servers, size_t number, const ToolList *tools) {
  Answer *answer = servers->call->answer;
  LspServer *server = servers->items[number];
  answer_begin_row(answer);
  tool_agent_write_server(servers, server);
  if (servers->len > 1) write_tools(servers, server, tools, false);
  if (number) write_capabilities(servers->call, server);
  answer_end(answer);
}

static void write_all(AgentRunning *servers) {
  static const ToolPolicy profile = {.profile = {PROFILE, sizeof(PROFILE) - 1}};
  ToolCall *call = servers->call;
  ToolList tools = tool_list(call->job->arena, call->scope->registry, &profile, true);
  assert(servers->len);
  answer_field_str(call->answer, "server_name", lsp_server_name(servers->items[0]));
  answer_field_str(call->answer, "server_version", tool_agent_version(call, servers->items[0]));
  write_tools(servers, NULL, &tools, true);
  write_tools(servers, NULL, &tools, false);
  write_capabilities(call, servers->items[0]);
  answer_begin_list(call->answer, "servers");
  for (size_t i = 0; i < servers->len; i++) write_server(servers, i, &tools);
  answer_end(call->answer);
  tool_list_release(call->scope->registry, &tools);
}

static Err run(ToolCall *call) {
  AgentRunning servers;
  TRY(tool_agent_running_open(call, STR_EMPTY, &servers));
  Err err = tool_agent_running_need(&servers);
  if (!err) write_all(&servers);
  tool_agent_running_close(&servers);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField server_row[] = {
    AGENT_LSP_SERVER_ROWS,
    {"unsupported_tools", TOOL_STRINGS, .help = "that this one does not answer, where several run"},
    {"capabilities", TOOL_OBJECT, .help = "of those after the first"},
    {0},
};

static const ToolField result[] = {
    {"server_name", TOOL_STRING, true, .help = "of the first server"},
    {"server_version", TOOL_STRING, true, .help = "empty: it does not say"},
    {"supported_tools", TOOL_STRINGS, true, .help = "of this profile that a server here, or the graph alone, answers"},
    {"unsupported_tools", TOOL_STRINGS, true, .help = "that none of them answers"},
    {"capabilities", TOOL_OBJECT, true, .help = "of the first server, as it told them"},
    {"servers", TOOL_OBJECTS, true, .help = "of the workspace", .fields = server_row},
    {0},
};

const Tool tool_agent_lsp_get_server_capabilities = {
    .name = "get_server_capabilities",
    .title = "Server capabilities",
    .summary = "Show what the language servers of the workspace can do, and which tools each of them supports.",
    .result = result,
    .example = "get_server_capabilities",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
