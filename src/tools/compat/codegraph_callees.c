/* codegraph_callees: direct callees, under CodeGraph's name. */
#include "src/tools/compat/codegraph_graph_internal.h"

static Err answer(CodegraphCall *cg) { return tool_codegraph_list(cg, "Callees", QUERY_CALLEES); }

static Err run(ToolCall *call) { return tool_codegraph_run(call, answer); }

static const ToolField args[] = {
    {"symbol", TOOL_STRING, true, .min = 1, .max = 10000, .help = "name, Type.member, a::b or dir/name"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "20", .help = "callees to list"},
    CODEGRAPH_ARG_FILE,
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_callees = {
    .name = "codegraph_callees",
    .title = "Callees",
    .summary = "List what a symbol calls, with places. Symbols of one name are taken together; file chooses one.",
    .args = args,
    .example = "codegraph_callees symbol=main",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "symbol",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
