/* safe_apply_edit: an edit that is written only if it breaks nothing. */
#include "src/tools/agent_lsp/simulation_internal.h"
#include "src/tools/kit/editing_internal.h"

/* The one place where a text stands. Overlapping matches count: a text that
 * could be meant in two ways is not replaced in the first of them. */
static Err find_once(Job *job, const Text *text, Str wanted, Range *ret_range) {
  size_t count = 0, first = 0, second = 0;
  for (size_t from = 0; from + wanted.len <= text->chars.len;) {
    size_t at = str_find(str_slice(text->chars, from, text->chars.len), wanted);
    if (at == STR_NONE) break;
    if (count == 0) first = from + at;
    if (count == 1) second = from + at;
    count++;
    from += at + 1;
  }
  if (count == 1) {
    *ret_range = (Range){.from = (uint32_t)first, .to = (uint32_t)(first + wanted.len)};
    return OK;
  }
  if (!count) return job_fail(job, ERR_NOT_FOUND, "old_text does not stand in the file; give it exactly as it is there, with its blanks and line ends");
  return job_fail(job, ERR_USAGE, "old_text stands in the file %zu times, first in lines %u and %u; give more of what is around it", count,
                  text_line_at(text, first), text_line_at(text, second));
}

/* An edit that removes errors is not applied either: the contract says that
 * only a difference of zero is. */
static const char *reason_of(const EditVerdict *verdict) {
  if (verdict->is_timeout) return "the server did not say in time what it thinks of it";
  return verdict->net_delta > 0 ? "it introduces errors" : "it changes the number of errors: net_delta must be 0";
}

static Err apply(AgentSimulation *simulation, EditPlan *plan) {
  ToolCall *call = simulation->call;
  EditReceipt receipt = {0};
  TRY(tool_apply_plan(call, plan, &receipt));
  answer_say(call->answer, "Applied.\n");
  if (receipt.id.len) answer_field_str(call->answer, "undo_id", receipt.id);
  return OK;
}

/* The plan is judged before it is written and is the one that is written: the
 * text cannot change between the two, and a file that changed on disk
 * meanwhile is refused by the plan. */
static Err edit(AgentSimulation *simulation) {
  ToolCall *call = simulation->call;
  EditPlan *plan;
  EditFile *file;
  Range range;
  Str path;
  EditVerdict verdict;
  TRY(tool_relative_path(call, simulation->index, tool_arg_str(call, "file_path"), &path));
  TRY(edit_plan_open(call->job, &(EditOptions){.index = simulation->index, .hub = call->scope->hub, .title = STR("safe_apply_edit")}, &plan));
  TRY(edit_plan_file(plan, path, &file));
  TRY(find_once(call->job, edit_file_text(file), tool_arg_str(call, "old_text"), &range));
  TRY(edit_file_replace(file, range, tool_arg_str(call, "new_text")));
  EditJudge judge = tool_agent_judge(simulation);
  TRY(edit_plan_judge(plan, &judge, &verdict));
  bool is_safe = !verdict.net_delta && !verdict.is_timeout;
  answer_field_bool(call->answer, "applied", is_safe);
  answer_field_str(call->answer, "file", str_format(call->job->arena, "%.*s/%.*s", STR_ARG(index_root(simulation->index)), STR_ARG(edit_file_path(file))));
  if (is_safe) TRY(apply(simulation, plan));
  else answer_warn(call->answer, "Not applied: %s.", reason_of(&verdict));
  if (!is_safe) answer_field_str(call->answer, "reason", str_from_c(reason_of(&verdict)));
  tool_agent_add_verdict(simulation, &verdict);
  return OK;
}

Err tool_agent_safe_edit(ToolCall *call) {
  AgentSimulation simulation;
  TRY(tool_agent_simulation_open(call, tool_arg_str(call, "file_path"), &simulation));
  Err err = edit(&simulation);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

const ToolField tool_agent_safe_edit_args[] = {
    AGENT_LSP_ARG_FILE,
    {"old_text", TOOL_STRING, true, .min = 1, .max = AGENT_LSP_TEXT_MAX, .help = "that is replaced: it must stand in the file exactly once"},
    {"new_text", TOOL_STRING, true, .min = 0, .max = AGENT_LSP_TEXT_MAX, .help = "that is put there"},
    {0},
};
const ToolField tool_agent_safe_edit_result[] = {
    {"applied", TOOL_BOOLEAN, true, .help = "it is on disk"},
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"reason", TOOL_STRING, .help = "why it was not applied"},
    {"undo_id", TOOL_STRING, .help = "to take it back"},
    AGENT_LSP_RESULT_VERDICT,
    {0},
};

const Tool tool_agent_lsp_safe_apply_edit = {
    .name = "safe_apply_edit",
    .title = "Apply a safe edit",
    .summary = "Replace a text that stands in a file once, if that changes nothing about its errors (net_delta 0); else tell what it would break.",
    .args = tool_agent_safe_edit_args,
    .result = tool_agent_safe_edit_result,
    .example = "safe_apply_edit file_path=src/main.c old_text=int new_text=long",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_DESTRUCTIVE | TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = tool_agent_safe_edit,
};
