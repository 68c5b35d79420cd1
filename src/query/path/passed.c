/* Passed: by the facts of the files on the way, as far as arguments and
 * parameters have names. */
#include "src/query/path/passed_internal.h"

const Bind *query_param_of(const Facts *facts, const Def *def, QueryArgument argument) {
  const Bind *last = NULL;
  uint32_t position = argument.position;
  for (size_t i = 1; def->opens && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope != def->opens || !(bind->flags & BIND_PARAM) || bind->flags & BIND_RECEIVER) continue;
    last = bind;
    bool is_it = argument.keyword.value ? names_same(bind->name, argument.keyword) : !position--;
    if (is_it) return bind;
  }
  return last && last->flags & BIND_VARIADIC ? last : NULL;
}

/* Method references are arguments without being marked as such. */
static bool find_call(const Facts *facts, const Ref *ref, ExprNo *ret_call, uint32_t *ret_position) {
  *ret_call = ref->call;
  *ret_position = ref->position;
  if (ref->flags & REF_ARGUMENT) return true;
  for (size_t i = 1; i < facts->refs.len; i++) {
    const Expr *call = facts->refs.items[i].role == REF_CALL ? query_expr_at(facts, facts->refs.items[i].expr) : NULL;
    for (uint32_t k = 0; call && k < call->list.count; k++) {
      *ret_call = facts->refs.items[i].expr;
      *ret_position = k;
      if (facts->lists.items[call->list.first + k] == ref->expr) return true;
    }
  }
  return false;
}

static Err take_passing(QueryKeeper *keeper, FileId file, const Facts *facts, const Ref *ref, QueryPassing *ret_passing) {
  ExprNo number;
  *ret_passing = (QueryPassing){0};
  if (!find_call(facts, ref, &number, &ret_passing->as.position)) return OK;
  const Expr *call = query_expr_at(facts, number), *callee = call ? query_expr_at(facts, call->base) : NULL;
  if (!callee) return OK;
  uint32_t at = ret_passing->as.position;
  const Expr *item = at < call->list.count ? query_expr_at(facts, facts->lists.items[call->list.first + at]) : NULL;
  if (item && item->kind == EXPR_KEYWORD) ret_passing->as.keyword = item->name;
  return query_keeper_targets(keeper, file, facts, callee->at, QUERY_CALLS, &ret_passing->to);
}

Err query_passing_at(QueryKeeper *keeper, const StoreEdge *edge, QueryPassing *ret_passing) {
  FileId file = store_file_of(edge->from);
  const Facts *facts;
  *ret_passing = (QueryPassing){0};
  TRY(query_opener_facts(keeper->opener, file, &facts));
  for (size_t i = 1; facts && i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (ref->line == edge->line && ref->column == edge->column && ref->role == REF_READ) return take_passing(keeper, file, facts, ref, ret_passing);
  }
  return OK;
}

static bool is_named(const Facts *facts, const Bind *param, ExprNo number) {
  const Expr *expr = query_expr_at(facts, number);
  return expr && expr->kind == EXPR_NAME && names_same(expr->name, param->name) && query_bind_of(facts, expr) == param;
}

/* `f(x)`, and `f.apply(x)`, `f.run()`: what is a function runs by whatever it is
 * asked to do. */
static bool is_called(const Facts *facts, const Bind *param, const Ref *ref) {
  const Expr *call = ref->role == REF_CALL ? query_expr_at(facts, ref->expr) : NULL;
  const Expr *callee = call ? query_expr_at(facts, call->base) : NULL;
  if (!callee) return false;
  return is_named(facts, param, call->base) || (callee->kind == EXPR_MEMBER && is_named(facts, param, callee->base));
}

Err query_passed_uses(QueryKeeper *keeper, const StoreSymbol *function, QueryArgument argument, QueryPassedUses *ret_uses) {
  Arena *arena = keeper->job->arena;
  const Facts *facts;
  *ret_uses = (QueryPassedUses){0};
  TRY(query_opener_facts(keeper->opener, function->file, &facts));
  if (!facts || function->def >= facts->defs.len) return OK;
  const Bind *param = query_param_of(facts, &facts->defs.items[function->def], argument);
  for (size_t i = 1; param && i < facts->binds.len; i++) ret_uses->is_kept |= is_named(facts, param, facts->binds.items[i].value);
  for (size_t i = 1; param && i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    QueryPassedUse use = {.line = ref->line, .is_called = is_called(facts, param, ref)};
    bool is_passed = ref->flags & REF_ARGUMENT && is_named(facts, param, ref->expr);
    if (ref->from != function->def || (!use.is_called && !is_passed)) continue;
    if (is_passed) TRY(take_passing(keeper, function->file, facts, ref, &use.on));
    *vec_add(arena, ret_uses) = use;
  }
  return OK;
}
