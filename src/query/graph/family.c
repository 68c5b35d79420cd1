/* Family: the methods by which one piece of code is called. An interface's
 * method is run by what implements it, which may implement other interfaces
 * that declare it too: who looks for its callers wants theirs as well. */
#include "src/base/idmap.h"
#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"

typedef struct Family {
  Job *job;
  StoreReader *reader;
  Idmap seen;
  StoreSymbols found;
} Family;

/* False: it is known, of a test, or one too many. */
static Err add(Family *family, SymbolId id, bool *ret_added) {
  StoreSymbol symbol;
  uint32_t number = (uint32_t)family->found.len;
  *ret_added = false;
  if (number == QUERY_FAMILY_MAX || idmap_has(&family->seen, id.value)) return OK;
  idmap_add(&family->seen, id.value, number);
  TRY(query_symbol(family->job, family->reader, id, &symbol));
  if (!symbol.id.value || (symbol.flags & DEF_TEST)) return OK;
  *vec_add(family->job->arena, &family->found) = symbol;
  *ret_added = true;
  return OK;
}

/* What else an implementation is declared by. */
static Err add_declarations(Family *family, SymbolId method) {
  QueryIds up = {0};
  bool added;
  TRY(query_overrides(family->job, family->reader, method, true, &up));
  for (size_t i = 0; i < up.len; i++) TRY(add(family, up.items[i], &added));
  return OK;
}

Err query_family(Job *job, StoreReader *reader, SymbolId method, StoreSymbols *ret_family) {
  Family family = {.job = job, .reader = reader};
  QueryIds down = {0}, up = {0};
  idmap_init(&family.seen, job->arena);
  idmap_add(&family.seen, method.value, QUERY_FAMILY_MAX);
  *ret_family = (StoreSymbols){0};
  TRY(query_overrides(job, reader, method, false, &down));
  if (!down.len) return OK;
  /* What it overrides itself is told with its own callers. */
  TRY(query_overrides(job, reader, method, true, &up));
  for (size_t i = 0; i < up.len; i++) idmap_add(&family.seen, up.items[i].value, QUERY_FAMILY_MAX);
  for (size_t i = 0; i < down.len; i++) {
    bool added;
    TRY(job_check(job));
    TRY(add(&family, down.items[i], &added));
    if (added) TRY(add_declarations(&family, down.items[i]));
  }
  *ret_family = family.found;
  return OK;
}
