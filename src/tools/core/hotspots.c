/* hotspots: files that change often and much depends on. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

static void add_spot(Answer *out, const QueryHotspot *one, bool has_history) {
  answer_begin_row(out);
  answer_path(out, "path", one->path);
  answer_column(out, "  ");
  answer_count(out, "users", one->users);
  answer_say(out, one->users == 1 ? " file depends on it" : " files depend on it");
  if (has_history) answer_say(out, ", %zu commit%s, heat %.1f", one->commits, one->commits == 1 ? "" : "s", one->heat);
  answer_field_int(out, "commits", (int64_t)one->commits);
  answer_field_number(out, "heat", one->heat);
  answer_say(out, "\n");
  answer_end(out);
}

/* Without a history there is still an order, by how much depends on a file;
 * the note says that it is only that. */
static Err answer(ToolCall *call, ToolGraph *graph) {
  Answer *out = call->answer;
  QueryHotspots spots;
  TRY(query_hotspots(call->job, graph->index, graph->reader, (size_t)tool_arg_int(call, "limit"), &spots));
  if (!spots.has_history) {
    answer_note(out, "By users alone, without history: %.*s", STR_ARG(str_shown(call->job->arena, spots.reason, SIZE_MAX)));
  }
  answer_field_bool(out, "history", spots.has_history);
  answer_begin_ranked(out, "files");
  for (size_t i = 0; i < spots.len && !answer_is_full(out); i++) add_spot(out, &spots.items[i], spots.has_history);
  answer_end(out);
  if (!spots.len) answer_warn(out, "Nothing depends on anything here.");
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
