/* Handlers: from what was registered, as an expression where it was registered,
 * to links that lead to the functions it is. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

void resolve_link_def(const Handled *handled, const View *view, DefNo def) {
  Edges *edges = handled->edges;
  size_t before = edges->list.len;
  resolve_edge(edges, EDGE_LINKS, handled->rule, handled->ref, view, def);
  resolve_edges_wired(edges, before, handled->view, handled->line);
}

static void link_list(const Handled *handled, FoundList *list) {
  resolve_definitions(handled->edges->run, handled->view, list);
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->view || !found->def || found->view->entry->is_library) continue;
    const Def *def = view_def(found->view, found->def);
    bool is_function = resolve_is_callable_kind(def->kind) && !(def->flags & DEF_PROPERTY);
    if (is_function) resolve_link_def(handled, found->view, found->def);
  }
}

/* A function without a name is told by what it calls. */
static void link_inside(const Handled *handled, DefNo def) {
  View *view = handled->view;
  const Span *span = &view_def(view, def)->full;
  if (*handled->references < view->facts->refs.len) return;
  *handled->references -= view->facts->refs.len;
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    if (ref->role != REF_CALL || !ref->expr || ref->at < span->from || ref->at >= span->to) continue;
    FoundList list;
    resolve_callees(handled->edges->run, view, ref->expr, &list);
    link_list(handled, &list);
  }
}

/* this.run.bind(this), also by a variable that holds it. */
static void link_handler(const Handled *handled, View *view, ExprNo number, unsigned depth) {
  enum { DEPTH = 3 };
  Run *run = handled->edges->run;
  const Expr *expr = view_expr(view, number);
  FoundList list;
  if (depth > DEPTH) return;
  if (expr->kind == EXPR_FUNC && view_def(view, expr->number)->flags & DEF_ANONYMOUS) {
    if (view == handled->view) link_inside(handled, expr->number);
    return;
  }
  if (expr->kind == EXPR_CALL && view_expr(view, expr->base)->kind == EXPR_MEMBER) {
    const Expr *callee = view_expr(view, expr->base);
    if (str_eq_c(names_text(run->world->names, callee->name), "bind")) number = callee->base;
  }
  if (!resolve_find(run, view, number, &list)) return;
  if (!list.count) resolve_find_callee(run, view, number, &list); /* where functions are no values by their names */
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    ExprNo value = !found->view ? 0 : def ? def->value : found->bind ? view_bind(found->view, found->bind)->value : 0;
    if (value && !(def && resolve_is_callable_kind(def->kind))) link_handler(handled, found->view, value, depth + 1);
  }
  link_list(handled, &list);
}

void resolve_link_handler(const Handled *handled, View *view, ExprNo expr) { link_handler(handled, view, expr, 0); }
