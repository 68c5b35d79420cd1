/* Breadth first from both ends at once; the smaller side takes the next step.
 * Within a level the surest way to a symbol is kept. */
#include "src/query/path/path.h"

#include "src/base/vec.h"
#include "src/query/graph/owner_internal.h"
#include "src/query/names/names.h"
#include "src/query/path/path_internal.h"

#define ENDS_MAX 32  /* symbols of one name that are tried */
#define NEAR_MAX 5   /* shown where there is no path */
#define NEAR_LOOK 400 /* symbols compared for that */
#define TABLE_FILES 150 /* looked through for tables */
#define AROUND 2      /* levels looked at for that at least */

/* What a way costs beside its hops. */
enum { COST_DISPATCH = 1, COST_LINK = 2, COST_VALUE = 2, COST_TABLE = 3 };

/* A symbol that was reached, and from where. Of ways with as many hops the
 * cheapest is kept, so that a firm call is preferred to a guess. */
typedef struct Point {
  SymbolId symbol;
  uint32_t parent; /* towards this side's end; IDMAP_NONE: it is one */
  uint32_t cost;
  unsigned depth;
  QueryNeighbour link; /* to the parent */
} Point;

typedef struct Side {
  QueryDirection direction;
  Idmap numbers;
  VEC(Point) points;
  uint32_t first; /* of the level to be expanded next */
  unsigned depth; /* of that level */
} Side;

/* Both sides grow towards each other, which looks at far fewer symbols than
 * one side would. */
typedef struct Search {
  Job *job;
  StoreReader *reader;
  QueryOwners owners;
  uint32_t kinds;
  uint32_t last_kinds; /* and of the last hop */
  Side ahead, behind;
  bool is_cut;
} Search;

static void begin(Search *search, Side *side, QueryDirection direction, const StoreSymbol *ends, size_t count) {
  side->direction = direction;
  idmap_init(&side->numbers, search->job->arena);
  for (uint32_t i = 0; i < count && i < ENDS_MAX; i++) {
    uint32_t number = (uint32_t)side->points.len;
    if (idmap_add(&side->numbers, ends[i].id.value, number) != number) continue;
    *vec_add(search->job->arena, &side->points) = (Point){.symbol = ends[i].id, .parent = IDMAP_NONE, .cost = i ? 1 : 0};
  }
}

static uint32_t cost_of(const QueryNeighbour *link) {
  uint32_t cost = link->is_dispatch ? COST_DISPATCH : 0;
  if (link->is_table) return cost + COST_TABLE;
  if (query_is_value(link->kinds)) return cost + COST_VALUE;
  return link->kinds & ~QUERY_LINKS ? cost : cost + COST_LINK;
}

/* A way of the same length may replace an earlier one when it is surer; a
 * longer one never does. */
static void reach(Search *search, Side *side, uint32_t from, const QueryNeighbour *link) {
  uint32_t cost = side->points.items[from].cost + cost_of(link);
  Point point = {.symbol = link->symbol, .parent = from, .cost = cost, .depth = side->depth + 1, .link = *link};
  uint32_t number = idmap_add(&side->numbers, link->symbol.value, (uint32_t)side->points.len);
  if (number == side->points.len) {
    *vec_add(search->job->arena, &side->points) = point;
  } else if (side->points.items[number].depth == point.depth && cost < side->points.items[number].cost) {
    side->points.items[number] = point;
  }
}

static Err expect_points(Search *search, const Side *side, uint32_t end) {
  QueryIds ids = {0};
  for (uint32_t i = side->first; i < end; i++) *vec_add(search->job->arena, &ids) = side->points.items[i].symbol;
  return query_owners_expect(&search->owners, ids.items, ids.len, side->direction, search->kinds);
}

/* Only functions run when they are named: whoever names a type or reads a
 * variable leads nowhere by that. */
static Err is_followed(Search *search, const Side *side, const QueryNeighbour *link, bool *ret_is) {
  StoreSymbol named;
  bool is_data = side == &search->behind && !side->depth && link->kinds & search->last_kinds;
  *ret_is = true;
  if (link->is_table || is_data || !query_is_value(link->kinds)) return OK;
  TRY(store_get_symbol(search->job, search->reader, side->direction == QUERY_CALLEES ? link->symbol : link->of, &named));
  *ret_is = named.id.value && symbol_kind_is_callable(named.kind);
  return OK;
}

/* One whole level, so that the first meeting is a shortest way. */
static Err step(Search *search, Side *side) {
  uint32_t end = (uint32_t)side->points.len, kinds = search->kinds;
  if (side == &search->behind && !side->depth) kinds |= search->last_kinds;
  TRY(expect_points(search, side, end));
  for (; side->first < end; side->first++) {
    QueryNeighbours neighbours;
    TRY(job_check(search->job));
    if (search->ahead.points.len + search->behind.points.len > QUERY_PATH_NODES) {
      search->is_cut = true;
      return OK;
    }
    TRY(query_owners_neighbours(&search->owners, &side->points.items[side->first].symbol, 1, side->direction,
                                kinds, &neighbours));
    for (size_t i = 0; i < neighbours.len; i++) {
      bool is;
      TRY(is_followed(search, side, &neighbours.items[i], &is));
      if (is) reach(search, side, side->first, &neighbours.items[i]);
    }
  }
  side->depth++;
  return OK;
}

/* Where both sides meet on the cheapest way; false: nowhere yet. Points of a
 * start that is an end too are no path. */
static bool meet(const Search *search, uint32_t *ret_ahead, uint32_t *ret_behind) {
  uint64_t best = UINT64_MAX;
  const Side *small = search->ahead.points.len <= search->behind.points.len ? &search->ahead : &search->behind;
  const Side *large = small == &search->ahead ? &search->behind : &search->ahead;
  for (uint32_t i = 0; i < small->points.len; i++) {
    const Point *one = &small->points.items[i];
    uint32_t other = idmap_get(&large->numbers, one->symbol.value);
    if (other == IDMAP_NONE) continue;
    unsigned hops = one->depth + large->points.items[other].depth;
    uint64_t worth = ((uint64_t)hops << 32) | (one->cost + large->points.items[other].cost);
    if (hops == 0 || worth >= best) continue;
    best = worth;
    *ret_ahead = small == &search->ahead ? i : other;
    *ret_behind = small == &search->ahead ? other : i;
  }
  return best != UINT64_MAX;
}

/* ---- the path as hops ---- */

static bool is_call(unsigned kind) { return STORE_KIND(kind) & QUERY_CALLS; }

/* The site that a link stands for: the surest kind, the first of them. */
static Err fill_hop(Search *search, const QueryNeighbour *link, QueryDirection direction, QueryHop *hop) {
  StoreEdges edges;
  TRY(query_owners_sites(&search->owners, link, direction, search->kinds | search->last_kinds, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    bool is_first = i == 0, is_firmer = !is_call(hop->edge.kind) && is_call(edges.items[i].kind);
    if (is_first || is_firmer) hop->edge = edges.items[i];
  }
  hop->is_dispatch = link->is_dispatch;
  hop->is_table = link->is_table;
  hop->is_value = !link->is_table && query_is_value(link->kinds) && !(link->kinds & search->last_kinds);
  return OK;
}

/* The half from the start is followed backwards to it, the half to the end
 * forwards; each hop gets the site it stands for. */
static Err build(Search *search, uint32_t ahead, uint32_t behind, QueryPath *path) {
  const Point *points = search->ahead.points.items;
  unsigned first = points[ahead].depth;
  path->len = first + search->behind.points.items[behind].depth + 1;
  path->hops = ARENA_ARRAY(search->job->arena, QueryHop, path->len);
  for (uint32_t at = ahead, i = first;; at = points[at].parent, i--) {
    path->hops[i].symbol.id = points[at].symbol;
    if (points[at].parent == IDMAP_NONE) break;
    TRY(fill_hop(search, &points[at].link, QUERY_CALLEES, &path->hops[i]));
  }
  points = search->behind.points.items;
  uint32_t i = first;
  for (uint32_t at = behind; points[at].parent != IDMAP_NONE; at = points[at].parent) {
    i++;
    path->hops[i].symbol.id = points[points[at].parent].symbol;
    TRY(fill_hop(search, &points[at].link, QUERY_CALLERS, &path->hops[i]));
  }
  for (i = 0; i < path->len; i++) {
    TRY(query_symbol(search->job, search->reader, path->hops[i].symbol.id, &path->hops[i].symbol));
  }
  return OK;
}

/* ---- where there is none ---- */

static size_t shared_parts(Str a, Str b) {
  size_t shared = 0;
  while (a.len && b.len && str_eq(str_cut(&a, '/'), str_cut(&b, '/'))) shared++;
  return shared;
}

typedef struct Near {
  StoreSymbol symbol;
  size_t shared;
  unsigned depth;
} Near;

static int by_nearness(const void *a, const void *b) {
  const Near *x = a, *y = b;
  if (x->shared != y->shared) return x->shared > y->shared ? -1 : 1;
  if (x->depth != y->depth) return x->depth > y->depth ? -1 : 1;
  int order = str_compare(x->symbol.path, y->symbol.path);
  if (order) return order;
  return x->symbol.name_span.from < y->symbol.name_span.from ? -1 : 1;
}

/* Where there is no way, what lies nearest to the other end on each side: by
 * folders shared, then by how far it got. */
static Err find_near(Search *search, const Side *side, const StoreSymbol *other, StoreSymbol **ret_symbols, size_t *ret_count) {
  size_t look = side->points.len < NEAR_LOOK ? side->points.len : NEAR_LOOK, len = 0;
  Near *near = ARENA_ARRAY(search->job->arena, Near, look + 1);
  QueryIds ids = {0};
  for (size_t i = 0; i < look; i++) *vec_add(search->job->arena, &ids) = side->points.items[i].symbol;
  TRY(store_expect(search->job, search->reader, ids.items, ids.len, STORE_EXPECT_SYMBOL));
  for (size_t i = 0; i < look; i++) {
    const Point *point = &side->points.items[i];
    if (point->depth == 0) continue;
    TRY(query_symbol(search->job, search->reader, point->symbol, &near[len].symbol));
    if (!near[len].symbol.id.value || query_is_plain_macro(&near[len].symbol)) continue;
    near[len].shared = shared_parts(near[len].symbol.path, other->path);
    near[len++].depth = point->depth;
  }
  if (len > 1) qsort(near, len, sizeof(*near), by_nearness);
  *ret_count = len < NEAR_MAX ? len : NEAR_MAX;
  *ret_symbols = ARENA_ARRAY(search->job->arena, StoreSymbol, *ret_count + 1);
  for (size_t i = 0; i < *ret_count; i++) (*ret_symbols)[i] = near[i].symbol;
  return OK;
}

/* Which side goes next; NULL: neither can. */
static Side *next_side(Search *search) {
  size_t ahead = search->ahead.points.len - search->ahead.first, behind = search->behind.points.len - search->behind.first;
  if (search->is_cut || !ahead || !behind) return NULL;
  if (search->ahead.depth + search->behind.depth >= QUERY_PATH_MAX) {
    search->is_cut = true;
    return NULL;
  }
  return ahead <= behind ? &search->ahead : &search->behind;
}

/* One side may have come to its end before the other began: what lies around
 * both is worth showing, as far as it will be compared. */
static Err look_around(Search *search, Side *side) {
  while ((side->depth < AROUND || side->points.len < NEAR_LOOK) && side->first < side->points.len && !search->is_cut) TRY(step(search, side));
  return OK;
}

static Err search_for(Search *search, const QueryPathRequest *request, uint32_t kinds, uint32_t last_kinds, QueryPath *path) {
  uint32_t ahead = 0, behind = 0;
  bool found = false;
  search->kinds = kinds;
  search->last_kinds = last_kinds;
  search->ahead = search->behind = (Side){0};
  search->is_cut = false;
  begin(search, &search->ahead, QUERY_CALLEES, request->from, request->from_count);
  begin(search, &search->behind, QUERY_CALLERS, request->to, request->to_count);
  if (last_kinds) { /* which the other side does not see */
    TRY(step(search, &search->behind));
    found = meet(search, &ahead, &behind);
  }
  for (Side *side; !found && (side = next_side(search));) {
    TRY(step(search, side));
    found = meet(search, &ahead, &behind);
  }
  return found ? build(search, ahead, behind, path) : OK;
}

/* None, or none short enough to be told. */
static bool is_wanting(const QueryPath *path) { return !path->len || path->len > QUERY_FLOW_MAX + 1; }

/* What leads there in another way, where nothing better does. */
static Err search_else(Search *search, const QueryPathRequest *request, uint32_t kinds, QueryPath *path, QueryPath *far) {
  QueryPath other = {0};
  if (!is_wanting(path)) return OK;
  TRY(search_for(search, request, kinds, 0, &other));
  if (!is_wanting(&other)) *path = other;
  else if (!far->len) *far = other;
  return OK;
}

/* Calls first. To data, such as a table of a database, the last hop reads or
 * writes it. Then what is named as a value; at last through tables of functions,
 * which connect nearly everything. */
Err query_path(Job *job, StoreReader *reader, const QueryPathRequest *request, QueryPath *ret_path) {
  Search search = {.job = job, .reader = reader};
  QueryPath path = {0}, through = {0};
  query_owners_init(&search.owners, job, reader, TABLE_FILES);
  TRY(search_for(&search, request, QUERY_CALLS | QUERY_LINKS, 0, &path));
  if (!path.len) TRY(search_for(&search, request, QUERY_CALLS | QUERY_LINKS, STORE_KIND(EDGE_READS) | STORE_KIND(EDGE_WRITES), &path));
  TRY(search_else(&search, request, QUERY_FLOW_KINDS, &path, &through));
  TRY(search_else(&search, request, QUERY_CALLS | QUERY_LINKS | QUERY_TABLES, &path, &through));
  if (!path.len && !through.len) {
    path.is_cut = search.is_cut;
    TRY(look_around(&search, &search.ahead));
    TRY(look_around(&search, &search.behind));
    TRY(find_near(&search, &search.ahead, request->to, &path.near_end, &path.near_end_count));
    TRY(find_near(&search, &search.behind, request->from, &path.near_start, &path.near_start_count));
  } else if (!path.len) path = through;
  *ret_path = path;
  return OK;
}
