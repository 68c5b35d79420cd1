/* codegraph_trace: a call path with bodies, under CodeGraph's name. */
#include "src/query/path/path.h"
#include "src/tools/compat/codegraph_graph_internal.h"

#define STEPS_MAX 7 /* symbols on a path; more are a wander */
#define CALLEES 6
#define STATIC_CALLS 10

/* Lines and bytes of each body: the path is what was asked for, what the last
 * function then calls is only an outlook. */
static const ToolRoom hop_room = {60, 1800}, callee_room = {16, 600};

static void show_symbol(CodegraphCall *cg, const StoreSymbol *symbol, ToolRoom room) {
  Answer *answer = cg->call->answer;
  answer_member(answer, NULL, symbol->container, NULL, symbol->name);
  answer_say(answer, " (");
  answer_path(answer, NULL, symbol->path);
  answer_say(answer, ":%u-%u)\n", symbol->full.line, symbol->full.end_line);
  tool_answer_body(cg->call, &cg->graph, symbol, room);
}

/* The line of the call stands between caller and callee, from the caller's
 * file as it is now. */
static void show_step(CodegraphCall *cg, const QueryHop *hop, const QueryHop *before) {
  ToolCall *call = cg->call;
  Str note = query_edge_note(call->job, cg->graph.reader, &hop->edge);
  const QuerySource *source = tool_source(call, &cg->graph, before->symbol.path);
  Str line = source ? str_shown(call->job->arena, str_trim(query_source_line(source, hop->edge.line)), 160) : STR_EMPTY;
  answer_say(call->answer, "   ↓ %s@%u%s%s  %.*s\n", edge_kind_word((EdgeKind)hop->edge.kind), hop->edge.line,
                 hop->is_dispatch ? " (dispatch)" : "", note.len ? str_to_c(call->job->arena, str_format(call->job->arena, " (%.*s)", STR_ARG(note))) : "",
                 STR_ARG(line));
}

/* What the last function calls may be one of those above it, which has been
 * shown. */
static bool is_on_path(const QueryPath *path, const StoreSymbol *symbol) {
  for (size_t i = 0; i < path->len; i++) {
    if (path->hops[i].symbol.id.value == symbol->id.value) return true;
  }
  return false;
}

static Err show_path(CodegraphCall *cg, const QueryPath *path) {
  ToolCall *call = cg->call;
  QueryTrail trail;
  const StoreSymbol *last = &path->hops[path->len - 1].symbol;
  answer_say(call->answer, "## Trace: %.*s → %.*s\n\n%zu hops:\n\n", STR_ARG(str_shown(call->job->arena, tool_arg_str(call, "from"), TOOL_SHOWN_NAME)),
                 STR_ARG(str_shown(call->job->arena, tool_arg_str(call, "to"), TOOL_SHOWN_NAME)), path->len);
  for (size_t i = 0; i < path->len; i++) {
    if (i) show_step(cg, &path->hops[i], &path->hops[i - 1]);
    answer_say(call->answer, "%zu. ", i + 1);
    show_symbol(cg, &path->hops[i].symbol, hop_room);
  }
  QueryTrailRequest request = {.symbols = last, .count = 1, .direction = QUERY_CALLEES, .kinds = QUERY_CALLS, .limit = CALLEES + path->len};
  TRY(query_trail(call->job, cg->graph.reader, &request, &trail));
  for (size_t i = 0, shown = 0; i < trail.direct.len && shown < CALLEES; i++) {
    if (is_on_path(path, &trail.direct.items[i].symbol)) continue;
    if (!shown++) answer_say(call->answer, "\n### `%.*s` then calls:\n", STR_ARG(tool_symbol_name(call->job->arena, last)));
    answer_say(call->answer, "\n- ");
    show_symbol(cg, &trail.direct.items[i].symbol, callee_room);
  }
  return OK;
}

/* Why there is no path is worth more than that there is none: calls that could
 * not be resolved are where it may break, and if there are none the two simply
 * do not meet. */
static Err show_none(CodegraphCall *cg, const QueryPath *path, const StoreSymbol *start) {
  ToolCall *call = cg->call;
  QueryOpenCalls open;
  QueryTrail trail;
  answer_say(call->answer, "No direct call path from \"%.*s\" to \"%.*s\".\n",
                 STR_ARG(str_shown(call->job->arena, tool_arg_str(call, "from"), TOOL_SHOWN_NAME)),
                 STR_ARG(str_shown(call->job->arena, tool_arg_str(call, "to"), TOOL_SHOWN_NAME)));
  if (path->len) answer_say(call->answer, "Only a chain of %zu hops connects them: rather a wander than the flow.\n", path->len);
  TRY(query_open_calls(call->job, cg->graph.reader, start, CALLEES, &open));
  for (size_t i = 0; i < open.len; i++) {
    Str line = tool_line(call, &cg->graph, start->path, open.items[i].line);
    if (!i) answer_say(call->answer, "\nThe chain may break at **dynamic dispatch**:\n");
    answer_place(call->answer, NULL, start->path, NULL, open.items[i].line);
    answer_say(call->answer, ": %.*s (%s)\n", STR_ARG(line), open.items[i].why);
  }
  if (!open.len) {
    answer_say(call->answer, "\nEvery call in %.*s is resolved: the chain does not break there, it leads elsewhere.\n",
               STR_ARG(tool_symbol_name(call->job->arena, start)));
  }
  QueryTrailRequest request = {.symbols = start, .count = 1, .direction = QUERY_CALLEES, .kinds = QUERY_CALLS, .limit = STATIC_CALLS};
  TRY(query_trail(call->job, cg->graph.reader, &request, &trail));
  for (size_t i = 0; i < trail.direct.len; i++) {
    if (!i) answer_say(call->answer, "\n**%.*s statically calls:**\n", STR_ARG(tool_symbol_name(call->job->arena, start)));
    tool_codegraph_line(cg, &trail.direct.items[i].symbol, "");
  }
  return OK;
}

/* A name that is not found has been answered for by then; the second is not
 * looked for if the first is missing. */
static Err answer(CodegraphCall *cg) {
  ToolCall *call = cg->call;
  QueryTargets to;
  QueryPath path;
  TRY(tool_codegraph_find(cg, "from", &cg->targets));
  if (!cg->targets.len) return OK;
  TRY(tool_codegraph_find(cg, "to", &to));
  if (!to.len) return OK;
  QueryPathRequest request = {.from = cg->targets.items, .from_count = cg->targets.len, .to = to.items, .to_count = to.len};
  TRY(query_path(call->job, cg->graph.reader, &request, &path));
  if (path.len && path.len <= STEPS_MAX) TRY(show_path(cg, &path));
  else TRY(show_none(cg, &path, &cg->targets.items[0]));
  return tool_codegraph_finish(cg);
}

static Err run(ToolCall *call) { return tool_codegraph_run(call, answer); }

static const ToolField args[] = {
    {"from", TOOL_STRING, true, .min = 1, .max = 10000, .help = "symbol where it begins"},
    {"to", TOOL_STRING, true, .min = 1, .max = 10000, .help = "symbol where it ends"},
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_trace = {
    .name = "codegraph_trace",
    .title = "Trace",
    .summary = "Show the call path between two symbols: each hop with its site and body, then what the destination calls.",
    .args = args,
    .example = "codegraph_trace from=main to=main",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "trace",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
