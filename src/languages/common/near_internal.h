/* Imports that name a file by its path, or by the module it says it is. */
#ifndef FATHOM_LANGUAGES_COMMON_NEAR_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_NEAR_INTERNAL_H

#include "src/languages/language.h"

/* The file that a specifier means, with each of the blank-separated `patterns`
 * ("{} {}.sh {/}_{.}.scss": the whole, its folders, its last part) in turn: from
 * the importing file's folder, then from the root, then the only file whose path
 * ends so. Nothing found: outside, unless it was a path from here ("./a"). */
void language_find_near(LanguageWorld *world, WorldFile from, Str specifier, const char *patterns, LanguageModule *ret_module);

/* The only file that declares this name of a module (Facts.package). None:
 * outside; several: nobody knows which. */
void language_find_declared(LanguageWorld *world, Str name, LanguageModule *ret_module);

/* All files that declare this name. None: outside. */
void language_find_package(LanguageWorld *world, Str name, LanguageModule *ret_module);
/* The same for a name with dots whose last parts, two at most, may be those of
 * something in the package, an object or a type. */
void language_find_package_of(LanguageWorld *world, Str name, LanguageModule *ret_module);

#endif
