/* Overloads by conversions: of functions that can be called with the arguments the one
 * that needs no worse conversion for any of them than another, and a better one for
 * some. Of equal ones a plain function before a template, and of templates the more
 * special. */
#include "src/resolve/conversion_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { ARGS_MAX = 16 };

typedef struct Choice {
  const Found *found;
  Rank ranks[ARGS_MAX];
  Wanted wanted[ARGS_MAX];
  uint32_t count; /* arguments that are compared */
  bool says_nothing[ARGS_MAX]; /* nothing is known of the argument, or of the parameter */
  bool is_template, takes_rest;
} Choice;

/* Whether a type parameter of the function itself is left in it. What an alias computes
 * from one (conditional_t<…>) does not tell what it was. */
static bool is_deduced(Run *run, const Found *found, ValueId type, uint32_t written) {
  TermId terms[VALUE_MAX];
  type = resolve_expand_all(run, type);
  uint32_t count, own = resolve_terms(run, type, terms);
  if (!resolve_is_open(run, type)) return false;
  const TermId *params = resolve_type_params(run, found->view, found->def, &count);
  for (uint32_t i = 0; i < own; i++) {
    Term term = resolve_term_at(run, terms[i]);
    for (uint32_t k = written; k < count; k++) {
      if (terms[i] == params[k]) return true;
    }
    for (uint32_t k = 0; k < term.count; k++) {
      if (is_deduced(run, found, resolve_arg(run, term, k), written)) return true;
    }
  }
  return false;
}

static uint32_t written_types(const Call *call) {
  ExprNo base = view_expr(call->view, call->expr)->base;
  const Expr *apply = base ? view_expr(call->view, base) : NULL;
  return apply && apply->kind == EXPR_APPLY ? apply->list.count : 0;
}

static bool takes_types(Run *run, const Found *found, uint32_t written) {
  uint32_t count;
  const TermId *params = resolve_type_params(run, found->view, found->def, &count);
  if (view_def(found->view, found->def)->kind == SYMBOL_CONSTRUCTOR || !written) return true;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, params[i]);
    if (view_bind(resolve_view_at(run, term.view), term.number)->flags & BIND_VARIADIC) return true;
  }
  return count >= written;
}

static bool occurs(Run *run, TermId param, ValueId type, bool *ret_unclear) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, type, terms);
  *ret_unclear |= type == VALUE_UNKNOWN || resolve_is_partial(run, type);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    *ret_unclear |= term.kind == TERM_LATER || term.kind == TERM_FUNC || term.kind == TERM_EXT;
    if (terms[i] == param) return true;
    for (uint32_t k = 0; k < term.count; k++) {
      if (occurs(run, param, resolve_arg(run, term, k), ret_unclear)) return true;
    }
  }
  return false;
}

/* A type parameter that is neither written, nor in the type of a parameter, nor has a
 * default: nothing says what it is, so the function is not meant. */
static bool tells_all_types(Run *run, const Found *found, uint32_t written) {
  uint32_t count, given;
  const TermId *types = resolve_type_params(run, found->view, found->def, &count);
  const BindNo *params = resolve_signature(run, found->view, found->def, &given);
  for (uint32_t i = written; i < count; i++) {
    Term term = resolve_term_at(run, types[i]);
    if (view_bind(resolve_view_at(run, term.view), term.number)->flags & (BIND_OPTIONAL | BIND_VARIADIC)) continue;
    bool found_it = false, unclear = false;
    for (uint32_t k = 0; k < given && !found_it; k++) {
      found_it = occurs(run, types[i], resolve_type_shape(run, found->view, view_bind(found->view, params[k])->type).type, &unclear);
    }
    if (!found_it && !unclear) return false;
  }
  return true;
}

/* An alias of something that is not computed says nothing. */
static ValueId followed(Run *run, ValueId type) {
  TermId terms[VALUE_MAX];
  ValueId whole = resolve_expand_all(run, type);
  Term term = resolve_terms(run, whole, terms) == 1 ? resolve_term_at(run, terms[0]) : (Term){0};
  bool is_alias = term.kind == TERM_INST && view_def(resolve_view_at(run, term.view), term.number)->kind == SYMBOL_TYPE;
  return is_alias ? VALUE_UNKNOWN : whole;
}

static Wanted wanted_of(Run *run, const Found *found, BindNo param, const Env *env, uint32_t written) {
  const Bind *bind = view_bind(found->view, param);
  Wanted wanted = {.shape = resolve_type_shape(run, found->view, bind->type)};
  wanted.deduced = is_deduced(run, found, wanted.shape.type, written);
  ValueId type = resolve_substitute(run, wanted.shape.type, env);
  if (type != wanted.shape.type && !wanted.deduced) wanted.shape.known = true;
  wanted.shape.type = followed(run, type);
  return wanted;
}

/* False: it cannot be called so. */
static bool rank_all(Run *run, const Call *call, const Found *found, const Shape *given, Choice *ret_choice) {
  uint32_t written = written_types(call), params;
  bool makes = view_def(found->view, found->def)->kind == SYMBOL_CONSTRUCTOR;
  if (!resolve_takes_as_many(run, found, call) || !takes_types(run, found, written)) return false;
  if (!tells_all_types(run, found, makes ? 0 : written)) return false;
  *ret_choice = (Choice){.found = found};
  resolve_type_params(run, found->view, found->def, &params);
  ret_choice->is_template = params > 0;
  Env env = {0};
  resolve_env_found(run, &env, found);
  if (!makes && call->expr) resolve_infer_explicit(run, found->view, found->def, call, &env);
  for (uint32_t i = 0; i < resolve_given(call) && i < ARGS_MAX; i++) {
    BindNo param = resolve_param(run, found->view, found->def, i, (NameId){0});
    if (!param) return false;
    const Bind *bind = view_bind(found->view, param);
    bool is_pack = bind->flags & BIND_VARIADIC;
    ret_choice->takes_rest |= is_pack;
    ret_choice->wanted[i] = wanted_of(run, found, param, &env, makes ? 0 : written);
    bool spread = view_expr(call->view, resolve_given_at(call, i))->kind == EXPR_SPREAD;
    Rank rank = !bind->type ? RANK_REST : resolve_rank(run, call->view, &ret_choice->wanted[i], &given[i]);
    if (spread) rank = is_pack ? RANK_EXACT : RANK_UNKNOWN;
    if (rank == RANK_NO) return false;
    ret_choice->ranks[i] = rank;
    bool is_silent = given[i].type == VALUE_UNKNOWN && !given[i].is_list && !spread;
    ret_choice->says_nothing[i] = rank == RANK_REST ? false : is_silent || ret_choice->wanted[i].shape.type == VALUE_UNKNOWN;
    ret_choice->count = i + 1;
    if (spread) break; /* what follows has no place of its own */
  }
  return true;
}

/* ---- comparing ---- */

/* T is less special than T*, that less than Box<T>, and that less than a type. */
static unsigned special(Run *run, const Wanted *wanted) {
  TermId terms[VALUE_MAX];
  if (!wanted->deduced) return 100;
  bool is_param = resolve_terms(run, wanted->shape.type, terms) == 1 && resolve_term_at(run, terms[0]).kind == TERM_PARAM;
  return (is_param ? 0u : 50u) + wanted->shape.pointers;
}

static bool is_more_special(Run *run, const Choice *a, const Choice *b) {
  bool any = false;
  for (uint32_t i = 0; i < a->count && i < b->count; i++) {
    unsigned own = special(run, &a->wanted[i]), other = special(run, &b->wanted[i]);
    if (a->wanted[i].shape.type == VALUE_UNKNOWN || b->wanted[i].shape.type == VALUE_UNKNOWN) continue;
    if (own < other) return false;
    any |= own > other;
  }
  if (!any && a->takes_rest != b->takes_rest) return !a->takes_rest;
  return any;
}

static bool is_better(Run *run, const Choice *a, const Choice *b) {
  bool any = false, unknown = false;
  for (uint32_t i = 0; i < a->count && i < b->count; i++) {
    unknown |= a->ranks[i] == RANK_UNKNOWN;
    if (a->says_nothing[i] || b->says_nothing[i]) continue;
    if (a->ranks[i] < b->ranks[i]) return false;
    any |= a->ranks[i] > b->ranks[i];
  }
  if (any) return true;
  if (a->is_template != b->is_template) return !a->is_template && !unknown;
  return is_more_special(run, a, b);
}

/* Only conditions (enable_if, const) could tell them apart, which are not computed. */
static bool is_equal(Run *run, const Choice *a, const Choice *b) {
  bool same = a->count == b->count && a->is_template == b->is_template;
  for (uint32_t i = 0; same && i < a->count; i++) {
    same = a->ranks[i] == b->ranks[i] && special(run, &a->wanted[i]) == special(run, &b->wanted[i]);
  }
  return same;
}

/* Of those the one that is written first stands for all: the usual case comes before
 * the special ones. */
static bool is_stood_for(Run *run, const View *from, const Choice *list, uint32_t count, uint32_t own) {
  for (uint32_t i = 0; i < count; i++) {
    const Found *mine = list[own].found, *other = list[i].found;
    bool before = mine->view == other->view ? other->def < mine->def : mine->view == from; /* what is included comes first */
    bool announces = view_def(other->view, other->def)->flags & DEF_DECLARATION; /* what may be defined by this one */
    if (i != own && before && !announces && is_equal(run, &list[i], &list[own])) return true;
  }
  return false;
}

static bool is_conditional(const Choice *choice) {
  return view_def(choice->found->view, choice->found->def)->flags & DEF_OPTIONAL;
}

/* Templates that are there under conditions, for arguments of known types: the conditions
 * tell, which are not computed, so that any of them may be meant. */
static bool is_undecided(Run *run, const Choice *list, uint32_t count, uint32_t own, const Shape *given) {
  bool known = is_conditional(&list[own]) && list[own].count;
  for (uint32_t i = 0; known && i < list[own].count; i++) {
    known = given[i].known && given[i].type != VALUE_UNKNOWN && !resolve_is_open(run, given[i].type);
  }
  for (uint32_t i = 0; known && i < count; i++) {
    if (i != own && is_conditional(&list[i]) && is_equal(run, &list[i], &list[own])) return true;
  }
  return false;
}

/* A constructor that takes anything is no better than others where nobody knows what
 * is given: it may be a copy. */
static bool is_guess(Run *run, const Found *first, const Shape *given, uint32_t count) {
  TermId terms[VALUE_MAX];
  if (view_def(first->view, first->def)->kind != SYMBOL_CONSTRUCTOR) return false;
  for (uint32_t i = 0; i < count && i < ARGS_MAX; i++) {
    unsigned kind = resolve_terms(run, given[i].type, terms) == 1 ? resolve_term_at(run, terms[0]).kind : TERM_UNKNOWN;
    bool known = kind == TERM_INST || kind == TERM_SELF || kind == TERM_PRIMITIVE || kind == TERM_LITERAL || kind == TERM_DEF;
    if (!given[i].is_list && !given[i].is_null && !known) return true;
  }
  return false;
}

/* What the copying constructor that nobody writes would need. */
static Rank rank_copy(Run *run, const Found *maker, const Shape *given, uint32_t count) {
  TermId terms[VALUE_MAX];
  DefNo owner = view_def(maker->view, maker->def)->container;
  if (count != 1 || given->pointers || !owner || resolve_terms(run, given->type, terms) != 1) return RANK_NO;
  Term term = resolve_term_at(run, terms[0]);
  if (term.kind != TERM_INST && term.kind != TERM_SELF) return RANK_NO;
  if (term.view == maker->view->number && term.number == owner) return RANK_EXACT;
  return resolve_as_base(run, terms[0], maker->view->number, owner) ? RANK_STANDARD : RANK_NO;
}

/* One alone is what is meant, unless it cannot take as much: then something is not
 * as it looks, as in the arguments of a macro. A constructor has a copying one beside
 * it that nobody writes. */
static void choose_only(Run *run, const Call *call, const Found *found, const Shape *given, FoundList *out) {
  Choice choice;
  bool makes = view_def(found->view, found->def)->kind == SYMBOL_CONSTRUCTOR;
  uint32_t count;
  resolve_signature(run, found->view, found->def, &count);
  bool is_member = view_def(found->view, found->def)->scope != 1; /* what is said again outside has no defaults */
  bool fits = resolve_takes_as_many(run, found, call) || (is_member && resolve_given(call) <= count);
  bool made = makes && rank_all(run, call, found, given, &choice) && choice.ranks[0] >= rank_copy(run, found, given, resolve_given(call));
  if (!fits || (makes && !made)) out->unknown = true;
  else resolve_found_add(run, out, *found);
}

void resolve_choose_ranked(Run *run, const Call *call, Found *group, uint32_t count, FoundList *out) {
  Choice *list = ARENA_ARRAY(run->arena, Choice, count);
  Shape given[ARGS_MAX];
  uint32_t kept = 0;
  bool makes = view_def(group[0].view, group[0].def)->kind == SYMBOL_CONSTRUCTOR;
  for (uint32_t i = 0; i < resolve_given(call) && i < ARGS_MAX; i++) {
    given[i] = count > 1 || makes ? resolve_value_shape(run, call->view, resolve_given_at(call, i)) : (Shape){0};
    given[i].type = followed(run, given[i].type);
  }
  if (count == 1) {
    choose_only(run, call, &group[0], given, out);
    return;
  }
  for (uint32_t i = 0; i < count; i++) kept += rank_all(run, call, &group[i], given, &list[kept]);
  bool open = is_guess(run, &group[0], given, resolve_given(call));
  Rank copy = makes ? rank_copy(run, &group[0], given, resolve_given(call)) : RANK_NO;
  for (uint32_t i = 0; i < kept; i++) {
    bool beaten = false;
    for (uint32_t k = 0; k < kept && !beaten && !open; k++) beaten = k != i && is_better(run, &list[k], &list[i]);
    if (beaten || (!open && is_stood_for(run, call->view, list, kept, i)) || (copy && list[i].ranks[0] < copy)) continue;
    if (is_undecided(run, list, kept, i, given)) {
      out->unknown = true;
      continue;
    }
    Found found = *list[i].found;
    found.rule = RULE_OVERLOAD;
    resolve_found_add(run, out, found);
  }
  for (uint32_t i = 0; i < count && !kept && !makes; i++) { /* nothing fits: the number of arguments alone */
    if (resolve_takes_as_many(run, &group[i], call)) resolve_found_add(run, out, group[i]);
  }
}

/* ---- declarations and definitions ---- */

static NameId written_name(const View *view, ExprNo type) {
  const Expr *expr = view_expr(view, type);
  for (int guard = 0; guard < 8 && expr->base && expr->kind != EXPR_NAME && expr->kind != EXPR_MEMBER; guard++) expr = view_expr(view, expr->base);
  return expr->name;
}

bool resolve_has_signature(Run *run, const Found *declared, const Found *defined) {
  uint32_t count, other, types, other_types;
  const BindNo *own = resolve_signature(run, declared->view, declared->def, &count);
  const BindNo *their = resolve_signature(run, defined->view, defined->def, &other);
  resolve_type_params(run, declared->view, declared->def, &types);
  resolve_type_params(run, defined->view, defined->def, &other_types);
  if ((types > 0) != (other_types > 0)) return false;
  for (uint32_t i = 0; i < count && i < other; i++) {
    ExprNo left = view_bind(declared->view, own[i])->type, right = view_bind(defined->view, their[i])->type;
    Wanted wanted = {.shape = resolve_type_shape(run, declared->view, left)};
    Shape given = resolve_type_shape(run, defined->view, right);
    if (wanted.shape.pointers != given.pointers) return false;
    Rank rank = resolve_rank(run, declared->view, &wanted, &given);
    if (rank == RANK_EXACT) continue;
    if (rank != RANK_UNKNOWN || !names_same(written_name(declared->view, left), written_name(defined->view, right))) return false;
  }
  return true;
}
