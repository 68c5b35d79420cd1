/* codegraph_context: explore for a task, under CodeGraph's older name. */
#include "src/model/words.h"
#include "src/query/explore.h"
#include "src/tools/compat/codegraph_graph_internal.h"

/* Asks for something that is not there yet. */
static bool is_feature(Str task) {
  static const char *const verbs[] = {"add", "implement", "create", "build", "introduce", "support", "allow", "enable"};
  size_t at = 0;
  Str first = words_next(task, &at);
  for (size_t i = 0; i < COUNT_OF(verbs); i++) {
    if (str_eq_ignore_case(first, str_from_c(verbs[i]))) return true;
  }
  return false;
}

static Err run(ToolCall *call) {
  Index *index;
  Str none;
  QueryExplored explored;
  QueryExplore request = {.query = str_trim(tool_arg_str(call, "task")), .sections = true,
                          .no_source = !tool_arg_bool(call, "includeCode"),
                          .max_symbols = (size_t)tool_arg_int(call, "maxNodes")};
  if (!request.query.len) return job_fail(call->job, ERR_USAGE, "task is blank: say what is to be done");
  TRY(tool_place(call, STR_EMPTY, &index, &none));
  TRY(query_explore(call->job, index, &request, &explored));
  if (!explored.text.len) {
    buf_add_c(call->text, "No context found.\n");
    return tool_add_gaps(call, index, true);
  }
  buf_add(call->text, explored.text);
  if (is_feature(request.query)) {
    buf_add_c(call->text, "\n> This reads like a new feature: ask the user about what the task leaves open before writing code.\n");
  }
  return tool_add_gaps(call, index, false);
}

static const ToolField args[] = {
    {"task", TOOL_STRING, true, .min = 1, .max = 10000, .help = "what is to be done or understood"},
    {"maxNodes", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "20", .help = "symbols at most"},
    {"includeCode", TOOL_BOOLEAN, .otherwise = "true", .help = "with their source"},
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_context = {
    .name = "codegraph_context",
    .title = "Context of a task",
    .summary = "Entry points, related symbols and their source for a task, in one answer.",
    .args = args,
    .example = "codegraph_context task='fix the parser' maxNodes=10",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "explore",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
