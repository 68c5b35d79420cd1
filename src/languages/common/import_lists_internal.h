/* Imports that are lists: import A, B.c, D as E, and import A: b, c as d. */
#ifndef FATHOM_LANGUAGES_COMMON_IMPORT_LISTS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_IMPORT_LISTS_INTERNAL_H

#include "src/languages/language.h"

/* Kinds of nodes, as the language numbers them. */
typedef struct LanguageImportLists {
  unsigned chosen; /* A: b, c, of which the first part is the module */
  unsigned alias;  /* b as c */
  unsigned inside; /* A.b, a name of A */
} LanguageImportLists;

/* All that the statement `node` imports. With `all` a module is known by its name, and so is what it has.
 * What is named from where the file stands (..A) is left out, unless it gets another name. */
void language_import_list(LanguageBuild *build, const LanguageImportLists *lists, NodeNo node, bool all);

#endif
