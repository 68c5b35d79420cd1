/* Who uses what is about to change: blast_radius and detect_changes. */
#ifndef FATHOM_TOOLS_AGENT_LSP_BLAST_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_BLAST_INTERNAL_H

#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define AGENT_BLAST_MAX 200  /* symbols that are looked at */
#define AGENT_BLAST_USES 100 /* uses of one that are named */

/* One user of a changed symbol: the function or type around a use, not the use
 * itself, because that is what a reader has to look at. */
typedef struct AgentUse {
  Str name;      /* of the symbol it is in; empty: at the top of its file */
  Str path;
  uint32_t line; /* of the first one in that symbol */
  SymbolId id;   /* of that symbol; 0: unknown */
  bool is_test;
} AgentUse;
typedef struct AgentUses {
  AgentUse *items; /* by path and line, one for each symbol */
  size_t len, cap;
} AgentUses;

/* A symbol that is about to change, with all who use it. */
typedef struct AgentChanged {
  Str name;
  Str path;
  uint32_t line;
  bool sync_guarded; /* a member of a type with a lock or atomic */
  AgentUses uses;
  size_t tests, others; /* of uses */
} AgentChanged;
/* One call. Everything in it lives in the job's arena; the reader and the
 * servers are given back by tool_agent_blast_close. Warnings are collected
 * because many symbols meet the same trouble, and are told once at the end. */
typedef struct AgentBlast {
  AgentFile file; /* the workspace, with its graph */
  Map servers;    /* path -> AgentFile */
  AgentChanged *items;
  size_t len, cap;
  size_t left_out; /* symbols beyond AGENT_BLAST_MAX */
  bool used_graph, used_server;
  int64_t end_ms; /* servers are asked until then */
  Str *warnings;
  size_t warning_count, warning_cap;
} AgentBlast;

/* `path`: any of the workspace, as the caller gave it; may be empty. On
 * success the blast must be closed; on an error nothing is held. */
Err tool_agent_blast_open(ToolCall *call, Str path, AgentBlast *ret_blast) MUST_CHECK;
void tool_agent_blast_close(AgentBlast *blast);
/* The symbols of a file, relative to the workspace; adds. */
Err tool_agent_blast_file(AgentBlast *blast, Str path, bool exported_only) MUST_CHECK;
/* One symbol of the graph, with who uses it; beyond AGENT_BLAST_MAX it is only
 * counted. What a server fails to answer is the graph's to answer and becomes
 * a warning; an error is one of the index or of the job. */
Err tool_agent_blast_symbol(AgentBlast *blast, const StoreSymbol *symbol) MUST_CHECK;
/* name, file, line as fields of an open row; no words. */
void tool_agent_field_use(AgentBlast *blast, Str name, Str path, uint32_t line);
/* Fields non_test_callers, warnings and source, which both tools have. */
void tool_agent_add_blast(AgentBlast *blast);

#define AGENT_BLAST_USE_ROWS                                                        \
  {"name", TOOL_STRING, true, .help = "the symbol; empty: at the top of its file"}, \
  {"file", TOOL_STRING, true, .help = "absolute path"},                             \
  {"line", TOOL_INTEGER, true, .help = "from 1"}
extern const ToolField tool_agent_use_fields[], tool_agent_caller_fields[];

#endif
