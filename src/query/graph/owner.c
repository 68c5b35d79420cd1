/* Which definition a piece of top-level code stands in.
 *
 * Code outside of functions (initialisers, tables, calls at the top of a
 * file) has the file as its source in the store, because its innermost named
 * function is none. For a reader it belongs to the variable, field or type
 * it stands in: `handlers = {"a": run}` is a table that holds `run`. The
 * edges of a file's top level are therefore given to the innermost
 * definition around their sites, file by file, when somebody asks. */
#include "src/query/graph/owner_internal.h"

#include <stdlib.h>

#include "src/model/symbol.h"

void query_owners_init(QueryOwners *owners, Job *job, StoreReader *reader, size_t files_max) {
  *owners = (QueryOwners){.job = job, .reader = reader, .files_max = files_max};
  idmap_init(&owners->numbers, job->arena);
}

/* ---- places ---- */

/* A module's own code is top level as well. */
static bool can_own(const StorePlace *place) {
  SymbolKind kind = place->kind;
  return kind != SYMBOL_FILE && kind != SYMBOL_MODULE && kind != SYMBOL_NAMESPACE && kind != SYMBOL_PACKAGE;
}

static bool is_before(uint32_t line, uint32_t column, uint32_t other_line, uint32_t other_column) {
  return line != other_line ? line < other_line : column < other_column;
}

static bool covers(const Span *span, uint32_t line, uint32_t column) {
  return !is_before(line, column, span->line, span->column) && is_before(line, column, span->end_line, span->end_column);
}

/* Outer ones first. */
static int by_begin(const void *a, const void *b) {
  const StorePlace *x = a, *y = b;
  if (x->full.from != y->full.from) return x->full.from < y->full.from ? -1 : 1;
  if (x->full.to != y->full.to) return x->full.to > y->full.to ? -1 : 1;
  return x->id.value < y->id.value ? -1 : x->id.value > y->id.value;
}

/* The innermost around a site; NULL: none. */
static const StorePlace *place_around(const StorePlaces *places, uint32_t line, uint32_t column) {
  size_t low = 0, high = places->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const Span *span = &places->items[middle].full;
    if (is_before(line, column, span->line, span->column)) high = middle;
    else low = middle + 1;
  }
  while (low-- > 0) {
    if (covers(&places->items[low].full, line, column)) return &places->items[low];
  }
  return NULL;
}

/* ---- files ---- */

/* Import edges are left out: importing is the file's own affair. */
static Err load(QueryOwners *owners, FileId file, QueryOwned *owned) {
  TRY(store_edges_from(owners->job, owners->reader, store_symbol_id(file, 0), STORE_ALL_KINDS & ~STORE_KIND(EDGE_IMPORTS),
                       &owned->edges));
  TRY(store_list_places(owners->job, owners->reader, file, &owned->places));
  StorePlaces *places = &owned->places;
  size_t kept = 0;
  for (size_t i = 0; i < places->len; i++) {
    if (can_own(&places->items[i])) places->items[kept++] = places->items[i];
  }
  places->len = kept;
  if (kept > 1) qsort(places->items, kept, sizeof(*places->items), by_begin);
  for (size_t i = 0; i < owned->edges.len; i++) {
    StoreEdge *edge = &owned->edges.items[i];
    const StorePlace *around = place_around(places, edge->line, edge->column);
    if (around) edge->from = around->id;
  }
  return OK;
}

/* NULL: as many files as allowed were looked at. The answer is then the
 * file, as stored, which is less but not wrong. */
static Err owned_of(QueryOwners *owners, FileId file, const QueryOwned **ret_owned) {
  uint32_t number = idmap_get(&owners->numbers, file.value);
  *ret_owned = NULL;
  if (number == IDMAP_NONE) {
    if (owners->files.len >= owners->files_max) return OK;
    QueryOwned *owned = ARENA_NEW(owners->job->arena, QueryOwned);
    TRY(load(owners, file, owned));
    number = (uint32_t)owners->files.len;
    *vec_add(owners->job->arena, &owners->files) = owned;
    idmap_add(&owners->numbers, file.value, number);
  }
  *ret_owned = owners->files.items[number];
  return OK;
}

/* ---- edges ---- */

/* What is no function has edges of its own by inheritance only. */
static bool is_code(const StoreEdges *edges, size_t first) {
  for (size_t i = first; i < edges->len; i++) {
    unsigned kind = edges->items[i].kind;
    if (kind != EDGE_EXTENDS && kind != EDGE_IMPLEMENTS && kind != EDGE_OVERRIDES) return true;
  }
  return false;
}

/* Looking at the files of functions is saved. */
static Err may_own(QueryOwners *owners, SymbolId symbol, bool *ret_may) {
  StoreSymbol found;
  *ret_may = false;
  if (!store_local_of(symbol)) return OK;
  if (idmap_has(&owners->numbers, store_file_of(symbol).value)) {
    *ret_may = true;
    return OK;
  }
  TRY(store_get_symbol(owners->job, owners->reader, symbol, &found));
  *ret_may = found.id.value && !symbol_kind_is_callable(found.kind);
  return OK;
}

/* A function has edges of its own and is done with one read; whatever is no
 * function may own some of its file's. */
Err query_owners_from(QueryOwners *owners, SymbolId symbol, uint32_t kinds, StoreEdges *edges) {
  size_t before = edges->len;
  const QueryOwned *owned;
  bool may;
  TRY(store_edges_from(owners->job, owners->reader, symbol, kinds, edges));
  if (is_code(edges, before)) return OK;
  TRY(may_own(owners, symbol, &may));
  if (!may) return OK;
  TRY(owned_of(owners, store_file_of(symbol), &owned));
  for (size_t i = 0; owned && i < owned->edges.len; i++) {
    const StoreEdge *edge = &owned->edges.items[i];
    if (edge->from.value == symbol.value && kinds & STORE_KIND(edge->kind)) *vec_add(owners->job->arena, edges) = *edge;
  }
  return OK;
}

Err query_owners_bare(QueryOwners *owners, SymbolId file, uint32_t kinds, StoreEdges *edges) {
  const QueryOwned *owned;
  TRY(owned_of(owners, store_file_of(file), &owned));
  if (!owned) return store_edges_from(owners->job, owners->reader, file, kinds, edges);
  TRY(store_edges_from(owners->job, owners->reader, file, kinds & STORE_KIND(EDGE_IMPORTS), edges));
  for (size_t i = 0; i < owned->edges.len; i++) {
    const StoreEdge *edge = &owned->edges.items[i];
    if (edge->from.value == file.value && kinds & STORE_KIND(edge->kind)) *vec_add(owners->job->arena, edges) = *edge;
  }
  return OK;
}

static void add_source(QueryOwners *owners, StoreSources *sources, size_t first, SymbolId symbol, uint32_t kind) {
  for (size_t i = first; i < sources->len; i++) {
    if (sources->items[i].symbol.value != symbol.value) continue;
    sources->items[i].kinds |= kind;
    return;
  }
  *vec_add(owners->job->arena, sources) = (StoreSource){symbol, kind};
}

/* Sources that are files are looked into; each definition that names the
 * symbol becomes a source of its own. */
Err query_owners_into(QueryOwners *owners, SymbolId symbol, uint32_t kinds, StoreSources *sources) {
  StoreSources found = {0};
  TRY(store_sources(owners->job, owners->reader, symbol, kinds, &found));
  for (size_t i = 0; i < found.len; i++) {
    const StoreSource *source = &found.items[i];
    const QueryOwned *owned = NULL;
    size_t first = sources->len;
    uint32_t wanted = source->kinds & kinds, imports = wanted & STORE_KIND(EDGE_IMPORTS);
    if (!store_local_of(source->symbol) && wanted != imports) {
      TRY(owned_of(owners, store_file_of(source->symbol), &owned));
    }
    if (!owned || imports) *vec_add(owners->job->arena, sources) = (StoreSource){source->symbol, owned ? imports : wanted};
    for (size_t e = 0; owned && e < owned->edges.len; e++) {
      const StoreEdge *edge = &owned->edges.items[e];
      if (edge->to.value != symbol.value || !(kinds & STORE_KIND(edge->kind))) continue;
      add_source(owners, sources, first, edge->from, STORE_KIND(edge->kind));
    }
  }
  return OK;
}

/* ---- tables ---- */

static const StorePlace *place_of(const StorePlaces *places, SymbolId symbol) {
  for (size_t i = 0; i < places->len; i++) {
    if (places->items[i].id.value == symbol.value) return &places->items[i];
  }
  return NULL;
}

static const StorePlace *end_of(const StorePlaces *places) { return places->items + places->len; }

/* What a variable's definition names or contains: the functions that can be
 * reached through it. */
Err query_owners_table(QueryOwners *owners, SymbolId symbol, StoreEdges *edges) {
  const QueryOwned *owned;
  StoreSymbol found;
  if (!idmap_has(&owners->numbers, store_file_of(symbol).value)) {
    TRY(store_get_symbol(owners->job, owners->reader, symbol, &found));
    if (!query_is_variable(found.kind)) return OK; /* its file need not be looked at */
  }
  TRY(owned_of(owners, store_file_of(symbol), &owned));
  const StorePlace *own = owned ? place_of(&owned->places, symbol) : NULL;
  if (!own || !query_is_variable(own->kind)) return OK;
  for (size_t i = 0; i < owned->edges.len; i++) {
    const StoreEdge *edge = &owned->edges.items[i];
    if (edge->from.value != symbol.value || edge->kind != EDGE_REFERENCES) continue;
    *vec_add(owners->job->arena, edges) = *edge;
  }
  for (const StorePlace *one = own + 1; one < end_of(&owned->places) && one->full.from < own->full.to; one++) {
    if (!symbol_kind_is_callable(one->kind)) continue;
    *vec_add(owners->job->arena, edges) = (StoreEdge){.kind = EDGE_REFERENCES, .rule = RULE_SCOPE, .from = symbol, .to = one->id,
                                                      .line = one->full.line, .column = one->full.column};
  }
  return OK;
}

Err query_owners_tables_of(QueryOwners *owners, SymbolId function, StoreSources *tables) {
  const QueryOwned *owned;
  StoreSymbol own, around;
  StoreSources users = {0};
  TRY(query_owners_into(owners, function, STORE_KIND(EDGE_REFERENCES), &users));
  for (size_t i = 0; i < users.len; i++) {
    SymbolId user = users.items[i].symbol;
    TRY(owned_of(owners, store_file_of(user), &owned));
    const StorePlace *place = owned ? place_of(&owned->places, user) : NULL;
    if (place && query_is_variable(place->kind)) *vec_add(owners->job->arena, tables) = users.items[i];
  }
  TRY(store_get_symbol(owners->job, owners->reader, function, &own));
  if (!own.container_id.value || !symbol_kind_is_callable(own.kind)) return OK;
  TRY(store_get_symbol(owners->job, owners->reader, own.container_id, &around));
  if (query_is_variable(around.kind)) *vec_add(owners->job->arena, tables) = (StoreSource){around.id, STORE_KIND(EDGE_REFERENCES)};
  return OK;
}
