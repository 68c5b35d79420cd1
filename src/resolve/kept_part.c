/* Parts of containers: which expressions give what a container keeps, and which
 * variable or field holds the container. */
#include "src/resolve/eval_internal.h"
#include "src/resolve/kept_internal.h"
#include "src/resolve/name_internal.h"

enum { DEPTH = 5 };

static const FrameworkRow *row_of(const View *view, NameId name, FrameworkShape shape) {
  const WiringWords *words = view->lang->wiring;
  const WiringWord *word = words && name.value ? resolve_wiring_word(words, name) : NULL;
  for (; word; word = resolve_wiring_next(words, word)) {
    if (word->row->shape == shape) return word->row;
  }
  return NULL;
}

BindNo resolve_kept_bind(const View *view, const Expr *name) {
  ScopeNo scope = name->scope;
  for (unsigned guard = 0; scope && guard < 200; guard++, scope = view_scope(view, scope)->parent) {
    uint32_t count;
    const BindNo *binds = resolve_binds(view, scope, name->name, &count);
    while (count && resolve_is_assignment(view->lang->language, view_bind(view, binds[count - 1]))) count--; /* of something else */
    if (count) return binds[count - 1];
  }
  return 0;
}

/* The bind of a local variable or parameter: others are looked up, and are no
 * parts. */
static BindNo local_of(const View *view, const Expr *name) {
  BindNo number = resolve_kept_bind(view, name);
  const Bind *bind = view_bind(view, number);
  return bind->def || bind->import ? 0 : number;
}

static bool part_of(Run *run, View *view, ExprNo number, KeptPart *ret_part, unsigned depth);

/* handlers.forEach((h) => h()): the first parameter of a function that is given
 * to a call which takes from the container. */
static bool part_of_param(View *view, BindNo number, KeptPart *ret_part) {
  const Bind *bind = view_bind(view, number);
  DefNo def = view_scope(view, bind->scope)->def;
  ExprNo expr = def && view_def(view, def)->flags & DEF_ANONYMOUS ? resolve_def_expr(view, def) : 0;
  uint32_t parent = 0;
  if (!expr || resolve_parent(view, expr, &parent) != PARENT_EXPR) return false;
  const Expr *call = view_expr(view, parent);
  const Expr *callee = call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
  if (!callee || callee->kind != EXPR_MEMBER || !row_of(view, callee->name, FRAMEWORK_TAKE)) return false;
  *ret_part = (KeptPart){.view = view, .container = callee->base};
  return true;
}

static bool part_of_name(Run *run, View *view, const Expr *name, KeptPart *ret_part, unsigned depth) {
  BindNo number = local_of(view, name);
  const Bind *bind = number ? view_bind(view, number) : NULL;
  if (!bind) return false;
  if (bind->flags & BIND_PARAM) return part_of_param(view, number, ret_part);
  return bind->value && part_of(run, view, bind->value, ret_part, depth + 1);
}

/* What a call or a member gives that takes from the container. */
static bool part_of_taken(Run *run, View *view, ExprNo call, const Expr *callee, KeptPart *ret_part) {
  const FrameworkRow *row = callee->kind == EXPR_MEMBER && callee->base ? row_of(view, callee->name, FRAMEWORK_TAKE) : NULL;
  if (!row) return false;
  *ret_part = (KeptPart){.view = view, .container = callee->base, .key = call ? resolve_wiring_argument(run, view, call, row->path) : 0};
  return true;
}

static bool part_of(Run *run, View *view, ExprNo number, KeptPart *ret_part, unsigned depth) {
  const Expr *expr = view_expr(view, number);
  if (!number || depth > DEPTH) return false;
  switch (expr->kind) {
    case EXPR_INDEX:
      *ret_part = (KeptPart){.view = view, .container = expr->base, .key = expr->list.count ? view_item(view, expr->list, 0) : 0};
      return true;
    case EXPR_APPLY: /* handlers[k]() looks like a function with type arguments */
      *ret_part = (KeptPart){.view = view, .container = expr->base};
      return expr->base != 0;
    case EXPR_ITER:
      if (part_of(run, view, expr->base, ret_part, depth + 1)) return true;
      *ret_part = (KeptPart){.view = view, .container = expr->base};
      return true;
    case EXPR_CALL: return expr->base && part_of_taken(run, view, number, view_expr(view, expr->base), ret_part);
    case EXPR_MEMBER: {
      KeptPart inner;
      if (!part_of_taken(run, view, 0, expr, ret_part) || !part_of(run, view, expr->base, &inner, depth + 1)) return false;
      *ret_part = inner;
      return true;
    }
    case EXPR_POINTER: case EXPR_AWAIT: return part_of(run, view, expr->base, ret_part, depth + 1);
    case EXPR_PART:
      if (!part_of(run, view, expr->base, ret_part, depth + 1)) return false;
      if (view_expr(view, expr->base)->kind == EXPR_ITER) ret_part->nth = expr->number + 1;
      return true;
    case EXPR_ANY:
      for (uint32_t i = 0; i < expr->list.count; i++) {
        if (part_of(run, view, view_item(view, expr->list, i), ret_part, depth + 1)) return true;
      }
      return false;
    case EXPR_NAME: return part_of_name(run, view, expr, ret_part, depth);
    default: return false;
  }
}

bool resolve_kept_part(Run *run, View *view, ExprNo expr, KeptPart *ret_part) { return part_of(run, view, expr, ret_part, 0); }

/* What holds the container that the expression is a part of: lists in a map. */
static bool holders_around(Run *run, View *view, ExprNo number, KeptHolders *ret_holders, unsigned depth) {
  const Expr *expr = view_expr(view, number);
  KeptPart part;
  for (uint32_t i = 0; expr->kind == EXPR_ANY && depth < DEPTH && i < expr->list.count; i++) {
    if (holders_around(run, view, view_item(view, expr->list, i), ret_holders, depth + 1)) return true;
  }
  bool may_be_part = expr->kind == EXPR_INDEX || expr->kind == EXPR_CALL || expr->kind == EXPR_NAME;
  if (!may_be_part || depth >= DEPTH || !part_of(run, view, number, &part, depth) || part.container == number || !resolve_enter(run)) return false;
  bool known = resolve_kept_holders(run, part.view, part.container, ret_holders);
  resolve_leave(run);
  return known;
}

bool resolve_kept_holders(Run *run, View *view, ExprNo container, KeptHolders *ret_holders) {
  FoundList list;
  const Expr *expr = view_expr(view, container);
  *ret_holders = (KeptHolders){.count = 0};
  while (expr->kind == EXPR_POINTER && expr->base) expr = view_expr(view, container = expr->base);
  if (holders_around(run, view, container, ret_holders, 0)) return true;
  if (!resolve_find(run, view, container, &list)) return false;
  for (uint32_t i = 0; i < list.count && ret_holders->count < KEPT_HOLDERS; i++) {
    const Found *found = &list.items[i];
    if (!found->view || found->view->entry->is_library) continue;
    const Def *def = found->def ? view_def(found->view, found->def) : NULL;
    const Bind *bind = found->bind ? view_bind(found->view, found->bind) : NULL;
    if (def ? resolve_is_callable_kind(def->kind) || symbol_kind_is_type((SymbolKind)def->kind) : !bind || bind->flags & BIND_PARAM) continue;
    ret_holders->items[ret_holders->count++] =
        def ? (KeptHolder){found->view, def->scope, def->name} : (KeptHolder){found->view, bind->scope, bind->name};
  }
  return ret_holders->count > 0;
}
