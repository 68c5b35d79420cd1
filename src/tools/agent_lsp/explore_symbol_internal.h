/* What explore_symbol and its alias share. */
#ifndef FATHOM_TOOLS_AGENT_LSP_EXPLORE_SYMBOL_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_EXPLORE_SYMBOL_INTERNAL_H

#include "src/tools/agent_lsp/agent_lsp_internal.h"

/* Tool.run of both. */
Err tool_agent_explore_symbol(ToolCall *call) MUST_CHECK;
extern const ToolField tool_agent_explore_args[], tool_agent_explore_result[];

#endif
