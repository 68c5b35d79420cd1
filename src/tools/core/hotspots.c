/* hotspots: files that change often and much depends on. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

static Err answer(ToolCall *call, ToolGraph *graph) {
  QueryHotspots spots;
  TRY(query_hotspots(call->job, graph->index, graph->reader, (size_t)tool_arg_int(call, "limit"), &spots));
  if (!spots.has_history) {
    buf_add_format(call->text, "By users alone, without history: %.*s\n", STR_ARG(str_shown(call->job->arena, spots.reason, SIZE_MAX)));
  }
  json_field_bool(call->fields, "history", spots.has_history);
  json_field_array(call->fields, "files");
  for (size_t i = 0; i < spots.len; i++) {
    const QueryHotspot *one = &spots.items[i];
    size_t before = call->text->len;
    buf_add_format(call->text, "%.*s  %zu file%s on it", STR_ARG(str_shown(call->job->arena, one->path, SIZE_MAX)), one->users,
                   one->users == 1 ? " depends" : "s depend");
    if (spots.has_history) buf_add_format(call->text, ", %zu commit%s, heat %.1f", one->commits, one->commits == 1 ? "" : "s", one->heat);
    buf_add_byte(call->text, '\n');
    if (!tool_entry_fits(call, before)) break;
    json_begin_object(call->fields);
    json_field_str(call->fields, "path", one->path);
    json_field_int(call->fields, "users", (int64_t)one->users);
    json_field_int(call->fields, "commits", (int64_t)one->commits);
    json_field_double(call->fields, "heat", one->heat);
    json_end_object(call->fields);
  }
  json_end_array(call->fields);
  if (!spots.len) buf_add_c(call->text, "Nothing depends on anything here.\n");
  return tool_add_gaps(call, graph->index, false);
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"limit", TOOL_INTEGER, .min = 1, .max = 500, .otherwise = "20", .help = "files to show"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField file_row[] = {
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"users", TOOL_INTEGER, true, .help = "files that depend on it"},
    {"commits", TOOL_INTEGER, true, .help = "that touched it; 0: not known"},
    {"heat", TOOL_NUMBER, true, .help = "recent changes times the logarithm of its users"},
    {0},
};
static const ToolField result[] = {
    {"history", TOOL_BOOLEAN, true, .help = "changes are counted, not users alone"},
    {"files", TOOL_OBJECTS, true, .help = "hottest first", .fields = file_row},
    {0},
};

const Tool tool_hotspots = {
    .name = "hotspots",
    .title = "Hotspots",
    .summary = "Rank files by how often they change and how many others depend on them.",
    .args = args,
    .result = result,
    .example = "hotspots limit=10",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
