/* trace with one end: all that a symbol leads to, or all that leads to it. */
#ifndef FATHOM_TOOLS_CORE_TRACE_INTERNAL_H
#define FATHOM_TOOLS_CORE_TRACE_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

/* Answers with the flow from, or to, the first of `ends`, of which there is at
 * least one. */
Err tool_trace_flow(ToolCall *call, ToolGraph *graph, const QueryTargets *ends, QueryDirection direction) MUST_CHECK;

/* Where the end is not in this repository: the path to it in one that the user
 * linked. False: there is none, and nothing is said. */
Err tool_trace_linked(ToolCall *call, ToolGraph *graph, const QueryTargets *from, Str to, bool *ret_found) MUST_CHECK;

#endif
