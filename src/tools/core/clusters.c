/* clusters: groups of files that belong together by what they use. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

#define MEMBERS_SHOWN 8

/* The first few members tell what a group is about; all of them are among the
 * fields. */
static void add_cluster(Answer *out, const QueryCluster *one) {
  size_t members = one->len < MEMBERS_SHOWN ? one->len : MEMBERS_SHOWN;
  answer_begin_row(out);
  answer_say(out, "%zu files, ", one->len);
  answer_count(out, "inside", one->inside);
  answer_say(out, " connections inside, ");
  answer_count(out, "outside", one->outside);
  answer_say(out, " across: ");
  tool_answer_names(out, one->paths, members);
  answer_say(out, members < one->len ? ", ...\n" : "\n");
  answer_begin_list(out, "paths");
  for (size_t i = 0; i < one->len; i++) answer_item_str(out, one->paths[i]);
  answer_end(out);
  answer_end(out);
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  Answer *out = call->answer;
  QueryClusters clusters;
  TRY(query_clusters(call->job, graph->reader, &clusters));
  size_t limit = (size_t)tool_arg_int(call, "limit");
  answer_begin_ranked(out, "clusters");
  for (size_t i = 0; i < clusters.len && i < limit && !answer_is_full(out); i++) add_cluster(out, &clusters.items[i]);
  size_t shown = answer_end_list(out);
  if (!clusters.len) answer_warn(out, "No three files are connected enough to form a group.");
  answer_rest(out, &(AnswerRest){.shown = shown, .total = clusters.len, .hint = "raise limit for more", .total_key = "total"});
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
