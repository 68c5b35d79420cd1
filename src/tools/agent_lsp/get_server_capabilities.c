/* get_server_capabilities: what the servers that run can do, and which tools
 * follow from it. */
#include "src/tools/agent_lsp/servers_internal.h"

/* Tools that need nothing of a server are supported by all. They are in
 * neither list: the question is what this server changes. */
static void write_tools(ToolCall *call, LspServer *server, const ToolList *tools, const char *name, bool supported) {
  answer_begin_list(call->answer, name);
  for (size_t i = 0; i < tools->count; i++) {
    const Tool *tool = tools->items[i];
    if (tool->method && lsp_server_can(server, tool->method, STR_EMPTY) == supported) answer_item_str(call->answer, str_from_c(tool->name));
  }
  answer_end(call->answer);
}

static void write_server(AgentRunning *servers, LspServer *server, const ToolList *tools) {
  ToolCall *call = servers->call;
  answer_begin_row(call->answer);
  tool_agent_write_server(servers, server);
  write_tools(call, server, tools, "supported_tools", true);
  write_tools(call, server, tools, "unsupported_tools", false);
  answer_field_raw(call->answer, "capabilities", json_spell(call->job->arena, lsp_server_capabilities(call->job, server)));
  answer_end(call->answer);
}

/* All tools are looked at, listed or not, because the capabilities are the
 * server's and not the client's. The list holds tools that were added at run
 * time and must be given back. */
static Err run(ToolCall *call) {
  AgentRunning servers;
  TRY(tool_agent_running_open(call, STR_EMPTY, &servers));
  Err err = tool_agent_running_need(&servers);
  if (!err) {
    ToolList tools = tool_list(call->job->arena, call->scope->registry, NULL, false);
    answer_begin_list(call->answer, "servers");
    for (size_t i = 0; i < servers.len; i++) write_server(&servers, servers.items[i], &tools);
    answer_end(call->answer);
    tool_list_release(call->scope->registry, &tools);
  }
  tool_agent_running_close(&servers);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField server_row[] = {
    AGENT_LSP_SERVER_ROWS,
    {"supported_tools", TOOL_STRINGS, true, .help = "that it answers"},
    {"unsupported_tools", TOOL_STRINGS, true, .help = "that it does not"},
    {"capabilities", TOOL_OBJECT, true, .help = "as it told them"},
    {0},
};

static const ToolField result[] = {
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
