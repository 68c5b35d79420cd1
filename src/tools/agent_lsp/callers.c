/* callers: find_callers, incoming calls alone. */
#include "src/tools/agent_lsp/find_callers_internal.h"

const Tool tool_agent_lsp_callers = {
    .name = "callers",
    .title = "Callers",
    .summary = "Who calls the function at a place: find_callers with direction=incoming.",
    .args = tool_agent_find_callers_args,
    .result = tool_agent_find_callers_result,
    .example = "callers file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .alias_of = "find_callers",
    .method = "textDocument/prepareCallHierarchy",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = tool_agent_find_callers,
};
