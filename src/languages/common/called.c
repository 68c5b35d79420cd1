/* What is called is a function, however it was made: a partial application has no
 * parameters of its own, and only its use tells it from data. Told by the name alone,
 * for a file seldom calls one name and keeps data under it elsewhere. */
#include "src/languages/common/called_internal.h"

#include "src/base/map.h"

void language_finish_called(LanguageBuild *build) {
  Facts *facts = build->facts;
  Map called;
  map_init(&called, build->arena);
  for (size_t i = 0; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    ExprNo callee = ref->role == REF_CALL && ref->expr ? language_expr_at(build, ref->expr)->base : 0;
    if (callee && language_expr_at(build, callee)->kind == EXPR_NAME) map_put(&called, names_text(facts->names, language_expr_at(build, callee)->name), facts);
  }
  for (size_t i = 1; i < facts->defs.len; i++) {
    Def *def = &facts->defs.items[i];
    bool is_object = def->value && language_expr_at(build, def->value)->kind == EXPR_OBJECT;
    if (def->kind == SYMBOL_VARIABLE && !is_object && map_get(&called, names_text(facts->names, def->name))) def->kind = SYMBOL_FUNCTION;
  }
}

void language_finish_made(LanguageBuild *build, const char *makers) {
  for (size_t i = 1; i < build->facts->defs.len; i++) {
    Def *def = &build->facts->defs.items[i];
    const Expr *value = def->kind == SYMBOL_VARIABLE && def->value ? language_expr_at(build, def->value) : NULL;
    const Expr *callee = value && value->kind == EXPR_CALL && value->base ? language_expr_at(build, value->base) : NULL;
    if (callee && callee->kind == EXPR_NAME && language_word_in(makers, names_text(build->facts->names, callee->name))) def->kind = SYMBOL_FUNCTION;
  }
}
