/* Actions: `dispatch(added(x))` runs the function `added` that a slice of the
 * store was made with, when `added` comes from the slice's own actions. Which store
 * gets it nobody knows, so the link is a lead; it keeps the place of the function. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

static const Bind *member_of(const View *view, ExprNo object, NameId name) {
  const Expr *expr = view_expr(view, object);
  ScopeNo opens = object && expr->kind == EXPR_OBJECT ? view_def(view, expr->number)->opens : 0;
  uint32_t count = 0;
  const BindNo *binds = opens ? resolve_binds(view, opens, name, &count) : NULL;
  return count ? view_bind(view, binds[0]) : NULL;
}

static bool is_function(const View *view, DefNo def) { return def && resolve_is_callable_kind(view_def(view, def)->kind); }

static void link_def(Edges *edges, const Ref *ref, const View *view, DefNo def) {
  size_t before = edges->list.len;
  resolve_edge(edges, EDGE_LINKS, RULE_TABLE, ref, view, def);
  resolve_edges_wired(edges, before, view, view_def(view, def)->name_span.line);
}

/* added(state) {…}, added: addTo, and added: { reducer(state) {…} }. */
static void link_member(Edges *edges, const Ref *ref, View *view, const Bind *bind, const FrameworkRow *row) {
  Run *run = edges->run;
  FoundList list;
  if (is_function(view, bind->def)) {
    link_def(edges, ref, view, bind->def);
    return;
  }
  ExprNo value = bind->value ? bind->value : bind->def ? view_def(view, bind->def)->value : 0;
  const Bind *inner = value ? member_of(view, value, names_intern(run->world->names, str_from_c(row->handler))) : NULL;
  if (inner && is_function(view, inner->def)) link_def(edges, ref, view, inner->def);
  if (inner || !value || !resolve_find(run, view, value, &list)) return;
  resolve_definitions(run, view, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (found->view && !found->view->entry->is_library && is_function(found->view, found->def)) link_def(edges, ref, found->view, found->def);
  }
}

/* The action was made with the function that it runs. */
static void link_made(Edges *edges, const Ref *ref, const Origin *origin, const FrameworkRow *row) {
  Run *run = edges->run;
  size_t references = HANDLED_REFERENCES;
  const OriginStep *made = origin->count ? &origin->steps[origin->count - 1] : NULL;
  if (!made || made->name.value || !made->view || !resolve_wiring_is_object(run, origin, row->on, origin->count)) return;
  ExprNo handler = resolve_wiring_argument(run, made->view, made->call, row->handler);
  if (!handler) return;
  resolve_ask_wiring(run, made->view);
  Handled handled = {edges, ref, RULE_TABLE, made->view, resolve_line_of(made->view, handler, 0), &references};
  resolve_link_handler(&handled, made->view, handler);
}

static void link_action(Edges *edges, const Ref *ref, ExprNo action, const WiringWord *word) {
  Run *run = edges->run;
  Origin origin;
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  if (!resolve_origin(run, edges->view, action, &origin) || !origin.package.len) return;
  if (word->row->on) link_made(edges, ref, &origin, word->row);
  if (word->row->on || origin.count < 4) return;
  const OriginStep *name = &origin.steps[origin.count - 1], *actions = name - 1, *made = name - 2;
  if (!name->name.value || !actions->name.value || made->name.value || !made->view) return;
  if (!language_word_in(word->row->members, names_text(run->world->names, actions->name))) return;
  if (!resolve_wiring_is_object(run, &origin, word->framework->objects, origin.count - 2)) return;
  ExprNo reducers = resolve_wiring_argument(run, made->view, made->call, word->row->path);
  const Bind *bind = reducers ? member_of(made->view, reducers, name->name) : NULL;
  if (bind) link_member(edges, ref, made->view, bind, word->row);
}

void resolve_edges_actions(Edges *edges) {
  const View *view = edges->view;
  for (RefNo i = 1; view->lang->wiring && i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    if (!call || call->kind != EXPR_CALL || !call->base || !call->list.count) continue;
    const Expr *callee = view_expr(view, call->base), *given = view_expr(view, view_item(view, call->list, 0));
    bool is_named = callee->kind == EXPR_NAME || callee->kind == EXPR_MEMBER;
    if (!is_named || given->kind != EXPR_CALL || !given->base) continue;
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, callee->name);
    for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
      if (word->row->shape == FRAMEWORK_ACTION) link_action(edges, ref, given->base, word);
    }
  }
}
