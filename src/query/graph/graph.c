/* Direct connections. */
#include "src/query/graph/graph.h"

#include <assert.h>

#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/query/graph/owner_internal.h"

#define OVERRIDES_MAX 500 /* of one method, all levels */

/* Neighbours while they are gathered, each once; `kinds` narrows for a while
 * when overridden methods are followed. */
typedef struct Gather {
  Job *job;
  StoreReader *reader;
  QueryOwners *owners;
  uint32_t kinds;
  Idmap seen; /* neighbour -> where it is */
  QueryNeighbours found;
} Gather;

/* Reached by more than a heuristic. */
static bool is_firm(const QueryNeighbour *one) { return !one->is_table && (one->kinds & ~QUERY_LINKS); }

/* The same neighbour again: a better way to it replaces a worse one. */
static void merge(QueryNeighbour *old, const QueryNeighbour *new) {
  bool firm_before = is_firm(old), firm_now = is_firm(new);
  uint32_t kinds = old->kinds | new->kinds;
  bool better = (firm_now && !firm_before) || (firm_now == firm_before && old->is_dispatch && !new->is_dispatch);
  if (better) *old = *new;
  old->kinds = kinds;
}

static void add(Gather *gather, QueryNeighbour neighbour) {
  QueryNeighbours *found = &gather->found;
  uint32_t at = idmap_add(&gather->seen, neighbour.symbol.value, (uint32_t)found->len);
  if (at < found->len) merge(&found->items[at], &neighbour);
  else *vec_add(gather->job->arena, found) = neighbour;
}

/* ---- overrides ---- */

static Err overrides_of(Job *job, StoreReader *reader, SymbolId method, bool up, QueryIds *ids) {
  if (up) {
    StoreEdges edges = {0};
    TRY(store_edges_from(job, reader, method, STORE_KIND(EDGE_OVERRIDES), &edges));
    for (size_t i = 0; i < edges.len; i++) *vec_add(job->arena, ids) = edges.items[i].to;
    return OK;
  }
  StoreSources sources = {0};
  TRY(store_sources(job, reader, method, STORE_KIND(EDGE_OVERRIDES), &sources));
  for (size_t i = 0; i < sources.len; i++) *vec_add(job->arena, ids) = sources.items[i].symbol;
  return OK;
}

static bool has_id(const QueryIds *ids, size_t from, SymbolId id) {
  for (size_t i = from; i < ids->len; i++) {
    if (ids->items[i].value == id.value) return true;
  }
  return false;
}

/* Breadth first without a queue of its own: the list is the queue. Bounded,
 * because interfaces of large projects have thousands of implementations. */
Err query_overrides(Job *job, StoreReader *reader, SymbolId method, bool up, QueryIds *ids) {
  size_t first = ids->len;
  SymbolId at = method;
  for (size_t next = first;; next++) {
    QueryIds more = {0};
    TRY(overrides_of(job, reader, at, up, &more));
    for (size_t i = 0; i < more.len && ids->len - first < OVERRIDES_MAX; i++) {
      if (more.items[i].value == method.value || has_id(ids, first, more.items[i])) continue;
      *vec_add(job->arena, ids) = more.items[i];
    }
    if (next >= ids->len) return OK;
    at = ids->items[next];
  }
}

/* ---- callers and callees ---- */

static Err add_sources(Gather *gather, SymbolId target, SymbolId of, bool is_dispatch) {
  StoreSources sources = {0};
  TRY(query_owners_into(gather->owners, target, gather->kinds, &sources));
  for (size_t i = 0; i < sources.len; i++) {
    add(gather, (QueryNeighbour){.symbol = sources.items[i].symbol, .near = target, .of = of,
                                 .kinds = sources.items[i].kinds & gather->kinds, .is_dispatch = is_dispatch});
  }
  return OK;
}

/* Who calls what a method overrides may mean the method. Only calls count
 * there: who reads or names the interface's method does not run this one. */
static Err add_callers(Gather *gather, SymbolId symbol) {
  TRY(add_sources(gather, symbol, symbol, false));
  if (!(gather->kinds & STORE_KIND(EDGE_CALLS))) return OK;
  QueryIds up = {0};
  uint32_t kinds = gather->kinds;
  TRY(query_overrides(gather->job, gather->reader, symbol, true, &up));
  gather->kinds &= STORE_KIND(EDGE_CALLS) | QUERY_LINKS;
  Err err = store_expect(gather->job, gather->reader, up.items, up.len, STORE_EXPECT_SOURCES);
  for (size_t i = 0; i < up.len && !err; i++) err = add_sources(gather, up.items[i], symbol, true);
  gather->kinds = kinds;
  return err;
}

/* A call of what is overridden may reach any that overrides it. */
static Err add_implementations(Gather *gather, SymbolId called, SymbolId of) {
  QueryIds down = {0};
  TRY(query_overrides(gather->job, gather->reader, called, false, &down));
  for (size_t i = 0; i < down.len; i++) {
    add(gather, (QueryNeighbour){.symbol = down.items[i], .near = called, .of = of,
                                 .kinds = STORE_KIND(EDGE_CALLS), .is_dispatch = true});
  }
  return OK;
}

/* In the order of the text. Implementations are added behind, since they
 * follow from a call that is already in the list. */
static Err add_callees(Gather *gather, SymbolId symbol) {
  StoreEdges edges = {0};
  TRY(query_owners_from(gather->owners, symbol, gather->kinds, &edges));
  size_t first = gather->found.len;
  for (size_t i = 0; i < edges.len; i++) {
    add(gather, (QueryNeighbour){.symbol = edges.items[i].to, .near = symbol, .of = symbol,
                                 .kinds = STORE_KIND(edges.items[i].kind)});
  }
  size_t last = gather->found.len;
  QueryIds called = {0};
  for (size_t i = first; i < last; i++) *vec_add(gather->job->arena, &called) = gather->found.items[i].symbol;
  TRY(store_expect(gather->job, gather->reader, called.items, called.len, STORE_EXPECT_SOURCES));
  for (size_t i = first; i < last; i++) {
    if (!(gather->found.items[i].kinds & STORE_KIND(EDGE_CALLS))) continue;
    TRY(add_implementations(gather, gather->found.items[i].symbol, symbol));
  }
  return OK;
}

/* ---- tables ---- */

static void add_table(Gather *gather, SymbolId of, SymbolId other, EdgeKind kind) {
  add(gather, (QueryNeighbour){.symbol = other, .near = of, .of = of, .kinds = STORE_KIND(kind), .is_table = true});
}

/* A function that reads a table leads to it, and the table to the functions
 * it holds. Whoever reads something is taken for a function, so that the
 * table's own entries are not looked for. */
static Err add_tables_read(Gather *gather, SymbolId symbol) {
  StoreEdges reads = {0}, held = {0};
  TRY(store_edges_from(gather->job, gather->reader, symbol, STORE_KIND(EDGE_READS), &reads));
  for (size_t i = 0; i < reads.len; i++) {
    StoreEdges entries = {0};
    TRY(query_owners_table(gather->owners, reads.items[i].to, &entries));
    if (entries.len) add_table(gather, symbol, reads.items[i].to, EDGE_READS);
  }
  if (reads.len) return OK; /* a function */
  TRY(query_owners_table(gather->owners, symbol, &held));
  for (size_t i = 0; i < held.len; i++) add_table(gather, symbol, held.items[i].to, EDGE_REFERENCES);
  return OK;
}

/* The other way: from a function to the tables that hold it, and from a
 * table to who reads it. */
static Err add_tables_holding(Gather *gather, SymbolId symbol) {
  StoreSources tables = {0}, readers = {0};
  StoreEdges held = {0};
  TRY(query_owners_tables_of(gather->owners, symbol, &tables));
  for (size_t i = 0; i < tables.len; i++) add_table(gather, symbol, tables.items[i].symbol, EDGE_REFERENCES);
  TRY(query_owners_table(gather->owners, symbol, &held));
  if (!held.len) return OK;
  TRY(query_owners_into(gather->owners, symbol, STORE_KIND(EDGE_READS), &readers));
  for (size_t i = 0; i < readers.len; i++) add_table(gather, symbol, readers.items[i].symbol, EDGE_READS);
  return OK;
}

/* Where a table is read, or where it names what it holds. */
static Err table_sites(QueryOwners *owners, SymbolId from, StoreEdges *edges) {
  TRY(query_owners_from(owners, from, STORE_KIND(EDGE_READS), edges));
  return query_owners_table(owners, from, edges);
}

/* ---- */

/* Direct, then dispatched, then linked; order within each stays. */
static void group(Arena *arena, QueryNeighbours *found) {
  QueryNeighbour *sorted = ARENA_ARRAY(arena, QueryNeighbour, found->len + 1);
  size_t at = 0;
  for (int wanted = 0; wanted < 3; wanted++) {
    size_t before = at;
    for (size_t i = 0; i < found->len; i++) {
      const QueryNeighbour *one = &found->items[i];
      int own = is_firm(one) ? one->is_dispatch : 2;
      if (own == wanted) sorted[at++] = *one;
    }
    *(wanted == 0 ? &found->direct : wanted == 1 ? &found->dispatched : &found->linked) = at - before;
  }
  found->items = sorted;
  found->cap = found->len + 1;
}

/* What may implement the callees of these symbols. */
static Err expect_implementations(QueryOwners *owners, const SymbolId *symbols, size_t count) {
  QueryIds called = {0};
  for (size_t i = 0; i < count; i++) {
    StoreEdges edges = {0};
    TRY(store_edges_from(owners->job, owners->reader, symbols[i], STORE_KIND(EDGE_CALLS), &edges));
    for (size_t e = 0; e < edges.len; e++) *vec_add(owners->job->arena, &called) = edges.items[e].to;
  }
  return store_expect(owners->job, owners->reader, called.items, called.len, STORE_EXPECT_SOURCES);
}

Err query_owners_expect(QueryOwners *owners, const SymbolId *symbols, size_t count, QueryDirection direction, uint32_t kinds) {
  bool callers = direction == QUERY_CALLERS;
  unsigned what = STORE_EXPECT_EDGES | (callers ? STORE_EXPECT_SOURCES : 0) | (kinds & QUERY_TABLES ? STORE_EXPECT_SYMBOL : 0);
  if (count < 2) return OK;
  TRY(store_expect(owners->job, owners->reader, symbols, count, what));
  return callers || !(kinds & STORE_KIND(EDGE_CALLS)) ? OK : expect_implementations(owners, symbols, count);
}

/* With owners that are shared over many questions of a walk: files whose top
 * level was looked at are not read again. */
Err query_owners_neighbours(QueryOwners *owners, const SymbolId *symbols, size_t count, QueryDirection direction,
                            uint32_t kinds, QueryNeighbours *ret_neighbours) {
  assert(owners && owners->reader);
  Job *job = owners->job;
  Gather gather = {.job = job, .reader = owners->reader, .owners = owners, .kinds = kinds & ~QUERY_TABLES};
  idmap_init(&gather.seen, job->arena);
  TRY(query_owners_expect(owners, symbols, count, direction, kinds));
  for (size_t i = 0; i < count; i++) {
    TRY(job_check(job));
    TRY(direction == QUERY_CALLERS ? add_callers(&gather, symbols[i]) : add_callees(&gather, symbols[i]));
    if (!(kinds & QUERY_TABLES)) continue;
    TRY(direction == QUERY_CALLERS ? add_tables_holding(&gather, symbols[i]) : add_tables_read(&gather, symbols[i]));
  }
  group(job->arena, &gather.found);
  *ret_neighbours = gather.found;
  return OK;
}

Err query_neighbours(Job *job, StoreReader *reader, QueryAround around, QueryNeighbours *ret_neighbours) {
  QueryOwners owners;
  query_owners_init(&owners, job, reader, QUERY_OWNERS_FILES);
  return query_owners_neighbours(&owners, around.symbols, around.count, around.direction, around.kinds, ret_neighbours);
}

/* All edges between the two, by place. A file as the caller means code
 * outside of all definitions. */
Err query_owners_sites(QueryOwners *owners, const QueryNeighbour *neighbour, QueryDirection direction, uint32_t kinds,
                       StoreEdges *ret_edges) {
  StoreEdges edges = {0};
  bool callers = direction == QUERY_CALLERS;
  /* A dispatched callee is called where the overridden method is. */
  SymbolId from = callers ? neighbour->symbol : neighbour->of;
  SymbolId to = callers || neighbour->is_dispatch ? neighbour->near : neighbour->symbol;
  kinds &= ~QUERY_TABLES;
  if (neighbour->is_table) TRY(table_sites(owners, from, &edges));
  else TRY(callers && !store_local_of(from) ? query_owners_bare(owners, from, kinds, &edges) : query_owners_from(owners, from, kinds, &edges));
  size_t kept = 0;
  for (size_t i = 0; i < edges.len; i++) {
    if (edges.items[i].to.value == to.value) edges.items[kept++] = edges.items[i];
  }
  edges.len = kept;
  *ret_edges = edges;
  return OK;
}

Err query_sites(Job *job, StoreReader *reader, const QueryNeighbour *neighbour, QueryDirection direction, uint32_t kinds,
                StoreEdges *ret_edges) {
  QueryOwners owners;
  query_owners_init(&owners, job, reader, QUERY_OWNERS_FILES);
  return query_owners_sites(&owners, neighbour, direction, kinds, ret_edges);
}

/* ---- containers ---- */

bool query_is_container(SymbolKind kind) {
  switch (kind) {
    case SYMBOL_FILE: case SYMBOL_MODULE: case SYMBOL_NAMESPACE: case SYMBOL_PACKAGE: case SYMBOL_CLASS:
    case SYMBOL_STRUCT: case SYMBOL_UNION: case SYMBOL_INTERFACE: case SYMBOL_TRAIT: case SYMBOL_PROTOCOL:
    case SYMBOL_ENUM: return true;
    default: return false;
  }
}

bool query_is_for_tests(const StoreSymbol *symbol) {
  return symbol->flags & DEF_TEST || language_is_for_tests(language_for_file(symbol->path, STR_EMPTY), symbol->path);
}

bool query_is_variable(SymbolKind kind) {
  return kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT || kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY;
}

bool query_is_plain_macro(const StoreSymbol *symbol) {
  Str words = symbol->signature;
  size_t at = str_find(words, symbol->name);
  if (symbol->kind != SYMBOL_MACRO || !str_starts_with(words, STR("#")) || at == STR_NONE) return false;
  at += symbol->name.len;
  return at >= words.len || words.ptr[at] != '(';
}

Err query_members(Job *job, StoreReader *reader, const StoreSymbol *container, StoreSymbols *ret_members) {
  if (container->kind == SYMBOL_FILE) return store_list_symbols(job, reader, container->file, ret_members);
  return store_list_inside(job, reader, container->id, ret_members);
}

Err query_calls_with(Job *job, StoreReader *reader, const StoreSymbol *function, const StoreSymbols *inside, StoreEdges *calls) {
  TRY(store_edges_from(job, reader, function->id, QUERY_CALLS, calls));
  for (size_t i = 0; i < inside->len; i++) TRY(store_edges_from(job, reader, inside->items[i].id, QUERY_CALLS, calls));
  return OK;
}

static int by_path_and_place(const void *a, const void *b) {
  const StoreSymbol *left = a, *right = b;
  int order = str_compare(left->path, right->path);
  return order ? order : (left->full.from > right->full.from) - (left->full.from < right->full.from);
}

/* Their receiver names the type, which is an edge. */
Err query_members_elsewhere(Job *job, StoreReader *reader, const StoreSymbol *type, StoreSymbols *ret_members) {
  StoreSources sources = {0};
  *ret_members = (StoreSymbols){0};
  TRY(store_sources(job, reader, type->id, STORE_KIND(EDGE_TYPE_OF), &sources));
  SymbolId *ids = ARENA_ARRAY(job->arena, SymbolId, sources.len + 1);
  StoreSymbol *found = ARENA_ARRAY(job->arena, StoreSymbol, sources.len + 1);
  for (size_t i = 0; i < sources.len; i++) ids[i] = sources.items[i].symbol;
  TRY(store_get_symbols(job, reader, ids, sources.len, found));
  for (size_t i = 0; i < sources.len; i++) {
    const StoreSymbol *one = &found[i];
    bool is_member = one->kind == SYMBOL_METHOD && !one->container_id.value && str_eq(one->container, type->name);
    if (is_member) *vec_add(job->arena, ret_members) = *one;
  }
  if (ret_members->len) qsort(ret_members->items, ret_members->len, sizeof *ret_members->items, by_path_and_place);
  ret_members->total = ret_members->len;
  return OK;
}
