/* Packages in node_modules folders: the declarations they come with, their own
 * or those of @types; without any the JavaScript itself. */
#include "src/languages/typescript/find_internal.h"

#define FOLDER STR("node_modules")

Str language_ts_package_name(Str specifier, Str *ret_rest) {
  size_t slash = str_find_byte(specifier, '/');
  if (str_starts_with(specifier, STR("@")) && slash != STR_NONE) {
    size_t second = str_find_byte(str_slice(specifier, slash + 1, specifier.len), '/');
    slash = second == STR_NONE ? STR_NONE : slash + 1 + second;
  }
  *ret_rest = slash == STR_NONE ? STR_EMPTY : str_slice(specifier, slash + 1, specifier.len);
  return slash == STR_NONE ? specifier : str_slice(specifier, 0, slash);
}

/* Not "..", nothing absolute: what stays beneath the folder it is looked for in. */
static bool is_plain(Str specifier) {
  Str rest = specifier;
  while (rest.len) {
    Str part = str_cut(&rest, '/');
    if (!part.len || part.ptr[0] == '.' || str_find_byte(part, ':') != STR_NONE) return false;
  }
  return specifier.len > 0;
}

static Str last_part(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
}

/* "@scope/name" has its types in "@types/scope__name". */
static Str types_name(Arena *arena, Str name) {
  if (!str_starts_with(name, STR("@"))) return str_format(arena, "@types/%.*s", STR_ARG(name));
  Str rest = str_slice(name, 1, name.len);
  Str scope = str_cut(&rest, '/');
  return str_format(arena, "@types/%.*s__%.*s", STR_ARG(scope), STR_ARG(rest));
}

static WorldFile in_package(TsFinder *finder, Str home, Str name, Str rest) {
  LanguageWorld *world = finder->world;
  Str folder = language_path_join(world->arena, home, name);
  return world->is_folder(world, folder) ? language_ts_package_file(finder, folder, rest) : 0;
}

static WorldFile find_package(TsFinder *finder, Str folder, Str specifier) {
  LanguageWorld *world = finder->world;
  Str rest, name = language_ts_package_name(specifier, &rest);
  for (Str at = folder;; at = language_path_folder(at)) {
    Str home = language_path_join(world->arena, at, FOLDER);
    if (!str_eq(last_part(at), FOLDER) && world->is_folder(world, home)) {
      WorldFile file = in_package(finder, home, name, rest);
      if (!file) file = in_package(finder, home, types_name(world->arena, name), rest);
      if (file) return file;
    }
    if (!at.len) return 0;
  }
}

WorldFile language_ts_installed(TsFinder *finder, Str folder, Str specifier) {
  if (!is_plain(specifier)) return 0;
  WorldFile file = find_package(finder, folder, specifier);
  if (file || finder->takes_plain) return file;
  finder->takes_plain = true;
  file = find_package(finder, folder, specifier);
  finder->takes_plain = false;
  return file;
}
