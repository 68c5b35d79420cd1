/* Crowds: names with so many definitions that leading to all of them says
 * nothing. One of them is meant, and nobody could tell which. */
#include "src/resolve/edges_internal.h"

/* Definitions that one receiver has of the name. Overloads that are one in the
 * end count as one. */
typedef struct Crowd {
  Run *run;
  Idmap receivers; /* by receiver + 1: number of the group */
  Idmap targets;   /* by group and definition: how many of the group came before it */
  VEC(uint32_t) counts; /* by group */
} Crowd;

/* A run has fewer views, and a file fewer definitions, than these bits can tell. */
enum { DEF_BITS = 20, VIEW_BITS = 26 };

static uint32_t place_of(Crowd *crowd, const Found *found, uint32_t *ret_group) {
  uint32_t group = idmap_add(&crowd->receivers, (uint64_t)found->receiver + 1, (uint32_t)crowd->counts.len);
  if (group == crowd->counts.len) *vec_add(crowd->run->arena, &crowd->counts) = 0;
  uint64_t view = found->view ? found->view->number : 0;
  uint64_t what = found->def ? resolve_canonical(found->view, found->def) : found->view ? found->bind : found->module;
  uint64_t key = (((uint64_t)group << 1 | !found->def) << VIEW_BITS | view) << DEF_BITS | (what & ((1u << DEF_BITS) - 1));
  *ret_group = group;
  uint32_t place = idmap_add(&crowd->targets, key + 1, crowd->counts.items[group]);
  if (place == crowd->counts.items[group]) crowd->counts.items[group]++;
  return place;
}

bool resolve_drop_crowds(Run *run, FoundList *list, CrowdUse use) {
  if (list->count <= EDGES_ANY_OF_MAX) return false;
  Crowd crowd = {.run = run};
  idmap_init(&crowd.receivers, run->arena);
  idmap_init(&crowd.targets, run->arena);
  idmap_reserve(&crowd.targets, list->count);
  uint32_t *places = ARENA_ARRAY(run->arena, uint32_t, list->count), *groups = ARENA_ARRAY(run->arena, uint32_t, list->count);
  for (uint32_t i = 0; i < list->count; i++) places[i] = place_of(&crowd, &list->items[i], &groups[i]);
  uint32_t kept = 0, before = list->count;
  for (uint32_t i = 0; i < before; i++) {
    bool is_few = use == CROWD_FIRST ? places[i] < EDGES_ANY_OF_MAX : crowd.counts.items[groups[i]] <= EDGES_ANY_OF_MAX;
    if (is_few) list->items[kept++] = list->items[i];
  }
  list->count = kept;
  return kept < before;
}
