/* Members by another name of their type: `Figure.draw` where `typedef Shape Figure`.
 * What a type is defined to be is the first type that is named in its definition. */
#include "src/query/names/qualify_internal.h"

enum { ALIASES_MAX = 16, HOPS_MAX = 4 };

static bool is_within(const StoreEdge *edge, const Span *span) {
  bool is_after = edge->line > span->line || (edge->line == span->line && edge->column >= span->column);
  return is_after && (edge->line < span->end_line || (edge->line == span->end_line && edge->column < span->end_column));
}

/* Edges of what stands at the top level are the file's. */
static Err find_target(Job *job, StoreReader *reader, const StoreSymbol *alias, StoreSymbol *ret_type) {
  SymbolId around = alias->container_id.value ? alias->container_id : store_symbol_id(alias->file, 0);
  StoreEdges edges = {0};
  TRY(store_edges_from(job, reader, around, STORE_KIND(EDGE_TYPE_OF), &edges));
  size_t first = 0;
  while (first < edges.len && !is_within(&edges.items[first], &alias->full)) first++;
  *ret_type = (StoreSymbol){0};
  return first < edges.len ? store_get_symbol(job, reader, edges.items[first].to, ret_type) : OK;
}

Err query_alias_target(Job *job, StoreReader *reader, const StoreSymbols *named, Str *ret_name) {
  *ret_name = STR_EMPTY;
  for (size_t i = 0; i < named->len && i < ALIASES_MAX; i++) {
    StoreSymbol type = named->items[i], next;
    for (unsigned hop = 0; type.id.value && type.kind == SYMBOL_TYPE && hop < HOPS_MAX; hop++, type = next) {
      TRY(find_target(job, reader, &type, &next));
    }
    bool is_found = type.id.value && type.id.value != named->items[i].id.value && symbol_kind_is_type(type.kind);
    if (!is_found) continue;
    *ret_name = type.name;
    return OK;
  }
  return OK;
}
