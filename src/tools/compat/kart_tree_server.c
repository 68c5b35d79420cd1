/* kart's trees by the call hierarchy of a server that runs and is ready. */
#include "src/base/vec.h"
#include "src/lsp/ask.h"
#include "src/tools/compat/kart_tree_internal.h"

#define ASKED_MAX 200 /* symbols a server is asked about */
#define FAN_HIGH 10

typedef struct Walk {
  KartCall *kart;
  LspServer *server;
  bool up;
  unsigned depth;
  VEC(QueryImpactNode) nodes;
  VEC(int) kinds;
  VEC(LspLocation) places;
  Map seen; /* "path:line:column" */
  size_t asked, missed;
  bool high_fan_out, cut;
} Walk;

static Span span_of(const LspRange *range) {
  return (Span){.from = range->start_byte, .to = range->end_byte, .line = range->start.line, .column = range->start.column,
                .end_line = range->end.line, .end_column = range->end.column};
}

/* False: it is in the tree already. */
static bool add_node(Walk *walk, const LspSymbol *symbol, uint32_t parent, unsigned depth) {
  Arena *arena = walk->kart->call->job->arena;
  const LspLocation *place = &symbol->location;
  Str key = str_format(arena, "%.*s:%u:%u", STR_ARG(place->path), place->range.start.line, place->range.start.column);
  if (map_get(&walk->seen, key)) return false;
  if (walk->nodes.len >= KART_TREE_NODES_MAX) {
    walk->cut = true;
    return false;
  }
  map_put(&walk->seen, key, walk);
  QueryImpactNode node = {.depth = depth, .parent = parent};
  node.symbol = (StoreSymbol){.name = symbol->name, .path = place->path, .name_span = span_of(&place->range),
                              .full = span_of(&place->whole)};
  *vec_add(arena, &walk->nodes) = node;
  *vec_add(arena, &walk->kinds) = symbol->kind;
  *vec_add(arena, &walk->places) = *place;
  return true;
}

static Err ask(Walk *walk, Str path, TextPoint point, LspHierarchy *ret_calls) {
  LspAt at = {.server = walk->server, .path = path, .point = point};
  walk->asked++;
  return lsp_ask_calls(walk->kart->call->job, &at, walk->up, !walk->up, ret_calls);
}

static void add_relatives(Walk *walk, uint32_t number, const LspHierarchy *calls) {
  const LspRelatives *found = walk->up ? &calls->up : &calls->down;
  unsigned depth = walk->nodes.items[number].depth + 1;
  walk->nodes.items[number].fan = (uint32_t)found->len;
  if (found->len > FAN_HIGH) walk->high_fan_out = true;
  for (size_t i = 0; i < found->len; i++) (void)add_node(walk, &found->items[i].symbol, number, depth);
}

/* Files outside are not the workspace's to follow. One that is not answered for
 * leaves the rest as it is. */
static Err follow(Walk *walk, uint32_t number) {
  Job *job = walk->kart->call->job;
  LspLocation place = walk->places.items[number];
  LspHierarchy calls;
  if (place.is_outside) return OK;
  if (walk->asked >= ASKED_MAX) {
    walk->cut = true;
    return OK;
  }
  Err err = ask(walk, place.path, place.range.start, &calls);
  if (err) {
    TRY(job_check(job));
    job_forgive(job);
    walk->missed++;
    return OK;
  }
  add_relatives(walk, number, &calls);
  return OK;
}

/* The root; false: the server has nothing to say about it. */
static Err begin(Walk *walk, const StoreSymbol *symbol, bool *ret_begun) {
  Job *job = walk->kart->call->job;
  LspDocument document;
  LspHierarchy calls;
  *ret_begun = false;
  Err err = lsp_server_show(job, walk->server, symbol->path, &document);
  if (!err) err = ask(walk, symbol->path, text_to_point(&document.text, symbol->name_span.from), &calls);
  if (err) {
    TRY(job_check(job));
    job_forgive(job);
    return OK;
  }
  if (!calls.roots.len) return OK;
  (void)add_node(walk, &calls.roots.items[0], 0, 0);
  add_relatives(walk, 0, &calls);
  *ret_begun = true;
  return OK;
}

static Err walk_tree(Walk *walk, const StoreSymbol *symbol, KartServed *ret_served) {
  bool is_begun;
  TRY(begin(walk, symbol, &is_begun));
  if (!is_begun) return OK;
  for (uint32_t i = 1; i < walk->nodes.len; i++) {
    if (walk->nodes.items[i].depth < walk->depth) TRY(follow(walk, i));
  }
  *ret_served = (KartServed){
      .server = str_copy(walk->kart->call->job->arena, lsp_server_name(walk->server)),
      .impact = {.nodes = walk->nodes.items, .len = walk->nodes.len, .cut = walk->cut, .high_fan_out = walk->high_fan_out,
                 .counts = {.symbols = walk->nodes.len - 1}},
      .kinds = walk->kinds.items, .missed = walk->missed};
  return OK;
}

Err tool_kart_server_tree(KartCall *kart, const StoreSymbol *symbol, QueryDirection direction, KartServed *ret_served) {
  ToolCall *call = kart->call;
  Walk walk = {.kart = kart, .up = direction == QUERY_CALLERS, .depth = (unsigned)tool_arg_int(call, "depth")};
  *ret_served = (KartServed){0};
  if (!call->scope->ready_server) return OK;
  if (!call->scope->ready_server(call->scope, call, tool_kart_absolute(kart, symbol->path), &walk.server)) return OK;
  map_init(&walk.seen, call->job->arena);
  Err err = walk_tree(&walk, symbol, ret_served);
  lsp_server_release(walk.server);
  return err;
}
