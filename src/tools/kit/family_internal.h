/* Callers through other declarations of the same code. */
#ifndef FATHOM_TOOLS_KIT_FAMILY_INTERNAL_H
#define FATHOM_TOOLS_KIT_FAMILY_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

typedef struct ToolFamilyOne {
  StoreSymbol symbol;
  QueryTrailGroup callers;
} ToolFamilyOne;

typedef struct ToolFamily {
  ToolFamilyOne *items; /* those that are called */
  size_t len, cap;
  size_t callers;      /* of all of them */
  StoreSymbols known;  /* all that there are */
} ToolFamily;

/* Empty of what nothing overrides. In the job's arena. */
Err tool_family(ToolCall *call, ToolGraph *graph, const StoreSymbol *method, ToolFamily *ret_family) MUST_CHECK;
bool tool_family_has(const ToolFamily *family, SymbolId symbol);
/* `through Type.name  path:line (3):` and the callers, for each. Words only. */
void tool_answer_family(ToolCall *call, ToolGraph *graph, const ToolFamily *family);

#endif
