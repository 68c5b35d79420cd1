/* References between repositories: out of one, as its own index knows them, and
 * into one, as the index of the other knows them. */
#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

static bool is_same(const StoreOutside *a, const StoreOutside *b) {
  return str_eq(a->root, b->root) && str_eq(a->path, b->path) && str_eq(a->name, b->name);
}

static QueryOutward *outward_of(Arena *arena, QueryOutwards *list, const StoreOutside *to) {
  for (size_t i = 0; i < list->len; i++) {
    if (is_same(&list->items[i].to, to)) return &list->items[i];
  }
  QueryOutward *one = vec_add(arena, list);
  *one = (QueryOutward){.to = *to};
  return one;
}

Err query_outward(Job *job, StoreReader *reader, const StoreSymbol *symbols, size_t count, uint32_t kinds, QueryOutwards *ret_outwards) {
  QueryOutwards list = {0};
  for (size_t i = 0; i < count; i++) {
    StoreOutwards found = {0};
    TRY(store_outward_from(job, reader, symbols[i].id, kinds, &found));
    for (size_t k = 0; k < found.len; k++) {
      QueryOutward *one = outward_of(job->arena, &list, &found.items[k].to);
      if (!one->sites++) one->first = found.items[k];
    }
  }
  *ret_outwards = list;
  return OK;
}

StoreOutside query_outside(Arena *arena, Str root, const StoreSymbol *symbol) {
  return (StoreOutside){.root = root, .path = symbol->path, .name = symbol->kind == SYMBOL_FILE ? STR_EMPTY : query_qualified(arena, symbol)};
}

static QueryInward *inward_of(Arena *arena, QueryInwards *list, SymbolId from) {
  for (size_t i = 0; i < list->len; i++) {
    if (list->items[i].symbol.id.value == from.value) return &list->items[i];
  }
  QueryInward *one = vec_add(arena, list);
  *one = (QueryInward){.symbol = {.id = from}};
  return one;
}

static Err add_inward(Job *job, StoreReader *reader, const StoreOutside *target, uint32_t kinds, QueryInwards *list) {
  StoreOutwards found = {0};
  TRY(store_outward_into(job, reader, target, kinds, &found));
  for (size_t k = 0; k < found.len; k++) {
    QueryInward *one = inward_of(job->arena, list, found.items[k].from);
    bool is_new = !one->sites++;
    if (is_new) one->first = found.items[k];
    if (is_new) TRY(query_symbol(job, reader, found.items[k].from, &one->symbol));
  }
  return OK;
}

/* A file stands for itself: who imports it. */
Err query_inward(Job *job, StoreReader *reader, const QueryInwardRequest *request, QueryInwards *ret_inwards) {
  QueryInwards list = {0};
  for (size_t i = 0; i < request->count; i++) {
    StoreOutside target = query_outside(job->arena, request->root, &request->symbols[i]);
    TRY(add_inward(job, reader, &target, request->kinds, &list));
  }
  size_t kept = 0; /* a source may be gone by a batch */
  for (size_t i = 0; i < list.len; i++) {
    if (list.items[i].symbol.id.value) list.items[kept++] = list.items[i];
  }
  list.len = kept;
  *ret_inwards = list;
  return OK;
}
