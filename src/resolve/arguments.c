/* Parameters that nothing types: what calls of the same file give them. Calls
 * elsewhere may give something else, so that it is what a parameter can be, not all
 * that it is. */
#include "src/resolve/arguments_internal.h"

#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/value_internal.h"

/* Of one file: its calls, by the name of what is called. */
struct NamedCalls {
  const View *view;
  Idmap first;   /* NameId to ExprNo */
  uint32_t *next; /* by ExprNo: the call of the same name after it; 0: none */
  struct NamedCalls *others;
};

static NameId called_name(const View *view, const Expr *call) {
  const Expr *base = call->base ? view_expr(view, call->base) : NULL;
  bool is_named = base && (base->kind == EXPR_NAME || base->kind == EXPR_MEMBER);
  return is_named ? base->name : (NameId){0};
}

/* Gathered once for a file; from the last call to the first, so that the chains
 * are in the order of the text. */
static const struct NamedCalls *calls_in(Run *run, const View *view) {
  for (const struct NamedCalls *at = run->named_calls; at; at = at->others) {
    if (at->view == view) return at;
  }
  struct NamedCalls *calls = ARENA_NEW(run->arena, struct NamedCalls);
  calls->view = view;
  calls->others = run->named_calls;
  run->named_calls = calls;
  idmap_init(&calls->first, run->arena);
  calls->next = ARENA_ARRAY(run->arena, uint32_t, view->facts->exprs.len);
  for (ExprNo i = (ExprNo)view->facts->exprs.len; i-- > 1;) {
    const Expr *expr = view_expr(view, i);
    if (expr->kind != EXPR_CALL && expr->kind != EXPR_NEW) continue;
    NameId name = called_name(view, expr);
    if (!name.value) continue;
    uint32_t before = idmap_get(&calls->first, name.value);
    calls->next[i] = before == IDMAP_NONE ? 0 : before;
    idmap_set(&calls->first, name.value, i);
  }
  return calls;
}

static bool is_untyped(const View *view, BindNo number) {
  const Bind *bind = view_bind(view, number);
  return (bind->flags & BIND_PARAM) && !(bind->flags & (BIND_TYPE_PARAM | BIND_RECEIVER | BIND_VARIADIC | BIND_KEYWORDS)) &&
         !bind->type;
}

/* Whether the call means the function, which may be the one that makes a type. */
static bool means(Run *run, View *view, ExprNo call, DefNo function) {
  FoundList callees;
  resolve_callees(run, view, call, &callees);
  for (uint32_t i = 0; i < callees.count; i++) {
    if (callees.items[i].view == view && callees.items[i].def == function) return true;
  }
  return false;
}

/* Other parameters without a type are what they are given in turn. One call that
 * nothing is known of could give anything. */
static ValueId settled(Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  ValueId settled = value == VALUE_UNKNOWN ? VALUE_UNKNOWN : VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    bool is_param = term.kind == TERM_PARAM;
    ValueId own = is_param ? resolve_given_value(run, resolve_view_at(run, term.view), term.number) : resolve_one(run, terms[i]);
    settled = resolve_union(run, settled, own);
  }
  return settled;
}

static ValueId compute(Run *run, View *view, BindNo number) {
  enum { CALLS_MOST = 32 }; /* of one name that are looked at */
  const Bind *bind = view_bind(view, number);
  DefNo function = view_scope(view, bind->scope)->def;
  const Def *def = function ? view_def(view, function) : NULL;
  if (!def || !resolve_is_callable_kind(def->kind)) return VALUE_UNKNOWN;
  NameId name = def->kind == SYMBOL_CONSTRUCTOR && def->container ? view_def(view, def->container)->name : def->name;
  if (!name.value) return VALUE_UNKNOWN;
  uint32_t count, nth = 0;
  const BindNo *params = resolve_signature(run, view, function, &count);
  while (nth < count && params[nth] != number) nth++;
  if (nth == count) return VALUE_UNKNOWN;
  const struct NamedCalls *calls = calls_in(run, view);
  uint32_t call = idmap_get(&calls->first, name.value);
  ValueId value = VALUE_NOTHING;
  for (unsigned looked = 0; call != IDMAP_NONE && call && looked < CALLS_MOST; call = calls->next[call], looked++) {
    ExprList list = view_expr(view, call)->list;
    uint32_t at = view_expr(view, call)->at;
    bool is_inside = def->full.from <= at && at < def->full.to; /* goes on with what it was given */
    if (is_inside || nth >= list.count || !means(run, view, call, function)) continue;
    value = resolve_union(run, value, settled(run, resolve_eval(run, view, view_item(view, list, nth))));
  }
  return value == VALUE_NOTHING || resolve_is_partial(run, value) ? VALUE_UNKNOWN : value;
}

ValueId resolve_given_value(Run *run, View *view, BindNo bind) {
  ValueId value;
  MemoFrame frame;
  if (!view->lang->rules.parameters_given || !is_untyped(view, bind)) return VALUE_UNKNOWN;
  if (resolve_memo_get(run, MEMO_GIVEN, view->number, bind, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_GIVEN, view->number, bind, &frame)) return VALUE_UNKNOWN;
  value = compute(run, view, bind);
  resolve_memo_end(run, &frame, value);
  return value;
}
