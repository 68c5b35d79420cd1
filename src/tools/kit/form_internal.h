/* How a definition is shown where its text is asked for. */
#ifndef FATHOM_TOOLS_KIT_FORM_INTERNAL_H
#define FATHOM_TOOLS_KIT_FORM_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

#define TOOL_FORM_LONG 120 /* lines that are more than a reader asks for by a name */
#define TOOL_FORM_HINT "What has over 120 lines is outlined: path:from-to gives lines of it, depth=2 the whole text."

typedef enum ToolFormKind {
  TOOL_FORM_TEXT,
  TOOL_FORM_OUTLINE, /* what holds definitions: they, a line each */
  TOOL_FORM_SKELETON /* of anything else the lines that tell how it goes */
} ToolFormKind;

typedef struct ToolForm {
  ToolFormKind kind;
  const QuerySource *source;
  uint32_t from, to;    /* its text, the comment above included */
  QueryPieces pieces;   /* of a text or skeleton: the lines that are shown */
  QueryZoomFile zoomed; /* of an outline; else its file and no symbols */
  size_t size;          /* about so many bytes */
} ToolForm;

#define TOOL_FORM_ANY UINT32_MAX
/* As text, unless it has more lines than `most`. Of a file its outline is of all
 * it holds. Everything is in the job's arena, or lives as long as the call. */
Err tool_form(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, const QuerySource *source, uint32_t most, ToolForm *ret_form) MUST_CHECK;
/* ", 340 lines: outline": what to add to its heading; empty for a text. */
Str tool_form_words(Arena *arena, const ToolForm *form);
/* A row of the list or page that is open; each line or symbol is a part. */
void tool_answer_form(ToolCall *call, const ToolForm *form);

#endif
