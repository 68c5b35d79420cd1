/* Where a flow goes on in another thread or process of thought: what one
 * function puts into a queue another one takes out, and no call leads from the
 * one to the other. The two are known by their names alone: members of the same
 * thing, alike but for the verb. */
#include <string.h>

#include "src/base/vec.h"
#include "src/model/words.h"
#include "src/query/path/path_internal.h"

/* Who puts, who takes. Verbs that are used of much else (add, write, set) are
 * left out. */
static const struct {
  const char *put, *take;
} verbs[] = {
    {"enqueue", "dequeue"}, {"push", "pop"},      {"push", "pull"},    {"put", "take"},        {"put", "get"},
    {"send", "receive"},    {"send", "recv"},     {"post", "poll"},    {"post", "wait"},       {"post", "take"},
    {"offer", "poll"},      {"offer", "take"},    {"submit", "take"},  {"publish", "consume"}, {"publish", "receive"},
    {"schedule", "next"},   {"produce", "consume"},
};

static bool are_inverse(Str put, Str take) {
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
    if (str_eq_ignore_case(put, str_from_c(verbs[i].put)) && str_eq_ignore_case(take, str_from_c(verbs[i].take))) return true;
  }
  return false;
}

/* Alike word for word, but for one pair of verbs. */
static bool takes_what(Str put, Str take) {
  Words puts, takes;
  size_t pairs = 0;
  words_split(put, &puts);
  words_split(take, &takes);
  if (puts.len != takes.len) return false;
  for (size_t i = 0; i < puts.len; i++) {
    if (str_eq_ignore_case(puts.items[i], takes.items[i])) continue;
    if (!are_inverse(puts.items[i], takes.items[i])) return false;
    pairs++;
  }
  return pairs == 1;
}

Err query_takers(Job *job, StoreReader *reader, const StoreSymbol *putter, QueryTakers *ret_takers) {
  StoreSymbols symbols;
  *ret_takers = (QueryTakers){0};
  if (!symbol_kind_is_callable(putter->kind)) return OK;
  TRY(store_list_symbols(job, reader, putter->file, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    const StoreSymbol *symbol = &symbols.items[i];
    if (symbol->container_id.value != putter->container_id.value || !symbol_kind_is_callable(symbol->kind)) continue;
    if (takes_what(putter->name, symbol->name)) *vec_add(job->arena, ret_takers) = *symbol;
  }
  return OK;
}
