/* Strongly connected parts, by Tarjan's algorithm with a stack of its own. A
 * part of more than one node is a cycle, and each file is in at most one. What
 * is told of it begins with a shortest way round, since a list of a hundred
 * members helps nobody to cut it. */
#include "src/query/survey/survey_internal.h"

typedef struct Tarjan {
  const Survey *survey;
  uint32_t *order;  /* from 1, in which nodes were met; 0: not yet */
  uint32_t *low;    /* smallest order reachable */
  uint32_t *at;     /* next edge of a node */
  uint32_t *path, path_len;   /* nodes being looked at */
  uint32_t *stack, stack_len; /* nodes whose part is not known yet */
  bool *on_stack;
  uint32_t met;
  uint32_t *part;   /* of a node; by the order of its first member */
} Tarjan;

/* Met for the first time: it is on the path and on the stack. */
static void enter(Tarjan *tarjan, uint32_t node) {
  tarjan->order[node] = tarjan->low[node] = ++tarjan->met;
  tarjan->at[node] = tarjan->survey->starts[node];
  tarjan->path[tarjan->path_len++] = node;
  tarjan->stack[tarjan->stack_len++] = node;
  tarjan->on_stack[node] = true;
}

/* A node whose lowest reachable node is itself is the root of a part:
 * everything above it on the stack belongs to it. */
static void leave(Tarjan *tarjan, uint32_t node) {
  tarjan->path_len--;
  if (tarjan->path_len) {
    uint32_t above = tarjan->path[tarjan->path_len - 1];
    if (tarjan->low[node] < tarjan->low[above]) tarjan->low[above] = tarjan->low[node];
  }
  if (tarjan->low[node] != tarjan->order[node]) return;
  for (uint32_t member;;) {
    member = tarjan->stack[--tarjan->stack_len];
    tarjan->on_stack[member] = false;
    tarjan->part[member] = tarjan->order[node];
    if (member == node) return;
  }
}

/* With an explicit path instead of recursion: chains of imports can be as
 * long as the project. */
static void walk(Tarjan *tarjan, uint32_t root) {
  enter(tarjan, root);
  while (tarjan->path_len) {
    uint32_t node = tarjan->path[tarjan->path_len - 1];
    if (tarjan->at[node] == tarjan->survey->starts[node + 1]) {
      leave(tarjan, node);
      continue;
    }
    uint32_t to = tarjan->survey->edges[tarjan->at[node]++].to;
    if (!tarjan->order[to]) enter(tarjan, to);
    else if (tarjan->on_stack[to] && tarjan->order[to] < tarjan->low[node]) tarjan->low[node] = tarjan->order[to];
  }
}

/* Numbers of parts are orders of nodes, so they are at most as many as
 * nodes. */
static const uint32_t *parts_of(Arena *arena, const Survey *survey) {
  size_t len = (size_t)survey->len + 1;
  Tarjan tarjan = {.survey = survey,
                   .order = ARENA_ARRAY(arena, uint32_t, len), .low = ARENA_ARRAY(arena, uint32_t, len),
                   .at = ARENA_ARRAY(arena, uint32_t, len), .path = ARENA_ARRAY(arena, uint32_t, len),
                   .stack = ARENA_ARRAY(arena, uint32_t, len), .on_stack = ARENA_ARRAY(arena, bool, len),
                   .part = ARENA_ARRAY(arena, uint32_t, len)};
  for (uint32_t i = 0; i < survey->len; i++) {
    if (!tarjan.order[i]) walk(&tarjan, i);
  }
  return tarjan.part;
}

/* What finding the ways round needs; as large as the graph, so it is made once. */
typedef struct Rounds {
  const Survey *survey;
  const uint32_t *part;
  uint32_t *parent; /* + 1; 0: not met. All 0 between two searches */
  uint32_t *queue;
  uint32_t *round;
  uint32_t *starts, *nodes; /* members by part */
} Rounds;

/* A counting sort of nodes by part. */
static void init_rounds(Arena *arena, const Survey *survey, const uint32_t *part, Rounds *rounds) {
  size_t len = (size_t)survey->len + 1;
  *rounds = (Rounds){.survey = survey, .part = part, .parent = ARENA_ARRAY(arena, uint32_t, len),
                     .queue = ARENA_ARRAY(arena, uint32_t, len), .round = ARENA_ARRAY(arena, uint32_t, len),
                     .starts = ARENA_ARRAY(arena, uint32_t, len + 2), .nodes = ARENA_ARRAY(arena, uint32_t, len)};
  for (uint32_t i = 0; i < survey->len; i++) rounds->starts[part[i] + 1]++;
  for (uint32_t i = 0; i <= survey->len; i++) rounds->starts[i + 1] += rounds->starts[i];
  uint32_t *at = arena_copy(arena, rounds->starts, (len + 1) * sizeof(uint32_t));
  for (uint32_t i = 0; i < survey->len; i++) rounds->nodes[at[part[i]]++] = i;
}

/* From the last node back over the parents, written from the end. */
static uint32_t take_round(Rounds *rounds, uint32_t start, uint32_t last) {
  uint32_t count = 0;
  for (uint32_t node = last; node != start; node = rounds->parent[node] - 1) count++;
  uint32_t at = count + 1;
  for (uint32_t node = last; node != start; node = rounds->parent[node] - 1) rounds->round[--at] = node;
  rounds->round[0] = start;
  return count + 1;
}

/* The shortest way round from a member back to it, inside its part. Breadth
 * first. Only what was met is cleared afterwards: a part may be small in a
 * large graph. */
static uint32_t find_round(Rounds *rounds, uint32_t start) {
  const Survey *survey = rounds->survey;
  uint32_t len = 0, found = 0;
  rounds->queue[len++] = start;
  for (uint32_t i = 0; i < len && !found; i++) {
    uint32_t node = rounds->queue[i];
    for (uint32_t e = survey->starts[node]; e < survey->starts[node + 1] && !found; e++) {
      uint32_t to = survey->edges[e].to;
      if (rounds->part[to] != rounds->part[start] || rounds->parent[to]) continue;
      if (to == start) {
        found = take_round(rounds, start, node);
        continue;
      }
      rounds->parent[to] = node + 1;
      rounds->queue[len++] = to;
    }
  }
  for (uint32_t i = 0; i < len; i++) rounds->parent[rounds->queue[i]] = 0;
  return found;
}

/* Ties by the first member, so that the order is always the same. */
static int by_size(const void *a, const void *b) {
  const QueryCycle *x = a, *y = b;
  if (x->len != y->len) return x->len > y->len ? -1 : 1;
  return str_compare(x->members[0], y->members[0]);
}

/* A shortest way round first, which is what one has to cut; then the other
 * members. */
static QueryCycle make_cycle(Arena *arena, Rounds *rounds, uint32_t first) {
  uint32_t part = rounds->part[first], from = rounds->starts[part], to = rounds->starts[part + 1];
  QueryCycle cycle = {.members = ARENA_ARRAY(arena, Str, to - from + 1)};
  cycle.round = find_round(rounds, first);
  for (size_t i = 0; i < cycle.round; i++) {
    cycle.members[cycle.len++] = rounds->survey->names[rounds->round[i]];
    rounds->parent[rounds->round[i]] = 1;
  }
  for (uint32_t i = from; i < to; i++) {
    uint32_t node = rounds->nodes[i];
    if (!rounds->parent[node]) cycle.members[cycle.len++] = rounds->survey->names[node];
  }
  for (size_t i = 0; i < cycle.round; i++) rounds->parent[rounds->round[i]] = 0;
  return cycle;
}

Err query_cycles(Job *job, StoreReader *reader, bool folders, QueryCycles *ret_cycles) {
  Survey survey;
  Rounds rounds;
  VEC(QueryCycle) cycles = {0};
  TRY(query_survey(job, reader, folders, &survey));
  const uint32_t *part = parts_of(job->arena, &survey);
  init_rounds(job->arena, &survey, part, &rounds);
  for (uint32_t i = 0; i < survey.len; i++) {
    uint32_t size = rounds.starts[part[i] + 1] - rounds.starts[part[i]];
    if (size < 2 || rounds.nodes[rounds.starts[part[i]]] != i) continue; /* by its first member */
    TRY(job_check(job));
    *vec_add(job->arena, &cycles) = make_cycle(job->arena, &rounds, i);
  }
  if (cycles.len > 1) qsort(cycles.items, cycles.len, sizeof(*cycles.items), by_size);
  *ret_cycles = (QueryCycles){cycles.items, cycles.len};
  return OK;
}
