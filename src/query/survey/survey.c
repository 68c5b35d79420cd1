/* The graph of files: every edge is looked at once and forgotten. */
#include "src/query/survey/survey_internal.h"

#include "src/base/map.h"
#include "src/os/file.h"

/* Memory of one file at a time: surveys look at whole projects. */
Err query_survey_visit(Job *job, const StoreFiles *files, SurveyVisit *visit, void *context) {
  JOB_SCRATCH(job);
  for (size_t i = 0; i < files->len; i++) {
    TRY(job_check(job));
    TRY(visit(context, job, &files->items[i]));
    arena_reset(job->arena);
  }
  return OK;
}

/* For what is kept beyond the file at hand. */
StoreSymbol query_survey_copy(Arena *arena, const StoreSymbol *symbol) {
  StoreSymbol copy = *symbol;
  copy.path = str_copy(arena, symbol->path);
  copy.name = str_copy(arena, symbol->name);
  copy.container = str_copy(arena, symbol->container);
  copy.signature = str_copy(arena, symbol->signature);
  return copy;
}

typedef struct Edges {
  StoreReader *reader;
  uint32_t kinds;
  SurveyEach *each;
  void *context;
} Edges;

static Err visit_edges(void *context, Job *job, const StoreFile *file) {
  const Edges *wanted = context;
  StoreEdges edges = {0};
  if (!file->edges) return OK;
  TRY(store_edges_of(job, wanted->reader, file->id, wanted->kinds, &edges));
  wanted->each(wanted->context, file, &edges);
  return OK;
}

Err query_survey_each(Job *job, StoreReader *reader, const StoreFiles *files, uint32_t kinds, SurveyEach *each, void *context) {
  return query_survey_visit(job, files, visit_edges, &(Edges){reader, kinds, each, context});
}

/* `at` is cleared by comparing with the beginning of the file's own edges
 * instead of by writing. */
typedef struct Building {
  Arena *arena;
  Idmap numbers; /* file -> node */
  VEC(SurveyEdge) edges;
  size_t *at; /* by node: 1 + where the last edge to it is */
} Building;

/* A type that has the methods of an interface without naming it does not depend on it. */
static bool is_dependence(const StoreEdge *edge) { return edge->kind != EDGE_IMPLEMENTS || edge->rule != RULE_TYPE; }

/* Edges of one file come together, so that a pair of nodes is merged as it
 * is met, by the place of the last edge to each node. */
static void add_edges(void *context, const StoreFile *file, const StoreEdges *edges) {
  Building *building = context;
  uint32_t from = idmap_get(&building->numbers, file->id.value);
  size_t first = building->edges.len;
  if (from == IDMAP_NONE) return; /* edges of a file that is not indexed: none are right */
  for (size_t i = 0; i < edges->len; i++) {
    uint32_t to = idmap_get(&building->numbers, store_file_of(edges->items[i].to).value);
    if (to == IDMAP_NONE || to == from || !is_dependence(&edges->items[i])) continue;
    size_t at = building->at[to]; /* those of files before this one lie before `first` */
    if (at > first) {
      building->edges.items[at - 1].count++;
      continue;
    }
    *vec_add(building->arena, &building->edges) = (SurveyEdge){from, to, 1};
    building->at[to] = building->edges.len;
  }
}

static int by_ends(const void *a, const void *b) {
  const SurveyEdge *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

/* The same pair of folders may come from several files. */
static size_t merge(SurveyEdge *edges, size_t count) {
  size_t kept = 0;
  if (count > 1) qsort(edges, count, sizeof(*edges), by_ends);
  for (size_t i = 0; i < count; i++) {
    if (kept && by_ends(&edges[kept - 1], &edges[i]) == 0) edges[kept - 1].count += edges[i].count;
    else edges[kept++] = edges[i];
  }
  return kept;
}

/* A folder is a test's only if all of its files are. Files that are skipped
 * are no nodes. */
static void number_nodes(Arena *arena, const StoreFiles *files, bool folders, Building *building, Survey *survey) {
  Map known;
  map_init(&known, arena);
  survey->names = ARENA_ARRAY(arena, Str, files->len + 1);
  survey->is_test = ARENA_ARRAY(arena, bool, files->len + 1);
  for (size_t i = 0; i < files->len; i++) {
    const StoreFile *file = &files->items[i];
    if (file->skip.len) continue;
    Str name = folders ? file_directory(file->path) : file->path;
    Str *slot = folders ? map_get(&known, name) : NULL;
    uint32_t number = slot ? (uint32_t)(slot - survey->names) : survey->len++;
    if (!slot) {
      survey->names[number] = name;
      survey->is_test[number] = file->is_test;
      if (folders) map_put(&known, name, &survey->names[number]);
    }
    survey->is_test[number] &= file->is_test;
    idmap_add(&building->numbers, file->id.value, number);
  }
}

static void index_edges(Arena *arena, Survey *survey) {
  survey->starts = ARENA_ARRAY(arena, uint32_t, survey->len + 2);
  for (size_t i = 0; i < survey->edge_count; i++) survey->starts[survey->edges[i].from + 1]++;
  for (uint32_t i = 0; i < survey->len; i++) survey->starts[i + 1] += survey->starts[i];
}

Err query_survey_again(Job *job, StoreReader *reader, const Survey *known, Survey *ret_survey) {
  Survey survey = {.edges = known->edges, .edge_count = known->edge_count};
  StoreFiles files;
  Building building = {.arena = job->arena};
  idmap_init(&building.numbers, job->arena);
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  number_nodes(job->arena, &files, false, &building, &survey);
  index_edges(job->arena, &survey);
  *ret_survey = survey;
  return OK;
}

/* Nodes are files or folders; an edge's count is the number of references
 * behind it. */
Err query_survey(Job *job, StoreReader *reader, bool folders, Survey *ret_survey) {
  Survey survey = {0};
  StoreFiles files;
  Building building = {.arena = job->arena};
  uint32_t kinds = QUERY_CALLS | QUERY_USES | STORE_KIND(EDGE_IMPORTS) | STORE_KIND(EDGE_EXPORTS);
  idmap_init(&building.numbers, job->arena);
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  number_nodes(job->arena, &files, folders, &building, &survey);
  building.at = ARENA_ARRAY(job->arena, size_t, survey.len + 1);
  TRY(query_survey_each(job, reader, &files, kinds, add_edges, &building));
  survey.edges = building.edges.items;
  survey.edge_count = merge(building.edges.items, building.edges.len);
  index_edges(job->arena, &survey);
  *ret_survey = survey;
  return OK;
}
