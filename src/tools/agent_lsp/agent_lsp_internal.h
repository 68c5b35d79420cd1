/* What the agent-lsp tools share besides the file a call is about: places as
 * arguments, and how places are written. */
#ifndef FATHOM_TOOLS_AGENT_LSP_AGENT_LSP_INTERNAL_H
#define FATHOM_TOOLS_AGENT_LSP_AGENT_LSP_INTERNAL_H

#include "src/tools/kit/served_internal.h"

#define AGENT_LSP_ITEMS_MAX 200 /* places or symbols in one list of an answer */
/* Of tools that ask and change nothing; their contract promises fields, so
 * they are structured without being asked. */
#define AGENT_LSP_FLAGS (TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED)

/* Rows of arguments. */
#define AGENT_LSP_ARG_FILE {"file_path", TOOL_PATH, true, .min = 1, .max = 0, .help = "absolute, or relative to the workspace", .listed = ""}
#define AGENT_LSP_ARG_LANGUAGE {"language_id", TOOL_STRING, .help = "found by the file's name when not given", .listed = ""}
#define AGENT_LSP_ARGS_POINT \
  {"line", TOOL_INTEGER, true, .min = 1, .max = 0, .help = "from 1"}, \
  {"column", TOOL_INTEGER, true, .min = 1, .max = 0, .help = "from 1, in characters", .listed = ""}
/* The same, or a pattern instead. */
#define AGENT_LSP_ARGS_PLACE \
  {"line", TOOL_INTEGER, .min = 1, .max = 0, .help = "from 1; or position_pattern"}, \
  {"column", TOOL_INTEGER, .min = 1, .max = 0, .help = "from 1, in characters", .listed = ""}, \
  AGENT_LSP_ARGS_PATTERN
#define AGENT_LSP_ARGS_PATTERN \
  {"position_pattern", TOOL_STRING, \
   .help = "instead of line and column: text of the file with @@ before the character that is meant", \
   .listed = "or text with @@ before the place"}, \
  {"line_scope_start", TOOL_INTEGER, .min = 1, .max = 0, .help = "the pattern: from this line on", .listed = ""}, \
  {"line_scope_end", TOOL_INTEGER, .min = 1, .max = 0, .help = "the pattern: up to this line", .listed = ""}
#define AGENT_LSP_ARGS_RANGE \
  {"start_line", TOOL_INTEGER, true, .min = 1, .max = 0, .help = "from 1"}, \
  {"start_column", TOOL_INTEGER, true, .min = 1, .max = 0, .help = "from 1, in characters", .listed = ""}, \
  {"end_line", TOOL_INTEGER, true, .min = 1, .max = 0, .help = "from 1"}, \
  {"end_column", TOOL_INTEGER, true, .min = 1, .max = 0, .help = "from 1; not part of the range"}

/* ---- agent_lsp_joint.c: verify.h for a call's file ---- */

/* Each asks the function of the same name in verify/ with what the call has
 * open; what it returns lives in the job's arena. Those about the graph need
 * tool_agent_graph first; the others open it themselves where they need it.
 * Errors are explained in the job. */
Err tool_agent_symbol_at(AgentFile *file, TextPoint point, StoreSymbol *ret_symbol) MUST_CHECK;
bool tool_agent_is_test(AgentFile *file, Str path);
Err tool_agent_around(AgentFile *file, Str path, uint32_t line, StoreSymbol *ret_symbol) MUST_CHECK;
LspSymbol tool_agent_from_graph(AgentFile *file, const StoreSymbol *symbol);
Err tool_agent_calls(AgentFile *file, TextPoint point, bool incoming, bool outgoing, VerifyCalls *ret_calls) MUST_CHECK;
Err tool_agent_types(AgentFile *file, TextPoint point, bool supertypes, bool subtypes, VerifyCalls *ret_types) MUST_CHECK;
Err tool_agent_enclosing(AgentFile *file, TextPoint point, LspSymbol *ret_symbol, bool *ret_is_graph) MUST_CHECK;
/* Who names which of the places, and what is missing: the fields `sources`,
 * `partial` and `refuted`, and lines. */
void tool_agent_say_joint(ToolCall *call, const VerifyPlaces *places);
#define AGENT_LSP_RESULT_JOINT \
  {"sources", TOOL_STRINGS, true, .help = "who names each of the locations: server, graph or both"}, \
  {"partial", TOOL_BOOLEAN, true, .help = "the server is not known to have read every file with uses"}, \
  {"refuted", TOOL_INTEGER, .help = "places of the graph that the server, which has read them, does not name: left out"}

/* ---- agent_lsp_concurrent.c: pure ---- */

/* What starts a thread, task or timer around a byte of a text, not before
 * `from`: "go func", "pthread_create("; empty: nothing that is recognised. */
Str tool_agent_concurrent(Str text, size_t from, size_t site);
/* Whether a type's text has a lock or atomic among its members. */
bool tool_agent_is_guarded(Str text);

/* ---- agent_lsp_point.c: places as arguments ---- */

/* By line and column, or by position_pattern; ERR_USAGE says what there is.
 * The place is checked against the text as the client sees it. */
Err tool_agent_point(AgentFile *file, TextPoint *ret_point) MUST_CHECK;
Err tool_agent_at(AgentFile *file, LspAt *ret_at) MUST_CHECK;
/* By start_line ... end_column. The end is brought back to the end of the
 * text. */
Err tool_agent_extent(AgentFile *file, LspExtent *ret_extent) MUST_CHECK;
/* The byte that a pattern's mark means, within lines from..to (0: no limit). */
typedef struct AgentPattern {
  Str pattern;
  uint32_t from, to;
} AgentPattern;
Err tool_agent_find_pattern(Job *job, const Text *text, Str path, const AgentPattern *pattern, size_t *ret_byte) MUST_CHECK;

/* ---- agent_lsp_write.c: places in answers ---- */

/* Into a row: `path:line:column  text of the line`, and as fields file, line,
 * column, end_line, end_column and text. */
void tool_agent_add_location(AgentFile *file, const LspLocation *location);
/* {"start":{"line","character"},"end":...}, from 1; as a field, or its members
 * into an open row. No words. */
void tool_agent_add_ends(Answer *answer, const LspRange *range);
void tool_agent_add_range(Answer *answer, const char *name, const LspRange *range);
/* Locations as an answer of their own: field `locations`, or `nothing` said.
 * By contract the list alone is the answer. */
typedef struct AgentSaying {
  const char *nothing; /* "nothing is defined there" */
  const char *hint;    /* what to do next */
} AgentSaying;
Err tool_agent_say_locations(AgentFile *file, const LspLocations *locations, const AgentSaying *saying) MUST_CHECK;
#define AGENT_LSP_RESULT_LOCATIONS \
  {"locations", TOOL_OBJECTS, true, .help = "by file and place", .fields = tool_agent_location_fields}

/* Into a row: `name [kind] path:line`, and as fields name, kind (the protocol's
 * number), kind_name, detail, container, uri, file, range and selectionRange. */
void tool_agent_add_symbol(AgentFile *file, const LspSymbol *symbol);
/* Its beginning, up to the place: `name [kind] `, and name, kind, kind_name. */
void tool_agent_add_title(Answer *answer, const LspSymbol *symbol);
/* A list of them, a line each. */
void tool_agent_add_symbols(AgentFile *file, const char *name, const LspSymbols *symbols);

/* Something to know of the answer: a line, and the field `note`; once a call. */
void tool_agent_note(ToolCall *call, Str note);
/* What to do next: the field `hint` and the last line. */
void tool_agent_hint(ToolCall *call, const char *hint);
/* Who answered: the field `source`, "server", "graph" or "server and graph"; of
 * the graph also why, as a note. */
void tool_agent_source(AgentFile *file, bool is_server, bool is_graph);
/* The same where nothing was found, which is what the note says first. */
void tool_agent_nothing(AgentFile *file, bool is_server, bool is_graph, const char *nothing);
/* _meta.token_savings: how much smaller the fields so far are than `full`
 * bytes. Nothing of the answer may be open. */
void tool_agent_savings(ToolCall *call, size_t full);

#define AGENT_LSP_LOCATION_ROWS \
  {"file", TOOL_STRING, true, .help = "absolute path"}, \
  {"line", TOOL_INTEGER, true, .help = "from 1"}, \
  {"column", TOOL_INTEGER, true, .help = "from 1, in characters", .listed = ""}, \
  {"end_line", TOOL_INTEGER, true, .help = "from 1"}, \
  {"end_column", TOOL_INTEGER, true, .help = "after the last character"}, \
  {"text", TOOL_STRING, .help = "what stands on the line"}
#define AGENT_LSP_RESULT_HINT \
  {"note", TOOL_STRING, .help = "what else there is to know of this answer"}, {"hint", TOOL_STRING, .help = "what to do next"}
#define AGENT_LSP_RESULT_INDEXING {"indexing", TOOL_BOOLEAN, .help = "the server is still reading: something may be missing"}
#define AGENT_LSP_RESULT_RANGE(name) \
  {name, TOOL_OBJECT, true, .help = "lines and characters from 1", .fields = tool_agent_range_fields}
#define AGENT_LSP_RESULT_SOURCE {"source", TOOL_STRING, true, .help = "who answered: server, graph, or both"}
#define AGENT_LSP_RESULT_META {"_meta", TOOL_OBJECT, .help = "token_savings: how much smaller this is than the file"}
extern const ToolField tool_agent_location_fields[], tool_agent_range_fields[], tool_agent_symbol_fields[];

#endif
