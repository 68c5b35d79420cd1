/* The text of several places in one answer. */
#ifndef FATHOM_TOOLS_KIT_PARTS_INTERNAL_H
#define FATHOM_TOOLS_KIT_PARTS_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

/* `src/x.c:120-180`; false: something else, and nothing is written. */
bool tool_read_range(Str part, Str *ret_path, uint32_t *ret_from, uint32_t *ret_to) MUST_CHECK;
/* Names with commas between, in which lines of a file stand for the definitions
 * there: `src/x.c:120-180` becomes `src/x.c:one,src/x.c:two`. Lines that hold none
 * stay as they are. In the job's arena. */
Err tool_expand_lines(ToolCall *call, ToolGraph *graph, Str names, Str *ret_names) MUST_CHECK;
/* Whether a target means places rather than one symbol, file or folder:
 * several with commas between, or lines of a file (`file:120-180`). */
bool tool_is_parts(Str target);
typedef struct ToolPartsAsk {
  Str targets; /* with commas between */
  bool whole;  /* long ones too */
} ToolPartsAsk;
/* Shows the text of each: of a symbol with the comment above it, of a file all
 * of it, of `file:120-180` those lines; of what is long its outline, unless the
 * whole is asked for. In the order they were named, each line once; where not
 * all fits, the last of the names are outlined, too, and what still does not fit
 * beside those before it comes last and is named first. What is not there is said and costs the others nothing.
 * ERR_USAGE: none is named, or too many. */
Err tool_answer_parts(ToolCall *call, ToolGraph *graph, const ToolPartsAsk *ask) MUST_CHECK;

#endif
