/* A part of facts, numbered anew; and facts without expressions that nothing
 * uses. */
#include "src/model/facts_internal.h"

/* The maps are from old to new numbers; entry 0 is 0, so absent stays
 * absent. */
typedef struct Take {
  Arena *arena;
  const Facts *from;
  Facts *to;
  uint32_t *scopes, *defs, *binds, *imports, *exprs; /* new numbers; 0: left out */
} Take;

/* In the old order: whatever is sorted by number stays sorted. */
static uint32_t *number(Arena *arena, const bool *marked, size_t count) {
  uint32_t *numbers = ARENA_ARRAY(arena, uint32_t, count);
  uint32_t next = 1;
  for (size_t i = 1; i < count; i++) {
    if (marked[i]) numbers[i] = next++;
  }
  return numbers;
}

static ExprList take_list(const Take *take, ExprList list) {
  if (!list.count) return (ExprList){0};
  ExprList to = {(uint32_t)take->to->lists.len, list.count};
  for (uint32_t i = 0; i < list.count; i++) {
    uint32_t item = take->exprs[take->from->lists.items[list.first + i]];
    *vec_add(take->arena, &take->to->lists) = item;
  }
  return to;
}

static void take_defs(const Take *take) {
  for (size_t i = 1; i < take->from->defs.len; i++) {
    if (!take->defs[i]) continue;
    Def def = take->from->defs.items[i];
    def.container = take->defs[def.container];
    def.scope = take->scopes[def.scope];
    def.opens = take->scopes[def.opens];
    def.type = take->exprs[def.type];
    def.value = take->exprs[def.value];
    def.bases = take_list(take, def.bases);
    def.decorators = take_list(take, def.decorators);
    *vec_add(take->arena, &take->to->defs) = def;
  }
}

static void take_scopes(const Take *take) {
  for (size_t i = 1; i < take->from->scopes.len; i++) {
    if (!take->scopes[i]) continue;
    Scope scope = take->from->scopes.items[i];
    scope.parent = take->scopes[scope.parent];
    scope.def = take->defs[scope.def];
    *vec_add(take->arena, &take->to->scopes) = scope;
  }
}

static void take_binds(const Take *take) {
  for (size_t i = 1; i < take->from->binds.len; i++) {
    if (!take->binds[i]) continue;
    Bind bind = take->from->binds.items[i];
    bind.scope = take->scopes[bind.scope];
    bind.type = take->exprs[bind.type];
    bind.value = take->exprs[bind.value];
    bind.def = take->defs[bind.def];
    bind.import = take->imports[bind.import];
    *vec_add(take->arena, &take->to->binds) = bind;
  }
}

static void take_imports(const Take *take) {
  for (size_t i = 1; i < take->from->imports.len; i++) {
    if (!take->imports[i]) continue;
    Import import = take->from->imports.items[i];
    import.scope = take->scopes[import.scope];
    *vec_add(take->arena, &take->to->imports) = import;
  }
}

static void take_exprs(const Take *take) {
  for (size_t i = 1; i < take->from->exprs.len; i++) {
    if (!take->exprs[i]) continue;
    Expr expr = take->from->exprs.items[i];
    expr.scope = take->scopes[expr.scope];
    expr.base = take->exprs[expr.base];
    expr.list = take_list(take, expr.list);
    if (expr.kind == EXPR_FUNC || expr.kind == EXPR_OBJECT) expr.number = take->defs[expr.number];
    if (expr.kind == EXPR_MODULE) expr.number = take->imports[expr.number];
    *vec_add(take->arena, &take->to->exprs) = expr;
  }
}

/* The marks must be closed: everything that something marked names is marked
 * too (facts_reach sees to it), or it would be named by 0. References are
 * left out: a part of facts is for others to resolve against, not to be
 * resolved itself. */
static void take_marked(Arena *arena, const Facts *facts, const FactsMarks *marks, Facts *ret_facts) {
  facts_init(ret_facts, arena, facts->names);
  ret_facts->scopes.len = 1;
  Take take = {.arena = arena, .from = facts, .to = ret_facts};
  take.scopes = number(arena, marks->scopes, facts->scopes.len);
  take.defs = number(arena, marks->defs, facts->defs.len);
  take.binds = number(arena, marks->binds, facts->binds.len);
  take.imports = number(arena, marks->imports, facts->imports.len);
  take.exprs = number(arena, marks->exprs, facts->exprs.len);
  take_scopes(&take);
  take_defs(&take);
  take_imports(&take);
  take_binds(&take);
  take_exprs(&take);
  ret_facts->exports = take.scopes[facts->exports];
  ret_facts->package = facts->package;
  ret_facts->broken = facts->broken;
  ret_facts->cut = facts->cut;
  ret_facts->is_test = facts->is_test;
}

void facts_reduce(Arena *arena, const Facts *facts, Facts *ret_facts) {
  FactsMarks marks = facts_reach(arena, facts);
  take_marked(arena, facts, &marks, ret_facts);
}

/* ---- expressions that nothing uses ---- */

typedef struct Used {
  Arena *arena;
  const Facts *facts;
  ExprNo *moved; /* 0: unused; while marking 1: used */
  VEC(ExprNo) open;
} Used;

/* With a list of what is open instead of recursion: chains of calls are as
 * long as a file allows. */
static void use(Used *used, ExprNo expr) {
  if (!expr || used->moved[expr]) return;
  used->moved[expr] = 1;
  *vec_add(used->arena, &used->open) = expr;
}

static void use_list(Used *used, ExprList list) {
  for (uint32_t i = 0; i < list.count; i++) use(used, used->facts->lists.items[list.first + i]);
}

static void use_all(Used *used) {
  const Facts *facts = used->facts;
  for (size_t i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    use(used, def->type);
    use(used, def->value);
    use_list(used, def->bases);
    use_list(used, def->decorators);
  }
  for (size_t i = 1; i < facts->binds.len; i++) {
    use(used, facts->binds.items[i].type);
    use(used, facts->binds.items[i].value);
  }
  for (size_t i = 1; i < facts->refs.len; i++) {
    use(used, facts->refs.items[i].expr);
    use(used, facts->refs.items[i].call);
  }
  while (used->open.len) {
    const Expr *expr = &facts->exprs.items[used->open.items[--used->open.len]];
    use(used, expr->base);
    use_list(used, expr->list);
  }
}

static ExprList move_list(Arena *arena, Facts *facts, const uint32_t *old, ExprList list, const ExprNo *moved) {
  if (!list.count) return (ExprList){0};
  ExprList to = {(uint32_t)facts->lists.len, list.count};
  for (uint32_t i = 0; i < list.count; i++) *vec_add(arena, &facts->lists) = moved[old[list.first + i]];
  return to;
}

static void move_uses(Arena *arena, Facts *facts, const uint32_t *old, const ExprNo *moved) {
  for (size_t i = 1; i < facts->defs.len; i++) {
    Def *def = &facts->defs.items[i];
    def->type = moved[def->type];
    def->value = moved[def->value];
    def->bases = move_list(arena, facts, old, def->bases, moved);
    def->decorators = move_list(arena, facts, old, def->decorators, moved);
  }
  for (size_t i = 1; i < facts->binds.len; i++) {
    Bind *bind = &facts->binds.items[i];
    bind->type = moved[bind->type];
    bind->value = moved[bind->value];
  }
  for (size_t i = 1; i < facts->refs.len; i++) {
    Ref *ref = &facts->refs.items[i];
    ref->expr = moved[ref->expr];
    ref->call = moved[ref->call];
  }
}

/* In place: a new number is never larger than the old one. */
static void move_exprs(Arena *arena, Facts *facts, const uint32_t *old, const ExprNo *moved, ExprNo count) {
  for (size_t i = 1; i < facts->exprs.len; i++) {
    if (!moved[i]) continue;
    Expr expr = facts->exprs.items[i];
    expr.base = moved[expr.base];
    expr.list = move_list(arena, facts, old, expr.list, moved);
    facts->exprs.items[moved[i]] = expr;
  }
  facts->exprs.len = count;
}

/* Reading makes expressions that turn out to be of no use (a name before it
 * is known to be a call's, values of statements); they would all be stored. */
void facts_compact(Arena *arena, Facts *facts) {
  Used used = {.facts = facts, .arena = arena, .moved = ARENA_ARRAY(arena, ExprNo, facts->exprs.len)};
  use_all(&used);
  ExprNo count = 1;
  for (size_t i = 1; i < facts->exprs.len; i++) {
    if (used.moved[i]) used.moved[i] = count++;
  }
  const uint32_t *old = facts->lists.items;
  facts->lists.items = NULL;
  facts->lists.len = facts->lists.cap = 0;
  *vec_add(arena, &facts->lists) = 0;
  move_uses(arena, facts, old, used.moved);
  move_exprs(arena, facts, old, used.moved, count);
}
