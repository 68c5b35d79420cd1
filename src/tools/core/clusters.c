/* clusters: groups of files that belong together by what they use. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

#define MEMBERS_SHOWN 8

static Err answer(ToolCall *call, ToolGraph *graph) {
  QueryClusters clusters;
  TRY(query_clusters(call->job, graph->reader, &clusters));
  size_t limit = (size_t)tool_arg_int(call, "limit"), shown = 0;
  json_field_array(call->fields, "clusters");
  for (; shown < clusters.len && shown < limit; shown++) {
    const QueryCluster *one = &clusters.items[shown];
    size_t before = call->text->len, members = one->len < MEMBERS_SHOWN ? one->len : MEMBERS_SHOWN;
    buf_add_format(call->text, "%zu files, %zu connections inside, %zu across: %.*s%s\n", one->len, one->inside, one->outside,
                   STR_ARG(tool_join_names(call->job->arena, one->paths, members)), members < one->len ? ", ..." : "");
    if (!tool_entry_fits(call, before)) break;
    json_begin_object(call->fields);
    json_field_int(call->fields, "inside", (int64_t)one->inside);
    json_field_int(call->fields, "outside", (int64_t)one->outside);
    json_field_array(call->fields, "paths");
    for (size_t i = 0; i < one->len; i++) json_str(call->fields, one->paths[i]);
    json_end_array(call->fields);
    json_end_object(call->fields);
  }
  json_end_array(call->fields);
  json_field_int(call->fields, "total", (int64_t)clusters.len);
  if (!clusters.len) buf_add_c(call->text, "No three files are connected enough to form a group.\n");
  if (shown < clusters.len) buf_add_format(call->text, "%zu of %zu shown; raise limit for more.\n", shown, clusters.len);
  return tool_add_gaps(call, graph->index, false);
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"limit", TOOL_INTEGER, .min = 1, .max = 500, .otherwise = "20", .help = "groups to show"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField cluster_row[] = {
    {"inside", TOOL_INTEGER, true, .help = "connections among its files"},
    {"outside", TOOL_INTEGER, true, .help = "connections across its border"},
    {"paths", TOOL_STRINGS, true, .help = "most connected first"},
    {0},
};
static const ToolField result[] = {
    {"clusters", TOOL_OBJECTS, true, .help = "largest first", .fields = cluster_row},
    {"total", TOOL_INTEGER, true, .help = "before the limit"},
    {0},
};

const Tool tool_clusters = {
    .name = "clusters",
    .title = "Clusters",
    .summary = "Group files by what they use: those connected among themselves more than with the rest.",
    .args = args,
    .result = result,
    .example = "clusters limit=10",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
