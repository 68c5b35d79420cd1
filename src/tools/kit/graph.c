/* Names, symbols and trails in answers. */
#include "src/tools/kit/graph_internal.h"

#include "src/verify/verify.h"

#define LINE_SHOWN 160

/* The reader is held for the whole call, so that all of an answer comes from one
 * state of the store. Sources are read once and kept for the call as well. */
static Err open_at(ToolCall *call, Str path, ToolGraph *ret_graph) {
  ToolGraph graph = {0};
  TRY(tool_place(call, path, &graph.index, &graph.path));
  /* What a tool changes, or has others change, it reads as it is by then. */
  if (call->tool->flags & TOOL_READ_ONLY) graph.calm = index_calm(graph.index);
  TRY(index_reader_take(call->job, graph.index, &graph.reader));
  map_init(&graph.sources, call->job->arena);
  *ret_graph = graph;
  return OK;
}

Err tool_graph_open(ToolCall *call, ToolGraph *ret_graph) { return open_at(call, STR_EMPTY, ret_graph); }

Err tool_graph_run(ToolCall *call, Str path, ToolGraphAnswer *answer) {
  ToolGraph graph;
  TRY(open_at(call, path, &graph));
  Err err = answer(call, &graph);
  tool_graph_close(&graph);
  return err;
}

/* Also for one that failed to open half-way, and harmless when called twice. */
void tool_graph_close(ToolGraph *graph) {
  if (graph->reader) index_reader_return(graph->index, graph->reader);
  graph->reader = NULL;
}

/* Kinds have no choices in the table, because listing them all would cost
 * every client their bytes; so they are checked here. */
static Err wrong_kind(ToolCall *call, Str kind) {
  Arena *arena = call->job->arena;
  Str words[SYMBOL_KIND_COUNT];
  Buf accepted;
  buf_init(&accepted, arena, 2048);
  for (unsigned i = 0; i < SYMBOL_KIND_COUNT; i++) {
    words[i] = str_from_c(symbol_kind_word((SymbolKind)i));
    tool_add_comma(&accepted, words[i]);
  }
  Str nearest = str_nearest(kind, words, SYMBOL_KIND_COUNT);
  Str hint = nearest.len ? str_format(arena, "; did you mean '%.*s'?", STR_ARG(nearest)) : STR_EMPTY;
  return job_fail(call->job, ERR_USAGE, "kind must be one of %.*s, not '%.*s'%.*s", STR_ARG(buf_str(&accepted)),
                  STR_ARG(str_shown(arena, kind, TOOL_SHOWN_WORD)), STR_ARG(hint));
}

/* Beyond any file is beyond any file, whatever the number. */
static uint32_t line_number(int64_t number) { return number < INT32_MAX ? (uint32_t)number : INT32_MAX; }

/* Tools have some of these arguments and not others. Those that a tool's table
 * does not have are left at "any". */
Err tool_target(ToolCall *call, Str name, QueryTarget *ret_target) {
  QueryTarget target = {.name = str_trim(name)};
  if (tool_find_field(call->tool->args, STR("file"))) target.file = tool_arg_str(call, "file");
  if (tool_find_field(call->tool->args, STR("line"))) target.line = line_number(tool_arg_int(call, "line"));
  Str kind = tool_find_field(call->tool->args, STR("kind")) ? tool_arg_str(call, "kind") : STR_EMPTY;
  target.has_kind = kind.len && symbol_kind_from_word(kind, &target.kind);
  if (kind.len && !target.has_kind) return wrong_kind(call, kind);
  *ret_target = target;
  return OK;
}

/* For words in a sentence: each name is shortened, and the buffer's bound ends
 * a list that is too long. */
Str tool_join_names(Arena *arena, const Str *names, size_t count) {
  Buf text;
  buf_init(&text, arena, 1u << 14);
  for (size_t i = 0; i < count; i++) {
    buf_add_format(&text, "%s%.*s", i ? ", " : "", STR_ARG(str_shown(arena, names[i], TOOL_SHOWN_NAME)));
  }
  return buf_str(&text);
}

Str tool_symbol_name(Arena *arena, const StoreSymbol *symbol) {
  return str_shown(arena, query_qualified(arena, symbol), TOOL_SHOWN_NAME);
}

/* The same edge read from either end. */
static const char *relation(EdgeKind kind, bool up) {
  switch (kind) {
    case EDGE_EXTENDS: return up ? "extends" : "extended by";
    case EDGE_IMPLEMENTS: return up ? "implements" : "implemented by";
    default: return up ? "overrides" : "overridden by";
  }
}

Str tool_relation(const QueryRelative *relative, bool up) { return str_from_c(relation(relative->kind, up)); }

/* Who asks a server shows places in the text that the server was shown; places
 * of the graph are in the saved file. */
const QuerySource *tool_source(ToolCall *call, ToolGraph *graph, Str path) {
  if (!call->tool->method) return query_source_once(call->job, graph->index, graph->calm, &graph->sources, path);
  return verify_source_of(call->job, call->scope->hub, graph->index, &graph->sources, path);
}

/* Empty when the file cannot be read or has no such line any more. */
Str tool_line(ToolCall *call, ToolGraph *graph, Str path, uint32_t line) {
  const QuerySource *source = tool_source(call, graph, path);
  return source ? str_shown(call->job->arena, str_trim(query_source_line(source, line)), LINE_SHOWN) : STR_EMPTY;
}

/* At least one line, however long it is: an answer without any would say less
 * than one that is a little too long. */
uint32_t tool_last_line(const QuerySource *source, uint32_t from, uint32_t to, size_t max_bytes) {
  size_t used = query_source_size(source, from, from);
  uint32_t last = from;
  while (last < to && (used += query_source_size(source, last + 1, last + 1)) <= max_bytes) last++;
  return last;
}
