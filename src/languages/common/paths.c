#include "src/languages/common/paths_internal.h"

Str language_path_folder(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? STR_EMPTY : str_slice(path, 0, slash);
}

Str language_path_join(Arena *arena, Str folder, Str rest) {
  if (!folder.len) return rest;
  if (!rest.len) return folder;
  return str_format(arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(rest));
}

bool language_path_relative(Arena *arena, Str folder, Str relative, Str *ret_path) {
  Str at = folder;
  while (relative.len) {
    Str part = str_cut(&relative, '/');
    if (!part.len || str_eq(part, STR("."))) continue;
    if (!str_eq(part, STR(".."))) {
      at = language_path_join(arena, at, part);
    } else if (at.len) {
      at = language_path_folder(at);
    } else {
      return false;
    }
  }
  *ret_path = at;
  return true;
}
