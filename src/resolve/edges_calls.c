/* From calls to edges: what a called name, value or macro leads to. Types that
 * are called are in edges_made.c. */
#include "src/resolve/call_internal.h"
#include "src/resolve/calls_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/macros_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/value_internal.h"

/* Counts as found even where no edge is made: a call into the standard
 * library is external, not unresolved. */
void resolve_call_target(Edges *edges, CallOutcome *outcome, CallClaim claim, const Ref *ref, const View *view, DefNo def) {
  if (view->entry->is_library) {
    resolve_edge(edges, claim.kind, claim.rule, ref, view, def);
    outcome->ext = true;
    return;
  }
  if (view_def(view, def)->flags & DEF_ANONYMOUS) return;
  size_t before = edges->list.len;
  resolve_edge(edges, claim.kind, claim.rule, ref, view, def);
  outcome->edges += edges->list.len > before;
}

/* Calls what a value is. `alone`: nothing else was found, so the value
 * counts only when it certainly is one function or type; a set of candidates
 * would be a guess. */
static void call_value(Edges *edges, CallOutcome *outcome, unsigned rule, const Ref *ref, ValueId value, bool alone) {
  Run *run = edges->run;
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  bool certain = count == 1 && !resolve_is_partial(run, value);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_EXT || term.kind == TERM_FUNC) outcome->ext |= term.kind == TERM_EXT;
    if (alone && !certain) continue;
    if (term.kind == TERM_DEF || term.kind == TERM_BOUND) {
      View *view = resolve_view_at(run, term.view);
      unsigned kind = view_def(view, term.number)->kind;
      if (resolve_is_callable_kind(kind)) resolve_call_target(edges, outcome, (CallClaim){EDGE_CALLS, rule}, ref, view, term.number);
      else if (symbol_kind_is_type(kind)) resolve_call_types(edges, outcome, rule, ref, terms[i]);
    } else if (term.kind == TERM_MODULE) { /* module.exports = … */
      call_value(edges, outcome, rule, ref, resolve_whole(run, terms[i]), alone);
    } else if (term.kind == TERM_META && !(term.flags & TERM_HEIR)) {
      TermId inside[VALUE_MAX];
      uint32_t inner = resolve_terms(run, resolve_arg(run, term, 0), inside);
      for (uint32_t k = 0; k < inner; k++) {
        Term inst = resolve_term_at(run, inside[k]);
        if (inst.kind != TERM_INST && inst.kind != TERM_SELF) continue;
        resolve_call_types(edges, outcome, rule, ref, resolve_term_of(run, TERM_DEF, inst.view, inst.number));
      }
    }
  }
}

/* A parameter can be anything a caller passes, which the signature alone
 * tells. */
static bool is_param(const Found *found) {
  return found->bind && (view_bind(found->view, found->bind)->flags & BIND_PARAM);
}

/* A macro is expanded, which is no call; but a macro whose whole text is a
 * name stands for that, and then calling the macro calls it. */
static void call_macro(Edges *edges, CallOutcome *outcome, const Ref *ref, const Found *found, const Def *def) {
  resolve_edge(edges, EDGE_EXPANDS, RULE_MACRO, ref, found->view, found->def);
  resolve_edges_joined(edges, ref, found);
  outcome->ext = true;
  FoundList list;
  if (!def->value || !resolve_find(edges->run, found->view, def->value, &list)) return;
  resolve_definitions(edges->run, edges->view, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *own = &list.items[i];
    if (!own->view || !own->def || !resolve_is_callable_kind(view_def(own->view, own->def)->kind)) continue;
    resolve_call_target(edges, outcome, (CallClaim){EDGE_CALLS, RULE_MACRO}, ref, own->view, own->def);
  }
}

static void call_held(Edges *edges, CallOutcome *outcome, const Ref *ref, const Found *found, unsigned depth);

/* A variable that was given a name as its value: `run = start; run()`.
 * Followed through further variables, a few of them, since each may have
 * been given another. */
static void call_alias(Edges *edges, CallOutcome *outcome, const Ref *ref, View *view, ExprNo number, unsigned depth) {
  enum { MOST = 6 };
  const Expr *expr = view_expr(view, number);
  if (!number || depth > MOST || !resolve_enter(edges->run)) return;
  resolve_leave(edges->run); /* counted: aliases of aliases may be many */
  if (expr->kind == EXPR_ANY) {
    for (uint32_t i = 0; i < expr->list.count; i++) {
      call_alias(edges, outcome, ref, view, view_item(view, expr->list, i), depth + 1);
    }
    return;
  }
  FoundList list;
  bool is_name = expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER;
  if (!is_name || !resolve_find(edges->run, view, number, &list)) return;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *own = &list.items[i];
    const Def *def = own->view && own->def ? view_def(own->view, own->def) : NULL;
    if (def && resolve_is_callable_kind(def->kind) && !(def->flags & DEF_PROPERTY)) {
      resolve_call_target(edges, outcome, (CallClaim){EDGE_CALLS, RULE_FLOW}, ref, own->view, own->def);
    } else if (def && symbol_kind_is_type(def->kind)) {
      resolve_call_types(edges, outcome, RULE_FLOW, ref, resolve_term_of(edges->run, TERM_DEF, own->view->number, own->def));
    } else if (own->view) {
      call_held(edges, outcome, ref, own, depth + 1);
    }
  }
}

/* A class that some variable holds: `cls()`. Which constructor runs is open. */
static void call_class(Edges *edges, CallOutcome *outcome, const Ref *ref, ValueId held) {
  TermId terms[VALUE_MAX], inside[VALUE_MAX];
  uint32_t count = resolve_terms(edges->run, held, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(edges->run, terms[i]);
    uint32_t inner = term.kind == TERM_META ? resolve_terms(edges->run, resolve_arg(edges->run, term, 0), inside) : 0;
    for (uint32_t k = 0; k < inner; k++) {
      Term inst = resolve_term_at(edges->run, inside[k]);
      if (inst.kind != TERM_SELF) continue;
      resolve_call_target(edges, outcome, (CallClaim){EDGE_INSTANTIATES, RULE_SELF}, ref, resolve_view_at(edges->run, inst.view), inst.number);
    }
  }
}

/* Whether all that is called there is known and lies outside the project.
 * Not so for a value that is unknown or partly so, for a function type,
 * which any function may be behind, and for functions of the project. */
static bool is_foreign(Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  if (value == VALUE_UNKNOWN || resolve_is_partial(run, value)) return false;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_FUNC) return false;
    if (term.kind != TERM_DEF && term.kind != TERM_BOUND) continue;
    const View *view = resolve_view_at(run, term.view);
    if (!view->entry->is_library && !(view_def(view, term.number)->flags & DEF_ANONYMOUS)) return false;
  }
  return true;
}

/* Where values of all kinds are called, only what was written under another
 * name is certain; what a type says could be anything that fits. */
static void call_held(Edges *edges, CallOutcome *outcome, const Ref *ref, const Found *found, unsigned depth) {
  Run *run = edges->run;
  View *view = found->view;
  const Bind *bind = found->bind ? view_bind(view, found->bind) : NULL;
  uint32_t before = outcome->edges;
  if (bind && (bind->flags & BIND_RECEIVER)) {
    call_class(edges, outcome, ref, resolve_value_of(run, found));
  } else if (!view->entry->is_library && !(bind && (bind->flags & BIND_PARAM))) {
    ExprNo value = found->def ? view_def(view, found->def)->value : bind ? bind->value : 0;
    bool is_property = found->def && (view_def(view, found->def)->flags & DEF_PROPERTY);
    if (value && !is_property) call_alias(edges, outcome, ref, view, value, depth);
  }
  if (outcome->edges > before || outcome->ext || depth) return;
  outcome->ext = view->entry->is_library || is_foreign(run, resolve_value_of(run, found));
}

static bool value_names_one_definition(Run *run, View *view, ExprNo number, unsigned depth);

/* True when the name always means the same function, type or module. False
 * for variables and parameters: they can hold different ones at run time, so
 * a call through them is only a candidate. */
static bool names_one_definition(Run *run, const Found *found, unsigned depth) {
  if (!found->view) return true; /* a module */
  const Def *def = found->def ? view_def(found->view, found->def) : NULL;
  if (def && (resolve_is_callable_kind(def->kind) || symbol_kind_is_type(def->kind))) return true;
  const Bind *bind = found->bind ? view_bind(found->view, found->bind) : NULL;
  if ((def && def->type) || (bind && (bind->type || (bind->flags & BIND_PARAM)))) return false;
  ExprNo value = def && def->value ? def->value : bind ? bind->value : 0;
  return value_names_one_definition(run, found->view, value, depth);
}

/* The same of what a variable was given: another name for something, and not
 * what calling something gave. */
static bool value_names_one_definition(Run *run, View *view, ExprNo number, unsigned depth) {
  enum { DEPTH_MAX = 8 };
  if (!number || depth > DEPTH_MAX) return false;
  const Expr *expr = view_expr(view, number);
  switch (expr->kind) {
    case EXPR_FUNC: case EXPR_METHOD_REF: case EXPR_MODULE: return true;
    case EXPR_POINTER: case EXPR_APPLY: case EXPR_AWAIT: case EXPR_OF_TYPE: case EXPR_TYPE_OF:
      return value_names_one_definition(run, view, expr->base, depth + 1);
    case EXPR_ANY:
      return (expr->flags & EXPR_OPTIONAL) && value_names_one_definition(run, view, view_item(view, expr->list, 0), depth + 1);
    case EXPR_NAME: case EXPR_MEMBER: break;
    default: return false;
  }
  FoundList list;
  if (!resolve_find(run, view, number, &list)) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    if (!names_one_definition(run, &list.items[i], depth + 1)) return false;
  }
  return true;
}

/* A method that nobody wrote (the accessor of a record's component) reads
 * the field of its name: the edge says so instead of leading to a method
 * that has no text. 0: it is an ordinary one. */
static DefNo read_by(const View *view, DefNo number, const Def *def) {
  if (!(def->flags & DEF_GENERATED)) return 0;
  uint32_t count;
  const BindNo *binds = resolve_binds(view, def->scope, def->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    DefNo other = view_bind(view, binds[i])->def;
    if (other && other != number && view_def(view, other)->kind == SYMBOL_FIELD) return other;
  }
  return 0;
}

/* Something of a type that a dependency declares: what calling it runs is
 * the dependency's own affair, hence external, not unresolved. */
static bool is_of_dependency(Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_EXT) return true;
    if (term.kind == TERM_INST && resolve_view_at(run, term.view)->entry->is_dependency) return true;
  }
  return false;
}

/* T<int>(x): the type with its arguments. */
static TermId applied_type(Edges *edges, const Ref *ref, TermId type) {
  ExprNo base = view_expr(edges->view, ref->expr)->base;
  TermId terms[VALUE_MAX];
  if (!base || view_expr(edges->view, base)->kind != EXPR_APPLY) return type;
  ValueId value = resolve_eval(edges->run, edges->view, base);
  return resolve_is_type_named(edges->run, value) && resolve_terms(edges->run, value, terms) == 1 ? terms[0] : type;
}

/* A case that makes a value of its type when it is applied. */
static bool is_maker(const Found *found) {
  if (!found->view || !found->def || !found->view->lang->rules.cases_make) return false;
  return view_def(found->view, found->def)->kind == SYMBOL_ENUM_MEMBER;
}

static void call_found(Edges *edges, CallOutcome *outcome, const Ref *ref, const Found *found, unsigned rule) {
  Run *run = edges->run;
  const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
  if (found->accessor) {
    resolve_call_target(edges, outcome, (CallClaim){found->accessor == ACCESSOR_SET ? EDGE_WRITES : EDGE_READS, rule}, ref, found->view, found->def);
    return;
  }
  if (def && resolve_is_callable_kind(def->kind) && !(def->flags & DEF_PROPERTY)) {
    DefNo field = read_by(found->view, found->def, def);
    if (field) {
      resolve_call_target(edges, outcome, (CallClaim){EDGE_READS, rule}, ref, found->view, field);
    } else {
      resolve_call_target(edges, outcome, (CallClaim){EDGE_CALLS, rule}, ref, found->view, found->def);
    }
    return;
  }
  if (is_maker(found)) {
    resolve_call_target(edges, outcome, (CallClaim){EDGE_INSTANTIATES, rule}, ref, found->view, found->def);
    return;
  }
  if (def && def->kind == SYMBOL_ENUM_MEMBER) { /* nothing is run */
    outcome->ext = true;
    return;
  }
  if (def && def->kind == SYMBOL_MACRO) {
    call_macro(edges, outcome, ref, found, def);
    return;
  }
  if (def && symbol_kind_is_type(def->kind)) {
    TermId type = resolve_term_of(run, TERM_DEF, found->view->number, found->def);
    resolve_call_types(edges, outcome, rule, ref, applied_type(edges, ref, type));
    return;
  }
  if (found->view && found->view->lang->rules.called_by_alias) {
    call_held(edges, outcome, ref, found, 0);
    return;
  }
  if (found->view && (is_param(found) || (def && def->type))) { /* holds whatever it is given */
    if (found->view->entry->is_library) outcome->ext = true;
    ValueId held = resolve_value_of(run, found);
    if (is_of_dependency(run, held)) outcome->ext = true;
    if (resolve_has_kind(run, held, TERM_META)) call_value(edges, outcome, RULE_FLOW, ref, held, true);
    return;
  }
  ValueId value = resolve_value_of(run, found);
  if (found->view && ref->role == REF_CALL && !names_one_definition(run, found, 0)) { /* holds what something gave it */
    if (is_of_dependency(run, value)) outcome->ext = true;
    return;
  }
  call_value(edges, outcome, rule == RULE_SCOPE || rule == RULE_IMPORT ? rule : RULE_FLOW, ref, value, true);
}

/* What is outside without a name, or of a type that the library declares
 * without members, as it does for "anything". */
static bool says_nothing(Run *run, Term term) {
  uint32_t members = 1;
  if (term.kind == TERM_EXT) return !term.number;
  const View *view = term.kind == TERM_INST ? resolve_view_at(run, term.view) : NULL;
  if (!view || !view->entry->is_library) return false;
  const Def *def = view_def(view, term.number);
  if (def->opens) resolve_scope_binds(view, def->opens, &members);
  return !members && !def->bases.count;
}

/* A member of something that an object from outside gave: `request.app.runner`
 * may be anything that the project put there. What is named by an import, and
 * instances of types from outside, have members from outside. */
static bool may_be_ours(Edges *edges, const Expr *callee) {
  Run *run = edges->run;
  View *view = edges->view;
  TermId terms[VALUE_MAX];
  FoundList list = {.count = 0};
  if (callee->kind != EXPR_MEMBER || !view->lang->rules.outside_gives_ours) return false;
  uint32_t count = resolve_terms(run, resolve_eval(run, view, callee->base), terms);
  for (uint32_t i = 0; i < count; i++) {
    if (!says_nothing(run, resolve_term_at(run, terms[i]))) return false;
  }
  ExprNo root = callee->base;
  for (unsigned guard = 0; guard < 100 && view_expr(view, root)->base && view_expr(view, root)->kind != EXPR_NAME; guard++) {
    root = view_expr(view, root)->base;
  }
  return count && view_expr(view, root)->kind == EXPR_NAME && resolve_find(run, view, root, &list) && list.count;
}

/* `callee`: what stands before the arguments. A call that stays open is kept
 * by its spelling, so that who asks for the callers of that name can be told
 * which calls may be more of them. */
static void count_call(Edges *edges, const CallOutcome *outcome, const Ref *ref, const Expr *callee) {
  bool is_named = callee->kind == EXPR_NAME || callee->kind == EXPR_MEMBER;
  edges->is_called[ref - edges->view->facts->refs.items] = outcome->edges > 0;
  if (outcome->edges) edges->resolved++;
  else if (outcome->ext) edges->external++;
  else edges->unresolved++;
  if (outcome->edges || !is_named || !callee->name.value || (outcome->ext && !may_be_ours(edges, callee))) return;
  *vec_add(edges->run->arena, &edges->open) = (ResolvedOpen){callee->name, ref->line};
}

static bool names_something(Run *run, View *view, ExprNo base, FoundList *list) {
  const Expr *expr = view_expr(view, base);
  if (resolve_find_callee(run, view, base, list)) return true;
  if (expr->kind != EXPR_INDEX || !resolve_find_callee(run, view, expr->base, list)) return false;
  for (uint32_t i = 0; i < list->count; i++) { /* f[int](x): a generic function with its argument */
    const Found *found = &list->items[i];
    if (!found->view || !found->def) return false;
    unsigned kind = view_def(found->view, found->def)->kind;
    if (!resolve_is_callable_kind(kind) && !symbol_kind_is_type(kind)) return false;
  }
  return list->count > 0;
}

/* A call through a variable or field reads it. */
static void read_holders(Edges *edges, const Ref *ref, const FoundList *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->view || !found->def || found->accessor || is_maker(found) || !resolve_is_holder(view_def(found->view, found->def))) continue;
    resolve_edge(edges, EDGE_READS, resolve_group_rule(list, i), ref, found->view, found->def);
  }
}

/* A name that nobody defines, as far as texts say: a macro of another file may. */
static bool call_made(Edges *edges, CallOutcome *outcome, const Ref *ref, const Expr *callee, const FoundList *list) {
  if (!edges->view->lang->rules.macros_call || callee->kind != EXPR_NAME || list->count > 1) return false;
  const Found *only = list->count ? &list->items[0] : NULL;
  if (only && (!only->view || !only->def || !(view_def(only->view, only->def)->flags & DEF_DECLARATION))) return false;
  if (!resolve_edge_made(edges, EDGE_CALLS, ref, callee->name)) return false;
  outcome->edges++;
  return true;
}

static bool is_pointed_to(View *view, ExprNo number) {
  uint32_t parent;
  return resolve_parent(view, number, &parent) == PARENT_EXPR && view_expr(view, parent)->kind == EXPR_POINTER;
}

/* All that the name means are functions, of which some take nothing but what they are
 * called on. */
bool resolve_is_read_call(Edges *edges, const Ref *ref) {
  Run *run = edges->run;
  View *view = edges->view;
  FoundList list = {.count = 0};
  bool takes_none = false;
  if (!view->lang->rules.reads_call || is_pointed_to(view, ref->expr) || !resolve_find_callee(run, view, ref->expr, &list)) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) return false;
    Call call = resolve_call_for(&(Call){.view = view, .expr = ref->expr}, found);
    takes_none |= resolve_takes_as_many(run, found, &call);
  }
  return takes_none;
}

void resolve_edges_call(Edges *edges, const Ref *ref) {
  Run *run = edges->run;
  View *view = edges->view;
  const Expr *expr = view_expr(view, ref->expr);
  CallOutcome outcome = {0};
  FoundList list = {.count = 0};
  bool is_call = expr->kind == EXPR_CALL || expr->kind == EXPR_NEW;
  ExprNo base = is_call ? expr->base : ref->expr;
  const Expr *callee = view_expr(view, base);
  if (base && is_call && (callee->kind == EXPR_SUPER || callee->kind == EXPR_SELF)) {
    resolve_call_constructors(edges, &outcome, ref, callee);
  } else if (base && names_something(run, view, base, &list)) {
    Call call = {.view = view, .expr = ref->expr, .args = is_call ? expr->list : (ExprList){0},
                 .makes = expr->kind == EXPR_NEW};
    if (is_call || ref->role == REF_READ) resolve_choose(run, &call, &list);
    resolve_definitions(run, view, &list);
    resolve_drop_crowds(run, &list, CROWD_NONE);
    outcome.ext = list.ext;
    if (call_made(edges, &outcome, ref, callee, &list)) list.count = 0;
    for (uint32_t i = 0; i < list.count; i++) {
      call_found(edges, &outcome, ref, &list.items[i], resolve_group_rule(&list, i));
    }
  } else if (base && view->lang->rules.called_by_alias) { /* f()(), x[0]() */
    outcome.ext = is_foreign(run, resolve_eval(run, view, base));
  } else if (base) {
    call_value(edges, &outcome, RULE_FLOW, ref, resolve_eval(run, view, base), false);
  }
  read_holders(edges, ref, &list);
  resolve_edges_table(edges, ref, &list);
  resolve_edges_given(edges, ref, &list);
  count_call(edges, &outcome, ref, callee);
}
