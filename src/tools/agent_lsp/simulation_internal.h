/* What the tools of simulations share: a session held for a call, who judges
 * for it, and how a verdict is written. */
#ifndef FATHOM_TOOLS_AGENT_LSP_SIMULATION_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_SIMULATION_INTERNAL_H

#include "src/edit/simulate/simulate.h"
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define AGENT_LSP_TEXT_MAX 1000000 /* characters of a text that is put in */

/* One call about a simulation. The index is the scope's and stays valid for
 * the call; the session is held under its lock, so no other call changes it
 * meanwhile, until tool_agent_session_release. */
typedef struct AgentSimulation {
  ToolCall *call;
  Index *index;
  EditSession *session; /* held; NULL: none */
} AgentSimulation;

/* The workspace at an absolute path or of the call, without a session. */
Err tool_agent_simulation_open(ToolCall *call, Str root, AgentSimulation *ret_simulation) MUST_CHECK;
/* The session of the argument session_id, and its workspace, which the client
 * must be allowed to use. */
Err tool_agent_session_take(ToolCall *call, EditSessionAct act, AgentSimulation *ret_simulation) MUST_CHECK;
void tool_agent_session_release(AgentSimulation *simulation);
/* Sessions of the process; ERR_UNAVAILABLE: there is no place for any. */
Err tool_agent_sessions(ToolCall *call, EditSessions **ret_sessions) MUST_CHECK;

/* By the arguments scope and timeout_ms where the tool has them. */
EditJudge tool_agent_judge(AgentSimulation *simulation);
/* file_path, start_line ... new_text of an object; the path is made relative. */
Err tool_agent_placed(AgentSimulation *simulation, const Json *values, EditPlaced *ret_edit) MUST_CHECK;

/* The fields of a verdict into what is open, and lines for them. */
void tool_agent_add_verdict(AgentSimulation *simulation, const EditVerdict *verdict);
/* A list of diagnostics alone. */
void tool_agent_add_complaints(AgentSimulation *simulation, const char *key, const EditDiagnostics *list);

#define AGENT_LSP_ARG_SESSION {"session_id", TOOL_STRING, true, .min = 1, .max = 200, .help = "of create_simulation_session"}
#define AGENT_LSP_ARG_TEXT {"new_text", TOOL_STRING, true, .min = 0, .max = AGENT_LSP_TEXT_MAX, .help = "that is put there; empty: the range is deleted"}
#define AGENT_LSP_ARG_TIMEOUT \
  {"timeout_ms", TOOL_INTEGER, .min = 100, .max = 120000, .otherwise = "5000", .help = "to wait for the server's word on the new text"}
#define AGENT_LSP_ARG_SCOPE \
  {"scope", TOOL_STRING, .choices = "file|workspace", .otherwise = "\"file\"", \
   .help = "file: the changed files; workspace: also those that depend on them"}
#define AGENT_LSP_RESULT_SESSION {"session_id", TOOL_STRING, true, .help = "of the session"}
#define AGENT_LSP_RESULT_VERDICT \
  {"errors_introduced", TOOL_OBJECTS, true, .help = "places in the new text", .fields = tool_agent_complaint_fields}, \
  {"errors_resolved", TOOL_OBJECTS, true, .help = "places in the old text", .fields = tool_agent_complaint_fields}, \
  {"warnings_introduced", TOOL_OBJECTS, true, .help = "which do not count", .fields = tool_agent_complaint_fields}, \
  {"warnings_resolved", TOOL_OBJECTS, true, .help = "which do not count", .fields = tool_agent_complaint_fields}, \
  {"net_delta", TOOL_INTEGER, true, .help = "errors introduced minus resolved; 0: safe"}, \
  {"scope", TOOL_STRING, true, .help = "file or workspace"}, \
  {"confidence", TOOL_STRING, true, .help = "high, eventual (workspace) or partial (not in time, or without a server)"}, \
  {"timeout", TOOL_BOOLEAN, true, .help = "a server did not say in time what it thinks"}, \
  {"duration_ms", TOOL_INTEGER, true, .help = "that judging took"}, \
  {"judged_by", TOOL_STRING, true, .help = "server; syntax and graph; or both"}, \
  {"server", TOOL_STRING, .help = "which one"}, \
  {"files_judged", TOOL_INTEGER, true, .help = "changed ones, and with scope=workspace those that depend on them"}, \
  AGENT_LSP_RESULT_HINT
extern const ToolField tool_agent_complaint_fields[];

/* preview_edit and safe_apply_edit, also under another name. */
extern const ToolField tool_agent_safe_edit_args[], tool_agent_safe_edit_result[];
Err tool_agent_safe_edit(ToolCall *call) MUST_CHECK;

#endif
