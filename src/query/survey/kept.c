/* What keeps a definition that no edge leads to, as the facts of its file say:
 * it has no name to call it by, it is a member of something that is handed on,
 * its name is used otherwise, or its type is built on one from outside that may call it. */
#include "src/languages/language.h"
#include "src/query/decorator.h"
#include "src/query/hierarchy.h"
#include "src/query/survey/survey_internal.h"
#include "src/query/target.h"

#define CLIMB_MAX 16 /* levels of types */
#define TYPES_MAX 64
#define SCOPES_MAX 256 /* in each other */

static DefNo def_of(const Facts *facts, const StoreSymbol *symbol) { return symbol->def < facts->defs.len ? symbol->def : 0; }

/* Where others can name it; the name of a function's value holds in itself only. */
static const Bind *bind_of_def(const Facts *facts, DefNo def) {
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->def == def && bind->scope != facts->defs.items[def].opens) return bind;
  }
  return NULL;
}

static bool is_around(const Facts *facts, ScopeNo outer, ScopeNo scope) {
  for (size_t depth = 0; scope && scope < facts->scopes.len && depth < SCOPES_MAX; depth++) {
    if (scope == outer) return true;
    scope = facts->scopes.items[scope].parent;
  }
  return false;
}

/* One of several values of a name (`f = () => 1` behind a condition) that is
 * used: by name from outside, where it or a namesake around it is seen. */
static bool is_read(const Facts *facts, DefNo number) {
  const Def *def = &facts->defs.items[number];
  for (size_t i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    const Expr *expr = query_expr_at(facts, ref->expr);
    if (expr && (expr->kind == EXPR_CALL || expr->kind == EXPR_NEW)) expr = query_expr_at(facts, expr->base);
    if (!expr || expr->kind != EXPR_NAME || !names_same(expr->name, def->name) || ref->role == REF_WRITE) continue;
    if (ref->at >= def->full.from && ref->at < def->full.to) continue;
    const Bind *bind = query_bind_of(facts, expr);
    if (bind && is_around(facts, bind->scope, def->scope)) return true;
  }
  return false;
}

/* A member of an object or type without a name, which nobody keeps in a variable. */
static bool is_of_nameless(const Facts *facts, const Def *def) {
  const Scope *scope = &facts->scopes.items[def->scope];
  const Def *around = &facts->defs.items[def->container];
  if (scope->kind != SCOPE_OBJECT && scope->kind != SCOPE_TYPE) return false;
  if (!scope->def || !(facts->defs.items[scope->def].flags & DEF_ANONYMOUS)) return false;
  return !def->container || !query_is_variable((SymbolKind)around->kind);
}

/* Bases but for the one that every type has, and embedded ones, which call nothing. */
static size_t count_bases(const Facts *facts, const Def *def, Str root) {
  size_t count = 0;
  for (uint32_t i = 0; i < def->bases.count; i++) {
    const Expr *base = query_expr_at(facts, facts->lists.items[def->bases.first + i]);
    if (!base || base->flags & EXPR_EMBEDDED) continue;
    count += base->kind != EXPR_NAME || !root.len || !str_eq(names_text(facts->names, base->name), root);
  }
  return count;
}

static Err has_base_outside(QueryOpener *opener, const StoreSymbol *type, bool *ret_has) {
  const Facts *facts;
  StoreEdges edges = {0};
  TRY(query_opener_facts(opener, type->file, &facts));
  DefNo def = facts ? def_of(facts, type) : 0;
  *ret_has = false;
  if (!def) return OK;
  const Language *language = language_for_file(type->path, STR_EMPTY);
  Str root = language && language->names.object ? str_from_c(language->names.object) : STR_EMPTY;
  size_t bases = count_bases(facts, &facts->defs.items[def], root);
  if (!bases) return OK;
  TRY(store_edges_from(opener->job, opener->reader, type->id, STORE_KIND(EDGE_EXTENDS) | STORE_KIND(EDGE_IMPLEMENTS), &edges));
  *ret_has = edges.len < bases;
  return OK;
}

/* The method may override one that is not in the workspace. */
static Err may_override(QueryOpener *opener, const StoreSymbol *method, bool *ret_may) {
  QueryRelatives up;
  StoreSymbol type;
  *ret_may = false;
  if (method->kind != SYMBOL_METHOD || method->flags & DEF_PRIVATE || !method->container_id.value) return OK;
  TRY(query_symbol(opener->job, opener->reader, method->container_id, &type));
  if (!type.id.value) return OK;
  TRY(has_base_outside(opener, &type, ret_may));
  if (*ret_may) return OK;
  TRY(query_hierarchy(opener->job, opener->reader, type.id, true, CLIMB_MAX, TYPES_MAX, &up));
  for (size_t i = 0; i < up.len && !*ret_may; i++) TRY(has_base_outside(opener, &up.items[i].symbol, ret_may));
  return OK;
}

Err query_survey_is_kept(QueryOpener *opener, const StoreSymbol *symbol, bool *ret_kept) {
  const Facts *facts;
  Str decorator;
  *ret_kept = true;
  TRY(query_opener_facts(opener, symbol->file, &facts));
  DefNo def = facts ? def_of(facts, symbol) : 0;
  if (def && is_of_nameless(facts, &facts->defs.items[def])) return OK;
  /* Bound to no name: the language runs it, or it is the value of something. */
  if (def && symbol->kind == SYMBOL_FUNCTION && !bind_of_def(facts, def)) return OK;
  const Language *language = language_for_file(symbol->path, STR_EMPTY);
  if (def && language && !(language->resolve & LANGUAGE_OVERLOADS) && is_read(facts, def)) return OK;
  TRY(may_override(opener, symbol, ret_kept));
  if (*ret_kept) return OK;
  TRY(query_decorator(opener->job, opener->reader, symbol, &decorator)); /* it may keep or call it */
  *ret_kept = decorator.len > 0;
  return OK;
}
