/* Names come from files: whatever has a meaning in a drawing is spelled so
 * that it has none. */
#include "src/query/graph/draw_internal.h"

#define LABEL_MAX 120

/* Everything but a short list of characters is written as its number. A list of
 * what is dangerous would have to know all of the format's syntax, which also
 * gives meaning to HTML within labels. */
static Str mermaid_label(Arena *arena, Str text) {
  Buf out;
  Str shown = str_shown(arena, text, LABEL_MAX);
  buf_init(&out, arena, shown.len * 6 + 1);
  for (size_t i = 0; i < shown.len; i++) {
    unsigned char c = (unsigned char)shown.ptr[i];
    bool plain = c >= 0x80 || byte_is_word(c) || c == '.' || c == '/' || c == ':' || c == '-' || c == ' ' || c == ',';
    if (plain) buf_add_byte(&out, (char)c);
    else buf_add_format(&out, "#%u;", c);
  }
  return buf_str(&out);
}

/* Quotes and backslashes are all that matters inside a quoted string of this
 * format. str_shown has made line ends and control characters harmless. */
static Str dot_label(Arena *arena, Str text) {
  Buf out;
  Str shown = str_shown(arena, text, LABEL_MAX);
  buf_init(&out, arena, shown.len * 2 + 1);
  for (size_t i = 0; i < shown.len; i++) {
    if (shown.ptr[i] == '"' || shown.ptr[i] == '\\') buf_add_byte(&out, '\\');
    buf_add_byte(&out, shown.ptr[i]);
  }
  return buf_str(&out);
}

static void draw_mermaid(Buf *out, Arena *arena, const QueryDrawing *drawing) {
  buf_add_c(out, "flowchart LR\n");
  for (size_t i = 0; i < drawing->node_count; i++) {
    const QueryDrawNode *node = &drawing->nodes[i];
    buf_add_format(out, "  n%zu[\"%.*s<br/>%.*s\"]%s\n", i, STR_ARG(mermaid_label(arena, node->name)),
                   STR_ARG(mermaid_label(arena, node->place)), node->is_marked ? ":::asked" : "");
  }
  for (size_t i = 0; i < drawing->edge_count; i++) {
    const QueryDrawEdge *edge = &drawing->edges[i];
    buf_add_format(out, "  n%zu %s", edge->from, edge->is_dashed ? "-.->" : "-->");
    if (edge->label.len) buf_add_format(out, "|%.*s|", STR_ARG(mermaid_label(arena, edge->label)));
    buf_add_format(out, " n%zu\n", edge->to);
  }
  buf_add_c(out, "  classDef asked stroke-width:3px\n");
}

static void draw_dot(Buf *out, Arena *arena, const QueryDrawing *drawing) {
  buf_add_c(out, "digraph {\n  rankdir=LR;\n  node [shape=box];\n");
  for (size_t i = 0; i < drawing->node_count; i++) {
    const QueryDrawNode *node = &drawing->nodes[i];
    buf_add_format(out, "  n%zu [label=\"%.*s\\n%.*s\"%s];\n", i, STR_ARG(dot_label(arena, node->name)),
                   STR_ARG(dot_label(arena, node->place)), node->is_marked ? ", penwidth=3" : "");
  }
  for (size_t i = 0; i < drawing->edge_count; i++) {
    const QueryDrawEdge *edge = &drawing->edges[i];
    Str label = edge->label.len ? str_format(arena, "label=\"%.*s\"", STR_ARG(dot_label(arena, edge->label))) : STR_EMPTY;
    const char *dashed = edge->is_dashed ? "style=dashed" : "";
    bool is_plain = !label.len && !edge->is_dashed;
    buf_add_format(out, "  n%zu -> n%zu", edge->from, edge->to);
    if (!is_plain) buf_add_format(out, " [%.*s%s%s]", STR_ARG(label), label.len && edge->is_dashed ? ", " : "", dashed);
    buf_add_c(out, ";\n");
  }
  buf_add_c(out, "}\n");
}

void query_draw(Buf *out, Arena *arena, const QueryDrawing *drawing, QueryDrawFormat format) {
  switch (format) {
    case QUERY_MERMAID: draw_mermaid(out, arena, drawing); break;
    case QUERY_DOT: draw_dot(out, arena, drawing); break;
    case QUERY_SVG: query_draw_svg(out, arena, drawing); break;
    case QUERY_HTML: query_draw_html(out, arena, drawing); break;
  }
}

QueryDrawFormat query_draw_format(Str name) {
  static const char *const names[] = {"mermaid", "dot", "svg", "html"}; /* in the order of the enum */
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    if (str_eq_c(name, names[i])) return (QueryDrawFormat)i;
  }
  return QUERY_MERMAID;
}
