/* Units as symbols and back. A unit knows its place in the file's facts; a
 * symbol's id has a number that stays while its file changes, which is another
 * one in files that were edited. */
#include "src/query/explore/explore_internal.h"

typedef struct ExploreLocals {
  struct ExploreLocals *next;
  FileId file;
  uint32_t *by_def; /* numbers in ids */
  size_t count;
} ExploreLocals;

static FileId file_of(const Explore *explore, uint32_t unit, bool *ret_renumbered) {
  size_t segment;
  const TermsUnit *one = query_terms_unit(explore->terms, unit, &segment);
  *ret_renumbered = explore->terms->renumbered[segment][one->file];
  return explore->terms->ids[segment][one->file];
}

/* One more than the highest, for arrays by definition. */
static size_t count_defs(const Explore *explore, FileId file) {
  uint32_t first, count, most = 0;
  if (!query_terms_file(explore->terms, file, &first, &count)) return 0;
  for (uint32_t i = first; i < first + count; i++) {
    uint32_t def = query_terms_unit(explore->terms, i, NULL)->def;
    if (def > most) most = def;
  }
  return (size_t)most + 1;
}

/* Read once for each file; files that never changed need none. */
static Err locals_of(Explore *explore, FileId file, const ExploreLocals **ret_locals) {
  ExploreLocals *locals = explore->locals;
  while (locals && locals->file.value != file.value) locals = locals->next;
  if (!locals) {
    locals = ARENA_NEW(explore->job->arena, ExploreLocals);
    *locals = (ExploreLocals){.next = explore->locals, .file = file, .count = count_defs(explore, file)};
    TRY(store_get_locals(explore->job, explore->reader, file, locals->count, &locals->by_def));
    explore->locals = locals;
  }
  *ret_locals = locals;
  return OK;
}

/* Number 0 is the file itself. */
Err query_explore_symbol(Explore *explore, uint32_t unit, SymbolId *ret_symbol) {
  bool renumbered;
  uint32_t local = query_terms_unit(explore->terms, unit, NULL)->def;
  FileId file = file_of(explore, unit, &renumbered);
  if (local && renumbered) {
    const ExploreLocals *locals;
    TRY(locals_of(explore, file, &locals));
    local = local < locals->count ? locals->by_def[local] : 0;
  }
  *ret_symbol = store_symbol_id(file, local);
  return OK;
}

/* UINT32_MAX: none of the units is that symbol. */
static Err def_of(Explore *explore, SymbolId symbol, uint32_t *ret_def) {
  const ExploreLocals *locals;
  uint32_t local = store_local_of(symbol);
  TRY(locals_of(explore, store_file_of(symbol), &locals));
  *ret_def = UINT32_MAX;
  for (size_t i = 1; i < locals->count; i++) {
    if (locals->by_def[i] == local) *ret_def = (uint32_t)i;
  }
  return OK;
}

/* Symbols that are no units of their own, such as parameters, are not
 * found. */
Err query_explore_find_unit(Explore *explore, SymbolId symbol, uint32_t *ret_unit, bool *ret_found) {
  uint32_t first, count, def = store_local_of(symbol);
  bool renumbered;
  *ret_found = false;
  if (!query_terms_file(explore->terms, store_file_of(symbol), &first, &count)) return OK;
  file_of(explore, first, &renumbered);
  if (def && renumbered) TRY(def_of(explore, symbol, &def));
  for (uint32_t i = first; i < first + count && !*ret_found; i++) {
    if (query_terms_unit(explore->terms, i, NULL)->def != def) continue;
    *ret_unit = i;
    *ret_found = true;
  }
  return OK;
}
