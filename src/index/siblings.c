/* Siblings: repositories that the user set beside this one. They are read like
 * dependencies, from the disk and where references lead; their manifests are
 * looked for in their upper folders. */
#include <stdlib.h>

#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/index/roots_parts_internal.h"

#define DEPTH_MAX 4      /* of folders in which a manifest is looked for */
#define FOLDERS_MAX 2000 /* of one sibling */
#define PACKAGES_MAX 2000

/* ---- which there are ---- */

void index_set_siblings(Index *index, const Str *paths, size_t count) {
  char **wanted = arena_heap_alloc((count + 1) * sizeof *wanted);
  for (size_t i = 0; i < count; i++) wanted[i] = str_to_heap(paths[i]);
  lock_take(&index->lock);
  char **old = index->wanted_siblings;
  size_t old_count = index->wanted_sibling_count;
  index->wanted_siblings = wanted;
  index->wanted_sibling_count = count;
  index->roots_unwatched = true; /* the next refresh has to look */
  lock_give(&index->lock);
  for (size_t i = 0; i < old_count; i++) free(old[i]);
  free(old);
}

size_t index_siblings(Job *job, Index *index, Str **ret_paths) {
  lock_take(&index->lock);
  size_t count = index->wanted_sibling_count;
  Str *paths = ARENA_ARRAY(job->arena, Str, count + 1);
  for (size_t i = 0; i < count; i++) paths[i] = str_copy(job->arena, str_from_c(index->wanted_siblings[i]));
  lock_give(&index->lock);
  *ret_paths = paths;
  return count;
}

static void close_all(IndexPlace *places, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (places[i].root) root_close(places[i].root);
    free((void *)(uintptr_t)places[i].path.ptr);
  }
  free(places);
}

void index_siblings_close(Index *index) {
  close_all(index->siblings, index->sibling_count);
  for (size_t i = 0; i < index->wanted_sibling_count; i++) free(index->wanted_siblings[i]);
  free(index->wanted_siblings);
}

/* Under its real path or not at all: paths of files in it are compared by text. */
static void open_one(Job *job, IndexPlace *place) {
  Root *root = NULL;
  if (root_open(job, place->path, &root)) job_forgive(job);
  else if (!str_eq(root_path(root), place->path)) root_close(root);
  else place->root = root;
}

void index_siblings_renew(Job *job, Index *index) {
  lock_take(&index->lock);
  size_t count = index->wanted_sibling_count;
  IndexPlace *places = arena_heap_alloc((count + 1) * sizeof *places);
  for (size_t i = 0; i < count; i++) {
    Str path = str_from_c(index->wanted_siblings[i]);
    places[i] = (IndexPlace){.name = STR("linked"), .path = {str_to_heap(path), path.len}};
  }
  lock_give(&index->lock);
  for (size_t i = 0; i < count; i++) open_one(job, &places[i]);
  lock_take(&index->roots->lock);
  IndexPlace *old = index->siblings;
  size_t old_count = index->sibling_count;
  index->siblings = places;
  index->sibling_count = count;
  lock_give(&index->roots->lock);
  close_all(old, old_count);
}

uint64_t index_siblings_hash(const IndexRoots *roots) {
  uint64_t hash = 1;
  for (size_t i = 0; i < roots->index->sibling_count; i++) {
    const IndexPlace *place = &roots->index->siblings[i];
    hash = hash_combine(hash, hash_combine(hash_str(place->path), place->root != NULL));
  }
  return hash;
}

static bool has_hidden_part(Str path) {
  while (path.len) {
    Str part = str_cut(&path, '/');
    if (part.len && part.ptr[0] == '.') return true;
  }
  return false;
}

const IndexPlace *index_sibling_around(const IndexRoots *roots, Str path, Str *ret_rest) {
  const Index *index = roots->index;
  for (size_t i = 0; i < index->sibling_count; i++) {
    const IndexPlace *place = &index->siblings[i];
    if (place->root && file_beneath(place->path, path, ret_rest)) return has_hidden_part(*ret_rest) ? NULL : place;
  }
  return NULL;
}

/* ---- their manifests ---- */

static bool is_manifest(Str name) {
  for (size_t i = 0; i < language_registry_count; i++) {
    const char *described = language_registry[i]->home.described;
    if (described && language_word_in(described, name)) return true;
  }
  return resolve_is_config(name);
}

bool index_sibling_is_wanted(const FileEntry *entry) {
  if (entry->name.len && entry->name.ptr[0] == '.') return false;
  if (entry->kind == FILE_DIRECTORY) return !index_roots_is_folder(entry->name);
  return entry->kind == FILE_REGULAR && is_manifest(entry->name);
}

typedef VEC(Str) Paths;

static int by_text(const void *a, const void *b) { return str_compare(*(const Str *)a, *(const Str *)b); }

/* One level after the other, so that with too many folders the upper ones are
 * there. Gives paths from the sibling's root, by path. */
static Paths find_manifests(Job *job, IndexRoots *roots, Str root) {
  Paths manifests = {0}, level = {0};
  size_t folders = 0;
  *vec_add(job->arena, &level) = STR_EMPTY;
  for (int depth = 0; depth <= DEPTH_MAX && level.len; depth++) {
    Paths next = {0};
    for (size_t i = 0; i < level.len && folders++ < FOLDERS_MAX; i++) {
      Str folder = level.items[i];
      const RootsAnswer *list = index_roots_named(job, roots, ROOTS_MANIFESTS, folder.len ? file_join(job->arena, root, folder) : root);
      for (MapEntry *entry = NULL; (entry = map_next(list->names, entry));) {
        bool is_folder = str_ends_with(entry->key, STR("/"));
        Str name = is_folder ? str_slice(entry->key, 0, entry->key.len - 1) : entry->key;
        *vec_add(job->arena, is_folder ? &next : &manifests) = folder.len ? file_join(job->arena, folder, name) : str_copy(job->arena, name);
      }
    }
    if (next.len) qsort(next.items, next.len, sizeof *next.items, by_text);
    level = next;
  }
  if (manifests.len) qsort(manifests.items, manifests.len, sizeof *manifests.items, by_text);
  return manifests;
}

typedef struct ResolvePackage Package;
typedef VEC(Package) Packages;

/* Languages of one family share the reader of their manifests. */
static bool is_read_before(size_t language) {
  for (size_t i = 0; i < language; i++) {
    if (language_registry[i]->home.read_package == language_registry[language]->home.read_package) return true;
  }
  return false;
}

/* What one manifest names; its text is an answer too. */
static void read_manifest(Job *job, IndexRoots *roots, Str root, Str path, Packages *packages) {
  Str whole = file_join(job->arena, root, path), text = (Str){NULL, 0}, rest;
  const IndexPlace *place = index_sibling_around(roots, whole, &rest);
  RootsAnswer *answer = index_roots_known(roots, ROOTS_TEXT, whole);
  if (!answer) index_roots_ask(job, roots, answer = index_roots_add(roots, ROOTS_TEXT, whole), &text);
  else if (answer->is_there && place && root_read(job, place->root, rest, (size_t)4 << 20, &text)) job_forgive(job);
  for (size_t i = 0; text.ptr && i < language_registry_count; i++) {
    const LanguageHome *home = &language_registry[i]->home;
    LanguagePackage package = {0};
    if (!home->read_package || is_read_before(i) || !language_word_in(home->described, file_name(path))) continue;
    if (language_is_for_tests(language_registry[i], path)) continue; /* what tests are made of claims any name */
    if (!home->read_package(job->arena, path, text, &package)) continue;
    for (size_t k = 0; k < package.names.len && packages->len < PACKAGES_MAX; k++) {
      *vec_add(job->arena, packages) = (Package){language_registry[i], package.names.items[k]};
    }
  }
}

static ResolveSibling look_at(Job *job, IndexRoots *roots, const IndexPlace *place) {
  Packages packages = {0};
  Str root = str_copy(job->arena, place->path);
  Paths manifests = {0};
  if (place->root) manifests = find_manifests(job, roots, root);
  for (size_t i = 0; i < manifests.len; i++) read_manifest(job, roots, root, manifests.items[i], &packages);
  return (ResolveSibling){.path = root, .manifests = manifests.items, .manifest_count = manifests.len,
                            .packages = packages.items, .package_count = packages.len};
}

/* That there are some is an answer as well: who comes or goes makes all edges be
 * made anew. */
size_t index_siblings_ask(void *context, Arena *arena, ResolveSibling **ret_siblings) {
  IndexRoots *roots = index_world_roots(context);
  Job job;
  Str text;
  job_init(&job, arena);
  lock_take(&roots->lock);
  size_t count = roots->index->sibling_count;
  ResolveSibling *siblings = ARENA_ARRAY(arena, ResolveSibling, count + 1);
  for (size_t i = 0; i < count; i++) siblings[i] = look_at(&job, roots, &roots->index->siblings[i]);
  if (count && !index_roots_known(roots, ROOTS_SIBLINGS, STR("/"))) {
    index_roots_ask(&job, roots, index_roots_add(roots, ROOTS_SIBLINGS, STR("/")), &text);
  }
  lock_give(&roots->lock);
  *ret_siblings = siblings;
  return count;
}

/* ---- status ---- */

static bool has_package(const ResolveSibling *sibling, const Package *package) {
  for (size_t i = 0; i < sibling->package_count; i++) {
    if (sibling->packages[i].language == package->language && str_eq(sibling->packages[i].name, package->name)) return true;
  }
  return false;
}

static void list_packages(Job *job, const ResolveSibling *all, size_t count, size_t which, IndexSibling *row) {
  const ResolveSibling *own = &all[which];
  Paths names = {0}, disputed = {0};
  for (size_t i = 0; i < own->package_count; i++) {
    bool is_disputed = false;
    for (size_t k = 0; k < count; k++) is_disputed |= k != which && has_package(&all[k], &own->packages[i]);
    *vec_add(job->arena, is_disputed ? &disputed : &names) = own->packages[i].name;
  }
  if (names.len) qsort(names.items, names.len, sizeof *names.items, by_text);
  if (disputed.len) qsort(disputed.items, disputed.len, sizeof *disputed.items, by_text);
  row->packages = names.items;
  row->package_count = names.len;
  row->disputed = disputed.items;
  row->disputed_count = disputed.len;
}

void index_siblings_list(Job *job, IndexRoots *roots, IndexStatus *status) {
  lock_take(&roots->lock);
  size_t count = roots->index->sibling_count;
  ResolveSibling *all = ARENA_ARRAY(job->arena, ResolveSibling, count + 1);
  status->siblings = ARENA_ARRAY(job->arena, IndexSibling, count + 1);
  status->sibling_count = count;
  for (size_t i = 0; i < count; i++) {
    all[i] = look_at(job, roots, &roots->index->siblings[i]);
    status->siblings[i] = (IndexSibling){.path = all[i].path, .is_there = roots->index->siblings[i].root};
  }
  for (MapEntry *entry = NULL; (entry = map_next(&roots->answers, entry));) {
    const RootsAnswer *answer = entry->value;
    for (size_t i = 0; answer->question == ROOTS_SOURCE && i < count; i++) {
      status->siblings[i].files += str_is_beneath(answer->path, all[i].path);
    }
  }
  lock_give(&roots->lock);
  for (size_t i = 0; i < count; i++) list_packages(job, all, count, i, &status->siblings[i]);
}
