/* kart_impact: transitive callers as a tree, with kart's fields. */
#include "src/tools/compat/kart_tree_internal.h"

static Err run(ToolCall *call) { return tool_kart_tree(call, QUERY_CALLERS); }

static const ToolField args[] = {KART_TREE_ARGS, TOOL_ARG_MAX_CHARS, {0}};

const Tool tool_kart_impact = {
    .name = "kart_impact",
    .title = "Transitive callers",
    .summary = "Tell what changing a symbol may break: its callers, theirs and so on, as a tree.",
    .args = args,
    .result = tool_kart_impact_result,
    .example = "kart_impact path=src/main.ts symbol=main depth=2",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "impact",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED | TOOL_CLAMPS,
    .run = run,
};
