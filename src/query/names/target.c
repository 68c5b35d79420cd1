/* The symbols that a name in a question means. */
#include "src/query/names/names.h"

#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/query/graph/graph.h"
#include "src/query/names/compare_internal.h"
#include "src/query/names/qualify_internal.h"
#include "src/query/names/rank_internal.h"
#include "src/query/names/route_internal.h"

#define NAMESAKES_MAX 64   /* names that differ in case only */
#define CANDIDATES_MAX 5000 /* symbols of one name that are looked at */
#define FILE_SYMBOLS_MAX 400 /* of a file that are rather looked through than all namesakes */
#define SUGGESTIONS_MAX 5

typedef VEC(QueryRanked) Ranking;

/* ---- files ---- */

/* A file as if it were a symbol, so that questions about files and symbols
 * go the same way. Its id is that of definition 0. */
static StoreSymbol file_symbol(const StoreFile *file) {
  return (StoreSymbol){.id = store_symbol_id(file->id, 0), .file = file->id, .path = file->path, .name = file->path,
                       .kind = SYMBOL_FILE, .flags = DEF_EXPORTED | (file->is_test ? DEF_TEST : 0u),
                       .name_span = {.line = 1, .column = 1, .end_line = 1, .end_column = 1},
                       .full = {.to = file->size < UINT32_MAX ? (uint32_t)file->size : UINT32_MAX, .line = 1,
                                .column = 1, .end_line = 1, .end_column = 1}};
}

/* By its exact path; the store lists what lies beneath one, so the list has
 * at most the file itself, or a folder's files. */
Err query_file(Job *job, StoreReader *reader, Str path, StoreFile *ret_file) {
  StoreFiles files;
  *ret_file = (StoreFile){0};
  if (str_starts_with(path, STR("./"))) path = str_slice(path, 2, path.len);
  if (path.len == 0) return OK;
  TRY(store_list_files(job, reader, path, &files));
  for (size_t i = 0; i < files.len; i++) {
    if (str_eq(files.items[i].path, path)) *ret_file = files.items[i];
  }
  return OK;
}

Err query_is_test(Job *job, StoreReader *reader, Str path, bool *ret_is_test) {
  StoreFile file = {0};
  if (reader) TRY(query_file(job, reader, path, &file));
  bool is_indexed = file.id.value && !file.skip.len;
  *ret_is_test = is_indexed ? file.is_test : language_is_test(language_for_file(path, STR_EMPTY), path);
  return OK;
}

/* `end` is all of the path, or its last components. */
static bool ends_path(Str path, Str end) {
  if (!str_ends_with(path, end)) return false;
  return path.len == end.len || path.ptr[path.len - end.len - 1] == '/';
}

/* A name that could be a file's: the path itself, else all files whose paths
 * end so. */
static Err add_files(Job *job, StoreReader *reader, Str name, Ranking *found) {
  StoreFile file;
  StoreFiles files;
  TRY(query_file(job, reader, name, &file));
  if (file.id.value && !str_ends_with(file.path, STR("/"))) {
    *vec_add(job->arena, found) = (QueryRanked){.symbol = file_symbol(&file)};
    return OK;
  }
  /* Looking at every path is for what is called like a source file. */
  if (!language_for_file(name, STR_EMPTY)) return OK;
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  for (size_t i = 0; i < files.len; i++) {
    if (!ends_path(files.items[i].path, name)) continue;
    *vec_add(job->arena, found) = (QueryRanked){.symbol = file_symbol(&files.items[i])};
  }
  return OK;
}

/* ---- symbols ---- */

typedef struct Namesakes {
  Str name;
  int64_t row; /* 0: nothing is called so */
} Namesakes;

static void same_name(void *context, int64_t row, Str text) {
  Namesakes *namesakes = context;
  if (str_eq(text, namesakes->name)) namesakes->row = row;
}

/* Of a folder all that lies beneath it. */
static bool lies_in(Str path, Str wanted) {
  Str folder = str_ends_with(wanted, STR("/")) ? str_slice(wanted, 0, wanted.len - 1) : wanted;
  if (ends_path(path, wanted)) return true;
  return folder.len && str_starts_with(path, folder) && path.len > folder.len && path.ptr[folder.len] == '/';
}

/* What the caller knows besides the name. */
static bool is_chosen(const QueryTarget *target, const StoreSymbol *symbol) {
  if (target->has_kind && symbol->kind != target->kind) return false;
  if (target->file.len && !lies_in(symbol->path, target->file)) return false;
  return !target->line || (symbol->full.line <= target->line && target->line <= symbol->full.end_line);
}

/* All of that name; in a file that is known and not too large, its own. */
static Err list_called(Job *job, StoreReader *reader, const QueryTarget *target, const QueryQualified *qualified,
                       StoreSymbols *ret_symbols) {
  Str name = qualified->name;
  Namesakes namesakes = {.name = name};
  StoreFile file = {0};
  *ret_symbols = (StoreSymbols){0};
  TRY(store_each_prefixed(job, reader, name, NAMESAKES_MAX, same_name, &namesakes));
  if (!namesakes.row) return OK;
  if (target->file.len) TRY(query_file(job, reader, target->file, &file));
  bool chooses = target->file.len || target->has_kind || target->line || qualified->len;
  if (!file.id.value || file.symbols > FILE_SYMBOLS_MAX) {
    return store_list_named(job, reader, namesakes.row, chooses ? SIZE_MAX : QUERY_NAMESAKES_MAX, ret_symbols);
  }
  TRY(store_list_symbols(job, reader, file.id, ret_symbols));
  size_t kept = 0;
  for (size_t i = 0; i < ret_symbols->len; i++) {
    if (str_eq(ret_symbols->items[i].name, name)) ret_symbols->items[kept++] = ret_symbols->items[i];
  }
  ret_symbols->len = ret_symbols->total = kept;
  return OK;
}

/* Symbols called `qualified->name` where its parts say. */
static Err add_named(Job *job, StoreReader *reader, const QueryTarget *target, const QueryQualified *qualified,
                     Ranking *found, size_t *passed_over) {
  StoreSymbols symbols;
  if (qualified->name.len == 0) return OK;
  TRY(list_called(job, reader, target, qualified, &symbols));
  *passed_over += symbols.total - symbols.len;
  for (size_t i = 0; i < symbols.len && found->len < CANDIDATES_MAX; i++) {
    int fit;
    if (!is_chosen(target, &symbols.items[i])) continue;
    TRY(query_qualified_fit(job, reader, qualified, &symbols.items[i], &fit));
    if (fit == QUERY_NOT_THERE) continue;
    *vec_add(job->arena, found) = (QueryRanked){.symbol = symbols.items[i], .fit = fit};
  }
  return OK;
}

/* Where nothing is spelled so: what its language takes in any case. */
static Err add_in_any_case(Job *job, StoreReader *reader, const QueryTarget *target, const QueryQualified *qualified, Ranking *found) {
  QuerySpelled names = {0};
  if (!qualified->name.len) return OK;
  TRY(query_spelled(job, reader, &(QuerySpelling){.word = qualified->name, .looked_at = NAMESAKES_MAX, .any_case = true}, &names));
  for (size_t n = 0; n < names.len; n++) {
    StoreSymbols symbols;
    TRY(store_list_named(job, reader, names.items[n], QUERY_NAMESAKES_MAX, &symbols));
    for (size_t i = 0; i < symbols.len && found->len < CANDIDATES_MAX; i++) {
      int fit;
      if (!(symbols.items[i].flags & DEF_ANY_CASE) || !is_chosen(target, &symbols.items[i])) continue;
      TRY(query_qualified_fit(job, reader, qualified, &symbols.items[i], &fit));
      if (fit != QUERY_NOT_THERE) *vec_add(job->arena, found) = (QueryRanked){.symbol = symbols.items[i], .fit = fit};
    }
  }
  return OK;
}

/* The member of what the type before it is another name for. */
static Err add_aliased(Job *job, StoreReader *reader, const QueryTarget *target, const QueryQualified *qualified,
                       Ranking *found, size_t *passed_over) {
  StoreSymbols named;
  QueryQualified type = {.name = qualified->len ? qualified->parts[qualified->len - 1] : STR_EMPTY};
  QueryQualified member = {.name = qualified->name, .len = 1};
  if (!type.name.len) return OK;
  TRY(list_called(job, reader, &(QueryTarget){.has_kind = true, .kind = SYMBOL_TYPE}, &type, &named));
  TRY(query_alias_target(job, reader, &named, &member.parts[0]));
  return member.parts[0].len ? add_named(job, reader, target, &member, found, passed_over) : OK;
}

/* What fits less well than another was not meant. */
static void keep_best_fit(Ranking *found) {
  int best = QUERY_NOT_THERE;
  size_t kept = 0;
  for (size_t i = 0; i < found->len; i++) {
    if (found->items[i].fit < best) best = found->items[i].fit;
  }
  for (size_t i = 0; i < found->len; i++) {
    if (found->items[i].fit == best) found->items[kept++] = found->items[i];
  }
  found->len = kept;
}

/* With a line several around it may be called the same: the innermost. */
static void keep_innermost(Ranking *found) {
  for (size_t i = 1; i < found->len; i++) {
    const StoreSymbol *one = &found->items[i].symbol;
    if (one->file.value == found->items[0].symbol.file.value && one->full.line >= found->items[0].symbol.full.line) {
      found->items[0] = found->items[i];
    }
  }
  if (found->len && found->items[0].symbol.kind != SYMBOL_FILE) found->len = 1;
}

/* ---- suggestions ---- */

typedef struct Alike {
  Job *job;
  Str name;
  size_t limit;
  VEC(QueryRanked) names; /* fit: distance; symbol.name; merit: unused; symbol.id: the name's row */
} Alike;

static void spelled_alike(void *context, int64_t row, Str text) {
  Alike *alike = context;
  size_t distance = query_words_distance(alike->name, text, alike->limit);
  if (distance > alike->limit) return;
  *vec_add(alike->job->arena, &alike->names) =
      (QueryRanked){.fit = (int)distance, .symbol = {.id = {row}, .name = str_copy(alike->job->arena, text)}};
}

static int by_distance(const void *a, const void *b) {
  const QueryRanked *x = a, *y = b;
  if (x->fit != y->fit) return x->fit < y->fit ? -1 : 1;
  return str_compare(x->symbol.name, y->symbol.name);
}

static void add_suggestion(Job *job, QueryTargets *targets, const StoreSymbol *symbol) {
  Str shown = query_qualified(job->arena, symbol);
  if (!symbol->container.len) shown = str_format(job->arena, "%.*s:%.*s", STR_ARG(symbol->path), STR_ARG(symbol->name));
  for (size_t i = 0; i < targets->suggestion_count; i++) {
    if (str_eq(targets->suggestions[i], shown)) return;
  }
  targets->suggestions[targets->suggestion_count++] = shown;
}

/* The same name elsewhere, else names spelled alike. */
static Err suggest(Job *job, StoreReader *reader, const QueryTarget *target, const QueryQualified *qualified,
                   QueryTargets *targets) {
  Ranking elsewhere = {0};
  size_t passed_over = 0;
  QueryQualified name = {.name = qualified->name};
  targets->suggestions = ARENA_ARRAY(job->arena, Str, SUGGESTIONS_MAX);
  TRY(add_named(job, reader, &(QueryTarget){.has_kind = target->has_kind, .kind = target->kind}, &name, &elsewhere, &passed_over));
  TRY(query_rank(job, reader, elsewhere.items, elsewhere.len));
  for (size_t i = 0; i < elsewhere.len && targets->suggestion_count < SUGGESTIONS_MAX; i++) {
    add_suggestion(job, targets, &elsewhere.items[i].symbol);
  }
  if (elsewhere.len || qualified->name.len < 2) return OK;
  size_t letters = qualified->name.len;
  Alike alike = {.job = job, .name = qualified->name, .limit = letters < 5 ? 1 : letters < 9 ? 2 : 3};
  TRY(store_each_name(job, reader, spelled_alike, &alike));
  if (alike.names.len) qsort(alike.names.items, alike.names.len, sizeof(QueryRanked), by_distance);
  for (size_t i = 0; i < alike.names.len && targets->suggestion_count < SUGGESTIONS_MAX; i++) {
    StoreSymbols symbols;
    TRY(store_list_named(job, reader, alike.names.items[i].symbol.id.value, 1, &symbols));
    if (symbols.len) add_suggestion(job, targets, &symbols.items[0]);
  }
  return OK;
}

/* ---- */

static bool may_be_file(const QueryTarget *target) {
  return !target->line && (!target->has_kind || target->kind == SYMBOL_FILE);
}

/* A request stands for the route that answers it. */
static Err add_routes(Job *job, StoreReader *reader, const QueryTarget *target, Ranking *found) {
  StoreSymbols routes;
  TRY(query_routes(job, reader, target->name, &routes));
  for (size_t i = 0; i < routes.len; i++) {
    if (is_chosen(target, &routes.items[i])) *vec_add(job->arena, found) = (QueryRanked){.symbol = routes.items[i]};
  }
  return OK;
}

/* `path:name` with the path of a file there is, or its end: in such files
 * alone. */
static Err take_path(Job *job, StoreReader *reader, QueryTarget *wanted) {
  size_t colon = str_find_last_byte(wanted->name, ':');
  Ranking files = {0};
  if (wanted->file.len || colon == STR_NONE || colon == 0 || colon + 1 == wanted->name.len) return OK;
  Str path = str_slice(wanted->name, 0, colon);
  if (path.ptr[path.len - 1] == ':') path.len--;
  TRY(add_files(job, reader, path, &files));
  if (!files.len) return OK;
  wanted->file = files.len == 1 ? files.items[0].symbol.path : path;
  wanted->name = str_slice(wanted->name, colon + 1, wanted->name.len);
  return OK;
}

/* A declaration of what is defined elsewhere, or a constructor of a type:
 * they are asked for by the same name, and the other one stands for both.
 * They go last and are not counted as distinct. */
static bool is_part_of(const StoreSymbol *one, const StoreSymbol *other) {
  if (one->kind == SYMBOL_CONSTRUCTOR) return one->container_id.value && one->container_id.value == other->id.value;
  return !(other->flags & DEF_DECLARATION) && other->kind == one->kind && str_eq(other->container, one->container);
}

static bool is_part(const Ranking *found, size_t at) {
  const StoreSymbol *one = &found->items[at].symbol;
  if (!(one->flags & DEF_DECLARATION) && one->kind != SYMBOL_CONSTRUCTOR) return false;
  for (size_t i = 0; i < found->len; i++) {
    if (i != at && is_part_of(one, &found->items[i].symbol)) return true;
  }
  return false;
}

/* First what stands for itself, then parts; `distinct` is the number of the
 * former: more than one means the question is ambiguous. */
static void fill(Job *job, const Ranking *found, QueryTargets *targets) {
  targets->items = ARENA_ARRAY(job->arena, StoreSymbol, found->len + 1);
  for (int parts = 0; parts < 2; parts++) {
    for (size_t i = 0; i < found->len; i++) {
      if (is_part(found, i) == parts) targets->items[targets->len++] = found->items[i].symbol;
    }
    if (!parts) targets->distinct = targets->len;
  }
}

/* The whole text as a name before it is taken apart: operators and names of
 * tests may contain separators. */
Err query_targets(Job *job, StoreReader *reader, const QueryTarget *target, QueryTargets *ret_targets) {
  QueryTargets targets = {0};
  QueryTarget wanted = *target;
  Ranking found = {0};
  QueryQualified qualified;
  wanted.name = str_trim(target->name);
  if (str_starts_with(wanted.file, STR("./"))) wanted.file = str_slice(wanted.file, 2, wanted.file.len);
  TRY(take_path(job, reader, &wanted));
  QueryQualified whole = {.name = wanted.name};
  query_qualified_split(wanted.name, &qualified);
  if (may_be_file(&wanted)) TRY(add_files(job, reader, wanted.name, &found));
  if (!found.len) TRY(add_named(job, reader, &wanted, &whole, &found, &targets.passed_over));
  if (!found.len) TRY(add_named(job, reader, &wanted, &qualified, &found, &targets.passed_over));
  if (!found.len) TRY(add_in_any_case(job, reader, &wanted, &qualified, &found));
  if (!found.len) TRY(add_routes(job, reader, &wanted, &found));
  if (!found.len) TRY(add_aliased(job, reader, &wanted, &qualified, &found, &targets.passed_over));
  keep_best_fit(&found);
  if (wanted.line) keep_innermost(&found);
  if (found.len > 1) TRY(query_rank(job, reader, found.items, found.len));
  fill(job, &found, &targets);
  if (!targets.len) TRY(suggest(job, reader, &wanted, &qualified, &targets));
  *ret_targets = targets;
  return OK;
}

bool query_is_overload(const StoreSymbol *one, const StoreSymbol *other) {
  return one->file.value == other->file.value && one->container_id.value == other->container_id.value &&
         str_eq(one->name, other->name) && str_eq(one->container, other->container) &&
         symbol_kind_is_callable(one->kind) && symbol_kind_is_callable(other->kind);
}

static Err is_reached(Job *job, StoreReader *reader, const StoreSymbol *symbol, bool *ret_is_reached) {
  StoreEdges edges = {0};
  TRY(store_edges_into(job, reader, symbol->id, QUERY_CALLS | QUERY_LINKS, &edges));
  *ret_is_reached = edges.len > 0;
  return OK;
}

Err query_targets_lead(Job *job, StoreReader *reader, const QueryTarget *target, QueryTargets *targets) {
  StoreSymbol first = targets->items[0];
  bool is_chosen = target->file.len || target->line || target->has_kind || !str_eq(target->name, first.name);
  if (is_chosen || targets->distinct < 2 || (first.kind != SYMBOL_FIELD && first.kind != SYMBOL_PROPERTY)) return OK;
  for (size_t i = 1; i < targets->distinct; i++) {
    StoreSymbol other = targets->items[i];
    bool is_there = false;
    if (!symbol_kind_is_callable(other.kind) || other.flags & DEF_DECLARATION || query_is_for_tests(&other)) continue;
    TRY(is_reached(job, reader, &other, &is_there));
    if (!is_there) continue;
    memmove(&targets->items[1], &targets->items[0], i * sizeof(StoreSymbol));
    targets->items[0] = other;
    return OK;
  }
  return OK;
}

/* Few have many: by insertion. */
void query_targets_by_place(QueryTargets *targets) {
  for (size_t first = 0, end; first < targets->distinct; first = end) {
    end = first + 1;
    for (size_t i = end; i < targets->distinct; i++) {
      if (!query_is_overload(&targets->items[first], &targets->items[i])) continue;
      StoreSymbol one = targets->items[i];
      memmove(&targets->items[end + 1], &targets->items[end], (i - end) * sizeof(StoreSymbol));
      targets->items[end++] = one;
    }
    for (size_t i = first + 1; i < end; i++) {
      StoreSymbol one = targets->items[i];
      size_t at = i;
      for (; at > first && targets->items[at - 1].full.from > one.full.from; at--) targets->items[at] = targets->items[at - 1];
      targets->items[at] = one;
    }
  }
}

Str query_qualified(Arena *arena, const StoreSymbol *symbol) {
  if (!symbol->container.len) return symbol->name;
  return str_format(arena, "%.*s.%.*s", STR_ARG(symbol->container), STR_ARG(symbol->name));
}

/* Id 0 of a symbol that is gone: an edge may outlive its target by a batch. */
Err query_symbol(Job *job, StoreReader *reader, SymbolId id, StoreSymbol *ret_symbol) {
  StoreFile file;
  if (store_local_of(id)) return store_get_symbol(job, reader, id, ret_symbol);
  TRY(store_get_file(job, reader, store_file_of(id), &file));
  *ret_symbol = file.id.value ? file_symbol(&file) : (StoreSymbol){0};
  return OK;
}

/* The innermost; of several of one span the last, which stands deepest. */
Err query_symbol_at(Job *job, StoreReader *reader, FileId file, uint32_t line, StoreSymbol *ret_symbol) {
  StoreSymbols symbols;
  StoreSymbol best = {0};
  TRY(store_list_symbols(job, reader, file, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    const StoreSymbol *one = &symbols.items[i];
    if (line < one->full.line || line > one->full.end_line) continue;
    if (!best.id.value || one->full.to - one->full.from <= best.full.to - best.full.from) best = *one;
  }
  *ret_symbol = best;
  return OK;
}

void query_innermost_take(QueryInnermost *inner, const StorePlace *place) {
  const StorePlace *best = inner->best;
  uint32_t size = place->full.to - place->full.from, least = best ? best->full.to - best->full.from : UINT32_MAX;
  bool is_same = best && size == least;
  if (is_same && place->name.from == best->name.from) inner->is_open = true;
  if (best && size >= least && !(is_same && place->name.from > best->name.from)) return;
  *inner = (QueryInnermost){.best = place};
}

Err query_symbols_within(Job *job, StoreReader *reader, FileId file, uint32_t from, uint32_t to, StoreSymbols *ret_symbols) {
  StoreSymbols all;
  StoreSymbols found = {0};
  uint32_t end = 0; /* byte behind the last one taken: what is inside of it is its own */
  TRY(store_list_symbols(job, reader, file, &all));
  for (size_t i = 0; i < all.len; i++) {
    const StoreSymbol *one = &all.items[i];
    bool is_inside = one->full.line >= from && one->full.end_line <= to;
    if (!is_inside || one->full.from < end || one->kind == SYMBOL_FILE) continue;
    *vec_add(job->arena, &found) = *one;
    end = one->full.to;
  }
  for (unsigned last = 0; last < 2 && (last ? found.len < 2 : !found.len); last++) {
    StoreSymbol around;
    TRY(query_symbol_at(job, reader, file, last ? to : from, &around));
    bool is_known = found.len && (found.items[0].id.value == around.id.value || (around.full.from <= found.items[0].full.from && around.full.to >= found.items[0].full.to));
    if (around.id.value && !is_known) *vec_add(job->arena, &found) = around;
  }
  *ret_symbols = found;
  return OK;
}
