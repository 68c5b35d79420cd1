/* codegraph_explore: explore, in CodeGraph's sections. */
#include "src/query/explore/explore.h"
#include "src/tools/compat/codegraph_graph_internal.h"

/* The budget in the last line is part of the profile's manners: a client that
 * counts its calls reads it there. */
static Err run(ToolCall *call) {
  Index *index;
  Str none;
  QueryExplored explored;
  QueryExplore request = {.query = str_trim(tool_arg_str(call, "query")), .sections = true,
                          .max_files = (size_t)tool_arg_int(call, "maxFiles")};
  if (!request.query.len) return job_fail(call->job, ERR_USAGE, "query is blank: give names or a question");
  TRY(tool_place(call, STR_EMPTY, &index, &none));
  TRY(query_explore(call->job, index, &request, &explored));
  if (!explored.note_count) {
    answer_say(call->answer, "No relevant code found for \"%.*s\".\n", STR_ARG(str_shown(call->job->arena, request.query, TOOL_SHOWN_NAME)));
    return tool_add_gaps(call, index, true);
  }
  tool_codegraph_sections(call, request.query, &explored);
  answer_say(call->answer, "\n> Explore budget: %u call%s for this project (%zu files indexed).\n", explored.tier->calls,
                 explored.tier->calls == 1 ? "" : "s", explored.files);
  return tool_add_gaps(call, index, false);
}

static const ToolField args[] = {
    {"query", TOOL_STRING, true, .min = 1, .max = 10000, .help = "names, file names or a question"},
    {"maxFiles", TOOL_INTEGER, .min = 1, .max = 20, .help = "files to show source from; by default 5 to 14, by the size of the workspace"},
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_explore = {
    .name = "codegraph_explore",
    .title = "Explore",
    .summary = "Source of the symbols a question is about, verbatim with line numbers, grouped by file, with relationships.",
    .args = args,
    .example = "codegraph_explore query='main parse' maxFiles=5",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "explore",
    .chars = 24000,
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
