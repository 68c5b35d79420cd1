/* Up the callers to where somebody outside begins: a route, a command, a name
 * in a table, the start of the program, an interface for others. Beyond a place
 * where a function is handed on as a value the way is not followed: who hands
 * it on is not who calls it. */
#include "src/query/impact/impact.h"

#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/query/names/names.h"

#define LEVELS 8
#define WALK_MAX 1500   /* symbols looked at on the way up */
#define PLACES_MAX 1000 /* where one of them is handed on */
#define HOPS_LOOKED 40  /* calls whose surroundings are read */

#define VALUES (STORE_KIND(EDGE_REFERENCES) | STORE_KIND(EDGE_READS))
#define UP_KINDS (QUERY_CALLS | QUERY_LINKS | VALUES)

typedef struct Climb {
  Job *job;
  const QueryTexts *texts;
  StoreReader *reader;
  QueryWaysIn *entries;
  bool *is_beyond; /* by node: reached through a value that was handed on */
  bool *is_handed; /* by node: its function is handed on as a value */
  QueryShared *text; /* ways of one file often follow each other */
  size_t looked;
} Climb;

/* Handed on, and not called there as well; or a file that is only imported. */
static bool is_value(const QueryImpactNode *node) { return !(node->link.kinds & (QUERY_CALLS | QUERY_LINKS)); }

/* Parents stand before their children. */
static void mark(Climb *climb) {
  const QueryImpact *walk = &climb->entries->walk;
  for (size_t i = 0; i < walk->len; i++) {
    const QueryImpactNode *node = &walk->nodes[i];
    climb->is_handed[i] = node->is_handed && symbol_kind_is_callable(node->symbol.kind);
    if (node->depth) climb->is_beyond[i] = climb->is_beyond[node->parent] || is_value(node);
  }
}

/* Where they are registered; what merely compares one or calls through it is no
 * registration. All at once, so that each file is read once. */
static Err add_registered(Climb *climb) {
  QueryUses uses;
  const QueryImpact *walk = &climb->entries->walk;
  StoreSymbol *asked = ARENA_ARRAY(climb->job->arena, StoreSymbol, walk->len + 1);
  QueryUsesRequest request = {.symbols = asked, .kinds = VALUES, .most = PLACES_MAX, .calm = climb->texts->calm};
  Idmap numbers;
  idmap_init(&numbers, climb->job->arena);
  for (uint32_t i = 0; i < walk->len; i++) {
    if (!climb->is_handed[i] || climb->is_beyond[i]) continue;
    asked[request.count++] = walk->nodes[i].symbol;
    idmap_add(&numbers, walk->nodes[i].symbol.id.value, i);
  }
  TRY(query_uses(climb->job, climb->texts->index, climb->reader, &request, &uses));
  climb->entries->is_cut |= uses.is_cut;
  for (size_t i = 0; i < uses.len; i++) {
    const QueryUse *use = &uses.items[i];
    bool is_kept = use->form == QUERY_USE_STORED || use->form == QUERY_USE_PASSED || use->form == QUERY_USE_ASSIGNED || use->form == QUERY_USE_RETURNED;
    if (use->is_test || !is_kept) continue;
    *vec_add(climb->job->arena, climb->entries) = 
        (QueryWayIn){.kind = QUERY_WAY_IN_REGISTERED, .node = idmap_get(&numbers, use->of.id.value), .use = *use, .key = use->key};
  }
  return OK;
}

/* A call inside a nameless function that is handed on with a name: the first
 * on the way from the root. */
static Err find_key(Climb *climb, uint32_t number, QueryWayIn *entry) {
  const QueryImpact *walk = &climb->entries->walk;
  uint32_t way[LEVELS + 1], len = 0, lines[QUERY_IMPACT_LINES];
  for (uint32_t at = number; walk->nodes[at].depth && len < LEVELS; at = walk->nodes[at].parent) way[len++] = at;
  while (len-- > 0 && climb->looked < HOPS_LOOKED) {
    const QueryImpactNode *node = &walk->nodes[way[len]];
    size_t total;
    TRY(query_impact_lines(climb->job, climb->reader, &climb->entries->request, node, lines, &total));
    climb->looked++;
    if (!total || !query_source_share_next(climb->job, climb->texts, node->symbol.path, &climb->text)) continue;
    const QuerySource *source = query_shared_source(climb->text);
    if (lines[0] > source->lines) continue;
    Str name = walk->nodes[node->parent].symbol.name, line = query_source_line(source, lines[0]);
    size_t column = str_find(line, name);
    if (column == STR_NONE) continue;
    Str key = query_use_registered(query_shared_tokens(climb->text), source->starts[lines[0] - 1] + (uint32_t)column);
    entry->key = str_copy(climb->job->arena, key);
    if (entry->key.len) {
      entry->node = way[len];
      return OK;
    }
  }
  return OK;
}

/* What decorates it is nearer to the truth than that others could call it. */
static Err find_decorator(Climb *climb, QueryWayIn *entry) {
  const StoreSymbol *symbol = &climb->entries->walk.nodes[entry->node].symbol;
  if (entry->kind == QUERY_WAY_IN_START || entry->key.len || climb->looked >= HOPS_LOOKED) return OK;
  climb->looked++;
  Str text = query_source_share_next(climb->job, climb->texts, symbol->path, &climb->text) ? query_shared_source(climb->text)->text : STR_EMPTY;
  TRY(query_decorator(climb->job, climb->reader, symbol, text, &entry->decorator));
  if (!entry->decorator.name.len) return OK;
  entry->kind = QUERY_WAY_IN_DECORATED;
  entry->key = entry->decorator.key;
  return OK;
}

static Err add_last(Climb *climb, uint32_t number) {
  const QueryImpactNode *node = &climb->entries->walk.nodes[number];
  const StoreSymbol *symbol = &node->symbol;
  bool is_start = symbol->kind == SYMBOL_FILE || str_eq(symbol->name, STR("main"));
  QueryWayIn entry = {.kind = is_start ? QUERY_WAY_IN_START : symbol->flags & DEF_EXPORTED ? QUERY_WAY_IN_EXPORTED : QUERY_WAY_IN_UNUSED, .node = number};
  if (symbol->kind == SYMBOL_ROUTE) {
    *vec_add(climb->job->arena, climb->entries) = (QueryWayIn){.kind = QUERY_WAY_IN_ROUTE, .node = number, .key = symbol->name};
    return OK;
  }
  if (!symbol_kind_is_callable(symbol->kind) && !is_start) return OK;
  TRY(find_key(climb, number, &entry));
  TRY(find_decorator(climb, &entry));
  *vec_add(climb->job->arena, climb->entries) = entry;
  return OK;
}

static int by_kind(const void *a, const void *b) {
  const QueryWayIn *x = a, *y = b;
  if ((x->key.len > 0) != (y->key.len > 0)) return x->key.len ? -1 : 1;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (x->node != y->node) return x->node < y->node ? -1 : 1;
  if (x->use.line != y->use.line) return x->use.line < y->use.line ? -1 : 1;
  return str_compare(x->use.in.path, y->use.in.path);
}

static Err gather(Climb *climb) {
  const QueryImpact *walk = &climb->entries->walk;
  climb->entries->is_cut = walk->cut;
  TRY(add_registered(climb));
  for (uint32_t i = 0; i < walk->len; i++) {
    const QueryImpactNode *node = &walk->nodes[i];
    if (node->is_test || node->symbol.flags & DEF_TEST || climb->is_beyond[i]) continue;
    bool is_last = !node->fan_code && node->depth < LEVELS && !node->is_member;
    if (is_last && !climb->is_handed[i] && node->depth) TRY(add_last(climb, i));
  }
  return OK;
}

Err query_ways_in(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbols *roots, QueryWaysIn *ret_entries) {
  QueryWaysIn *entries = ret_entries;
  *entries = (QueryWaysIn){.request = {.roots = roots->items, .root_count = roots->len, .direction = QUERY_CALLERS, .kinds = UP_KINDS,
                                        .depth = LEVELS, .most = WALK_MAX}};
  TRY(query_impact(job, reader, &entries->request, &entries->walk));
  Climb climb = {.job = job, .texts = texts, .reader = reader, .entries = entries};
  climb.is_beyond = ARENA_ARRAY(job->arena, bool, entries->walk.len + 1);
  climb.is_handed = ARENA_ARRAY(job->arena, bool, entries->walk.len + 1);
  mark(&climb);
  Err err = gather(&climb);
  if (climb.text) query_source_unshare(climb.text);
  if (err) return err;
  if (entries->len > 1) qsort(entries->items, entries->len, sizeof(*entries->items), by_kind);
  return OK;
}
