/* What languages that are written as lists share: (head rest …). */
#ifndef FATHOM_LANGUAGES_COMMON_LISTS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_LISTS_INTERNAL_H

#include "src/languages/common/nodes_internal.h"

/* What lists and names are called in the grammar, by the language's own numbers. */
typedef struct LanguageLists {
  unsigned list, name;
} LanguageLists;

/* All that stands behind a node of a list; 0: nothing. */
void language_visit_after(LanguageBuild *build, NodeNo node);
/* Binds the names of a list, and the heads of lists in it: (a &key (b 1)). What
 * begins with & is none. `but` is left out; 0: nothing is. */
void language_bind_heads(LanguageBuild *build, LanguageLists lists, NodeNo list, NodeNo but);
/* Clauses behind a node: lists that are no calls. Of each the first `skipped`
 * parts are what is compared, and not looked at. */
void language_visit_clauses(LanguageBuild *build, LanguageLists lists, NodeNo after, unsigned skipped);

#endif
