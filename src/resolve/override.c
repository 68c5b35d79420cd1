/* Overrides: from a method to what it overrides or implements. */
#include "src/base/hash.h"
#include "src/resolve/blocks_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/edges_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

static Ref place_of(const Def *def, DefNo number) {
  return (Ref){.from = number, .line = def->name_span.line, .column = def->name_span.column};
}

static bool is_method(const Def *def) {
  return resolve_is_callable_kind(def->kind) && def->kind != SYMBOL_CONSTRUCTOR && def->name.value &&
         !(def->flags & (DEF_ANONYMOUS | DEF_STATIC));
}

/* What a type is called; 0: it is called nothing, or anything. */
static uint32_t name_of(Run *run, ValueId type) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, type, terms) != 1) return 0;
  Term term = resolve_term_at(run, terms[0]);
  if (term.kind == TERM_PRIMITIVE || term.kind == TERM_NAMED) return term.number;
  if (term.kind != TERM_INST) return 0;
  return view_def(resolve_view_at(run, term.view), term.number)->name.value;
}

/* Where a parameter is not what it overrides it is another method's, even when
 * one could be given for the other. */
static bool are_called_differently(Run *run, ValueId left, ValueId right) {
  uint32_t mine = name_of(run, left), theirs = name_of(run, right);
  return mine && theirs && mine != theirs;
}

static bool same_parameters(Edges *edges, DefNo own, const Found *other) {
  uint32_t count, others;
  const BindNo *mine = resolve_signature(edges->run, edges->view, own, &count);
  const BindNo *theirs = resolve_signature(edges->run, other->view, other->def, &others);
  if (count != others) return false;
  Env env = {0};
  resolve_env_found(edges->run, &env, other);
  for (uint32_t i = 0; i < count; i++) {
    ValueId left = resolve_param_type(edges->run, edges->view, mine[i]);
    ValueId right = resolve_substitute(edges->run, resolve_param_type(edges->run, other->view, theirs[i]), &env);
    if (are_called_differently(edges->run, left, right)) return false;
    unsigned fit = resolve_fit(edges->run, edges->view, right, left);
    if (fit == FIT_NO || fit == FIT_BOX || fit == FIT_WIDEN) return false;
  }
  return true;
}

static void add_overrides(Edges *edges, DefNo own, const FoundList *list) {
  const Def *def = view_def(edges->view, own);
  bool by_signature = edges->view->lang->rules.members == LANGUAGE_MEMBERS_BY_SIGNATURE;
  unsigned depth = UINT32_MAX;
  Ref ref = place_of(def, own);
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->view || !found->def || found->depth > depth) continue;
    if (found->view == edges->view && found->def == own) continue;
    if (!is_method(view_def(found->view, found->def))) continue;
    if (by_signature && !same_parameters(edges, own, found)) continue;
    depth = found->depth;
    resolve_edge(edges, EDGE_OVERRIDES, RULE_TYPE, &ref, found->view, found->def);
  }
}

/* Where `super` is the class alone, the interfaces are asked one by one too. */
static void of_each_base(Edges *edges, DefNo own, View *view, const Def *type) {
  for (uint32_t i = 0; i < type->bases.count; i++) {
    FoundList list = {.count = 0};
    ValueId base = resolve_eval_type(edges->run, view, view_item(view, type->bases, i));
    resolve_find_members(edges->run, edges->view, base, view_def(edges->view, own)->name, MODE_VALUE | MODE_CALL, &list);
    add_overrides(edges, own, &list);
  }
}

/* Of all that the parts of the type name. */
static void of_bases_of_parts(Edges *edges, DefNo own, DefNo type) {
  const Parts *parts = resolve_parts(edges->run, edges->view, type);
  if (!parts) of_each_base(edges, own, edges->view, view_def(edges->view, type));
  for (uint32_t i = 0; parts && i < parts->count; i++) of_each_base(edges, own, parts->items[i].view, view_def(parts->items[i].view, parts->items[i].def));
}

/* A namesake may add some to a type that can be opened again. */
static bool may_have_bases(const View *view, const Def *type) {
  return type->bases.count || view->lang->rules.types_reopen;
}

/* Found is the first base that has the member; interfaces have no order, and
 * the method is every one's that declares it. */
static bool are_unordered(const View *view) {
  return view->lang->rules.interfaces == LANGUAGE_INTERFACES_SHAPES;
}

static void of_bases(Edges *edges, DefNo own, DefNo type) {
  Run *run = edges->run;
  const Def *def = view_def(edges->view, own), *holder = view_def(edges->view, type);
  if (!may_have_bases(edges->view, holder)) return;
  if (edges->view->lang->rules.super == LANGUAGE_SUPER_CLASS) {
    of_bases_of_parts(edges, own, type);
    return;
  }
  FoundList list = {.count = 0};
  TermId bases = resolve_term_of(run, TERM_SUPER, edges->view->number, type);
  resolve_find_member(run, edges->view, bases, def->name, MODE_VALUE | MODE_CALL, &list);
  add_overrides(edges, own, &list);
  if (holder->bases.count > 1 && are_unordered(edges->view)) of_each_base(edges, own, edges->view, holder);
}

/* A method of an object literal that goes where an interface is expected. */
static void of_context(Edges *edges, DefNo own, DefNo object) {
  ExprNo expr = resolve_def_expr(edges->view, object);
  ValueId expected = expr ? resolve_context(edges->run, edges->view, expr) : VALUE_UNKNOWN;
  if (expected == VALUE_UNKNOWN) return;
  FoundList list = {.count = 0};
  resolve_find_members(edges->run, edges->view, expected, view_def(edges->view, own)->name, MODE_VALUE | MODE_CALL, &list);
  add_overrides(edges, own, &list);
}

/* ---- interfaces that are met by having their methods ---- */

/* Whether a term is one type that can be compared with another. What has no
 * name of its own could be equal to anything, and built-in types go by
 * several names. */
static bool is_particular(Run *run, Term term) {
  if (term.kind == TERM_LIST || term.kind == TERM_MAP || term.kind == TERM_CHAN || term.kind == TERM_FUNC) return true;
  if (term.kind != TERM_INST) return false;
  return view_def(resolve_view_at(run, term.view), term.number)->name.value != 0;
}

/* Only what is certainly another type differs: two types of which something
 * is unknown may be the same. So an interface is met unless it is shown not
 * to be. */
static bool types_differ(Run *run, ValueId a, ValueId b, unsigned depth) {
  TermId mine[VALUE_MAX], theirs[VALUE_MAX];
  if (a == b || depth > 4 || resolve_terms(run, a, mine) != 1 || resolve_terms(run, b, theirs) != 1) return false;
  Term x = resolve_term_at(run, mine[0]), y = resolve_term_at(run, theirs[0]);
  if (!is_particular(run, x) || !is_particular(run, y)) return false;
  if (x.kind != y.kind) return true;
  if (x.kind == TERM_INST) return x.view != y.view || x.number != y.number;
  if (x.kind == TERM_FUNC) return false;
  for (uint32_t i = 0; i < x.count && i < y.count; i++) {
    if (types_differ(run, resolve_arg(run, x, i), resolve_arg(run, y, i), depth + 1)) return true;
  }
  return false;
}

/* The same number of parameters, a result or none on both sides, and no
 * parameter of which the types certainly differ. */
static bool same_signature(Run *run, View *view, DefNo own, View *other_view, DefNo other) {
  uint32_t mine, theirs;
  const BindNo *own_params = resolve_signature(run, view, own, &mine);
  const BindNo *other_params = resolve_signature(run, other_view, other, &theirs);
  if (mine != theirs || !view_def(view, own)->type != !view_def(other_view, other)->type) return false;
  for (uint32_t i = 0; i < mine; i++) {
    ValueId a = resolve_param_type(run, view, own_params[i]);
    if (types_differ(run, a, resolve_param_type(run, other_view, other_params[i]), 0)) return false;
  }
  return true;
}

static bool has_method(Edges *edges, TermId type, View *view, DefNo wanted) {
  FoundList list = {.count = 0};
  resolve_find_member(edges->run, edges->view, type, view_def(view, wanted)->name, MODE_VALUE | MODE_CALL, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
    if (same_signature(edges->run, found->view, found->def, view, wanted)) return true;
  }
  return false;
}

/* An interface of which a base is unknown or outside may ask for more than
 * can be seen: then nobody is taken to meet it. */
static bool has_all_methods(Edges *edges, TermId type, View *view, DefNo interface) {
  const MethodOrder *order = resolve_method_order(edges->run, view, interface);
  if (!order || order->unknown || order->ext) return false;
  for (uint32_t i = 0; i < order->count; i++) {
    Term term = resolve_term_at(edges->run, order->items[i]);
    View *at = resolve_view_at(edges->run, term.view);
    uint32_t count;
    const BindNo *binds = resolve_scope_binds(at, view_def(at, term.number)->opens, &count);
    for (uint32_t k = 0; k < count; k++) {
      DefNo def = view_bind(at, binds[k])->def;
      if (!def || !resolve_is_callable_kind(view_def(at, def)->kind)) continue;
      if (!has_method(edges, type, at, def)) return false;
    }
  }
  return true;
}

/* Calls `each` for every interface's method of the name whose interface the
 * type meets. */
typedef void EachMet(Edges *edges, DefNo own, View *view, DefNo method);

/* Interfaces are found by the name of one of their methods, then compared as
 * a whole; so the number of interfaces in the project does not matter, only
 * that of namesakes. */
static void each_met(Edges *edges, DefNo own, TermId type, NameId name, EachMet *each) {
  Run *run = edges->run;
  View *view = edges->view;
  const TableItem *items;
  uint64_t key = resolve_key(KEY_ABSTRACT, view->lang->family_id, resolve_name_hash(run, name));
  size_t count = resolve_lookup(run, view, key, &items);
  for (size_t i = 0; i < count; i++) {
    View *at = resolve_view(run, items[i].file);
    if (!at || items[i].def >= at->facts->defs.len) continue;
    const Def *method = view_def(at, items[i].def);
    if (!names_same(method->name, name) || !method->container) continue;
    if (has_all_methods(edges, type, at, method->container)) each(edges, own, at, items[i].def);
  }
}

static void add_met_method(Edges *edges, DefNo own, View *view, DefNo method) {
  Ref ref = place_of(view_def(edges->view, own), own);
  if (!same_signature(edges->run, edges->view, own, view, method)) return;
  resolve_edge(edges, EDGE_OVERRIDES, RULE_TYPE, &ref, view, method);
}

static void add_met_interface(Edges *edges, DefNo own, View *view, DefNo method) {
  Ref ref = place_of(view_def(edges->view, own), own);
  DefNo interface = view_def(view, method)->container;
  if (view == edges->view && interface == own) return;
  resolve_edge(edges, EDGE_IMPLEMENTS, RULE_TYPE, &ref, view, interface);
}

static void of_shape(Edges *edges, DefNo own) {
  Run *run = edges->run;
  View *view = edges->view;
  const Def *def = view_def(view, own);
  FoundList types = {.count = 0};
  resolve_find_name(run, view, (NameUse){1, def->receiver, 0, MODE_TYPE}, &types);
  if (types.count != 1 || !types.items[0].view || !types.items[0].def) return;
  TermId type = resolve_term_of(run, TERM_INST, types.items[0].view->number, types.items[0].def);
  each_met(edges, own, type, def->name, add_met_method);
}

/* ---- bases ---- */

/* Type arguments and other wrapping are taken off until a name is left: what
 * is extended is the type itself. */
static void add_base(Edges *edges, DefNo own, ExprNo number) {
  View *view = edges->view;
  const Def *def = view_def(view, own);
  const Expr *expr = view_expr(view, number);
  bool implements = expr->flags & EXPR_IMPLEMENTS;
  for (int guard = 0; guard < 8 && expr->base && expr->kind != EXPR_NAME && expr->kind != EXPR_MEMBER; guard++) {
    number = expr->base;
    expr = view_expr(view, number);
  }
  FoundList list;
  if (!resolve_find(edges->run, view, number, &list)) return;
  Ref ref = place_of(def, own);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def) continue;
    const Def *base = view_def(found->view, found->def);
    if (!symbol_kind_is_type(base->kind)) continue;
    bool meets = implements || (base->kind == SYMBOL_INTERFACE && def->kind != SYMBOL_INTERFACE &&
                                !(expr->flags & EXPR_EMBEDDED));
    resolve_edge(edges, meets ? EDGE_IMPLEMENTS : EDGE_EXTENDS, found->rule, &ref, found->view, found->def);
  }
}

/* Interfaces a type meets without saying so: those that have its methods' names. */
static void add_met(Edges *edges, DefNo own) {
  Run *run = edges->run;
  View *view = edges->view;
  const Def *def = view_def(view, own);
  if (!def->name.value || def->scope != 1 || def->kind == SYMBOL_INTERFACE) return;
  TermId type = resolve_term_of(run, TERM_INST, view->number, own);
  uint64_t receiver = hash_combine(view->entry->package_id, resolve_name_hash(run, def->name));
  const TableItem *items;
  size_t count = resolve_lookup(run, view, resolve_key(KEY_METHODS, receiver, 0), &items);
  for (size_t i = 0; i < count; i++) {
    View *at = resolve_view(run, items[i].file);
    if (at && items[i].def < at->facts->defs.len) {
      each_met(edges, own, type, view_def(at, items[i].def)->name, add_met_interface);
    }
  }
}

/* The type that a block is for, when this file has it: the edge is the type's. */
static DefNo block_type(Edges *edges, const Def *block) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(edges->run, resolve_eval_type(edges->run, edges->view, block->type), terms) != 1) return 0;
  Term term = resolve_term_at(edges->run, terms[0]);
  return term.kind == TERM_INST && term.view == edges->view->number ? term.number : 0;
}

void resolve_edges_bases(Edges *edges) {
  View *view = edges->view;
  for (DefNo i = 1; i < view->facts->defs.len; i++) {
    const Def *def = view_def(view, i);
    DefNo own = resolve_is_block(def) ? block_type(edges, def) : i;
    if (!own || !symbol_kind_is_type(def->kind) || (view_def(view, own)->flags & DEF_ANONYMOUS)) continue;
    edges->run->step_limit = edges->run->steps + RUN_STEPS_PER_REF;
    for (uint32_t k = 0; k < def->bases.count; k++) add_base(edges, own, view_item(view, def->bases, k));
    if (view->lang->rules.interfaces == LANGUAGE_INTERFACES_METHODS) add_met(edges, i);
  }
}

/* ---- all of them ---- */

void resolve_edges_overrides(Edges *edges) {
  View *view = edges->view;
  Run *run = edges->run;
  for (DefNo i = 1; i < view->facts->defs.len; i++) {
    const Def *def = view_def(view, i);
    if (!is_method(def)) continue;
    run->step_limit = run->steps + RUN_STEPS_PER_REF;
    const Scope *scope = def->scope ? view_scope(view, def->scope) : NULL;
    bool in_block = scope && scope->def && resolve_is_block(view_def(view, scope->def));
    if (def->receiver.value && !in_block) {
      if (view->lang->rules.interfaces == LANGUAGE_INTERFACES_METHODS) of_shape(edges, i);
      continue;
    }
    if (!scope || !scope->def) continue;
    if (scope->kind == SCOPE_TYPE) of_bases(edges, i, scope->def);
    else if (scope->kind == SCOPE_OBJECT) of_context(edges, i, scope->def);
  }
}
