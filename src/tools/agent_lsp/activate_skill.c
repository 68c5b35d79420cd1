/* activate_skill: the client binds itself to the order of a skill's phases. */
#include "src/tools/agent_lsp/phases_internal.h"

static Err run(ToolCall *call) {
  ToolPhases *phases = tool_registry_phases(call->scope->registry);
  bool blocks = str_eq_c(tool_arg_str(call, "mode"), "block");
  TRY(tool_phases_activate(call->job, phases, tool_arg_str(call, "skill_name"), blocks));
  answer_field_str(call->answer, "status", STR("activated"));
  answer_field_str(call->answer, "skill", tool_arg_str(call, "skill_name"));
  ToolPhaseStatus status = tool_phases_status(call->job, phases);
  tool_agent_write_phase(call->answer, &status);
  return OK;
}

static const ToolField args[] = {
    {"skill_name", TOOL_STRING, true, .help = "lsp-rename, lsp-refactor, lsp-safe-edit or lsp-verify"},
    {"mode", TOOL_STRING, .choices = "warn|block", .otherwise = "\"warn\"", .help = "what a call out of order gets: a remark, or a refusal"},
    {0},
};

static const ToolField result[] = {
    {"status", TOOL_STRING, true, .help = "activated"},
    {"skill", TOOL_STRING, true, .help = "its name"},
    AGENT_LSP_RESULT_PHASE,
    {0},
};

const Tool tool_agent_lsp_activate_skill = {
    .name = "activate_skill",
    .title = "Hold me to a skill's order",
    .summary = "From now on, remark on or refuse calls that are out of order in a skill.",
    .args = args,
    .result = result,
    .example = "activate_skill skill_name=lsp-safe-edit mode=block",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .run = run,
};
