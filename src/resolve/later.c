/* Types that depend on a type parameter: T["name"], what calling or iterating a
 * T gives. They are kept as terms until it is known what T is. */
#include <assert.h>

#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/value_internal.h"

static bool is_later(const Run *run, TermId id) {
  Term term = resolve_term_at(run, id);
  if (term.kind == TERM_LATER) return true;
  if (term.kind != TERM_PARAM) return false;
  return view_bind(resolve_view_at(run, term.view), term.number)->flags & BIND_TYPE_PARAM;
}

/* The same questions that are asked of known values, now that the base is
 * one. */
static ValueId compute(Run *run, View *view, LaterKind kind, ValueId base, NameId name) {
  Call call = {.view = view, .makes = kind == LATER_MADE};
  switch (kind) {
    case LATER_MEMBER: return resolve_member_value(run, view, base, name);
    case LATER_ELEMENT: return resolve_iter(run, view, base, false);
    case LATER_RESULT: case LATER_MADE: return resolve_call_value(run, base, &call);
    case LATER_AWAITED: return resolve_await(run, view, base);
    case LATER_KEYED: break; /* resolve_keyed */
  }
  return VALUE_UNKNOWN;
}

/* Of a union only those terms are put off that depend on a type parameter;
 * the others are answered at once. */
ValueId resolve_later(Run *run, View *view, LaterKind kind, ValueId base, NameId name) {
  TermId terms[VALUE_MAX], known[VALUE_MAX];
  uint32_t count = resolve_terms(run, base, terms), kept = 0;
  if (count == 0) return VALUE_UNKNOWN;
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_later(run, terms[i])) {
      known[kept++] = terms[i];
      continue;
    }
    ValueId one = resolve_one(run, terms[i]);
    TermId later = resolve_term(run, (Term){.kind = TERM_LATER, .view = view->number, .number = name.value, .flags = (uint8_t)kind}, &one, 1);
    value = resolve_union(run, value, resolve_one(run, later));
  }
  return kept ? resolve_union(run, value, compute(run, view, kind, resolve_value(run, known, kept), name)) : value;
}

/* T[K]: the member, once K is known to be a name; else what every member is, where
 * that is one type. */
ValueId resolve_keyed(Run *run, View *view, ValueId key, ValueId base) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, key, terms) != 1) return resolve_later(run, view, LATER_ELEMENT, base, (NameId){0});
  Term term = resolve_term_at(run, terms[0]);
  if (term.kind == TERM_LITERAL && term.flags == LITERAL_STRING && term.number && !resolve_is_open(run, base)) {
    return resolve_member_value(run, view, base, (NameId){term.number});
  }
  if (!is_later(run, terms[0]) && term.kind != TERM_LITERAL) return resolve_later(run, view, LATER_ELEMENT, base, (NameId){0});
  ValueId args[] = {key, base};
  return resolve_one(run, resolve_term(run, (Term){.kind = TERM_LATER, .view = view->number, .flags = LATER_KEYED}, args, 2));
}

/* What is known now: by what the type parameter is bound to. */
ValueId resolve_now(Run *run, TermId id) {
  assert(id);
  Term term = resolve_term_at(run, id);
  if (term.kind != TERM_LATER || !resolve_enter(run)) return VALUE_UNKNOWN;
  ValueId base = resolve_arg(run, term, 0);
  TermId terms[VALUE_MAX];
  bool is_keyed = term.flags == LATER_KEYED;
  if (is_keyed) base = resolve_arg(run, term, 1);
  bool again = resolve_terms(run, base, terms) == 1 && resolve_term_at(run, terms[0]).kind == TERM_LATER;
  if (again) base = resolve_now(run, terms[0]);
  LaterKind kind = is_keyed ? LATER_ELEMENT : (LaterKind)term.flags;
  ValueId value = compute(run, resolve_view_at(run, term.view), kind, base, (NameId){term.number});
  resolve_leave(run);
  return value;
}

/* In order: the default of a later parameter may name an earlier one, so
 * what is known so far is put into it. */
void resolve_env_defaults(Run *run, View *view, DefNo def, Env *env) {
  uint32_t count;
  const TermId *params = resolve_type_params(run, view, def, &count);
  for (uint32_t i = 0; i < count && env->count < ENV_MAX; i++) {
    Term term = resolve_term_at(run, params[i]);
    View *at = resolve_view_at(run, term.view);
    const Bind *bind = view_bind(at, term.number);
    bool is_known = !bind->value || !(bind->flags & BIND_TYPE_PARAM);
    for (uint32_t k = 0; k < env->count; k++) is_known |= env->params[k] == params[i];
    if (is_known) continue;
    ValueId value = resolve_substitute(run, resolve_eval_type(run, at, bind->value), env);
    if (value != VALUE_UNKNOWN && value != VALUE_NOTHING) resolve_env_add(run, env, params[i], value);
  }
}
