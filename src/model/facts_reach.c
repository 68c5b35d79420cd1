/* What other files can observe of a file: its definitions outside functions,
 * its imports, the binds of its scopes outside functions; and, since types are
 * inferred from values, all that those are made from, in function bodies too:
 * returned values, the locals they name, the lambdas among them and what those
 * are passed to. */
#include "src/model/facts_internal.h"

typedef enum Sort { SORT_DEF, SORT_BIND, SORT_EXPR } Sort;

typedef struct Open {
  Sort sort;
  uint32_t number;
} Open;

/* Who has an expression as a part, as value or as type. */
typedef struct Parents {
  uint32_t *first; /* by expression: where its row begins */
  Open *rows;
} Parents;

/* A walk over what is reachable, with marks by number. What ends up marked
 * is what others can observe; its fingerprint decides whether they have to
 * be resolved again, so a mark too few would leave stale edges, and one too
 * many only costs time. */
typedef struct Reach {
  Arena *arena;
  const Facts *facts;
  FactsMarks marks;
  BindIndex binds;
  Parents parents;     /* made when first needed */
  ExprNo *exprs_of;    /* by definition: the expression that is it */
  ScopeNo *second;     /* by definition: a scope of it besides `opens`, chained by `beside` */
  ScopeNo *beside;
  bool *climbed; /* by expression: its parents were added */
  bool *named;   /* by first bind of a scope and name: all of them were added */
  VEC(Open) open;
} Reach;

static void add(Reach *reach, bool *marks, Sort sort, uint32_t number) {
  if (!number || marks[number]) return;
  marks[number] = true;
  *vec_add(reach->arena, &reach->open) = (Open){sort, number};
}

static void add_def(Reach *reach, DefNo no) { add(reach, reach->marks.defs, SORT_DEF, no); }
static void add_bind(Reach *reach, BindNo no) { add(reach, reach->marks.binds, SORT_BIND, no); }
static void add_expr(Reach *reach, ExprNo no) { add(reach, reach->marks.exprs, SORT_EXPR, no); }

static void add_list(Reach *reach, ExprList list) {
  for (uint32_t i = 0; i < list.count; i++) add_expr(reach, reach->facts->lists.items[list.first + i]);
}

/* With the scopes around it: numbers of scopes must stay a tree. */
static void add_scope(Reach *reach, ScopeNo no) {
  for (; no && !reach->marks.scopes[no]; no = reach->facts->scopes.items[no].parent) {
    reach->marks.scopes[no] = true;
    add_def(reach, reach->facts->scopes.items[no].def);
  }
}

static void add_import(Reach *reach, ImportNo no) {
  if (!no || reach->marks.imports[no]) return;
  reach->marks.imports[no] = true;
  add_scope(reach, reach->facts->imports.items[no].scope);
}

/* ---- who has an expression ---- */

typedef void EachParent(void *context, ExprNo part, Open parent);

static void each_item(const Facts *facts, ExprList list, Open parent, EachParent *each, void *context) {
  for (uint32_t i = 0; i < list.count; i++) each(context, facts->lists.items[list.first + i], parent);
}

static void each_parent(const Facts *facts, EachParent *each, void *context) {
  for (ExprNo i = 1; i < facts->exprs.len; i++) {
    each(context, facts->exprs.items[i].base, (Open){SORT_EXPR, i});
    each_item(facts, facts->exprs.items[i].list, (Open){SORT_EXPR, i}, each, context);
  }
  for (BindNo i = 1; i < facts->binds.len; i++) each(context, facts->binds.items[i].value, (Open){SORT_BIND, i});
  for (DefNo i = 1; i < facts->defs.len; i++) each(context, facts->defs.items[i].value, (Open){SORT_DEF, i});
}

static void count_parent(void *context, ExprNo part, Open parent) {
  (void)parent;
  ((Parents *)context)->first[part + 1]++;
}

static void put_parent(void *context, ExprNo part, Open parent) {
  Parents *parents = context;
  parents->rows[parents->first[part]++] = parent;
}

/* A counting sort; needed only for files with functions whose parameters
 * have no types. */
static const Parents *parents_of(Reach *reach) {
  Parents *parents = &reach->parents;
  if (parents->first) return parents;
  size_t count = reach->facts->exprs.len;
  parents->first = ARENA_ARRAY(reach->arena, uint32_t, count + 1);
  each_parent(reach->facts, count_parent, parents);
  for (size_t i = 1; i <= count; i++) parents->first[i] += parents->first[i - 1];
  parents->rows = ARENA_ARRAY(reach->arena, Open, parents->first[count] + 1);
  each_parent(reach->facts, put_parent, parents);
  /* Every row's beginning has moved to its end. */
  memmove(parents->first + 1, parents->first, count * sizeof(uint32_t));
  parents->first[0] = 0;
  return parents;
}

/* The parameters of a lambda and the members of an object literal get their
 * types from where it stands: in a call, a list of arguments, a declaration. */
static void add_context(Reach *reach, DefNo no) {
  const Parents *parents = parents_of(reach);
  VEC(ExprNo) up = {0};
  *vec_add(reach->arena, &up) = reach->exprs_of[no];
  while (up.len) {
    ExprNo expr = up.items[--up.len];
    if (!expr || reach->climbed[expr]) continue;
    reach->climbed[expr] = true;
    for (uint32_t i = parents->first[expr]; i < parents->first[expr + 1]; i++) {
      Open parent = parents->rows[i];
      if (parent.sort == SORT_BIND) add_bind(reach, parent.number);
      if (parent.sort == SORT_DEF) add_def(reach, parent.number);
      if (parent.sort != SORT_EXPR) continue;
      add_expr(reach, parent.number);
      *vec_add(reach->arena, &up) = parent.number;
    }
  }
}

/* ---- the steps ---- */

static bool has_untyped_param(const Reach *reach, ScopeNo scope) {
  for (BindNo i = reach->binds.in_scope[scope]; i; i = reach->binds.beside[i]) {
    const Bind *bind = &reach->facts->binds.items[i];
    if ((bind->flags & BIND_PARAM) && !bind->type) return true;
  }
  return false;
}

/* What a scope shows to others: a function's its parameters and, where functions have
 * members, these; others all. */
static void add_scope_binds(Reach *reach, ScopeNo no) {
  const Scope *scope = &reach->facts->scopes.items[no];
  bool is_body = scope->kind == SCOPE_FUNCTION || scope->kind == SCOPE_BLOCK;
  for (BindNo i = reach->binds.in_scope[no]; i; i = reach->binds.beside[i]) {
    uint32_t flags = reach->facts->binds.items[i].flags;
    bool is_member = (flags & (BIND_MEMBER | BIND_HOISTED)) == (BIND_MEMBER | BIND_HOISTED); /* of the function itself */
    if (!is_body || is_member || (flags & (BIND_PARAM | BIND_TYPE_PARAM))) add_bind(reach, i);
  }
}

/* What others may ask of a definition: its place, its types, its members. A
 * body's inside is not among it, unless a result or type is worked out from
 * it. */
static void step_def(Reach *reach, DefNo no) {
  const Def *def = &reach->facts->defs.items[no];
  add_def(reach, def->container);
  add_scope(reach, def->scope);
  add_scope(reach, def->opens);
  add_expr(reach, def->type);
  add_expr(reach, def->value);
  add_list(reach, def->bases);
  add_list(reach, def->decorators);
  if (def->opens) add_scope_binds(reach, def->opens);
  for (ScopeNo scope = reach->second[no]; scope; scope = reach->beside[scope]) {
    add_scope(reach, scope);
    add_scope_binds(reach, scope);
  }
  bool is_function = def->opens && reach->facts->scopes.items[def->opens].kind == SCOPE_FUNCTION;
  if (is_function ? has_untyped_param(reach, def->opens) : (def->flags & DEF_ANONYMOUS) != 0) add_context(reach, no);
}

static void step_bind(Reach *reach, BindNo no) {
  const Bind *bind = &reach->facts->binds.items[no];
  add_scope(reach, bind->scope);
  add_expr(reach, bind->type);
  add_expr(reach, bind->value);
  add_def(reach, bind->def);
  add_import(reach, bind->import);
}

/* A name reaches every bind it may lead to in any scope around, since which
 * one counts depends on rules that the model does not know. */
static void step_expr(Reach *reach, ExprNo no) {
  const Facts *facts = reach->facts;
  const Expr *expr = &facts->exprs.items[no];
  add_expr(reach, expr->base);
  add_list(reach, expr->list);
  add_scope(reach, expr->scope);
  if (expr->kind == EXPR_FUNC || expr->kind == EXPR_OBJECT) add_def(reach, expr->number);
  if (expr->kind == EXPR_MODULE) add_import(reach, expr->number);
  if (expr->kind != EXPR_NAME) return;
  for (ScopeNo scope = expr->scope; scope; scope = facts->scopes.items[scope].parent) {
    BindNo first = facts_find_bind(&reach->binds, scope, expr->name);
    if (!first || reach->named[first]) continue;
    reach->named[first] = true;
    for (BindNo i = first; i; i = reach->binds.next[i]) add_bind(reach, i);
  }
}

/* Everything outside of functions. Parents of scopes come first, so one pass
 * tells which ones are inside of a function. */
static void add_roots(Reach *reach) {
  const Facts *facts = reach->facts;
  bool *inside = ARENA_ARRAY(reach->arena, bool, facts->scopes.len); /* of a function */
  reach->marks.scopes[1] = true;
  add_scope(reach, facts->exports);
  for (ScopeNo i = 1; i < facts->scopes.len; i++) {
    const Scope *scope = &facts->scopes.items[i];
    inside[i] = scope->kind == SCOPE_FUNCTION || inside[scope->parent];
    if (inside[i] || scope->kind == SCOPE_BLOCK || scope->kind == SCOPE_OBJECT) continue;
    add_scope(reach, i);
    add_scope_binds(reach, i);
  }
  for (DefNo i = 1; i < facts->defs.len; i++) {
    if (!(facts->defs.items[i].flags & (DEF_LOCAL | DEF_ANONYMOUS))) add_def(reach, i);
  }
  for (ImportNo i = 1; i < facts->imports.len; i++) add_import(reach, i);
}

/* Which expression stands for a definition, and which further scopes it
 * opened (reopened namespaces, declarations that merge). */
static void index_defs(Reach *reach) {
  const Facts *facts = reach->facts;
  reach->exprs_of = ARENA_ARRAY(reach->arena, ExprNo, facts->defs.len);
  reach->second = ARENA_ARRAY(reach->arena, ScopeNo, facts->defs.len);
  reach->beside = ARENA_ARRAY(reach->arena, ScopeNo, facts->scopes.len);
  for (ExprNo i = 1; i < facts->exprs.len; i++) {
    const Expr *expr = &facts->exprs.items[i];
    if (expr->kind == EXPR_FUNC || expr->kind == EXPR_OBJECT) reach->exprs_of[expr->number] = i;
  }
  for (ScopeNo i = 1; i < facts->scopes.len; i++) {
    DefNo def = facts->scopes.items[i].def;
    if (!def || facts->defs.items[def].opens == i) continue;
    reach->beside[i] = reach->second[def];
    reach->second[def] = i;
  }
}

/* Everything that another file's resolution can reach in this file, as far
 * as can be said without resolving. Rather too much than too little: what is
 * left out here is gone for everybody else. */
FactsMarks facts_reach(Arena *arena, const Facts *facts) {
  Reach reach = {.arena = arena, .facts = facts, .binds = facts_index_binds(arena, facts)};
  reach.marks = (FactsMarks){.scopes = ARENA_ARRAY(arena, bool, facts->scopes.len),
                             .defs = ARENA_ARRAY(arena, bool, facts->defs.len),
                             .binds = ARENA_ARRAY(arena, bool, facts->binds.len),
                             .imports = ARENA_ARRAY(arena, bool, facts->imports.len),
                             .exprs = ARENA_ARRAY(arena, bool, facts->exprs.len)};
  reach.climbed = ARENA_ARRAY(arena, bool, facts->exprs.len);
  reach.named = ARENA_ARRAY(arena, bool, facts->binds.len);
  index_defs(&reach);
  add_roots(&reach);
  while (reach.open.len) {
    Open open = reach.open.items[--reach.open.len];
    if (open.sort == SORT_DEF) step_def(&reach, open.number);
    else if (open.sort == SORT_BIND) step_bind(&reach, open.number);
    else step_expr(&reach, open.number);
  }
  return reach.marks;
}
