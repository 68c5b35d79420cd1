/* codegraph_callees: direct callees, under CodeGraph's name. */
#include "src/tools/compat/codegraph_graph_internal.h"

static Err answer(CodegraphCall *cg) {
  ToolCall *call = cg->call;
  Str name = tool_arg_str(call, "symbol");
  QueryTrail trail;
  TRY(tool_codegraph_find(cg, "symbol", &cg->targets));
  if (!cg->targets.len) return OK;
  size_t limit = (size_t)tool_arg_int(call, "limit");
  QueryTrailRequest request = {.symbols = cg->targets.items, .count = cg->targets.len, .direction = QUERY_CALLEES,
                               .kinds = QUERY_CALLS | QUERY_LINKS | STORE_KIND(EDGE_REFERENCES), .limit = limit};
  TRY(query_trail(call->job, cg->graph.reader, &request, &trail));
  return tool_codegraph_list(cg, "Callees", name, &trail, limit);
}

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
