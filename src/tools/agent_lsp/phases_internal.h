/* What the three tools about a skill's phases share. */
#ifndef FATHOM_TOOLS_AGENT_LSP_PHASES_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_PHASES_INTERNAL_H

#include "src/tools/agent_lsp/agent_lsp_internal.h"
#include "src/tools/kit/phases_internal.h"

/* Where a client is in its active skill, as fields; nothing when none is. */
void tool_agent_write_phase(Answer *answer, const ToolPhaseStatus *status);
#define AGENT_LSP_RESULT_PHASE \
  {"mode", TOOL_STRING, .help = "warn or block"}, \
  {"current_phase", TOOL_STRING, .help = "where the client is in it"}, \
  {"phase_index", TOOL_INTEGER, .help = "the same as a number, from 0"}, \
  {"phases", TOOL_STRINGS, .help = "all of its phases, in order"}, \
  {"total_phases", TOOL_INTEGER, .help = "how many these are"}, \
  {"allowed_tools", TOOL_STRINGS, .help = "tools of the present phase; those of the next one lead there"}, \
  {"forbidden_tools", TOOL_STRINGS, .help = "tools that must not be used now; a * stands for anything"}

#endif
