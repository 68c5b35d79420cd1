/* simulate_chain: edits one after another, judged after each. */
#include "src/tools/agent_lsp/simulation_internal.h"

/* Each edit is judged by itself, which may take a server seconds. */
#define EDITS_MAX 50

static void write_chain(AgentSimulation *simulation, const EditChain *chain) {
  Answer *answer = simulation->call->answer;
  answer_field_str(answer, "session_id", edit_session_id(simulation->session));
  answer_begin_list(answer, "steps");
  for (size_t i = 0; i < chain->done; i++) {
    const EditVerdict *step = &chain->steps[i];
    answer_begin_row(answer);
    answer_field_int(answer, "step", (int64_t)i + 1);
    answer_field_int(answer, "net_delta", step->net_delta);
    answer_field_str(answer, "confidence", str_from_c(edit_verdict_confidence(step)));
    answer_field_str(answer, "judged_by", str_from_c(edit_verdict_means(step)));
    answer_say(answer, "step %zu: net_delta %lld\n", i + 1, (long long)step->net_delta);
    tool_agent_add_complaints(simulation, "errors_introduced", &step->introduced);
    answer_end(answer);
  }
  answer_end(answer);
  answer_field_int(answer, "safe_to_apply_through_step", (int64_t)chain->safe_through);
  answer_field_int(answer, "cumulative_delta", chain->cumulative);
  answer_say(answer, "safe to apply through step %zu\n", chain->safe_through);
}

/* All places are read before the first edit is made, so that a mistake in the
 * last one leaves the session as it was. */
static Err chain(AgentSimulation *simulation) {
  ToolCall *call = simulation->call;
  const Json *edits = tool_arg(call, "edits");
  EditPlaced *placed = ARENA_ARRAY(call->job->arena, EditPlaced, edits->count + 1);
  EditChain made;
  for (size_t i = 0; i < edits->count; i++) TRY(tool_agent_placed(simulation, &edits->items[i], &placed[i]));
  EditJudge judge = tool_agent_judge(simulation);
  TRY(edit_session_chain(simulation->session, &judge, placed, edits->count, &made));
  write_chain(simulation, &made);
  return OK;
}

static Err run(ToolCall *call) {
  AgentSimulation simulation;
  TRY(tool_agent_session_take(call, EDIT_ACT_EDIT, &simulation));
  Err err = chain(&simulation);
  tool_agent_session_release(&simulation);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField edit_row[] = {AGENT_LSP_ARG_FILE, AGENT_LSP_ARGS_RANGE, AGENT_LSP_ARG_TEXT, {0}};
static const ToolField args[] = {
    AGENT_LSP_ARG_SESSION,
    {"edits", TOOL_OBJECTS, true, .min = 1, .max = EDITS_MAX, .help = "in order; places of each are those of the text after the ones before", .fields = edit_row},
    AGENT_LSP_ARG_TIMEOUT,
    {0},
};

static const ToolField step_row[] = {
    {"step", TOOL_INTEGER, true, .help = "from 1"},
    {"net_delta", TOOL_INTEGER, true, .help = "of all edits up to this one"},
    {"errors_introduced", TOOL_OBJECTS, true, .help = "by all edits up to this one", .fields = tool_agent_complaint_fields},
    {"confidence", TOOL_STRING, true, .help = "as of evaluate_session"},
    {"judged_by", TOOL_STRING, true, .help = "as of evaluate_session"},
    {0},
};
static const ToolField result[] = {
    AGENT_LSP_RESULT_SESSION,
    {"steps", TOOL_OBJECTS, true, .help = "one for each edit", .fields = step_row},
    {"safe_to_apply_through_step", TOOL_INTEGER, true, .help = "the last step after which net_delta was 0; 0: none"},
    {"cumulative_delta", TOOL_INTEGER, true, .help = "net_delta after the last"},
    {0},
};

const Tool tool_agent_lsp_simulate_chain = {
    .name = "simulate_chain",
    .title = "Simulate edits in a row",
    .summary = "Several edits in a session's memory, judged after each: up to which step it is safe to go.",
    .args = args,
    .result = result,
    .example = "simulate_chain session_id=0123456789abcdef "
               "edits='[{\"file_path\": \"a.c\", \"start_line\": 1, \"start_column\": 1, \"end_line\": 1, \"end_column\": 1, \"new_text\": \"x\"}]'",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
