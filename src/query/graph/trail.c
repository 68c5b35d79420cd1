/* Neighbours with names and sites. */
#include "src/query/graph/graph.h"

#include <string.h>

#include "src/base/vec.h"
#include "src/query/graph/owner_internal.h"
#include "src/query/names/names.h"

#define MEMBERS_MAX 2000 /* of a container that are looked at */
#define FETCH_MAX 300    /* neighbours whose order is told */

typedef struct Asked {
  VEC(SymbolId) ids; /* asked about, members too */
  Idmap inside;
} Asked;

/* Each once, in the order they were asked about. */
static void add_id(Job *job, Asked *asked, SymbolId id) {
  uint32_t number = (uint32_t)asked->ids.len;
  if (idmap_add(&asked->inside, id.value, number) == number) *vec_add(job->arena, &asked->ids) = id;
}

/* Of a container its members are asked about: a class is called where its
 * methods are. */
static Err gather_ids(Job *job, StoreReader *reader, const QueryTrailRequest *request, Asked *asked) {
  idmap_init(&asked->inside, job->arena);
  for (size_t i = 0; i < request->count; i++) add_id(job, asked, request->symbols[i].id);
  for (size_t i = 0; i < request->count; i++) {
    StoreSymbols members;
    if (!query_is_container(request->symbols[i].kind)) continue;
    TRY(query_members(job, reader, &request->symbols[i], &members));
    for (size_t m = 0; m < members.len && m < MEMBERS_MAX; m++) add_id(job, asked, members.items[m].id);
  }
  return OK;
}

/* A neighbour with its symbol, while they are put in order. */
typedef struct Fetched {
  QueryNeighbour link;
  StoreSymbol symbol;
} Fetched;

/* Tests last: who looks for callers wants the code first. */
static int by_place(const void *a, const void *b) {
  const Fetched *x = a, *y = b;
  bool tx = x->symbol.flags & DEF_TEST, ty = y->symbol.flags & DEF_TEST;
  if (tx != ty) return tx ? 1 : -1;
  int order = str_compare(x->symbol.path, y->symbol.path);
  if (order) return order;
  uint32_t px = x->symbol.name_span.from, py = y->symbol.name_span.from;
  return px < py ? -1 : px > py;
}

/* Where members were asked about, which one it is that is called. */
static Err name_member(QueryOwners *owners, const QueryTrailRequest *request, const Fetched *fetched, QueryTrailEntry *entry) {
  StoreSymbol member;
  for (size_t i = 0; i < request->count; i++) {
    if (request->symbols[i].id.value == fetched->link.of.value) return OK;
  }
  TRY(query_symbol(owners->job, owners->reader, fetched->link.of, &member));
  entry->member = member.name;
  return OK;
}

/* Several calls in one line are one site. */
static void take_lines(Arena *arena, const StoreEdges *edges, QueryTrailEntry *entry) {
  entry->lines = ARENA_ARRAY(arena, uint32_t, QUERY_TRAIL_LINES);
  for (size_t i = 0; i < edges->len; i++) {
    if (i && edges->items[i].line == edges->items[i - 1].line) continue;
    entry->sites++;
    if (entry->line_count < QUERY_TRAIL_LINES) entry->lines[entry->line_count++] = edges->items[i].line;
  }
}

/* A call that is dispatched is told with the method that is named in the
 * code. */
static Err fill_entry(QueryOwners *owners, const QueryTrailRequest *request, const Fetched *fetched, QueryTrailEntry *entry) {
  Job *job = owners->job;
  StoreEdges edges;
  TRY(query_owners_sites(owners, &fetched->link, request->direction, request->kinds, &edges));
  *entry = (QueryTrailEntry){.symbol = fetched->symbol, .kinds = fetched->link.kinds};
  if (edges.len) entry->edge = edges.items[0];
  take_lines(job->arena, &edges, entry);
  if (fetched->link.is_dispatch) {
    StoreSymbol via;
    TRY(query_symbol(job, owners->reader, fetched->link.near, &via));
    entry->via = query_qualified(job->arena, &via);
  }
  return name_member(owners, request, fetched, entry);
}

/* Callers are fetched, then ordered, then cut; so more are fetched than
 * shown. Callees are in the order of the text already. */
static Err fill_group(QueryOwners *owners, const QueryTrailRequest *request, const QueryNeighbour *links, size_t count,
                      QueryTrailGroup *group) {
  Job *job = owners->job;
  if (!count) return OK;
  size_t most = request->limit * 2 > FETCH_MAX ? request->limit * 2 : FETCH_MAX;
  if (request->direction == QUERY_CALLEES) most = request->limit;
  size_t look = count < most ? count : most, len = 0;
  Fetched *fetched = ARENA_ARRAY(job->arena, Fetched, look + 1);
  QueryIds ids = {0};
  for (size_t i = 0; i < look; i++) *vec_add(job->arena, &ids) = links[i].symbol;
  unsigned what = STORE_EXPECT_SYMBOL | (request->direction == QUERY_CALLERS ? STORE_EXPECT_EDGES : 0); /* for the sites */
  TRY(store_expect(job, owners->reader, ids.items, ids.len, what));
  for (size_t i = 0; i < look; i++) {
    fetched[len].link = links[i];
    TRY(query_symbol(job, owners->reader, links[i].symbol, &fetched[len].symbol));
    if (fetched[len].symbol.id.value) len++;
  }
  if (request->direction == QUERY_CALLERS && len > 1) qsort(fetched, len, sizeof(*fetched), by_place);
  group->total = count;
  group->len = len < request->limit ? len : request->limit;
  group->items = ARENA_ARRAY(job->arena, QueryTrailEntry, group->len + 1);
  for (size_t i = 0; i < group->len; i++) TRY(fill_entry(owners, request, &fetched[i], &group->items[i]));
  return OK;
}

/* Neighbours inside of what was asked about are left out, unless it is a
 * single symbol that calls itself. */
Err query_trail(Job *job, StoreReader *reader, const QueryTrailRequest *request, QueryTrail *ret_trail) {
  Asked asked = {0};
  QueryNeighbours found;
  QueryOwners owners;
  QueryTrail trail = {0};
  TRY(gather_ids(job, reader, request, &asked));
  bool alone = asked.ids.len == 1; /* then recursion is worth telling */
  query_owners_init(&owners, job, reader, QUERY_OWNERS_FILES);
  TRY(query_owners_neighbours(&owners, asked.ids.items, asked.ids.len, request->direction, request->kinds, &found));
  size_t ends[] = {found.direct, found.direct + found.dispatched, found.len}, at = 0;
  QueryTrailGroup *groups[] = {&trail.direct, &trail.dispatched, &trail.linked};
  QueryNeighbour *kept = ARENA_ARRAY(job->arena, QueryNeighbour, found.len + 1);
  for (size_t g = 0; g < COUNT_OF(groups); g++) {
    size_t count = 0;
    for (; at < ends[g]; at++) {
      bool inside = idmap_has(&asked.inside, found.items[at].symbol.value);
      if (!inside || alone) kept[count++] = found.items[at];
    }
    TRY(fill_group(&owners, request, kept, count, groups[g]));
  }
  *ret_trail = trail;
  return OK;
}

/* Says nothing about edges that are plain: an answer full of "exact" is
 * longer and no clearer. */
Str query_edge_note(Job *job, StoreReader *reader, const StoreEdge *edge) {
  const char *confidence = edge_rule_confidence((EdgeRule)edge->rule);
  if (!edge->line || strcmp(confidence, "exact") == 0 || strcmp(confidence, "inferred") == 0) return STR_EMPTY;
  if (strcmp(confidence, "candidate") == 0) return STR("one of several");
  if (strcmp(confidence, "verified") == 0) return STR("verified by a language server");
  Str note = str_format(job->arena, "by %s", edge_rule_word((EdgeRule)edge->rule));
  if (!edge->wired_file.value) return note;
  StoreFile file = {0};
  if (store_get_file(job, reader, edge->wired_file, &file)) {
    job_forgive(job);
    return note;
  }
  return str_format(job->arena, "%.*s, wired at %.*s:%u", STR_ARG(note), STR_ARG(str_shown(job->arena, file.path, SIZE_MAX)),
                    edge->wired_line);
}
