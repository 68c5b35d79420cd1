/* Groups: what answers a question hangs together. From each unit that leads a
 * small connected group is grown, always by the best neighbour of what it has;
 * units that are in many good groups are raised. What neighbours give
 * (graph.c) tells all that is around a hit; this follows one edge at a
 * time and so finds the next step of a flow. */
#include <math.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

typedef struct Group {
  uint32_t members[GROUPS_SIZE];
  size_t len;
} Group;

static bool may_join(const Explore *explore, uint32_t node) {
  const ExploreNode *one = &explore->nodes.items[node];
  const TermsUnit *unit = query_explore_unit_of(explore, node);
  if (unit->flags & TERMS_IS_FILE || one->ins > GROUPS_USERS_MAX || one->factor < GROUPS_FACTOR_LEAST) return false;
  return !(unit->flags & TERMS_IS_TEST) || explore->question.about_tests;
}

static bool has_member(const Group *group, uint32_t node) {
  for (size_t i = 0; i < group->len; i++) {
    if (group->members[i] == node) return true;
  }
  return false;
}

/* False: the group has no neighbour. */
static bool find_neighbour(const Explore *explore, const Group *group, uint32_t *ret_node) {
  bool found = false;
  for (size_t i = 0; i < group->len; i++) {
    uint32_t member = group->members[i];
    for (uint32_t e = explore->nodes.items[member].first_edge; e; e = query_explore_next_edge(explore, member, e)) {
      const ExploreEdge *edge = &explore->edges.items[e - 1];
      uint32_t other = edge->from == member ? edge->to : edge->from;
      if (edge->weight < GROUPS_EDGE_LEAST || has_member(group, other) || !may_join(explore, other)) continue;
      if (found && explore->nodes.items[other].score <= explore->nodes.items[*ret_node].score) continue;
      *ret_node = other;
      found = true;
    }
  }
  return found;
}

static void grow(const Explore *explore, uint32_t seed, Group *ret_group) {
  uint32_t next;
  *ret_group = (Group){.members = {seed}, .len = 1};
  while (ret_group->len < GROUPS_SIZE && find_neighbour(explore, ret_group, &next)) ret_group->members[ret_group->len++] = next;
}

/* Each member is given what the group is worth; the most that one was given. */
static float vote(const Explore *explore, const Group *group, float full, float *votes) {
  float worth = 0, most = 0;
  for (size_t i = 0; i < group->len; i++) worth += fminf(1, explore->nodes.items[group->members[i]].score / full);
  worth /= GROUPS_SIZE;
  for (size_t i = 0; i < group->len; i++) {
    votes[group->members[i]] += worth * worth;
    most = fmaxf(most, votes[group->members[i]]);
  }
  return most;
}

Err query_explore_groups(Explore *explore) {
  const uint32_t *order = query_explore_order(explore);
  size_t count = explore->nodes.len, seeds = 0;
  float share = explore->question.is_names ? GROUPS_NAMES_SHARE : GROUPS_SENTENCE_SHARE, most = 0;
  if (count <= GROUPS_FULL_PLACE) return OK;
  float full = explore->nodes.items[order[GROUPS_FULL_PLACE]].score;
  uint32_t *seed = ARENA_ARRAY(explore->job->arena, uint32_t, GROUPS_SEEDS);
  for (size_t i = 0; i < count && seeds < GROUPS_SEEDS && explore->nodes.items[order[i]].score > 0; i++) {
    if (!may_join(explore, order[i])) continue;
    TRY(job_check(explore->job));
    TRY(query_explore_expand(explore, order[i]));
    seed[seeds++] = order[i];
  }
  float *votes = ARENA_ARRAY(explore->job->arena, float, explore->nodes.len + 1);
  for (size_t i = 0; i < seeds; i++) {
    Group group;
    grow(explore, seed[i], &group);
    most = fmaxf(most, vote(explore, &group, full, votes));
  }
  for (uint32_t i = 0; i < explore->nodes.len && most > 0; i++) {
    explore->nodes.items[i].score += share * full * votes[i] / most;
  }
  return OK;
}
