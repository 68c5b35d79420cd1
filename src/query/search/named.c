/* Which symbol each hit of a file is in, and whether it is the name of one. Places
 * tell, which are read without words; the words of those that are meant alone. */
#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/query/names/names.h"
#include "src/query/search/search_internal.h"

/* Overlapping is enough: the hit may be part of the name. */
static bool is_name_at(const Span *name, const QueryHit *hit) {
  uint32_t length = hit->to - hit->from;
  return name->line == hit->line && name->column < hit->column + length && hit->column < name->column + (name->to - name->from);
}

static bool is_around(const Span *full, SymbolKind kind, unsigned flags, const QueryHit *hit) {
  bool is_variable = kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT;
  return hit->line >= full->line && hit->line <= full->end_line && !((flags & DEF_LOCAL) && is_variable);
}

static uint32_t size_of(const Span *full) { return full->to - full->from; }

static bool counts(unsigned flags) { return !(flags & (DEF_LOCAL | DEF_DECLARATION)); }

/* Of what is more than a name inside a function. */
static QueryInnermost around_hit(const StorePlaces *places, const QueryHit *hit) {
  QueryInnermost inner = {0};
  for (size_t i = 0; i < places->len; i++) {
    const StorePlace *one = &places->items[i];
    if (is_around(&one->full, one->kind, one->flags, hit)) query_innermost_take(&inner, one);
  }
  return inner;
}

/* By whole symbols, whose order is settled. */
static Err name_by_symbols(Job *job, StoreReader *reader, FileId file, QueryHit *hits, size_t count) {
  StoreSymbols symbols = {0};
  TRY(store_list_symbols(job, reader, file, &symbols));
  for (size_t i = 0; i < count; i++) {
    TRY(job_check(job)); /* all symbols of the file are looked at for each */
    hits[i].symbol = NULL;
    for (size_t k = 0; k < symbols.len; k++) {
      const StoreSymbol *one = &symbols.items[k];
      if (!is_around(&one->full, one->kind, one->flags, &hits[i])) continue;
      if (!hits[i].symbol || size_of(&one->full) <= size_of(&hits[i].symbol->full)) hits[i].symbol = one;
    }
  }
  return OK;
}

/* Hits in one symbol share it: who orders or counts them compares addresses. */
static Err take_symbols(Job *job, StoreReader *reader, const StorePlace *const *around, QueryHit *hits, size_t count) {
  VEC(SymbolId) ids = {0};
  Idmap numbers;
  idmap_init(&numbers, job->arena);
  for (size_t i = 0; i < count; i++) {
    if (!around[i] || idmap_has(&numbers, around[i]->id.value)) continue;
    idmap_add(&numbers, around[i]->id.value, (uint32_t)ids.len);
    *vec_add(job->arena, &ids) = around[i]->id;
  }
  StoreSymbol *symbols = ARENA_ARRAY(job->arena, StoreSymbol, ids.len + 1);
  if (ids.len) TRY(store_get_symbols(job, reader, ids.items, ids.len, symbols));
  for (size_t i = 0; i < count; i++) {
    StoreSymbol *symbol = around[i] ? &symbols[idmap_get(&numbers, around[i]->id.value)] : NULL;
    hits[i].symbol = symbol && symbol->id.value ? symbol : NULL;
  }
  return OK;
}

Err query_search_name_hits(Job *job, StoreReader *reader, FileId file, QueryHit *hits, size_t count) {
  StorePlaces places = {0};
  const StorePlace **around = ARENA_ARRAY(job->arena, const StorePlace *, count + 1);
  bool is_any_open = false;
  TRY(store_list_places(job, reader, file, &places));
  for (size_t i = 0; i < count; i++) {
    QueryHit *hit = &hits[i];
    TRY(job_check(job)); /* all places of the file are looked at for each */
    QueryInnermost inner = around_hit(&places, hit);
    around[i] = inner.best;
    is_any_open |= inner.is_open;
    for (size_t k = 0; k < places.len && !hit->is_definition; k++) {
      hit->is_definition = counts(places.items[k].flags) && is_name_at(&places.items[k].name, hit);
    }
  }
  return is_any_open ? name_by_symbols(job, reader, file, hits, count) : take_symbols(job, reader, around, hits, count);
}

Err query_search_name(Job *job, StoreReader *reader, QueryHits *hits) {
  if (hits->is_named) return OK;
  hits->is_named = true;
  return hits->file ? query_search_name_hits(job, reader, (FileId){hits->file}, hits->items, hits->len) : OK;
}
