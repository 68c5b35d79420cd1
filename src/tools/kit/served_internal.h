/* A call about a file and the language server that knows it, for all families
 * of tools that ask one. Lives in agent_lsp/agent_lsp.c. */
#ifndef FATHOM_TOOLS_KIT_SERVED_INTERNAL_H
#define FATHOM_TOOLS_KIT_SERVED_INTERNAL_H

#include "src/tools/kit/graph_internal.h"
#include "src/verify/verify.h"

typedef struct AgentFile {
  ToolCall *call;
  ToolGraph graph;   /* its reader only after tool_agent_graph */
  Str path;          /* relative to the workspace */
  LspServer *server; /* NULL: none could be had, `err` and `words` say why */
  bool is_ready;     /* it had seen the workspace when it was waited for */
  bool is_said;      /* that it had not */
  Err err;
  Str words;
} AgentFile;
typedef Err AgentAnswer(AgentFile *file);

/* Opens the file of the argument file_path with a server for it, answers,
 * lets both go. `instead`: what answers without a server, said when there is
 * none; may be NULL. */
Err tool_agent_run(ToolCall *call, const char *instead, AgentAnswer *answer) MUST_CHECK;
/* The same where the answer also knows what to do without a server. */
Err tool_agent_run_anyhow(ToolCall *call, AgentAnswer *answer) MUST_CHECK;

/* The same without a server, for answers of the graph and of the disk; one that
 * needs a server after all takes it by itself. */
Err tool_agent_run_alone(ToolCall *call, AgentAnswer *answer) MUST_CHECK;

/* The pieces of it. `path` as the caller gave it; ERR_NOT_FOUND, ERR_USAGE:
 * there is no such file. */
Err tool_agent_open(ToolCall *call, Str path, AgentFile *ret_file) MUST_CHECK;
/* Takes the server; what it says is in err and words, too. */
Err tool_agent_take(AgentFile *file, Str language_id) MUST_CHECK;
void tool_agent_close(AgentFile *file);
/* The graph of the workspace, up to date. */
Err tool_agent_graph(AgentFile *file) MUST_CHECK;
/* Whether an answer without a server is better than this error: there is none,
 * it cannot do it, or it went away. Then forgotten, its words kept in *file. */
bool tool_agent_forgive(AgentFile *file, Err err);
/* A server's faults are not the client's: as an error of a tool, with what
 * answers instead. */
Err tool_agent_fail(ToolCall *call, Err err, const char *instead) MUST_CHECK;

/* Waits until the server has seen the workspace, 15 s at most: is_ready. */
Err tool_agent_wait(AgentFile *file) MUST_CHECK;
/* The same; when that is not enough the answer says that it may lack
 * something. */
Err tool_agent_ready(AgentFile *file) MUST_CHECK;
/* Servers for a question without a file: of the language, else those of the
 * workspace that are installed; at most AGENT_LSP_SERVERS_MAX. None: why is in
 * file->err and file->words. `file` needs no path. */
#define AGENT_LSP_SERVERS_MAX 4
typedef struct AgentServers {
  LspServer *items[AGENT_LSP_SERVERS_MAX];
  size_t len;
} AgentServers;
Err tool_agent_servers(AgentFile *file, Str language_id, AgentServers *ret_servers) MUST_CHECK;
/* Those of them that run and have read the workspace: starts nothing, waits for
 * nothing. *ret_others: how many languages have a server that is not asked. */
Err tool_agent_ready_servers(AgentFile *file, AgentServers *ret_servers, size_t *ret_others) MUST_CHECK;
void tool_agent_release(AgentServers *servers);

/* verify_references for a call's file. */
Err tool_agent_references(AgentFile *file, TextPoint point, bool with_declaration, VerifyPlaces *ret_places) MUST_CHECK;

Str tool_agent_absolute(const AgentFile *file, Str path); /* of one relative to the workspace */
/* The file's text as it is on disk. */
Err tool_agent_text(AgentFile *file, Text *ret_text) MUST_CHECK;

#endif
