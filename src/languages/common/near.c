/* Which file a path in an import means, for languages whose imports are paths. */
#include "src/languages/common/near_internal.h"

#include "src/languages/common/paths_internal.h"

/* "{}" is all of it, "{/}" its folders with the slash, "{.}" what is behind. */
static Str fill(Arena *arena, Str pattern, Str path) {
  size_t slash = str_find_last_byte(path, '/'), cut = slash == STR_NONE ? 0 : slash + 1;
  Buf out;
  buf_init(&out, arena, pattern.len + 3 * path.len);
  for (size_t i = 0; i < pattern.len; i++) {
    Str rest = str_slice(pattern, i, pattern.len);
    if (str_starts_with(rest, STR("{}"))) buf_add(&out, path), i += 1;
    else if (str_starts_with(rest, STR("{/}"))) buf_add(&out, str_slice(path, 0, cut)), i += 2;
    else if (str_starts_with(rest, STR("{.}"))) buf_add(&out, str_slice(path, cut, path.len)), i += 2;
    else buf_add(&out, str_slice(pattern, i, i + 1));
  }
  return buf_str(&out);
}

static WorldFile find_one(LanguageWorld *world, Str folder, Str path) {
  const WorldFile *found;
  size_t count;
  Str near;
  if (!path.len) return 0;
  WorldFile file = language_path_relative(world->arena, folder, path, &near) ? world->file(world, near) : 0;
  if (!file) file = world->file(world, path);
  while (str_starts_with(path, STR("../")) || str_starts_with(path, STR("./"))) str_cut(&path, '/');
  if (!file && world->path_suffix(world, path, &found, &count) && count == 1) file = found[0];
  return file;
}

void language_find_near(LanguageWorld *world, WorldFile from, Str specifier, const char *patterns, LanguageModule *ret_module) {
  Str folder = language_path_folder(world->path(world, from)), rest = str_from_c(patterns);
  while (rest.len) {
    WorldFile file = find_one(world, folder, fill(world->arena, str_cut(&rest, ' '), specifier));
    if (!file) continue;
    ret_module->files = arena_copy(world->arena, &file, sizeof file);
    ret_module->count = 1;
    return;
  }
  ret_module->outside = !str_starts_with(specifier, STR("."));
}

void language_find_declared(LanguageWorld *world, Str name, LanguageModule *ret_module) {
  const WorldFile *files;
  size_t count = world->package(world, name, &files);
  ret_module->outside = count == 0;
  if (count != 1) return;
  ret_module->files = arena_copy(world->arena, files, sizeof *files);
  ret_module->count = 1;
}

void language_find_package(LanguageWorld *world, Str name, LanguageModule *ret_module) {
  const WorldFile *files = NULL;
  size_t count = world->package(world, name, &files);
  if (count) ret_module->files = arena_copy(world->arena, files, count * sizeof *files);
  ret_module->count = count;
  ret_module->outside = !count;
}

void language_find_package_part(LanguageWorld *world, Str name, LanguageModule *ret_module) {
  enum { PARTS_MAX = 3 };
  Str package = name;
  for (int left_out = 0; left_out < PARTS_MAX && package.len; left_out++) {
    language_find_package(world, package, ret_module);
    if (ret_module->count) {
      if (package.len < name.len) ret_module->rest = str_slice(name, package.len + 1, name.len);
      return;
    }
    size_t dot = str_find_last_byte(package, '.');
    package = dot == STR_NONE ? STR_EMPTY : str_slice(package, 0, dot);
  }
  ret_module->outside = true;
}
