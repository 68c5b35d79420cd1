/* kart_deps: transitive callees as a tree, with kart's fields. */
#include "src/tools/compat/kart_tree_internal.h"

static Err run(ToolCall *call) { return tool_kart_tree(call, QUERY_CALLEES); }

static const ToolField args[] = {KART_TREE_ARGS, TOOL_ARG_MAX_CHARS, {0}};

const Tool tool_kart_deps = {
    .name = "kart_deps",
    .title = "Transitive callees",
    .summary = "Tell what a symbol depends on: what it calls, what that calls and so on, as a tree.",
    .args = args,
    .result = tool_kart_deps_result,
    .example = "kart_deps path=src/main.ts symbol=main depth=2",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "impact",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED | TOOL_CLAMPS,
    .run = run,
};
