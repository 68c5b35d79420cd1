/* What a symbol leads to, or what leads to it: functions, the nearest first, and
 * of each the lines that say so. Reads no text but what it is given. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/query/names/names.h"
#include "src/query/path/path_internal.h"

/* Users from which on a function serves many: its calls are lines of a flow, but
 * it is no step of one; and everybody: that it is called tells nothing. */
#define SHARED_USERS 8
#define HUB_USERS 16
/* Functions that one calls which serves many and is a step all the same: a main
 * road, not a tool. */
#define ROAD_CALLEES 4
/* Implementations of a called method, or functions of a table, that are
 * followed; of more, none says more than the name of the method or table. */
#define DISPATCHED_MAX 4
/* Lines of a function that its caller's line tells as well, unless it leads on:
 * accessors. */
#define TRIVIAL_LINES 3
/* Lines of a function that only calls another one. */
#define WRAPPER_LINES 4
/* Functions that take from a queue which are followed, and who calls each. */
#define TAKERS_MAX 3
/* Callees and callers of one function that are looked at. */
#define CALLEES_MAX 80
#define CALLERS_MAX 60
/* Steps that one counts for which takes from a queue. */
#define HANDED_WEIGHT 60
/* How much nearer a step seems for each doubling of what is behind it. */
#define BEHIND_WEIGHT 1.2f
/* Calls of one function from another, from which on they are plumbing. */
#define REPEATED_SITES 3

typedef struct Walk {
  Job *job;
  StoreReader *reader;
  const QueryFlowRequest *request;
  QueryFlow *flow;
  VEC(QueryFlowStep) steps;
  Idmap seen; /* symbols that are steps, to their numbers */
} Walk;

/* ---- steps ---- */

static bool is_value(const QueryTrailEntry *entry) { return query_is_value(entry->kinds); }

/* What a call of it is for the flow. */
typedef enum Part { PART_NONE, PART_LINE, PART_STEP } Part;

static Err is_accessor(Walk *walk, const StoreSymbol *symbol, bool *ret_is) {
  StoreEdges edges = {0};
  *ret_is = false;
  if (symbol->full.end_line - symbol->full.line >= TRIVIAL_LINES) return OK;
  TRY(store_edges_from(walk->job, walk->reader, symbol->id, QUERY_CALLS | QUERY_LINKS, &edges));
  *ret_is = !edges.len;
  return OK;
}

/* Who names it, tests aside: what a project tests well serves nobody more for
 * that. Of an implementation also who names what it implements. */
static Err count_users(Walk *walk, SymbolId symbol, bool is_dispatch, size_t *ret_count) {
  StoreSources users = {0};
  QueryIds above = {0};
  TRY(store_sources(walk->job, walk->reader, symbol, QUERY_FLOW_KINDS, &users));
  if (is_dispatch) TRY(query_overrides(walk->job, walk->reader, symbol, true, &above));
  for (size_t i = 0; i < above.len; i++) TRY(store_sources(walk->job, walk->reader, above.items[i], QUERY_FLOW_KINDS, &users));
  *ret_count = users.len;
  if (users.len <= SHARED_USERS) return OK;
  *ret_count = 0;
  for (size_t i = 0; i < users.len && *ret_count <= HUB_USERS; i++) {
    StoreSymbol user;
    TRY(query_symbol(walk->job, walk->reader, users.items[i].symbol, &user));
    *ret_count += user.id.value && !query_is_for_tests(&user);
  }
  return OK;
}

/* Of tests and of what is made for them, unless the flow begins there. */
static bool is_aside(const Walk *walk, const StoreSymbol *symbol) {
  return query_is_for_tests(symbol) && !query_is_for_tests(&walk->request->from[0]);
}

/* Whether it calls several functions that are more than accessors. */
static Err is_road(Walk *walk, const StoreSymbol *symbol, bool *ret_is) {
  QueryTrail trail;
  QueryTrailRequest request = {.symbols = symbol, .count = 1, .direction = QUERY_CALLEES, .kinds = QUERY_CALLS, .limit = CALLEES_MAX};
  size_t count = 0;
  TRY(query_trail(walk->job, walk->reader, &request, &trail));
  for (size_t i = 0; i < trail.direct.len && count < ROAD_CALLEES; i++) {
    bool is;
    TRY(is_accessor(walk, &trail.direct.items[i].symbol, &is));
    count += !is;
  }
  *ret_is = count >= ROAD_CALLEES;
  return OK;
}

/* Types lead on by their constructors alone, which are edges of their own. */
static Err part_of(Walk *walk, const StoreSymbol *symbol, bool is_dispatch, Part *ret_part) {
  bool is;
  size_t users;
  *ret_part = PART_NONE;
  if (!symbol_kind_is_callable(symbol->kind) || is_aside(walk, symbol) || query_is_plain_macro(symbol)) return OK;
  TRY(is_accessor(walk, symbol, &is));
  if (is) return OK;
  TRY(count_users(walk, symbol->id, is_dispatch, &users));
  if (users > SHARED_USERS) TRY(is_road(walk, symbol, &is));
  if (users <= SHARED_USERS || is) *ret_part = PART_STEP;
  else if (users <= HUB_USERS) *ret_part = PART_LINE;
  return OK;
}

/* Each function once, by the way that was found first. */
static void add_step(Walk *walk, const QueryFlowStep *step) {
  if (idmap_has(&walk->seen, step->symbol.id.value)) return;
  walk->flow->is_cut |= walk->steps.len >= QUERY_FLOW_STEPS;
  if (walk->steps.len >= QUERY_FLOW_STEPS) return;
  idmap_add(&walk->seen, step->symbol.id.value, (uint32_t)walk->steps.len);
  *vec_add(walk->job->arena, &walk->steps) = *step;
}

/* Overloads and wrappers that do nothing but call one other function are as near
 * as that. */
static unsigned next_depth(const QueryFlowStep *from) { return from->depth + !from->is_wrapper; }

static Err add_entry(Walk *walk, size_t at, const QueryTrailEntry *entry, bool is_dispatch) {
  Part part;
  TRY(part_of(walk, &entry->symbol, is_dispatch, &part));
  if (part == PART_NONE) return OK;
  QueryFlowStep *from = &walk->steps.items[at];
  QueryFlowLines *lines = part == PART_STEP && entry->sites <= REPEATED_SITES ? &from->lines : &from->shared;
  for (size_t i = 0; i < entry->line_count; i++) *vec_add(walk->job->arena, lines) = entry->lines[i];
  if (part == PART_STEP) {
    add_step(walk, &(QueryFlowStep){.symbol = entry->symbol, .edge = entry->edge, .by = at, .depth = next_depth(from),
                                    .is_dispatch = is_dispatch, .is_value = is_value(entry)});
  }
  return OK;
}

/* Where what runs is decided at run time: the call is a line of the flow, and
 * few candidates are steps of it. */
static Err add_undecided(Walk *walk, size_t at, const QueryTrailGroup *group, bool is_dispatch) {
  bool *aside = ARENA_ARRAY(walk->job->arena, bool, group->len + 1);
  for (size_t i = 0; i < group->len; i++) aside[i] = is_aside(walk, &group->items[i].symbol);
  for (size_t i = 0; i < group->len; i++) {
    const QueryTrailEntry *entry = &group->items[i];
    size_t alike = 0;
    for (size_t k = 0; k < group->len; k++) alike += !aside[k] && str_eq(group->items[k].via, entry->via);
    if (alike <= DISPATCHED_MAX) {
      TRY(add_entry(walk, at, entry, is_dispatch));
    } else if (entry->line_count) {
      *vec_add(walk->job->arena, &walk->steps.items[at].shared) = entry->lines[0];
    }
  }
  return OK;
}

static Err add_direct(Walk *walk, size_t at, const QueryTrailGroup *group) {
  for (size_t i = 0; i < group->len; i++) TRY(add_entry(walk, at, &group->items[i], false));
  return OK;
}

/* Who calls a function that takes what the step puts goes on with it. */
static Err add_taker(Walk *walk, size_t at, const StoreSymbol *taker) {
  QueryTrail trail;
  QueryTrailRequest request = {.symbols = taker, .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_CALLS, .limit = TAKERS_MAX};
  TRY(query_trail(walk->job, walk->reader, &request, &trail));
  for (size_t i = 0; i < trail.direct.len; i++) {
    const QueryTrailEntry *entry = &trail.direct.items[i];
    if (!symbol_kind_is_callable(entry->symbol.kind) || is_aside(walk, &entry->symbol)) continue;
    QueryFlowStep step = {.symbol = entry->symbol, .edge = entry->edge, .by = at, .depth = walk->steps.items[at].depth + 1, .taken_by = taker->name};
    for (size_t l = 0; l < entry->line_count; l++) *vec_add(walk->job->arena, &step.lines) = entry->lines[l];
    add_step(walk, &step);
  }
  return OK;
}

static Err follow_queue(Walk *walk, size_t at) {
  QueryTakers takers;
  StoreSymbol putter = walk->steps.items[at].symbol;
  TRY(query_takers(walk->job, walk->reader, &putter, &takers));
  for (size_t i = 0; i < takers.len && i < TAKERS_MAX; i++) TRY(add_taker(walk, at, &takers.items[i]));
  return OK;
}

/* Of a caller that is there already, the further lines. */
static void add_callers(Walk *walk, size_t at, const QueryTrailGroup *group, bool is_dispatch) {
  for (size_t i = 0; i < group->len; i++) {
    const QueryTrailEntry *entry = &group->items[i];
    if (is_aside(walk, &entry->symbol)) continue;
    add_step(walk, &(QueryFlowStep){.symbol = entry->symbol, .edge = entry->edge, .by = at, .depth = walk->steps.items[at].depth + 1,
                                    .is_dispatch = is_dispatch, .is_value = is_value(entry)});
    uint32_t number = idmap_get(&walk->seen, entry->symbol.id.value);
    if (number == IDMAP_NONE) continue; /* there was no room for it */
    for (size_t l = 0; l < entry->line_count; l++) *vec_add(walk->job->arena, &walk->steps.items[number].lines) = entry->lines[l];
  }
  walk->flow->is_cut |= group->total > group->len;
}

static Err follow_back(Walk *walk, size_t at) {
  QueryTrail trail;
  StoreSymbol symbol = walk->steps.items[at].symbol;
  QueryTrailRequest request = {.symbols = &symbol, .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_FLOW_KINDS, .limit = CALLERS_MAX};
  TRY(job_check(walk->job));
  TRY(query_trail(walk->job, walk->reader, &request, &trail));
  add_callers(walk, at, &trail.direct, false);
  add_callers(walk, at, &trail.linked, false);
  add_callers(walk, at, &trail.dispatched, true);
  return OK;
}

static void add_calls(Walk *walk, size_t at, const QueryTrailGroup *group) {
  for (size_t i = 0; i < group->len; i++) {
    for (size_t k = 0; k < group->items[i].line_count; k++) *vec_add(walk->job->arena, &walk->steps.items[at].calls) = group->items[i].lines[k];
  }
}

static Err follow(Walk *walk, size_t at) {
  QueryTrail trail;
  StoreSymbol symbol = walk->steps.items[at].symbol;
  QueryTrailRequest request = {.symbols = &symbol, .count = 1, .direction = QUERY_CALLEES, .kinds = QUERY_FLOW_KINDS, .limit = CALLEES_MAX};
  if (walk->request->direction == QUERY_CALLERS) return follow_back(walk, at);
  TRY(job_check(walk->job));
  TRY(query_trail(walk->job, walk->reader, &request, &trail));
  uint32_t lines = symbol.full.end_line - symbol.full.line + 1;
  walk->steps.items[at].is_wrapper = lines <= WRAPPER_LINES && trail.direct.len + trail.linked.len + trail.dispatched.len == 1;
  add_calls(walk, at, &trail.direct);
  add_calls(walk, at, &trail.dispatched);
  TRY(add_direct(walk, at, &trail.direct));
  TRY(add_undecided(walk, at, &trail.linked, false));
  TRY(add_undecided(walk, at, &trail.dispatched, true));
  return follow_queue(walk, at);
}

/* A flow that begins with a method begins with what runs in its place, too. */
static Err begin_with_overriders(Walk *walk, size_t at) {
  QueryIds below = {0};
  StoreSymbol begin = walk->steps.items[at].symbol;
  VEC(StoreSymbol) found = {0};
  TRY(query_overrides(walk->job, walk->reader, begin.id, false, &below));
  for (size_t i = 0; i < below.len; i++) {
    StoreSymbol symbol;
    TRY(query_symbol(walk->job, walk->reader, below.items[i], &symbol));
    if (!is_aside(walk, &symbol)) *vec_add(walk->job->arena, &found) = symbol;
  }
  for (size_t i = 0; i < found.len && found.len <= DISPATCHED_MAX; i++) {
    add_step(walk, &(QueryFlowStep){.symbol = found.items[i], .by = at, .is_dispatch = true});
  }
  walk->flow->is_cut |= found.len > DISPATCHED_MAX;
  return OK;
}

/* ---- order ---- */

/* Steps that were found through it. What a queue hands on is the main road, and
 * counts for many. */
static void count_behind(Walk *walk) {
  for (size_t i = 0; i < walk->steps.len; i++) {
    if (walk->steps.items[i].taken_by.len) walk->steps.items[i].behind = HANDED_WEIGHT;
  }
  for (size_t i = walk->steps.len; i-- > 0;) {
    const QueryFlowStep *step = &walk->steps.items[i];
    if (step->by != SIZE_MAX) walk->steps.items[step->by].behind += 1 + step->behind;
  }
}

/* Near ones first, and the trunk before its twigs: what much is found through
 * counts as nearer. Who leads to a step always comes before it. */
static int by_weight(const void *a, const void *b) {
  const QueryFlowStep *x = a, *y = b;
  float first = (float)x->depth - BEHIND_WEIGHT * log2f(1 + (float)x->behind);
  float second = (float)y->depth - BEHIND_WEIGHT * log2f(1 + (float)y->behind);
  if (first != second) return first < second ? -1 : 1;
  return x->found < y->found ? -1 : x->found > y->found;
}

static void put_in_order(Walk *walk) {
  size_t *place = ARENA_ARRAY(walk->job->arena, size_t, walk->steps.len + 1);
  count_behind(walk);
  for (size_t i = 0; i < walk->steps.len; i++) walk->steps.items[i].found = i;
  qsort(walk->steps.items, walk->steps.len, sizeof(QueryFlowStep), by_weight);
  for (size_t i = 0; i < walk->steps.len; i++) place[walk->steps.items[i].found] = i;
  for (size_t i = 0; i < walk->steps.len; i++) {
    QueryFlowStep *step = &walk->steps.items[i];
    if (step->by != SIZE_MAX) step->by = place[step->by];
    assert(step->by == SIZE_MAX || step->by < i);
  }
}

Err query_flow(Job *job, StoreReader *reader, const QueryFlowRequest *request, QueryFlow *ret_flow) {
  assert(request->count);
  *ret_flow = (QueryFlow){0};
  Walk walk = {.job = job, .reader = reader, .request = request, .flow = ret_flow};
  idmap_init(&walk.seen, job->arena);
  for (size_t i = 0; i < request->count; i++) {
    idmap_add(&walk.seen, request->from[i].id.value, (uint32_t)walk.steps.len);
    *vec_add(job->arena, &walk.steps) = (QueryFlowStep){.symbol = request->from[i], .by = SIZE_MAX};
  }
  for (size_t i = 0; i < request->count && request->direction == QUERY_CALLEES; i++) TRY(begin_with_overriders(&walk, i));
  for (size_t i = 0; i < walk.steps.len; i++) {
    if (walk.steps.items[i].depth < request->depth) TRY(follow(&walk, i));
  }
  put_in_order(&walk);
  ret_flow->steps = walk.steps.items;
  ret_flow->len = walk.steps.len;
  return OK;
}
