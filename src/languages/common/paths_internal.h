/* Paths of a project's files, as module look-ups need them. */
#ifndef FATHOM_LANGUAGES_COMMON_PATHS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_PATHS_INTERNAL_H

#include "src/base/str.h"

Str language_path_folder(Str path); /* without the last part; "" is the root */
Str language_path_join(Arena *arena, Str folder, Str rest);
/* `folder` and "../x/./y" in one; false when that leaves the root. */
bool language_path_relative(Arena *arena, Str folder, Str relative, Str *ret_path);

#endif
