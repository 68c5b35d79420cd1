/* From references to edges. */
#include <assert.h>

#include "src/resolve/call_internal.h"
#include "src/resolve/edges_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/slots_internal.h"
#include "src/resolve/value_internal.h"

/* ---- targets ---- */

/* The definition an edge should point at: of overload signatures the
 * implementation that stands beside them, static with static. Without one,
 * as in declaration files, the signature itself. */
DefNo resolve_canonical(const View *view, DefNo number) {
  const Def *def = view_def(view, number);
  if (!(def->flags & DEF_OVERLOAD)) return number;
  uint32_t count;
  const BindNo *binds = resolve_binds(view, def->scope, def->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    DefNo other = view_bind(view, binds[i])->def;
    if (!other || (view_def(view, other)->flags & DEF_OVERLOAD)) continue;
    if ((view_def(view, other)->flags ^ def->flags) & DEF_STATIC) continue;
    if (resolve_is_callable_kind(view_def(view, other)->kind)) return other;
  }
  return number;
}

/* Either the whole file is a test, by its name, or the definition is marked
 * as one. */
static bool is_test(const View *view, DefNo def) {
  return view->facts->is_test || (def && (view_def(view, def)->flags & DEF_TEST));
}

static Edge edge_of(EdgeKind kind, unsigned rule, const Ref *ref, const View *to, DefNo def) {
  assert(kind <= UINT8_MAX && rule <= UINT8_MAX);
  return (Edge){.kind = (uint8_t)kind, .rule = (uint8_t)rule, .from = ref->from, .file = to->file, .to = def,
                .line = ref->line, .column = ref->column};
}

/* Adds an edge unless it would lead out of the project or to something
 * without a name; one into a sibling is noted apart. A call from test code
 * to code that is no test is remembered as well as "tests", once per pair in
 * the end. */
void resolve_edge(Edges *edges, EdgeKind kind, unsigned rule, const Ref *ref, const View *to, DefNo def) {
  if (to->entry->is_library && !to->entry->sibling) return;
  if (def && (view_def(to, def)->flags & DEF_ANONYMOUS)) return;
  if (def) def = resolve_canonical(to, def);
  if (to->entry->is_library) {
    *vec_add(edges->run->arena, &edges->outward) = edge_of(kind, rule, ref, to, def);
    return;
  }
  *vec_add(edges->run->arena, &edges->list) = edge_of(kind, rule, ref, to, def);
  bool is_call = kind == EDGE_CALLS || kind == EDGE_INSTANTIATES;
  if (is_call && is_test(edges->view, ref->from) && !is_test(to, def)) {
    *vec_add(edges->run->arena, &edges->tests) = *vec_last(&edges->list);
    vec_last(&edges->tests)->kind = EDGE_TESTS;
  }
}

/* ---- calls ---- */

/* What became of one call: how many edges it gave, and whether it is known
 * to leave the project. Neither means unresolved. */
typedef struct Outcome {
  uint32_t edges;
  bool ext;
} Outcome;

/* What an edge says, and by which rule. */
typedef struct Claim {
  EdgeKind kind;
  unsigned rule;
} Claim;

/* Counts as found even where no edge is made: a call into the standard
 * library is external, not unresolved. */
static void target(Edges *edges, Outcome *outcome, Claim claim, const Ref *ref, const View *view, DefNo def) {
  if (view->entry->is_library) {
    resolve_edge(edges, claim.kind, claim.rule, ref, view, def);
    outcome->ext = true;
    return;
  }
  if (view_def(view, def)->flags & DEF_ANONYMOUS) return;
  resolve_edge(edges, claim.kind, claim.rule, ref, view, def);
  outcome->edges++;
}

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
static void instantiate(Edges *edges, Outcome *outcome, unsigned rule, const Ref *ref, TermId type) {
  Term term = resolve_term_at(edges->run, type);
  View *view = resolve_view_at(edges->run, term.view);
  target(edges, outcome, (Claim){EDGE_INSTANTIATES, only_type_rule(rule)}, ref, view, term.number);
  run_constructors(edges, rule, ref, type, true);
}

/* super(...) and this(...): the constructor, or the type when none is written. */
static void construct(Edges *edges, Outcome *outcome, const Ref *ref, TermId type) {
  Term term = resolve_term_at(edges->run, type);
  uint32_t found = run_constructors(edges, RULE_SELF, ref, type, false);
  outcome->edges += found;
  if (!found) target(edges, outcome, (Claim){EDGE_CALLS, RULE_SELF}, ref, resolve_view_at(edges->run, term.view), term.number);
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

/* Calling a type means different things by language: it makes an instance,
 * converts a value, or nothing at all, where instances are made by an
 * expression of their own. */
static void call_types(Edges *edges, Outcome *outcome, unsigned rule, const Ref *ref, TermId type) {
  Term term = resolve_term_at(edges->run, type);
  View *view = resolve_view_at(edges->run, term.view);
  LanguageCalledType called = edges->view->lang->rules.called_type; /* the caller's: a family may have several languages */
  if (called == LANGUAGE_CALLED_TYPE_MAKES && !may_be_made(edges->run, type, term)) {
    outcome->ext = true;
  } else if (ref->role == REF_NEW || called == LANGUAGE_CALLED_TYPE_MAKES) {
    instantiate(edges, outcome, rule, ref, type);
  } else if (called == LANGUAGE_CALLED_TYPE_CONVERTS) {
    resolve_edge(edges, EDGE_TYPE_OF, rule, ref, view, term.number);
    outcome->ext = true; /* a conversion calls nothing */
  }
}

/* Calls what a value is. `alone`: nothing else was found, so the value
 * counts only when it certainly is one function or type; a set of candidates
 * would be a guess. */
static void call_value(Edges *edges, Outcome *outcome, unsigned rule, const Ref *ref, ValueId value, bool alone) {
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
      if (resolve_is_callable_kind(kind)) target(edges, outcome, (Claim){EDGE_CALLS, rule}, ref, view, term.number);
      else if (symbol_kind_is_type(kind)) call_types(edges, outcome, rule, ref, terms[i]);
    } else if (term.kind == TERM_MODULE) { /* module.exports = … */
      call_value(edges, outcome, rule, ref, resolve_whole(run, terms[i]), alone);
    } else if (term.kind == TERM_META) {
      TermId inside[VALUE_MAX];
      uint32_t inner = resolve_terms(run, resolve_arg(run, term, 0), inside);
      for (uint32_t k = 0; k < inner; k++) {
        Term inst = resolve_term_at(run, inside[k]);
        if (inst.kind != TERM_INST && inst.kind != TERM_SELF) continue;
        call_types(edges, outcome, rule, ref, resolve_term_of(run, TERM_DEF, inst.view, inst.number));
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
static void call_macro(Edges *edges, Outcome *outcome, const Ref *ref, const Found *found, const Def *def) {
  resolve_edge(edges, EDGE_EXPANDS, RULE_MACRO, ref, found->view, found->def);
  outcome->ext = true;
  FoundList list;
  if (!def->value || !resolve_find(edges->run, found->view, def->value, &list)) return;
  resolve_definitions(edges->run, edges->view, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *own = &list.items[i];
    if (!own->view || !own->def || !resolve_is_callable_kind(view_def(own->view, own->def)->kind)) continue;
    target(edges, outcome, (Claim){EDGE_CALLS, RULE_MACRO}, ref, own->view, own->def);
  }
}

static void call_held(Edges *edges, Outcome *outcome, const Ref *ref, const Found *found, unsigned depth);

/* A variable that was given a name as its value: `run = start; run()`.
 * Followed through further variables, a few of them, since each may have
 * been given another. */
static void call_alias(Edges *edges, Outcome *outcome, const Ref *ref, View *view, ExprNo number, unsigned depth) {
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
      target(edges, outcome, (Claim){EDGE_CALLS, RULE_FLOW}, ref, own->view, own->def);
    } else if (def && symbol_kind_is_type(def->kind)) {
      call_types(edges, outcome, RULE_FLOW, ref, resolve_term_of(edges->run, TERM_DEF, own->view->number, own->def));
    } else if (own->view) {
      call_held(edges, outcome, ref, own, depth + 1);
    }
  }
}

/* A class that some variable holds: `cls()`. Which constructor runs is open. */
static void call_class(Edges *edges, Outcome *outcome, const Ref *ref, ValueId held) {
  TermId terms[VALUE_MAX], inside[VALUE_MAX];
  uint32_t count = resolve_terms(edges->run, held, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(edges->run, terms[i]);
    uint32_t inner = term.kind == TERM_META ? resolve_terms(edges->run, resolve_arg(edges->run, term, 0), inside) : 0;
    for (uint32_t k = 0; k < inner; k++) {
      Term inst = resolve_term_at(edges->run, inside[k]);
      if (inst.kind != TERM_SELF) continue;
      target(edges, outcome, (Claim){EDGE_INSTANTIATES, RULE_SELF}, ref, resolve_view_at(edges->run, inst.view), inst.number);
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
static void call_held(Edges *edges, Outcome *outcome, const Ref *ref, const Found *found, unsigned depth) {
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

static void call_found(Edges *edges, Outcome *outcome, const Ref *ref, const Found *found, unsigned rule) {
  Run *run = edges->run;
  const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
  if (def && resolve_is_callable_kind(def->kind) && !(def->flags & DEF_PROPERTY)) {
    DefNo field = read_by(found->view, found->def, def);
    if (field) {
      target(edges, outcome, (Claim){EDGE_READS, rule}, ref, found->view, field);
    } else {
      target(edges, outcome, (Claim){EDGE_CALLS, rule}, ref, found->view, found->def);
    }
    return;
  }
  if (def && def->kind == SYMBOL_ENUM_MEMBER) { /* makes a value: nothing is run */
    outcome->ext = true;
    return;
  }
  if (def && def->kind == SYMBOL_MACRO) {
    call_macro(edges, outcome, ref, found, def);
    return;
  }
  if (def && symbol_kind_is_type(def->kind)) {
    TermId type = resolve_term_of(run, TERM_DEF, found->view->number, found->def);
    call_types(edges, outcome, rule, ref, applied_type(edges, ref, type));
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

/* super(...) and this(...) where they call constructors. */
static void call_constructors(Edges *edges, Outcome *outcome, const Ref *ref, const Expr *base) {
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

/* Several namesakes without a union of receivers: one of them is meant. */
static unsigned group_rule(const FoundList *list, uint32_t own) {
  uint32_t same = 0;
  for (uint32_t i = 0; i < list->count; i++) same += list->items[i].receiver == list->items[own].receiver;
  return same > 1 ? RULE_ANY_OF : list->items[own].rule;
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
static void count_call(Edges *edges, const Outcome *outcome, const Ref *ref, const Expr *callee) {
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

static bool is_holder(const Def *def) {
  bool holds = def->kind == SYMBOL_FIELD || def->kind == SYMBOL_VARIABLE || def->kind == SYMBOL_CONSTANT ||
               def->kind == SYMBOL_PROPERTY || def->kind == SYMBOL_ENUM_MEMBER;
  return holds || (def->flags & DEF_PROPERTY);
}

/* A call through a variable or field reads it. */
static void read_holders(Edges *edges, const Ref *ref, const FoundList *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->view || !found->def || !is_holder(view_def(found->view, found->def))) continue;
    resolve_edge(edges, EDGE_READS, group_rule(list, i), ref, found->view, found->def);
  }
}

static void call_ref(Edges *edges, const Ref *ref) {
  Run *run = edges->run;
  View *view = edges->view;
  const Expr *expr = view_expr(view, ref->expr);
  Outcome outcome = {0};
  FoundList list = {.count = 0};
  bool is_call = expr->kind == EXPR_CALL || expr->kind == EXPR_NEW;
  ExprNo base = is_call ? expr->base : ref->expr;
  const Expr *callee = view_expr(view, base);
  if (base && is_call && (callee->kind == EXPR_SUPER || callee->kind == EXPR_SELF)) {
    call_constructors(edges, &outcome, ref, callee);
  } else if (base && names_something(run, view, base, &list)) {
    Call call = {.view = view, .expr = ref->expr, .args = is_call ? expr->list : (ExprList){0},
                 .makes = expr->kind == EXPR_NEW};
    if (is_call) resolve_choose(run, &call, &list);
    resolve_definitions(run, view, &list);
    outcome.ext = list.ext;
    for (uint32_t i = 0; i < list.count; i++) {
      call_found(edges, &outcome, ref, &list.items[i], group_rule(&list, i));
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

/* ---- other references ---- */

static EdgeKind kind_of_use(const Def *def, unsigned role) {
  if (role == REF_WRITE) return EDGE_WRITES;
  if (def->kind == SYMBOL_MACRO) return EDGE_EXPANDS;
  return is_holder(def) ? EDGE_READS : EDGE_REFERENCES;
}

/* A getter is read, its setter written. */
static bool wrong_side(const Def *def, unsigned role) {
  if (!(def->flags & DEF_PROPERTY)) return false;
  return role == REF_WRITE ? !(def->flags & DEF_SETTER) : (def->flags & DEF_SETTER) != 0;
}

/* Several files that this one does not include have the name: which of them is
 * meant nothing tells. A call's candidates are worth naming, a use's are not. */
static bool is_guess(const FoundList *list) {
  for (uint32_t i = 1; i < list->count; i++) {
    const Found *first = &list->items[0], *other = &list->items[i];
    if (first->rule == RULE_GLOBAL && other->rule == RULE_GLOBAL && first->view != other->view) return true;
  }
  return false;
}

/* The definition whose name stands at the byte; 0: none. */
static DefNo defined_at(Edges *edges, uint32_t at) {
  const Facts *facts = edges->view->facts;
  if (!edges->has_named_at) {
    idmap_init(&edges->named_at, edges->run->arena);
    for (DefNo i = 1; i < facts->defs.len; i++) {
      const Def *def = &facts->defs.items[i];
      if (def->name.value && !(def->flags & DEF_ANONYMOUS)) idmap_add(&edges->named_at, def->name_span.from, i);
    }
    edges->has_named_at = true;
  }
  uint32_t def = idmap_get(&edges->named_at, at);
  return def == IDMAP_NONE ? 0 : def;
}

/* An assignment that defines a member writes that one, however many others the
 * name has. */
static bool writes_own(Edges *edges, const Ref *ref) {
  DefNo def = ref->role == REF_WRITE && view_expr(edges->view, ref->expr)->kind == EXPR_MEMBER ? defined_at(edges, ref->at) : 0;
  if (def) resolve_edge(edges, EDGE_WRITES, RULE_MEMBER, ref, edges->view, def);
  return def != 0;
}

static void use_ref(Edges *edges, const Ref *ref) {
  FoundList list;
  if (writes_own(edges, ref)) return;
  if (!resolve_find(edges->run, edges->view, ref->expr, &list)) return;
  resolve_definitions(edges->run, edges->view, &list);
  if (is_guess(&list)) return;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def) continue;
    const Def *def = view_def(found->view, found->def);
    if (list.count > 1 && wrong_side(def, ref->role)) continue;
    if (ref->role == REF_WRITE && symbol_kind_is_type(def->kind)) continue; /* `: Base(x)` beside `: field(x)` */
    resolve_edge(edges, kind_of_use(def, ref->role), group_rule(&list, i), ref, found->view, found->def);
  }
  if (ref->flags & REF_ARGUMENT) resolve_edges_callback(edges, ref, &list);
}

static ExprNo named_part(const View *view, ExprNo number) {
  for (int guard = 0; guard < 8; guard++) {
    const Expr *expr = view_expr(view, number);
    bool wraps = expr->kind == EXPR_CALL || expr->kind == EXPR_NEW || expr->kind == EXPR_APPLY || expr->kind == EXPR_TYPE_OF;
    if (!wraps || !expr->base) break;
    number = expr->base;
  }
  return number;
}

/* An import brings whatever is called so, types and values alike. */
static bool find_imported(Edges *edges, ExprNo number, FoundList *list) {
  const Expr *expr = view_expr(edges->view, number);
  if (expr->kind != EXPR_NAME) return resolve_find(edges->run, edges->view, number, list);
  *list = (FoundList){.count = 0};
  resolve_find_name(edges->run, edges->view, (NameUse){expr->scope, expr->name, expr->at, MODE_ANY}, list);
  return list->count > 0;
}

static void plain_ref(Edges *edges, const Ref *ref, EdgeKind kind) {
  FoundList list;
  ExprNo expr = named_part(edges->view, ref->expr);
  if (!expr || !(kind == EDGE_IMPORTS ? find_imported(edges, expr, &list) : resolve_find(edges->run, edges->view, expr, &list))) return;
  resolve_definitions(edges->run, edges->view, &list);
  if (is_guess(&list)) return;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view) {
      Module module = edges->run->modules.items[found->module];
      const WorldEntry *first = module.count ? &edges->run->world->files[module.files[0]] : NULL;
      bool is_known = first && (!first->is_library || first->sibling);
      View *view = is_known && kind == EDGE_IMPORTS ? resolve_view(edges->run, module.files[0]) : NULL;
      if (view) resolve_edge(edges, kind, found->rule, ref, view, 0);
    } else if (found->def) {
      resolve_edge(edges, kind, found->rule, ref, found->view, found->def);
    }
  }
}

static void one_ref(Edges *edges, const Ref *ref) {
  switch ((RefRole)ref->role) {
    case REF_CALL: case REF_NEW: call_ref(edges, ref); break;
    case REF_READ: case REF_WRITE: use_ref(edges, ref); break;
    case REF_TYPE: plain_ref(edges, ref, EDGE_TYPE_OF); break;
    case REF_EXTEND: case REF_IMPLEMENT: break; /* said by the type's bases */
    case REF_DECORATE: plain_ref(edges, ref, EDGE_DECORATES); break;
    case REF_IMPORT: plain_ref(edges, ref, EDGE_IMPORTS); break;
    case REF_RENDER: plain_ref(edges, ref, EDGE_RENDERS); break;
    case REF_MACRO: plain_ref(edges, ref, EDGE_EXPANDS); break;
    case REF_FETCH: case REF_STORE: break; /* queries.c */
    case REF_ROLE_COUNT: break;
  }
}

void resolve_edges_refs(Edges *edges) {
  enum { STEPS_IN_ALL = 20 * 1000 * 1000, STEPS_AFTER = 500 };
  const Facts *facts = edges->view->facts;
  Run *run = edges->run;
  edges->is_called = ARENA_ARRAY(run->arena, bool, facts->refs.len);
  for (RefNo i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    if (!ref->expr || ref->expr >= facts->exprs.len) continue;
    run->step_limit = run->steps + (run->steps < STEPS_IN_ALL ? RUN_STEPS_PER_REF : STEPS_AFTER);
    one_ref(edges, ref);
  }
}

/* ---- imports as such ---- */

void resolve_edges_imports(Edges *edges) {
  View *view = edges->view;
  for (ImportNo i = 1; i < view->facts->imports.len; i++) {
    const Import *import = &view->facts->imports.items[i];
    const ImportTarget *target;
    Module module = resolve_target_module(edges->run, view, i, &target);
    if (!target) continue;
    Ref ref = {.line = import->line, .column = 1};
    const WorldEntry *first = module.count ? &edges->run->world->files[module.files[0]] : NULL;
    if (first && first->is_library && !first->sibling) continue; /* not to be read for this alone */
    bool shared = module.count > 1 || view->lang->rules.packages == LANGUAGE_PACKAGE_NAME;
    bool part = target->rest_len || (import->form == IMPORT_NAMED && shared);
    if (part || !module.count) { /* only the file that has the name */
      FoundList list = {.count = 0};
      resolve_find_import(edges->run, view, i, MODE_ANY, &list);
      for (uint32_t k = 0; k < list.count; k++) {
        if (list.items[k].view) resolve_edge(edges, EDGE_IMPORTS, RULE_IMPORT, &ref, list.items[k].view, 0);
      }
      continue;
    }
    for (uint32_t k = 0; k < module.count; k++) {
      View *to = resolve_view(edges->run, module.files[k]);
      if (to) resolve_edge(edges, EDGE_IMPORTS, RULE_IMPORT, &ref, to, 0);
    }
  }
}
