/* What is found out by looking at all of a file: what a function hands to the function
 * that it was given, what is put into a list, set or map that begins empty, and under
 * keys of an object. All are what may come, not all that may: other files may do the
 * same. */
#include "src/resolve/arguments_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

enum {
  PASSED_MOST = 2048, /* calls of one name that are gone through, */
  ASKED_MOST = 32     /* and as many as are asked what they mean */
};

bool resolve_is_looked_into(const Language *language, const Facts *facts) {
  if (!language->rules.parameters_given) return false;
  for (size_t i = 1; i < facts->binds.len; i++) {
    if (facts->binds.items[i].flags & (BIND_CALLED | BIND_PUT)) return true;
  }
  for (size_t i = 1; language->names.fill && i < facts->exprs.len; i++) {
    unsigned kind = facts->exprs.items[i].kind;
    if ((kind == EXPR_LIST || kind == EXPR_NEW) && !facts->exprs.items[i].list.count) return true;
  }
  return false;
}

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
  unsigned asked = 0;
  DefNo function = view_scope(view, bind->scope)->def;
  if (!function || !view->lang->rules.parameters_given || !(bind->flags & BIND_CALLED) || view->entry->is_library || !resolve_enter(run)) return VALUE_UNKNOWN;
  look_into(run, view);
  Span inside = view_def(view, function)->full;
  for (unsigned passed = 0; passed < PASSED_MOST && asked < ASKED_MOST && (call = resolve_next_call(run, view, bind->name, call)) != 0; passed++) {
    const Expr *expr = view_expr(view, call);
    bool may_be = expr->at >= inside.from && expr->at < inside.to && nth < expr->list.count && view_expr(view, expr->base)->kind == EXPR_NAME;
    asked += may_be;
    if (!may_be || !means(run, view, expr->base, param, 0)) continue;
    ValueId given = resolve_eval(run, view, view_item(view, expr->list, nth));
    if (!is_own(run, given)) value = resolve_union(run, value, given);
  }
  resolve_leave(run);
  return value == VALUE_NOTHING ? VALUE_UNKNOWN : value;
}

/* ---- what a list is filled with ---- */

/* A list by its name, and where that name may be used; of a field that is anywhere. */
typedef struct Filled {
  NameId name;
  BindNo bind;
  DefNo def;
  uint32_t from, to;
} Filled;

static void limit(const View *view, ScopeNo number, Filled *filled) {
  const Scope *scope = view_scope(view, number);
  bool is_local = scope->kind == SCOPE_FUNCTION || scope->kind == SCOPE_BLOCK;
  filled->from = is_local ? scope->from : 0;
  filled->to = is_local ? scope->to : UINT32_MAX;
}

static bool find_named(View *view, ExprNo list, Filled *ret_filled) {
  uint32_t number;
  ParentKind kind = resolve_parent(view, list, &number);
  if (kind != PARENT_BIND && kind != PARENT_DEF) return false;
  const Bind *bind = kind == PARENT_BIND ? view_bind(view, number) : NULL;
  *ret_filled = (Filled){.bind = bind ? number : 0, .def = bind ? bind->def : number};
  const Def *def = ret_filled->def ? view_def(view, ret_filled->def) : NULL;
  ret_filled->name = bind ? bind->name : def->name;
  bool is_member = bind && (bind->flags & BIND_MEMBER);
  limit(view, is_member ? 1 : bind ? bind->scope : def->scope, ret_filled);
  return ret_filled->name.value;
}

/* The receiver bears the list's name before it is looked up, which costs more. */
static bool may_be_on(const View *view, const Expr *call, const Filled *filled) {
  if (call->at < filled->from || call->at >= filled->to || !call->list.count) return false;
  const Expr *callee = view_expr(view, call->base);
  const Expr *receiver = callee->kind == EXPR_MEMBER && callee->base ? view_expr(view, callee->base) : NULL;
  return receiver && (receiver->kind == EXPR_NAME || receiver->kind == EXPR_MEMBER) && names_same(receiver->name, filled->name);
}

/* What calls of the members give as their nth argument on what the expression is. */
static ValueId given_to(Run *run, View *view, ExprNo made, const NameId *names, uint32_t count, uint32_t nth) {
  Filled filled;
  ValueId value = VALUE_NOTHING;
  unsigned passed = 0, asked = 0;
  if (view->entry->is_library || !find_named(view, made, &filled) || !resolve_enter(run)) return VALUE_UNKNOWN;
  look_into(run, view);
  for (uint32_t i = 0; i < count; i++) {
    ExprNo call = 0;
    for (; passed < PASSED_MOST && asked < ASKED_MOST && (call = resolve_next_call(run, view, names[i], call)) != 0; passed++) {
      const Expr *expr = view_expr(view, call);
      if (!may_be_on(view, expr, &filled) || nth >= expr->list.count) continue;
      asked++;
      ExprNo item = view_item(view, expr->list, nth);
      if (view_expr(view, item)->kind == EXPR_SPREAD || !means(run, view, view_expr(view, expr->base)->base, filled.bind, filled.def)) continue;
      value = resolve_union(run, value, resolve_eval(run, view, item));
    }
  }
  resolve_leave(run);
  return value == VALUE_NOTHING ? VALUE_UNKNOWN : value;
}

ValueId resolve_filled_with(Run *run, View *view, ExprNo list) {
  const Words *words = &view->lang->fill;
  return words->count ? given_to(run, view, list, words->names, words->count, 0) : VALUE_UNKNOWN;
}

/* Of the last type parameter, which is what is in it: new Set(), new Map(). */
ValueId resolve_filled_type(Run *run, View *view, ExprNo made, ValueId value) {
  enum { ARGS_MOST = 2 };
  const Words *words = &view->lang->fill_made;
  TermId terms[VALUE_MAX];
  uint32_t count;
  if (!words->count || view_expr(view, made)->list.count || resolve_terms(run, value, terms) != 1) return value;
  Term term = resolve_term_at(run, terms[0]);
  View *at = term.kind == TERM_INST ? resolve_view_at(run, term.view) : NULL;
  if (!at || !at->entry->is_library) return value;
  resolve_type_params(run, at, term.number, &count);
  bool is_told = count && term.count == count && resolve_has_kind(run, resolve_arg(run, term, count - 1), TERM_INST);
  if (!count || count > words->count || count > ARGS_MOST || is_told) return value;
  ValueId args[ARGS_MOST] = {resolve_arg(run, term, 0), VALUE_UNKNOWN};
  args[count - 1] = given_to(run, view, made, &words->names[count - 1], 1, count - 1);
  return args[count - 1] == VALUE_UNKNOWN ? value : resolve_one(run, resolve_inst(run, at, term.number, args, count));
}

/* ---- what is put under a key ---- */

/* Whether both name the same variable or field. */
static bool is_same(Run *run, View *view, ExprNo a, ExprNo b) {
  const Expr *one = view_expr(view, a), *other = view_expr(view, b);
  FoundList list = {.count = 0};
  bool may_be = (one->kind == EXPR_NAME || one->kind == EXPR_MEMBER) && one->kind == other->kind && names_same(one->name, other->name);
  if (!may_be || !resolve_find(run, view, a, &list) || list.count != 1 || list.items[0].view != view) return false;
  return means(run, view, b, list.items[0].bind, list.items[0].def);
}

static bool are_instances(const Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  for (uint32_t i = 0; i < count; i++) {
    if (resolve_term_at(run, terms[i]).kind != TERM_INST) return false;
  }
  return count != 0;
}

/* x[k], where the file puts instances into x. Functions are told otherwise (kept.c). */
ValueId resolve_put_into(Run *run, View *view, const Expr *index) {
  uint32_t count;
  unsigned asked = 0;
  ValueId value = VALUE_NOTHING;
  if (!view->lang->rules.parameters_given || view->entry->is_library || !index->base || !resolve_enter(run)) return VALUE_UNKNOWN;
  look_into(run, view);
  const BindNo *puts = resolve_puts(view, &count);
  for (uint32_t i = 0; i < count && asked < ASKED_MOST; i++) {
    const Bind *put = view_bind(view, puts[i]);
    const Expr *part = view_expr(view, put->type);
    if (part->kind != EXPR_INDEX || !part->base || !is_same(run, view, index->base, part->base)) continue;
    asked++;
    ValueId given = resolve_eval(run, view, put->value);
    if (are_instances(run, given)) value = resolve_union(run, value, given);
  }
  resolve_leave(run);
  return value == VALUE_NOTHING ? VALUE_UNKNOWN : value;
}
