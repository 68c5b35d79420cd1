/* Breadth first over the graph; each symbol once, so cycles end by
 * themselves. Firm ways go before heuristic ones within a level. */
#include "src/query/impact/impact.h"

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/query/graph/graph.h"
#include "src/query/graph/owner_internal.h"
#include "src/query/names/names.h"

#define DECORATED_MAX 8 /* roots whose decorators are looked for */

/* `nodes` are in the order they were reached, parents before children; they
 * are put in the order of an answer at the end. */
typedef struct Walk {
  Job *job;
  StoreReader *reader;
  const QueryImpactRequest *request;
  QueryOwners owners;
  Idmap numbers; /* symbol -> node */
  VEC(QueryImpactNode) nodes;
  VEC(QueryImpactAlso) also;
  size_t most;
  bool cut;
} Walk;

/* False: it was there before, or the walk is full. A walk that is cut says
 * so. */
static bool add_node(Walk *walk, QueryImpactNode node) {
  if (walk->nodes.len >= walk->most) {
    walk->cut = true;
    return false;
  }
  uint32_t number = (uint32_t)walk->nodes.len;
  if (idmap_add(&walk->numbers, node.symbol.id.value, number) != number) return false;
  *vec_add(walk->job->arena, &walk->nodes) = node;
  return true;
}

/* ---- constants of an enum ---- */

static bool is_inside(const StoreSymbol *symbol, const StoreSymbol *around) {
  return symbol->full.from >= around->full.from && symbol->full.to <= around->full.to;
}

static Err overrides_something(Walk *walk, SymbolId method, bool *ret_does) {
  StoreEdges edges = {0};
  TRY(store_edges_from(walk->job, walk->reader, method, STORE_KIND(EDGE_OVERRIDES), &edges));
  *ret_does = edges.len > 0;
  return OK;
}

/* A method of one constant is called through it, and so are the methods by
 * which an enum implements something: whoever uses the constant may run them,
 * wherever the call itself is. The constants join their method's level. */
static Err add_constants(Walk *walk, uint32_t number) {
  const StoreSymbol method = walk->nodes.items[number].symbol;
  StoreSymbol around;
  StoreSymbols symbols;
  bool is_any, is_own = false;
  if (walk->request->direction != QUERY_CALLERS || !(walk->request->kinds & QUERY_USES)) return OK;
  if (method.kind != SYMBOL_METHOD || !method.container_id.value) return OK;
  TRY(query_symbol(walk->job, walk->reader, method.container_id, &around));
  if (around.kind != SYMBOL_ENUM && around.kind != SYMBOL_ENUM_MEMBER) return OK;
  TRY(store_list_symbols(walk->job, walk->reader, method.file, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    is_own |= symbols.items[i].kind == SYMBOL_ENUM_MEMBER && is_inside(&method, &symbols.items[i]);
  }
  TRY(overrides_something(walk, method.id, &is_any));
  for (size_t i = 0; i < symbols.len; i++) {
    const StoreSymbol *one = &symbols.items[i];
    bool fits = is_own ? is_inside(&method, one) : is_any && one->container_id.value == around.id.value;
    if (one->kind != SYMBOL_ENUM_MEMBER || !fits) continue;
    const QueryImpactNode *parent = &walk->nodes.items[number];
    add_node(walk, (QueryImpactNode){.symbol = *one, .parent = number, .depth = parent->depth, .is_heuristic = parent->is_heuristic,
                                     .is_table = true, .is_member = parent->depth == 0});
  }
  return OK;
}

/* A container is its members: changing a class changes what its methods do. */
static Err add_roots(Walk *walk) {
  const QueryImpactRequest *request = walk->request;
  for (size_t i = 0; i < request->root_count; i++) {
    uint32_t own = (uint32_t)walk->nodes.len;
    add_node(walk, (QueryImpactNode){.symbol = request->roots[i], .parent = own});
  }
  size_t roots = walk->nodes.len;
  for (uint32_t i = 0; i < roots; i++) {
    StoreSymbols members;
    SymbolKind kind = walk->nodes.items[i].symbol.kind;
    if (!query_is_container(kind) || (kind == SYMBOL_FILE && request->bare_files)) continue;
    TRY(query_members(walk->job, walk->reader, &walk->nodes.items[i].symbol, &members));
    for (size_t m = 0; m < members.len; m++) {
      add_node(walk, (QueryImpactNode){.symbol = members.items[m], .parent = i, .is_member = true});
    }
  }
  for (uint32_t i = 0, end = (uint32_t)walk->nodes.len; i < end; i++) TRY(add_constants(walk, i));
  return OK;
}

/* Importing a file is using it; importing a symbol is not yet. */
static uint32_t kinds_for(const Walk *walk, const QueryImpactNode *node) {
  uint32_t kinds = walk->request->kinds;
  if (node->symbol.kind == SYMBOL_FILE && node->depth == 0 && (kinds & QUERY_USES)) kinds |= STORE_KIND(EDGE_IMPORTS);
  return kinds;
}

typedef struct Found {
  QueryNeighbour link;
  uint32_t parent;
} Found;
typedef VEC(Found) Level;

/* Found by a heuristic, or by what was: from there on nothing is firm any
 * more. */
static Err expand(Walk *walk, uint32_t number, Level *firm, Level *heuristic) {
  QueryImpactNode *node = &walk->nodes.items[number];
  QueryNeighbours neighbours;
  TRY(query_owners_neighbours(&walk->owners, &node->symbol.id, 1, walk->request->direction, kinds_for(walk, node),
                              &neighbours));
  for (size_t i = 0; i < neighbours.len; i++) {
    const QueryNeighbour *one = &neighbours.items[i];
    if (one->symbol.value == node->symbol.id.value) continue;
    node->fan++;
    bool linked = node->is_heuristic || i >= neighbours.direct + neighbours.dispatched;
    *vec_add(walk->job->arena, linked ? heuristic : firm) = (Found){*one, number};
  }
  return OK;
}

/* A table has a function in its definition: it is not called there, but
 * through the table by whoever uses that. */
static void mark_table(const Walk *walk, QueryImpactNode *node) {
  const QueryImpactNode *parent = &walk->nodes.items[node->parent];
  bool callers = walk->request->direction == QUERY_CALLERS;
  const StoreSymbol *holder = callers ? &node->symbol : &parent->symbol;
  bool holds = node->link.kinds & STORE_KIND(EDGE_REFERENCES) && query_is_variable(holder->kind);
  node->is_table = callers && holds;
  node->through_table = parent->through_table || (callers ? parent->is_table : holds);
}

/* The symbols of a level, and the types of those that are methods. */
static Err expect_found(Walk *walk, const Level *level) {
  QueryIds ids = {0}, around = {0};
  for (size_t i = 0; i < level->len; i++) {
    bool is_new = !idmap_has(&walk->numbers, level->items[i].link.symbol.value);
    if (is_new) *vec_add(walk->job->arena, &ids) = level->items[i].link.symbol;
  }
  TRY(store_expect(walk->job, walk->reader, ids.items, ids.len, STORE_EXPECT_SYMBOL));
  for (size_t i = 0; i < ids.len; i++) {
    StoreSymbol one;
    TRY(query_symbol(walk->job, walk->reader, ids.items[i], &one));
    if (one.kind == SYMBOL_METHOD) *vec_add(walk->job->arena, &around) = one.container_id;
  }
  return store_expect(walk->job, walk->reader, around.items, around.len, STORE_EXPECT_SYMBOL);
}

/* What is told of a node by who is connected with it, tests apart. */
static void count_link(Walk *walk, const Found *found, bool is_test) {
  QueryImpactNode *parent = &walk->nodes.items[found->parent];
  uint32_t values = STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS), kinds = found->link.kinds;
  if (is_test) return;
  parent->fan_code++;
  parent->is_handed |= kinds & values && !(kinds & QUERY_CALLS);
}

/* Another way to what is known already. */
static void add_way(Walk *walk, uint32_t known, const Found *found, unsigned depth) {
  const QueryImpactNode *node = &walk->nodes.items[known];
  count_link(walk, found, node->is_test);
  if (node->depth != depth || node->parent == found->parent || walk->also.len >= QUERY_IMPACT_ALSO) return;
  *vec_add(walk->job->arena, &walk->also) = (QueryImpactAlso){known, found->parent, found->link};
}

/* Firm ways are settled before heuristic ones of the same level, so that a
 * symbol which is reached by both counts as firm. */
static Err settle(Walk *walk, const Level *level, unsigned depth, bool is_heuristic) {
  TRY(expect_found(walk, level));
  for (size_t i = 0; i < level->len; i++) {
    const Found *found = &level->items[i];
    QueryImpactNode node = {.depth = depth, .parent = found->parent, .link = found->link, .is_heuristic = is_heuristic};
    uint32_t known = idmap_get(&walk->numbers, found->link.symbol.value);
    if (known != IDMAP_NONE) {
      add_way(walk, known, found, depth);
      continue;
    }
    TRY(query_symbol(walk->job, walk->reader, found->link.symbol, &node.symbol));
    if (!node.symbol.id.value) continue;
    node.is_test = node.symbol.flags & DEF_TEST;
    count_link(walk, found, node.is_test);
    mark_table(walk, &node);
    if (add_node(walk, node)) TRY(add_constants(walk, (uint32_t)walk->nodes.len - 1));
  }
  return OK;
}

/* ---- order ---- */

static int by_level(const void *a, const void *b) {
  const QueryImpactNode *const *x = a, *const *y = b;
  if ((*x)->depth != (*y)->depth) return (*x)->depth < (*y)->depth ? -1 : 1;
  int order = str_compare((*x)->symbol.path, (*y)->symbol.path);
  if (order) return order;
  uint32_t lx = (*x)->symbol.name_span.from, ly = (*y)->symbol.name_span.from;
  return lx != ly ? (lx < ly ? -1 : 1) : ((*x)->symbol.id.value < (*y)->symbol.id.value ? -1 : 1);
}

static int by_node(const void *a, const void *b) {
  const QueryImpactAlso *x = a, *y = b;
  if (x->node != y->node) return x->node < y->node ? -1 : 1;
  return (x->parent > y->parent) - (x->parent < y->parent);
}

/* Roots stay where they are: members refer to them. */
static void sort(Walk *walk) {
  Arena *arena = walk->job->arena;
  size_t len = walk->nodes.len, first = 0;
  QueryImpactNode *nodes = walk->nodes.items;
  while (first < len && nodes[first].depth == 0) first++;
  const QueryImpactNode **order = ARENA_ARRAY(arena, const QueryImpactNode *, len + 1);
  uint32_t *moved = ARENA_ARRAY(arena, uint32_t, len + 1);
  for (size_t i = 0; i < len; i++) order[i] = &nodes[i];
  if (len - first > 1) qsort(order + first, len - first, sizeof(*order), by_level);
  for (size_t i = 0; i < len; i++) moved[order[i] - nodes] = (uint32_t)i;
  QueryImpactNode *sorted = ARENA_ARRAY(arena, QueryImpactNode, len + 1);
  for (size_t i = 0; i < len; i++) {
    sorted[i] = *order[i];
    sorted[i].parent = moved[sorted[i].parent];
  }
  walk->nodes.items = sorted;
  for (size_t i = 0; i < walk->also.len; i++) {
    QueryImpactAlso *also = &walk->also.items[i];
    *also = (QueryImpactAlso){moved[also->node], moved[also->parent], also->link};
  }
  if (walk->also.len > 1) qsort(walk->also.items, walk->also.len, sizeof(*walk->also.items), by_node);
}

/* ---- counts ---- */

static Str package_of(const StoreSymbol *symbol) { return file_directory(symbol->path); }

/* `own`: the roots' packages. */
static void count_package(Map *own, Map *packages, const QueryImpactNode *node, QueryImpactCounts *counts) {
  Str package = package_of(&node->symbol);
  if (!map_get(own, package)) counts->leaves_package = true;
  if (map_get(packages, package)) return;
  map_put(packages, package, packages);
  counts->packages++;
}

static Err count_calls(Job *job, StoreReader *reader, const FileId *ids, size_t count, QueryImpactCounts *counts) {
  StoreFile *files = ARENA_ARRAY(job->arena, StoreFile, count + 1);
  TRY(store_get_files(job, reader, ids, count, files));
  for (size_t i = 0; i < count; i++) {
    counts->resolved += files[i].resolved;
    counts->external += files[i].external;
    counts->unresolved += files[i].unresolved;
  }
  return OK;
}

/* Files are counted for what the graph does not know about them: a small
 * number means little where many calls are unresolved. */
static Err count(Job *job, StoreReader *reader, QueryImpact *impact) {
  QueryImpactCounts counts = {0};
  Idmap files, reached;
  VEC(FileId) distinct = {0};
  Map own, packages;
  idmap_init(&files, job->arena);
  idmap_init(&reached, job->arena);
  map_init(&packages, job->arena);
  map_init(&own, job->arena);
  for (size_t i = 0; i < impact->len; i++) {
    const QueryImpactNode *node = &impact->nodes[i];
    impact->high_fan_out |= node->fan > QUERY_FAN_OUT;
    int64_t file = node->symbol.file.value;
    if (idmap_mark(&files, file)) *vec_add(job->arena, &distinct) = node->symbol.file;
    if (node->depth == 0) {
      map_put(&own, package_of(&node->symbol), &own);
      continue;
    }
    bool is_new = idmap_mark(&reached, file);
    counts.symbols++;
    counts.direct += node->depth == 1;
    counts.tests += node->is_test;
    counts.heuristic += node->is_heuristic;
    counts.files += is_new;
    counts.test_files += is_new && node->is_test;
    if (node->depth == 1 && !node->is_test) count_package(&own, &packages, node, &counts);
  }
  TRY(count_calls(job, reader, distinct.items, distinct.len, &counts));
  impact->counts = counts;
  return OK;
}

static Err find_decorator(Job *job, StoreReader *reader, const QueryImpactRequest *request, QueryImpact *impact) {
  for (size_t i = 0; i < request->root_count && i < DECORATED_MAX && !impact->decorator.len; i++) {
    QueryDecorator decorator;
    TRY(query_decorator(job, reader, &request->roots[i], STR_EMPTY, &decorator));
    impact->decorator = decorator.name;
  }
  return OK;
}

static Err expect_level(Walk *walk, uint32_t first, uint32_t end) {
  QueryIds ids = {0};
  for (uint32_t i = first; i < end; i++) *vec_add(walk->job->arena, &ids) = walk->nodes.items[i].symbol.id;
  return query_owners_expect(&walk->owners, ids.items, ids.len, walk->request->direction, walk->request->kinds);
}

/* Level by level: nearest first, and each symbol at its nearest. */
Err query_impact(Job *job, StoreReader *reader, const QueryImpactRequest *request, QueryImpact *ret_impact) {
  Walk walk = {.job = job, .reader = reader, .request = request, .most = request->most ? request->most : QUERY_IMPACT_MAX};
  idmap_init(&walk.numbers, job->arena);
  query_owners_init(&walk.owners, job, reader, QUERY_OWNERS_FILES);
  TRY(add_roots(&walk));
  uint32_t first = 0;
  for (unsigned depth = 1; depth <= request->depth && first < walk.nodes.len; depth++) {
    Level firm = {0}, heuristic = {0};
    uint32_t end = (uint32_t)walk.nodes.len;
    TRY(expect_level(&walk, first, end));
    for (; first < end; first++) TRY(expand(&walk, first, &firm, &heuristic));
    TRY(settle(&walk, &firm, depth, false));
    TRY(settle(&walk, &heuristic, depth, true));
  }
  sort(&walk);
  QueryImpact impact = {.nodes = walk.nodes.items, .len = walk.nodes.len, .cut = walk.cut,
                        .also = walk.also.items, .also_count = walk.also.len};
  TRY(count(job, reader, &impact));
  if (request->direction == QUERY_CALLERS && !impact.counts.packages) TRY(find_decorator(job, reader, request, &impact));
  *ret_impact = impact;
  return OK;
}

Err query_impact_lines(Job *job, StoreReader *reader, const QueryImpactRequest *request, const QueryImpactNode *node,
                       uint32_t lines[QUERY_IMPACT_LINES], size_t *ret_total) {
  StoreEdges edges = {0};
  size_t total = 0;
  if (node->depth && node->link.symbol.value) {
    TRY(query_sites(job, reader, &node->link, request->direction, request->kinds | STORE_KIND(EDGE_IMPORTS), &edges));
  }
  for (size_t i = 0; i < edges.len; i++) {
    if (!edges.items[i].line || (i && edges.items[i].line == edges.items[i - 1].line)) continue;
    if (total < QUERY_IMPACT_LINES) lines[total] = edges.items[i].line;
    total++;
  }
  *ret_total = total;
  return OK;
}

/* By how far the direct users reach: none, the same package, others. A
 * decorator may register what it stands before with somebody who is not in
 * the graph. */
const char *query_impact_risk(const QueryImpact *impact) {
  if (impact->counts.packages == 0) return impact->decorator.len ? "medium" : "low";
  return impact->counts.packages > 1 || impact->counts.leaves_package ? "high" : "medium";
}
