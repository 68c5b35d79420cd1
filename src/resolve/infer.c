/* Inference: what type parameters stand for, from the arguments of a call. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/value_internal.h"

enum { UNIFY_DEPTH_MAX = 6 };

/* ---- functional interfaces ---- */

static bool is_abstract_method(const View *view, const Bind *bind) {
  if (!bind->def) return false;
  const Def *def = view_def(view, bind->def);
  return resolve_is_callable_kind(def->kind) && (def->flags & DEF_ABSTRACT) && !(def->flags & DEF_STATIC);
}

/* Methods that every object has do not count. */
static bool is_objects(Run *run, const View *view, NameId name) {
  TermId object = resolve_library_type(run, view, view->lang->object, NULL, 0);
  if (!object) return false;
  FoundList list = {.count = 0};
  resolve_find_own(run, object, name, MODE_VALUE | MODE_CALL, &list);
  return list.count > 0;
}

/* The nearest type of the order that has abstract methods of its own
 * decides: exactly one makes the interface functional. */
bool resolve_single_method(Run *run, TermId inst, Found *ret_found) {
  Term term = resolve_term_at(run, inst);
  if (term.kind != TERM_INST) return false;
  View *view = resolve_view_at(run, term.view);
  if (view_def(view, term.number)->kind != SYMBOL_INTERFACE) return false;
  const MethodOrder *order = resolve_method_order(run, view, term.number);
  Env env = {0};
  resolve_env_type(run, &env, inst);
  for (uint32_t i = 0; order && i < order->count; i++) {
    Term base = resolve_term_at(run, order->items[i]);
    View *at = resolve_view_at(run, base.view);
    uint32_t count;
    const BindNo *binds = resolve_scope_binds(at, view_def(at, base.number)->opens, &count);
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
      const Bind *bind = view_bind(at, binds[k]);
      if (!is_abstract_method(at, bind) || is_objects(run, at, bind->name)) continue;
      TermId terms[VALUE_MAX];
      ValueId owner = resolve_substitute(run, resolve_one(run, order->items[i]), &env);
      *ret_found = (Found){.view = at, .bind = binds[k], .def = bind->def, .receiver = inst, .rule = RULE_TYPE,
                           .owner = resolve_terms(run, owner, terms) == 1 ? terms[0] : order->items[i]};
      found++;
    }
    if (found) return found == 1;
  }
  return false;
}

/* ---- matching ---- */

/* What calling this argument would give. */
static ValueId result_of(Run *run, TermId id) {
  Term term = resolve_term_at(run, id);
  if (term.kind == TERM_FUNC) return resolve_arg(run, term, 0);
  if (term.kind != TERM_DEF && term.kind != TERM_BOUND) return VALUE_UNKNOWN;
  View *view = resolve_view_at(run, term.view);
  if (!resolve_is_callable_kind(view_def(view, term.number)->kind)) {
    return resolve_to_instance(run, resolve_one(run, id)); /* a type as the function that makes it */
  }
  Found found = {.view = view, .def = term.number};
  TermId terms[VALUE_MAX];
  if (term.kind == TERM_BOUND) {
    if (resolve_terms(run, resolve_arg(run, term, 0), terms)) found.receiver = terms[0];
    if (resolve_terms(run, resolve_arg(run, term, 1), terms)) found.owner = terms[0];
  }
  return resolve_result(run, &found, NULL);
}

static bool is_function_term(Term term) {
  return term.kind == TERM_FUNC || term.kind == TERM_BOUND || term.kind == TERM_DEF;
}

/* Results against results and parameters against parameters. Of a lambda
 * only those parameters count that have types: the others get theirs from
 * here. */
static void unify_functions(Run *run, Term param, TermId arg, Env *env, unsigned depth) {
  Term own = resolve_term_at(run, arg);
  resolve_unify(run, resolve_arg(run, param, 0), result_of(run, arg), env, depth);
  if (own.kind == TERM_FUNC) {
    for (uint32_t i = 1; i < param.count && i < own.count; i++) {
      resolve_unify(run, resolve_arg(run, param, i), resolve_arg(run, own, i), env, depth);
    }
    return;
  }
  if (own.kind != TERM_DEF) return;
  View *view = resolve_view_at(run, own.view);
  if (!resolve_is_callable_kind(view_def(view, own.number)->kind)) return;
  uint32_t count;
  const BindNo *params = resolve_signature(run, view, own.number, &count);
  for (uint32_t i = 0; i < count && i + 1 < param.count; i++) {
    if (!view_bind(view, params[i])->type) continue;
    resolve_unify(run, resolve_arg(run, param, i + 1), resolve_param_type(run, view, params[i]), env, depth);
  }
}

/* The same for a method that is named by its type and gets its receiver as
 * the first argument. */
static ValueId result_on(Run *run, TermId id, ValueId first) {
  Term term = resolve_term_at(run, id);
  TermId terms[VALUE_MAX], receivers[VALUE_MAX];
  bool by_type = term.kind == TERM_BOUND && resolve_has_kind(run, resolve_arg(run, term, 0), TERM_DEF);
  if (!by_type || resolve_terms(run, resolve_arg(run, term, 1), terms) != 1) return result_of(run, id);
  if (resolve_terms(run, first, receivers) != 1) return result_of(run, id);
  Term owner = resolve_term_at(run, terms[0]);
  TermId base = resolve_as_base(run, receivers[0], owner.view, owner.number);
  if (!base) return result_of(run, id);
  Found found = {.view = resolve_view_at(run, term.view), .def = term.number, .receiver = receivers[0], .owner = base};
  return resolve_result(run, &found, NULL);
}

/* A function given where a functional interface is wanted. */
static bool unify_interface(Run *run, TermId param, TermId arg, Env *env, unsigned depth) {
  Found method;
  if (!resolve_single_method(run, param, &method)) return false;
  Env own = {0};
  resolve_env_found(run, &own, &method);
  ValueId result = resolve_substitute(run, resolve_result(run, &method, NULL), &own);
  ValueId first = VALUE_UNKNOWN;
  BindNo param_bind = resolve_param(run, method.view, method.def, 0, (NameId){0});
  if (param_bind) {
    first = resolve_substitute(run, resolve_param_type(run, method.view, param_bind), &own);
    first = resolve_substitute(run, first, env);
  }
  resolve_unify(run, result, result_on(run, arg, first), env, depth);
  return true;
}

static void unify_args(Run *run, Term param, Term arg, Env *env, unsigned depth) {
  for (uint32_t i = 0; i < param.count && i < arg.count; i++) {
    resolve_unify(run, resolve_arg(run, param, i), resolve_arg(run, arg, i), env, depth);
  }
}

/* All members of an object literal, joined, where the wanted type says that
 * members of any name are of one type. */
static bool unify_members(Run *run, const View *from, const Found *wanted, TermId arg, Env *env, unsigned depth) {
  enum { MEMBERS_MAX = 16 };
  Term term = resolve_term_at(run, arg);
  View *view = resolve_view_at(run, term.view);
  ScopeNo scope = view_def(view, term.number)->opens;
  if (!scope || view_scope(view, scope)->kind != SCOPE_OBJECT) return false;
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, scope, &count);
  ValueId all = VALUE_NOTHING;
  for (uint32_t i = 0; i < count && i < MEMBERS_MAX; i++) {
    all = resolve_union(run, all, resolve_member_value(run, from, resolve_one(run, arg), view_bind(view, binds[i])->name));
  }
  resolve_unify(run, resolve_result(run, wanted, NULL), all, env, depth + 1);
  return true;
}

/* A protocol is met by having its methods: what theirs give says what it is
 * of. */
static bool unify_protocol(Run *run, TermId param, Term term, TermId arg, Env *env, unsigned depth) {
  View *view = resolve_view_at(run, term.view);
  const Def *def = view_def(view, term.number);
  bool is_structural = def->kind == SYMBOL_PROTOCOL || view->lang->rules.interfaces == LANGUAGE_INTERFACES_SHAPES;
  if (!is_structural || depth > UNIFY_DEPTH_MAX) return false;
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, def->opens, &count);
  bool met = false;
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    if (!bind->def || !resolve_is_callable_kind(view_def(view, bind->def)->kind)) continue;
    FoundList own = {.count = 0};
    Found wanted = {.view = view, .def = bind->def, .receiver = param, .owner = param};
    if (names_same(bind->name, view->lang->index) && unify_members(run, view, &wanted, arg, env, depth)) {
      met = true;
      continue;
    }
    resolve_find_member(run, view, arg, bind->name, MODE_VALUE, &own);
    if (!own.count || !own.items[0].view || !own.items[0].def) continue;
    if (!resolve_is_callable_kind(view_def(own.items[0].view, own.items[0].def)->kind)) continue;
    resolve_unify(run, resolve_result(run, &wanted, NULL), resolve_result(run, &own.items[0], NULL), env, depth + 1);
    met = true;
  }
  return met;
}

/* What an alias stands for is wanted. */
static bool unify_alias(Run *run, TermId param, TermId arg, Env *env, unsigned depth) {
  ValueId target = resolve_expand(run, param);
  if (target == resolve_one(run, param)) return false;
  resolve_unify(run, target, resolve_one(run, arg), env, depth);
  return true;
}

/* A function where an interface is wanted, an instance whose bases contain
 * the type, or one that merely has its methods. */
static bool unify_instance(Run *run, TermId param, Term term, TermId arg, Env *env, unsigned depth) {
  Term own = resolve_term_at(run, arg);
  View *view = resolve_view_at(run, term.view);
  TermId given = arg;
  if (is_function_term(own) && unify_interface(run, param, arg, env, depth)) return true;
  if (own.kind != TERM_INST && own.kind != TERM_SELF) arg = resolve_library_term(run, view, arg);
  TermId base = arg ? resolve_as_base(run, arg, term.view, term.number) : 0;
  if (!base && unify_alias(run, param, given, env, depth)) return true;
  if (!base) return arg && unify_protocol(run, param, term, arg, env, depth);
  unify_args(run, term, resolve_term_at(run, base), env, depth);
  return true;
}

/* Matches the shapes; false: they are of different kinds. */
static bool unify_terms(Run *run, TermId param, TermId arg, Env *env, unsigned depth) {
  Term own = resolve_term_at(run, param), other = resolve_term_at(run, arg);
  switch ((TermKind)own.kind) {
    case TERM_INST: return unify_instance(run, param, own, arg, env, depth);
    case TERM_FUNC:
      if (!is_function_term(other)) return false;
      unify_functions(run, own, arg, env, depth);
      return true;
    case TERM_META: {
      if (other.kind != TERM_DEF && other.kind != TERM_META) return false;
      resolve_unify(run, resolve_arg(run, own, 0), resolve_to_instance(run, resolve_one(run, arg)), env, depth);
      return true;
    }
    case TERM_LIST: case TERM_SET: case TERM_GENERATOR: case TERM_CHAN: {
      if (other.kind == TERM_PARAM || other.kind == TERM_UNKNOWN || other.kind == TERM_EXT) return false;
      ValueId element = resolve_iter(run, run->root, resolve_one(run, arg), false);
      if (element == VALUE_UNKNOWN) return other.kind == own.kind;
      resolve_unify(run, resolve_arg(run, own, 0), element, env, depth);
      return true;
    }
    case TERM_MAP: case TERM_TUPLE: case TERM_PROMISE:
      if (other.kind != own.kind) return false;
      unify_args(run, own, other, env, depth);
      return true;
    default: return false;
  }
}

/* Matches what a parameter wants with what an argument is, and notes what
 * type parameters must stand for. Nothing is refused here: an argument that
 * does not fit says nothing. */
void resolve_unify(Run *run, ValueId param, ValueId arg, Env *env, unsigned depth) {
  if (depth > UNIFY_DEPTH_MAX || !resolve_is_open(run, param) || arg == VALUE_UNKNOWN || arg == VALUE_NOTHING) return;
  TermId params[VALUE_MAX], args[VALUE_MAX];
  uint32_t param_count = resolve_terms(run, param, params);
  uint32_t arg_count = resolve_terms(run, arg, args);
  for (uint32_t i = 0; i < arg_count; i++) {
    bool matched = false;
    for (uint32_t k = 0; k < param_count; k++) {
      unsigned kind = resolve_term_at(run, params[k]).kind;
      if (kind != TERM_PARAM) matched |= unify_terms(run, params[k], args[i], env, depth + 1);
    }
    for (uint32_t k = 0; k < param_count && !matched; k++) {
      if (resolve_term_at(run, params[k]).kind == TERM_PARAM && params[k] != args[i]) {
        resolve_env_add(run, env, params[k], resolve_one(run, args[i]));
      }
    }
  }
}

/* ---- a call ---- */

void resolve_infer_explicit(Run *run, View *view, DefNo def, const Call *call, Env *env) {
  ExprNo base = view_expr(call->view, call->expr)->base;
  const Expr *apply = base ? view_expr(call->view, base) : NULL;
  if (!apply || apply->kind != EXPR_APPLY) return;
  uint32_t count;
  const TermId *params = resolve_type_params(run, view, def, &count);
  for (uint32_t i = 0; i < count && i < apply->list.count; i++) {
    resolve_env_add(run, env, params[i], resolve_eval_type(run, call->view, view_item(call->view, apply->list, i)));
  }
  env->fixed = env->count;
}

/* Functions whose parameters say nothing by themselves: they come last. */
static bool needs_context(Run *run, View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  if (expr->kind == EXPR_OBJECT) return true;
  if (expr->kind != EXPR_FUNC) return false;
  uint32_t count;
  const BindNo *params = resolve_signature(run, view, expr->number, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!view_bind(view, params[i])->type) return true;
  }
  return false;
}

/* What one call says about the type parameters of what it calls. */
typedef struct Inference {
  Run *run;
  View *view;
  DefNo def; /* what is called */
  const Call *call;
  Env *env;
} Inference;

static void infer_arg(const Inference *inference, uint32_t nth, bool functions) {
  Run *run = inference->run;
  View *view = inference->view;
  const Call *call = inference->call;
  ExprNo arg = resolve_given_at(call, nth);
  const Expr *expr = view_expr(call->view, arg);
  NameId keyword = {0};
  if (expr->kind == EXPR_KEYWORD) {
    keyword = expr->name;
    arg = expr->base;
  }
  if (!arg || needs_context(run, call->view, arg) != functions) return;
  BindNo param = resolve_param(run, view, inference->def, nth, keyword);
  if (!param) return;
  ValueId type = resolve_param_type(run, view, param);
  if (!resolve_is_open(run, type)) return;
  ValueId value = resolve_eval(run, call->view, arg);
  /* What a variadic parameter takes, given as one array. */
  bool last = (view_bind(view, param)->flags & BIND_VARIADIC) && nth + 1 == resolve_given(call);
  if (last && view->lang->rules.array_for_variadic && resolve_has_kind(run, value, TERM_LIST)) {
    type = resolve_one(run, resolve_term_with(run, TERM_LIST, &type, 1));
  }
  resolve_unify(run, type, value, inference->env, 0);
}

/* What a parameter stands for says what is inside its bound: of `M ~map[K]V`
 * a map tells K and V. */
static void infer_from_bounds(Run *run, Env *env) {
  for (uint32_t i = 0; i < env->count; i++) {
    Term term = resolve_term_at(run, env->params[i]);
    if (term.kind != TERM_PARAM) continue;
    View *view = resolve_view_at(run, term.view);
    const Bind *bind = view_bind(view, term.number);
    if (!(bind->flags & BIND_TYPE_PARAM) || !bind->type) continue;
    resolve_unify(run, resolve_eval_type(run, view, bind->type), env->values[i], env, 0);
  }
}

void resolve_infer(Run *run, View *view, DefNo def, const Call *call, bool functions, Env *env) {
  resolve_infer_explicit(run, view, def, call, env);
  Inference inference = {run, view, def, call, env};
  for (uint32_t i = 0; i < resolve_given(call); i++) infer_arg(&inference, i, false);
  infer_from_bounds(run, env);
  if (!functions) return;
  for (uint32_t i = 0; i < resolve_given(call); i++) infer_arg(&inference, i, true);
}
