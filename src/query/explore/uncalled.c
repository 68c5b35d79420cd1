/* Whether anything leads to a function that leads an answer: one that nothing
 * calls looks like the answer and never runs. Said only where it is certain. */
#include "src/query/explore/explore_internal.h"
#include "src/query/search/search.h"
#include "src/query/survey/survey_internal.h"

#define NAMES_MAX 64      /* that begin so */
#define NAMESAKES_MAX 200 /* looked at; of a name that more have nothing is said */
#define MENTIONS_MAX 20   /* places of a name that are looked at; where it stands in more, somebody may mean it */
#define PASTED_LEAST 4    /* bytes of a name behind its prefix, to which a macro may add that */
#define LEADS_HERE (STORE_ALL_KINDS & ~(STORE_KIND(EDGE_IMPORTS) | STORE_KIND(EDGE_EXPORTS)))

/* Calls, uses as a value, tables, routes, tests; not its own. */
static Err is_used(Explore *explore, SymbolId symbol, bool *ret_is) {
  StoreSources sources = {0};
  TRY(store_sources(explore->job, explore->reader, symbol, LEADS_HERE, &sources));
  for (size_t i = 0; i < sources.len && !*ret_is; i++) *ret_is = sources.items[i].symbol.value != symbol.value;
  return OK;
}

/* The same of what is announced elsewhere under its name, and of others in its
 * file that are one with it. */
static Err is_namesake_used(Explore *explore, const StoreSymbol *symbol, bool *ret_is) {
  QuerySpelled names;
  TRY(query_spelled(explore->job, explore->reader, &(QuerySpelling){.word = symbol->name, .looked_at = NAMES_MAX}, &names));
  for (size_t i = 0; i < names.len && !*ret_is; i++) {
    StoreSymbols symbols;
    TRY(store_list_named(explore->job, explore->reader, names.items[i], NAMESAKES_MAX, &symbols));
    *ret_is = symbols.len == NAMESAKES_MAX;
    for (size_t k = 0; k < symbols.len && !*ret_is; k++) {
      if (symbols.items[k].flags & (DEF_DECLARATION | DEF_OVERLOAD)) TRY(is_used(explore, symbols.items[k].id, ret_is));
    }
  }
  return OK;
}

/* It stands for something else's, a call of its name leads nowhere known, or
 * its file keeps it otherwise: a decorator, a base from outside. */
static Err may_be_reached(Explore *explore, const StoreSymbol *symbol, bool *ret_may) {
  StoreEdges above = {0};
  StoreOpenSites sites;
  StoreFile file;
  SurveyKeeper keeper;
  TRY(store_edges_from(explore->job, explore->reader, symbol->id, STORE_KIND(EDGE_OVERRIDES) | STORE_KIND(EDGE_IMPLEMENTS), &above));
  TRY(store_open_calls(explore->job, explore->reader, store_called(explore->job->arena, symbol), 1, &sites));
  *ret_may = above.len || sites.total;
  if (*ret_may) return OK;
  TRY(store_get_file(explore->job, explore->reader, symbol->file, &file));
  query_survey_keeper_init(&keeper, explore->job->arena, explore->reader);
  TRY(query_survey_keeper_open(&keeper, explore->job, &file));
  Err err = query_survey_is_kept(&keeper, symbol, ret_may);
  query_survey_keeper_close(&keeper);
  return err;
}

/* In it, where it is announced, or in a comment. */
static bool is_aside(const StoreSymbol *symbol, const QueryHits *hits, const QueryHit *hit) {
  Str line = str_trim(query_source_line(hits->source, hit->line));
  bool is_own = str_eq(hits->path, symbol->path) && hit->line >= symbol->full.line && hit->line <= symbol->full.end_line;
  bool is_announced = hit->symbol && str_eq(hit->symbol->name, symbol->name);
  return is_own || is_announced || str_starts_with(line, STR("//")) || str_starts_with(line, STR("/*")) || str_starts_with(line, STR("*"));
}

static Err is_word_elsewhere(Explore *explore, const StoreSymbol *symbol, Str word, bool *ret_is) {
  QuerySearched searched;
  QuerySearch search = {.pattern = word, .mode = QUERY_SEARCH_TEXT, .letters = TEXT_CASE_SENSITIVE, .word = true, .limit = MENTIONS_MAX};
  TRY(query_search(explore->job, explore->index, &search, &searched));
  *ret_is = searched.matches > searched.hits;
  for (size_t i = 0; i < searched.len && !*ret_is; i++) {
    for (size_t k = 0; k < searched.items[i].len && !*ret_is; k++) *ret_is = !is_aside(symbol, &searched.items[i], &searched.items[i].items[k]);
  }
  return OK;
}

/* In strings, in tables that are no code, in what a macro makes names of. */
static Err is_mentioned(Explore *explore, const StoreSymbol *symbol, bool *ret_is) {
  size_t prefix = str_find_byte(symbol->name, '_');
  TRY(is_word_elsewhere(explore, symbol, symbol->name, ret_is));
  Str rest = str_slice(symbol->name, prefix == STR_NONE ? symbol->name.len : prefix + 1, symbol->name.len);
  return *ret_is || rest.len < PASTED_LEAST ? OK : is_word_elsewhere(explore, symbol, rest, ret_is);
}

/* A program rather than something for other programs to call. */
static Err has_main(Explore *explore, bool *ret_has) {
  QuerySpelled names;
  *ret_has = false;
  TRY(query_spelled(explore->job, explore->reader, &(QuerySpelling){.word = STR("main"), .looked_at = NAMES_MAX}, &names));
  for (size_t i = 0; i < names.len && !*ret_has; i++) {
    StoreSymbols symbols;
    TRY(store_list_named(explore->job, explore->reader, names.items[i], NAMESAKES_MAX, &symbols));
    for (size_t k = 0; k < symbols.len && !*ret_has; k++) *ret_has = query_survey_is_main(&symbols.items[k]) && !(symbols.items[k].flags & DEF_TEST);
  }
  return OK;
}

/* Of what others can see, functions of a program alone: a method may be called
 * by whoever takes its type for something else. What is a part of a value goes
 * wherever that goes. */
static Err may_be_told(Explore *explore, const StoreSymbol *symbol, bool *ret_may) {
  bool is_function = symbol->kind == SYMBOL_FUNCTION && !symbol->container_id.value, is_seen = symbol->flags & DEF_EXPORTED;
  StoreSymbol around = {0};
  if (symbol->container_id.value) TRY(query_symbol(explore->job, explore->reader, symbol->container_id, &around));
  *ret_may = (is_function || (symbol->kind == SYMBOL_METHOD && symbol_kind_is_type(around.kind) && !is_seen)) && !(symbol->flags & DEF_LOCAL) && query_survey_can_be_unused(symbol);
  return *ret_may && is_seen ? has_main(explore, ret_may) : OK;
}

Err query_explore_uncalled(Explore *explore, uint32_t node, const char **ret_words) {
  StoreSymbol symbol;
  SymbolId id;
  bool is_reached = false, may_be = false;
  *ret_words = NULL;
  TRY(query_explore_symbol(explore, explore->nodes.items[node].unit, &id));
  if (!store_local_of(id)) return OK;
  TRY(query_symbol(explore->job, explore->reader, id, &symbol));
  TRY(is_used(explore, id, &is_reached));
  if (!is_reached) TRY(may_be_told(explore, &symbol, &may_be));
  if (is_reached || !may_be) return OK;
  TRY(is_namesake_used(explore, &symbol, &is_reached));
  if (!is_reached) TRY(may_be_reached(explore, &symbol, &is_reached));
  if (!is_reached) TRY(is_mentioned(explore, &symbol, &is_reached));
  if (!is_reached) *ret_words = symbol.flags & DEF_EXPORTED ? "nothing here calls it" : "nothing calls it";
  return OK;
}
