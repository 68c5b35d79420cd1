/* What readers of manifests write down. */
#ifndef FATHOM_LANGUAGES_COMMON_PACKAGE_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_PACKAGE_INTERNAL_H

#include "src/languages/language.h"

/* Both pass over what is empty. */
void language_package_name(Arena *arena, LanguagePackage *package, Str name);
void language_package_need(Arena *arena, LanguagePackage *package, Str name, bool is_test);
/* LanguageHome.leads where imports begin with the name of the package, and go on
 * behind a slash. */
bool language_package_leads(Str specifier, Str package, bool is_needed);

#endif
