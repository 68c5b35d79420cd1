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
/* The same where the last one or two parts of a.b.C may be types in the package. */
void language_find_package_part(LanguageWorld *world, Str name, LanguageModule *ret_module);

#endif
