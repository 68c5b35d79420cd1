/* From one end to the other where edges alone do not lead there: calls whose
 * target nobody can tell are followed to the definitions that have the name
 * they call, as long as those are few. Round by round: what edges reach, the
 * open calls in it, what edges reach from there. */
#include <stdlib.h>

#include "src/base/map.h"
#include "src/query/names/names.h"
#include "src/query/path/keys_internal.h"

#define ENDS_MAX 32
#define ROUNDS 3       /* open calls on one way */
#define SPREAD_MAX 2500 /* symbols that a round reaches by edges */
#define LOOK_MAX 1200  /* of them, whose open calls are looked at */
#define CALLS_MAX 60   /* open calls of one symbol */
#define FEW 3          /* definitions of a name, those not counted that override another */
#define SEEDS_MAX 8    /* definitions of one name that a round begins with */
#define NAMES_MAX 16   /* spellings of one name */
#define FILES_MAX 300
#define WORD_MIN 4
#define NEAR_HOPS 1
#define ENDINGS_MAX 48 /* functions that lead to the end and are looked for as values */

/* A symbol that was reached, and over which link. */
typedef struct Step {
  SymbolId symbol;
  uint32_t parent; /* towards this side's end; IDMAP_NONE: it is one */
  unsigned hops;
  QueryNeighbour link; /* to the parent */
  uint32_t line;       /* by name alone: where it is called */
  size_t namesakes;    /* by name alone: how many have it; 0: an edge */
} Step;

/* What is reached from one end: forward from the start, backward from the
 * goal. */
typedef struct Side {
  QueryDirection direction;
  Idmap numbers;
  VEC(Step) steps;
} Side;

/* The callables of one name. */
typedef struct Named {
  StoreSymbol *items;
  size_t len;
  size_t roots;  /* of them, that override nothing */
  bool is_ahead; /* one of them leads to the end */
} Named;

/* Where the two sides meet by the name of an open call; the best so far. */
typedef struct Crossing {
  uint64_t worth; /* smaller is better */
  uint32_t ahead, behind;
  uint32_t line;
  size_t namesakes;
} Crossing;

/* One question; on the stack of who asks, with everything else in the job's
 * arena. */
typedef struct Bridge {
  Job *job;
  StoreReader *reader;
  QueryOwners owners;
  QueryOpener opener;
  QueryLeads leads;
  Side ahead, behind;
  Map named; /* name -> Named */
  Str end;   /* qualified name */
  bool is_near; /* what is looked at lies at the start: any call of a member in it is of interest */
  VEC(QueryBreak) breaks;
  Crossing best;
} Bridge;

/* The first way to a symbol stays: it is a shortest one, because steps are
 * taken in order. */
static void add_step(Bridge *bridge, Side *side, Step step) {
  uint32_t number = (uint32_t)side->steps.len;
  if (idmap_add(&side->numbers, step.symbol.value, number) == number) *vec_add(bridge->job->arena, &side->steps) = step;
}

static void begin(Bridge *bridge, Side *side, QueryDirection direction, const StoreSymbol *ends, size_t count) {
  side->direction = direction;
  idmap_init(&side->numbers, bridge->job->arena);
  for (size_t i = 0; i < count && i < ENDS_MAX; i++) {
    add_step(bridge, side, (Step){.symbol = ends[i].id, .parent = IDMAP_NONE});
  }
}

/* What edges reach from the steps behind `first`. */
static Err spread(Bridge *bridge, Side *side, uint32_t first) {
  for (uint32_t i = first; i < side->steps.len && side->steps.len - first < SPREAD_MAX; i++) {
    const Step from = side->steps.items[i];
    QueryNeighbours found;
    if (from.hops >= QUERY_FLOW_MAX) continue;
    TRY(job_check(bridge->job));
    TRY(query_owners_neighbours(&bridge->owners, &from.symbol, 1, side->direction, QUERY_CALLS | QUERY_LINKS, &found));
    for (size_t n = 0; n < found.len; n++) {
      add_step(bridge, side, (Step){.symbol = found.items[n].symbol, .parent = i, .hops = from.hops + 1, .link = found.items[n]});
    }
  }
  return OK;
}

/* ---- definitions of a name ---- */

/* Methods that override another are not further alternatives: a call of the
 * base may mean any of them. */
static Err overrides(Bridge *bridge, SymbolId symbol, bool *ret_does) {
  StoreEdges edges = {0};
  TRY(store_edges_from(bridge->job, bridge->reader, symbol, STORE_KIND(EDGE_OVERRIDES), &edges));
  *ret_does = edges.len > 0;
  return OK;
}

/* Spellings that differ in case are other names; only the exact one is
 * taken. */
static Err list_named(Bridge *bridge, Str name, Named *named) {
  Arena *arena = bridge->job->arena;
  QuerySpelled names;
  VEC(StoreSymbol) kept = {0};
  TRY(query_spelled(bridge->job, bridge->reader, &(QuerySpelling){.word = name, .looked_at = NAMES_MAX}, &names));
  for (size_t i = 0; i < names.len; i++) {
    StoreSymbols symbols;
    TRY(store_list_named(bridge->job, bridge->reader, names.items[i], 500, &symbols));
    for (size_t k = 0; k < symbols.len; k++) {
      const StoreSymbol *one = &symbols.items[k];
      bool is_overriding;
      if (!symbol_kind_is_callable(one->kind) || one->flags & (DEF_TEST | DEF_LOCAL)) continue;
      TRY(overrides(bridge, one->id, &is_overriding));
      named->roots += !is_overriding;
      *vec_add(arena, &kept) = *one;
    }
  }
  named->items = kept.items, named->len = kept.len;
  return OK;
}

/* Once per name: open calls repeat a few names. */
static Err named_so(Bridge *bridge, Str name, const Named **ret_named) {
  Named *named = map_get(&bridge->named, name);
  if (!named) {
    named = ARENA_NEW(bridge->job->arena, Named);
    TRY(list_named(bridge, name, named));
    for (size_t i = 0; i < named->len; i++) {
      named->is_ahead |= idmap_has(&bridge->behind.numbers, named->items[i].id.value);
    }
    map_put_copy(&bridge->named, name, named);
  }
  *ret_named = named;
  return OK;
}

/* ---- open calls ---- */

/* Whether a word of the name, of WORD_MIN letters or more, is in the other:
 * `_do_insert` rather than `_do_update` leads to `SQLInsertCompiler`. */
static bool shares_word(Str name, Str other) {
  for (size_t from = 0, to; from < name.len; from = to) {
    while (from < name.len && !byte_is_letter(name.ptr[from])) from++;
    to = from + (from < name.len);
    while (to < name.len && name.ptr[to] >= 'a' && name.ptr[to] <= 'z') to++;
    Str word = str_slice(name, from, to);
    for (size_t i = 0; word.len >= WORD_MIN && i + word.len <= other.len; i++) {
      if (str_eq_ignore_case(word, str_slice(other, i, i + word.len))) return true;
    }
  }
  return false;
}

/* The better one of two crossings: fewer hops, then fewer namesakes, then a
 * name that has a word in common with the end's. */
static void consider(Bridge *bridge, uint32_t ahead, uint32_t behind, const QueryBreak *found, const Named *named) {
  const QueryOpenCall *call = &found->call;
  unsigned hops = bridge->ahead.steps.items[ahead].hops + 1 + bridge->behind.steps.items[behind].hops;
  uint64_t worth = ((uint64_t)hops << 32) | (named->roots << 1) | !shares_word(found->symbol.name, bridge->end);
  if (hops > QUERY_FLOW_MAX || worth >= bridge->best.worth) return;
  bridge->best = (Crossing){worth, ahead, behind, call->line, named->len};
}

/* Few enough to be followed. Of a type from outside the project's own may be
 * none, so that only a single one will do. */
static bool is_few(const QueryOpenCall *call, const Named *named) {
  return call->is_outside ? named->len == 1 : named->roots <= FEW && named->len <= SEEDS_MAX;
}

/* Whether calls of that name may be worth a look. */
static Err wants(void *context, Str name, bool *ret_wants) {
  Bridge *bridge = context;
  const Named *named;
  *ret_wants = true;
  if (!name.len || query_leads_has_name(&bridge->leads, name)) return OK;
  TRY(named_so(bridge, name, &named));
  *ret_wants = named->len && (bridge->is_near || named->is_ahead || named->len <= SEEDS_MAX);
  return OK;
}

/* Where one open call may lead: to the other side, or on. The end itself was
 * named by who asks; anything else must be one of few. */
static Err follow(Bridge *bridge, uint32_t number, QueryBreak *found) {
  const Named *named;
  TRY(named_so(bridge, found->call.name, &named));
  found->definitions = named->len;
  found->leads_to_end = named->is_ahead;
  for (size_t i = 0; i < named->len; i++) {
    uint32_t behind = idmap_get(&bridge->behind.numbers, named->items[i].id.value);
    if (behind == IDMAP_NONE) continue;
    bool is_end = bridge->behind.steps.items[behind].parent == IDMAP_NONE && !found->call.is_outside;
    if (is_end || is_few(&found->call, named)) consider(bridge, number, behind, found, named);
  }
  return OK;
}

/* Into the next round. */
static Err seed(Bridge *bridge, uint32_t number, const QueryOpenCall *call) {
  const Named *named;
  TRY(named_so(bridge, call->name, &named));
  if (!is_few(call, named)) return OK;
  for (size_t i = 0; i < named->len; i++) {
    add_step(bridge, &bridge->ahead, (Step){.symbol = named->items[i].id, .parent = number, .line = call->line, .namesakes = named->len,
                                            .hops = bridge->ahead.steps.items[number].hops + 1});
  }
  return OK;
}

typedef struct Open {
  uint32_t step;
  QueryOpenCall call;
} Open;
typedef VEC(Open) Opens;

/* Tests lead everywhere and are left out, unless the question starts in one. */
static Err look_into(Bridge *bridge, uint32_t number, Opens *opens) {
  StoreSymbol symbol;
  QueryOpenCalls calls;
  TRY(job_check(bridge->job));
  TRY(query_symbol(bridge->job, bridge->reader, bridge->ahead.steps.items[number].symbol, &symbol));
  bool is_foreign_test = symbol.flags & DEF_TEST && number;
  if (!symbol.id.value || is_foreign_test) return OK;
  bridge->is_near = bridge->ahead.steps.items[number].hops <= NEAR_HOPS;
  TRY(query_opener_calls(&bridge->opener, &symbol, CALLS_MAX, &calls));
  for (size_t i = 0; i < calls.len; i++) {
    QueryBreak found = {.symbol = symbol, .call = calls.items[i], .depth = bridge->ahead.steps.items[number].hops};
    if (found.call.name.len) {
      TRY(follow(bridge, number, &found));
      *vec_add(bridge->job->arena, opens) = (Open){number, found.call};
    }
    *vec_add(bridge->job->arena, &bridge->breaks) = found;
  }
  return OK;
}

/* ---- the way ---- */

/* A guess has no edge: it gets the place of the call. */
static Err fill_hop(Bridge *bridge, const Step *step, QueryDirection direction, QueryHop *hop) {
  StoreEdges edges;
  hop->namesakes = step->namesakes;
  if (step->namesakes) {
    hop->edge = (StoreEdge){.to = step->symbol, .kind = EDGE_CALLS, .line = step->line};
    return OK;
  }
  TRY(query_owners_sites(&bridge->owners, &step->link, direction, QUERY_CALLS | QUERY_LINKS, &edges));
  if (edges.len) hop->edge = edges.items[0];
  hop->is_dispatch = step->link.is_dispatch;
  return OK;
}

/* As with paths, with one hop in the middle that is a guess by name and says
 * so. */
static Err build(Bridge *bridge, QueryBridge *result) {
  const Step *steps = bridge->ahead.steps.items;
  const Crossing *best = &bridge->best;
  uint32_t first = steps[best->ahead].hops, at = first;
  result->len = first + 2 + bridge->behind.steps.items[best->behind].hops;
  result->hops = ARENA_ARRAY(bridge->job->arena, QueryHop, result->len);
  for (uint32_t i = best->ahead;; i = steps[i].parent, at--) {
    result->hops[at].symbol.id = steps[i].symbol;
    if (steps[i].parent == IDMAP_NONE) break;
    TRY(fill_hop(bridge, &steps[i], QUERY_CALLEES, &result->hops[at]));
  }
  steps = bridge->behind.steps.items;
  Step guess = {.symbol = steps[best->behind].symbol, .line = best->line, .namesakes = best->namesakes};
  result->hops[at = first + 1].symbol.id = guess.symbol;
  TRY(fill_hop(bridge, &guess, QUERY_CALLEES, &result->hops[at]));
  for (uint32_t i = best->behind; steps[i].parent != IDMAP_NONE; i = steps[i].parent) {
    result->hops[++at].symbol.id = steps[steps[i].parent].symbol;
    TRY(fill_hop(bridge, &steps[i], QUERY_CALLERS, &result->hops[at]));
  }
  for (size_t i = 0; i < result->len; i++) {
    TRY(query_symbol(bridge->job, bridge->reader, result->hops[i].symbol.id, &result->hops[i].symbol));
    result->guesses += result->hops[i].namesakes > 0;
  }
  return OK;
}

/* ---- what matters ---- */

enum {
  WEIGHT_KEPT, WEIGHT_HANDED, WEIGHT_TYPE, WEIGHT_LEADS, WEIGHT_NAME, WEIGHT_FILE, WEIGHT_FEW, WEIGHT_FOLDER,
  WEIGHT_VALUE, WEIGHT_MANY, WEIGHT_OUTSIDE
};

/* What is most worth telling where no way was found: calls of values that
 * have to do with where the end is kept, before calls that merely could. */
static int weight(const QueryBreak *one) {
  static const int leads[] = {WEIGHT_KEPT, WEIGHT_HANDED, WEIGHT_TYPE, WEIGHT_NAME, WEIGHT_FILE, WEIGHT_FOLDER};
  if (one->lead.kind <= QUERY_LEAD_TYPE) return leads[one->lead.kind];
  if (one->leads_to_end) return WEIGHT_LEADS;
  if (one->lead.kind < QUERY_LEAD_NONE) return leads[one->lead.kind];
  if (one->call.is_outside) return WEIGHT_OUTSIDE;
  if (!one->definitions) return WEIGHT_VALUE; /* it may be anything */
  return one->definitions <= SEEDS_MAX ? WEIGHT_FEW : WEIGHT_MANY;
}

static int by_weight(const void *a, const void *b) {
  const QueryBreak *x = a, *y = b;
  int wx = weight(x), wy = weight(y);
  if (wx != wy) return wx - wy;
  if (x->lead.is_alike != y->lead.is_alike) return x->lead.is_alike ? -1 : 1;
  if (x->depth != y->depth) return x->depth < y->depth ? -1 : 1;
  int order = str_compare(x->symbol.path, y->symbol.path);
  if (order) return order;
  return x->call.line < y->call.line ? -1 : x->call.line > y->call.line;
}

/* Functions that edges lead to from the start are no riddle. */
static Err begin_leads(Bridge *bridge) {
  for (size_t i = 0, count = 0; i < bridge->behind.steps.len && count < ENDINGS_MAX; i++) {
    SymbolId symbol = bridge->behind.steps.items[i].symbol;
    if (idmap_has(&bridge->ahead.numbers, symbol.value)) continue;
    TRY(query_leads_add(&bridge->leads, symbol));
    count++;
  }
  return OK;
}

/* The value that is called, and the function that may be it, have a word in
 * common. */
static Err is_alike(Bridge *bridge, const QueryBreak *one, bool *ret_is) {
  const Facts *facts;
  TRY(query_opener_facts(&bridge->opener, one->symbol.file, &facts));
  const Expr *callee = facts ? query_expr_at(facts, one->call.callee) : NULL;
  *ret_is = callee && shares_word(names_text(facts->names, callee->name), one->lead.function);
  return OK;
}

/* By what each may lead to the end. Far from the start only that makes a call
 * of a value worth telling. */
static Err find_leads(Bridge *bridge) {
  size_t kept = 0;
  for (size_t i = 0; i < bridge->breaks.len; i++) {
    QueryBreak one = bridge->breaks.items[i];
    TRY(job_check(bridge->job));
    TRY(query_leads_find(&bridge->leads, &one.symbol, &one.call, &one.lead));
    if (one.lead.kind <= QUERY_LEAD_TYPE) TRY(is_alike(bridge, &one, &one.lead.is_alike));
    bool is_nothing = !one.definitions && one.lead.kind >= QUERY_LEAD_FOLDER;
    bool is_far = one.depth > NEAR_HOPS && !one.call.is_held;
    if (!is_nothing || (!one.call.name.len && !is_far)) bridge->breaks.items[kept++] = one;
  }
  bridge->breaks.len = kept;
  return OK;
}

/* One line says it, however many calls are in it. */
static void keep_breaks(Bridge *bridge, QueryBridge *result) {
  if (bridge->breaks.len) qsort(bridge->breaks.items, bridge->breaks.len, sizeof(QueryBreak), by_weight);
  result->breaks = ARENA_ARRAY(bridge->job->arena, QueryBreak, QUERY_BREAKS_MAX);
  for (size_t i = 0; i < bridge->breaks.len && result->break_count < QUERY_BREAKS_MAX; i++) {
    const QueryBreak *one = &bridge->breaks.items[i], *last = result->break_count ? &result->breaks[result->break_count - 1] : NULL;
    if (last && last->symbol.id.value == one->symbol.id.value && last->call.line == one->call.line) continue;
    /* Most calls of what comes from outside stay there: nothing else must be left to say. */
    if (last && weight(one) == WEIGHT_OUTSIDE && weight(last) != WEIGHT_OUTSIDE) break;
    result->breaks[result->break_count++] = *one;
  }
}

/* A round: what edges reach, the open calls in it, and the definitions they
 * may mean as the next round's start. Ends with the first crossing. */
static Err search(Bridge *bridge, const QueryPathRequest *request, QueryBridge *result) {
  begin(bridge, &bridge->ahead, QUERY_CALLEES, request->from, request->from_count);
  begin(bridge, &bridge->behind, QUERY_CALLERS, request->to, request->to_count);
  TRY(spread(bridge, &bridge->behind, 0));
  for (uint32_t round = 0, first = 0; round < ROUNDS && bridge->best.worth == UINT64_MAX; round++) {
    Opens opens = {0};
    TRY(spread(bridge, &bridge->ahead, first));
    if (!round) TRY(begin_leads(bridge));
    uint32_t end = (uint32_t)bridge->ahead.steps.len;
    for (uint32_t i = first; i < end && i - first < LOOK_MAX; i++) TRY(look_into(bridge, i, &opens));
    for (size_t i = 0; i < opens.len; i++) TRY(seed(bridge, opens.items[i].step, &opens.items[i].call));
    first = end;
  }
  if (bridge->best.worth != UINT64_MAX) return build(bridge, result);
  TRY(find_leads(bridge));
  keep_breaks(bridge, result);
  return OK;
}

/* Errors leave nothing; without a way the breaks say where it may go on. */
Err query_bridge(Job *job, StoreReader *reader, const QueryPathRequest *request, QueryBridge *ret_bridge) {
  Bridge bridge = {.job = job, .reader = reader, .best = {.worth = UINT64_MAX}};
  QueryBridge result = {0};
  map_init(&bridge.named, job->arena);
  bridge.end = request->to_count ? query_qualified(job->arena, &request->to[0]) : STR_EMPTY;
  query_owners_init(&bridge.owners, job, reader, FILES_MAX);
  query_opener_init(&bridge.opener, job, reader);
  query_leads_init(&bridge.leads, &bridge.opener, &bridge.owners);
  bridge.opener.outside = true;
  bridge.opener.wants = wants;
  bridge.opener.context = &bridge;
  Err err = search(&bridge, request, &result);
  query_opener_clear(&bridge.opener);
  if (!err) *ret_bridge = result;
  return err;
}
