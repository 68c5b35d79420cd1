/* Clauses of functions. */
#include "src/languages/common/clauses_internal.h"

enum { CLAUSES_BACK = 64 }; /* how far apart the clauses of a function may stand */

static DefNo find(const LanguageBuild *build, const LanguageClauses *clauses, NameId name, unsigned arity) {
  for (size_t i = clauses->len, left = CLAUSES_BACK; i-- > 0 && left--;) {
    const LanguageClause *at = &clauses->items[i];
    if (at->container == build->container && at->arity == arity && names_same(at->name, name)) return at->def;
  }
  return 0;
}

DefNo language_define_clause(LanguageBuild *build, LanguageClauses *clauses, const LanguageDef *def, unsigned arity) {
  NameId name = language_name(build, def->name);
  DefNo known = find(build, clauses, name, arity);
  if (known && known == build->facts->defs.len - 1) language_extend(build, known, def->whole);
  if (known) return known;
  DefNo made = language_define(build, def);
  *vec_add(build->arena, clauses) = (LanguageClause){build->container, made, name, arity};
  return made;
}
