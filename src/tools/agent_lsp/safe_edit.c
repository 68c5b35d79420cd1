/* safe_edit: safe_apply_edit under another name. */
#include "src/tools/agent_lsp/simulation_internal.h"

const Tool tool_agent_lsp_safe_edit = {
    .name = "safe_edit",
    .title = "Safe edit",
    .summary = "The same as safe_apply_edit.",
    .args = tool_agent_safe_edit_args,
    .result = tool_agent_safe_edit_result,
    .example = "safe_edit file_path=src/main.c old_text=int new_text=long",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .alias_of = "safe_apply_edit",
    .flags = TOOL_DESTRUCTIVE | TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = tool_agent_safe_edit,
};
