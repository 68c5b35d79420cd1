/* preview_edit: what one edit would break, in one call. */
#include "src/tools/agent_lsp/simulation_internal.h"

/* On top of a session's edits, which it leaves as they are, or of the disk. A
 * session is copied under its lock and given back at once: judging takes
 * seconds, in which others may go on with it. */
static Err open(ToolCall *call, AgentSimulation *ret_simulation) {
  if (!tool_arg_str(call, "session_id").len) {
    TRY(tool_agent_simulation_open(call, tool_arg_str(call, "file_path"), ret_simulation));
    ret_simulation->session = edit_session_alone(index_root(ret_simulation->index));
    return OK;
  }
  TRY(tool_agent_session_take(call, EDIT_ACT_EDIT, ret_simulation));
  EditSession *fork = edit_session_fork(ret_simulation->session);
  tool_agent_session_release(ret_simulation);
  ret_simulation->session = fork;
  return OK;
}

/* Nothing of it survives the call: the session is a copy or was never
 * anybody's, and goes with its release. */
static Err preview(AgentSimulation *simulation) {
  ToolCall *call = simulation->call;
  EditPlaced placed;
  EditVerdict verdict;
  int64_t version;
  TRY(tool_agent_placed(simulation, call->args, &placed));
  TRY(edit_session_edit(simulation->session, call->job, simulation->index, &placed, &version));
  EditJudge judge = tool_agent_judge(simulation);
  TRY(edit_session_evaluate(simulation->session, &judge, &verdict));
  answer_field_str(call->answer, "session_id", tool_arg_str(call, "session_id"));
  tool_agent_add_verdict(simulation, &verdict);
  return OK;
}

static Err run(ToolCall *call) {
  AgentSimulation simulation;
  TRY(open(call, &simulation));
  Err err = preview(&simulation);
  tool_agent_session_release(&simulation);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField args[] = {
    AGENT_LSP_ARG_FILE,
    AGENT_LSP_ARGS_RANGE,
    AGENT_LSP_ARG_TEXT,
    {"session_id", TOOL_STRING, .help = "on top of this session's edits, which stay as they are; without: of the disk"},
    {"workspace_root", TOOL_WORKSPACE, .help = "without a session: the workspace; else found by the file"},
    {"language", TOOL_STRING, .help = "found by the file's name"},
    AGENT_LSP_ARG_SCOPE,
    AGENT_LSP_ARG_TIMEOUT,
    {0},
};
static const ToolField result[] = {
    {"session_id", TOOL_STRING, true, .help = "as given; else empty"},
    AGENT_LSP_RESULT_VERDICT,
    {0},
};

const Tool tool_agent_lsp_preview_edit = {
    .name = "preview_edit",
    .title = "Preview an edit",
    .summary = "What one edit would break and mend, by the diagnostics of the text with it; nothing is written. net_delta 0: safe.",
    .args = args,
    .result = result,
    .example = "preview_edit file_path=src/main.c start_line=3 start_column=1 end_line=3 end_column=4 new_text=long",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
