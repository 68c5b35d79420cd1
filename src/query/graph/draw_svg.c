/* A drawing as a picture: columns by distance from what was asked about, boxes
 * beneath each other, curves between them. It needs no other program to be
 * seen, and follows light and dark by itself. */
#include "src/query/graph/draw_internal.h"

#define LABEL_MAX 34 /* characters that fit a box */
#define PLACE_MAX 42 /* and of its smaller line */
#define BOX_WIDTH 250
#define BOX_HEIGHT 36
#define COLUMN 330
#define ROW 50
#define MARGIN 20

typedef struct Layout {
  size_t *level; /* of each node */
  size_t *row;   /* in its level */
  size_t levels, rows;
} Layout;

/* Where the character of that number begins. */
static size_t offset_of(Str text, size_t number) {
  size_t at = 0;
  for (; number && at < text.len; number--) {
    do at++;
    while (at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80);
  }
  return at;
}

/* Of a name the beginning says most, of a path and its line the end. */
static Str shortened(Arena *arena, Str text, size_t max, bool is_path) {
  size_t count = str_characters(text);
  if (count <= max) return text;
  if (!is_path) return str_format(arena, "%.*s…", (int)offset_of(text, max - 1), text.ptr);
  Str end = str_slice(text, offset_of(text, count - max + 1), text.len);
  return str_format(arena, "…%.*s", STR_ARG(end));
}

/* Names come from files: nothing of them may be markup. */
static Str escaped(Arena *arena, Str text, size_t max, bool is_path) {
  Buf out;
  Str shown = shortened(arena, str_shown(arena, text, SIZE_MAX), max, is_path);
  buf_init(&out, arena, shown.len * 6 + 1);
  for (size_t i = 0; i < shown.len; i++) {
    switch (shown.ptr[i]) {
      case '&': buf_add_c(&out, "&amp;"); break;
      case '<': buf_add_c(&out, "&lt;"); break;
      case '>': buf_add_c(&out, "&gt;"); break;
      case '"': buf_add_c(&out, "&quot;"); break;
      case '\'': buf_add_c(&out, "&#39;"); break;
      default: buf_add_byte(&out, shown.ptr[i]);
    }
  }
  return buf_str(&out);
}

/* The distance from what is marked, whichever way edges point; what nothing
 * leads to stands in the first column. */
static void find_levels(const QueryDrawing *drawing, Layout *layout) {
  for (size_t i = 0; i < drawing->node_count; i++) layout->level[i] = drawing->is_path ? i : drawing->nodes[i].is_marked ? 0 : SIZE_MAX;
  for (bool moved = true; moved;) {
    moved = false;
    for (size_t i = 0; i < drawing->edge_count; i++) {
      size_t *from = &layout->level[drawing->edges[i].from], *to = &layout->level[drawing->edges[i].to];
      if (*from != SIZE_MAX && *from + 1 < *to) *to = *from + 1, moved = true;
      if (*to != SIZE_MAX && *to + 1 < *from) *from = *to + 1, moved = true;
    }
  }
}

static Layout lay_out(Arena *arena, const QueryDrawing *drawing) {
  size_t count = drawing->node_count;
  Layout layout = {.level = ARENA_ARRAY(arena, size_t, count + 1), .row = ARENA_ARRAY(arena, size_t, count + 1)};
  size_t *used = ARENA_ARRAY(arena, size_t, count + 1);
  find_levels(drawing, &layout);
  for (size_t i = 0; i < count; i++) {
    if (layout.level[i] == SIZE_MAX) layout.level[i] = 0;
    layout.row[i] = used[layout.level[i]]++;
    if (layout.level[i] + 1 > layout.levels) layout.levels = layout.level[i] + 1;
    if (layout.row[i] + 1 > layout.rows) layout.rows = layout.row[i] + 1;
  }
  return layout;
}

static size_t x_of(const Layout *layout, size_t node) { return MARGIN + layout->level[node] * COLUMN; }
static size_t y_of(const Layout *layout, size_t node) { return MARGIN + layout->row[node] * ROW; }

/* From the side of one box to the side of the other that faces it. */
static void draw_edge(Buf *out, const Layout *layout, const QueryDrawEdge *edge) {
  bool is_left = layout->level[edge->from] > layout->level[edge->to];
  size_t x1 = x_of(layout, edge->from) + (is_left ? 0 : BOX_WIDTH), y1 = y_of(layout, edge->from) + BOX_HEIGHT / 2;
  size_t x2 = x_of(layout, edge->to) + (is_left ? BOX_WIDTH : 0), y2 = y_of(layout, edge->to) + BOX_HEIGHT / 2;
  size_t middle = (x1 + x2) / 2;
  buf_add_format(out, "<path class=\"edge%s\" d=\"M%zu %zu C%zu %zu %zu %zu %zu %zu\" marker-end=\"url(#to)\"/>\n", edge->is_dashed ? " unsure" : "", x1,
                 y1, middle, y1, middle, y2, x2, y2);
}

static void draw_node(Buf *out, Arena *arena, const Layout *layout, const QueryDrawing *drawing, size_t i) {
  const QueryDrawNode *node = &drawing->nodes[i];
  size_t x = x_of(layout, i), y = y_of(layout, i);
  buf_add_format(out, "<g><rect class=\"box%s\" x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\" rx=\"5\"/>", node->is_marked ? " asked" : "", x, y,
                 BOX_WIDTH, BOX_HEIGHT);
  buf_add_format(out, "<text x=\"%zu\" y=\"%zu\">%.*s</text>", x + 8, y + 15, STR_ARG(escaped(arena, node->name, LABEL_MAX, false)));
  buf_add_format(out, "<text class=\"place\" x=\"%zu\" y=\"%zu\">%.*s</text></g>\n", x + 8, y + 29, STR_ARG(escaped(arena, node->place, PLACE_MAX, true)));
}

static const char style[] =
    "<style>text{font:12px sans-serif;fill:#16202a}.place{font-size:10px;fill:#55606b}.box{fill:#f2f5f8;stroke:#7a8691}"
    ".asked{stroke:#b3261e;stroke-width:3}.edge{fill:none;stroke:#55606b}.unsure{stroke-dasharray:5 4}marker path{fill:#55606b}"
    "@media(prefers-color-scheme:dark){text{fill:#e4e9ee}.place{fill:#9aa7b3}.box{fill:#1a222b}.edge{stroke:#9aa7b3}marker path{fill:#9aa7b3}}"
    "</style>\n";

void query_draw_svg(Buf *out, Arena *arena, const QueryDrawing *drawing) {
  Layout layout = lay_out(arena, drawing);
  size_t width = 2 * MARGIN + (layout.levels ? layout.levels - 1 : 0) * COLUMN + BOX_WIDTH, height = 2 * MARGIN + layout.rows * ROW;
  buf_add_format(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %zu %zu\" width=\"%zu\" height=\"%zu\" role=\"img\">\n", width, height, width,
                 height);
  buf_add_c(out, style);
  buf_add_c(out, "<marker id=\"to\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">"
                 "<path d=\"M0 0L8 4L0 8z\"/></marker>\n");
  for (size_t i = 0; i < drawing->edge_count; i++) draw_edge(out, &layout, &drawing->edges[i]);
  for (size_t i = 0; i < drawing->node_count; i++) draw_node(out, arena, &layout, drawing, i);
  buf_add_c(out, "</svg>\n");
}

void query_draw_html(Buf *out, Arena *arena, const QueryDrawing *drawing) {
  buf_add_c(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>fathom</title>"
                 "<meta name=\"color-scheme\" content=\"light dark\">"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"></head><body>\n");
  query_draw_svg(out, arena, drawing);
  buf_add_c(out, "</body></html>\n");
}
