/* Calls whose target is a value, from the facts of the file. */
#include "src/base/vec.h"
#include "src/query/path.h"

#define CHAIN_MAX 32 /* of members and calls */

/* The nearest bind of a name around an expression; NULL: none in the file. */
static const Bind *bind_of(const Facts *facts, const Expr *expr) {
  ScopeNo scope = expr->scope;
  for (size_t depth = 0; scope && scope < facts->scopes.len && depth < 256; depth++) {
    for (size_t i = 1; i < facts->binds.len; i++) {
      const Bind *bind = &facts->binds.items[i];
      if (bind->scope == scope && names_same(bind->name, expr->name) && !(bind->flags & BIND_NARROW)) return bind;
    }
    scope = facts->scopes.items[scope].parent;
  }
  return NULL;
}

static const Expr *expr_at(const Facts *facts, ExprNo number) {
  return number && number < facts->exprs.len ? &facts->exprs.items[number] : NULL;
}

/* What a chain of members, calls and subscripts begins with. */
static const Expr *root_of(const Facts *facts, const Expr *expr) {
  for (size_t i = 0; expr && i < CHAIN_MAX; i++) {
    switch (expr->kind) {
      case EXPR_MEMBER: case EXPR_CALL: case EXPR_NEW: case EXPR_INDEX: case EXPR_AWAIT: expr = expr_at(facts, expr->base); break;
      default: return expr;
    }
  }
  return NULL;
}

static const char *why_name(const Facts *facts, const Expr *name) {
  const Bind *bind = bind_of(facts, name);
  if (!bind || bind->import || bind->def) return NULL;
  return bind->flags & BIND_PARAM ? "calls a parameter" : "calls a variable";
}

/* ---- known values: a call of a member that led nowhere is somebody else's ---- */

static bool is_known(const Facts *facts, const Expr *expr, unsigned depth);

static bool is_known_bind(const Facts *facts, const Bind *bind, unsigned depth) {
  const Def *def = bind->def && bind->def < facts->defs.len ? &facts->defs.items[bind->def] : NULL;
  if (bind->type || bind->import || (def && (def->type || !def->value))) return true;
  return is_known(facts, expr_at(facts, def ? def->value : bind->value), depth);
}

static bool is_known_member(const Facts *facts, NameId name, unsigned depth) {
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->flags & BIND_MEMBER && names_same(bind->name, name) && is_known_bind(facts, bind, depth)) return true;
  }
  return false;
}

/* What the project's own functions return without saying so is not. */
static bool is_known(const Facts *facts, const Expr *expr, unsigned depth) {
  if (!expr || depth > CHAIN_MAX) return false;
  const Expr *base = expr_at(facts, expr->base);
  const Bind *bind = NULL;
  switch (expr->kind) {
    case EXPR_NAME: bind = bind_of(facts, expr); return bind && is_known_bind(facts, bind, depth + 1);
    case EXPR_MEMBER:
      if (base && base->kind == EXPR_SELF) return is_known_member(facts, expr->name, depth + 1);
      return is_known(facts, base, depth + 1);
    case EXPR_CALL:
      if (base && base->kind == EXPR_NAME) bind = bind_of(facts, base);
      return !(bind && bind->def) && is_known(facts, base, depth + 1);
    case EXPR_INDEX: case EXPR_AWAIT: return is_known(facts, base, depth + 1);
    case EXPR_ANY: return is_known(facts, expr->list.count ? expr_at(facts, facts->lists.items[expr->list.first]) : NULL, depth + 1);
    case EXPR_SELF: case EXPR_SUPER: return false;
    default: return true; /* a literal, something made */
  }
}

static const char *why_member(const Facts *facts, const Expr *callee) {
  const Expr *root = root_of(facts, callee), *base = expr_at(facts, callee->base);
  if (!root || !base) return NULL;
  if (base->kind == EXPR_SELF) return "calls a member that is set at run time or inherited from outside";
  bool is_open = root->kind == EXPR_SELF || (root->kind == EXPR_NAME && why_name(facts, root));
  return is_open && !is_known(facts, base, 0) ? "calls a member of a value whose type is not known" : NULL;
}

/* NULL: the target is a definition, or not the project's. */
static const char *why_open(const Facts *facts, const Expr *call, bool is_held) {
  const Expr *callee = expr_at(facts, call->base);
  if (!callee) return NULL;
  switch (callee->kind) {
    case EXPR_NAME: return is_held ? "calls a variable" : why_name(facts, callee);
    case EXPR_INDEX: return "calls an element of a collection";
    case EXPR_CALL: return "calls what a call returned";
    case EXPR_MEMBER: return is_held ? "calls a field that holds a function" : why_member(facts, callee);
    default: return NULL;
  }
}

/* A read at the same place (table[key](x)) is no target. */
static bool has_edge(const StoreEdges *edges, const Ref *ref, uint32_t kinds) {
  for (size_t i = 0; i < edges->len; i++) {
    if (!(kinds & STORE_KIND(edges->items[i].kind))) continue;
    if (edges->items[i].line == ref->line && edges->items[i].column == ref->column) return true;
  }
  return false;
}

Err query_open_calls(Job *job, StoreReader *reader, const StoreSymbol *symbol, size_t limit, QueryOpenCalls *ret_calls) {
  Str data;
  Facts facts;
  StoreEdges edges = {0};
  VEC(QueryOpenCall) calls = {0};
  *ret_calls = (QueryOpenCalls){0};
  TRY(store_get_content(job, reader, symbol->file, &data));
  if (!data.ptr || symbol->kind == SYMBOL_FILE) return OK;
  AUTO(Names) names = names_open();
  if (!facts_decode(data, job->arena, names, &facts)) return OK;
  TRY(store_edges_from(job, reader, symbol->id, STORE_ALL_KINDS, &edges));
  for (size_t i = 1; i < facts.refs.len && calls.len < limit; i++) {
    const Ref *ref = &facts.refs.items[i];
    if (ref->from != symbol->def || ref->role != REF_CALL || has_edge(&edges, ref, QUERY_CALLS | QUERY_LINKS)) continue;
    const Expr *call = expr_at(&facts, ref->expr);
    const char *why = call && call->kind == EXPR_CALL ? why_open(&facts, call, has_edge(&edges, ref, STORE_KIND(EDGE_READS))) : NULL;
    if (why) *vec_add(job->arena, &calls) = (QueryOpenCall){ref->line, why};
  }
  *ret_calls = (QueryOpenCalls){calls.items, calls.len};
  return OK;
}
