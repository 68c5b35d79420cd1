/* The world: which files there are and what they answer to. Changed by one
 * thread; read by many while nobody changes it. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/base/room.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/world_internal.h"

/* What a thread may keep where nobody said otherwise. Indexes over files are
 * dropped beyond it and made again, so a smaller number costs time, never
 * answers. */
#define MEMORY_USUAL ((size_t)32 << 20)

/* File 0 means "none" everywhere, so the first entry is never used and
 * counting starts at 1. A world begins stale: the first resolve_imports has
 * to look at everything. */
ResolveWorld *resolve_world_open(Names *names, const ResolveSource *source) {
  ResolveWorld *world = arena_heap_alloc(sizeof *world);
  world->names = names;
  world->source = *source;
  arena_init(&world->arena);
  arena_init(&world->configs_arena);
  map_init(&world->configs, &world->configs_arena);
  map_init_in_pile(&world->paths, &world->pile);
  world->file_cap = 64;
  world->files = room_grow(NULL, 0, world->file_cap * sizeof *world->files);
  world->file_count = 1;
  world->finder = resolve_finder_open(world, FINDER_PROJECT);
  if (source->installed) {
    Dependencies *own = &world->dependencies;
    own->finder = resolve_finder_open(world, FINDER_INSTALLED);
    own->max = (uint32_t)source->installed->files_max;
    arena_init(&own->arena);
    map_init(&own->paths, &own->arena);
    world->finder->installed = own->finder;
  }
  world->stale = true;
  world->memory = MEMORY_USUAL;
  lock_init(&world->library_lock);
  return world;
}

void resolve_world_limit(ResolveWorld *world, size_t bytes) { world->memory = bytes ? bytes : MEMORY_USUAL; }

/* Import targets hold references to shared lists of files and have to be
 * given back one by one; the path stays, because a removed file keeps it for
 * whoever still has its number. */
static void release_entry(ResolveWorld *world, WorldEntry *entry) {
  resolve_targets_free(world, entry->targets);
  entry->targets = NULL;
}

/* Dependencies first: their import targets refer to lists of files that are
 * freed below. */
void resolve_world_close(ResolveWorld *world) {
  resolve_dependencies_close(world);
  resolve_siblings_forget(world);
  for (size_t i = 1; i < world->file_count; i++) release_entry(world, &world->files[i]);
  room_free(world->files, world->file_cap * sizeof *world->files);
  for (Family *family = world->families; family; family = family->next) {
    if (family->library) resolve_library_close(world, family->library);
  }
  resolve_table_clear(&world->table);
  resolve_file_lists_clear(&world->lists);
  resolve_holders_clear(&world->holders);
  resolve_includes_clear(world);
  resolve_finder_close(world->finder);
  arena_clear(&world->configs_arena);
  pile_clear(&world->pile);
  arena_clear(&world->arena);
  lock_clear(&world->library_lock);
  free(world);
}

Str resolve_keep_path(ResolveWorld *world, Str path) {
  return (Str){pile_copy(&world->pile, path.ptr, path.len), path.len};
}

/* Entries may move here, so nobody keeps a pointer to one across a put, and
 * nobody puts while others resolve. Dependencies, which are met during
 * resolution, therefore have their entries set aside beforehand
 * (dependency.c). */
WorldFile resolve_world_add_entry(ResolveWorld *world, Str path, const Lang *lang) {
  if (world->file_count == world->file_cap) {
    size_t cap = world->file_cap * 2;
    world->files = room_grow(world->files, world->file_cap * sizeof *world->files, cap * sizeof *world->files);
    world->file_cap = cap;
  }
  world->files[world->file_count] = (WorldEntry){.path = path, .lang = lang, .live = true};
  return (WorldFile)world->file_count++;
}

/* Forgets what others could look up in the file. Items that were added since
 * imports were last followed lie behind the sorted part of the tables and
 * are taken out at once; sorted ones are only marked, because taking out
 * each file's items apart would cost a pass over the table per file, and one
 * pass does for all of them later. */
static void drop_keys(ResolveWorld *world, WorldFile file) {
  WorldEntry *entry = &world->files[file];
  if (entry->fresh) {
    resolve_table_take_back(&world->table, file);
    resolve_holders_take_back(&world->holders, file);
  }
  entry->dropped = true;
}

/* The keys are hashes and numbers: nothing of the facts is kept, which the
 * caller may drop as soon as this returns. */
static void add_keys(ResolveWorld *world, WorldFile file, const Facts *facts, ResolveAnswers answers) {
  assert(file && file < world->file_count && world->files[file].live);
  for (size_t i = 0; i < answers.count; i++) {
    resolve_table_add(&world->table, (TableItem){answers.keys[i].key, file, answers.keys[i].def});
  }
  if (resolve_has_linkage(world->files[file].lang)) resolve_holders_add(&world->holders, facts, file);
}

static WorldFile find_path(const ResolveWorld *world, Str path) {
  return (WorldFile)(uintptr_t)map_get(&world->paths, path);
}

/* A file that is put again keeps its number: edges and indexes of others
 * name it by that. Only what changes the answers of module look-ups makes
 * the world stale (a path, a language or a package that is new); another
 * body does not, and then imports of other files need not be followed again. */
WorldFile resolve_world_put_made(ResolveWorld *world, Str path, const Language *language, const Facts *facts,
                                 ResolveAnswers answers) {
  language = language_resolved(language);
  const Lang *lang = resolve_lang(world, language);
  if (!lang->family->tried) resolve_library_load(world, (Lang *)(uintptr_t)lang);
  WorldFile file = find_path(world, path);
  if (!file) {
    file = resolve_world_add_entry(world, resolve_keep_path(world, path), lang);
    map_put(&world->paths, world->files[file].path, (void *)(uintptr_t)file);
    world->stale = true;
  } else {
    drop_keys(world, file);
  }
  WorldEntry *entry = &world->files[file];
  if (entry->lang != lang || !names_same(entry->package, facts->package)) world->stale = true;
  entry->lang = lang;
  entry->package = facts->package;
  entry->package_id =
      resolve_package_id(language, false, entry->path, names_text(facts->names, facts->package));
  entry->is_test = facts->is_test;
  entry->version++;
  entry->fresh = true;
  add_keys(world, file, facts, answers);
  return file;
}

WorldFile resolve_world_put(ResolveWorld *world, Str path, const Language *language, const Facts *facts) {
  Arena scratch;
  arena_init(&scratch);
  WorldFile file = resolve_world_put_made(world, path, language, facts, resolve_answers(&scratch, path, language, facts));
  arena_clear(&scratch);
  return file;
}

void resolve_world_remove(ResolveWorld *world, WorldFile file) {
  if (!file || file >= world->file_count || !world->files[file].live) return;
  drop_keys(world, file);
  map_remove(&world->paths, world->files[file].path);
  release_entry(world, &world->files[file]);
  world->files[file].live = false;
  world->stale = true;
}

void resolve_world_put_config(ResolveWorld *world, Str path) {
  world->stale = true;
  map_put_copy(&world->configs, path, world);
}

void resolve_world_remove_config(ResolveWorld *world, Str path) {
  world->stale = true;
  map_remove(&world->configs, path);
}

/* By the name alone, wherever it lies: a configuration file of one folder
 * may decide where imports of another one lead. */
bool resolve_is_config(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  for (size_t i = 0; i < language_registry_count; i++) {
    const char *configs = language_registry[i]->configs;
    if (configs && language_word_in(configs, name)) return true;
  }
  return false;
}

Str resolve_world_path(const ResolveWorld *world, WorldFile file) {
  return file && file < world->file_count ? world->files[file].path : STR_EMPTY;
}

bool resolve_world_is_library(const ResolveWorld *world, WorldFile file) {
  return file && file < world->file_count && world->files[file].is_library;
}

bool resolve_world_has_library(const ResolveWorld *world, const Language *language) {
  for (const Family *family = world->families; family; family = family->next) {
    if (str_eq(family->name, resolve_family(language))) return family->library;
  }
  return false;
}
