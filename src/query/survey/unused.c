/* What nothing leads to: dead code, and the points where execution begins. */
#include "src/languages/language.h"
#include "src/query/names/names.h"
#include "src/query/names/rank_internal.h"
#include "src/query/survey/survey_internal.h"
#include "src/query/workspace/workspace.h"

typedef struct Uses {
  Arena *arena;
  Idmap used;      /* symbols that something else refers to */
  Idmap imported;  /* files, likewise */
  Idmap overrides; /* methods that override another */
  Idmap calls;     /* symbols that call something -> how many others */
  Idmap runs;      /* likewise, by more than the use of a macro */
  VEC(int64_t) called;  /* by the symbol at hand */
} Uses;

static int by_number(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* Distinct ones: a function that calls another ten times calls one. */
static void note_calls(Uses *uses, SymbolId from) {
  size_t distinct = 0;
  if (!uses->called.len) return;
  qsort(uses->called.items, uses->called.len, sizeof(int64_t), by_number);
  for (size_t i = 0; i < uses->called.len; i++) distinct += !i || uses->called.items[i] != uses->called.items[i - 1];
  idmap_add(&uses->calls, from.value, distinct < UINT32_MAX ? (uint32_t)distinct : UINT32_MAX - 1);
  uses->called.len = 0;
}

/* Edges come by source. */
static void note(void *context, const StoreFile *file, const StoreEdges *edges) {
  Uses *uses = context;
  (void)file;
  uses->called.len = 0;
  for (size_t i = 0; i < edges->len; i++) {
    const StoreEdge *edge = &edges->items[i];
    if (i && edge->from.value != edge[-1].from.value) note_calls(uses, edge[-1].from);
    if (edge->kind == EDGE_OVERRIDES) {
      idmap_mark(&uses->overrides, edge->from.value);
      continue;
    }
    if (store_file_of(edge->from).value != store_file_of(edge->to).value) {
      idmap_mark(&uses->imported, store_file_of(edge->to).value);
    }
    if (edge->kind == EDGE_IMPORTS || edge->kind == EDGE_EXPORTS || edge->kind == EDGE_TESTS) continue;
    if (edge->from.value == edge->to.value) continue;
    idmap_mark(&uses->used, edge->to.value);
    if (STORE_KIND(edge->kind) & (QUERY_CALLS | QUERY_LINKS)) *vec_add(uses->arena, &uses->called) = edge->to.value;
    if (STORE_KIND(edge->kind) & (QUERY_CALLS & ~STORE_KIND(EDGE_EXPANDS))) idmap_mark(&uses->runs, edge->from.value);
  }
  if (edges->len) note_calls(uses, edges->items[edges->len - 1].from);
}

/* One pass over all edges; everything after it asks these sets. */
static Err look(Job *job, StoreReader *reader, const StoreFiles *files, Uses *uses) {
  *uses = (Uses){.arena = job->arena};
  idmap_init(&uses->used, job->arena);
  idmap_init(&uses->imported, job->arena);
  idmap_init(&uses->overrides, job->arena);
  idmap_init(&uses->calls, job->arena);
  idmap_init(&uses->runs, job->arena);
  return query_survey_each(job, reader, files, STORE_ALL_KINDS, note, uses);
}

/* As several languages and systems call it. */
bool query_survey_is_main(const StoreSymbol *symbol) {
  return symbol_kind_is_callable(symbol->kind) && (str_eq_ignore_case(symbol->name, STR("main")) || str_eq(symbol->name, STR("wmain")));
}

/* Called by the language, not by name: __enter__, operators. */
static bool is_implicit(Str name) {
  return (name.len > 4 && str_starts_with(name, STR("__")) && str_ends_with(name, STR("__"))) || str_starts_with(name, STR("operator"));
}

/* Kinds that one could delete, and flags that say somebody else calls it. */
bool query_survey_can_be_unused(const StoreSymbol *symbol) {
  bool counts = symbol->kind == SYMBOL_FUNCTION || symbol->kind == SYMBOL_METHOD || symbol->kind == SYMBOL_CLASS ||
                symbol->kind == SYMBOL_STRUCT || symbol->kind == SYMBOL_INTERFACE || symbol->kind == SYMBOL_MACRO;
  if (!counts || (symbol->flags & (DEF_TEST | DEF_DECLARATION | DEF_ABSTRACT | DEF_PROPERTY | DEF_GENERATED | DEF_OVERLOAD))) return false;
  if (store_local_of(symbol->id) >= STORE_MADE_FIRST) return false; /* a macro makes it, with others that are used */
  return !query_survey_is_main(symbol) && !is_implicit(symbol->name);
}

static bool can_be_dead(const StoreSymbol *symbol, const Uses *uses) {
  return query_survey_can_be_unused(symbol) && !idmap_has(&uses->used, symbol->id.value) && !idmap_has(&uses->overrides, symbol->id.value);
}

/* A type is used when one of its members is. */
static bool has_used_member(const StoreSymbols *symbols, size_t at, const Uses *uses) {
  for (size_t i = at + 1; i < symbols->len && symbols->items[i].full.from < symbols->items[at].full.to; i++) {
    if (symbols->items[i].container_id.value == symbols->items[at].id.value && idmap_has(&uses->used, symbols->items[i].id.value)) return true;
  }
  return false;
}

/* A function in a table that somebody reads can be called through it. */
static bool is_held(const StoreSymbols *symbols, const Idmap *places, size_t at, const Uses *uses) {
  SymbolId container = symbols->items[at].container_id;
  uint32_t place = idmap_get(places, container.value);
  return place != IDMAP_NONE && query_is_variable(symbols->items[place].kind) && idmap_has(&uses->used, container.value);
}

/* What one walk over all files carries along; what is found outlives the
 * memory of a file. */
typedef struct Unused {
  Arena *arena; /* of what is found */
  StoreReader *reader;
  const QueryDead *request;
  const Uses *uses;
  SurveyKeeper keeper;
  StoreSymbols found;
} Unused;

/* The facts are looked at once something may be unused. */
static Err keep_unused(Unused *unused, Job *job, const StoreFile *file, const StoreSymbols *symbols, const Idmap *places) {
  const Uses *uses = unused->uses;
  bool is_open = false;
  Err err = OK;
  for (size_t s = 0; s < symbols->len && !err; s++) {
    const StoreSymbol *one = &symbols->items[s];
    bool is_kept = false;
    if ((one->flags & DEF_EXPORTED) && !unused->request->exported) continue;
    if (!can_be_dead(one, uses) || has_used_member(symbols, s, uses) || is_held(symbols, places, s, uses)) continue;
    if (!is_open) TRY(query_survey_keeper_open(&unused->keeper, job, file));
    is_open = true;
    err = query_survey_is_kept(&unused->keeper, one, &is_kept);
    if (!err && !is_kept) *vec_add(unused->arena, &unused->found) = query_survey_copy(unused->arena, one);
  }
  if (is_open) query_survey_keeper_close(&unused->keeper);
  return err;
}

/* Headings and keys are read by people and programs, not used by names. */
static bool is_structure_only(const StoreFile *file) { return language_is_structure(language_find(file->language)); }

/* Those that no edge leads to and nothing in their files keeps. */
static Err find_unused(void *context, Job *job, const StoreFile *file) {
  Unused *unused = context;
  StoreSymbols symbols;
  Idmap places;
  if (file->skip.len || file->is_test || query_rank_is_generated(file->path) || is_structure_only(file)) return OK;
  if (unused->request->path.len && !query_path_matches(unused->request->path, file->path)) return OK;
  TRY(store_list_symbols(job, unused->reader, file->id, &symbols));
  idmap_init(&places, job->arena);
  for (size_t i = 0; i < symbols.len; i++) idmap_add(&places, symbols.items[i].id.value, (uint32_t)i);
  return keep_unused(unused, job, file, &symbols, &places);
}

/* Edges first, then the facts of the files that have candidates, then
 * mentions by name anywhere: each pass looks at fewer symbols and more
 * closely. */
Err query_dead_code(Job *job, StoreReader *reader, const QueryDead *request, QueryFound *ret_found) {
  StoreFiles files;
  Uses uses;
  QueryFound found = {0};
  Unused unused = {.arena = job->arena, .reader = reader, .request = request, .uses = &uses};
  query_survey_keeper_init(&unused.keeper, job->arena, reader);
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  TRY(look(job, reader, &files, &uses));
  TRY(query_survey_visit(job, &files, find_unused, &unused));
  StoreSymbols *all = &unused.found;
  bool *is_mentioned = ARENA_ARRAY(job->arena, bool, all->len + 1);
  TRY(query_survey_mentions(job, reader, &files, all, is_mentioned));
  found.items = all->items;
  for (size_t i = 0; i < all->len; i++) {
    if (is_mentioned[i]) continue;
    if (found.total++ < request->limit) found.items[found.len++] = all->items[i];
  }
  *ret_found = found;
  return OK;
}

/* ---- entry points ---- */

int query_survey_by_merit(const void *a, const void *b) {
  const QueryEntryPoint *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (x->calls != y->calls) return x->calls > y->calls ? -1 : 1;
  int order = str_compare(x->symbol.path, y->symbol.path);
  return order ? order : (x->symbol.name_span.from < y->symbol.name_span.from ? -1 : 1);
}

/* Sure ones first; a function nobody calls is one only when it calls others. */
static bool is_entry(const StoreSymbol *symbol, const Uses *uses, QueryEntryKind *ret_kind) {
  *ret_kind = QUERY_ENTRY_MAIN;
  if (symbol->flags & (DEF_TEST | DEF_DECLARATION)) return false;
  if (query_survey_is_main(symbol)) return true;
  *ret_kind = QUERY_ENTRY_ROUTE;
  if (symbol->kind == SYMBOL_ROUTE) return true;
  *ret_kind = QUERY_ENTRY_UNCALLED;
  if (!symbol_kind_is_callable(symbol->kind) || symbol->kind == SYMBOL_CONSTRUCTOR || is_implicit(symbol->name)) return false;
  if (idmap_has(&uses->used, symbol->id.value) || idmap_has(&uses->overrides, symbol->id.value)) return false;
  return idmap_has(&uses->calls, symbol->id.value);
}

Err query_survey_count_calls(Job *job, StoreReader *reader, QueryEntryPoint *point) {
  QueryNeighbours callees;
  TRY(query_neighbours(job, reader, (QueryAround){&point->symbol.id, 1, QUERY_CALLEES, QUERY_CALLS | QUERY_LINKS}, &callees));
  point->calls = callees.direct + callees.linked;
  return OK;
}

/* Likewise, for points where execution begins. */
typedef struct Entries {
  Arena *arena; /* of what is found */
  StoreReader *reader;
  Str path;
  const Uses *uses;
  VEC(QueryEntryPoint) points;
} Entries;

/* Of a function its own edges tell: there may be as many as functions. */
static Err add_entry(Entries *entries, Job *job, const StoreSymbol *symbol, QueryEntryKind kind) {
  QueryEntryPoint point = {.symbol = query_survey_copy(entries->arena, symbol), .kind = kind};
  uint32_t calls = idmap_get(&entries->uses->calls, symbol->id.value);
  if (calls != IDMAP_NONE) point.calls = calls;
  else TRY(query_survey_count_calls(job, entries->reader, &point));
  *vec_add(entries->arena, &entries->points) = point;
  return OK;
}

/* A file that runs something by itself and that nobody imports is a script. */
static Err find_entries(void *context, Job *job, const StoreFile *file) {
  Entries *entries = context;
  const Uses *uses = entries->uses;
  StoreSymbols symbols;
  SymbolId own = store_symbol_id(file->id, 0);
  if (file->skip.len || file->is_test || query_rank_is_generated(file->path)) return OK;
  if (entries->path.len && !query_path_matches(entries->path, file->path)) return OK;
  /* Tables of functions and macros at the top of a file of C run nothing. */
  if (idmap_has(&uses->runs, own.value) && !idmap_has(&uses->imported, file->id.value)) {
    StoreSymbol symbol;
    TRY(query_symbol(job, entries->reader, own, &symbol));
    TRY(add_entry(entries, job, &symbol, QUERY_ENTRY_FILE));
  }
  TRY(store_list_symbols(job, entries->reader, file->id, &symbols));
  for (size_t s = 0; s < symbols.len; s++) {
    QueryEntryKind kind;
    if (is_entry(&symbols.items[s], uses, &kind)) TRY(add_entry(entries, job, &symbols.items[s], kind));
  }
  return OK;
}

Err query_entry_points(Job *job, StoreReader *reader, Str path, size_t limit, QueryEntryPoints *ret_points) {
  StoreFiles files;
  Uses uses;
  Entries entries = {.arena = job->arena, .reader = reader, .path = path, .uses = &uses};
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  TRY(look(job, reader, &files, &uses));
  TRY(query_survey_visit(job, &files, find_entries, &entries));
  QueryEntryPoint *points = entries.points.items;
  size_t count = entries.points.len;
  if (count > 1) qsort(points, count, sizeof(*points), query_survey_by_merit);
  *ret_points = (QueryEntryPoints){points, count < limit ? count : limit, count};
  return OK;
}
