/* trace with one end: all that a symbol leads to, or all that leads to it. */
#ifndef FATHOM_TOOLS_CORE_TRACE_INTERNAL_H
#define FATHOM_TOOLS_CORE_TRACE_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

/* Answers with the flow from, or to, the first of `ends`, of which there is at
 * least one. */
Err tool_trace_flow(ToolCall *call, ToolGraph *graph, const QueryTargets *ends, QueryDirection direction) MUST_CHECK;

#endif
