/* What find_callers and its alias share. */
#ifndef FATHOM_TOOLS_AGENT_LSP_FIND_CALLERS_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_FIND_CALLERS_INTERNAL_H

#include "src/tools/agent_lsp/agent_lsp_internal.h"

Err tool_agent_find_callers(ToolCall *call) MUST_CHECK; /* an alias asks for callers alone */
extern const ToolField tool_agent_find_callers_args[], tool_agent_find_callers_result[];

#endif
