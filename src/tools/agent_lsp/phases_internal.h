/* What the three tools about a skill's phases share. */
#ifndef FATHOM_TOOLS_AGENT_LSP_PHASES_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_PHASES_INTERNAL_H

#include "src/tools/agent_lsp/agent_lsp_internal.h"
#include "src/tools/kit/phases_internal.h"

extern const ToolField tool_agent_phase_result[];
/* The client's active skill and where it is in it, as fields. */
void tool_agent_write_phase(ToolCall *call);

#endif
