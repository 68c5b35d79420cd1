/* Inside Starlark. */
#ifndef FATHOM_LANGUAGES_STARLARK_INTERNAL_H
#define FATHOM_LANGUAGES_STARLARK_INTERNAL_H

#include "src/languages/language.h"

/* package.c: LanguageHome.read_package. */
bool language_starlark_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package);

#endif
