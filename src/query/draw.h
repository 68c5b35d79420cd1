/* Drawings of a part of the graph, as text for Mermaid or Graphviz. */
#ifndef FATHOM_QUERY_DRAW_H
#define FATHOM_QUERY_DRAW_H

#include "src/base/buf.h"

typedef enum QueryDrawFormat { QUERY_MERMAID, QUERY_DOT } QueryDrawFormat;

typedef struct QueryDrawNode {
  Str name;
  Str place;
  bool is_marked; /* what was asked about */
} QueryDrawNode;

typedef struct QueryDrawEdge {
  size_t from, to;
  Str label;      /* may be empty */
  bool is_dashed; /* not sure */
} QueryDrawEdge;

typedef struct QueryDrawing {
  const QueryDrawNode *nodes;
  size_t node_count;
  const QueryDrawEdge *edges;
  size_t edge_count;
} QueryDrawing;

void query_draw(Buf *out, Arena *arena, const QueryDrawing *drawing, QueryDrawFormat format);

#endif
