/* Contexts: the type that is expected of an expression where it stands, which
 * says what the parameters of lambdas and the members of object literals are. */
#include <assert.h>

#include "src/resolve/arguments_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/value_internal.h"

/* ---- calls ---- */

/* What the whole call is expected to give says more about its type parameters. */
static void infer_from_result(Run *run, const Found *found, const Call *call, Env *env) {
  const Def *def = view_def(found->view, found->def);
  if (!def->type || !call->expr) return;
  ValueId result = resolve_eval_type(run, found->view, def->type);
  if (!resolve_is_open(run, result)) return;
  ValueId wanted = resolve_context(run, call->view, call->expr);
  if (wanted == VALUE_UNKNOWN) return;
  env->fixed = env->count; /* arguments have the first word */
  resolve_unify(run, result, wanted, env, 0);
}

/* What one of the callees wants for an argument, as far as the other
 * arguments tell. Functions among them are left out of that: their own types
 * may depend on the answer. */
static ValueId expected_by(Run *run, const Found *found, const Call *call, uint32_t nth, NameId keyword) {
  BindNo param = resolve_param(run, found->view, found->def, nth, keyword);
  if (!param) return VALUE_UNKNOWN;
  ValueId type = resolve_param_type(run, found->view, param);
  if (!resolve_is_open(run, type)) return type;
  Env env = {0};
  resolve_env_found(run, &env, found);
  resolve_infer(run, found->view, found->def, call, false, &env);
  infer_from_result(run, found, call, &env);
  resolve_env_defaults(run, found->view, found->def, &env);
  return resolve_substitute(run, type, &env);
}

/* Any of the callees may be the one: what each of them wants, joined. */
ValueId resolve_expected(Run *run, View *view, ExprNo number, uint32_t nth, NameId keyword) {
  const Expr *expr = view_expr(view, number);
  Call call = {.view = view, .expr = number, .args = expr->list, .makes = expr->kind == EXPR_NEW};
  FoundList list;
  resolve_callees(run, view, number, &list);
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = 0; i < list.count; i++) {
    Call own = resolve_call_for(&call, &list.items[i]);
    value = resolve_union(run, value, expected_by(run, &list.items[i], &own, nth + (own.receiver != 0), keyword));
  }
  if (list.count) return value;
  if (!expr->base || keyword.value) return VALUE_UNKNOWN;
  return resolve_func_param(run, resolve_eval(run, view, expr->base), nth);
}

/* ---- functions ---- */

/* A parameter without a declared type says nothing about what it is given. */
static ValueId found_param(Run *run, const Found *found, uint32_t nth) {
  BindNo param = resolve_param(run, found->view, found->def, nth, (NameId){0});
  if (!param || !view_bind(found->view, param)->type) return VALUE_UNKNOWN;
  ValueId type = resolve_param_type(run, found->view, param);
  Env env = {0};
  resolve_env_found(run, &env, found);
  return resolve_substitute(run, type, &env);
}

/* Something that is called like a function: by the member that runs calls,
 * or as an interface with one method. */
static ValueId instance_param(Run *run, TermId id, Term term, uint32_t nth) {
  Found method;
  View *view = resolve_view_at(run, term.view);
  if (view->lang->call.value) {
    FoundList list = {.count = 0};
    resolve_find_member(run, view, id, view->lang->call, MODE_VALUE | MODE_CALL, &list);
    for (uint32_t i = 0; i < list.count; i++) {
      const Found *found = &list.items[i];
      if (found->view && found->def && resolve_is_callable_kind(view_def(found->view, found->def)->kind)) {
        return found_param(run, found, nth);
      }
    }
  }
  return resolve_single_method(run, id, &method) ? found_param(run, &method, nth) : VALUE_UNKNOWN;
}

static ValueId term_param(Run *run, TermId id, uint32_t nth) {
  Term term = resolve_term_at(run, id);
  switch ((TermKind)term.kind) {
    case TERM_FUNC: {
      uint32_t last = term.count ? term.count - 1u : 0;
      if (term.flags & TERM_RECEIVER) nth++; /* which is no parameter of a lambda's own */
      if (nth + 1 > last && (term.flags & TERM_VARIADIC)) return resolve_arg(run, term, last);
      return resolve_arg(run, term, nth + 1);
    }
    case TERM_INST: return instance_param(run, id, term, nth);
    case TERM_PARAM: {
      View *view = resolve_view_at(run, term.view);
      const Bind *bind = view_bind(view, term.number);
      bool bounded = (bind->flags & BIND_TYPE_PARAM) && bind->type;
      if (!(bind->flags & BIND_TYPE_PARAM)) return resolve_handed_on(run, view, term.number, nth);
      return bounded ? resolve_func_param(run, resolve_eval_type(run, view, bind->type), nth) : VALUE_UNKNOWN;
    }
    case TERM_DEF: case TERM_BOUND: {
      Found found = {.view = resolve_view_at(run, term.view), .def = term.number};
      TermId terms[VALUE_MAX];
      if (term.kind == TERM_BOUND && resolve_terms(run, resolve_arg(run, term, 0), terms)) found.receiver = terms[0];
      if (term.kind == TERM_BOUND && resolve_terms(run, resolve_arg(run, term, 1), terms)) found.owner = terms[0];
      return resolve_is_callable_kind(view_def(found.view, found.def)->kind) ? found_param(run, &found, nth) : VALUE_UNKNOWN;
    }
    default: return VALUE_UNKNOWN;
  }
}

/* Terms that are no functions have no say here. */
ValueId resolve_func_param(Run *run, ValueId functions, uint32_t nth) {
  if (!resolve_enter(run)) return VALUE_UNKNOWN;
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_expand_all(run, functions), terms);
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    ValueId own = term_param(run, terms[i], nth);
    if (own != VALUE_UNKNOWN) value = resolve_union(run, value, own);
  }
  resolve_leave(run);
  return value == VALUE_NOTHING ? VALUE_UNKNOWN : value;
}

/* ---- where an expression stands ---- */

static uint32_t place_in(const View *view, ExprList list, ExprNo item) {
  for (uint32_t i = 0; i < list.count; i++) {
    if (view_item(view, list, i) == item) return i;
  }
  return UINT32_MAX;
}

/* What the expression around says: a call about its arguments, a list about
 * its elements, and whatever passes its own context on. */
static ValueId context_in_expr(Run *run, View *view, ExprNo item, ExprNo parent) {
  const Expr *expr = view_expr(view, parent);
  switch ((ExprKind)expr->kind) {
    case EXPR_CALL: case EXPR_NEW: {
      uint32_t nth = place_in(view, expr->list, item);
      return nth == UINT32_MAX ? VALUE_UNKNOWN : resolve_expected(run, view, parent, nth, (NameId){0});
    }
    case EXPR_KEYWORD: {
      uint32_t call;
      if (resolve_parent(view, parent, &call) != PARENT_EXPR) return VALUE_UNKNOWN;
      unsigned kind = view_expr(view, call)->kind;
      if (kind != EXPR_CALL && kind != EXPR_NEW) return VALUE_UNKNOWN;
      return resolve_expected(run, view, call, 0, expr->name);
    }
    case EXPR_ANY: case EXPR_POINTER: return resolve_context(run, view, parent);
    case EXPR_LIST: case EXPR_SET: return resolve_iter(run, view, resolve_context(run, view, parent), false);
    case EXPR_TUPLE:
      return resolve_part(run, view, resolve_context(run, view, parent), place_in(view, expr->list, item));
    case EXPR_MAP: return resolve_index_of(run, view, resolve_context(run, view, parent));
    default: return VALUE_UNKNOWN;
  }
}

static ValueId unwrap_async(Run *run, const View *view, const Def *def, ValueId value) {
  return def->flags & DEF_ASYNC ? resolve_await(run, view, value) : value;
}

/* A returned value: what the function should return. */
static ValueId context_of_result(Run *run, View *view, DefNo number, const Def *def) {
  if (def->type) return unwrap_async(run, view, def, resolve_eval_type(run, view, def->type));
  ExprNo function = resolve_def_expr(view, number);
  if (!function) return VALUE_UNKNOWN;
  ValueId expected = resolve_expand_all(run, resolve_context(run, view, function));
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, expected, terms);
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    Found method;
    if (term.kind == TERM_FUNC) value = resolve_union(run, value, resolve_arg(run, term, 0));
    else if (resolve_single_method(run, terms[i], &method)) value = resolve_union(run, value, resolve_result(run, &method, NULL));
  }
  return value == VALUE_NOTHING ? VALUE_UNKNOWN : unwrap_async(run, view, def, value);
}

/* A member of an object literal: what the object's context has under its name. */
static ValueId context_of_member(Run *run, View *view, ScopeNo scope, NameId name) {
  if (!scope || view_scope(view, scope)->kind != SCOPE_OBJECT) return VALUE_UNKNOWN;
  ExprNo object = resolve_def_expr(view, view_scope(view, scope)->def);
  if (!object) return VALUE_UNKNOWN;
  ValueId expected = resolve_context(run, view, object);
  if (expected == VALUE_UNKNOWN) return expected;
  ValueId value = resolve_member_value(run, view, expected, name);
  if (value != VALUE_UNKNOWN && value != resolve_ext(run)) return value;
  ValueId any = resolve_any_member(run, view, expected);
  return any == VALUE_UNKNOWN ? value : any;
}

static ValueId context_of_def(Run *run, View *view, DefNo number) {
  const Def *def = view_def(view, number);
  if (resolve_is_callable_kind(def->kind)) return context_of_result(run, view, number, def);
  if (def->type) return resolve_eval_type(run, view, def->type);
  return context_of_member(run, view, def->scope, def->name);
}

/* What a function returns is expected with its declared result. */
static ValueId context_of_typed(Run *run, View *view, const Bind *bind) {
  ValueId value = resolve_eval_type(run, view, bind->type);
  const Def *function = view_def(view, view_scope(view, bind->scope)->def);
  bool is_result = function->type == bind->type && resolve_is_callable_kind(function->kind);
  return is_result ? unwrap_async(run, view, function, value) : value;
}

/* By what the expression is part of: another expression, the value of a
 * definition, or that of a variable. */
static ValueId compute_context(Run *run, View *view, ExprNo expr) {
  uint32_t number;
  switch (resolve_parent(view, expr, &number)) {
    case PARENT_EXPR: return context_in_expr(run, view, expr, number);
    case PARENT_DEF: return context_of_def(run, view, number);
    case PARENT_BIND: {
      const Bind *bind = view_bind(view, number);
      if (bind->type) return context_of_typed(run, view, bind);
      if (bind->def) return context_of_def(run, view, bind->def);
      return context_of_member(run, view, bind->scope, bind->name);
    }
    case PARENT_NONE: break;
  }
  return VALUE_UNKNOWN;
}

/* Unknown where the place says nothing, which is most places. */
ValueId resolve_context(Run *run, View *view, ExprNo expr) {
  assert(expr < view->facts->exprs.len);
  if (!expr) return VALUE_UNKNOWN;
  ValueId value;
  MemoFrame frame;
  if (resolve_memo_get(run, MEMO_CONTEXT, view->number, expr, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_CONTEXT, view->number, expr, &frame)) return VALUE_UNKNOWN;
  value = compute_context(run, view, expr);
  resolve_memo_end(run, &frame, value);
  return value;
}

/* ---- parameters without a type ---- */

/* A method overrides another one, whose parameters have types. */
static ValueId overridden_param(Run *run, View *view, const Def *def, uint32_t nth) {
  const Scope *scope = def->scope ? view_scope(view, def->scope) : NULL;
  if (!scope || scope->kind != SCOPE_TYPE || !scope->def) return VALUE_UNKNOWN;
  TermId bases = resolve_term_of(run, TERM_SUPER, view->number, scope->def);
  FoundList list = {.count = 0};
  resolve_find_member(run, view, bases, def->name, MODE_VALUE | MODE_CALL, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
    ValueId value = found_param(run, found, nth);
    if (value != VALUE_UNKNOWN) return value;
  }
  return VALUE_UNKNOWN;
}

/* `const f: Handler = (x) => …`: the name's declared type. */
static ValueId named_context(Run *run, View *view, DefNo number, const Def *def) {
  uint32_t count;
  const BindNo *binds = resolve_binds(view, def->scope, def->name, &count);
  for (uint32_t i = 0; def->name.value && i < count; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    if (bind->def == number && bind->type) return resolve_eval_type(run, view, bind->type);
  }
  return VALUE_UNKNOWN;
}

/* From the surest to the least sure: where the function stands, the member
 * of an object literal that it is, the declared type of its name, the method
 * it overrides. */
ValueId resolve_lambda_param(Run *run, View *view, BindNo number) {
  const Bind *bind = view_bind(view, number);
  DefNo function = view_scope(view, bind->scope)->def;
  if (!function || (bind->flags & (BIND_VARIADIC | BIND_KEYWORDS))) return VALUE_UNKNOWN;
  const Def *def = view_def(view, function);
  uint32_t count, nth = 0;
  const BindNo *params = resolve_signature(run, view, function, &count);
  while (nth < count && params[nth] != number) nth++;
  if (nth == count) return VALUE_UNKNOWN;
  ExprNo expr = resolve_def_expr(view, function);
  ValueId expected = expr ? resolve_context(run, view, expr) : VALUE_UNKNOWN;
  if (expected == VALUE_UNKNOWN) expected = context_of_member(run, view, def->scope, def->name);
  if (expected == VALUE_UNKNOWN) expected = named_context(run, view, function, def);
  ValueId value = expected == VALUE_UNKNOWN ? expected : resolve_func_param(run, expected, nth);
  return value == VALUE_UNKNOWN ? overridden_param(run, view, def, nth) : value;
}
