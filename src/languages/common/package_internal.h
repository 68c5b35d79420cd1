/* What readers of manifests write down. */
#ifndef FATHOM_LANGUAGES_COMMON_PACKAGE_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_PACKAGE_INTERNAL_H

#include "src/languages/language.h"

/* Both pass over what is empty. */
void language_package_name(Arena *arena, LanguagePackage *package, Str name);
void language_package_need(Arena *arena, LanguagePackage *package, Str name, bool is_test);

#endif
