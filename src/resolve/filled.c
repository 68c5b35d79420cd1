/* What is found out by looking at all calls of a file: what a function hands to the
 * function that it was given, and what is put into a list that begins empty. Both are
 * what may come, not all that may: other files may do the same. */
#include "src/resolve/arguments_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

enum {
  LOOKED_MOST = 512, /* calls of one name that are looked at, */
  TAKEN_MOST = 16    /* and as many as are followed */
};

/* Bodies of functions are no part of what others see of a file. */
static void look_into(Run *run, const View *view) {
  if (view != run->root) resolve_ask_wiring(run, view);
}

static bool means(Run *run, View *view, ExprNo expr, BindNo bind, DefNo def) {
  FoundList list = {.count = 0};
  if (!resolve_find(run, view, expr, &list)) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (found->view == view && ((bind && found->bind == bind) || (def && found->def == def))) return true;
  }
  return false;
}

/* ---- what a callback is called with ---- */

/* What the function was given itself differs from caller to caller. */
static bool is_own(const Run *run, ValueId value) {
  return value == VALUE_UNKNOWN || value == VALUE_NOTHING || resolve_has_kind(run, value, TERM_PARAM) || resolve_has_kind(run, value, TERM_LITERAL);
}

ValueId resolve_handed_on(Run *run, View *view, BindNo param, uint32_t nth) {
  const Bind *bind = view_bind(view, param);
  ValueId value = VALUE_NOTHING;
  ExprNo call = 0;
  unsigned taken = 0;
  if (!view->lang->rules.parameters_given || !(bind->flags & BIND_CALLED) || view->entry->is_library || !resolve_enter(run)) return VALUE_UNKNOWN;
  look_into(run, view);
  for (unsigned looked = 0; looked < LOOKED_MOST && taken < TAKEN_MOST && (call = resolve_next_call(run, view, bind->name, call)) != 0; looked++) {
    const Expr *expr = view_expr(view, call);
    if (nth >= expr->list.count || view_expr(view, expr->base)->kind != EXPR_NAME || !means(run, view, expr->base, param, 0)) continue;
    ValueId given = resolve_eval(run, view, view_item(view, expr->list, nth));
    if (!is_own(run, given)) value = resolve_union(run, value, given);
    taken++;
  }
  resolve_leave(run);
  return value == VALUE_NOTHING ? VALUE_UNKNOWN : value;
}

/* ---- what a list is filled with ---- */

static NameId name_of_list(View *view, ExprNo list, BindNo *ret_bind, DefNo *ret_def) {
  uint32_t number;
  *ret_bind = 0;
  *ret_def = 0;
  switch (resolve_parent(view, list, &number)) {
    case PARENT_BIND:
      *ret_bind = number;
      *ret_def = view_bind(view, number)->def;
      return view_bind(view, number)->name;
    case PARENT_DEF:
      *ret_def = number;
      return view_def(view, number)->name;
    default: return (NameId){0};
  }
}

/* The receiver bears the list's name before it is looked up, which costs more. */
static bool is_on(Run *run, View *view, const Expr *call, NameId name, BindNo bind, DefNo def) {
  const Expr *callee = view_expr(view, call->base);
  const Expr *receiver = callee->kind == EXPR_MEMBER && callee->base ? view_expr(view, callee->base) : NULL;
  bool is_named = receiver && (receiver->kind == EXPR_NAME || receiver->kind == EXPR_MEMBER) && names_same(receiver->name, name);
  return is_named && means(run, view, callee->base, bind, def);
}

ValueId resolve_filled_with(Run *run, View *view, ExprNo list) {
  BindNo bind;
  DefNo def;
  const Words *words = &view->lang->fill;
  NameId name = words->count && !view->entry->is_library ? name_of_list(view, list, &bind, &def) : (NameId){0};
  ValueId value = VALUE_NOTHING;
  unsigned looked = 0, taken = 0;
  if (!name.value || !resolve_enter(run)) return VALUE_UNKNOWN;
  look_into(run, view);
  for (uint32_t i = 0; i < words->count; i++) {
    ExprNo call = 0;
    for (; looked < LOOKED_MOST && taken < TAKEN_MOST && (call = resolve_next_call(run, view, words->names[i], call)) != 0; looked++) {
      const Expr *expr = view_expr(view, call);
      if (!expr->list.count || !is_on(run, view, expr, name, bind, def)) continue;
      ExprNo item = view_item(view, expr->list, 0);
      if (view_expr(view, item)->kind != EXPR_SPREAD) value = resolve_union(run, value, resolve_eval(run, view, item));
      taken++;
    }
  }
  resolve_leave(run);
  return value == VALUE_NOTHING ? VALUE_UNKNOWN : value;
}
