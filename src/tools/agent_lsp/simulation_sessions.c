/* create_simulation_session, discard_session and destroy_session: how a session
 * begins and ends. Sessions belong to the process and not to a connection: a
 * client that comes back finds its own again by its id, until it has lain
 * unused for too long. */
#include "src/tools/agent_lsp/simulation_internal.h"

static void say_state(ToolCall *call, Str id, const char *status) {
  answer_field_str(call->answer, "session_id", id);
  answer_field_str(call->answer, "status", str_from_c(status));
  answer_say(call->answer, "session %.*s is %s\n", STR_ARG(str_shown(call->job->arena, id, 200)), status);
}

static Err run_create(ToolCall *call) {
  AgentSimulation simulation;
  EditSessions *sessions;
  Str id;
  TRY(tool_agent_sessions(call, &sessions));
  TRY(tool_agent_simulation_open(call, STR_EMPTY, &simulation));
  TRY(edit_session_create(call->job, sessions, index_root(simulation.index), tool_arg_str(call, "language"), &id));
  say_state(call, id, "created");
  tool_agent_hint(call, "simulate_edit or simulate_chain changes texts in it, evaluate_session judges them; nothing is written before commit_session");
  return OK;
}

/* A discarded session stays known by its id and can only be destroyed, a
 * destroyed one is unknown from then on. */
static Err run_discard(ToolCall *call) {
  AgentSimulation simulation;
  TRY(tool_agent_session_take(call, EDIT_ACT_DISCARD, &simulation));
  edit_session_discard(simulation.session);
  say_state(call, tool_arg_str(call, "session_id"), "discarded");
  tool_agent_session_release(&simulation);
  return OK;
}

/* What is gone is gone: an agent that clears up after itself twice, or after a
 * session that expired, made no mistake. */
static Err run_destroy(ToolCall *call) {
  AgentSimulation simulation;
  Err err = tool_agent_session_take(call, EDIT_ACT_DESTROY, &simulation);
  if (err == ERR_NOT_FOUND) {
    job_forgive(call->job);
    say_state(call, tool_arg_str(call, "session_id"), "already_destroyed");
    tool_agent_note(call, STR("There is no such session: it was destroyed, expired, or never was."));
    return OK;
  }
  TRY(err);
  edit_session_destroy(simulation.session);
  say_state(call, tool_arg_str(call, "session_id"), "destroyed");
  tool_agent_session_release(&simulation);
  return OK;
}

static const ToolField create_args[] = {
    {"workspace_root", TOOL_WORKSPACE, true, .help = "of the files that will be edited"},
    {"language", TOOL_STRING, true, .min = 1, .max = 100, .help = "of most of them; each file is judged by the server for its own"},
    {0},
};
static const ToolField session_args[] = {AGENT_LSP_ARG_SESSION, {0}};
static const ToolField result[] = {
    AGENT_LSP_RESULT_SESSION,
    {"status", TOOL_STRING, true, .help = "of the session now"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_create_simulation_session = {
    .name = "create_simulation_session",
    .title = "Begin a simulation",
    .summary = "Begin a session in which edits are tried out in memory; files on disk stay as they are until it is committed.",
    .args = create_args,
    .result = result,
    .example = "create_simulation_session workspace_root=. language=go",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .run = run_create,
};

const Tool tool_agent_lsp_discard_session = {
    .name = "discard_session",
    .title = "Discard a simulation",
    .summary = "Forget all edits of a session; it can only be destroyed then.",
    .args = session_args,
    .result = result,
    .example = "discard_session session_id=0123456789abcdef",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .run = run_discard,
};

const Tool tool_agent_lsp_destroy_session = {
    .name = "destroy_session",
    .title = "End a simulation",
    .summary = "Free a session with everything in it, whatever state it is in.",
    .args = session_args,
    .result = result,
    .example = "destroy_session session_id=0123456789abcdef",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .run = run_destroy,
};
