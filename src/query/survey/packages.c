/* Packages and what they need of each other: what manifests say, and beside it
 * how often the graph says so. */
#include "src/base/map.h"
#include "src/index/part.h"
#include "src/languages/language.h"
#include "src/os/file.h"
#include "src/query/survey/survey_internal.h"

#define MANIFEST_MAX ((size_t)1 << 20)
#define MANIFESTS_MAX 5000
#define SPLIT_GROUPS 24 /* folders are split until there are so many */
#define SPLIT_SHARE 6   /* those that have more than such a part of all files */

/* A manifest that was read, and whose packages its names are among. */
typedef struct Manifest {
  size_t package;
  size_t family; /* number of the language that reads it: others' names are others' */
  LanguagePackage said;
} Manifest;

typedef struct Building {
  Job *job;
  Index *index;
  VEC(QueryPackage) packages;
  VEC(Manifest) manifests;
  Map folders; /* path of a package -> number + 1 */
  Map names;   /* family and name -> number + 1 */
  Map pairs;   /* from and to -> edge's number + 1 */
  VEC(QueryPackageEdge) edges;
} Building;

static void *as_value(size_t number) { return (void *)(uintptr_t)(number + 1); }

static bool find_number(const Map *map, Str key, size_t *ret_number) {
  const void *value = map_get(map, key);
  if (value) *ret_number = (size_t)((uintptr_t)value - 1);
  return value != NULL;
}

static size_t add_package(Building *building, Str folder) {
  size_t number = building->packages.len;
  if (find_number(&building->folders, folder, &number)) return number;
  *vec_add(building->job->arena, &building->packages) = (QueryPackage){.path = folder};
  map_put(&building->folders, folder, as_value(number));
  return number;
}

/* The innermost package around a path. */
static bool find_package(const Building *building, Str path, size_t *ret_number) {
  for (Str folder = file_directory(path);; folder = file_directory(folder)) {
    if (str_eq(folder, STR("."))) folder = STR_EMPTY;
    if (find_number(&building->folders, folder, ret_number)) return true;
    if (!folder.len) return false;
  }
}

/* ---- manifests ---- */

static Str folder_of(Str path) {
  Str folder = file_directory(path);
  return str_eq(folder, STR(".")) ? STR_EMPTY : folder;
}

/* The language that reads a file of that name; its number. */
static const Language *reader_of(Str name, size_t *ret_number) {
  for (size_t i = 0; language_registry[i]; i++) {
    const LanguageHome *home = &language_registry[i]->home;
    if (!home->read_package || !home->described || !language_word_in(home->described, name)) continue;
    *ret_number = i;
    return language_registry[i];
  }
  return NULL;
}

/* Lower case, and one of the two signs that registries do not tell apart. */
static Str name_key(Arena *arena, size_t family, Str name) {
  Str key = str_format(arena, "%zu %.*s", family, STR_ARG(name));
  char *spelled = str_to_c(arena, key);
  for (size_t i = 0; i < key.len; i++) {
    spelled[i] = spelled[i] == '-' ? '_' : byte_lower(spelled[i]);
  }
  return (Str){spelled, key.len};
}

/* A manifest that cannot be read says nothing. */
static void read_manifest(Building *building, Str path) {
  Job *job = building->job;
  Manifest manifest = {0};
  Str text;
  const Language *language = reader_of(file_name(path), &manifest.family);
  if (!language || building->manifests.len == MANIFESTS_MAX) return;
  if (root_read(job, index_files(building->index), path, MANIFEST_MAX, &text)) {
    job_forgive(job);
    return;
  }
  if (!language->home.read_package(job->arena, path, text, &manifest.said)) return;
  manifest.package = add_package(building, folder_of(path));
  QueryPackage *package = &building->packages.items[manifest.package];
  if (!package->manifest.len) package->manifest = path;
  if (!package->name.len && manifest.said.names.len) package->name = manifest.said.names.items[0];
  *vec_add(job->arena, &building->manifests) = manifest;
}

/* First names before others: a name that a package has of itself is stronger
 * than one it has for being where it is. */
static void register_names(Building *building) {
  Arena *arena = building->job->arena;
  for (size_t round = 0; round < 2; round++) {
    for (size_t i = 0; i < building->manifests.len; i++) {
      const Manifest *manifest = &building->manifests.items[i];
      for (size_t n = round; n < (round ? manifest->said.names.len : manifest->said.names.len > 0); n++) {
        Str key = name_key(arena, manifest->family, manifest->said.names.items[n]);
        if (!map_get(&building->names, key)) map_put(&building->names, key, as_value(manifest->package));
      }
    }
  }
}

/* ---- folders ---- */

typedef struct Groups {
  const StoreFiles *files;
  Str *of; /* by file: the folder it counts for */
} Groups;

/* The files beneath a folder count for the folders directly in it; those right
 * in it stay. */
static void split_group(Groups *groups, Str folder) {
  for (size_t i = 0; i < groups->files->len; i++) {
    Str path = groups->files->items[i].path;
    if (groups->files->items[i].skip.len || !str_eq(groups->of[i], folder)) continue;
    size_t from = folder.len ? folder.len + 1 : 0, slash = str_find_byte(str_slice(path, from, path.len), '/');
    if (slash == STR_NONE) continue;
    groups->of[i] = str_slice(path, 0, from + slash);
  }
}

/* The largest group of more than `least` files that was not tried yet; how many
 * groups there are. */
static bool find_largest(Arena *arena, const Groups *groups, const Map *tried, size_t least, Str *ret_folder, size_t *ret_groups) {
  Map counts;
  size_t most = least;
  map_init(&counts, arena);
  *ret_groups = 0;
  for (size_t i = 0; i < groups->files->len; i++) {
    if (groups->files->items[i].skip.len) continue;
    size_t *count = map_get(&counts, groups->of[i]);
    if (!count) {
      count = ARENA_NEW(arena, size_t);
      map_put(&counts, groups->of[i], count);
      ++*ret_groups;
    }
    ++*count;
  }
  for (const MapEntry *entry = NULL; (entry = map_next(&counts, entry));) {
    size_t count = *(const size_t *)entry->value;
    if (count <= most || map_get(tried, entry->key)) continue;
    most = count;
    *ret_folder = entry->key;
  }
  return most > least;
}

static void add_folders(Building *building, const StoreFiles *files) {
  Arena *arena = building->job->arena;
  Groups groups = {files, ARENA_ARRAY(arena, Str, files->len + 1)};
  Map tried;
  Str folder = STR_EMPTY;
  size_t all = 0, count = 0;
  map_init(&tried, arena);
  for (size_t i = 0; i < files->len; i++) groups.of[i] = STR_EMPTY, all += !files->items[i].skip.len;
  while (find_largest(arena, &groups, &tried, count ? all / SPLIT_SHARE : 0, &folder, &count) && count < SPLIT_GROUPS) {
    map_put(&tried, folder, as_value(0));
    split_group(&groups, folder);
  }
  for (size_t i = 0; i < files->len; i++) {
    if (!files->items[i].skip.len) (void)add_package(building, groups.of[i]);
  }
}

/* ---- edges ---- */

static QueryPackageEdge *edge_of(Building *building, size_t from, size_t to) {
  Arena *arena = building->job->arena;
  Str key = str_format(arena, "%zu %zu", from, to);
  size_t number = building->edges.len;
  if (!find_number(&building->pairs, key, &number)) {
    *vec_add(arena, &building->edges) = (QueryPackageEdge){.from = from, .to = to};
    map_put(&building->pairs, key, as_value(number));
  }
  return &building->edges.items[number];
}

static void declare(Building *building) {
  for (size_t i = 0; i < building->manifests.len; i++) {
    const Manifest *manifest = &building->manifests.items[i];
    for (size_t n = 0; n < manifest->said.needs.len; n++) {
      const LanguageNeed *need = &manifest->said.needs.items[n];
      size_t to;
      if (!find_number(&building->names, name_key(building->job->arena, manifest->family, need->name), &to) || to == manifest->package) continue;
      QueryPackageEdge *edge = edge_of(building, manifest->package, to);
      edge->is_for_tests = need->is_test && (!edge->is_declared || edge->is_for_tests);
      edge->is_declared = true;
    }
  }
}

static Err count_uses(Building *building, StoreReader *reader) {
  Survey survey;
  TRY(query_survey_files(building->job, building->index, reader, &survey));
  size_t *of = ARENA_ARRAY(building->job->arena, size_t, survey.len + 1);
  for (uint32_t i = 0; i < survey.len; i++) {
    if (!find_package(building, survey.names[i], &of[i])) of[i] = SIZE_MAX;
  }
  for (size_t i = 0; i < survey.edge_count; i++) {
    const SurveyEdge *used = &survey.edges[i];
    size_t from = of[used->from], to = of[used->to];
    if (from == SIZE_MAX || to == SIZE_MAX || from == to) continue;
    QueryPackageEdge *edge = edge_of(building, from, to);
    *(survey.is_test[used->from] ? &edge->test_uses : &edge->uses) += used->count;
  }
  return OK;
}

/* ---- all of it ---- */

static void count_files(Building *building, const StoreFiles *files) {
  for (size_t i = 0; i < files->len; i++) {
    const StoreFile *file = &files->items[i];
    size_t number, family;
    if (file->skip.len || reader_of(file_name(file->path), &family) || !find_package(building, file->path, &number)) continue;
    QueryPackage *package = &building->packages.items[number];
    package->files++;
    package->tests += file->is_test;
    package->symbols += file->symbols;
    package->bytes += file->size;
  }
}

static bool is_of_tests(const QueryPackage *package) { return package->files && package->files == package->tests; }

static int by_size(const void *a, const void *b) {
  const QueryPackage *x = *(const QueryPackage *const *)a, *y = *(const QueryPackage *const *)b;
  if (x->symbols != y->symbols) return x->symbols > y->symbols ? -1 : 1;
  return str_compare(x->path, y->path);
}

static int by_uses(const void *a, const void *b) {
  const QueryPackageEdge *x = a, *y = b;
  if (x->uses != y->uses) return x->uses > y->uses ? -1 : 1;
  if (x->test_uses != y->test_uses) return x->test_uses > y->test_uses ? -1 : 1;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

/* Largest first, and within the limit; edges by the new numbers. A package
 * without a file, a root that only holds others together, is none to look at;
 * nor is one of tests alone, unless it is asked for. */
static void finish(Building *building, const QueryPackageWish *wish, QueryPackageGraph *graph) {
  Arena *arena = building->job->arena;
  size_t count = building->packages.len;
  const QueryPackage **order = ARENA_ARRAY(arena, const QueryPackage *, count + 1);
  size_t *number = ARENA_ARRAY(arena, size_t, count + 1);
  for (size_t i = 0; i < count; i++) {
    const QueryPackage *package = &building->packages.items[i];
    bool is_test = is_of_tests(package);
    graph->tests += is_test;
    if (package->files && (wish->tests || !is_test)) order[graph->total++] = package;
    number[i] = SIZE_MAX;
  }
  if (graph->total > 1) qsort(order, graph->total, sizeof(const QueryPackage *), by_size);
  graph->len = graph->total < wish->limit ? graph->total : wish->limit;
  graph->packages = ARENA_ARRAY(arena, QueryPackage, graph->len + 1);
  for (size_t i = 0; i < graph->len; i++) {
    graph->packages[i] = *order[i];
    number[order[i] - building->packages.items] = i;
    Str path = graph->packages[i].path;
    if (!graph->packages[i].name.len) graph->packages[i].name = path.len ? path : STR(".");
  }
  graph->edges = building->edges.items;
  for (size_t i = 0; i < building->edges.len; i++) {
    QueryPackageEdge edge = building->edges.items[i];
    edge.from = number[edge.from];
    edge.to = number[edge.to];
    if (edge.from != SIZE_MAX && edge.to != SIZE_MAX) graph->edges[graph->edge_count++] = edge;
  }
  if (graph->edge_count > 1) qsort(graph->edges, graph->edge_count, sizeof(QueryPackageEdge), by_uses);
}

/* Whether manifests tell packages apart at all: several, none of them nearly
 * everything. */
static bool has_packages(const Building *building) {
  size_t count = 0, all = 0, most = 0;
  for (size_t i = 0; i < building->packages.len; i++) {
    const QueryPackage *package = &building->packages.items[i];
    if (!package->files || is_of_tests(package)) continue;
    count++;
    all += package->symbols;
    if (package->symbols > most) most = package->symbols;
  }
  return count > 1 && most * 10 < all * 9;
}

static void begin(Building *building, Job *job, Index *index) {
  *building = (Building){.job = job, .index = index};
  map_init(&building->folders, job->arena);
  map_init(&building->names, job->arena);
  map_init(&building->pairs, job->arena);
}

Err query_package_graph(Job *job, Index *index, StoreReader *reader, const QueryPackageWish *wish, QueryPackageGraph *ret_graph) {
  StoreFiles files;
  Building building;
  QueryPackageGraph graph = {0};
  begin(&building, job, index);
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  for (size_t i = 0; i < files.len && !wish->folders; i++) {
    if (files.items[i].skip.len && str_ends_with(files.items[i].path, STR("/"))) continue;
    read_manifest(&building, files.items[i].path);
    TRY(job_check(job));
  }
  count_files(&building, &files);
  graph.is_by_folder = !has_packages(&building);
  if (graph.is_by_folder) {
    begin(&building, job, index);
    add_folders(&building, &files);
    count_files(&building, &files);
  }
  register_names(&building);
  declare(&building);
  TRY(count_uses(&building, reader));
  finish(&building, wish, &graph);
  *ret_graph = graph;
  return OK;
}

size_t query_package_of(const QueryPackageGraph *graph, Str path) {
  size_t best = SIZE_MAX;
  for (size_t i = 0; i < graph->len; i++) {
    Str folder = graph->packages[i].path;
    bool is_in = !folder.len || str_is_beneath(path, folder);
    if (is_in && (best == SIZE_MAX || folder.len > graph->packages[best].path.len)) best = i;
  }
  return best;
}
