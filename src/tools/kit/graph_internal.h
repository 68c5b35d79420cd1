/* What tools over the graph share: what a name means, and how symbols and
 * trails are written. */
#ifndef FATHOM_TOOLS_KIT_GRAPH_INTERNAL_H
#define FATHOM_TOOLS_KIT_GRAPH_INTERNAL_H

#include "src/base/map.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"
#include "src/query/source/source.h"
#include "src/tools/kit/place_internal.h"

/* A workspace, up to date, with a reader that sees one state of it. */
typedef struct ToolGraph {
  Index *index;
  StoreReader *reader;
  Str path;    /* tool_graph_run: the call's own, within the workspace */
  Map sources; /* files that were shown */
  uint64_t calm; /* index_calm, of the refresh it began with; 0: texts are read anew */
} ToolGraph;
/* Opens the workspace that `path` lies in, runs `answer`, closes it. */
typedef Err ToolGraphAnswer(ToolCall *call, ToolGraph *graph);
Err tool_graph_run(ToolCall *call, Str path, ToolGraphAnswer *answer) MUST_CHECK;
Err tool_graph_open(ToolCall *call, ToolGraph *ret_graph) MUST_CHECK;
void tool_graph_close(ToolGraph *graph);

/* The target of a call's arguments: `name` with, where its table has them,
 * file, line and kind. ERR_USAGE: there is no such kind. */
Err tool_target(ToolCall *call, Str name, QueryTarget *ret_target) MUST_CHECK;
Str tool_join_names(Arena *arena, const Str *names, size_t count);

Str tool_symbol_name(Arena *arena, const StoreSymbol *symbol); /* `Container.name`, safe to show */
#define TOOL_SYMBOL_ROWS                                                    \
  {"name", TOOL_STRING, true, .help = "its name"},                          \
  {"kind", TOOL_STRING, true, .help = "what it is"},                        \
  {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},   \
  {"line", TOOL_INTEGER, true, .help = "line of the name, from 1"},         \
  {"container", TOOL_STRING, .help = "what it belongs to"}

/* The texts that the call's client has open and has not saved and that the
 * index's readers know nothing of, path -> Str; NULL: none. */
const Map *tool_unlaid(ToolCall *call, Index *index);
/* A file's text as the call's client sees it: the unsaved one, else as on disk. */
Err tool_source_open(ToolCall *call, Index *index, Str path, QuerySource *ret_source) MUST_CHECK;
/* The text of a file, read once a call; NULL: it cannot be read. */
const QuerySource *tool_source(ToolCall *call, ToolGraph *graph, Str path);
/* One line of it, trimmed and cut. */
Str tool_line(ToolCall *call, ToolGraph *graph, Str path, uint32_t line);
/* The last of the lines whose text fits; at least the first. */
uint32_t tool_last_line(const QuerySource *source, uint32_t from, uint32_t to, size_t max_bytes);

Str tool_relation(const QueryRelative *relative, bool up); /* "extends", "extended by", … */
/* ---- graph_answer.c: the same in an answer ---- */

/* name, kind, path, line (and container) of what is open; no words. */
void tool_answer_fields(Answer *answer, const StoreSymbol *symbol);
/* Those fields, and the words `Container.name  path:line`; of a file: its path. */
void tool_answer_symbol(ToolCall *call, const StoreSymbol *symbol);
/* Those fields, and the words `path:line kind Container.name`. */
void tool_answer_place(ToolCall *call, const StoreSymbol *symbol);
/* A list of such rows, without words. */
void tool_answer_symbols(Answer *answer, const char *key, const StoreSymbol *symbols, size_t count);
/* `There is: a, b`, a line; nothing for none. Words only. */
void tool_answer_suggestions(Answer *answer, const Str *names, size_t count);
/* `a, b`. Words only. */
void tool_answer_names(Answer *answer, const Str *names, size_t count);
/* What a name means; none: the answer says so, in words and fields. */
Err tool_answer_targets(ToolCall *call, ToolGraph *graph, const QueryTarget *target, QueryTargets *ret_targets) MUST_CHECK;
/* Nothing is called so: says it, with suggestions, why a file is left out, and
 * how much was searched. Words only. */
Err tool_answer_missing(ToolCall *call, ToolGraph *graph, const QueryTarget *target, const QueryTargets *targets) MUST_CHECK;
/* `  path: name:line at 12, 15, note; name:line at 20`: neighbours in one file
 * share a line. Words only. */
void tool_answer_entries(ToolCall *call, ToolGraph *graph, const QueryTrailGroup *group);
/* What was listed of a symbol's callers. */
typedef struct ToolListed {
  bool has_callers;
  bool has_family; /* those through other declarations, too */
  bool has_links;  /* what may reach it by heuristics, through what holds it */
} ToolListed;
/* How complete a list of the symbol's callers is: that every call of its name
 * was resolved, or which were not. A line, and the field `openCalls`; nothing of
 * what cannot be called. */
Err tool_answer_open_calls(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, const ToolListed *listed) MUST_CHECK;
#define TOOL_OPEN_CALLS_ROW \
  {"openCalls", TOOL_INTEGER, .help = "calls of that name whose target could not be told; 0: callers are complete"}
/* Callees by dispatch, below the method that is called by name. Words only. */
void tool_answer_dispatched(ToolCall *call, const QueryTrailGroup *group);
/* One of the relatives, below a heading where the relation or the level is
 * another than before; `first` is the first that is shown. Its symbol's fields
 * belong to what is open. */
void tool_answer_relative(ToolCall *call, const QueryRelatives *relatives, size_t at, size_t first, bool up);

/* Lines of a file as items of the page, some lines each and all below one heading, so
 * that a page ends between two of them. Lines behind the end are none. */
void tool_answer_items(ToolCall *call, Str heading, const QuerySource *source, uint32_t from, uint32_t to);
/* How much of a body may be shown, and how much of it fits: the lines from
 * `from` to `to`; it goes on to `end`. */
typedef struct ToolRoom {
  uint32_t lines;
  size_t bytes;
} ToolRoom;
typedef struct ToolBody {
  const QuerySource *source; /* valid as long as the call */
  uint32_t from, to, end;
} ToolBody;
/* The first lines of a symbol's text, as many as both limits allow; one at
 * least. False: it has none that can be read. */
bool tool_find_body(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, ToolRoom room, ToolBody *ret_body);
/* Shows it, with a note on what is left out. */
void tool_answer_body(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, ToolRoom room);

#endif
