/* Namesakes: methods of one name by what declares them. An interface and all
 * that override its method belong together; several interfaces that declare
 * the same name do not. */
#include "src/query/graph/graph.h"

#include "src/base/idmap.h"

#define STEPS_MAX 8 /* from an overrider to what declares it; a circle in a broken program ends here */

/* The namesake that one overrides; UINT32_MAX: none of them. */
static Err find_base(Job *job, StoreReader *reader, const Idmap *places, SymbolId symbol, uint32_t *ret_base) {
  StoreEdges edges = {0};
  *ret_base = UINT32_MAX;
  TRY(store_edges_from(job, reader, symbol, STORE_KIND(EDGE_OVERRIDES), &edges));
  for (size_t i = 0; i < edges.len && *ret_base == UINT32_MAX; i++) {
    uint32_t at = idmap_get(places, edges.items[i].to.value);
    if (at != IDMAP_NONE) *ret_base = at;
  }
  return OK;
}

Err query_namesakes(Job *job, StoreReader *reader, const StoreSymbol *symbols, size_t count, QueryNamesake **ret_namesakes) {
  QueryNamesake *found = ARENA_ARRAY(job->arena, QueryNamesake, count + 1);
  Idmap places;
  idmap_init(&places, job->arena);
  for (size_t i = 0; i < count; i++) idmap_add(&places, symbols[i].id.value, (uint32_t)i);
  for (size_t i = 0; i < count; i++) {
    TRY(job_check(job));
    TRY(find_base(job, reader, &places, symbols[i].id, &found[i].declared_by));
  }
  /* What overrides an overrider belongs to what declares both. */
  for (size_t i = 0; i < count; i++) {
    for (unsigned step = 0; step < STEPS_MAX && found[i].declared_by != UINT32_MAX; step++) {
      uint32_t above = found[found[i].declared_by].declared_by;
      if (above == UINT32_MAX || above == i) break;
      found[i].declared_by = above;
    }
  }
  for (size_t i = 0; i < count; i++) {
    if (found[i].declared_by != UINT32_MAX && found[i].declared_by != i) found[found[i].declared_by].overriders++;
  }
  *ret_namesakes = found;
  return OK;
}
