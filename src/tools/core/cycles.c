/* cycles: files or folders that depend on each other. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

#define MEMBERS_SHOWN 20

static void show_cycle(ToolCall *call, const QueryCycle *cycle) {
  Arena *arena = call->job->arena;
  buf_add_format(call->text, "%zu depend on each other:\n  ", cycle->len);
  for (size_t i = 0; i < cycle->round; i++) buf_add_format(call->text, "%.*s -> ", STR_ARG(str_shown(arena, cycle->members[i], SIZE_MAX)));
  buf_add_format(call->text, "%.*s\n", STR_ARG(str_shown(arena, cycle->members[0], SIZE_MAX)));
  size_t rest = cycle->len - cycle->round, shown = rest < MEMBERS_SHOWN ? rest : MEMBERS_SHOWN;
  if (rest) buf_add_format(call->text, "  also: %.*s%s\n", STR_ARG(tool_join_names(arena, cycle->members + cycle->round, shown)), shown < rest ? ", ..." : "");
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  QueryCycles cycles;
  bool folders = str_eq(tool_arg_str(call, "level"), STR("folders"));
  TRY(query_cycles(call->job, graph->reader, folders, &cycles));
  size_t limit = (size_t)tool_arg_int(call, "limit"), shown = 0;
  json_field_array(call->fields, "cycles");
  for (; shown < cycles.len && shown < limit; shown++) {
    size_t before = call->text->len;
    show_cycle(call, &cycles.items[shown]);
    if (!tool_entry_fits(call, before)) break;
    json_begin_object(call->fields);
    json_field_int(call->fields, "round", (int64_t)cycles.items[shown].round);
    json_field_array(call->fields, "members");
    for (size_t i = 0; i < cycles.items[shown].len; i++) json_str(call->fields, cycles.items[shown].members[i]);
    json_end_array(call->fields);
    json_end_object(call->fields);
  }
  json_end_array(call->fields);
  json_field_int(call->fields, "total", (int64_t)cycles.len);
  if (!cycles.len) buf_add_format(call->text, "No %s depend on each other.\n", folders ? "folders" : "files");
  if (shown < cycles.len) buf_add_format(call->text, "%zu of %zu shown; raise limit for more.\n", shown, cycles.len);
  return tool_add_gaps(call, graph->index, false);
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"level", TOOL_STRING, .choices = "files|folders", .otherwise = "\"files\"", .help = "what depends on what"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 1000, .otherwise = "20", .help = "cycles to show"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField cycle_row[] = {
    {"round", TOOL_INTEGER, true, .help = "the first so many members are one way round"},
    {"members", TOOL_STRINGS, true, .help = "all that depend on each other"},
    {0},
};
static const ToolField result[] = {
    {"cycles", TOOL_OBJECTS, true, .help = "largest first", .fields = cycle_row},
    {"total", TOOL_INTEGER, true, .help = "before the limit"},
    {0},
};

const Tool tool_cycles = {
    .name = "cycles",
    .title = "Dependency cycles",
    .summary = "List files or folders that depend on each other, with a shortest way round.",
    .args = args,
    .result = result,
    .example = "cycles level=folders",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
