/* Where a program starts, for whoever wants the first few: names that say so, then
 * routes, then scripts. Each kind is looked for only when those before it were too
 * few, and none of them needs every edge. */
#include <stdlib.h>

#include "src/query/names/names.h"
#include "src/query/names/rank_internal.h"
#include "src/query/survey/survey_internal.h"

#define NAMES_MAX 64   /* spellings of one word, and what begins with it */
#define FILES_MANY 512 /* asked at once */
#define RUNS (QUERY_CALLS & ~STORE_KIND(EDGE_EXPANDS)) /* more than the use of a macro */

typedef struct Starts {
  Job *job;
  Arena *arena; /* of what is found */
  StoreReader *reader;
  const StoreFiles *files;
  Idmap numbers; /* id of a file -> its number in `files` */
  VEC(QueryEntryPoint) points;
} Starts;

static bool may_start(const StoreFile *file) {
  return !file->skip.len && !file->is_test && !query_rank_is_generated(file->path);
}

static int by_number(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* Distinct ones. */
static Err count_calls(Job *job, StoreReader *reader, QueryEntryPoint *point) {
  StoreEdges edges = {0};
  VEC(int64_t) called = {0};
  TRY(store_edges_from(job, reader, point->symbol.id, QUERY_CALLS | QUERY_LINKS, &edges));
  for (size_t i = 0; i < edges.len; i++) {
    if (edges.items[i].to.value != point->symbol.id.value) *vec_add(job->arena, &called) = edges.items[i].to.value;
  }
  if (!called.len) return query_survey_count_calls(job, reader, point);
  qsort(called.items, called.len, sizeof(int64_t), by_number);
  for (size_t i = 0; i < called.len; i++) point->calls += !i || called.items[i] != called.items[i - 1];
  return OK;
}

static Err add(Starts *starts, const StoreSymbol *symbol, QueryEntryKind kind) {
  QueryEntryPoint point = {.symbol = query_survey_copy(starts->arena, symbol), .kind = kind};
  TRY(count_calls(starts->job, starts->reader, &point));
  *vec_add(starts->arena, &starts->points) = point;
  return OK;
}

/* ---- by name ---- */

static Err add_named(Starts *starts, Str word) {
  Job *job = starts->job;
  JOB_SCRATCH(job);
  QuerySpelled names;
  TRY(query_spelled(job, starts->reader, &(QuerySpelling){.word = word, .looked_at = NAMES_MAX, .any_case = true}, &names));
  for (size_t i = 0; i < names.len; i++) {
    StoreSymbols symbols;
    TRY(store_list_named(job, starts->reader, names.items[i], SIZE_MAX, &symbols));
    for (size_t s = 0; s < symbols.len; s++) {
      const StoreSymbol *one = &symbols.items[s];
      uint32_t file = idmap_get(&starts->numbers, one->file.value);
      bool is_code = query_survey_is_main(one) && !(one->flags & (DEF_TEST | DEF_DECLARATION));
      if (is_code && file != IDMAP_NONE && may_start(&starts->files->items[file])) TRY(add(starts, one, QUERY_ENTRY_MAIN));
    }
  }
  return OK;
}

/* ---- routes ---- */

static Err visit_routes(void *context, Job *job, const StoreFile *file) {
  Starts *starts = context;
  StoreSymbols made;
  if (!may_start(file)) return OK;
  TRY(store_list_made(job, starts->reader, file->id, &made));
  for (size_t i = 0; i < made.len; i++) {
    if (made.items[i].kind == SYMBOL_ROUTE) TRY(add(starts, &made.items[i], QUERY_ENTRY_ROUTE));
  }
  return OK;
}

/* ---- files ---- */

/* Something in another file leads into it. */
static Err is_imported(Job *job, StoreReader *reader, FileId file, bool *ret_is) {
  StorePlaces places;
  TRY(store_list_places(job, reader, file, &places));
  SymbolId *ids = ARENA_ARRAY(job->arena, SymbolId, places.len + 1);
  StoreSources *sources = ARENA_ARRAY(job->arena, StoreSources, places.len + 1);
  for (size_t i = 0; i < places.len; i++) ids[i] = places.items[i].id;
  ids[places.len] = store_symbol_id(file, 0);
  TRY(store_sources_of_each(job, reader, ids, places.len + 1, STORE_ALL_KINDS & ~STORE_KIND(EDGE_OVERRIDES), sources));
  *ret_is = false;
  for (size_t i = 0; i <= places.len && !*ret_is; i++) {
    for (size_t s = 0; s < sources[i].len; s++) *ret_is |= store_file_of(sources[i].items[s].symbol).value != file.value;
  }
  return OK;
}

/* A file that runs something by itself and that nobody imports is a script. */
static Err look_at_files(Starts *starts, const StoreFile *files, size_t count) {
  Job *job = starts->job;
  JOB_SCRATCH(job);
  SymbolId *ids = ARENA_ARRAY(job->arena, SymbolId, count);
  StoreEdges *edges = ARENA_ARRAY(job->arena, StoreEdges, count);
  for (size_t i = 0; i < count; i++) ids[i] = store_symbol_id(files[i].id, 0);
  TRY(store_edges_from_each(job, starts->reader, ids, count, RUNS, edges));
  for (size_t i = 0; i < count; i++) {
    bool runs = false, is_used;
    StoreSymbol own;
    for (size_t e = 0; e < edges[i].len; e++) runs |= edges[i].items[e].to.value != ids[i].value;
    if (!runs || !may_start(&files[i])) continue;
    TRY(is_imported(job, starts->reader, files[i].id, &is_used));
    if (is_used) continue;
    TRY(query_symbol(job, starts->reader, ids[i], &own));
    TRY(add(starts, &own, QUERY_ENTRY_FILE));
  }
  return OK;
}

static Err add_files(Starts *starts) {
  for (size_t i = 0; i < starts->files->len; i += FILES_MANY) {
    size_t left = starts->files->len - i;
    TRY(job_check(starts->job));
    TRY(look_at_files(starts, &starts->files->items[i], left < FILES_MANY ? left : FILES_MANY));
  }
  return OK;
}

Err query_starts(Job *job, StoreReader *reader, const StoreFiles *files, size_t limit, QueryEntryPoints *ret_points) {
  Starts starts = {.job = job, .arena = job->arena, .reader = reader, .files = files};
  idmap_init(&starts.numbers, job->arena);
  for (size_t i = 0; i < files->len; i++) idmap_add(&starts.numbers, files->items[i].id.value, (uint32_t)i);
  TRY(add_named(&starts, STR("main")));
  TRY(add_named(&starts, STR("wmain")));
  if (starts.points.len < limit) TRY(query_survey_visit(job, files, visit_routes, &starts));
  if (starts.points.len < limit) TRY(add_files(&starts));
  QueryEntryPoint *points = starts.points.items;
  size_t count = starts.points.len;
  if (count > 1) qsort(points, count, sizeof(*points), query_survey_by_merit);
  *ret_points = (QueryEntryPoints){points, count < limit ? count : limit, count};
  return OK;
}
