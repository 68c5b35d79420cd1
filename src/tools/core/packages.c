/* packages: the packages of a workspace and what they need of each other. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

static void add_package(Answer *out, const QueryPackage *package) {
  answer_begin_row(out);
  answer_name(out, "name", package->name);
  answer_field_str(out, "path", package->path);
  answer_column(out, "  ");
  answer_count(out, "files", package->files);
  answer_say(out, package->files == 1 ? " file, " : " files, ");
  answer_count(out, "symbols", package->symbols);
  answer_say(out, " symbols");
  answer_field_int(out, "bytes", (int64_t)package->bytes);
  if (package->manifest.len) {
    answer_say(out, "  ");
    answer_path(out, "manifest", package->manifest);
  }
  answer_say(out, "\n");
  answer_end(out);
}

/* `a -> b  12 uses, declared` */
static void add_edge(Answer *out, const QueryPackageGraph *graph, const QueryPackageEdge *edge) {
  answer_begin_row(out);
  answer_name(out, "from", graph->packages[edge->from].name);
  answer_say(out, " -> ");
  answer_name(out, "to", graph->packages[edge->to].name);
  answer_field_int(out, "fromNumber", (int64_t)edge->from);
  answer_field_int(out, "toNumber", (int64_t)edge->to);
  answer_column(out, "  ");
  answer_count(out, "uses", edge->uses);
  answer_say(out, edge->uses == 1 ? " use" : " uses");
  if (edge->test_uses) answer_say(out, ", %zu from tests", edge->test_uses);
  answer_field_int(out, "testUses", (int64_t)edge->test_uses);
  if (edge->is_declared) answer_say(out, edge->is_for_tests ? ", declared for development" : ", declared");
  else if (!graph->is_by_folder) answer_say(out, ", not declared");
  answer_field_bool(out, "declared", edge->is_declared);
  answer_field_bool(out, "forTests", edge->is_for_tests);
  answer_say(out, "\n");
  answer_end(out);
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  Answer *out = call->answer;
  QueryPackageGraph found;
  QueryPackageWish wish = {.folders = str_eq(tool_arg_str(call, "level"), STR("folders")),
                           .tests = tool_arg_bool(call, "tests"), .limit = (size_t)tool_arg_int(call, "limit")};
  TRY(query_package_graph(call->job, graph->index, graph->reader, &wish, &found));
  answer_field_str(out, "level", found.is_by_folder ? STR("folders") : STR("packages"));
  if (found.is_by_folder && !wish.folders) answer_note(out, "Manifests tell no packages apart here: these are folders.");
  answer_heading(out, found.is_by_folder ? "Folders" : "Packages");
  answer_begin_ranked(out, "packages");
  for (size_t i = 0; i < found.len && !answer_is_full(out); i++) add_package(out, &found.packages[i]);
  size_t shown = answer_end_list(out);
  answer_rest(out, &(AnswerRest){.shown = shown, .total = found.total, .hint = "raise limit for more", .total_key = "total"});
  if (found.tests && !wish.tests) answer_note(out, "%zu of tests alone left out; tests=true shows them.", found.tests);
  if (found.edge_count) answer_heading(out, "What needs what");
  answer_begin_ranked(out, "edges");
  for (size_t i = 0; i < found.edge_count && !answer_is_full(out); i++) {
    const QueryPackageEdge *edge = &found.edges[i];
    if (edge->from < shown && edge->to < shown) add_edge(out, &found, edge);
  }
  answer_end(out);
  if (!found.len) answer_warn(out, "There is no source here.");
  return OK;
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"level", TOOL_STRING, .choices = "packages|folders", .otherwise = "\"packages\"",
     .help = "packages by their manifests (folders, where these tell none apart), or folders anyway"},
    {"tests", TOOL_BOOLEAN, .help = "those of test files alone, too"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 500, .otherwise = "60", .help = "packages to show, largest first"},
    TOOL_ARG_MAX_CHARS,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField package_row[] = {
    {"name", TOOL_STRING, true, .help = "as its manifest has it, else its folder"},
    {"path", TOOL_STRING, true, .help = "its folder; empty: the workspace's own"},
    {"manifest", TOOL_STRING, .help = "the file that describes it"},
    {"files", TOOL_INTEGER, true, .help = "of source"},
    {"symbols", TOOL_INTEGER, true, .help = "defined in them"},
    {"bytes", TOOL_INTEGER, true, .help = "of source"},
    {0},
};
static const ToolField edge_row[] = {
    {"from", TOOL_STRING, true, .help = "who needs it"},
    {"to", TOOL_STRING, true, .help = "what is needed"},
    {"fromNumber", TOOL_INTEGER, true, .help = "its place among the packages, counted from 0"},
    {"toNumber", TOOL_INTEGER, true, .help = "likewise"},
    {"uses", TOOL_INTEGER, true, .help = "references in the graph, tests left out"},
    {"testUses", TOOL_INTEGER, true, .help = "references from tests"},
    {"declared", TOOL_BOOLEAN, true, .help = "the manifest says so"},
    {"forTests", TOOL_BOOLEAN, true, .help = "for tests and development alone"},
    {0},
};
static const ToolField result[] = {
    {"level", TOOL_STRING, true, .help = "packages or folders"},
    {"packages", TOOL_OBJECTS, true, .help = "largest first", .fields = package_row},
    {"total", TOOL_INTEGER, true, .help = "before the limit"},
    {"edges", TOOL_OBJECTS, true, .help = "most uses first", .fields = edge_row},
    {0},
};

const Tool tool_packages = {
    .name = "packages",
    .title = "Packages",
    .summary = "List the packages of a workspace, what their manifests and the graph say they need of each other.",
    .args = args,
    .result = result,
    .example = "packages limit=20",
    .toolset = "graph",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
