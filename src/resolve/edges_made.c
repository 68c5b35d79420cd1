/* From calls of types to edges: which type is made, and which constructor runs. */
#include "src/resolve/call_internal.h"
#include "src/resolve/calls_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/slots_internal.h"
#include "src/resolve/value_internal.h"

/* Which constructor was chosen says nothing about the type: the edge to the
 * type itself is as sure as the type is. */
static unsigned only_type_rule(unsigned rule) { return rule == RULE_OVERLOAD ? RULE_TYPE : rule; }

/* The one constructor that takes the arguments; none, where nobody can tell: that the
 * type is made is said without it. */
static void keep_certain(Run *run, const Call *call, FoundList *list) {
  const Found *only = list->count == 1 ? &list->items[0] : NULL;
  bool callable = only && only->view && only->def && resolve_is_callable_kind(view_def(only->view, only->def)->kind);
  bool counted = call->view->lang->rules.arguments_counted;
  if (list->count > 1 || (counted && callable && !resolve_takes_as_many(run, only, call))) list->count = 0;
}

/* The constructors that run; how many of them lie in the project. */
static uint32_t run_constructors(Edges *edges, unsigned rule, const Ref *ref, TermId type, bool certain) {
  Run *run = edges->run;
  FoundList list = {.count = 0};
  resolve_find_constructors(run, edges->view, type, &list);
  bool is_written = list.count && list.items[0].view && !list.items[0].view->entry->is_library;
  const Expr *expr = view_expr(edges->view, ref->expr);
  Call call = {.view = edges->view, .expr = ref->expr, .args = expr->list, .makes = true};
  resolve_choose(run, &call, &list);
  if (certain) keep_certain(run, &call, &list);
  if (certain && (list.count || !is_written)) resolve_edges_slots(edges, only_type_rule(rule), ref, type, &list);
  uint32_t count = 0;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def) continue;
    if (!resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
    unsigned own = list.count > 1 ? RULE_ANY_OF : found->rule == RULE_OVERLOAD ? RULE_OVERLOAD : rule;
    resolve_edge(edges, EDGE_CALLS, own, ref, found->view, found->def);
    count += !found->view->entry->is_library;
  }
  return count;
}

/* The type, and the constructor where one is written. */
static void instantiate(Edges *edges, CallOutcome *outcome, unsigned rule, const Ref *ref, TermId type) {
  Term term = resolve_term_at(edges->run, type);
  View *view = resolve_view_at(edges->run, term.view);
  resolve_call_target(edges, outcome, (CallClaim){EDGE_INSTANTIATES, only_type_rule(rule)}, ref, view, term.number);
  run_constructors(edges, rule, ref, type, true);
}

/* super(...) and this(...): the constructor, or the type when none is written. */
static void construct(Edges *edges, CallOutcome *outcome, const Ref *ref, TermId type) {
  Term term = resolve_term_at(edges->run, type);
  uint32_t found = run_constructors(edges, RULE_SELF, ref, type, false);
  outcome->edges += found;
  if (!found) resolve_call_target(edges, outcome, (CallClaim){EDGE_CALLS, RULE_SELF}, ref, resolve_view_at(edges->run, term.view), term.number);
}

/* An enumeration has no constructors, nor has what an alias stands for that is not
 * computed. */
static bool may_be_made(Run *run, TermId type, Term term) {
  const View *view = resolve_view_at(run, term.view);
  const Def *def = view_def(view, term.number);
  TermId terms[VALUE_MAX];
  if (!view->lang->rules.types_special || def->kind != SYMBOL_TYPE || !def->type) return !view->lang->rules.types_special || def->kind != SYMBOL_ENUM;
  ValueId target = resolve_expand_all(run, resolve_to_instance(run, resolve_one(run, type)));
  if (resolve_terms(run, target, terms) != 1) return false;
  Term whole = resolve_term_at(run, terms[0]);
  return whole.kind == TERM_INST && view_def(resolve_view_at(run, whole.view), whole.number)->kind != SYMBOL_TYPE;
}

/* What an object of the type's own name takes calls by, where the language has such
 * objects: the one that takes the arguments. */
static bool call_object(Edges *edges, CallOutcome *outcome, unsigned rule, const Ref *ref, TermId type) {
  Run *run = edges->run;
  NameId name = resolve_view_at(run, resolve_term_at(run, type).view)->lang->call;
  FoundList list = {.count = 0}, own = {.count = 0};
  if (!name.value || ref->role == REF_NEW) return false;
  resolve_find_member(run, edges->view, type, name, MODE_VALUE | MODE_CALL, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    bool is_objects = def && resolve_is_callable_kind(def->kind) && def->container && (view_def(found->view, def->container)->flags & DEF_STATIC);
    if (is_objects) resolve_found_add(run, &own, *found);
  }
  Call call = {.view = edges->view, .expr = ref->expr, .args = view_expr(edges->view, ref->expr)->list};
  resolve_choose(run, &call, &own);
  if (own.count != 1 || !resolve_takes_as_many(run, &own.items[0], &call)) return false;
  resolve_call_target(edges, outcome, (CallClaim){EDGE_CALLS, rule}, ref, own.items[0].view, own.items[0].def);
  return true;
}

/* Calling a type means different things by language: it makes an instance,
 * converts a value, or nothing at all, where instances are made by an
 * expression of their own. */
void resolve_call_types(Edges *edges, CallOutcome *outcome, unsigned rule, const Ref *ref, TermId type) {
  Term term = resolve_term_at(edges->run, type);
  View *view = resolve_view_at(edges->run, term.view);
  LanguageCalledType called = edges->view->lang->rules.called_type; /* the caller's: a family may have several languages */
  if (called == LANGUAGE_CALLED_TYPE_MAKES && !may_be_made(edges->run, type, term)) {
    outcome->ext = true;
  } else if (call_object(edges, outcome, rule, ref, type)) {
    return;
  } else if (ref->role == REF_NEW || called == LANGUAGE_CALLED_TYPE_MAKES) {
    instantiate(edges, outcome, rule, ref, type);
  } else if (called == LANGUAGE_CALLED_TYPE_CONVERTS) {
    resolve_edge(edges, EDGE_TYPE_OF, rule, ref, view, term.number);
    outcome->ext = true; /* a conversion calls nothing */
  }
}

/* super(...) and this(...) where they call constructors. */
void resolve_call_constructors(Edges *edges, CallOutcome *outcome, const Ref *ref, const Expr *base) {
  Run *run = edges->run;
  if (edges->view->lang->rules.super_call_names) {
    outcome->ext = true;
    return;
  }
  bool is_static;
  TermId self = resolve_self_term(run, edges->view, base->scope, &is_static);
  if (!self) return;
  Term term = resolve_term_at(run, self);
  View *view = resolve_view_at(run, term.view);
  if (base->kind == EXPR_SELF) {
    construct(edges, outcome, ref, resolve_term_of(run, TERM_DEF, term.view, term.number));
    return;
  }
  const Def *def = view_def(view, term.number);
  for (uint32_t i = 0; i < def->bases.count; i++) {
    ExprNo expr = view_item(view, def->bases, i);
    if (view_expr(view, expr)->flags & EXPR_IMPLEMENTS) continue;
    ValueId type = resolve_expand_all(run, resolve_eval_type(run, view, expr));
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, type, terms);
    for (uint32_t k = 0; k < count; k++) {
      Term inst = resolve_term_at(run, terms[k]);
      if (inst.kind == TERM_INST) construct(edges, outcome, ref, resolve_term_of(run, TERM_DEF, inst.view, inst.number));
      else outcome->ext |= inst.kind == TERM_EXT;
    }
  }
}
