/* Where imports lead, for languages that say so in their descriptor instead of
 * by a hook. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/paths_internal.h"
#include "src/languages/language.h"

/* "a.b" -> "a/b" */
static Str dots_to_folders(Arena *arena, Str specifier) {
  char *path = str_to_c(arena, specifier);
  for (size_t i = 0; i < specifier.len; i++) {
    if (path[i] == '.') path[i] = '/';
  }
  return (Str){path, specifier.len};
}

/* "{}/init.lua" with the path in its place. */
static Str fill(Arena *arena, Str pattern, Str path) {
  size_t at = str_find(pattern, STR("{}"));
  if (at == STR_NONE) return pattern;
  return str_format(arena, "%.*s%.*s%.*s", (int)at, pattern.ptr, STR_ARG(path),
                    (int)(pattern.len - at - 2), pattern.ptr + at + 2);
}

/* Wherever a source folder begins, as long as there is only one such file. */
static WorldFile find_path(LanguageWorld *world, Str path, bool anywhere) {
  WorldFile file = world->file(world, path);
  const WorldFile *found;
  size_t count;
  if (!file && anywhere && world->path_suffix(world, path, &found, &count) && count == 1) return found[0];
  return file;
}

static void find_by_path(const Language *language, LanguageWorld *world, Str specifier, WorldFile from,
                         LanguageModule *ret_module) {
  bool is_relative = str_starts_with(specifier, STR("."));
  Str path, patterns = str_from_c(language->modules);
  if (!is_relative) {
    path = dots_to_folders(world->arena, specifier);
  } else if (!language_path_relative(world->arena, language_path_folder(world->path(world, from)), specifier, &path)) {
    return;
  }
  while (patterns.len) {
    WorldFile file = find_path(world, fill(world->arena, str_cut(&patterns, ' '), path), !is_relative);
    if (!file) continue;
    ret_module->files = arena_copy(world->arena, &file, sizeof file);
    ret_module->count = 1;
    return;
  }
  ret_module->outside = !is_relative;
}

bool language_has_modules(const Language *language) {
  return language->find_module || language->modules || language->near || language->by_declared;
}

void language_find_module(const Language *language, LanguageWorld *world, const Facts *facts, const Import *import,
                          WorldFile from, LanguageModule *ret_module) {
  Str specifier = names_text(facts->names, import->specifier);
  if (language->find_module) language->find_module(world, facts, import, from, ret_module);
  else if (language->modules) find_by_path(language, world, specifier, from, ret_module);
  else if (language->near) language_find_near(world, from, specifier, language->near, ret_module);
  else if (language->by_declared) language_find_declared(world, specifier, ret_module);
}
