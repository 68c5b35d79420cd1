/* A language with all of its grammar's names: signs and keywords too. */
#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/parse/full_internal.h"
#include "src/parse/parse_internal.h"

typedef struct Known {
  const Language *of;
  ParseFull full;
  struct Known *next;
} Known;

static Lock known_lock = LOCK_READY;
static Known *known; /* never freed: grammars neither */

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

/* Fields and rows are left out: kinds and texts are all that is compared. So are
 * embedded parts, which are found by the language's own numbers. `shared` spares
 * the check that all names exist; they come from the grammar itself. */
static Err make_full(Job *job, const Language *language, Known **ret_known) {
  const ParseGrammar *grammar;
  TRY(parse_grammar(job, language, &grammar));
  Known *new = arena_heap_alloc(sizeof(*new));
  Language *full = &new->full.language;
  new->of = language;
  *full = *language;
  full->kinds = list_kinds(job->arena, grammar);
  full->fields = NULL;
  full->rows = NULL;
  full->embeds = NULL;
  full->shared = true;
  new->full.uses = parse_node_uses(full->kinds);
  new->next = known;
  known = new;
  *ret_known = new;
  return OK;
}

/* Under the lock while it is made, so that there is one for each language. */
Err parse_full(Job *job, const Language *language, const ParseFull **ret_full) {
  lock_take(&known_lock);
  Known *at = known;
  while (at && at->of != language) at = at->next;
  Err err = at ? OK : make_full(job, language, &at);
  lock_give(&known_lock);
  if (!err) *ret_full = &at->full;
  return err;
}
