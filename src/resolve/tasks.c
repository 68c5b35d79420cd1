/* Tasks: functions that a decorator of a package makes into something that is
 * run later, or elsewhere, by a call of a member: `send.delay(x)` runs `send`.
 * So do types that extend one of a package: `Send.perform_async(x)` runs the
 * member `perform` of `Send`. What runs it stands between, so the link is a lead;
 * it keeps the place of the function. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
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

static void link_def(Edges *edges, const Ref *ref, const View *view, DefNo def) {
  size_t before = edges->list.len;
  resolve_edge(edges, EDGE_LINKS, RULE_EVENT, ref, view, def);
  resolve_edges_wired(edges, before, view, view_def(view, def)->name_span.line);
}

/* Also an inherited one. */
static void link_member(Edges *edges, const Ref *ref, View *view, DefNo type, const FrameworkRow *row) {
  Run *run = edges->run;
  FoundList list = {.count = 0};
  if (!symbol_kind_is_type(view_def(view, type)->kind) || !resolve_wiring_extends(run, view, type, row->extends, 0)) return;
  NameId name = names_intern(run->world->names, str_from_c(row->action));
  resolve_find_member(run, edges->view, resolve_inst(run, view, type, NULL, 0), name, MODE_ANY, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (found->view && found->def && !found->view->entry->is_library) link_def(edges, ref, found->view, found->def);
  }
}

/* `Send.set(wait: 5).perform_later`: what is called in between gives the type on. */
static ExprNo receiver_of(const View *view, ExprNo object) {
  for (unsigned guard = 0; guard < 8; guard++) {
    const Expr *expr = view_expr(view, object);
    if (expr->kind != EXPR_CALL || view_expr(view, expr->base)->kind != EXPR_MEMBER) break;
    object = view_expr(view, expr->base)->base;
  }
  return object;
}

static void link_task(Edges *edges, const Ref *ref, const WiringWord *word) {
  View *view = edges->view;
  FoundList list;
  edges->run->step_limit = edges->run->steps + RUN_STEPS_PER_REF;
  ExprNo object = view_expr(view, view_expr(view, ref->expr)->base)->base;
  if (!resolve_find(edges->run, view, word->row->extends ? receiver_of(view, object) : object, &list)) return;
  resolve_definitions(edges->run, view, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    const Def *def = found->view && found->def && !found->view->entry->is_library ? view_def(found->view, found->def) : NULL;
    if (def && word->row->extends) link_member(edges, ref, found->view, found->def, word->row);
    if (!def || word->row->extends || !resolve_is_callable_kind(def->kind)) continue;
    if (is_decorated(edges->run, found->view, def, word->row->on)) link_def(edges, ref, found->view, found->def);
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
