/* Functions that are written as several clauses, which need not follow each other. */
#ifndef FATHOM_LANGUAGES_COMMON_CLAUSES_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_CLAUSES_INTERNAL_H

#include "src/languages/common/nodes_internal.h"

typedef struct LanguageClause {
  DefNo container, def;
  NameId name;
  unsigned arity; /* functions of other numbers of parameters are others */
} LanguageClause;
typedef VEC(LanguageClause) LanguageClauses;

/* The function that this is a clause of, made by the first one. It reaches to the end of
 * the last that follows without another definition between. */
DefNo language_define_clause(LanguageBuild *build, LanguageClauses *clauses, const LanguageDef *def, unsigned arity);

#endif
