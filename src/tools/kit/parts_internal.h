/* The text of several places in one answer. */
#ifndef FATHOM_TOOLS_KIT_PARTS_INTERNAL_H
#define FATHOM_TOOLS_KIT_PARTS_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

/* Whether a target means places rather than one symbol, file or folder:
 * several with commas between, or lines of a file (`file:120-180`). */
bool tool_is_parts(Str target);
/* Shows the text of each, in the order they were named: of a symbol with the
 * comment above it, of a file all of it, of `file:120-180` those lines. What is
 * not there is said and costs the others nothing. ERR_USAGE: none is named, or
 * too many. */
Err tool_answer_parts(ToolCall *call, ToolGraph *graph, Str targets) MUST_CHECK;

#endif
