/* Labels of builds: "//a/b:c.bzl", ":c.bzl", "@name//a:c.bzl". */
#ifndef FATHOM_LANGUAGES_COMMON_LABELS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_LABELS_INTERNAL_H

#include "src/languages/language.h"

/* The file of a label in `from`. `manifest` is the name of files that begin a build and give
 * it its name, `name_of` what such a text says (empty: nothing). */
void language_find_label(LanguageWorld *world, WorldFile from, Str label, const char *manifest, Str (*name_of)(Arena *arena, Str path, Str text), LanguageModule *ret_module);

#endif
