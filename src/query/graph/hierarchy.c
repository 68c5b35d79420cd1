/* Levels of relatives, each symbol once. */
#include "src/query/graph/graph.h"

#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/query/names/names.h"

#define RELATIVES_MAX 5000
#define METHODS_MAX 40  /* of a type that are looked at for types without a name */
#define NAMELESS_MAX 200 /* that override one of them */
#define KINDS (STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS) | STORE_KIND(EDGE_OVERRIDES))

/* `found` is the queue of the walk, and its answer: levels come in order. */
typedef struct Climb {
  Job *job;
  StoreReader *reader;
  bool up;
  Idmap seen;
  VEC(QueryRelative) found;
} Climb;

static EdgeKind first_kind(uint32_t kinds) {
  if (kinds & STORE_KIND(EDGE_EXTENDS)) return EDGE_EXTENDS;
  return kinds & STORE_KIND(EDGE_IMPLEMENTS) ? EDGE_IMPLEMENTS : EDGE_OVERRIDES;
}

static void add(Climb *climb, SymbolId symbol, uint32_t kinds, unsigned depth, uint32_t parent) {
  uint32_t number = (uint32_t)climb->found.len;
  if (number >= RELATIVES_MAX || idmap_add(&climb->seen, symbol.value, number) != number) return;
  *vec_add(climb->job->arena, &climb->found) =
      (QueryRelative){.symbol = {.id = symbol}, .kind = first_kind(kinds), .depth = depth, .parent = parent};
}

static Err step(Climb *climb, SymbolId symbol, unsigned depth, uint32_t parent) {
  if (climb->up) {
    StoreEdges edges = {0};
    TRY(store_edges_from(climb->job, climb->reader, symbol, KINDS, &edges));
    for (size_t i = 0; i < edges.len; i++) add(climb, edges.items[i].to, STORE_KIND(edges.items[i].kind), depth, parent);
    return OK;
  }
  StoreSources sources = {0};
  TRY(store_sources(climb->job, climb->reader, symbol, KINDS, &sources));
  for (size_t i = 0; i < sources.len; i++) add(climb, sources.items[i].symbol, sources.items[i].kinds, depth, parent);
  return OK;
}

/* Those behind `first`, which are the next level, are stepped from. */
static Err expect_level(Climb *climb, uint32_t first) {
  QueryIds ids = {0};
  for (size_t i = first; i < climb->found.len; i++) *vec_add(climb->job->arena, &ids) = climb->found.items[i].symbol.id;
  return store_expect(climb->job, climb->reader, ids.items, ids.len, climb->up ? STORE_EXPECT_EDGES : STORE_EXPECT_SOURCES);
}

/* ---- types without a name: only their methods are symbols ---- */

static bool is_type(SymbolKind kind) {
  return kind == SYMBOL_CLASS || kind == SYMBOL_INTERFACE || kind == SYMBOL_TRAIT || kind == SYMBOL_PROTOCOL ||
         kind == SYMBOL_STRUCT || kind == SYMBOL_ENUM;
}

/* A method outside of every type that overrides one of this type's. */
static Err add_nameless(Climb *climb, SymbolId method) {
  StoreSources sources = {0};
  TRY(store_sources(climb->job, climb->reader, method, STORE_KIND(EDGE_OVERRIDES), &sources));
  for (size_t i = 0; i < sources.len && i < NAMELESS_MAX; i++) {
    StoreSymbol own, around = {0};
    TRY(query_symbol(climb->job, climb->reader, sources.items[i].symbol, &own));
    if (own.container_id.value) TRY(query_symbol(climb->job, climb->reader, own.container_id, &around));
    if (!is_type(around.kind)) add(climb, own.id, STORE_KIND(EDGE_OVERRIDES), 1, UINT32_MAX);
  }
  return OK;
}

/* A type without a name (an anonymous class) is no symbol and has no edge;
 * its methods are, and have. */
static Err find_nameless(Climb *climb, SymbolId id) {
  StoreSymbol type;
  StoreSymbols members;
  TRY(query_symbol(climb->job, climb->reader, id, &type));
  if (climb->up || !type.id.value || !is_type(type.kind)) return OK;
  TRY(query_members(climb->job, climb->reader, &type, &members));
  for (size_t i = 0, methods = 0; i < members.len && methods < METHODS_MAX; i++) {
    if (members.items[i].kind != SYMBOL_METHOD || members.items[i].container_id.value != id.value) continue;
    TRY(add_nameless(climb, members.items[i].id));
    methods++;
  }
  return OK;
}

/* The symbol itself counts as seen, so that a circle in a broken program
 * ends. */
Err query_hierarchy(Job *job, StoreReader *reader, SymbolId symbol, QueryClimb asked, QueryRelatives *ret_relatives) {
  Climb climb = {.job = job, .reader = reader, .up = asked.up};
  idmap_init(&climb.seen, job->arena);
  idmap_add(&climb.seen, symbol.value, UINT32_MAX - 1);
  TRY(step(&climb, symbol, 1, UINT32_MAX));
  for (uint32_t i = 0, expected = 0; i < climb.found.len && climb.found.items[i].depth < asked.depth; i++) {
    TRY(job_check(job));
    if (i == expected) TRY(expect_level(&climb, i));
    if (i == expected) expected = (uint32_t)climb.found.len;
    TRY(step(&climb, climb.found.items[i].symbol.id, climb.found.items[i].depth + 1, i));
  }
  TRY(find_nameless(&climb, symbol));
  QueryRelatives relatives = {.items = climb.found.items, .total = climb.found.len};
  relatives.len = relatives.total < asked.limit ? relatives.total : asked.limit;
  QueryIds ids = {0};
  for (size_t i = 0; i < relatives.len; i++) *vec_add(job->arena, &ids) = relatives.items[i].symbol.id;
  TRY(store_expect(job, reader, ids.items, ids.len, STORE_EXPECT_SYMBOL));
  for (size_t i = 0; i < relatives.len; i++) {
    TRY(query_symbol(job, reader, relatives.items[i].symbol.id, &relatives.items[i].symbol));
  }
  *ret_relatives = relatives;
  return OK;
}
