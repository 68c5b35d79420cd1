/* A language with all of its grammar's names: signs and keywords too. */

#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/parse/parse_internal.h"
#include "src/parse/pattern_internal.h"

typedef struct Full {
  const Language *of;
  Language language;
  struct Full *next;
} Full;

static Lock full_lock = LOCK_READY;
static Full *fulls; /* never freed: grammars neither */

/* Ends with NULL; each name once. */
static const char *const *list_kinds(Arena *arena, const ParseGrammar *grammar) {
  Map seen;
  map_init(&seen, arena);
  const char **names = arena_heap_alloc((grammar->symbol_count + 2) * sizeof(char *));
  size_t count = 0;
  for (uint32_t i = 0; i < grammar->symbol_count; i++) {
    TSSymbolType type = ts_language_symbol_type(grammar->tables, (TSSymbol)i);
    const char *name = ts_language_symbol_name(grammar->tables, (TSSymbol)i);
    if (!name || (type != TSSymbolTypeRegular && type != TSSymbolTypeAnonymous)) continue;
    Str key = type == TSSymbolTypeRegular ? str_from_c(name) : str_format(arena, "'%s", name);
    if (map_get(&seen, key)) continue;
    map_put(&seen, key, &seen);
    names[count++] = str_to_heap(key);
  }
  if (!map_get(&seen, STR("ERROR"))) names[count++] = str_to_heap(STR("ERROR"));
  return names;
}

/* Fields and rows are left out: patterns compare kinds and texts. `shared`
 * spares the check that all names exist; they come from the grammar itself. */
static Err make_full(Job *job, const Language *language, Full **ret_full) {
  const ParseGrammar *grammar;
  TRY(parse_grammar(job, language, &grammar));
  Full *full = arena_heap_alloc(sizeof(*full));
  full->of = language;
  full->language = *language;
  full->language.kinds = list_kinds(job->arena, grammar);
  full->language.fields = NULL;
  full->language.rows = NULL;
  full->language.shared = true;
  full->next = fulls;
  fulls = full;
  *ret_full = full;
  return OK;
}

/* Under the lock while it is made, so that there is one for each language. */
Err parse_pattern_full(Job *job, const Language *language, const Language **ret_full) {
  lock_take(&full_lock);
  Full *full = fulls;
  while (full && full->of != language) full = full->next;
  Err err = full ? OK : make_full(job, language, &full);
  lock_give(&full_lock);
  if (!err) *ret_full = &full->language;
  return err;
}
