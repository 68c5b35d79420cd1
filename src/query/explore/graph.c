/* The neighbours of what matched: what several strong hits are connected with
 * belongs to the answer, even without a word of the question. */
#include <math.h>
#include <stdlib.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

/* Nodes are made for units that matched and for their neighbours; pointers to
 * them do not survive this. */
uint32_t query_explore_node(Explore *explore, uint32_t unit) {
  if (!explore->node_of[unit]) {
    *vec_add(explore->job->arena, &explore->nodes) = (ExploreNode){.unit = unit, .own = explore->scores[unit]};
    explore->node_of[unit] = (uint32_t)explore->nodes.len;
  }
  return explore->node_of[unit] - 1;
}

/* ---- edges ---- */

/* How much an edge says that its two ends belong to one answer. Zero is not
 * followed at all. */
static float kind_weight(unsigned kind) {
  switch ((EdgeKind)kind) {
    case EDGE_CALLS: case EDGE_RENDERS: return 1;
    case EDGE_LINKS: return 0.9f;
    case EDGE_INSTANTIATES: case EDGE_OVERRIDES: case EDGE_REFERENCES: return 0.7f;
    case EDGE_IMPLEMENTS: case EDGE_EXTENDS: case EDGE_DECORATES: return 0.5f;
    case EDGE_READS: case EDGE_WRITES: case EDGE_EXPANDS: return 0.4f;
    case EDGE_TYPE_OF: case EDGE_TESTS: return 0.3f;
    default: return 0;
  }
}

/* Who changes a type changes what is made after it and what holds it. */
static float edge_weight(const Explore *explore, unsigned kind) {
  if (!explore->question.about_change) return kind_weight(kind);
  switch ((EdgeKind)kind) {
    case EDGE_IMPLEMENTS: case EDGE_EXTENDS: case EDGE_OVERRIDES: return 1.5f;
    case EDGE_TYPE_OF: return 0.8f;
    default: return kind_weight(kind);
  }
}

/* One edge between two nodes: the strongest. The edge with a line is
 * preferred, as it can be shown. */
static bool is_joined(Explore *explore, const ExploreEdge *made) {
  for (uint32_t at = explore->nodes.items[made->from].first_edge; at; at = query_explore_next_edge(explore, made->from, at)) {
    ExploreEdge *edge = &explore->edges.items[at - 1];
    if (edge->from == made->from && edge->to == made->to) {
      if (edge->weight < made->weight || !edge->line) {
        edge->kind = made->kind;
        edge->rule = made->rule;
        edge->line = made->line;
        edge->weight = fmaxf(edge->weight, made->weight);
      }
      return true;
    }
  }
  return false;
}

/* Each edge is in the lists of both its ends, by the number of its place. */
static void add_edge(Explore *explore, ExploreEdge edge) {
  if (edge.from == edge.to || edge.weight == 0 || is_joined(explore, &edge)) return;
  ExploreNode *from = &explore->nodes.items[edge.from], *to = &explore->nodes.items[edge.to];
  edge.next_from = from->first_edge;
  edge.next_to = to->first_edge;
  *vec_add(explore->job->arena, &explore->edges) = edge;
  from->first_edge = to->first_edge = (uint32_t)explore->edges.len;
  from->outs++;
  to->ins++;
}

/* Files as ends say little, but for code outside of functions. */
static bool is_worth_following(SymbolId symbol, unsigned kind) {
  return store_local_of(symbol) || kind == EDGE_CALLS || kind == EDGE_LINKS || kind == EDGE_REFERENCES;
}

/* The node of a symbol; `node` itself: there is none. */
static Err neighbour_of(Explore *explore, uint32_t node, SymbolId symbol, uint32_t *ret_node) {
  uint32_t unit;
  bool found;
  *ret_node = node;
  TRY(query_explore_find_unit(explore, symbol, &unit, &found));
  if (found && (explore->node_of[unit] || explore->nodes.len < GRAPH_NODES_MAX)) *ret_node = query_explore_node(explore, unit);
  return OK;
}

/* Rows by target tell kinds as a set; one is taken. */
static uint8_t strongest(uint32_t kinds) {
  uint8_t best = EDGE_IMPORTS;
  for (uint8_t kind = 0; kind < EDGE_KIND_COUNT; kind++) {
    if (kinds & STORE_KIND(kind) && kind_weight(kind) > kind_weight(best)) best = kind;
  }
  return best;
}

/* Reading a table of functions leads to them as naming them does. */
static Err kind_of_edge(Explore *explore, const StoreEdge *edge, uint8_t *ret_kind) {
  StoreEdges held = {0};
  *ret_kind = edge->kind;
  if (edge->kind != EDGE_READS) return OK;
  TRY(query_owners_table(&explore->owners, edge->to, &held));
  if (held.len) *ret_kind = EDGE_REFERENCES;
  return OK;
}

/* The limit bounds what a table of thousands of entries costs. */
static Err expand_forward(Explore *explore, uint32_t node, SymbolId symbol) {
  StoreEdges edges = {0};
  TRY(query_owners_from(&explore->owners, symbol, STORE_ALL_KINDS, &edges));
  for (size_t i = 0; i < edges.len && i < GRAPH_EDGES_MAX; i++) {
    const StoreEdge *edge = &edges.items[i];
    uint32_t to;
    uint8_t kind;
    if (kind_weight(edge->kind) == 0 || !is_worth_following(edge->to, edge->kind)) continue;
    TRY(neighbour_of(explore, node, edge->to, &to));
    TRY(kind_of_edge(explore, edge, &kind));
    add_edge(explore, (ExploreEdge){.from = node, .to = to, .kind = kind, .rule = edge->rule,
                                    .weight = edge_weight(explore, kind), .line = edge->line});
  }
  return OK;
}

/* Users beyond the limit are counted but not looked at: that there are many
 * makes the node a hub. */
static Err expand_backward(Explore *explore, uint32_t node, SymbolId symbol) {
  StoreSources sources = {0};
  uint32_t others = STORE_ALL_KINDS & ~STORE_KIND(EDGE_REFERENCES);
  TRY(store_sources(explore->job, explore->reader, symbol, others, &sources));
  for (size_t i = 0; i < sources.len; i++) sources.items[i].kinds &= others;
  TRY(query_owners_into(&explore->owners, symbol, STORE_KIND(EDGE_REFERENCES), &sources));
  if (sources.len > GRAPH_EDGES_MAX) explore->nodes.items[node].ins += (unsigned)(sources.len - GRAPH_EDGES_MAX);
  for (size_t i = 0; i < sources.len && i < GRAPH_EDGES_MAX; i++) {
    uint8_t kind = strongest(sources.items[i].kinds);
    uint32_t from;
    if (kind_weight(kind) == 0 || !is_worth_following(sources.items[i].symbol, kind)) continue;
    TRY(neighbour_of(explore, node, sources.items[i].symbol, &from));
    add_edge(explore, (ExploreEdge){.from = from, .to = node, .kind = kind, .weight = edge_weight(explore, kind)});
  }
  return OK;
}

/* Once for a node; later calls do nothing. */
Err query_explore_expand(Explore *explore, uint32_t node) {
  SymbolId symbol;
  if (explore->nodes.items[node].is_expanded) return OK;
  TRY(query_explore_symbol(explore, explore->nodes.items[node].unit, &symbol));
  explore->nodes.items[node].is_expanded = true;
  explore->nodes.items[node].symbol = symbol;
  TRY(expand_forward(explore, node, symbol));
  return expand_backward(explore, node, symbol);
}

/* ---- worth ---- */

/* What everything uses, and what is a test, generated or beside the point, is
 * worth less as a neighbour. */
static float factor_of(const Explore *explore, const ExploreNode *node) {
  const TermsUnit *unit = query_terms_unit(explore->terms, node->unit, NULL);
  float hub = (float)node->ins / GRAPH_HUB_DEGREE, factor = 1 / (1 + hub * hub);
  if (unit->flags & TERMS_IS_TEST && !explore->question.about_tests) factor *= 0.15f;
  else if (unit->flags & TERMS_IS_ASIDE) factor *= 0.5f;
  if (unit->flags & TERMS_IS_GENERATED) factor *= 0.25f;
  return unit->flags & TERMS_IS_FILE ? factor * 0.3f : factor;
}

/* Each node is given a share of what its neighbours have. Who calls much gives
 * each callee less, who is called by many gives each caller less, and what
 * many call is worth less to each of them. */
static void spread(const Explore *explore, const float *have, float *get) {
  float backward = explore->question.about_change ? GRAPH_CHANGE_BACKWARD : GRAPH_BACKWARD;
  for (size_t i = 0; i < explore->edges.len; i++) {
    const ExploreEdge *edge = &explore->edges.items[i];
    float outs = (float)(explore->nodes.items[edge->from].outs + 1), ins = (float)(explore->nodes.items[edge->to].ins + 1);
    get[edge->to] += have[edge->from] * edge->weight / powf(outs, GRAPH_CALLER_GIVES) / powf(ins, GRAPH_CALLEE_TAKES);
    get[edge->from] += have[edge->to] * edge->weight * backward / powf(ins, GRAPH_CALLEE_GIVES) / powf(outs, GRAPH_CALLER_TAKES);
  }
}

/* Two steps along the edges, from the words' scores anew each time, so that it
 * can be called whenever edges were added. What has words of its own gains
 * more from its neighbours. */
void query_explore_weigh(Explore *explore) {
  size_t count = explore->nodes.len;
  float *have = ARENA_ARRAY(explore->job->arena, float, count + 1);
  float *once = ARENA_ARRAY(explore->job->arena, float, count + 1);
  float *twice = ARENA_ARRAY(explore->job->arena, float, count + 1);
  float best = explore->best > 0 ? explore->best : 1;
  for (size_t i = 0; i < count; i++) {
    ExploreNode *node = &explore->nodes.items[i];
    float witness = fminf(1, explore->witnesses[node->unit] / best);
    have[i] = node->is_witness ? GRAPH_WITNESS * powf(witness, GRAPH_SHARPNESS) : powf(fmaxf(0, node->own) / best, GRAPH_SHARPNESS);
    node->factor = factor_of(explore, node);
  }
  spread(explore, have, once);
  for (size_t i = 0; i < count; i++) have[i] = once[i] * explore->nodes.items[i].factor;
  spread(explore, have, twice);
  for (size_t i = 0; i < count; i++) {
    ExploreNode *node = &explore->nodes.items[i];
    float own = node->own / best;
    node->given = (GRAPH_ONE_STEP * once[i] + GRAPH_TWO_STEPS * twice[i]) * node->factor;
    node->score = own + node->given * (1 + own);
  }
}

/* ---- order ---- */

typedef struct Ranked {
  uint32_t node;
  float score;
} Ranked;

static int by_score(const void *a, const void *b) {
  const Ranked *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Best first; ties by number, which makes answers repeatable. */
uint32_t *query_explore_order(Explore *explore) {
  size_t count = explore->nodes.len;
  Ranked *ranked = ARENA_ARRAY(explore->job->arena, Ranked, count + 1);
  uint32_t *order = ARENA_ARRAY(explore->job->arena, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) ranked[i] = (Ranked){i, explore->nodes.items[i].score};
  if (count) qsort(ranked, count, sizeof(Ranked), by_score);
  for (size_t i = 0; i < count; i++) order[i] = ranked[i].node;
  return order;
}

/* Those of the first `most` that expanding will ask the store about. */
static Err expect_best(Explore *explore, const uint32_t *order, size_t most) {
  QueryIds ids = {0};
  for (size_t i = 0; i < explore->nodes.len && i < most; i++) {
    SymbolId symbol;
    if (explore->nodes.items[order[i]].is_expanded) continue;
    TRY(query_explore_symbol(explore, explore->nodes.items[order[i]].unit, &symbol));
    *vec_add(explore->job->arena, &ids) = symbol;
  }
  return store_expect(explore->job, explore->reader, ids.items, ids.len, STORE_EXPECT_EDGES | STORE_EXPECT_SOURCES);
}

static Err expand_best(Explore *explore, size_t most) {
  size_t count = explore->nodes.len;
  const uint32_t *order = query_explore_order(explore);
  TRY(expect_best(explore, order, most));
  for (size_t i = 0; i < count && i < most; i++) {
    TRY(job_check(explore->job));
    TRY(query_explore_expand(explore, order[i]));
  }
  return OK;
}

static Err expand_witnesses(Explore *explore) {
  for (uint32_t i = 0; i < explore->nodes.len; i++) {
    if (explore->nodes.items[i].is_witness) TRY(query_explore_expand(explore, i));
  }
  return OK;
}

/* Nodes that were not expanded know only the edges that others found; how
 * often they are used is read for the best of them. */
Err query_explore_count_users(Explore *explore) {
  size_t count = explore->nodes.len;
  const uint32_t *order = query_explore_order(explore);
  QueryIds ids = {0};
  for (size_t i = 0; i < count && i < GRAPH_COUNTED; i++) {
    ExploreNode *node = &explore->nodes.items[order[i]];
    if (node->is_expanded) continue;
    TRY(query_explore_symbol(explore, node->unit, &node->symbol));
    *vec_add(explore->job->arena, &ids) = node->symbol;
  }
  TRY(store_expect(explore->job, explore->reader, ids.items, ids.len, STORE_EXPECT_SOURCES));
  for (size_t i = 0; i < count && i < GRAPH_COUNTED; i++) {
    ExploreNode *node = &explore->nodes.items[order[i]];
    StoreSources sources = {0};
    if (node->is_expanded) continue;
    TRY(store_sources(explore->job, explore->reader, node->symbol, STORE_ALL_KINDS, &sources));
    if (sources.len > node->ins) node->ins = (unsigned)sources.len;
  }
  return OK;
}

/* Few are expanded at first, and more once worth has been spread: an edge
 * costs a question to the store. */
Err query_explore_graph(Explore *explore) {
  query_owners_init(&explore->owners, explore->job, explore->reader, QUERY_OWNERS_FILES);
  query_explore_weigh(explore); /* there are no edges yet: by words */
  TRY(expand_best(explore, GRAPH_FIRST_EXPANDED));
  TRY(expand_witnesses(explore));
  query_explore_weigh(explore);
  query_explore_settle_names(explore);
  TRY(expand_best(explore, GRAPH_THEN_EXPANDED));
  query_explore_weigh(explore);
  TRY(query_explore_ways(explore));
  return query_explore_groups(explore);
}
