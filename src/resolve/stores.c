/* Stores: an object that is made with a function, whose result's members are
 * used by who picks them. `useStore((s) => s.save)` and `useStore.getState().save`
 * lead to the function that the store keeps under that name: a lead, with the
 * place where the store was made. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

/* The object literal that a function gives, which may be wrapped in calls. */
static ExprNo object_given(View *view, ExprNo number, unsigned depth) {
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

static void link_member(Edges *edges, const Ref *ref, const Origin *origin, uint32_t steps, NameId name) {
  const OriginStep *made = steps ? &origin->steps[steps - 1] : NULL;
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

static void link_store(Edges *edges, const Ref *ref, ExprNo store, const char *objects, NameId name) {
  Origin origin;
  Run *run = edges->run;
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  if (!resolve_origin(run, edges->view, store, &origin) || !origin.package.len) return;
  if (resolve_wiring_is_object(run, &origin, objects, origin.count)) link_member(edges, ref, &origin, origin.count, name);
}

/* The member that `(s) => s.save` picks; 0: it is another function. */
static NameId picked(const View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  const Def *def = expr->kind == EXPR_FUNC ? view_def(view, expr->number) : NULL;
  const Expr *value = def && def->value ? view_expr(view, def->value) : NULL;
  if (value && value->kind == EXPR_ANY && value->list.count == 1) value = view_expr(view, view_item(view, value->list, 0));
  if (!value || value->kind != EXPR_MEMBER || view_expr(view, value->base)->kind != EXPR_NAME) return (NameId){0};
  const Expr *base = view_expr(view, value->base);
  uint32_t count;
  const BindNo *binds = resolve_binds(view, def->opens, base->name, &count);
  return count && view_bind(view, binds[0])->flags & BIND_PARAM ? value->name : (NameId){0};
}

static const Framework *store_of(const View *view) {
  for (const Framework *const *at = framework_registry; *at; at++) {
    bool is_store = (*at)->rows[0].shape == FRAMEWORK_STORE;
    if (is_store && language_word_in((*at)->families, resolve_family(view->lang->language))) return *at;
  }
  return NULL;
}

/* const { save } = useStore(), and useStore().save: members of what a call
 * without arguments gives. */
static void link_parts(Edges *edges, const Framework *framework, const Idmap *calls) {
  const View *view = edges->view;
  for (ExprNo i = 1; i < view->facts->exprs.len; i++) {
    const Expr *part = view_expr(view, i);
    uint32_t ref = part->kind == EXPR_MEMBER && part->base ? idmap_get(calls, part->base) : IDMAP_NONE;
    if (ref == IDMAP_NONE) continue;
    link_store(edges, view_ref(view, ref), view_expr(view, part->base)->base, framework->objects, part->name);
  }
}

void resolve_edges_stores(Edges *edges) {
  View *view = edges->view;
  const Framework *framework = view->lang->wiring ? store_of(view) : NULL;
  Idmap whole; /* calls without arguments: their references */
  bool has_whole = false;
  for (RefNo i = 1; framework && i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (!call || call->kind != EXPR_CALL || !call->base) continue;
    const Expr *callee = view_expr(view, call->base);
    if (callee->kind == EXPR_NAME && !call->list.count) {
      if (!has_whole) idmap_init(&whole, edges->run->arena);
      has_whole = true;
      idmap_set(&whole, ref->expr, i);
    } else if (callee->kind == EXPR_NAME) {
      NameId name = picked(view, view_item(view, call->list, 0));
      if (name.value) link_store(edges, ref, call->base, framework->objects, name);
    } else if (callee->kind == EXPR_MEMBER && view_expr(view, callee->base)->kind == EXPR_CALL) { /* store.getState().save() */
      const Expr *state = view_expr(view, view_expr(view, callee->base)->base);
      bool is_state = state->kind == EXPR_MEMBER && language_word_in(framework->rows[0].words, names_text(edges->run->world->names, state->name));
      if (is_state) link_store(edges, ref, state->base, framework->objects, callee->name);
    }
  }
  if (has_whole) link_parts(edges, framework, &whole);
}
