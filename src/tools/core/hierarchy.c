/* hierarchy: what a type or method is built on, and what is built on it. */
#include "src/tools/kit/graph_internal.h"

static void show(ToolCall *call, const char *title, const char *field, const QueryRelatives *relatives, bool up) {
  if (relatives->total) buf_add_format(call->text, "%s (%zu):\n", title, relatives->total);
  json_field_array(call->fields, field);
  size_t shown = 0;
  for (; shown < relatives->len; shown++) {
    const QueryRelative *one = &relatives->items[shown];
    size_t before = call->text->len;
    tool_add_relative(call->text, call->job->arena, relatives, shown, 0, up);
    if (!tool_entry_fits(call, before)) break;
    json_begin_object(call->fields);
    tool_write_symbol(call->fields, &one->symbol);
    json_field_str(call->fields, "relation", str_from_c(edge_kind_word(one->kind)));
    json_field_int(call->fields, "depth", one->depth);
    json_end_object(call->fields);
  }
  json_end_array(call->fields);
  if (shown < relatives->total) buf_add_format(call->text, "  and %zu more\n", relatives->total - shown);
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  QueryTargets targets;
  QueryRelatives above, below;
  QueryTarget target;
  unsigned depth = (unsigned)tool_arg_int(call, "depth");
  size_t limit = (size_t)tool_arg_int(call, "limit");
  TRY(tool_target(call, tool_arg_str(call, "name"), &target));
  TRY(query_targets(call->job, graph->reader, &target, &targets));
  json_field_bool(call->fields, "found", targets.len > 0);
  if (!targets.len) return tool_show_missing(call, graph, &target, &targets);
  TRY(query_hierarchy(call->job, graph->reader, targets.items[0].id, true, depth, limit, &above));
  TRY(query_hierarchy(call->job, graph->reader, targets.items[0].id, false, depth, limit, &below));
  tool_add_place(call->text, call->job->arena, &targets.items[0]);
  buf_add_byte(call->text, '\n');
  show(call, "Built on", "above", &above, true);
  show(call, "Built on it", "below", &below, false);
  if (!above.total && !below.total) buf_add_c(call->text, "It extends, implements and overrides nothing in the workspace, nor does anything it.\n");
  size_t others = targets.distinct - 1;
  if (others) buf_add_format(call->text, "%zu other%s of this name; choose by file and line.\n", others, others == 1 ? "" : "s");
  return tool_add_gaps(call, graph->index, false);
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"name", TOOL_STRING, true, .min = 1, .max = 10000, .help = "type or method: name, Type.member, file.c:name"},
    {"file", TOOL_PATH, .help = "path or the end of one, to choose among several"},
    {"line", TOOL_INTEGER, .min = 1, .max = 100000000, .help = "a line inside it, likewise"},
    {"kind", TOOL_STRING, .choices = SYMBOL_CHOICES, .help = "only this kind"},
    {"depth", TOOL_INTEGER, .min = 1, .max = 20, .otherwise = "5", .help = "levels"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 1000, .otherwise = "100", .help = "symbols to show in each direction"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField relative_row[] = {
    TOOL_SYMBOL_ROWS,
    {"relation", TOOL_STRING, true, .help = "extends, implements or overrides"},
    {"depth", TOOL_INTEGER, true, .help = "steps away, from 1"},
    {0},
};
static const ToolField result[] = {
    {"found", TOOL_BOOLEAN, true, .help = "there is such a symbol"},
    {"above", TOOL_OBJECTS, .help = "what it is built on, nearest first", .fields = relative_row},
    {"below", TOOL_OBJECTS, .help = "what is built on it, nearest first", .fields = relative_row},
    {0},
};

const Tool tool_hierarchy = {
    .name = "hierarchy",
    .title = "Hierarchy",
    .summary = "Show what a type or method extends, implements or overrides, and what does so with it, all levels.",
    .args = args,
    .result = result,
    .example = "hierarchy name=Shape",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
