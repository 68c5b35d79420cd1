/* trace without an end: all that a symbol leads to. */
#ifndef FATHOM_TOOLS_CORE_TRACE_INTERNAL_H
#define FATHOM_TOOLS_CORE_TRACE_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

/* Answers with the flow that begins at the first of `from`, of which there is
 * at least one. */
Err tool_trace_flow(ToolCall *call, ToolGraph *graph, const QueryTargets *from) MUST_CHECK;

#endif
