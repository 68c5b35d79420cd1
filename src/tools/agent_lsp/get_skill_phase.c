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

/* Refused calls are part of the history: a client sees from it why it did not
 * get further. */
static void write_steps(Answer *answer, const ToolPhaseStatus *status) {
  answer_begin_list(answer, "history");
  for (size_t i = 0; i < status->step_count; i++) {
    answer_begin_row(answer);
    answer_field_str(answer, "tool", status->steps[i].tool);
    answer_field_str(answer, "phase", status->steps[i].phase);
    answer_field_bool(answer, "refused", status->steps[i].was_refused);
    answer_end(answer);
  }
  answer_end(answer);
}

static void write_active(Answer *answer, const ToolPhaseStatus *status) {
  const ToolSkill *skill = status->skill;
  const ToolPhase *phase = &skill->phases[status->phase];
  answer_field_str(answer, "skill", str_from_c(skill->name));
  answer_field_str(answer, "mode", status->blocks ? STR("block") : STR("warn"));
  answer_field_str(answer, "current_phase", str_from_c(phase->name));
  answer_begin_list(answer, "phases");
  for (size_t i = 0; i < TOOL_PHASES_MAX && skill->phases[i].name; i++) answer_item_str(answer, str_from_c(skill->phases[i].name));
  answer_end(answer);
  write_names(answer, "allowed_tools", phase->allowed, NULL);
  write_names(answer, "forbidden_tools", skill->forbidden, phase->forbidden);
  write_steps(answer, status);
}

/* Without a skill the names of those that can be activated are told instead,
 * which is what a client needs next. */
void tool_agent_write_phase(ToolCall *call) {
  ToolPhaseStatus status = tool_phases_status(call->job, tool_registry_phases(call->scope->registry));
  answer_field_bool(call->answer, "active", status.skill != NULL);
  if (status.skill) {
    write_active(call->answer, &status);
    return;
  }
  answer_begin_list(call->answer, "available_skills");
  for (size_t i = 0; i < tool_skill_count; i++) answer_item_str(call->answer, str_from_c(tool_skills[i].name));
  answer_end(call->answer);
}

static Err run(ToolCall *call) {
  tool_agent_write_phase(call);
  return OK;
}

static const ToolField step_fields[] = {
    {"tool", TOOL_STRING, true, .help = "what was called"},
    {"phase", TOOL_STRING, true, .help = "the phase it was called in, or led to"},
    {"refused", TOOL_BOOLEAN, true, .help = "it was out of order and not run"},
    {0},
};

const ToolField tool_agent_phase_result[] = {
    {"active", TOOL_BOOLEAN, true, .help = "whether a skill is active"},
    {"skill", TOOL_STRING, .help = "its name"},
    {"mode", TOOL_STRING, .help = "warn or block"},
    {"current_phase", TOOL_STRING, .help = "where the client is in it"},
    {"phases", TOOL_STRINGS, .help = "all of its phases, in order"},
    {"allowed_tools", TOOL_STRINGS, .help = "tools of the present phase; those of the next one lead there"},
    {"forbidden_tools", TOOL_STRINGS, .help = "tools that must not be used now; a * stands for anything"},
    {"history", TOOL_OBJECTS, .fields = step_fields, .help = "the last calls while it was active, oldest first"},
    {"available_skills", TOOL_STRINGS, .help = "when none is active: those that can be"},
    {0},
};

const Tool tool_agent_lsp_get_skill_phase = {
    .name = "get_skill_phase",
    .title = "Where I am in a skill",
    .summary = "Show the active skill, its phase, and which tools it allows and forbids now.",
    .result = tool_agent_phase_result,
    .example = "get_skill_phase",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
