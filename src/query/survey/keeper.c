/* What keeps a definition that no edge leads to, as the facts of its file say:
 * it has no name to call it by, it is a member of something that is handed on,
 * its name is used otherwise, or its type is built on one from outside that may call it. */
#include "src/languages/language.h"
#include "src/query/graph/graph.h"
#include "src/query/names/names.h"
#include "src/query/survey/survey_internal.h"

#define CLIMB_MAX 16 /* levels of types */
#define TYPES_MAX 64
#define SCOPES_MAX 256 /* in each other */

static DefNo def_of(const Facts *facts, const StoreSymbol *symbol) { return symbol->def < facts->defs.len ? symbol->def : 0; }

static bool is_around(const Facts *facts, ScopeNo outer, ScopeNo scope) {
  for (size_t depth = 0; scope && scope < facts->scopes.len && depth < SCOPES_MAX; depth++) {
    if (scope == outer) return true;
    scope = facts->scopes.items[scope].parent;
  }
  return false;
}

/* One of several values of a name (`f = () => 1` behind a condition) that is
 * used: by name from outside, where it or a namesake around it is seen. */
static bool is_read(const SurveyLook *look, DefNo number) {
  const Facts *facts = look->facts;
  const Def *def = &facts->defs.items[number];
  for (RefNo i = query_look_last(look, def->name); i; i = look->before[i]) {
    const Ref *ref = &facts->refs.items[i];
    if (ref->at >= def->full.from && ref->at < def->full.to) continue;
    const Bind *bind = query_look_bind(look, query_look_named(facts, ref));
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

static Err find_base_outside(QueryOpener *opener, const StoreSymbol *type, bool *ret_has) {
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

static Err has_base_outside(SurveyKeeper *keeper, const StoreSymbol *type, bool *ret_has) {
  uint32_t known = idmap_get(&keeper->outside, type->id.value);
  *ret_has = known == 1;
  if (known != IDMAP_NONE) return OK;
  TRY(find_base_outside(&keeper->opener, type, ret_has));
  idmap_add(&keeper->outside, type->id.value, *ret_has);
  return OK;
}

/* Any base of any base: a framework's class is often several levels up. */
static Err is_based_outside(SurveyKeeper *keeper, SymbolId id, bool *ret_is) {
  Job *job = keeper->opener.job;
  QueryRelatives up;
  StoreSymbol type;
  TRY(query_symbol(job, keeper->reader, id, &type));
  if (!type.id.value) return OK;
  TRY(has_base_outside(keeper, &type, ret_is));
  if (*ret_is) return OK;
  TRY(query_hierarchy(job, keeper->reader, type.id, (QueryClimb){true, CLIMB_MAX, TYPES_MAX}, &up));
  for (size_t i = 0; i < up.len && !*ret_is; i++) TRY(has_base_outside(keeper, &up.items[i].symbol, ret_is));
  return OK;
}

/* The method may override one that is not in the workspace. */
static Err may_override(SurveyKeeper *keeper, const StoreSymbol *method, bool *ret_may) {
  *ret_may = false;
  if (method->kind != SYMBOL_METHOD || method->flags & DEF_PRIVATE || !method->container_id.value) return OK;
  uint32_t known = idmap_get(&keeper->types, method->container_id.value);
  *ret_may = known == 1;
  if (known != IDMAP_NONE) return OK;
  TRY(is_based_outside(keeper, method->container_id, ret_may));
  idmap_add(&keeper->types, method->container_id.value, *ret_may);
  return OK;
}

/* ---- */

void query_survey_keeper_init(SurveyKeeper *keeper, Arena *arena, StoreReader *reader) {
  *keeper = (SurveyKeeper){.reader = reader};
  idmap_init(&keeper->types, arena);
  idmap_init(&keeper->outside, arena);
}

/* Facts of one file at a time; answers about types are kept over all files. */
Err query_survey_keeper_open(SurveyKeeper *keeper, Job *job, const StoreFile *file) {
  const Facts *facts;
  query_opener_init(&keeper->opener, job, keeper->reader);
  keeper->look = (SurveyLook){0};
  Err err = query_opener_facts(&keeper->opener, file->id, &facts);
  if (err) query_opener_clear(&keeper->opener);
  else if (facts) query_look_init(job->arena, facts, &keeper->look);
  return err;
}

void query_survey_keeper_close(SurveyKeeper *keeper) { query_opener_clear(&keeper->opener); }

/* Whether reading a name could mean this definition, whatever it is. */
static bool is_value(const StoreSymbol *symbol) {
  const Language *language = language_for_file(symbol->path, STR_EMPTY);
  return language && language->rules.namespaces != LANGUAGE_NAMES_KINDS_APART;
}

/* Each reason costs more than the one before, so they are asked in that
 * order. When in doubt a definition is kept: calling live code dead is the
 * worse mistake. */
Err query_survey_is_kept(SurveyKeeper *keeper, const StoreSymbol *symbol, bool *ret_kept) {
  const SurveyLook *look = &keeper->look;
  const Facts *facts = look->facts;
  DefNo def = facts ? def_of(facts, symbol) : 0;
  *ret_kept = true;
  if (def && is_of_nameless(facts, &facts->defs.items[def])) return OK;
  /* Bound to no name: the language runs it, or it is the value of something. */
  if (def && symbol->kind == SYMBOL_FUNCTION && !look->is_bound[def]) return OK;
  if (def && is_value(symbol) && is_read(look, def)) return OK;
  TRY(may_override(keeper, symbol, ret_kept));
  if (*ret_kept || !facts) return OK;
  /* It may keep or call it. */
  Str decorator = query_decorator_among(keeper->opener.job->arena, facts, look->decorates.items, look->decorates.len, symbol);
  *ret_kept = decorator.len > 0;
  return OK;
}
