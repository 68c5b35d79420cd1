/* An impact by its levels: what is further away in counts by folder, and all of
 * it as a drawing. */
#include "src/base/vec.h"
#include "src/tools/kit/reached_internal.h"

#define DRAWN_MAX 150 /* symbols in a drawing */
#define DRAWING_CHARS 200000
#define FOLDERS_SHOWN 5

typedef struct Folder {
  Str path;
  unsigned depth;
  size_t count;
} Folder;

static int by_folder(const void *a, const void *b) {
  const Folder *x = a, *y = b;
  if (x->depth != y->depth) return x->depth < y->depth ? -1 : 1;
  if (x->count != y->count) return x->count > y->count ? -1 : 1;
  return str_compare(x->path, y->path);
}

static Str folder_of(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? STR(".") : str_slice(path, 0, slash);
}

/* `Level 2: 45 in handlers (38), cmd (7)`. */
void tool_answer_levels(ToolCall *call, const QueryImpact *impact) {
  Answer *out = call->answer;
  Arena *arena = call->job->arena;
  VEC(Folder) folders = {0};
  for (size_t i = 0; i < impact->len; i++) {
    const QueryImpactNode *node = &impact->nodes[i];
    Str path = folder_of(node->symbol.path);
    size_t at = folders.len;
    if (node->depth < 2 || node->is_test) continue;
    while (at && !(folders.items[at - 1].depth == node->depth && str_eq(folders.items[at - 1].path, path))) at--;
    if (at) folders.items[at - 1].count++;
    else *vec_add(arena, &folders) = (Folder){path, node->depth, 1};
  }
  if (folders.len > 1) qsort(folders.items, folders.len, sizeof(*folders.items), by_folder);
  for (size_t i = 0; i < folders.len;) {
    size_t end = i, total = 0;
    for (; end < folders.len && folders.items[end].depth == folders.items[i].depth; end++) total += folders.items[end].count;
    answer_say(out, "Level %u: %zu in ", folders.items[i].depth, total);
    if (end == i + 1) answer_show(out, folders.items[i].path, SIZE_MAX);
    for (size_t k = i; end > i + 1 && k < end && k - i < FOLDERS_SHOWN; k++) {
      answer_say(out, "%s%.*s (%zu)", k > i ? ", " : "", STR_ARG(str_shown(arena, folders.items[k].path, SIZE_MAX)), folders.items[k].count);
    }
    if (end - i > FOLDERS_SHOWN) answer_say(out, " and %zu more folders", end - i - FOLDERS_SHOWN);
    answer_say(out, "\n");
    i = end;
  }
}

/* ---- drawing ---- */

void tool_draw(ToolCall *call, const QueryDrawing *drawing, QueryDrawFormat format) {
  if (call->chars < DRAWING_CHARS) call->chars = DRAWING_CHARS; /* a part of a picture is none */
  query_draw(answer_text_buf(call->answer), call->job->arena, drawing, format);
}

void tool_draw_impact(ToolCall *call, const QueryImpact *impact, QueryDirection direction, QueryDrawFormat format) {
  Arena *arena = call->job->arena;
  QueryDrawNode *nodes = ARENA_ARRAY(arena, QueryDrawNode, DRAWN_MAX);
  QueryDrawEdge *edges = ARENA_ARRAY(arena, QueryDrawEdge, DRAWN_MAX);
  size_t *drawn = ARENA_ARRAY(arena, size_t, impact->len + 1); /* number + 1 */
  QueryDrawing drawing = {.nodes = nodes, .edges = edges};
  for (size_t i = 0; i < impact->len && drawing.node_count < DRAWN_MAX; i++) {
    const QueryImpactNode *node = &impact->nodes[i];
    /* Members of a type are part of it here: one box in the drawing, and edges of
     * the member begin or end at the type's box. */
    if (node->is_member) {
      drawn[i] = drawn[node->parent];
      continue;
    }
    nodes[drawing.node_count] = (QueryDrawNode){
        query_qualified(arena, &node->symbol),
        str_format(arena, "%.*s:%u", STR_ARG(node->symbol.path), node->symbol.name_span.line), node->depth == 0};
    drawn[i] = ++drawing.node_count;
    /* Edges always point from the user to what is used, whichever way the walk
     * went; a root has no parent to draw an edge to. */
    if (node->depth == 0 || !drawn[node->parent]) continue;
    size_t own = drawn[i] - 1, other = drawn[node->parent] - 1;
    bool callers = direction == QUERY_CALLERS;
    edges[drawing.edge_count++] = (QueryDrawEdge){callers ? own : other, callers ? other : own, STR_EMPTY,
                                                  node->link.is_dispatch || node->is_heuristic};
  }
  tool_draw(call, &drawing, format);
}
