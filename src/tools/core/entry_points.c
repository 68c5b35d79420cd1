/* entry_points: where execution begins. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

/* Why something counts as a beginning; the same words for readers and
 * programs. */
static const char *const words[] = {
    [QUERY_ENTRY_MAIN] = "main function",
    [QUERY_ENTRY_ROUTE] = "route",
    [QUERY_ENTRY_FILE] = "top level of a file nobody imports",
    [QUERY_ENTRY_UNCALLED] = "calls others, nobody found who calls it",
};

static void add_entry(ToolCall *call, const QueryEntryPoint *one) {
  Answer *out = call->answer;
  answer_begin_row(out);
  tool_answer_place(call, &one->symbol);
  answer_say(out, "  %s, ", words[one->kind]);
  answer_field_str(out, "why", str_from_c(words[one->kind]));
  answer_count(out, "calls", one->calls);
  answer_say(out, one->calls == 1 ? " call\n" : " calls\n");
  answer_end(out);
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  Answer *out = call->answer;
  QueryEntryPoints points;
  TRY(query_entry_points(call->job, graph->reader, graph->path, (size_t)tool_arg_int(call, "limit"), &points));
  answer_begin_ranked(out, "entries");
  for (size_t i = 0; i < points.len && !answer_is_full(out); i++) add_entry(call, &points.items[i]);
  size_t shown = answer_end_list(out);
  if (!points.total) answer_warn(out, "No starting point found.");
  answer_rest(out, &(AnswerRest){.shown = shown, .total = points.total, .hint = "narrow by path, or raise limit", .total_key = "total"});
  return tool_add_gaps(call, graph->index, false);
}

static Err run(ToolCall *call) { return tool_graph_run(call, tool_arg_str(call, "path"), answer); }

static const ToolField args[] = {
    {"path", TOOL_PATH, .help = "only in this file, directory or glob"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 1000, .otherwise = "50", .help = "entries to show"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField entry_row[] = {
    TOOL_SYMBOL_ROWS,
    {"why", TOOL_STRING, true, .help = "what makes it one"},
    {"calls", TOOL_INTEGER, true, .help = "different symbols it calls"},
    {0},
};
static const ToolField result[] = {
    {"entries", TOOL_OBJECTS, true, .help = "main functions, routes, files, then by calls", .fields = entry_row},
    {"total", TOOL_INTEGER, true, .help = "before the limit"},
    {0},
};

const Tool tool_entry_points = {
    .name = "entry_points",
    .title = "Entry points",
    .summary = "List where execution begins: main functions, routes, files nobody imports, functions nobody calls.",
    .args = args,
    .result = result,
    .example = "entry_points limit=20",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
