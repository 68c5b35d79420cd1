/* Who uses what is about to change: blast_radius and detect_changes. */
#ifndef FATHOM_TOOLS_AGENT_LSP_BLAST_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_BLAST_INTERNAL_H

#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define AGENT_BLAST_MAX 200  /* symbols that are looked at */
#define AGENT_BLAST_USES 100 /* uses of one that are named */

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

typedef struct AgentChanged {
  Str name;
  Str path;
  uint32_t line;
  bool sync_guarded; /* a member of a type with a lock or atomic */
  AgentUses uses;
  size_t tests, others; /* of uses */
} AgentChanged;
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

/* `path`: any of the workspace, as the caller gave it; may be empty. */
Err tool_agent_blast_open(ToolCall *call, Str path, AgentBlast *ret_blast) MUST_CHECK;
void tool_agent_blast_close(AgentBlast *blast);
/* The symbols of a file, relative to the workspace; adds. */
Err tool_agent_blast_file(AgentBlast *blast, Str path, bool exported_only) MUST_CHECK;
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
