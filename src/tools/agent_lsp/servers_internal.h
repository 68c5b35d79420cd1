/* What the tools about servers themselves share. */
#ifndef FATHOM_TOOLS_AGENT_LSP_SERVERS_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_SERVERS_INTERNAL_H

#include "src/tools/agent_lsp/agent_lsp_internal.h"


/* The servers of a call's workspace that run. */
typedef struct AgentRunning {
  ToolCall *call;
  Index *index;
  Str root;      /* of the workspace */
  Str directory; /* the path that was given, relative to it */
  LspServer **items;
  size_t len;
} AgentRunning;

/* ERR_NOT_FOUND: `relative` is no folder of the workspace; empty: the workspace
 * itself. */
Err tool_agent_directory(ToolCall *call, Index *index, Str relative) MUST_CHECK;
/* `path`: a directory of the workspace; empty: the client's own. Starts
 * nothing. The servers are held until tool_agent_running_close, which may be
 * called twice. ERR_UNAVAILABLE: this process starts no servers at all. */
Err tool_agent_running_open(ToolCall *call, Str path, AgentRunning *ret_servers) MUST_CHECK;
void tool_agent_running_close(AgentRunning *servers);
/* When none runs: starts the one for the language with the most files. */
Err tool_agent_running_need(AgentRunning *servers) MUST_CHECK;
/* Languages of a workspace and what is installed for them. */
Err tool_agent_survey(ToolCall *call, Str directory, ToolServersFound *ret_found) MUST_CHECK;

/* In the job's arena; empty: it does not say. */
Str tool_agent_version(ToolCall *call, const LspServer *server);
/* name, version, root, state, pid into an open object. */
void tool_agent_write_server(const AgentRunning *servers, LspServer *server);

#define AGENT_LSP_SERVER_ROWS                                                   \
  {"name", TOOL_STRING, true, .help = "of the server"},                         \
  {"version", TOOL_STRING, true, .help = "empty: it does not say"},             \
  {"root", TOOL_STRING, true, .help = "directory it works in"},                 \
  {"state", TOOL_STRING, true, .help = "starting, indexing, ready, ..."},       \
  {"pid", TOOL_INTEGER, true, .help = "of its process; 0: it was connected to"}

#endif
