/* Evaluation: what an expression can be as a value. Declared types are
 * believed; where nothing is declared the value that was given is followed.
 * What cannot be told is VALUE_UNKNOWN and stays so: a value that is joined
 * with it says "or something else" (TERM_UNKNOWN), and nobody takes the rest
 * for all there is. */
#include <assert.h>

#include "src/resolve/arguments_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/method_order_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { ELEMENTS_MAX = 8 }; /* of a literal list that are looked at */

/* ---- what names stand for ---- */

static bool is_static_member(const Def *def) { return def->flags & DEF_STATIC; }

/* A member's value is written in terms of its type's parameters and of self;
 * here it is put in terms of who asked. */
static ValueId carry(Run *run, ValueId value, const Found *found) {
  if (!found->receiver || !resolve_is_open(run, value)) return value;
  Env env = {0};
  resolve_env_found(run, &env, found);
  return resolve_substitute(run, value, &env);
}

/* A property is read by running its getter. A method that was reached
 * through something keeps the receiver (TERM_BOUND), so that calling it
 * later still knows what self is; a static one has none. */
static ValueId callable_value(Run *run, const Found *found, const Def *def) {
  if ((def->flags & DEF_PROPERTY) && !(def->flags & DEF_SETTER)) return resolve_result(run, found, NULL);
  bool unbound = !found->receiver || (is_static_member(def) && !(def->flags & DEF_CLASS_METHOD));
  if (unbound) return resolve_one(run, resolve_term_of(run, TERM_DEF, found->view->number, found->def));
  ValueId args[2] = {resolve_one(run, found->receiver),
                     found->owner ? resolve_one(run, found->owner) : VALUE_UNKNOWN};
  return resolve_one(run, resolve_term(run, (Term){.kind = TERM_BOUND, .view = found->view->number, .number = found->def}, args, 2));
}

/* The definition's own type or value first; then that of the bind through
 * which it was found, which is another assignment of the same variable. */
static ValueId variable_value(Run *run, const Found *found, const Def *def) {
  View *view = found->view;
  if (def->type) return resolve_eval_type(run, view, def->type);
  ValueId value = def->value ? resolve_eval(run, view, def->value) : VALUE_UNKNOWN;
  if ((value == VALUE_UNKNOWN || value == VALUE_NOTHING) && found->bind) {
    const Bind *bind = view_bind(view, found->bind);
    if (bind->type) return resolve_eval_type(run, view, bind->type);
    if (bind->value && bind->value != def->value) return resolve_eval(run, view, bind->value);
  }
  return value;
}

/* A member of an object whose type is known from where the object goes. */
static ValueId contextual_member(Run *run, View *view, const Def *def) {
  if (!def->scope || view_scope(view, def->scope)->kind != SCOPE_OBJECT) return VALUE_UNKNOWN;
  ExprNo object = resolve_def_expr(view, view_scope(view, def->scope)->def);
  if (!object) return VALUE_UNKNOWN;
  return resolve_member_value(run, view, resolve_context(run, view, object), def->name);
}

/* A member of an enumeration is an instance of it. A macro is whatever its
 * text is. */
static ValueId def_value(Run *run, const Found *found) {
  View *view = found->view;
  const Def *def = view_def(view, found->def);
  if (resolve_is_callable_kind(def->kind)) return callable_value(run, found, def);
  switch (def->kind) {
    case SYMBOL_ENUM_MEMBER:
      if (!def->container) return VALUE_UNKNOWN;
      return resolve_one(run, resolve_inst(run, view, def->container, NULL, 0));
    case SYMBOL_FIELD: case SYMBOL_VARIABLE: case SYMBOL_CONSTANT: case SYMBOL_PROPERTY: {
      ValueId value = variable_value(run, found, def);
      return value == VALUE_UNKNOWN ? contextual_member(run, view, def) : value;
    }
    case SYMBOL_NAMESPACE: /* with a value it is another name for that */
      if (def->value) return resolve_eval(run, view, def->value);
      return resolve_one(run, resolve_term_of(run, TERM_DEF, view->number, found->def));
    case SYMBOL_MACRO:
      return def->value ? resolve_eval(run, view, def->value) : VALUE_UNKNOWN;
    default:
      return resolve_one(run, resolve_term_of(run, TERM_DEF, view->number, found->def));
  }
}

/* What a dependency does not tell about its own is outside, not unknown:
 * nobody could find out more. */
ValueId resolve_value_of(Run *run, const Found *found) {
  if (!found->view) return resolve_one(run, resolve_term_of(run, TERM_MODULE, 0, found->module));
  if (found->accessor == ACCESSOR_SET) return VALUE_NOTHING;
  if (found->def) {
    const Def *def = view_def(found->view, found->def);
    if (found->accessor && resolve_is_callable_kind(def->kind)) return resolve_result(run, found, NULL);
    ValueId value = def_value(run, found);
    if (resolve_is_callable_kind(def->kind)) return value;
    return resolve_told_by(run, found->view, carry(run, value, found));
  }
  return resolve_told_by(run, found->view, carry(run, resolve_bind_value(run, found->view, found->bind), found));
}

static bool is_declared(const Found *found) {
  if (!found->view) return false;
  if (found->bind && view_bind(found->view, found->bind)->type) return true;
  return found->def && view_def(found->view, found->def)->type;
}

/* Something that holds a value, and may be assigned: functions and types are
 * not overruled by an assignment of their name. */
static bool is_plain(const Found *found) {
  if (!found->view) return false;
  if (!found->def) return true;
  unsigned kind = view_def(found->view, found->def)->kind;
  return kind == SYMBOL_FIELD || kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT || kind == SYMBOL_PROPERTY;
}

/* A variable of a function that is typed by what it is given last. */
static bool is_flowing(const Found *found) {
  if (!found->view->lang->rules.values_flow || !found->bind) return false;
  return view_scope(found->view, view_bind(found->view, found->bind)->scope)->kind == SCOPE_FUNCTION;
}

/* All that a name may stand for, joined. Where one of the binds declares a
 * type the others only assign to it, and the declared type is the answer;
 * except in a function of a language where a variable is what it was given
 * last. */
ValueId resolve_value_of_all(Run *run, const FoundList *list) {
  if (list->count == 0) return list->ext ? resolve_ext(run) : VALUE_UNKNOWN;
  bool declared = false;
  for (uint32_t i = 0; i < list->count; i++) {
    declared |= is_plain(&list->items[i]) && is_declared(&list->items[i]);
  }
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    bool assigns = declared && is_plain(found) && !is_declared(found);
    if (assigns && !is_flowing(found)) continue;
    ValueId own = resolve_value_of(run, found);
    if (assigns && (own == VALUE_UNKNOWN || resolve_is_partial(run, own))) continue;
    value = resolve_union(run, value, own);
  }
  if (list->ext) value = resolve_union(run, value, resolve_ext(run));
  return value;
}

/* ---- binds ---- */

/* What the function sees: a variadic parameter is a list of its elements,
 * one that takes all keywords a map. */
static ValueId wrap_param(Run *run, const Bind *bind, ValueId value) {
  if (bind->flags & BIND_KEYWORDS) {
    ValueId pair[2] = {resolve_one(run, resolve_term(run, (Term){.kind = TERM_LITERAL, .flags = LITERAL_STRING}, NULL, 0)), value};
    return resolve_one(run, resolve_term_with(run, TERM_MAP, pair, 2));
  }
  if (bind->flags & BIND_VARIADIC) return resolve_one(run, resolve_term_with(run, TERM_LIST, &value, 1));
  return value;
}

static ValueId receiver_value(Run *run, View *view, const Bind *bind) {
  bool is_static;
  TermId self = resolve_self_term(run, view, bind->scope, &is_static);
  if (!self) return VALUE_UNKNOWN;
  ValueId value = resolve_one(run, self);
  return is_static ? resolve_one(run, resolve_term_with(run, TERM_META, &value, 1)) : value;
}

/* A type from outside, or one that extends such a type, where parameters may be what
 * calls give them: what the project itself hands over in its place has more to say. */
static bool is_open_outside(Run *run, const View *view, ValueId type) {
  TermId terms[VALUE_MAX];
  if (!view->lang->rules.parameters_given) return false;
  if (resolve_says_nothing(run, type)) return true;
  if (resolve_terms(run, type, terms) != 1) return false;
  Term term = resolve_term_at(run, terms[0]);
  if (term.kind != TERM_INST) return false;
  View *at = resolve_view_at(run, term.view);
  if (at->entry->is_library || view_def(at, term.number)->kind != SYMBOL_INTERFACE) return false;
  const MethodOrder *order = resolve_method_order(run, at, term.number);
  return order && order->ext;
}

/* A parameter without a type: what the place of its function expects there,
 * else its default, or whatever a call gives (its own term). */
static ValueId param_value(Run *run, View *view, BindNo number) {
  const Bind *bind = view_bind(view, number);
  if (bind->flags & BIND_RECEIVER) return receiver_value(run, view, bind);
  ValueId context = resolve_lambda_param(run, view, number);
  ValueId own = resolve_one(run, resolve_term_of(run, TERM_PARAM, view->number, number));
  if (context != VALUE_UNKNOWN) return is_open_outside(run, view, context) ? resolve_union(run, context, own) : context;
  ValueId value = bind->value ? resolve_eval(run, view, bind->value) : VALUE_NOTHING;
  if (value == VALUE_UNKNOWN) value = VALUE_NOTHING;
  return wrap_param(run, bind, resolve_union(run, value, own));
}

/* A parameter with a type. One that says nothing is as good as none where calls tell;
 * that it is from outside stays known. */
static ValueId typed_param(Run *run, View *view, BindNo number, ValueId type) {
  if (!view->lang->rules.parameters_given || !resolve_says_nothing(run, type)) return wrap_param(run, view_bind(view, number), type);
  ValueId given = param_value(run, view, number);
  return resolve_has_kind(run, type, TERM_EXT) ? resolve_union(run, type, given) : given;
}

/* What the function itself gives to its parameter, whatever that is. */
static ValueId with_members(Run *run, View *view, BindNo number, ValueId value) {
  bool is_given = view->lang->rules.function_types && resolve_members_given(view, number);
  return is_given ? resolve_union(run, value, resolve_eval(run, view, view_bind(view, number)->value)) : value;
}

static ValueId of_type(Run *run, const View *view, ValueId value, ValueId type, bool wanted);

/* A test for a type: what the value had of that type before, else the type. */
static ValueId narrowed_value(Run *run, View *view, const Bind *bind) {
  ValueId type = resolve_eval_type(run, view, bind->type);
  ValueId before = resolve_expand_all(run, resolve_eval(run, view, bind->value));
  if (before == VALUE_UNKNOWN || before == VALUE_NOTHING) return type;
  ValueId kept = of_type(run, view, before, type, true);
  return kept == VALUE_NOTHING || kept == VALUE_UNKNOWN ? type : kept;
}

/* A declared type that cannot be made out is given up for the value, unless
 * the language holds to declarations: better something true than nothing. */
static ValueId compute_bind(Run *run, View *view, BindNo number) {
  const Bind *bind = view_bind(view, number);
  if ((bind->flags & BIND_NARROW) && bind->type && bind->value) return narrowed_value(run, view, bind);
  if (bind->flags & BIND_TYPE_PARAM) {
    ValueId param = resolve_one(run, resolve_term_of(run, TERM_PARAM, view->number, number));
    return resolve_one(run, resolve_term_with(run, TERM_META, &param, 1));
  }
  if (bind->type) {
    ValueId value = resolve_eval_type(run, view, bind->type);
    if (bind->flags & BIND_PARAM) return with_members(run, view, number, typed_param(run, view, number, value));
    if (!resolve_is_partial(run, value) || !bind->value || view->lang->rules.declaration_holds) return value;
    return resolve_eval(run, view, bind->value);
  }
  if (bind->flags & BIND_PARAM) return param_value(run, view, number);
  return bind->value ? resolve_eval(run, view, bind->value) : VALUE_UNKNOWN;
}

ValueId resolve_bind_value(Run *run, View *view, BindNo bind) {
  assert(bind && bind < view->facts->binds.len);
  ValueId value;
  MemoFrame frame;
  if (resolve_memo_get(run, MEMO_BIND, view->number, bind, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_BIND, view->number, bind, &frame)) return VALUE_UNKNOWN;
  value = compute_bind(run, view, bind);
  resolve_memo_end(run, &frame, value);
  return value;
}

/* ---- expressions ---- */

static ValueId element_value(Run *run, View *view, ExprNo item) {
  const Expr *expr = view_expr(view, item);
  if (expr->kind == EXPR_SPREAD) return resolve_iter(run, view, resolve_eval(run, view, expr->base), false);
  return resolve_eval(run, view, item);
}

/* Elements first..count by step, joined. */
static ValueId join_elements(Run *run, View *view, ExprList list, uint32_t first, uint32_t step) {
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = first, seen = 0; i < list.count && seen < ELEMENTS_MAX; i += step, seen++) {
    value = resolve_union(run, value, element_value(run, view, view_item(view, list, i)));
  }
  return value == VALUE_NOTHING ? VALUE_UNKNOWN : value;
}

static ValueId tuple_value(Run *run, View *view, ExprList list) {
  ValueId parts[ELEMENTS_MAX];
  uint32_t count = list.count < ELEMENTS_MAX ? list.count : ELEMENTS_MAX;
  for (uint32_t i = 0; i < count; i++) parts[i] = resolve_eval(run, view, view_item(view, list, i));
  return resolve_one(run, resolve_term_with(run, TERM_TUPLE, parts, count));
}

static ValueId container_value(Run *run, View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  if (expr->kind == EXPR_TUPLE) return tuple_value(run, view, expr->list);
  if (expr->kind == EXPR_MAP) {
    ValueId pair[2] = {join_elements(run, view, expr->list, 0, 2), join_elements(run, view, expr->list, 1, 2)};
    return resolve_one(run, resolve_term_with(run, TERM_MAP, pair, 2));
  }
  bool is_filled = expr->kind == EXPR_LIST && !expr->list.count;
  ValueId element = is_filled ? resolve_filled_with(run, view, number) : join_elements(run, view, expr->list, 0, 1);
  TermKind kind = expr->kind == EXPR_SET ? TERM_SET : TERM_LIST;
  return resolve_one(run, resolve_term_with(run, kind, &element, 1));
}

/* EXPR_OPTIONAL: the later ones only stand in for what is not known. */
static ValueId union_of(Run *run, View *view, const Expr *expr) {
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = 0; i < expr->list.count; i++) {
    ValueId own = resolve_eval(run, view, view_item(view, expr->list, i));
    bool stands_in = i && (expr->flags & EXPR_OPTIONAL) && resolve_says_nothing(run, value) && !resolve_says_nothing(run, own);
    value = stands_in ? own : resolve_union(run, value, own);
    bool is_known = value != VALUE_NOTHING && value != resolve_ext(run) && !resolve_is_partial(run, value);
    if ((expr->flags & EXPR_OPTIONAL) && is_known && value != VALUE_UNKNOWN) break;
  }
  return value;
}

/* `super` is self seen from its bases; in a static function both mean the
 * type itself, not an instance. */
static ValueId self_value(Run *run, View *view, const Expr *expr) {
  bool is_static;
  TermId self = resolve_self_term(run, view, expr->scope, &is_static);
  if (!self) return VALUE_UNKNOWN;
  if (expr->kind == EXPR_SUPER) {
    Term term = resolve_term_at(run, self);
    if (!term.view) return resolve_one(run, self); /* members that are added to a type from outside */
    return resolve_one(run, resolve_term(run, (Term){.kind = TERM_SUPER, .view = term.view, .number = term.number, .flags = (uint8_t)is_static}, NULL, 0));
  }
  ValueId value = resolve_one(run, self);
  bool as_type = is_static || expr->kind == EXPR_SELF_TYPE;
  return as_type ? resolve_one(run, resolve_term_with(run, TERM_META, &value, 1)) : value;
}

/* Explicit type arguments. */
static ValueId apply_value(Run *run, View *view, const Expr *expr) {
  enum { MOST = 8 };
  ValueId base = resolve_eval(run, view, expr->base);
  ValueId args[MOST];
  uint32_t count = expr->list.count < MOST ? expr->list.count : MOST;
  for (uint32_t i = 0; i < count; i++) args[i] = resolve_eval_type(run, view, view_item(view, expr->list, i));
  TermId terms[VALUE_MAX];
  uint32_t term_count = resolve_terms(run, base, terms);
  for (uint32_t i = 0; i < term_count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_DEF) continue;
    terms[i] = resolve_special(run, view, resolve_term(run, (Term){.kind = TERM_DEF, .view = term.view, .number = term.number}, args, count));
  }
  return term_count ? resolve_value(run, terms, term_count) : base;
}

static ValueId literal_value(Run *run, const Expr *expr) {
  if (expr->number == LITERAL_NULL) return VALUE_NOTHING;
  return resolve_one(run, resolve_term(run, (Term){.kind = TERM_LITERAL, .number = expr->name.value, .flags = (uint8_t)expr->number}, NULL, 0));
}

/* The type of a value, as a value itself. */
static ValueId type_of_value(Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    ValueId one = resolve_one(run, terms[i]);
    if (term.kind == TERM_INST) terms[i] = resolve_term_of(run, TERM_DEF, term.view, term.number);
    else if (term.kind == TERM_SELF || term.kind == TERM_PARAM) terms[i] = resolve_term_with(run, TERM_META, &one, 1);
  }
  return count ? resolve_value(run, terms, count) : value;
}

/* A member that nothing has may still be what a subscript gives, where a
 * type says that members of any name have some type. */
static ValueId found_value(Run *run, View *view, ExprNo expr) {
  FoundList list;
  if (!resolve_find(run, view, expr, &list)) return VALUE_UNKNOWN;
  const Expr *named = view_expr(view, expr);
  bool is_member = list.count == 0 && named->kind == EXPR_MEMBER;
  if (is_member && view->lang->rules.member_is_subscript) { /* { [name: string]: T } */
    ValueId value = resolve_any_member(run, view, resolve_eval(run, view, named->base));
    if (value != VALUE_UNKNOWN) return value;
  }
  return resolve_value_of_all(run, &list);
}

static ValueId module_value(Run *run, View *view, ImportNo import) {
  const ImportTarget *target;
  Module module = resolve_target_module(run, view, import, &target);
  if (!module.count) return target && target->outside ? resolve_ext(run) : VALUE_UNKNOWN;
  uint32_t number = resolve_add_module(run, module.files, module.count);
  return resolve_one(run, resolve_term_of(run, TERM_MODULE, 0, number));
}

/* Those parts of a value that are, or are not, of a type. */
static ValueId of_type(Run *run, const View *view, ValueId value, ValueId type, bool wanted) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms), kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    unsigned fit = resolve_fit(run, view, type, resolve_one(run, terms[i]));
    bool fits = fit == FIT_EXACT || fit == FIT_SUBTYPE;
    if (fits == wanted) terms[kept++] = terms[i];
  }
  return resolve_value(run, terms, kept);
}

/* A parameter without a type is what calls give it: where the type is among that, the
 * rest of it. Nobody says that these calls are all, so something unknown stays. */
static ValueId given_except(Run *run, const View *view, ValueId value, ValueId type) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  ValueId left = VALUE_NOTHING;
  bool is_other = false;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    ValueId own = resolve_one(run, terms[i]);
    ValueId given = term.kind == TERM_PARAM ? resolve_given_value(run, resolve_view_at(run, term.view), term.number) : VALUE_UNKNOWN;
    ValueId tested = given == VALUE_UNKNOWN ? given : of_type(run, view, given, type, true);
    bool is_met = tested != VALUE_UNKNOWN && tested != VALUE_NOTHING;
    if (is_met) own = resolve_union(run, of_type(run, view, given, type, false), VALUE_UNKNOWN);
    is_other |= is_met;
    left = resolve_union(run, left, own);
  }
  return is_other ? left : value;
}

/* A value of which some types are ruled out: what is left in the other
 * branch of a test. */
static ValueId except_value(Run *run, View *view, const Expr *expr) {
  ValueId value = resolve_expand_all(run, resolve_eval(run, view, expr->base));
  for (uint32_t i = 0; i < expr->list.count && value != VALUE_UNKNOWN; i++) {
    ValueId type = resolve_eval_type(run, view, view_item(view, expr->list, i));
    if (type == VALUE_UNKNOWN) continue;
    value = of_type(run, view, value, type, false);
    if (resolve_has_kind(run, value, TERM_PARAM)) value = given_except(run, view, value, type);
  }
  return value;
}

/* Of a chain the whole is what is expected. */
static ValueId wanted_value(Run *run, View *view, ExprNo number) {
  enum { LONGEST = 32 };
  uint32_t parent;
  for (int i = 0; i < LONGEST && resolve_parent(view, number, &parent) == PARENT_EXPR; i++) {
    const Expr *around = view_expr(view, parent);
    bool is_chain = around->kind == EXPR_MEMBER || around->kind == EXPR_CALL || around->kind == EXPR_NEW || around->kind == EXPR_TYPE_OF;
    if (!is_chain || around->base != number) break;
    number = parent;
  }
  return resolve_expand_all(run, resolve_context(run, view, number));
}

/* One row per kind of expression. A kind that has no value of its own gives
 * unknown. */
static ValueId evaluate(Run *run, View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  switch ((ExprKind)expr->kind) {
    case EXPR_NAME: case EXPR_MEMBER: case EXPR_METHOD_REF: return found_value(run, view, number);
    case EXPR_CALL: return resolve_call(run, view, number);
    case EXPR_NEW: return resolve_filled_type(run, view, number, resolve_call(run, view, number));
    case EXPR_INDEX: return resolve_index_value(run, view, expr);
    case EXPR_AWAIT: return resolve_await(run, view, resolve_eval(run, view, expr->base));
    case EXPR_ITER: return resolve_iter(run, view, resolve_eval(run, view, expr->base), expr->number == 1);
    case EXPR_PART:
      if (expr->list.count) return resolve_named_part(run, view, expr);
      if (expr->name.value) {
        return resolve_member_value(run, view, resolve_eval(run, view, expr->base), expr->name);
      }
      return resolve_part(run, view, resolve_eval(run, view, expr->base), expr->number);
    case EXPR_REST: return resolve_rest(run, resolve_eval(run, view, expr->base), expr->number);
    case EXPR_OF_TYPE: return resolve_eval_type(run, view, expr->base);
    case EXPR_SELF: case EXPR_SELF_TYPE: case EXPR_SUPER: return self_value(run, view, expr);
    case EXPR_ANY: case EXPR_ALL: return union_of(run, view, expr);
    case EXPR_LITERAL: return literal_value(run, expr);
    case EXPR_LIST: case EXPR_SET: case EXPR_MAP: case EXPR_TUPLE: return container_value(run, view, number);
    case EXPR_FUNC: return resolve_one(run, resolve_term_of(run, TERM_DEF, view->number, expr->number));
    case EXPR_OBJECT: return resolve_one(run, resolve_own_inst(run, view, expr->number));
    case EXPR_APPLY: return apply_value(run, view, expr);
    case EXPR_POINTER: case EXPR_KEYWORD: return resolve_eval(run, view, expr->base);
    case EXPR_SPREAD: return resolve_iter(run, view, resolve_eval(run, view, expr->base), false);
    case EXPR_TYPE_OF: return type_of_value(run, resolve_eval(run, view, expr->base));
    case EXPR_OP: {
      ValueId type;
      if (!expr->base) return resolve_op(run, view, expr);
      return resolve_predicate_type(run, view, number, &type) ? type : VALUE_UNKNOWN;
    }
    case EXPR_MODULE: return module_value(run, view, expr->number);
    case EXPR_EXCEPT: return except_value(run, view, expr);
    case EXPR_WANTED: return wanted_value(run, view, number);
    case EXPR_LIST_OF: case EXPR_MAP_OF: case EXPR_CHAN_OF: case EXPR_TUPLE_OF: case EXPR_FUNC_OF:
      return resolve_eval_type(run, view, number);
    case EXPR_NONE: case EXPR_KEY_OF: case EXPR_CONDITIONAL: case EXPR_TABLE: case EXPR_SLOT: case EXPR_KIND_COUNT: break;
  }
  return VALUE_UNKNOWN;
}

/* The memo also ends circles: an expression that is met while it is being
 * evaluated is unknown (memo.c). */
ValueId resolve_eval(Run *run, View *view, ExprNo expr) {
  if (!expr || expr >= view->facts->exprs.len) return VALUE_UNKNOWN;
  ValueId value;
  MemoFrame frame;
  if (resolve_memo_get(run, MEMO_VALUE, view->number, expr, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_VALUE, view->number, expr, &frame)) return VALUE_UNKNOWN;
  value = evaluate(run, view, expr);
  resolve_memo_end(run, &frame, value);
  return value;
}
