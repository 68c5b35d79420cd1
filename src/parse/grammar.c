/* The tables that turn a grammar's numbers into a language's own. */

#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/parse/parse_internal.h"

/* Grammars stay for the life of the process: there are as many as languages. */
typedef struct Known {
  const Language *language;
  ParseGrammar grammar;
  struct Known *next;
} Known;

static Lock known_lock = LOCK_READY;
static Known *known; /* newest first */

/* A listed name's number, and whether the grammar has it. */
typedef struct Listed {
  uint16_t number;
  bool found;
} Listed;

static size_t count_names(const char *const *names) {
  size_t count = 0;
  while (names && names[count]) count++;
  return count;
}

/* Numbers count from one: 0 is "not listed". */
static Listed *list_names(Arena *arena, Map *map, const char *const *names) {
  size_t count = count_names(names);
  Listed *listed = ARENA_ARRAY(arena, Listed, count);
  map_init(map, arena);
  for (size_t i = 0; i < count; i++) {
    listed[i].number = (uint16_t)(i + 1);
    map_put(map, str_from_c(names[i]), &listed[i]);
  }
  return listed;
}

/* Notes that the grammar has it, for the check afterwards. */
static unsigned number_of(const Map *map, Str name) {
  Listed *listed = map_get(map, name);
  if (!listed) return 0;
  listed->found = true;
  return listed->number;
}

/* Several symbols may have one name: aliases, and tokens of several contexts. */
static void number_kinds(Arena *arena, ParseGrammar *grammar, const Map *map) {
  grammar->symbol_count = ts_language_symbol_count(grammar->tables);
  grammar->kinds = arena_heap_alloc((grammar->symbol_count + 1) * sizeof(uint16_t));
  for (uint32_t i = 0; i < grammar->symbol_count; i++) {
    TSSymbol symbol = (TSSymbol)i;
    TSSymbolType type = ts_language_symbol_type(grammar->tables, symbol);
    const char *name = ts_language_symbol_name(grammar->tables, symbol);
    if (!name || (type != TSSymbolTypeRegular && type != TSSymbolTypeAnonymous)) continue;
    Str key = type == TSSymbolTypeRegular ? str_from_c(name) : str_format(arena, "'%s", name);
    grammar->kinds[i] = (uint16_t)number_of(map, key);
  }
  grammar->error_kind = (uint16_t)number_of(map, STR("ERROR"));
}

/* Names that the language does not list get 0, and their nodes no field. */
static void number_fields(ParseGrammar *grammar, const Map *map) {
  grammar->field_count = ts_language_field_count(grammar->tables) + 1; /* they count from 1 */
  grammar->fields = arena_heap_alloc(grammar->field_count + 1);
  for (uint32_t i = 1; i < grammar->field_count; i++) {
    const char *name = ts_language_field_name_for_id(grammar->tables, (TSFieldId)i);
    if (name) grammar->fields[i] = (uint8_t)number_of(map, str_from_c(name));
  }
}

/* A language that lists a name its grammar lacks would silently not see
 * those nodes; so it is an error. Languages that share one list over several
 * grammars cannot be checked like that. */
static Err check_found(Job *job, const Language *language, const char *what,
                       const char *const *names, const Listed *listed) {
  if (language->shared) return OK;
  for (size_t i = 0; names && names[i]; i++) {
    if (!listed[i].found) {
      return job_fail(job, language->grammar ? ERR_INTERNAL : ERR_UNAVAILABLE,
                      "the grammar of %s has no %s named %s", language->name, what, names[i]);
    }
  }
  return OK;
}

/* The kinds and fields that the language lists, by the grammar's numbers. */
static Err make_tables(Job *job, const Language *language, ParseGrammar *grammar) {
  const char *const *kind_names = language->kinds, *const *field_names = language->fields;
  if (language->rows) {
    kind_names = language_table(language)->kinds;
    field_names = language_table(language)->fields;
  }
  if (count_names(kind_names) > UINT16_MAX || count_names(field_names) > UINT8_MAX) {
    return job_fail(job, ERR_INTERNAL, "%s lists too many names", language->name);
  }
  Map kinds;
  Map fields;
  Listed *listed_kinds = list_names(job->arena, &kinds, kind_names);
  Listed *listed_fields = list_names(job->arena, &fields, field_names);
  number_kinds(job->arena, grammar, &kinds);
  number_fields(grammar, &fields);
  TRY(check_found(job, language, "node", kind_names, listed_kinds));
  return check_found(job, language, "field", field_names, listed_fields);
}

/* Languages may share a grammar. */
static ParseQuick *quick_of(const TSLanguage *tables) {
  for (const Known *at = known; at; at = at->next) {
    if (at->grammar.tables == tables) return at->grammar.quick;
  }
  return parse_quick_open(tables);
}

/* Loaded modules may be of another version than the library: asked before
 * anything is read from them. */
static Err open_grammar(Job *job, const Language *language, ParseGrammar *grammar) {
  if (language->grammar) grammar->tables = language->grammar();
  if (!grammar->tables) TRY(parse_load_module(job, language->name, &grammar->tables));
  uint32_t abi = ts_language_abi_version(grammar->tables);
  if (abi < TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION || abi > TREE_SITTER_LANGUAGE_VERSION) {
    return job_fail(job, ERR_UNAVAILABLE, "the grammar of %s does not fit this build's parser",
                    language->name);
  }
  TRY(make_tables(job, language, grammar));
  grammar->quick = quick_of(grammar->tables);
  grammar->steps = parse_steps_open(grammar);
  return OK;
}

/* Under the lock. */
static Err find_grammar(Job *job, const Language *language, const ParseGrammar **ret_grammar) {
  for (Known *at = known; at; at = at->next) {
    if (at->language == language) {
      *ret_grammar = &at->grammar;
      return OK;
    }
  }
  Known *new = arena_heap_alloc(sizeof(Known));
  new->language = language;
  Err err = open_grammar(job, language, &new->grammar);
  if (err) {
    free(new->grammar.kinds);
    free(new->grammar.fields);
    free(new);
    return err;
  }
  new->next = known;
  known = new;
  *ret_grammar = &new->grammar;
  return OK;
}

/* What was made stays for the life of the process, so the pointer may be kept.
 * The lock is held while a grammar is made: others of the same language would
 * make it twice. */
Err parse_grammar(Job *job, const Language *language, const ParseGrammar **ret_grammar) {
  lock_take(&known_lock);
  Err err = find_grammar(job, language, ret_grammar);
  lock_give(&known_lock);
  return err;
}

Err parse_find(Job *job, const Language *language) {
  const ParseGrammar *grammar;
  return parse_grammar(job, language, &grammar);
}
