/* entry_points: where execution begins. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

static const char *const words[] = {
    [QUERY_ENTRY_MAIN] = "main function",
    [QUERY_ENTRY_ROUTE] = "route",
    [QUERY_ENTRY_FILE] = "top level of a file nobody imports",
    [QUERY_ENTRY_UNCALLED] = "calls others, nobody found who calls it",
};

static Err answer(ToolCall *call, ToolGraph *graph) {
  QueryEntryPoints points;
  TRY(query_entry_points(call->job, graph->reader, graph->path, (size_t)tool_arg_int(call, "limit"), &points));
  json_field_array(call->fields, "entries");
  for (size_t i = 0; i < points.len; i++) {
    const QueryEntryPoint *one = &points.items[i];
    size_t before = call->text->len;
    tool_add_place(call->text, call->job->arena, &one->symbol);
    buf_add_format(call->text, "  %s, %zu call%s\n", words[one->kind], one->calls, one->calls == 1 ? "" : "s");
    if (!tool_entry_fits(call, before)) {
      points.len = i;
      break;
    }
    json_begin_object(call->fields);
    tool_write_symbol(call->fields, &one->symbol);
    json_field_str(call->fields, "why", str_from_c(words[one->kind]));
    json_field_int(call->fields, "calls", (int64_t)one->calls);
    json_end_object(call->fields);
  }
  json_end_array(call->fields);
  json_field_int(call->fields, "total", (int64_t)points.total);
  if (!points.total) buf_add_c(call->text, "No starting point found.\n");
  if (points.len < points.total) buf_add_format(call->text, "%zu of %zu shown; narrow by path, or raise limit.\n", points.len, points.total);
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
