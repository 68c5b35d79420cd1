/* codegraph_callers: direct callers, under CodeGraph's name. */
#include "src/tools/compat/codegraph_graph_internal.h"

static Err answer(CodegraphCall *cg) { return tool_codegraph_list(cg, "Callers", QUERY_CALLERS); }

static Err run(ToolCall *call) { return tool_codegraph_run(call, answer); }

static const ToolField args[] = {
    {"symbol", TOOL_STRING, true, .min = 1, .max = 10000, .help = "name, Type.member, a::b or dir/name"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "20", .help = "callers to list"},
    CODEGRAPH_ARG_FILE,
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_callers = {
    .name = "codegraph_callers",
    .title = "Callers",
    .summary = "List what calls a symbol, with places. Symbols of one name are taken together; file chooses one.",
    .args = args,
    .example = "codegraph_callers symbol=main",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "symbol",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
