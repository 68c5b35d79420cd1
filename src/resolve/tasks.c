/* Tasks: functions that a decorator of a package makes into something that is
 * run later, or elsewhere, by a call of a member: `send.delay(x)` runs `send`.
 * What runs it stands between, so the link is a lead; it keeps the place of the
 * decorator. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

static bool is_decorated(Run *run, View *view, const Def *def, const char *on) {
  for (uint32_t i = 0; i < def->decorators.count; i++) {
    ExprNo number = view_item(view, def->decorators, i);
    const Expr *expr = view_expr(view, number);
    Origin origin;
    bool is_known = resolve_origin(run, view, expr->kind == EXPR_CALL ? expr->base : number, &origin) && origin.package.len;
    if (is_known && resolve_wiring_is_object(run, &origin, on, origin.count)) return true;
  }
  return false;
}

static void link_task(Edges *edges, const Ref *ref, const WiringWord *word) {
  View *view = edges->view;
  FoundList list;
  edges->run->step_limit = edges->run->steps + RUN_STEPS_PER_REF;
  if (!resolve_find(edges->run, view, view_expr(view, view_expr(view, ref->expr)->base)->base, &list)) return;
  resolve_definitions(edges->run, view, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    const Def *def = found->view && found->def && !found->view->entry->is_library ? view_def(found->view, found->def) : NULL;
    if (!def || !resolve_is_callable_kind(def->kind) || !is_decorated(edges->run, found->view, def, word->row->on)) continue;
    size_t before = edges->list.len;
    resolve_edge(edges, EDGE_LINKS, RULE_EVENT, ref, found->view, found->def);
    resolve_edges_wired(edges, before, found->view, def->name_span.line);
  }
}

void resolve_edges_tasks(Edges *edges) {
  const View *view = edges->view;
  for (RefNo i = 1; view->lang->wiring && i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    const Expr *callee = call && call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
    if (!callee || callee->kind != EXPR_MEMBER || !callee->base) continue;
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, callee->name);
    for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
      if (word->row->shape == FRAMEWORK_RUN) link_task(edges, ref, word);
    }
  }
}
