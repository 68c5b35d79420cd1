/* The forms of a drawing. Each appends to `out` what query_draw promises. */
#ifndef FATHOM_QUERY_GRAPH_DRAW_INTERNAL_H
#define FATHOM_QUERY_GRAPH_DRAW_INTERNAL_H

#include "src/query/graph/graph.h"

/* A picture, and a page around one. */
void query_draw_svg(Buf *out, Arena *arena, const QueryDrawing *drawing);
void query_draw_html(Buf *out, Arena *arena, const QueryDrawing *drawing);

#endif
