/* hierarchy: what a type or method is built on, and what is built on it. */
#include "src/tools/kit/graph_internal.h"

static void add_relatives(ToolCall *call, const char *title, const char *key, const QueryRelatives *relatives, bool up) {
  Answer *out = call->answer;
  if (relatives->total) answer_heading(out, "%s (%zu):", title, relatives->total);
  answer_begin_ranked(out, key);
  for (size_t i = 0; i < relatives->len && !answer_is_full(out); i++) {
    const QueryRelative *one = &relatives->items[i];
    answer_begin_row(out);
    tool_answer_relative(call, relatives, i, 0, up);
    answer_field_str(out, "relation", str_from_c(edge_kind_word(one->kind)));
    answer_field_int(out, "depth", one->depth);
    answer_end(out);
  }
  answer_more(out, relatives->total - answer_end_list(out), "");
}

static void add_target(ToolCall *call, const StoreSymbol *symbol) {
  answer_begin_words(call->answer);
  tool_answer_place(call, symbol);
  answer_say(call->answer, "\n");
  answer_end(call->answer);
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  Answer *out = call->answer;
  QueryTargets targets;
  QueryRelatives above, below;
  QueryTarget target;
  unsigned depth = (unsigned)tool_arg_int(call, "depth");
  size_t limit = (size_t)tool_arg_int(call, "limit");
  TRY(tool_target(call, tool_arg_str(call, "name"), &target));
  TRY(query_targets(call->job, graph->reader, &target, &targets));
  answer_field_bool(out, "found", targets.len > 0);
  if (!targets.len) return tool_answer_missing(call, graph, &target, &targets);
  /* Only the best of several namesakes: the hierarchies of two types that merely
   * share a name have nothing to do with each other. The others are counted. */
  TRY(query_hierarchy(call->job, graph->reader, targets.items[0].id, (QueryClimb){true, depth, limit}, &above));
  TRY(query_hierarchy(call->job, graph->reader, targets.items[0].id, (QueryClimb){false, depth, limit}, &below));
  add_target(call, &targets.items[0]);
  add_relatives(call, "Built on", "above", &above, true);
  add_relatives(call, "Built on it", "below", &below, false);
  if (!above.total && !below.total) answer_note(out, "It extends, implements and overrides nothing in the workspace, nor does anything it.");
  size_t others = targets.distinct - 1;
  if (others) answer_note(out, "%zu other%s of this name; choose by file and line.", others, others == 1 ? "" : "s");
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
