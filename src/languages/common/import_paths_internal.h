/* Imports that are paths of names, with a choice of names at their end: a.b.C, a.b.*, a.b.{C, D => E}. */
#ifndef FATHOM_LANGUAGES_COMMON_IMPORT_PATHS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_IMPORT_PATHS_INTERNAL_H

#include "src/languages/language.h"

typedef struct LanguageImportPaths {
  unsigned part, all, renamed;      /* kinds of nodes: a name of the path or of the choice; what stands for all names; D => E */
  unsigned path, name, alias;       /* fields: where the path begins; the two names of a renamed one */
  Str (*specifier)(LanguageBuild *build, Str path); /* as modules are looked up */
} LanguageImportPaths;

/* Adds the imports of one statement, each with the names it chooses. */
void language_import_path(LanguageBuild *build, const LanguageImportPaths *paths, NodeNo node);

#endif
