/* Ways: how control gets from one of the units asked for to another. What lies
 * between them belongs to the answer; the longest way is told. */
#include <math.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

/* Kinds of edges along which control may pass. A reference is among them since
 * a function that is named as a value is usually called by whoever gets it. */
static bool leads(unsigned kind) {
  return kind == EDGE_CALLS || kind == EDGE_INSTANTIATES || kind == EDGE_RENDERS || kind == EDGE_LINKS ||
         kind == EDGE_REFERENCES;
}

/* Steps from an end to every node, along the edges or against them. */
typedef struct Steps {
  uint8_t *count; /* by node; WAYS_FAR: out of reach */
  uint32_t *back; /* by node: the one before it */
} Steps;

/* Something that everybody uses, such as a logger, connects any two units in a
 * few steps and says nothing about how they belong together. */
static bool is_passable(const Explore *explore, uint32_t node, uint32_t start) {
  return node == start || explore->nodes.items[node].ins <= WAYS_HUB_DEGREE;
}

/* Breadth first, so that `count` is the least number of steps and `back` leads
 * along one of the shortest ways. Ties go to the edge that was found first. */
static Steps find_steps(Explore *explore, uint32_t start, bool forward, unsigned most) {
  size_t count = explore->nodes.len, head = 0, tail = 0;
  Steps steps = {ARENA_ARRAY(explore->job->arena, uint8_t, count + 1), ARENA_ARRAY(explore->job->arena, uint32_t, count + 1)};
  uint32_t *queue = ARENA_ARRAY(explore->job->arena, uint32_t, count + 1);
  for (size_t i = 0; i < count; i++) steps.count[i] = WAYS_FAR;
  steps.count[start] = 0;
  queue[tail++] = start;
  while (head < tail) {
    uint32_t at = queue[head++];
    if (steps.count[at] >= most || !is_passable(explore, at, start)) continue;
    for (uint32_t e = explore->nodes.items[at].first_edge; e; e = query_explore_next_edge(explore, at, e)) {
      const ExploreEdge *edge = &explore->edges.items[e - 1];
      bool along = (edge->from == at) == forward;
      if (edge->kind == EDGE_OVERRIDES) along = !along; /* a call of the one runs the other */
      else if (!leads(edge->kind)) continue;
      uint32_t other = edge->from == at ? edge->to : edge->from;
      if (!along || steps.count[other] != WAYS_FAR) continue;
      steps.count[other] = (uint8_t)(steps.count[at] + 1);
      steps.back[other] = at;
      queue[tail++] = other;
    }
  }
  return steps;
}

/* For each end the steps to all nodes from it, and from all nodes to it: with
 * both, whether a node lies between two ends is one addition. */
typedef struct Ways {
  uint32_t ends[WAYS_ENDS_MAX];
  size_t count;
  bool are_named;
  Steps to[WAYS_ENDS_MAX], from[WAYS_ENDS_MAX];
} Ways;

/* What the question names are the ends. Without two names the best units found
 * so far stand in for them: what connects these is worth showing too. */
static void choose_ends(Explore *explore, Ways *ways) {
  for (size_t i = 0; i < explore->question.name_count && ways->count < WAYS_ENDS_MAX; i++) {
    const ExploreName *name = &explore->question.names[i];
    if (name->units.len) ways->ends[ways->count++] = query_explore_node(explore, name->units.items[0]);
  }
  ways->are_named = ways->count > 1;
  if (ways->are_named) return;
  const uint32_t *order = query_explore_order(explore);
  for (ways->count = 0; ways->count < WAYS_LEADERS && ways->count < explore->nodes.len; ways->count++) {
    ways->ends[ways->count] = order[ways->count];
  }
}

/* What is next to named units is looked at too: ways go through it. */
static Err look_around(Explore *explore, const Ways *ways) {
  size_t left = WAYS_AROUND_MAX;
  for (size_t i = 0; i < ways->count; i++) {
    TRY(query_explore_expand(explore, ways->ends[i]));
    uint32_t nodes = (uint32_t)explore->nodes.len;
    Steps next = find_steps(explore, ways->ends[i], true, 1), before = find_steps(explore, ways->ends[i], false, 1);
    for (uint32_t v = 0; v < nodes && left; v++) {
      const ExploreNode *node = &explore->nodes.items[v];
      if ((next.count[v] != 1 && before.count[v] != 1) || node->is_expanded || node->ins > WAYS_HUB_DEGREE) continue;
      TRY(query_explore_expand(explore, v));
      left--;
    }
  }
  return OK;
}

/* The worth of the shortest way between two ends that leads through a node. */
static float way_worth(const Explore *explore, const Ways *ways, uint32_t node) {
  float best = 0, top = explore->best > 0 ? explore->best : 1;
  for (size_t a = 0; a < ways->count; a++) {
    if (ways->to[a].count[node] == WAYS_FAR || ways->ends[a] == node) continue;
    for (size_t b = 0; b < ways->count; b++) {
      if (a == b || ways->from[b].count[node] == WAYS_FAR || ways->ends[b] == node) continue;
      /* Both parts were limited to so many steps; together they must not be longer
       * than one such limit and a step. */
      unsigned length = (unsigned)ways->to[a].count[node] + ways->from[b].count[node];
      if (length > WAYS_STEPS_MAX + 1) continue;
      float ends = explore->nodes.items[ways->ends[a]].own * explore->nodes.items[ways->ends[b]].own / (top * top);
      best = fmaxf(best, ends * powf(WAYS_DECAY, (float)length - 2));
    }
  }
  return best;
}

/* ---- the way that is told ---- */

static bool is_end(const Ways *ways, uint32_t node) {
  for (size_t i = 0; i < ways->count; i++) {
    if (ways->ends[i] == node) return true;
  }
  return false;
}

/* At most one node in a row that nobody named. */
static bool is_told(const Ways *ways, const uint32_t *nodes, size_t count) {
  for (size_t i = 1; i < count; i++) {
    if (!is_end(ways, nodes[i]) && !is_end(ways, nodes[i - 1])) return false;
  }
  return count >= WAYS_TOLD_LEAST;
}

static void tell_way(Explore *explore, const Ways *ways) {
  for (size_t a = 0; a < ways->count; a++) {
    Steps steps = find_steps(explore, ways->ends[a], true, WAYS_HOPS_MAX);
    for (size_t b = 0; b < ways->count; b++) {
      uint32_t nodes[WAYS_HOPS_MAX + 1];
      size_t hops = steps.count[ways->ends[b]];
      /* The longest is told because it contains the most that was asked about; among
       * equally long ones the first stays. */
      if (a == b || hops == WAYS_FAR || hops + 1 <= explore->way.len) continue;
      uint32_t at = ways->ends[b];
      for (size_t i = hops + 1; i-- > 0; at = steps.back[at]) nodes[i] = at;
      if (!is_told(ways, nodes, hops + 1)) continue;
      explore->way.len = 0;
      for (size_t i = 0; i <= hops; i++) *vec_add(explore->job->arena, &explore->way) = nodes[i];
    }
  }
}

Err query_explore_ways(Explore *explore) {
  Ways ways = {0};
  choose_ends(explore, &ways);
  if (ways.are_named) {
    TRY(look_around(explore, &ways));
    query_explore_weigh(explore);
  }
  /* The degrees by which hubs are told, now that all nodes are known. */
  TRY(query_explore_count_users(explore));
  query_explore_weigh(explore);
  for (size_t i = 0; i < ways.count; i++) {
    ways.to[i] = find_steps(explore, ways.ends[i], true, WAYS_STEPS_MAX);
    ways.from[i] = find_steps(explore, ways.ends[i], false, WAYS_STEPS_MAX);
  }
  for (uint32_t v = 0; v < explore->nodes.len; v++) {
    ExploreNode *node = &explore->nodes.items[v];
    node->score += WAYS_SHARE * way_worth(explore, &ways, v) * node->factor;
  }
  if (ways.are_named) tell_way(explore, &ways);
  return OK;
}
