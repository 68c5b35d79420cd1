/* explore as agent-lsp means it: explore_symbol. */
#include "src/tools/agent_lsp/explore_symbol_internal.h"

const Tool tool_agent_lsp_explore = {
    .name = "explore",
    .title = "Explore a symbol",
    .summary = "The symbol at a place in one answer: explore_symbol under a shorter name.",
    .args = tool_agent_explore_args,
    .result = tool_agent_explore_result,
    .example = "explore file_path=src/main.c line=3 column=5",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .alias_of = "explore_symbol",
    .method = "textDocument/references",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = tool_agent_explore_symbol,
};
