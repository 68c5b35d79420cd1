/* A file's facts by name and by definition: a survey asks about all of a
 * file's symbols, and looking at all its facts for each would take the square
 * of their number. */
#include "src/query/survey/survey_internal.h"

#define SCOPES_MAX 256 /* in each other */

static int64_t bind_key(ScopeNo scope, NameId name) { return (int64_t)((uint64_t)scope << 32 | name.value); }

/* A definition that is bound in a scope other than the one it opens has a
 * name somebody can use. */
static void look_at_binds(Arena *arena, SurveyLook *look) {
  const Facts *facts = look->facts;
  idmap_init(&look->binds, arena);
  look->is_bound = ARENA_ARRAY(arena, bool, facts->defs.len);
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope != facts->defs.items[bind->def].opens) look->is_bound[bind->def] = true;
    if (!(bind->flags & BIND_NARROW)) idmap_add(&look->binds, bind_key(bind->scope, bind->name), i);
  }
}

/* The last reference of a name first. */
static void look_at_refs(Arena *arena, SurveyLook *look) {
  const Facts *facts = look->facts;
  idmap_init(&look->names, arena);
  look->last = ARENA_ARRAY(arena, RefNo, facts->refs.len + 1);
  look->before = ARENA_ARRAY(arena, RefNo, facts->refs.len + 1);
  for (RefNo i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    const Expr *expr = query_look_named(facts, ref);
    if (ref->role == REF_DECORATE) *vec_add(arena, &look->decorates) = ref;
    if (!expr || expr->kind != EXPR_NAME || ref->role == REF_WRITE) continue;
    uint32_t number = idmap_add(&look->names, expr->name.value, (uint32_t)look->names.len);
    look->before[i] = look->last[number];
    look->last[number] = i;
  }
}

void query_look_init(Arena *arena, const Facts *facts, SurveyLook *ret_look) {
  *ret_look = (SurveyLook){.facts = facts};
  look_at_binds(arena, ret_look);
  look_at_refs(arena, ret_look);
}

const Expr *query_look_named(const Facts *facts, const Ref *ref) {
  const Expr *expr = query_expr_at(facts, ref->expr);
  if (expr && (expr->kind == EXPR_CALL || expr->kind == EXPR_NEW)) expr = query_expr_at(facts, expr->base);
  return expr && (expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER) ? expr : NULL;
}

RefNo query_look_last(const SurveyLook *look, NameId name) {
  uint32_t number = idmap_get(&look->names, name.value);
  return number == IDMAP_NONE ? 0 : look->last[number];
}

const Bind *query_look_bind(const SurveyLook *look, const Expr *expr) {
  const Facts *facts = look->facts;
  ScopeNo scope = expr->scope;
  for (size_t depth = 0; scope && scope < facts->scopes.len && depth < SCOPES_MAX; depth++) {
    uint32_t found = idmap_get(&look->binds, bind_key(scope, expr->name));
    if (found != IDMAP_NONE) return &facts->binds.items[found];
    scope = facts->scopes.items[scope].parent;
  }
  return NULL;
}
