/* Decorated functions: what a name stands for once its decorators were called
 * with the function. Only what decorators declare counts; one that declares
 * nothing is taken to give back what it was given. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/value_internal.h"

enum { PARAMS_MAX = 12 };

/* The function as written, as a type: what decorators are given. */
static ValueId function_value(Run *run, View *view, DefNo def, ValueId result) {
  ValueId args[PARAMS_MAX + 1] = {result};
  uint32_t count;
  const BindNo *params = resolve_signature(run, view, def, &count);
  uint32_t kept = 0;
  for (; kept < count && kept < PARAMS_MAX; kept++) args[kept + 1] = resolve_param_type(run, view, params[kept]);
  return resolve_one(run, resolve_term_with(run, TERM_FUNC, args, kept + 1));
}

/* Whether a parameter may be given a function: as its type, or as a type parameter. */
static bool takes_function(Run *run, ValueId param) {
  ValueId value = resolve_expand_all(run, param);
  return resolve_has_kind(run, value, TERM_FUNC) || resolve_has_kind(run, value, TERM_PARAM);
}

/* Only a decorator that declares its result says something; one that does
 * not is taken to give back what it was given, which most do. */
static ValueId call_function(Run *run, const Found *found, ValueId given) {
  const Def *def = view_def(found->view, found->def);
  uint32_t count;
  const BindNo *params = resolve_signature(run, found->view, found->def, &count);
  if (!def->type || !count) return VALUE_UNKNOWN;
  ValueId param = resolve_param_type(run, found->view, params[0]);
  if (!takes_function(run, param)) return VALUE_UNKNOWN;
  Env env = {0};
  resolve_env_found(run, &env, found);
  resolve_unify(run, resolve_expand_all(run, param), given, &env, 0);
  return resolve_substitute(run, resolve_eval_type(run, found->view, def->type), &env);
}

/* A class made with the function: its type arguments come from its constructor. */
static ValueId call_class(Run *run, const View *from, TermId type, ValueId given) {
  Term term = resolve_term_at(run, type);
  View *view = resolve_view_at(run, term.view);
  uint32_t count;
  const TermId *own = resolve_type_params(run, view, term.number, &count);
  FoundList makers = {.count = 0};
  resolve_find_constructors(run, from, type, &makers);
  for (uint32_t i = 0; i < makers.count; i++) {
    const Found *maker = &makers.items[i];
    if (!maker->view || !maker->def) continue;
    uint32_t param_count;
    const BindNo *params = resolve_signature(run, maker->view, maker->def, &param_count);
    ValueId param = param_count ? resolve_param_type(run, maker->view, params[0]) : VALUE_UNKNOWN;
    if (!takes_function(run, param)) continue;
    Env env = {0};
    resolve_unify(run, resolve_expand_all(run, param), given, &env, 0);
    ValueId args[PARAMS_MAX];
    if (count > PARAMS_MAX) count = PARAMS_MAX;
    for (uint32_t k = 0; k < count; k++) args[k] = resolve_substitute(run, resolve_one(run, own[k]), &env);
    return resolve_one(run, resolve_inst(run, view, term.number, args, count));
  }
  return VALUE_UNKNOWN;
}

/* Everything that can stand behind the sign: a function type, a class, a
 * function, a method. */
static ValueId call_term(Run *run, View *view, TermId id, ValueId given) {
  Term term = resolve_term_at(run, id);
  if (term.kind == TERM_FUNC) {
    if (term.count < 2) return VALUE_UNKNOWN;
    Env env = {0};
    resolve_unify(run, resolve_expand_all(run, resolve_arg(run, term, 1)), given, &env, 0);
    return resolve_substitute(run, resolve_arg(run, term, 0), &env);
  }
  if (term.kind != TERM_DEF && term.kind != TERM_BOUND) return VALUE_UNKNOWN;
  Found found = {.view = resolve_view_at(run, term.view), .def = term.number};
  unsigned kind = view_def(found.view, found.def)->kind;
  if (symbol_kind_is_type(kind)) return call_class(run, view, id, given);
  if (!resolve_is_callable_kind(kind)) return VALUE_UNKNOWN;
  TermId terms[VALUE_MAX];
  if (term.kind == TERM_BOUND) {
    if (resolve_terms(run, resolve_arg(run, term, 0), terms)) found.receiver = terms[0];
    if (resolve_terms(run, resolve_arg(run, term, 1), terms)) found.owner = terms[0];
  }
  return call_function(run, &found, given);
}

/* The first of its signatures that takes a function. */
static ValueId call_decorator(Run *run, View *view, ExprNo decorator, ValueId given) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_expand_all(run, resolve_eval(run, view, decorator)), terms);
  for (uint32_t i = 0; i < count; i++) {
    ValueId value = call_term(run, view, terms[i], given);
    if (value != VALUE_UNKNOWN && value != VALUE_NOTHING && !resolve_is_partial(run, value)) return value;
  }
  return given;
}

/* From the inside out, as decorators run: the one written last sees the
 * function itself. Members whose decorators the language itself gives a
 * meaning (properties, static and class methods) are left as written. */
ValueId resolve_decorated(Run *run, View *view, DefNo number, ValueId result) {
  const Def *def = view_def(view, number);
  bool counts = def->decorators.count && view->lang->rules.decorators_replace &&
                !(def->flags & (DEF_PROPERTY | DEF_STATIC | DEF_CLASS_METHOD | DEF_OVERLOAD));
  ValueId value;
  MemoFrame frame;
  if (!counts) return VALUE_UNKNOWN;
  if (resolve_memo_get(run, MEMO_DECORATED, view->number, number, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_DECORATED, view->number, number, &frame)) return VALUE_UNKNOWN;
  ValueId plain = function_value(run, view, number, result);
  value = plain;
  for (uint32_t i = def->decorators.count; i-- > 0;) {
    value = call_decorator(run, view, view_item(view, def->decorators, i), value);
  }
  if (value == plain) value = VALUE_UNKNOWN;
  resolve_memo_end(run, &frame, value);
  return value;
}
