/* Overloads: which of several namesakes a call means, by the number of its
 * arguments, then by what they are. */
#include "src/resolve/call_internal.h"
#include "src/resolve/conversion_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/extension_internal.h"
#include "src/resolve/methods_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

/* A function that a call may mean, with what its parameters ask for and how
 * the arguments fit them. */
typedef struct Candidate {
  const Found *found;
  const Found *takes; /* whose parameters count: itself, or the generic function that it is an instance of */
  const BindNo *params;
  uint32_t count, least;
  uint32_t places; /* parameters that arguments without a name can go to */
  uint32_t labels; /* parameters that have to be given by their name */
  bool variadic;   /* takes any number of them */
  bool keywords;   /* takes named arguments of any name */
  bool as_array;  /* what its variadic parameter takes is given as one array */
  unsigned score; /* sum over the arguments */
  unsigned worst;
} Candidate;

static bool is_function(const Found *found) {
  return found->view && found->def && resolve_is_callable_kind(view_def(found->view, found->def)->kind);
}

/* An instance of a generic function has that for its base, applied to what it is made with,
 * and no parameters of its own. An instance of an instance is not followed. */
static const Found *taking(Run *run, const Found *found) {
  const Def *def = view_def(found->view, found->def);
  if (!def->bases.count) return found;
  const Expr *made = view_expr(found->view, view_item(found->view, def->bases, 0));
  FoundList list = {.count = 0};
  if (made->kind != EXPR_APPLY || !resolve_find(run, found->view, made->base, &list)) return found;
  for (uint32_t i = 0; i < list.count; i++) {
    uint32_t count = 0;
    bool is_generic = is_function(&list.items[i]) && !view_def(list.items[i].view, list.items[i].def)->bases.count;
    if (is_generic) resolve_type_params(run, list.items[i].view, list.items[i].def, &count);
    if (count) return arena_copy(run->arena, &list.items[i], sizeof list.items[i]);
  }
  return found;
}

/* What the instance is made with, by place or by name, for the type parameters. */
static void add_actuals(Run *run, const Candidate *own, Env *env) {
  View *view = own->found->view, *other = own->takes->view;
  ExprList actuals = view_expr(view, view_item(view, view_def(view, own->found->def)->bases, 0))->list;
  uint32_t count;
  const TermId *params = resolve_type_params(run, other, own->takes->def, &count);
  for (uint32_t i = 0; i < actuals.count; i++) {
    const Expr *actual = view_expr(view, view_item(view, actuals, i));
    bool is_named = actual->kind == EXPR_KEYWORD;
    for (uint32_t k = 0; k < count && env->count < ENV_MAX; k++) {
      NameId name = view_bind(other, resolve_term_at(run, params[k]).number)->name;
      if (is_named ? !names_same(name, actual->name) : k != i) continue;
      resolve_env_add(run, env, params[k], resolve_eval_type(run, view, is_named ? actual->base : view_item(view, actuals, i)));
    }
  }
}

/* `least` counts up to the last parameter that has to be given by place. */
static Candidate candidate_of(Run *run, const Found *found) {
  Candidate own = {.found = found, .takes = taking(run, found)};
  own.params = resolve_signature(run, own.takes->view, own.takes->def, &own.count);
  for (uint32_t i = 0; i < own.count; i++) {
    const Bind *bind = view_bind(own.takes->view, own.params[i]);
    own.variadic |= (bind->flags & BIND_VARIADIC) != 0;
    own.keywords |= (bind->flags & BIND_KEYWORDS) != 0;
    if (bind->flags & (BIND_VARIADIC | BIND_KEYWORDS)) continue;
    bool is_named = bind->flags & BIND_KEYWORD_ONLY, is_needed = !(bind->flags & BIND_OPTIONAL) && !bind->value;
    own.places += !is_named;
    own.labels += is_named && is_needed;
    if (is_needed && !is_named) own.least = i + 1;
  }
  return own;
}

/* ---- arguments ---- */

static bool has_spread(const Call *call) {
  for (uint32_t i = 0; i < resolve_given(call); i++) {
    if (view_expr(call->view, resolve_given_at(call, i))->kind == EXPR_SPREAD) return true;
  }
  return false;
}

/* f<A, B>(…) is none that takes fewer types. */
static bool types_fit(Run *run, const Candidate *own, const Call *call) {
  ExprNo base = view_expr(call->view, call->expr)->base;
  const Expr *apply = base ? view_expr(call->view, base) : NULL;
  if (!apply || apply->kind != EXPR_APPLY) return true;
  uint32_t count;
  resolve_type_params(run, own->found->view, own->found->def, &count);
  return count >= apply->list.count;
}

/* A spread may be any number of arguments, so nothing is ruled out by
 * counting then. */
static bool arity_fits(Run *run, const Candidate *own, const Call *call) {
  if (has_spread(call)) return true;
  uint32_t given = resolve_given(call), named = 0;
  for (uint32_t i = 0; i < given; i++) {
    const Expr *arg = view_expr(call->view, resolve_given_at(call, i));
    if (arg->kind != EXPR_KEYWORD) continue;
    named++;
    bool is_known = own->keywords || !arg->name.value || resolve_param(run, own->takes->view, own->takes->def, i, arg->name);
    if (!is_known) return false;
  }
  if ((given - named > own->places && !own->variadic) || named < own->labels) return false;
  return given >= own->least && (given <= own->count || own->variadic || own->keywords);
}

bool resolve_takes_as_many(Run *run, const Found *found, const Call *call) {
  Candidate own = candidate_of(run, found);
  return arity_fits(run, &own, call);
}

static ValueId param_type(Run *run, const Candidate *own, BindNo param) {
  ValueId type = resolve_param_type(run, own->takes->view, param);
  bool array = own->as_array && (view_bind(own->takes->view, param)->flags & BIND_VARIADIC);
  if (own->takes != own->found) {
    Env env = {0};
    add_actuals(run, own, &env);
    type = resolve_substitute(run, type, &env);
  }
  return array ? resolve_one(run, resolve_term_with(run, TERM_LIST, &type, 1)) : type;
}

/* What is nothing at all can only go where the declared type says that it may be absent;
 * what a type parameter stands for may be. */
static bool takes_nothing(Run *run, const Candidate *own, BindNo param, ValueId type) {
  const View *view = own->takes->view;
  ExprNo declared = view_bind(view, param)->type;
  if (!view->lang->rules.absence_declared || !declared || resolve_has_kind(run, type, TERM_PARAM)) return true;
  return view_expr(view, declared)->flags & EXPR_OPTIONAL;
}

/* An argument that nothing takes is a no; one that a catch-all takes is
 * neither here nor there. */
static unsigned fit_arg(Run *run, const Candidate *own, const Call *call, uint32_t nth) {
  ExprNo arg = resolve_given_at(call, nth);
  const Expr *expr = view_expr(call->view, arg);
  if (expr->kind == EXPR_SPREAD) return FIT_UNKNOWN;
  NameId keyword = {0};
  if (expr->kind == EXPR_KEYWORD) {
    keyword = expr->name;
    arg = expr->base;
  }
  BindNo param = resolve_param(run, own->takes->view, own->takes->def, nth, keyword);
  if (!param) return (keyword.value ? own->keywords : own->variadic) ? FIT_UNKNOWN : FIT_NO;
  Env env = {0};
  resolve_env_found(run, &env, own->found);
  ValueId type = resolve_substitute(run, param_type(run, own, param), &env);
  ValueId given = resolve_eval(run, call->view, arg);
  if (given == VALUE_NOTHING && !takes_nothing(run, own, param, type)) return FIT_NO;
  if (call->view->lang->rules.reads_call) given = resolve_read(run, call->view, arg, given);
  return resolve_fit(run, call->view, type, given);
}

static bool score_as(Run *run, Candidate *own, const Call *call, bool as_array) {
  own->as_array = as_array;
  own->score = 0;
  own->worst = FIT_EXACT;
  for (uint32_t i = 0; i < resolve_given(call); i++) {
    unsigned fit = fit_arg(run, own, call, i);
    if (fit == FIT_NO) return false;
    own->score += fit;
    if (fit < own->worst) own->worst = fit;
  }
  return true;
}

/* A variadic parameter is tried as the array it is, then as many. */
static bool score(Run *run, Candidate *own, const Call *call) {
  bool may_be_array = own->variadic && own->count && own->count == resolve_given(call);
  if (may_be_array && score_as(run, own, call, true) && own->worst != FIT_UNKNOWN) return true;
  return score_as(run, own, call, false);
}

/* ---- the first signature that fits ---- */

static bool is_signature(const Found *found) {
  return view_def(found->view, found->def)->flags & (DEF_OVERLOAD | DEF_ABSTRACT | DEF_DECLARATION);
}

/* Signatures of one function, tried in the order they are written; the
 * language promises that the first that fits is meant. When none does, the
 * first that takes as many arguments stands in: something is not known, and
 * the number is the surest sign. */
static void choose_first(Run *run, const Call *call, Found *group, uint32_t count, FoundList *out) {
  uint32_t signatures = 0, overloads = 0;
  for (uint32_t i = 0; i < count; i++) {
    signatures += is_signature(&group[i]);
    overloads += (view_def(group[i].view, group[i].def)->flags & DEF_OVERLOAD) != 0;
  }
  if (overloads == 0 && signatures < count) { /* alternatives, not overloads */
    for (uint32_t i = 0; i < count; i++) resolve_found_add(run, out, group[i]);
    return;
  }
  const Found *fallback = NULL;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_signature(&group[i])) continue;
    Candidate own = candidate_of(run, &group[i]);
    if (!arity_fits(run, &own, call) || !types_fit(run, &own, call)) continue;
    if (!fallback) fallback = &group[i];
    if (!score(run, &own, call)) continue;
    group[i].rule = RULE_OVERLOAD;
    resolve_found_add(run, out, group[i]);
    return;
  }
  resolve_found_add(run, out, fallback ? *fallback : group[0]);
}

/* ---- the best of different functions ---- */

/* The parameter that an argument goes to; one with a name to the one that has it, where
 * parameters are only given so. */
static BindNo param_for(Run *run, const Candidate *own, const Call *call, uint32_t nth) {
  BindNo by_place = resolve_param(run, own->takes->view, own->takes->def, nth, (NameId){0});
  const Expr *arg = view_expr(call->view, resolve_given_at(call, nth));
  if (by_place || arg->kind != EXPR_KEYWORD) return by_place;
  return resolve_param(run, own->takes->view, own->takes->def, nth, arg->name);
}

/* Every parameter of `a` could be given to `b`: whatever calls `a` could
 * call `b`, so `a` says more. */
static bool more_specific(Run *run, const Candidate *a, const Candidate *b, const Call *call) {
  uint32_t given = resolve_given(call);
  for (uint32_t i = 0; i < given; i++) {
    BindNo left = param_for(run, a, call, i), right = param_for(run, b, call, i);
    if (!left || !right) return false;
    ValueId narrow = param_type(run, a, left), wide = param_type(run, b, right);
    unsigned fit = resolve_fit(run, call->view, wide, narrow);
    if (fit == FIT_EXACT || fit == FIT_SUBTYPE || fit == FIT_WIDEN) continue;
    ValueId arg = resolve_eval(run, call->view, resolve_given_at(call, i));
    if (!resolve_fits_function_better(run, call->view, narrow, wide, arg)) return false;
  }
  return true;
}

/* Candidates are tried in phases, and one of an earlier phase wins whatever
 * fits in a later one: 1 without boxing, 2 with it, 3 with a variable number
 * of arguments. */
static unsigned phase_of(const Candidate *own) {
  if (own->variadic && !own->as_array) return 3;
  return own->worst == FIT_BOX ? 2 : 1;
}

static uint32_t keep_best_phase(Candidate *list, uint32_t count) {
  unsigned best = 3;
  for (uint32_t i = 0; i < count; i++) {
    unsigned phase = phase_of(&list[i]);
    if (phase < best) best = phase;
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (phase_of(&list[i]) == best) list[kept++] = list[i];
  }
  return kept;
}

/* Where that decides, those that need no default, if there are any. */
static uint32_t keep_given(const Call *call, Candidate *list, uint32_t count) {
  uint32_t given = resolve_given(call), kept = 0;
  if (!call->view->lang->rules.defaults_last) return count;
  for (uint32_t i = 0; i < count; i++) kept += list[i].places <= given;
  if (!kept) return count;
  kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (list[i].places <= given) list[kept++] = list[i];
  }
  return kept;
}

static TermId owner_of(const Candidate *own) { return own->found->owner; }

static bool has_flag(const Candidate *own, unsigned flag) {
  return view_def(own->found->view, own->found->def)->flags & flag;
}

/* Of two equally specific ones: the one in the type that extends the other's,
 * the one with a body, the one found first; of two behind conditions neither,
 * since each is there in programs of its own. */
static bool overrides(Run *run, const Candidate *a, const Candidate *b, bool first) {
  TermId left = owner_of(a), right = owner_of(b);
  if (left && right) {
    Term up = resolve_term_at(run, right), down = resolve_term_at(run, left);
    bool same = up.view == down.view && up.number == down.number;
    if (!same && resolve_as_base(run, left, up.view, up.number)) return true;
    if (!same && resolve_as_base(run, right, down.view, down.number)) return false;
  }
  if (has_flag(a, DEF_ABSTRACT) != has_flag(b, DEF_ABSTRACT)) return has_flag(b, DEF_ABSTRACT);
  if (has_flag(a, DEF_DECLARATION) != has_flag(b, DEF_DECLARATION)) return has_flag(b, DEF_DECLARATION);
  return first && !(has_flag(a, DEF_DEPENDENT) && has_flag(b, DEF_DEPENDENT));
}

/* A candidate of which something is unknown does not beat one of which all
 * is known. */
static bool is_beaten(Run *run, const Candidate *list, uint32_t count, uint32_t own, const Call *call) {
  for (uint32_t i = 0; i < count; i++) {
    if (i == own || (list[i].worst == FIT_UNKNOWN && list[own].worst != FIT_UNKNOWN)) continue;
    if (!more_specific(run, &list[i], &list[own], call)) continue;
    if (!more_specific(run, &list[own], &list[i], call) || overrides(run, &list[i], &list[own], i < own)) return true;
  }
  return false;
}

/* The rules of languages where overloads are functions of their own: those
 * that fit, of them the best phase, of them the most specific; what is left
 * equal is told by the sum of how well arguments fit. All of them are kept
 * when that does not decide. */
static void choose_best(Run *run, const Call *call, Found *group, uint32_t count, FoundList *out) {
  Candidate *list = ARENA_ARRAY(run->arena, Candidate, count);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    Candidate own = candidate_of(run, &group[i]);
    if (arity_fits(run, &own, call) && score(run, &own, call)) list[kept++] = own;
  }
  kept = keep_given(call, list, keep_best_phase(list, kept));
  bool *beaten = ARENA_ARRAY(run->arena, bool, kept ? kept : 1);
  for (uint32_t i = 0; i < kept; i++) beaten[i] = is_beaten(run, list, kept, i, call);
  unsigned best = 0;
  for (uint32_t i = 0; i < kept; i++) {
    if (!beaten[i] && list[i].score > best) best = list[i].score;
  }
  for (uint32_t i = 0; i < kept; i++) {
    if (beaten[i] || list[i].score != best) continue;
    Found found = *list[i].found;
    if (count > 1) found.rule = RULE_OVERLOAD;
    resolve_found_add(run, out, found);
  }
  if (kept == 0 && !group[0].extends) { /* nothing fits: the number of arguments alone */
    for (uint32_t i = 0; i < count; i++) {
      Candidate own = candidate_of(run, &group[i]);
      if (arity_fits(run, &own, call)) resolve_found_add(run, out, group[i]);
    }
  }
}

static bool are_own_functions(const Found *found) {
  return resolve_overloads_apart(found->view->lang);
}

/* Reached through the same receiver, or through none: static members are
 * overloads of each other wherever they were imported from. */
static bool same_group(const Found *a, const Found *b) {
  if (a->receiver == b->receiver) return true;
  return are_own_functions(a) && (view_def(a->view, a->def)->flags & view_def(b->view, b->def)->flags & DEF_STATIC);
}

/* A receiver may have a function of the name that nobody here knows: what is left
 * of several is no answer. */
static void choose_extension(Run *run, const Call *call, Found *group, uint32_t count, FoundList *out) {
  FoundList best = {.count = 0};
  choose_best(run, call, group, count, &best);
  if (best.count == 1) resolve_found_add(run, out, best.items[0]);
}

/* Works on the list in place: namesakes that are reached through one
 * receiver compete with each other, those of different receivers do not,
 * because each of them may be the one at run time. */
void resolve_choose(Run *run, const Call *call, FoundList *list) {
  if (call && call->view->lang->rules.overloads == LANGUAGE_OVERLOADS_OPEN) {
    resolve_choose_methods(run, call, list);
    return;
  }
  bool extends = list->count && list->items[0].extends;
  bool ranked = call && call->view->lang->rules.overloads == LANGUAGE_OVERLOADS_RANKED;
  if ((list->count < 2 && !extends && !ranked) || !call) return;
  resolve_choose_held(run, call, list);
  FoundList chosen = {.count = 0, .ext = list->ext, .unknown = list->unknown};
  bool *done = ARENA_ARRAY(run->arena, bool, list->count);
  for (uint32_t i = 0; i < list->count; i++) {
    if (done[i]) continue;
    if (!is_function(&list->items[i])) {
      resolve_found_add(run, &chosen, list->items[i]);
      continue;
    }
    /* Namesakes reached through the same receiver. */
    Found *group = ARENA_ARRAY(run->arena, Found, list->count);
    uint32_t count = 0;
    for (uint32_t k = i; k < list->count; k++) {
      if (done[k] || !is_function(&list->items[k]) || !same_group(&list->items[i], &list->items[k])) continue;
      done[k] = true;
      group[count++] = list->items[k];
    }
    Call own = resolve_call_for(call, &group[0]);
    if (extends) choose_extension(run, &own, group, count, &chosen);
    else if (group[0].view->lang->rules.overloads == LANGUAGE_OVERLOADS_RANKED) resolve_choose_ranked(run, call, group, count, &chosen);
    else if (count == 1) resolve_found_add(run, &chosen, group[0]);
    else if (are_own_functions(&group[0])) choose_best(run, call, group, count, &chosen);
    else choose_first(run, call, group, count, &chosen);
  }
  *list = chosen;
}
