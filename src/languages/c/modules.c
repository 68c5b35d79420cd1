/* C: which file an #include means: beside the including file, then in the folders that
 * the build's commands name, then anywhere the path ends so; of several the nearest. */
#include "src/languages/common/paths_internal.h"
#include "src/languages/c/c_internal.h"

/* Bytes of the longest run of whole folders that two paths begin with. */
static size_t shared_folders(Str a, Str b) {
  size_t shared = 0;
  for (size_t i = 0; i < a.len && i < b.len && a.ptr[i] == b.ptr[i]; i++) {
    if (a.ptr[i] == '/') shared = i + 1;
  }
  return shared;
}

/* The file nearest to the including one; ties: the shorter path, then order.
 * In <…> a file of the folder itself is meant only when there is no other. */
static WorldFile nearest(LanguageWorld *world, const WorldFile *files, size_t count, Str from, bool system) {
  WorldFile best = 0;
  size_t best_shared = 0, best_len = 0;
  for (size_t i = 0; i < count; i++) {
    Str path = world->path(world, files[i]);
    bool beside = system && str_eq(language_path_folder(path), language_path_folder(from));
    size_t shared = beside ? 0 : shared_folders(path, from) + 1;
    if (best && (shared < best_shared || (shared == best_shared && path.len >= best_len))) continue;
    best = files[i];
    best_shared = shared;
    best_len = path.len;
  }
  return best;
}

static void found(LanguageWorld *world, WorldFile file, LanguageModule *ret_module) {
  ret_module->files = ARENA_NEW(world->arena, WorldFile);
  ret_module->files[0] = file;
  ret_module->count = 1;
}

/* "../a/b.h" seen from anywhere ends in "a/b.h". */
static Str without_dots(Str path) {
  while (str_starts_with(path, STR("../")) || str_starts_with(path, STR("./"))) str_cut(&path, '/');
  return path;
}

void language_c_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                            WorldFile from, LanguageModule *ret_module) {
  Str spec = names_text(facts->names, import->specifier);
  Str here = world->path(world, from), path;
  bool system = import->flags & IMPORT_SYSTEM;
  if (!system && language_path_relative(world->arena, language_path_folder(here), spec, &path)) {
    WorldFile file = world->file(world, path);
    if (file) {
      found(world, file, ret_module);
      return;
    }
  }
  WorldFile searched = language_c_searched(world, here, spec, system);
  if (searched) {
    found(world, searched, ret_module);
    return;
  }
  /* <stdio.h> is the system's, whatever file of that name the project has deep inside. */
  if (system && world->library(world, spec)) {
    found(world, world->library(world, spec), ret_module);
    return;
  }
  const WorldFile *files;
  size_t count;
  Str suffix = without_dots(spec);
  if (world->path_suffix(world, suffix, &files, &count) && count) {
    found(world, nearest(world, files, count, here, system), ret_module);
    return;
  }
  WorldFile file = world->library(world, spec);
  if (file) found(world, file, ret_module);
  ret_module->outside = !file;
}
