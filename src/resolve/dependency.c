/* Dependencies: files of what is installed, known by path as soon as something
 * leads to them and read when a reference does. They belong to nobody's
 * project: no key finds them, edges stop at them. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/base/room.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"

uint64_t resolve_dependency_key(Str path) { return resolve_key(KEY_DEPENDENCY, 0, hash_str(path)); }

/* Entries of all dependencies there may ever be are made at once. They are
 * met while others resolve and read the array of entries, so it must not
 * move then; the first one is met while imports are followed, when nobody
 * resolves. Costs some bytes for each file that could come
 * (index.dependency_files). */
void resolve_dependencies_set_aside(ResolveWorld *world) {
  assert(!world->dependencies.first); /* once: entries are never moved again */
  Dependencies *own = &world->dependencies;
  size_t count = world->file_count + own->max;
  if (count > world->file_cap) {
    world->files = room_grow(world->files, world->file_cap * sizeof *world->files, count * sizeof *world->files);
    world->file_cap = count;
  }
  own->first = (WorldFile)world->file_count;
  for (size_t i = world->file_count; i < count; i++) world->files[i] = (WorldEntry){.is_library = true, .is_dependency = true};
  world->file_count = count;
}

/* What does not fit is counted and treated as if it were not installed: the
 * same files are left out in every run only as long as they are met in the
 * same order, so the limit is one that real projects do not reach. */
static WorldFile add(ResolveWorld *world, Str path, const Language *language) {
  Dependencies *own = &world->dependencies;
  if (!own->first) resolve_dependencies_set_aside(world);
  if (own->count == own->max) {
    own->cut++;
    return 0;
  }
  const Lang *lang = resolve_lang(world, language);
  WorldFile file = own->first + own->count++;
  Str kept = str_copy(&own->arena, path);
  world->files[file] = (WorldEntry){
      .path = kept, .lang = lang, .live = true, .is_library = true, .is_dependency = true, .sibling = resolve_sibling_of(world, kept),
      .version = ++own->version,
      .package_id = resolve_package_id(language, true, kept, STR_EMPTY), .library_file = ARENA_NEW(&own->arena, LibraryFile)};
  map_put(&own->paths, kept, (void *)(uintptr_t)file);
  bool has_blocks = lang->rules.methods == LANGUAGE_METHODS_ANYWHERE;
  if (world->files[file].sibling && has_blocks) resolve_dependency_group(world, &file, 1); /* so that they are found by their type */
  return file;
}

/* By the path that symbolic links lead to, so that one file that is reached
 * by several ways has one number. */
WorldFile resolve_dependency_file(ResolveWorld *world, Arena *arena, Str path) {
  const ResolveSource *source = &world->source;
  Str real;
  if (!source->installed || !source->installed->file(source->context, arena, path, &real)) return 0;
  WorldFile file = (WorldFile)(uintptr_t)map_get(&world->dependencies.paths, real);
  if (file) return file;
  const Language *language = language_for_file(real, STR_EMPTY);
  return language ? add(world, real, language) : 0;
}

bool resolve_dependency_restore(ResolveWorld *world, Str path) {
  const Language *language = language_for_file(path, STR_EMPTY);
  bool is_new = path.len && !map_get(&world->dependencies.paths, path);
  return language && is_new && world->dependencies.count < world->dependencies.max && add(world, path, language);
}

bool resolve_world_is_dependency(const ResolveWorld *world, WorldFile file) {
  const Dependencies *own = &world->dependencies;
  return own->first && file >= own->first && file - own->first < own->max;
}

/* ---- packages of several files ---- */

/* The first file decides: a folder is always asked for as a whole, so its
 * files are all in a group or none is. */
void resolve_dependency_group(ResolveWorld *world, const WorldFile *files, size_t count) {
  assert(!count || resolve_world_is_dependency(world, files[0]));
  Dependencies *own = &world->dependencies;
  if (!count || world->files[files[0]].group) return;
  DependencyPackage *group = ARENA_NEW(&own->arena, DependencyPackage);
  *group = (DependencyPackage){.files = arena_copy(&own->arena, files, count * sizeof *files), .count = (uint32_t)count,
                               .next = own->packages};
  own->packages = group;
  for (size_t i = 0; i < count; i++) world->files[files[i]].group = group;
}

static int by_key(const void *a, const void *b) {
  const TableItem *left = a, *right = b;
  if (left->key != right->key) return left->key < right->key ? -1 : 1;
  if (left->file != right->file) return left->file < right->file ? -1 : 1;
  return (left->def > right->def) - (left->def < right->def);
}

typedef VEC(TableItem) TableItems;

/* The files of a group are one package because they lie together; what they
 * declare as their package's name is told only to whoever reads the file, so
 * the key leaves it out. */
static void add_file(ResolveWorld *world, Arena *scratch, WorldFile file, TableItems *items) {
  const WorldEntry *entry = &world->files[file];
  const Facts *lent = world->source.borrow(world->source.context, file, FACTS_REFS);
  if (!lent) return;
  Facts facts = *lent;
  facts.package = (NameId){0};
  size_t count;
  const Key *keys = resolve_file_keys(scratch, entry->path, entry->lang->language, &facts, true, &count);
  for (size_t i = 0; i < count; i++) *vec_add(scratch, items) = (TableItem){keys[i].key, file, keys[i].def};
  world->source.give_back(world->source.context, file);
}

/* Without the lock, because facts may have to be read and parsed first, and
 * that asks for the lock itself. Two threads may make the same table; the
 * one that comes second throws its own away. Whoever sees is_ready (acquire)
 * sees the items that were written before it (release). */
static void make_table(ResolveWorld *world, DependencyPackage *group) {
  Arena scratch;
  TableItems items = {0};
  arena_init(&scratch);
  for (uint32_t i = 0; i < group->count; i++) add_file(world, &scratch, group->files[i], &items);
  if (items.len) qsort(items.items, items.len, sizeof *items.items, by_key);
  lock_take(&world->library_lock);
  if (!atomic_load(&group->is_ready)) {
    group->items = arena_heap_alloc((items.len + 1) * sizeof *group->items);
    if (items.len) memcpy(group->items, items.items, items.len * sizeof *group->items);
    group->item_count = items.len;
    atomic_store_explicit(&group->is_ready, true, memory_order_release);
  }
  lock_give(&world->library_lock);
  arena_clear(&scratch);
}

static void forget_table(DependencyPackage *group) {
  free(group->items);
  group->items = NULL;
  group->item_count = 0;
  atomic_store(&group->is_ready, false);
}

/* Every file of the package is asked for, not just those that have the name:
 * when one of them changes, the name may come or go. */
size_t resolve_dependency_get(Run *run, const View *from, uint64_t key, const TableItem **ret_items) {
  ResolveWorld *world = run->world;
  DependencyPackage *group = from->entry->group;
  *ret_items = NULL;
  if (!group) return 0;
  for (uint32_t i = 0; i < group->count; i++) resolve_ask(run, resolve_dependency_key(world->files[group->files[i]].path));
  if (!atomic_load_explicit(&group->is_ready, memory_order_acquire)) make_table(world, group);
  size_t low = 0, high = group->item_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (group->items[middle].key < key) low = middle + 1;
    else high = middle;
  }
  *ret_items = &group->items[low];
  size_t end = low;
  while (end < group->item_count && group->items[end].key == key) end++;
  return end - low;
}

/* ---- changes ---- */

static void free_targets(ResolveWorld *world, WorldFile file) {
  assert(resolve_world_is_dependency(world, file) && world->files[file].library_file);
  LibraryFile *own = world->files[file].library_file;
  resolve_targets_free(world, atomic_exchange(&own->targets, NULL));
}

WorldFile resolve_world_dependency(const ResolveWorld *world, size_t nth) {
  return nth < world->dependencies.count ? world->dependencies.first + (WorldFile)nth : 0;
}

/* Nobody resolves meanwhile. The version makes indexes over the former text
 * worthless (view.c); keys, tables and targets are made again when next
 * asked for. */
WorldFile resolve_world_dependency_changed(ResolveWorld *world, Str path) {
  if (!world->dependencies.finder) return 0;
  WorldFile file = (WorldFile)(uintptr_t)map_get(&world->dependencies.paths, path);
  if (!file) return 0;
  free_targets(world, file);
  if (world->files[file].group) forget_table(world->files[file].group);
  world->files[file].version = ++world->dependencies.version;
  return file;
}

static void forget_tables(Dependencies *own) {
  for (DependencyPackage *group = own->packages; group; group = group->next) forget_table(group);
  own->packages = NULL;
}

void resolve_world_forget_dependencies(ResolveWorld *world) {
  Dependencies *own = &world->dependencies;
  if (!own->finder) return;
  for (uint32_t i = 0; i < own->count; i++) {
    free_targets(world, own->first + i);
    world->files[own->first + i] = (WorldEntry){.is_library = true, .is_dependency = true};
  }
  forget_tables(own);
  own->count = own->cut = 0;
  arena_reset(&own->arena);
  map_init(&own->paths, &own->arena);
  resolve_finder_forget(own->finder);
  resolve_siblings_forget(world);
  world->stale = true;
}

size_t resolve_world_dependencies_cut(const ResolveWorld *world) { return world->dependencies.cut; }

void resolve_dependencies_close(ResolveWorld *world) {
  Dependencies *own = &world->dependencies;
  if (!own->finder) return;
  for (uint32_t i = 0; i < own->count; i++) free_targets(world, own->first + i);
  forget_tables(own);
  resolve_finder_close(own->finder);
  arena_clear(&own->arena);
}
