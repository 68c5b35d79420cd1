/* commit_session: a session's edits as a patch, or on disk. */
#include "src/tools/agent_lsp/simulation_internal.h"
#include "src/tools/kit/editing_internal.h"

/* A patch is an answer, and a longer one helps nobody who reads it. */
#define PATCH_MAX ((size_t)4 << 20)

static void write_steps(AgentSimulation *simulation, const EditSteps *steps) {
  Answer *answer = simulation->call->answer;
  answer_field_int(answer, "files_written", (int64_t)steps->len);
  answer_begin_list(answer, "files");
  for (size_t i = 0; i < steps->len; i++) {
    answer_item_str(answer, str_format(simulation->call->job->arena, "%.*s/%.*s", STR_ARG(index_root(simulation->index)), STR_ARG(steps->items[i].path)));
  }
  answer_end(answer);
  answer_say(answer, "%zu file%s written\n", steps->len, steps->len == 1 ? "" : "s");
}

static Err apply(AgentSimulation *simulation, EditPlan *plan) {
  ToolCall *call = simulation->call;
  EditReceipt receipt = {0};
  TRY(tool_apply_plan(call, plan, &receipt));
  write_steps(simulation, &receipt.steps);
  if (receipt.id.len) answer_field_str(call->answer, "undo_id", receipt.id);
  if (receipt.note.len) tool_agent_note(call, receipt.note);
  return OK;
}

/* The plan is made from the session's texts against what is on disk now: a
 * file that changed since the session saw it is refused there. The patch is
 * made before anything is written, because a patch that is too long must not
 * be discovered afterwards. The session is spent in both ways. */
static Err commit(AgentSimulation *simulation) {
  ToolCall *call = simulation->call;
  EditPlan *plan;
  Buf patch;
  TRY(edit_session_plan(simulation->session, call->job, simulation->index, call->scope->hub, &plan));
  buf_init(&patch, call->job->arena, PATCH_MAX);
  edit_plan_diff(plan, &patch);
  if (patch.overflow) return job_fail(call->job, ERR_TOO_LARGE, "the patch has more than 4 MB; commit with apply=true, or fewer edits at once");
  answer_field_str(call->answer, "session_id", edit_session_id(simulation->session));
  answer_field_bool(call->answer, "applied", tool_arg_bool(call, "apply"));
  if (tool_arg_bool(call, "apply")) TRY(apply(simulation, plan));
  answer_words(call->answer, "patch", buf_str(&patch));
  if (!tool_arg_bool(call, "apply")) {
    answer_field_int(call->answer, "files_written", 0);
    tool_agent_hint(call, "nothing was written: apply the patch yourself; apply=true would have written it");
  }
  edit_session_committed(simulation->session);
  return OK;
}

static Err run(ToolCall *call) {
  AgentSimulation simulation;
  TRY(tool_agent_session_take(call, EDIT_ACT_COMMIT, &simulation));
  Err err = commit(&simulation);
  tool_agent_session_release(&simulation);
  return err;
}

static const ToolField args[] = {
    AGENT_LSP_ARG_SESSION,
    {"target", TOOL_STRING, .choices = "disk|patch", .otherwise = "\"patch\"", .help = "what is wanted; only apply=true writes"},
    {"apply", TOOL_BOOLEAN, .otherwise = "false", .help = "write the files; else only a patch is given"},
    {0},
};

static const ToolField result[] = {
    AGENT_LSP_RESULT_SESSION,
    {"applied", TOOL_BOOLEAN, true, .help = "the files are written"},
    {"files_written", TOOL_INTEGER, true, .help = "0 without apply"},
    {"files", TOOL_STRINGS, .help = "their absolute paths"},
    {"patch", TOOL_STRING, true, .help = "a unified diff of all edits"},
    {"undo_id", TOOL_STRING, .help = "to take it back"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_commit_session = {
    .name = "commit_session",
    .title = "Commit a simulation",
    .summary = "A session's edits as a unified diff or, with apply=true, on disk: all files or none, and only if none changed meanwhile.",
    .args = args,
    .result = result,
    .example = "commit_session session_id=0123456789abcdef apply=true",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .run = run,
};
