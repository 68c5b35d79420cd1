/* Stores: an object that is made with a function, whose result's members are
 * used by who picks them. `useStore((s) => s.save)`, `useStore.getState().save` and
 * what else gives that member lead to the function that the store keeps under that
 * name: a lead, with the place where the store was made. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

#define PICKED_MAX 200 /* members that one function picks */

static ExprNo object_given(const View *view, ExprNo number, unsigned depth) {
  enum { DEPTH = 5 };
  const Expr *expr = view_expr(view, number);
  if (!number || depth > DEPTH) return 0;
  switch (expr->kind) {
    case EXPR_OBJECT: return depth ? number : 0;
    case EXPR_FUNC: return object_given(view, view_def(view, expr->number)->value, depth + 1);
    case EXPR_ANY: return expr->list.count == 1 ? object_given(view, view_item(view, expr->list, 0), depth) : 0;
    case EXPR_CALL: return expr->list.count ? object_given(view, view_item(view, expr->list, 0), depth) : 0;
    case EXPR_OF_TYPE: return object_given(view, expr->base, depth);
    default: return 0;
  }
}

ExprNo resolve_object_given(const View *view, DefNo function) { return object_given(view, view_def(view, function)->value, 1); }

static void link_member(Edges *edges, const Ref *ref, const Origin *origin, NameId name) {
  const OriginStep *made = origin->count ? &origin->steps[origin->count - 1] : NULL;
  if (!made || made->name.value || !made->view) return;
  const Expr *call = view_expr(made->view, made->call);
  ExprNo object = call->list.count ? object_given(made->view, view_item(made->view, call->list, 0), 0) : 0;
  ScopeNo opens = object ? view_def(made->view, view_expr(made->view, object)->number)->opens : 0;
  uint32_t count = 0;
  const BindNo *binds = opens ? resolve_binds(made->view, opens, name, &count) : NULL;
  DefNo def = count ? view_bind(made->view, binds[0])->def : 0;
  if (!def || !resolve_is_callable_kind(view_def(made->view, def)->kind)) return;
  size_t before = edges->list.len;
  resolve_edge(edges, EDGE_LINKS, RULE_TABLE, ref, made->view, def);
  resolve_edges_wired(edges, before, made->view, view_def(made->view, def)->name_span.line);
}

/* The package's object that an expression is, made with a function; false: another. */
static bool find_store(Edges *edges, ExprNo store, const char *objects, Origin *ret_origin) {
  Run *run = edges->run;
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  if (!resolve_origin(run, edges->view, store, ret_origin) || !ret_origin->package.len) return false;
  return resolve_wiring_is_object(run, ret_origin, objects, ret_origin->count);
}

/* ---- what is picked ---- */

/* `useStore(pick)`, while what `pick` gives is looked at. */
typedef struct Picking {
  Edges *edges;
  const Ref *ref;
  ExprNo store;
  const char *objects;
  const View *view;
  const Def *pick;
  Origin *origin; /* asked for with the first member */
  bool is_store;
} Picking;

static void link_picked(Picking *picking, ExprNo number) {
  const View *view = picking->view;
  const Expr *value = view_expr(view, number), *base = value->kind == EXPR_MEMBER ? view_expr(view, value->base) : NULL;
  uint32_t count = 0;
  const BindNo *binds = base && base->kind == EXPR_NAME ? resolve_binds(view, picking->pick->opens, base->name, &count) : NULL;
  if (!count || !(view_bind(view, binds[0])->flags & BIND_PARAM)) return;
  if (!picking->origin) {
    picking->origin = ARENA_NEW(picking->edges->run->arena, Origin);
    picking->is_store = find_store(picking->edges, picking->store, picking->objects, picking->origin);
  }
  if (picking->is_store) link_member(picking->edges, picking->ref, picking->origin, value->name);
}

/* (s) => s.save, (s) => ({ save: s.save, … }), (s) => [s.save, …] */
static void link_all_picked(Picking *picking) {
  const View *view = picking->view;
  ExprNo number = picking->pick->value;
  const Expr *value = view_expr(view, number);
  if (value->kind == EXPR_ANY && value->list.count == 1) value = view_expr(view, number = view_item(view, value->list, 0));
  if (value->kind == EXPR_LIST || value->kind == EXPR_TUPLE) {
    for (uint32_t i = 0; i < value->list.count && i < PICKED_MAX; i++) link_picked(picking, view_item(view, value->list, i));
  } else if (value->kind == EXPR_OBJECT) {
    uint32_t count = 0;
    const BindNo *binds = resolve_scope_binds(view, view_def(view, value->number)->opens, &count);
    for (uint32_t i = 0; i < count && i < PICKED_MAX; i++) {
      const Bind *bind = view_bind(view, binds[i]);
      ExprNo member = bind->value ? bind->value : bind->def ? view_def(view, bind->def)->value : 0;
      if (member) link_picked(picking, member);
    }
  } else {
    link_picked(picking, number);
  }
}

/* A function of the file's top level; names are looked up there alone, as most
 * calls of any file are given one. */
static const Def *function_named(const View *view, NameId name) {
  enum { TOP = 1 };
  uint32_t count = 0;
  const BindNo *binds = resolve_binds(view, TOP, name, &count);
  DefNo def = count == 1 ? view_bind(view, binds[0])->def : 0;
  return def && resolve_is_callable_kind(view_def(view, def)->kind) ? view_def(view, def) : NULL;
}

/* What picks may have a name, and be wrapped in a call: useShallow((s) => …). */
static void link_pick(Picking *picking, ExprNo number) {
  const View *view = picking->view;
  const Expr *expr = view_expr(view, number);
  if (expr->kind == EXPR_CALL && expr->list.count) expr = view_expr(view, view_item(view, expr->list, 0));
  if (expr->kind == EXPR_FUNC) picking->pick = view_def(view, expr->number);
  else if (expr->kind == EXPR_NAME) picking->pick = function_named(view, expr->name);
  if (picking->pick) link_all_picked(picking);
}

static const Framework *store_of(const View *view) {
  for (const Framework *const *at = framework_registry; *at; at++) {
    bool is_store = (*at)->rows[0].shape == FRAMEWORK_STORE;
    if (is_store && language_word_in((*at)->families, resolve_family(view->lang->language))) return *at;
  }
  return NULL;
}

/* ---- the whole state ---- */

/* Calls that give all of a store's state, and what is called or kept in the file. */
typedef struct States {
  Idmap calls;  /* useStore(), store.getState(): their references */
  Idmap called; /* callees that are members: the references of their calls */
  Idmap kept;   /* binds whose value is such a call: the expression of it */
  Idmap names;  /* of these binds */
} States;

static bool is_state(const Edges *edges, const Framework *framework, const Expr *callee) {
  if (callee->kind == EXPR_NAME) return true;
  return callee->kind == EXPR_MEMBER && language_word_in(framework->rows[0].words, names_text(edges->run->world->names, callee->name));
}

static void find_states(Edges *edges, const Framework *framework, States *states) {
  const View *view = edges->view;
  idmap_init(&states->calls, edges->run->arena);
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (!call || call->kind != EXPR_CALL || !call->base) continue;
    const Expr *callee = view_expr(view, call->base);
    if (!call->list.count && is_state(edges, framework, callee)) {
      idmap_set(&states->calls, ref->expr, i);
    } else if (callee->kind == EXPR_NAME && call->list.count) {
      Picking picking = {.edges = edges, .ref = ref, .store = call->base, .objects = framework->objects, .view = view};
      link_pick(&picking, view_item(view, call->list, 0));
    }
  }
}

/* The store of a call that gives its state. */
static ExprNo store_of_state(const View *view, ExprNo call) {
  ExprNo callee = view_expr(view, call)->base;
  return view_expr(view, callee)->kind == EXPR_NAME ? callee : view_expr(view, callee)->base;
}

/* const state = useStore(); that it is a store is known before its uses are looked
 * for, as most calls without arguments are of something else. */
static void find_kept(Edges *edges, const Framework *framework, States *states) {
  const View *view = edges->view;
  Origin origin;
  idmap_init(&states->called, edges->run->arena);
  idmap_init(&states->kept, edges->run->arena);
  idmap_init(&states->names, edges->run->arena);
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (call && call->kind == EXPR_CALL && call->base && view_expr(view, call->base)->kind == EXPR_MEMBER) idmap_set(&states->called, call->base, i);
  }
  for (BindNo i = 1; i < view->facts->binds.len; i++) {
    const Bind *bind = view_bind(view, i);
    if (!bind->value || idmap_get(&states->calls, bind->value) == IDMAP_NONE) continue;
    if (!find_store(edges, store_of_state(view, bind->value), framework->objects, &origin)) continue;
    idmap_set(&states->kept, i, bind->value);
    idmap_set(&states->names, bind->name.value, 1);
  }
}

/* The call whose state an expression is; 0: none. */
static ExprNo state_of(Edges *edges, const States *states, ExprNo number) {
  const Expr *expr = view_expr(edges->view, number);
  FoundList list;
  if (idmap_get(&states->calls, number) != IDMAP_NONE) return number;
  if (expr->kind != EXPR_NAME || idmap_get(&states->names, expr->name.value) == IDMAP_NONE) return 0;
  edges->run->step_limit = edges->run->steps + RUN_STEPS_PER_REF;
  if (!resolve_find(edges->run, edges->view, number, &list) || list.count != 1 || list.items[0].view != edges->view) return 0;
  uint32_t kept = idmap_get(&states->kept, list.items[0].bind);
  return kept == IDMAP_NONE ? 0 : kept;
}

/* const { save } = useStore(), useStore().save, state.save(): told where it is
 * called, or else where the state is had. */
static void link_parts(Edges *edges, const Framework *framework, const States *states) {
  const View *view = edges->view;
  for (ExprNo i = 1; i < view->facts->exprs.len; i++) {
    const Expr *part = view_expr(view, i);
    ExprNo state = part->kind == EXPR_MEMBER && part->base ? state_of(edges, states, part->base) : 0;
    if (!state) continue;
    uint32_t called = idmap_get(&states->called, i);
    RefNo ref = called == IDMAP_NONE ? idmap_get(&states->calls, state) : called;
    Origin origin;
    if (find_store(edges, store_of_state(view, state), framework->objects, &origin)) link_member(edges, view_ref(view, ref), &origin, part->name);
  }
}

void resolve_edges_stores(Edges *edges) {
  const Framework *framework = edges->view->lang->wiring ? store_of(edges->view) : NULL;
  States states;
  if (!framework) return;
  find_states(edges, framework, &states);
  if (!states.calls.len) return;
  find_kept(edges, framework, &states);
  link_parts(edges, framework, &states);
}
