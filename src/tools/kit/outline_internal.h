/* Outlines: files and their symbols as zoom shows them, in an answer. */
#ifndef FATHOM_TOOLS_KIT_OUTLINE_INTERNAL_H
#define FATHOM_TOOLS_KIT_OUTLINE_INTERNAL_H

#include "src/tools/kit/graph_internal.h"

/* A row of the list that is open: `<first line>[-<last>]<tab><signature>` with
 * docs around it or, in brief, behind it; members two blanks further in. The
 * declaration of the symbol before it (is_repeated) has no words of its own. */
void tool_outline_symbol(Answer *answer, const QueryZoomSymbol *one, bool brief);
/* Likewise, what a file gives on; in brief only the first names. */
void tool_outline_import(ToolCall *call, const QueryImport *import, bool brief);
/* A row: path, language, lines, and a list of the symbols, then one of what it
 * gives on. Each is a part of the item that is open. */
void tool_outline_file(ToolCall *call, const QueryZoomFile *zoomed);
/* The same, with numbered lines of the file as words: a line is a part, and
 * has the symbols that begin in it. `pieces` are lines of one definition that
 * ends with the line `to`; what is left out of it is counted. */
void tool_outline_text(ToolCall *call, const QueryZoomFile *zoomed, const QuerySource *source, const QueryPieces *pieces, uint32_t to);
/* path, language and lines of what is open; no words. */
void tool_outline_fields(Answer *answer, const QueryZoomFile *zoomed);

#endif
