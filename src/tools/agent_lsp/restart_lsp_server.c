/* restart_lsp_server: ends the servers of a workspace; the next question
 * starts them anew. */
#include "src/tools/agent_lsp/servers_internal.h"

/* Only the workspace's root is needed of what was opened, so the servers are
 * given back before they are ended. */
static Err run(ToolCall *call) {
  AgentRunning servers;
  TRY(tool_agent_running_open(call, tool_arg_str(call, "root_dir"), &servers));
  tool_agent_running_close(&servers);
  size_t count = lsp_hub_restart(call->job, call->scope->hub, servers.root);
  answer_field_str(call->answer, "root_dir", servers.root);
  answer_field_int(call->answer, "stopped", (int64_t)count);
  answer_field_str(call->answer, "hint", STR("the next question starts the server that it needs"));
  return OK;
}

static const ToolField args[] = {
    {"root_dir", TOOL_PATH, .help = "the workspace; without: the client's own"},
    {0},
};

static const ToolField result[] = {
    {"root_dir", TOOL_STRING, true, .help = "the workspace"},
    {"stopped", TOOL_INTEGER, true, .help = "servers that were ended"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_restart_lsp_server = {
    .name = "restart_lsp_server",
    .title = "Restart language servers",
    .summary = "End the language servers of a workspace and forget their crashes; they start anew with the next question.",
    .args = args,
    .result = result,
    .example = "restart_lsp_server",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
