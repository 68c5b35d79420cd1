/* Entries in an answer: who outside of the code makes something run. */
#ifndef FATHOM_TOOLS_KIT_REACHED_INTERNAL_H
#define FATHOM_TOOLS_KIT_REACHED_INTERNAL_H

#include "src/query/impact/impact.h"
#include "src/tools/kit/graph_internal.h"

/* `Reached from (3):` and a line each with its way: a name it is registered
 * under and where, the start of the program, what is exported. About `max`
 * bytes: of those that do not fit the names alone. Words only. */
Err tool_answer_ways_in(ToolCall *call, ToolGraph *graph, const QueryWaysIn *entries, size_t max) MUST_CHECK;
/* The list `reachedFrom`, at most 100 rows. Fields only. */
void tool_write_ways_in(Answer *answer, const QueryWaysIn *entries);

/* `Level 2: 45 in handlers (38), cmd (7)`: what is not reached directly, tests
 * apart. Words only. */
void tool_answer_levels(ToolCall *call, const QueryImpact *impact);
/* The first 150 symbols of it and how they are connected. */
/* The answer's text becomes the drawing, whole. */
void tool_draw(ToolCall *call, const QueryDrawing *drawing, QueryDrawFormat format);
void tool_draw_impact(ToolCall *call, const QueryImpact *impact, QueryDirection direction, QueryDrawFormat format);

extern const ToolField tool_way_in_row[];
#define TOOL_WAYS_IN_ROW \
  {"reachedFrom", TOOL_OBJECTS, .help = "routes, commands, starts and exports that lead to it, at most 100", .fields = tool_way_in_row}

#endif
