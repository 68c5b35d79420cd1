/* simulate_edit and evaluate_session: edits in a session, and what they do. */
#include "src/tools/agent_lsp/simulation_internal.h"

/* What was wrong before the edit is asked for now, while the text before it is
 * known: a verdict is a difference, and evaluating later must not have to
 * guess its beginning. */
static Err edit(AgentSimulation *simulation) {
  ToolCall *call = simulation->call;
  EditPlaced placed;
  int64_t version = 0;
  TRY(tool_agent_placed(simulation, call->args, &placed));
  TRY(edit_session_edit(simulation->session, call->job, simulation->index, &placed, &version));
  EditJudge judge = tool_agent_judge(simulation);
  TRY(edit_session_baseline(simulation->session, &judge, placed.path));
  answer_field_str(call->answer, "session_id", edit_session_id(simulation->session));
  answer_field_bool(call->answer, "edit_applied", true);
  answer_field_int(call->answer, "version_after", version);
  answer_say(call->answer, "applied in memory, version %lld\n", (long long)version);
  tool_agent_hint(call, "evaluate_session tells what it breaks");
  return OK;
}

static Err evaluate(AgentSimulation *simulation) {
  EditVerdict verdict;
  EditJudge judge = tool_agent_judge(simulation);
  TRY(edit_session_evaluate(simulation->session, &judge, &verdict));
  answer_field_str(simulation->call->answer, "session_id", edit_session_id(simulation->session));
  tool_agent_add_verdict(simulation, &verdict);
  return OK;
}

/* `act` is what the session's state must allow; the session is held for the
 * whole function, so that two calls on it do not mix. */
static Err run_with(ToolCall *call, EditSessionAct act, Err (*function)(AgentSimulation *simulation)) {
  AgentSimulation simulation;
  TRY(tool_agent_session_take(call, act, &simulation));
  Err err = function(&simulation);
  tool_agent_session_release(&simulation);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static Err run_edit(ToolCall *call) { return run_with(call, EDIT_ACT_EDIT, edit); }
static Err run_evaluate(ToolCall *call) { return run_with(call, EDIT_ACT_EVALUATE, evaluate); }

static const ToolField edit_args[] = {AGENT_LSP_ARG_SESSION, AGENT_LSP_ARG_FILE, AGENT_LSP_ARGS_RANGE, AGENT_LSP_ARG_TEXT, {0}};
static const ToolField evaluate_args[] = {AGENT_LSP_ARG_SESSION, AGENT_LSP_ARG_SCOPE, AGENT_LSP_ARG_TIMEOUT, {0}};

static const ToolField edit_result[] = {
    AGENT_LSP_RESULT_SESSION,
    {"edit_applied", TOOL_BOOLEAN, true, .help = "in memory"},
    {"version_after", TOOL_INTEGER, true, .help = "edits of this file so far"},
    AGENT_LSP_RESULT_HINT,
    {0},
};
static const ToolField evaluate_result[] = {AGENT_LSP_RESULT_SESSION, AGENT_LSP_RESULT_VERDICT, {0}};

const Tool tool_agent_lsp_simulate_edit = {
    .name = "simulate_edit",
    .title = "Simulate an edit",
    .summary = "Replace a range of a file in a session's memory; places are those of the text as the session has it.",
    .args = edit_args,
    .result = edit_result,
    .example = "simulate_edit session_id=0123456789abcdef file_path=src/main.c start_line=3 start_column=1 end_line=3 end_column=4 new_text=long",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run_edit,
};

const Tool tool_agent_lsp_evaluate_session = {
    .name = "evaluate_session",
    .title = "Evaluate a simulation",
    .summary = "What a session's edits break and mend: diagnostics of the new texts compared with those of the old ones.",
    .args = evaluate_args,
    .result = evaluate_result,
    .example = "evaluate_session session_id=0123456789abcdef",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = AGENT_LSP_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run_evaluate,
};
