/* dead_code: what nothing refers to. What runs without being named, such as
 * handlers of routes and tests, is known to the graph and left out by query/;
 * what only a reader can know is said in the note. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

static Err answer(ToolCall *call, ToolGraph *graph) {
  Answer *out = call->answer;
  QueryFound found;
  QueryDead request = {.path = graph->path, .exported = tool_arg_bool(call, "exported"), .limit = (size_t)tool_arg_int(call, "limit")};
  TRY(query_dead_code(call->job, graph->reader, &request, &found));
  answer_begin_ranked(out, "symbols");
  for (size_t i = 0; i < found.len && !answer_is_full(out); i++) {
    answer_begin_row(out);
    tool_answer_place(call, &found.items[i]);
    answer_say(out, "\n");
    answer_end(out);
  }
  size_t shown = answer_end_list(out);
  if (!found.total) answer_warn(out, "Nothing found that nothing refers to.");
  answer_rest(out, &(AnswerRest){.shown = shown, .total = found.total, .hint = "narrow by path, or raise limit", .total_key = "total"});
  answer_note(out, "What is called only by name at run time, or from outside the workspace, looks unused too.");
  return tool_add_gaps(call, graph->index, false);
}

static Err run(ToolCall *call) { return tool_graph_run(call, tool_arg_str(call, "path"), answer); }

static const ToolField args[] = {
    {"path", TOOL_PATH, .help = "only in this file, directory or glob"},
    {"exported", TOOL_BOOLEAN, .help = "what other files can see, too"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 1000, .otherwise = "100", .help = "symbols to show"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField symbol_row[] = {TOOL_SYMBOL_ROWS, {0}};
static const ToolField result[] = {
    {"symbols", TOOL_OBJECTS, true, .help = "by path and line", .fields = symbol_row},
    {"total", TOOL_INTEGER, true, .help = "before the limit"},
    {0},
};

const Tool tool_dead_code = {
    .name = "dead_code",
    .title = "Dead code",
    .summary = "List unused functions and types, which nothing refers to; tests, starting points, overriding methods and generated code left out.",
    .args = args,
    .result = result,
    .example = "dead_code path=src limit=20",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
