/* cycles: files or folders that depend on each other. */
#include "src/query/survey/survey.h"
#include "src/tools/kit/graph_internal.h"

#define MEMBERS_SHOWN 20

/* `round` members make one way round, which is shown as a chain that ends
 * where it begins; the others depend on them in more ways than one chain could
 * show. */
static void add_cycle(Answer *out, const QueryCycle *cycle) {
  answer_begin_row(out);
  answer_field_int(out, "round", (int64_t)cycle->round);
  answer_begin_list(out, "members");
  for (size_t i = 0; i < cycle->len; i++) answer_item_str(out, cycle->members[i]);
  answer_end(out);
  answer_heading(out, "%zu depend on each other:", cycle->len);
  answer_say(out, "  ");
  for (size_t i = 0; i < cycle->round; i++) {
    answer_path(out, NULL, cycle->members[i]);
    answer_say(out, " -> ");
  }
  answer_path(out, NULL, cycle->members[0]);
  answer_say(out, "\n");
  size_t rest = cycle->len - cycle->round, shown = rest < MEMBERS_SHOWN ? rest : MEMBERS_SHOWN;
  if (rest) {
    answer_say(out, "  also: ");
    tool_answer_names(out, cycle->members + cycle->round, shown);
    answer_say(out, shown < rest ? ", ...\n" : "\n");
  }
  answer_end(out);
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  Answer *out = call->answer;
  QueryCycles cycles;
  bool folders = str_eq(tool_arg_str(call, "level"), STR("folders"));
  TRY(query_cycles(call->job, graph->reader, folders, &cycles));
  size_t limit = (size_t)tool_arg_int(call, "limit");
  answer_begin_ranked(out, "cycles");
  for (size_t i = 0; i < cycles.len && i < limit && !answer_is_full(out); i++) add_cycle(out, &cycles.items[i]);
  size_t shown = answer_end_list(out);
  if (!cycles.len) answer_warn(out, "No %s depend on each other.", folders ? "folders" : "files");
  answer_rest(out, &(AnswerRest){.shown = shown, .total = cycles.len, .hint = "raise limit for more", .total_key = "total"});
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
