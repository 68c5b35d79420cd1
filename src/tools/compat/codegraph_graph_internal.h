/* What the CodeGraph names over the graph share: what a name means there, and
 * the notes below an answer. */
#ifndef FATHOM_TOOLS_COMPAT_CODEGRAPH_GRAPH_INTERNAL_H
#define FATHOM_TOOLS_COMPAT_CODEGRAPH_GRAPH_INTERNAL_H

#include "src/query/explore/explore.h"
#include "src/tools/compat/codegraph_internal.h"
#include "src/tools/kit/graph_internal.h"

#define CODEGRAPH_ARG_FILE {"file", TOOL_PATH, .help = "path or the end of one, to choose one definition"}
#define CODEGRAPH_FLAGS (TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_CLAMPS)

/* One call: the graph is open while the handler runs and is closed by
 * tool_codegraph_run; the targets are those of the argument `symbol` or
 * `from`. */
typedef struct CodegraphCall {
  ToolCall *call;
  ToolGraph graph;
  QueryTargets targets;
} CodegraphCall;

/* Opens the workspace and runs `answer`. */
Err tool_codegraph_run(ToolCall *call, Err (*answer)(CodegraphCall *cg)) MUST_CHECK;
/* What the argument means; none: says so, in an answer that is no error. */
Err tool_codegraph_find(CodegraphCall *cg, const char *argument, QueryTargets *ret_targets) MUST_CHECK;
/* Several symbols of one name were taken together. */
void tool_codegraph_note(CodegraphCall *cg, Str name, const QueryTargets *targets);
/* `- name (kind) - path:line`, and a mark behind it. */
void tool_codegraph_line(CodegraphCall *cg, const StoreSymbol *symbol, const char *mark);
/* What is said of those that a trail has by dispatch (1) or by a link (2). */
const char *tool_codegraph_mark(size_t group);
/* Callers or callees of the argument `symbol`: at most `limit` of all groups
 * together. */
Err tool_codegraph_list(CodegraphCall *cg, const char *title, QueryDirection direction) MUST_CHECK;
/* Adds what explore found for `query`, asked for with sections. */
void tool_codegraph_sections(ToolCall *call, Str query, const QueryExplored *explored);
/* Cuts the answer at a line end. */
Err tool_codegraph_finish(CodegraphCall *cg) MUST_CHECK;

#endif
