/* get_skill_phase: which skill is active, where in it the client is, and what
 * it may call next. */
#include "src/tools/agent_lsp/phases_internal.h"

/* "a,b" as a field that is a list. */
static void write_names(Answer *answer, const char *key, const char *names, const char *more) {
  answer_begin_list(answer, key);
  for (Str rest = str_from_c(names); rest.len;) answer_item_str(answer, str_cut(&rest, ','));
  for (Str rest = str_from_c(more); rest.len;) answer_item_str(answer, str_cut(&rest, ','));
  answer_end(answer);
}

void tool_agent_write_phase(Answer *answer, const ToolPhaseStatus *status) {
  const ToolSkill *skill = status->skill;
  size_t count = 0;
  if (!skill) return;
  answer_field_str(answer, "mode", status->blocks ? STR("block") : STR("warn"));
  answer_field_str(answer, "current_phase", str_from_c(skill->phases[status->phase].name));
  answer_field_int(answer, "phase_index", (int64_t)status->phase);
  answer_begin_list(answer, "phases");
  for (; count < TOOL_PHASES_MAX && skill->phases[count].name; count++) answer_item_str(answer, str_from_c(skill->phases[count].name));
  answer_end(answer);
  answer_field_int(answer, "total_phases", (int64_t)count);
  write_names(answer, "allowed_tools", skill->phases[status->phase].allowed, NULL);
  write_names(answer, "forbidden_tools", skill->phases[status->phase].forbidden, skill->forbidden);
}

/* Calls by name. Those that were refused stand apart once more: a client sees
 * from them why it did not get further. */
static void write_history(Answer *answer, const ToolPhaseStatus *status) {
  answer_begin_list(answer, "tool_history");
  for (size_t i = 0; i < status->step_count; i++) answer_item_str(answer, status->steps[i].tool);
  answer_end(answer);
  answer_begin_list(answer, "refused");
  for (size_t i = 0; i < status->step_count; i++) {
    if (!status->steps[i].was_refused) continue;
    answer_begin_row(answer);
    answer_field_str(answer, "tool", status->steps[i].tool);
    answer_field_str(answer, "phase", status->steps[i].phase);
    answer_end(answer);
  }
  answer_end(answer);
}

/* Without a skill the names of those that can be activated are told instead,
 * which is what a client needs next. */
static Err run(ToolCall *call) {
  ToolPhaseStatus status = tool_phases_status(call->job, tool_registry_phases(call->scope->registry));
  answer_field_bool(call->answer, "active", status.skill != NULL);
  if (status.skill) {
    answer_field_str(call->answer, "skill_name", str_from_c(status.skill->name));
    tool_agent_write_phase(call->answer, &status);
    write_history(call->answer, &status);
    return OK;
  }
  answer_begin_list(call->answer, "available_skills");
  for (size_t i = 0; i < tool_skill_count; i++) answer_item_str(call->answer, str_from_c(tool_skills[i].name));
  answer_end(call->answer);
  return OK;
}

static const ToolField refused_row[] = {
    {"tool", TOOL_STRING, true, .help = "what was called"},
    {"phase", TOOL_STRING, true, .help = "the phase it was called in"},
    {0},
};

static const ToolField result[] = {
    {"active", TOOL_BOOLEAN, true, .help = "whether a skill is active"},
    {"skill_name", TOOL_STRING, .help = "its name"},
    AGENT_LSP_RESULT_PHASE,
    {"tool_history", TOOL_STRINGS, .help = "the last 50 calls while it was active, oldest first"},
    {"refused", TOOL_OBJECTS, .fields = refused_row, .help = "those of them that were out of order and not run"},
    {"available_skills", TOOL_STRINGS, .help = "when none is active: those that can be"},
    {0},
};

const Tool tool_agent_lsp_get_skill_phase = {
    .name = "get_skill_phase",
    .title = "Where I am in a skill",
    .summary = "Show the active skill, its phase, and which tools it allows and forbids now.",
    .result = result,
    .example = "get_skill_phase",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
