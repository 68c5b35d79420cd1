/* A call about a simulation: its session, its workspace, its verdict. */
#include "src/tools/agent_lsp/simulation_internal.h"

const ToolField tool_agent_complaint_fields[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"col", TOOL_INTEGER, true, .help = "from 1, in characters"},
    {"end_line", TOOL_INTEGER, true, .help = "from 1"},
    {"end_col", TOOL_INTEGER, true, .help = "after the last character"},
    {"message", TOOL_STRING, true, .help = "what is wrong"},
    {"severity", TOOL_STRING, true, .help = "error or warning"},
    {"source", TOOL_STRING, .help = "who says so"},
    {"code", TOOL_STRING, .help = "the server's own"},
    {0},
};

/* ---- sessions ---- */

/* A process that serves a single call has no place for sessions, because it
 * ends with the call. */
Err tool_agent_sessions(ToolCall *call, EditSessions **ret_sessions) {
  *ret_sessions = call->scope->sessions;
  if (*ret_sessions) return OK;
  return job_fail(call->job, ERR_UNAVAILABLE, "sessions are not kept here; preview_edit judges one edit without any");
}

Err tool_agent_simulation_open(ToolCall *call, Str root, AgentSimulation *ret_simulation) {
  AgentSimulation simulation = {.call = call};
  TRY(tool_workspace(call, root, &simulation.index));
  *ret_simulation = simulation;
  return OK;
}

/* The client must be allowed to use the session's workspace: asking for it is
 * what tells. */
Err tool_agent_session_take(ToolCall *call, EditSessionAct act, AgentSimulation *ret_simulation) {
  Str id = tool_arg_str(call, "session_id"), root;
  EditSessions *sessions;
  TRY(tool_agent_sessions(call, &sessions));
  TRY(edit_session_root(call->job, sessions, id, &root));
  AgentSimulation simulation;
  TRY(tool_agent_simulation_open(call, root, &simulation));
  TRY(edit_session_take(call->job, sessions, id, index_root(simulation.index), act, &simulation.session));
  *ret_simulation = simulation;
  return OK;
}

void tool_agent_session_release(AgentSimulation *simulation) {
  if (simulation->session) edit_session_release(simulation->session);
  simulation->session = NULL;
}

/* ---- arguments ---- */

static Str absolute(const AgentSimulation *simulation, Str path) {
  return str_format(simulation->call->job->arena, "%.*s/%.*s", STR_ARG(index_root(simulation->index)), STR_ARG(path));
}

/* Judging is done in edit/, which knows neither scope nor trust; this is how
 * it comes by a server for each file without knowing them. */
static Err find_server(void *context, Str path, LspServer **ret_server) {
  AgentSimulation *simulation = context;
  return tool_server(simulation->call, absolute(simulation, path), STR_EMPTY, ret_server);
}

/* Tools share this but not all of its arguments; one without them is judged by
 * the file alone with the usual patience. */
EditJudge tool_agent_judge(AgentSimulation *simulation) {
  ToolCall *call = simulation->call;
  bool has_scope = tool_find_field(call->tool->args, STR("scope")), has_timeout = tool_find_field(call->tool->args, STR("timeout_ms"));
  return (EditJudge){.job = call->job, .index = simulation->index, .server = find_server, .context = simulation,
                     .is_workspace = has_scope && str_eq_c(tool_arg_str(call, "scope"), "workspace"),
                     .timeout_ms = has_timeout ? tool_arg_int(call, "timeout_ms") : 0};
}

/* Lines and columns are taken as they are: whether the text has such a place
 * can be told only by the session, whose text may differ from the one on
 * disk. */
Err tool_agent_placed(AgentSimulation *simulation, const Json *values, EditPlaced *ret_edit) {
  EditPlaced edit = {.start_line = json_get_int(values, STR("start_line"), 0), .start_column = json_get_int(values, STR("start_column"), 0),
                     .end_line = json_get_int(values, STR("end_line"), 0), .end_column = json_get_int(values, STR("end_column"), 0),
                     .text = json_get_str(values, STR("new_text"), STR_EMPTY)};
  TRY(tool_relative_path(simulation->call, simulation->index, json_get_str(values, STR("file_path"), STR_EMPTY), &edit.path));
  *ret_edit = edit;
  return OK;
}

/* ---- verdicts ---- */

/* All of them are given, because a caller decides by this list whether to go
 * on; the words are cut as any answer is, the fields not. */
void tool_agent_add_complaints(AgentSimulation *simulation, const char *key, const EditDiagnostics *list) {
  Answer *answer = simulation->call->answer;
  answer_begin_whole(answer, key);
  for (size_t i = 0; i < list->len; i++) {
    const EditDiagnostic *one = &list->items[i];
    answer_begin_row(answer);
    answer_field_str(answer, "file", absolute(simulation, one->path));
    answer_say(answer, "  ");
    answer_place(answer, NULL, one->path, "line", one->at.line);
    answer_say(answer, ":");
    answer_count(answer, "col", one->at.column);
    answer_field_int(answer, "end_line", one->end.line);
    answer_field_int(answer, "end_col", one->end.column);
    answer_say(answer, "  ");
    answer_kind(answer, "severity", lsp_severity_name(one->severity));
    answer_say(answer, ": ");
    answer_show(answer, one->message, 2000);
    answer_field_str(answer, "message", one->message);
    if (one->source.len) answer_field_str(answer, "source", one->source);
    if (one->code.len) answer_field_str(answer, "code", one->code);
    answer_say(answer, "\n");
    answer_end(answer);
  }
  answer_end_list(answer);
}

static void add_titled(AgentSimulation *simulation, const char *key, const char *title, const EditDiagnostics *list) {
  if (list->len) answer_say(simulation->call->answer, "%s:\n", title);
  tool_agent_add_complaints(simulation, key, list);
}

/* The verdict in one line stands first, and the lists after it: where the
 * answer has to be cut, the decision is still there. */
void tool_agent_add_verdict(AgentSimulation *simulation, const EditVerdict *verdict) {
  ToolCall *call = simulation->call;
  Answer *answer = call->answer;
  answer_say(answer, "net_delta %lld: %zu error%s introduced, %zu resolved; confidence %s, judged by %s%s%.*s.\n", (long long)verdict->net_delta,
             verdict->introduced.len, verdict->introduced.len == 1 ? "" : "s", verdict->resolved.len, edit_verdict_confidence(verdict),
             edit_verdict_means(verdict), verdict->server.len ? " " : "", STR_ARG(verdict->server));
  add_titled(simulation, "errors_introduced", "Introduced", &verdict->introduced);
  add_titled(simulation, "errors_resolved", "Resolved", &verdict->resolved);
  add_titled(simulation, "warnings_introduced", "Warnings introduced", &verdict->warned);
  add_titled(simulation, "warnings_resolved", "Warnings resolved", &verdict->unwarned);
  answer_field_int(answer, "net_delta", verdict->net_delta);
  answer_field_str(answer, "scope", verdict->is_workspace ? STR("workspace") : STR("file"));
  answer_field_str(answer, "confidence", str_from_c(edit_verdict_confidence(verdict)));
  answer_field_bool(answer, "timeout", verdict->is_timeout);
  answer_field_int(answer, "duration_ms", verdict->duration_ms);
  answer_field_str(answer, "judged_by", str_from_c(edit_verdict_means(verdict)));
  if (verdict->server.len) answer_field_str(answer, "server", verdict->server);
  answer_field_int(answer, "files_judged", (int64_t)verdict->files);
  if (verdict->is_timeout) answer_warn(answer, "The server did not report on these texts in time: raise timeout_ms.");
  if (verdict->note.len) tool_agent_note(call, str_shown(call->job->arena, verdict->note, SIZE_MAX));
}
