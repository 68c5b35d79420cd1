/* Documents whose blocks of code name a symbol. No edges: what such code means is
 * not known, only that it is in the symbol's language and has its name. */
#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/query/search/search.h"

#define HITS_LOOKED 60

static Str family_of(const Language *language) { return str_from_c(language->family ? language->family : language->name); }

/* What a block says it is in: a language's name, or an ending of its files. */
static bool is_in(Arena *arena, Str said, const Language *language) {
  Str lower = str_copy(arena, said);
  for (size_t i = 0; i < lower.len; i++) {
    if (lower.ptr[i] >= 'A' && lower.ptr[i] <= 'Z') ((char *)(uintptr_t)lower.ptr)[i] = (char)(lower.ptr[i] + 32);
  }
  const Language *other = said.len ? language_find(lower) : NULL;
  if (said.len && !other) other = language_for_file(str_format(arena, "x.%.*s", STR_ARG(lower)), STR_EMPTY);
  return other && str_eq(family_of(other), family_of(language));
}

static bool is_joint(char c) { return c == '.' || c == ':' || c == '>'; }

/* A member counts where it is taken from something, and its type is named in the
 * same block. */
static bool fits(const StoreSymbol *symbol, Str text, const QueryHit *hit, Range block) {
  if (!symbol->container.len) return true;
  bool is_member = hit->from > block.from && is_joint(text.ptr[hit->from - 1]);
  return is_member && str_contains(str_slice(text, block.from, block.to), symbol->container);
}

static void take_hits(Arena *arena, const StoreSymbol *symbol, const Language *document, const QueryHits *hits, QueryDocuments *list) {
  const Language *language = language_for_file(symbol->path, STR_EMPTY);
  Str text = hits->source ? hits->source->text : STR_EMPTY;
  for (size_t i = 0; language && i < hits->len; i++) {
    const QueryHit *hit = &hits->items[i];
    Range block;
    Str said;
    if (hit->to > text.len || !document->shows_code(text, hit->from, &block, &said)) continue;
    if (!is_in(arena, said, language) || !fits(symbol, text, hit, block)) continue;
    *vec_add(arena, list) = (QueryDocument){hits->path, hit->line};
  }
}

Err query_documents(Job *job, Index *index, const StoreSymbol *symbol, QueryDocuments *ret_documents) {
  QueryDocuments list = {0};
  for (const Language *const *at = language_registry; *at; at++) {
    if (!(*at)->shows_code || symbol->kind == SYMBOL_FILE || symbol->kind == SYMBOL_SECTION) continue;
    QuerySearched searched;
    QuerySearch search = {.pattern = symbol->name, .mode = QUERY_SEARCH_TEXT, .letters = TEXT_CASE_SENSITIVE, .word = true,
                          .language = str_from_c((*at)->name), .limit = HITS_LOOKED, .unnamed = true};
    TRY(query_search(job, index, &search, &searched));
    for (size_t i = 0; i < searched.len; i++) take_hits(job->arena, symbol, *at, &searched.items[i], &list);
  }
  *ret_documents = list;
  return OK;
}
