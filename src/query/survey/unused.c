/* What nothing leads to: dead code, and the points where execution begins. */
#include "src/query/query.h"
#include "src/query/rank_internal.h"
#include "src/query/survey/survey_internal.h"
#include "src/query/target.h"

typedef struct Uses {
  QueryIdMap used;      /* symbols that something else refers to */
  QueryIdMap imported;  /* files, likewise */
  QueryIdMap overrides; /* methods that override another */
  QueryIdMap calls;     /* symbols that call something */
  QueryIdMap runs;      /* likewise, by more than the use of a macro */
} Uses;

static void note(void *context, const StoreFile *file, const StoreEdges *edges) {
  Uses *uses = context;
  (void)file;
  for (size_t i = 0; i < edges->len; i++) {
    const StoreEdge *edge = &edges->items[i];
    if (edge->kind == EDGE_OVERRIDES) {
      query_idmap_add(&uses->overrides, edge->from.value, 0);
      continue;
    }
    if (store_file_of(edge->from).value != store_file_of(edge->to).value) {
      query_idmap_add(&uses->imported, store_file_of(edge->to).value, 0);
    }
    if (edge->kind == EDGE_IMPORTS || edge->kind == EDGE_EXPORTS || edge->kind == EDGE_TESTS) continue;
    if (edge->from.value == edge->to.value) continue;
    query_idmap_add(&uses->used, edge->to.value, 0);
    if (STORE_KIND(edge->kind) & (QUERY_CALLS | QUERY_LINKS)) query_idmap_add(&uses->calls, edge->from.value, 0);
    if (STORE_KIND(edge->kind) & (QUERY_CALLS & ~STORE_KIND(EDGE_EXPANDS))) query_idmap_add(&uses->runs, edge->from.value, 0);
  }
}

static Err look(Job *job, StoreReader *reader, const StoreFiles *files, Uses *uses) {
  query_idmap_init(&uses->used, job->arena);
  query_idmap_init(&uses->imported, job->arena);
  query_idmap_init(&uses->overrides, job->arena);
  query_idmap_init(&uses->calls, job->arena);
  query_idmap_init(&uses->runs, job->arena);
  return query_survey_each(job, reader, files, STORE_ALL_KINDS, note, uses);
}

static bool has(const QueryIdMap *map, int64_t id) { return query_idmap_get(map, id) != QUERY_NO_NUMBER; }

static bool is_main(const StoreSymbol *symbol) {
  return symbol_kind_is_callable(symbol->kind) && (str_eq_ignore_case(symbol->name, STR("main")) || str_eq(symbol->name, STR("wmain")));
}

/* Called by the language, not by name: __enter__, operators. */
static bool is_implicit(Str name) {
  return (name.len > 4 && str_starts_with(name, STR("__")) && str_ends_with(name, STR("__"))) || str_starts_with(name, STR("operator"));
}

static bool can_be_dead(const StoreSymbol *symbol, const Uses *uses) {
  bool counts = symbol->kind == SYMBOL_FUNCTION || symbol->kind == SYMBOL_METHOD || symbol->kind == SYMBOL_CLASS ||
                symbol->kind == SYMBOL_STRUCT || symbol->kind == SYMBOL_INTERFACE || symbol->kind == SYMBOL_MACRO;
  if (!counts || (symbol->flags & (DEF_TEST | DEF_DECLARATION | DEF_ABSTRACT | DEF_PROPERTY | DEF_GENERATED | DEF_OVERLOAD))) return false;
  return !is_main(symbol) && !is_implicit(symbol->name) && !has(&uses->used, symbol->id.value) && !has(&uses->overrides, symbol->id.value);
}

/* A type is used when one of its members is. */
static bool has_used_member(const StoreSymbols *symbols, size_t at, const Uses *uses) {
  for (size_t i = at + 1; i < symbols->len && symbols->items[i].full.from < symbols->items[at].full.to; i++) {
    if (symbols->items[i].container_id.value == symbols->items[at].id.value && has(&uses->used, symbols->items[i].id.value)) return true;
  }
  return false;
}

/* A function in a table that somebody reads can be called through it. */
static bool is_held(const StoreSymbols *symbols, size_t at, const Uses *uses) {
  SymbolId container = symbols->items[at].container_id;
  for (size_t i = 0; i < symbols->len && container.value; i++) {
    const StoreSymbol *one = &symbols->items[i];
    if (one->id.value == container.value) return query_is_variable(one->kind) && has(&uses->used, container.value);
  }
  return false;
}

/* Those that no edge leads to and nothing in their files keeps. */
static Err find_unused(QueryOpener *opener, const QueryDead *request, const StoreFiles *files, const Uses *uses, StoreSymbols *unused) {
  for (size_t i = 0; i < files->len; i++) {
    const StoreFile *file = &files->items[i];
    StoreSymbols symbols;
    if (file->skip.len || file->is_test || query_rank_is_generated(file->path)) continue;
    if (request->path.len && !query_path_matches(request->path, file->path)) continue;
    TRY(store_list_symbols(opener->job, opener->reader, file->id, &symbols));
    for (size_t s = 0; s < symbols.len; s++) {
      const StoreSymbol *one = &symbols.items[s];
      bool is_kept;
      if (!can_be_dead(one, uses) || has_used_member(&symbols, s, uses) || is_held(&symbols, s, uses)) continue;
      if ((one->flags & DEF_EXPORTED) && !request->exported) continue;
      TRY(query_survey_is_kept(opener, one, &is_kept));
      if (!is_kept) *vec_add(opener->job->arena, unused) = *one;
    }
  }
  return OK;
}

Err query_dead_code(Job *job, StoreReader *reader, const QueryDead *request, QueryFound *ret_found) {
  StoreFiles files;
  Uses uses;
  QueryOpener opener;
  StoreSymbols unused = {0};
  QueryFound found = {0};
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  TRY(look(job, reader, &files, &uses));
  query_opener_init(&opener, job, reader);
  Err err = find_unused(&opener, request, &files, &uses, &unused);
  query_opener_clear(&opener);
  if (err) return err;
  bool *is_mentioned = ARENA_ARRAY(job->arena, bool, unused.len + 1);
  TRY(query_survey_mentions(job, reader, &files, &unused, is_mentioned));
  found.items = unused.items;
  for (size_t i = 0; i < unused.len; i++) {
    if (is_mentioned[i]) continue;
    if (found.total++ < request->limit) found.items[found.len++] = unused.items[i];
  }
  *ret_found = found;
  return OK;
}

/* ---- entry points ---- */

static int by_merit(const void *a, const void *b) {
  const QueryEntryPoint *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (x->calls != y->calls) return x->calls > y->calls ? -1 : 1;
  int order = str_compare(x->symbol.path, y->symbol.path);
  return order ? order : (x->symbol.name_span.from < y->symbol.name_span.from ? -1 : 1);
}

static bool is_entry(const StoreSymbol *symbol, const Uses *uses, QueryEntryKind *ret_kind) {
  *ret_kind = QUERY_ENTRY_MAIN;
  if (symbol->flags & (DEF_TEST | DEF_DECLARATION)) return false;
  if (is_main(symbol)) return true;
  *ret_kind = QUERY_ENTRY_ROUTE;
  if (symbol->kind == SYMBOL_ROUTE) return true;
  *ret_kind = QUERY_ENTRY_UNCALLED;
  if (!symbol_kind_is_callable(symbol->kind) || symbol->kind == SYMBOL_CONSTRUCTOR || is_implicit(symbol->name)) return false;
  if (has(&uses->used, symbol->id.value) || has(&uses->overrides, symbol->id.value)) return false;
  return has(&uses->calls, symbol->id.value);
}

static Err count_calls(Job *job, StoreReader *reader, QueryEntryPoint *point) {
  QueryNeighbours callees;
  TRY(query_neighbours(job, reader, &point->symbol.id, 1, QUERY_CALLEES, QUERY_CALLS | QUERY_LINKS, &callees));
  point->calls = callees.direct + callees.linked;
  return OK;
}

Err query_entry_points(Job *job, StoreReader *reader, Str path, size_t limit, QueryEntryPoints *ret_points) {
  StoreFiles files;
  Uses uses;
  VEC(QueryEntryPoint) points = {0};
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  TRY(look(job, reader, &files, &uses));
  for (size_t i = 0; i < files.len; i++) {
    const StoreFile *file = &files.items[i];
    StoreSymbols symbols;
    if (file->skip.len || file->is_test || query_rank_is_generated(file->path)) continue;
    if (path.len && !query_path_matches(path, file->path)) continue;
    SymbolId own = store_symbol_id(file->id, 0);
    /* Tables of functions and macros at the top of a file of C run nothing. */
    if (has(&uses.runs, own.value) && !has(&uses.imported, file->id.value)) {
      StoreSymbol symbol;
      TRY(query_symbol(job, reader, own, &symbol));
      *vec_add(job->arena, &points) = (QueryEntryPoint){.symbol = symbol, .kind = QUERY_ENTRY_FILE};
    }
    TRY(store_list_symbols(job, reader, file->id, &symbols));
    for (size_t s = 0; s < symbols.len; s++) {
      QueryEntryKind kind;
      if (!is_entry(&symbols.items[s], &uses, &kind)) continue;
      *vec_add(job->arena, &points) = (QueryEntryPoint){.symbol = symbols.items[s], .kind = kind};
    }
  }
  for (size_t i = 0; i < points.len; i++) TRY(count_calls(job, reader, &points.items[i]));
  if (points.len > 1) qsort(points.items, points.len, sizeof(*points.items), by_merit);
  *ret_points = (QueryEntryPoints){points.items, points.len < limit ? points.len : limit, points.len};
  return OK;
}
