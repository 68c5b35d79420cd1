/* Shapes. Values look through pointers; where overloads are told apart by them, how
 * many there are is read from what types and expressions say. */
#include "src/resolve/shape_internal.h"

#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { DEPTH_MAX = 8 };

static Shape type_shape(Run *run, View *view, ExprNo type, unsigned depth);
static Shape value_shape(Run *run, View *view, ExprNo number, unsigned depth);

static Shape of_value(ValueId value) { return (Shape){.type = value, .known = value != VALUE_UNKNOWN}; }

static Shape with_pointers(Shape shape, int more) {
  int count = shape.pointers + more;
  if (count < 0) shape.known = false;
  shape.pointers = (uint8_t)(count < 0 ? 0 : count);
  shape.is_null = false;
  return shape;
}

static bool only_term(const Run *run, ValueId value, Term *ret_term) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, value, terms) != 1) return false;
  *ret_term = resolve_term_at(run, terms[0]);
  return true;
}

/* A literal text is a pointer to characters, whatever it is called. */
static Shape text_shape(Run *run, const View *view) {
  NameId name = view->lang->literals[LITERAL_CHAR];
  return (Shape){.type = resolve_one(run, resolve_term_of(run, TERM_PRIMITIVE, 0, name.value)), .pointers = 1, .known = true};
}

static bool is_text(const View *view, Term term) {
  return term.kind == TERM_PRIMITIVE && term.number == view->lang->literals[LITERAL_STRING].value;
}

/* A name of a type: an alias may stand for a pointer. */
static Shape named_shape(Run *run, View *view, ExprNo type, unsigned depth) {
  ValueId value = resolve_eval_type(run, view, type);
  Term term;
  if (!only_term(run, value, &term)) return of_value(value);
  if (is_text(view, term)) return text_shape(run, view);
  if (term.kind == TERM_PARAM) return (Shape){.type = value};
  if (term.kind != TERM_INST) return of_value(value);
  View *at = resolve_view_at(run, term.view);
  const Def *def = view_def(at, term.number);
  if (def->kind != SYMBOL_TYPE || !def->type) return of_value(value);
  Shape target = type_shape(run, at, def->type, depth + 1);
  target.type = resolve_expand_all(run, value);
  if (only_term(run, target.type, &term) && term.kind == TERM_PARAM) target.known = false;
  if (only_term(run, target.type, &term) && is_text(view, term)) return text_shape(run, view);
  return target;
}

static Shape type_shape(Run *run, View *view, ExprNo type, unsigned depth) {
  const Expr *expr = view_expr(view, type);
  if (!type || depth > DEPTH_MAX) return (Shape){.type = VALUE_UNKNOWN};
  switch ((ExprKind)expr->kind) {
    case EXPR_POINTER: case EXPR_LIST_OF: return with_pointers(type_shape(run, view, expr->base, depth + 1), 1);
    case EXPR_NAME: case EXPR_MEMBER: case EXPR_APPLY: return named_shape(run, view, type, depth);
    case EXPR_TYPE_OF: return value_shape(run, view, expr->base, depth + 1);
    default: return of_value(resolve_eval_type(run, view, type));
  }
}

/* What a name holds: by its declared type, else by what it was given. */
static Shape held_shape(Run *run, View *view, ExprNo number, unsigned depth) {
  FoundList list;
  Shape plain = of_value(resolve_eval(run, view, number));
  if (!resolve_find(run, view, number, &list) || list.count != 1 || !list.items[0].view) return plain;
  const Found *found = &list.items[0];
  const Bind *bind = found->bind ? view_bind(found->view, found->bind) : NULL;
  const Def *def = found->def ? view_def(found->view, found->def) : NULL;
  if (bind && (bind->flags & BIND_VARIADIC)) return (Shape){.type = VALUE_UNKNOWN};
  ExprNo type = def && def->type ? def->type : bind ? bind->type : 0, value = def ? def->value : bind ? bind->value : 0;
  if (def && (resolve_is_callable_kind(def->kind) || def->kind == SYMBOL_MACRO)) return plain;
  Shape shape = type ? type_shape(run, found->view, type, depth + 1)
              : value && !found->receiver ? value_shape(run, found->view, value, depth + 1) : plain;
  Term term;
  bool carried = found->receiver && plain.known && only_term(run, plain.type, &term) && !is_text(view, term);
  if (carried) shape.type = resolve_expand_all(run, plain.type);
  if (carried && only_term(run, shape.type, &term)) shape.known |= term.kind != TERM_PARAM;
  return shape;
}

/* What a function gives that hands on what it is given (`move(x)`). */
static Shape handed_on(Run *run, const Found *found, const Call *call, ValueId result, unsigned depth) {
  BindNo param = call->args.count == 1 ? resolve_param(run, found->view, found->def, 0, (NameId){0}) : 0;
  if (!param || resolve_param_type(run, found->view, param) != result) return (Shape){.type = VALUE_UNKNOWN};
  return value_shape(run, call->view, view_item(call->view, call->args, 0), depth + 1);
}

static Shape call_shape(Run *run, View *view, ExprNo number, unsigned depth) {
  const Expr *expr = view_expr(view, number);
  Shape plain = of_value(resolve_eval(run, view, number));
  FoundList list;
  Term term;
  resolve_callees(run, view, number, &list);
  if (list.count != 1 || !list.items[0].view || !list.items[0].def) return plain;
  const Found *found = &list.items[0];
  const Def *def = view_def(found->view, found->def);
  if (def->kind == SYMBOL_CONSTRUCTOR || !resolve_is_callable_kind(def->kind)) return plain;
  Shape shape = def->type ? type_shape(run, found->view, def->type, depth + 1) : plain;
  if (def->type && only_term(run, shape.type, &term) && term.kind == TERM_PARAM && !shape.pointers) {
    Call call = {.view = view, .expr = number, .args = expr->list};
    Shape given = handed_on(run, found, &call, shape.type, depth);
    if (given.known) return given;
  }
  if (plain.known && only_term(run, plain.type, &term) && !is_text(view, term)) {
    shape.type = resolve_expand_all(run, plain.type);
    shape.known |= only_term(run, shape.type, &term) && term.kind != TERM_PARAM;
  }
  return shape;
}

static uint32_t width_of(const Lang *lang, Term term) {
  for (uint32_t i = 0; i < lang->primitive_count && term.kind == TERM_PRIMITIVE; i++) {
    if (lang->primitives[i].name.value == term.number) return i + 1;
  }
  return 0;
}

/* Of two numbers the wider; 0: they are no numbers. */
static const Shape *wider(Run *run, const View *view, const Shape *left, const Shape *right) {
  Term one, two;
  if (!only_term(run, left->type, &one) || !only_term(run, right->type, &two)) return NULL;
  uint32_t own = width_of(view->lang, one), other = width_of(view->lang, two);
  return own && other ? (own >= other ? left : right) : NULL;
}

static Shape operator_shape(Run *run, View *view, ExprNo number, unsigned depth) {
  const Expr *expr = view_expr(view, number);
  Shape plain = of_value(resolve_eval(run, view, number));
  if (!expr->list.count) return plain;
  Shape left = value_shape(run, view, view_item(view, expr->list, 0), depth + 1);
  if (expr->list.count == 1) return left.pointers ? with_pointers(left, -1) : plain;
  Shape right = value_shape(run, view, view_item(view, expr->list, 1), depth + 1);
  if (left.pointers && right.pointers) return (Shape){.type = VALUE_UNKNOWN};
  if (left.pointers || right.pointers) return left.pointers ? left : right;
  if (!left.known || !right.known) plain.known = false;
  const Shape *sum = left.known && right.known ? wider(run, view, &left, &right) : NULL;
  return sum ? *sum : plain;
}

static Shape either_shape(Run *run, View *view, ExprList list, unsigned depth) {
  Shape shape = {.type = VALUE_UNKNOWN};
  for (uint32_t i = 0; i < list.count && !shape.known; i++) shape = value_shape(run, view, view_item(view, list, i), depth + 1);
  return shape;
}

static Shape literal_shape(Run *run, View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  if (expr->number == LITERAL_STRING) return text_shape(run, view);
  if (expr->number == LITERAL_NULL) return (Shape){.type = VALUE_NOTHING, .known = true, .is_null = true};
  NameId name = expr->number < LITERAL_OTHER ? view->lang->literals[expr->number] : (NameId){0};
  if (!name.value) return of_value(resolve_eval(run, view, number));
  Shape shape = of_value(resolve_one(run, resolve_term_of(run, TERM_PRIMITIVE, 0, name.value)));
  shape.is_null = expr->number == LITERAL_INT && expr->name.value && str_eq_c(names_text(run->world->names, expr->name), "0");
  return shape;
}

static Shape value_shape(Run *run, View *view, ExprNo number, unsigned depth) {
  const Expr *expr = view_expr(view, number);
  if (!number || depth > DEPTH_MAX) return (Shape){.type = VALUE_UNKNOWN};
  switch ((ExprKind)expr->kind) {
    case EXPR_LITERAL: return literal_shape(run, view, number);
    case EXPR_POINTER: return with_pointers(value_shape(run, view, expr->base, depth + 1), 1);
    case EXPR_SELF: return with_pointers(of_value(resolve_eval(run, view, number)), 1);
    case EXPR_NAME: case EXPR_MEMBER: return held_shape(run, view, number, depth);
    case EXPR_CALL: return call_shape(run, view, number, depth);
    case EXPR_OF_TYPE: return type_shape(run, view, expr->base, depth + 1);
    case EXPR_OP: return operator_shape(run, view, number, depth);
    case EXPR_ANY: return either_shape(run, view, expr->list, depth);
    case EXPR_INDEX: {
      Shape base = value_shape(run, view, expr->base, depth + 1);
      return base.pointers ? with_pointers(base, -1) : of_value(resolve_eval(run, view, number));
    }
    case EXPR_NONE: return (Shape){.type = VALUE_UNKNOWN, .is_list = (expr->flags & EXPR_EMPTY) != 0, .is_several = expr->number > 1};
    case EXPR_SPREAD: return (Shape){.type = VALUE_UNKNOWN};
    default: return of_value(resolve_eval(run, view, number));
  }
}

Shape resolve_type_shape(Run *run, View *view, ExprNo type) { return type_shape(run, view, type, 0); }

Shape resolve_value_shape(Run *run, View *view, ExprNo value) {
  Shape shape = value_shape(run, view, value, 0);
  Term term;
  shape.type = resolve_expand_all(run, shape.type);
  return only_term(run, shape.type, &term) && is_text(view, term) && !shape.pointers ? text_shape(run, view) : shape;
}
