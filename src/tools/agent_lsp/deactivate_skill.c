/* deactivate_skill: the client is bound to no order any more. */
#include "src/tools/agent_lsp/phases_internal.h"

static Err run(ToolCall *call) {
  Str ended = tool_phases_deactivate(call->job, tool_registry_phases(call->scope->registry));
  answer_field_str(call->answer, "status", STR("deactivated"));
  if (ended.len) answer_field_str(call->answer, "skill", ended);
  return OK;
}

static const ToolField result[] = {
    {"status", TOOL_STRING, true, .help = "deactivated, also when none was active"},
    {"skill", TOOL_STRING, .help = "the one that was"},
    {0},
};

const Tool tool_agent_lsp_deactivate_skill = {
    .name = "deactivate_skill",
    .title = "Let me work in any order",
    .summary = "End the order that activate_skill began.",
    .result = result,
    .example = "deactivate_skill",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
