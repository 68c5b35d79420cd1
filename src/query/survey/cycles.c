/* Strongly connected parts, by Tarjan's algorithm with a stack of its own. */
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

static void enter(Tarjan *tarjan, uint32_t node) {
  tarjan->order[node] = tarjan->low[node] = ++tarjan->met;
  tarjan->at[node] = tarjan->survey->starts[node];
  tarjan->path[tarjan->path_len++] = node;
  tarjan->stack[tarjan->stack_len++] = node;
  tarjan->on_stack[node] = true;
}

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

/* The shortest way round from a member back to it, inside its part. */
static uint32_t find_round(Arena *arena, const Survey *survey, const uint32_t *part, uint32_t start, uint32_t *ret_round) {
  uint32_t *parent = ARENA_ARRAY(arena, uint32_t, survey->len + 1), *queue = ARENA_ARRAY(arena, uint32_t, survey->len + 1);
  uint32_t len = 0;
  queue[len++] = start;
  for (uint32_t i = 0; i < len; i++) {
    for (uint32_t e = survey->starts[queue[i]]; e < survey->starts[queue[i] + 1]; e++) {
      uint32_t to = survey->edges[e].to, count = 0;
      if (part[to] != part[start]) continue;
      if (to != start) {
        if (parent[to]) continue;
        parent[to] = queue[i] + 1;
        queue[len++] = to;
        continue;
      }
      for (uint32_t node = queue[i]; node != start; node = parent[node] - 1) count++;
      uint32_t at = count + 1;
      for (uint32_t node = queue[i]; node != start; node = parent[node] - 1) ret_round[--at] = node;
      ret_round[0] = start;
      return count + 1;
    }
  }
  return 0;
}

static int by_size(const void *a, const void *b) {
  const QueryCycle *x = a, *y = b;
  if (x->len != y->len) return x->len > y->len ? -1 : 1;
  return str_compare(x->members[0], y->members[0]);
}

static QueryCycle make_cycle(Arena *arena, const Survey *survey, const uint32_t *part, uint32_t first, size_t size) {
  QueryCycle cycle = {.members = ARENA_ARRAY(arena, Str, size + 1)};
  uint32_t *round = ARENA_ARRAY(arena, uint32_t, survey->len + 1);
  bool *done = ARENA_ARRAY(arena, bool, survey->len + 1);
  cycle.round = find_round(arena, survey, part, first, round);
  for (size_t i = 0; i < cycle.round; i++) {
    cycle.members[cycle.len++] = survey->names[round[i]];
    done[round[i]] = true;
  }
  for (uint32_t i = 0; i < survey->len && cycle.len < size; i++) {
    if (part[i] == part[first] && !done[i]) cycle.members[cycle.len++] = survey->names[i];
  }
  return cycle;
}

Err query_cycles(Job *job, StoreReader *reader, bool folders, QueryCycles *ret_cycles) {
  Survey survey;
  VEC(QueryCycle) cycles = {0};
  TRY(query_survey(job, reader, folders, &survey));
  const uint32_t *part = parts_of(job->arena, &survey);
  size_t *sizes = ARENA_ARRAY(job->arena, size_t, survey.len + 2);
  for (uint32_t i = 0; i < survey.len; i++) sizes[part[i]]++;
  for (uint32_t i = 0; i < survey.len; i++) {
    if (sizes[part[i]] < 2) continue;
    TRY(job_check(job));
    *vec_add(job->arena, &cycles) = make_cycle(job->arena, &survey, part, i, sizes[part[i]]);
    sizes[part[i]] = 0;
  }
  if (cycles.len > 1) qsort(cycles.items, cycles.len, sizeof(*cycles.items), by_size);
  *ret_cycles = (QueryCycles){cycles.items, cycles.len};
  return OK;
}
