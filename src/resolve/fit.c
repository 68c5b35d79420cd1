/* Fitting: how well a value goes where a type is expected. Coarse: it only has
 * to tell overloads apart. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/value_internal.h"

enum { FIT_DEPTH_MAX = 4 };

/* Who asks: its language says how types are compared. */
typedef struct Fit {
  Run *run;
  const View *from;
} Fit;

static unsigned fit_value(const Fit *fit, ValueId param, ValueId arg, unsigned depth);

static unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }

/* By name types can be compared of which nobody has the definition. */
static NameId type_name(const Run *run, Term term) {
  if (term.kind == TERM_INST || term.kind == TERM_SELF) {
    return view_def(resolve_view_at(run, term.view), term.number)->name;
  }
  bool named = term.kind == TERM_NAMED || term.kind == TERM_EXT || term.kind == TERM_PRIMITIVE;
  return (NameId){named ? term.number : 0};
}

static const Primitive *primitive(const Lang *lang, uint32_t name) {
  for (uint32_t i = 0; i < lang->primitive_count; i++) {
    if (lang->primitives[i].name.value == name) return &lang->primitives[i];
  }
  return NULL;
}

static const Primitive *unboxed(const Lang *lang, NameId box) {
  for (uint32_t i = 0; box.value && i < lang->primitive_count; i++) {
    if (names_same(lang->primitives[i].box, box)) return &lang->primitives[i];
  }
  return NULL;
}

/* Later ones of the group are wider; a name may stand in several groups. */
static unsigned fit_primitives(const Lang *lang, const Primitive *param, const Primitive *arg) {
  if (!param || !arg) return FIT_UNKNOWN;
  if (param == arg) return FIT_EXACT;
  const Primitive *end = lang->primitives + lang->primitive_count;
  for (const Primitive *at = arg + 1; at < end && at->group == arg->group; at++) {
    if (names_same(at->name, param->name)) return FIT_WIDEN;
  }
  return FIT_NO;
}

static bool is_object(const Fit *fit, Term term) {
  NameId object = fit->from->lang->object;
  return object.value && names_same(type_name(fit->run, term), object);
}

/* A literal is a primitive or an instance of the library's type for it. */
static TermId plain_arg(const Fit *fit, TermId id) {
  Term term = resolve_term_at(fit->run, id);
  if (term.kind != TERM_LITERAL) return id;
  NameId name = fit->from->lang->literals[term.flags];
  if (primitive(fit->from->lang, name.value)) return resolve_term_of(fit->run, TERM_PRIMITIVE, 0, name.value);
  TermId library = resolve_library_term(fit->run, fit->from, id);
  if (library) return library;
  return name.value ? resolve_term_of(fit->run, TERM_NAMED, 0, name.value) : id;
}

/* A primitive where an object is wanted: its box, or what the box extends. */
static unsigned fit_boxed(const Fit *fit, Term own, Term arg) {
  const Primitive *prim = primitive(fit->from->lang, arg.number);
  if (!prim || !prim->box.value) return FIT_UNKNOWN;
  NameId name = type_name(fit->run, own);
  if (names_same(name, prim->box) || is_object(fit, own)) return FIT_BOX;
  if (name.value && names_same(name, fit->from->lang->literals[LITERAL_STRING])) return FIT_NO;
  TermId box = resolve_library_type(fit->run, fit->from, prim->box, NULL, 0);
  if (box && own.kind == TERM_INST && resolve_as_base(fit->run, box, own.view, own.number)) return FIT_BOX;
  if (own.kind == TERM_INST) return FIT_NO;
  return unboxed(fit->from->lang, name) ? FIT_NO : box ? FIT_NO : FIT_UNKNOWN;
}

/* What nothing speaks for: where types are declared that is a no. */
static unsigned fit_unshown(const Fit *fit) { return fit->from->lang->rules.types_strict ? FIT_NO : FIT_UNKNOWN; }

/* A type parameter without a bound is no more than an object, where types are
 * declared. */
static bool is_unbounded(const Fit *fit, Term param) {
  const Bind *bind = view_bind(resolve_view_at(fit->run, param.view), param.number);
  return (bind->flags & BIND_TYPE_PARAM) && !bind->type && fit_unshown(fit) == FIT_NO;
}

/* An object where a primitive is wanted: its box may be opened, nothing else
 * will do. */
static unsigned fit_to_primitive(const Fit *fit, Term own, Term arg) {
  const Lang *lang = fit->from->lang;
  const Primitive *param = primitive(lang, own.number);
  if (arg.kind == TERM_PRIMITIVE) return fit_primitives(lang, param, primitive(lang, arg.number));
  const Primitive *inside = unboxed(lang, type_name(fit->run, arg));
  if (inside) return fit_primitives(lang, param, inside) ? FIT_BOX : FIT_NO;
  bool unclear = arg.kind == TERM_EXT || arg.kind == TERM_NAMED || arg.kind == TERM_UNKNOWN ||
                 (arg.kind == TERM_PARAM && !is_unbounded(fit, arg));
  return unclear ? FIT_UNKNOWN : FIT_NO;
}

/* Whether the type has the members that the other one declares itself. */
static unsigned fit_shape(const Fit *fit, Term own, TermId id) {
  enum { MEMBERS_MAX = 8 };
  View *view = resolve_view_at(fit->run, own.view);
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, view_def(view, own.number)->opens, &count);
  for (uint32_t i = 0; i < count && i < MEMBERS_MAX; i++) {
    const Bind *bind = view_bind(view, binds[i]);
    const Def *def = bind->def ? view_def(view, bind->def) : NULL;
    if (!def || (def->flags & (DEF_OPTIONAL | DEF_ANONYMOUS)) || !(bind->flags & BIND_MEMBER)) continue;
    FoundList list = {.count = 0};
    resolve_find_member(fit->run, fit->from, id, bind->name, MODE_VALUE, &list);
    if (!list.count && !list.unknown) return FIT_NO;
  }
  return FIT_UNKNOWN;
}

/* A type that does not name the other one. Where shape decides, only a
 * checker could say no. */
static unsigned fit_unnamed(const Fit *fit, Term own, TermId id) {
  const Def *type = view_def(resolve_view_at(fit->run, own.view), own.number);
  bool has_shape = type->kind == SYMBOL_INTERFACE || type->kind == SYMBOL_TYPE || (type->flags & DEF_ANONYMOUS);
  if (!has_shape) return FIT_NO;
  switch (fit->from->lang->rules.interfaces) {
    case LANGUAGE_INTERFACES_SHAPES: return fit_shape(fit, own, id);
    case LANGUAGE_INTERFACES_METHODS: return FIT_UNKNOWN;
    case LANGUAGE_INTERFACES_NAMED: break;
  }
  return FIT_NO;
}

/* Whether a base that is not known could be this type: not when such a base
 * lies outside, and the type does not. */
static bool may_be_unknown(const Fit *fit, Term own) {
  return !fit->from->lang->rules.unknown_is_outside || resolve_view_at(fit->run, own.view)->entry->is_library;
}

/* By name first, then through aliases on either side, then by what is not
 * known about the bases of the argument's type; only when all of that says
 * nothing, by shape. */
static unsigned fit_instances(const Fit *fit, TermId param, Term own, TermId id, Term arg, unsigned depth) {
  Run *run = fit->run;
  unsigned deeper = depth < FIT_DEPTH_MAX ? FIT_DEPTH_MAX : depth + 1; /* an alias may lead to itself */
  if (own.view == arg.view && own.number == arg.number) return FIT_EXACT;
  if (is_object(fit, own) || resolve_as_base(run, id, own.view, own.number)) return FIT_SUBTYPE;
  ValueId target = resolve_expand(run, param);
  if (target != resolve_one(run, param)) return fit_value(fit, target, resolve_one(run, id), deeper);
  target = resolve_expand(run, id);
  if (target != resolve_one(run, id)) return fit_value(fit, resolve_one(run, param), target, deeper);
  const MethodOrder *order = resolve_method_order(run, resolve_view_at(run, arg.view), arg.number);
  /* What lies outside does not extend the project's own types. */
  bool outside = order && order->ext && resolve_view_at(run, own.view)->entry->is_library;
  bool unknown = order && order->unknown && may_be_unknown(fit, own);
  if (!order || outside || unknown) return FIT_UNKNOWN;
  return fit_unnamed(fit, own, id);
}

/* A type given as a value: the function that makes one (T::new). */
static bool is_maker(const Run *run, Term term) {
  if (term.kind != TERM_DEF) return false;
  const View *view = resolve_view_at(run, term.view);
  return view->lang->rules.maker_values && symbol_kind_is_type(view_def(view, term.number)->kind);
}

static bool is_function(const Run *run, Term term) {
  if (term.kind == TERM_FUNC || term.kind == TERM_BOUND) return true;
  if (term.kind != TERM_DEF) return false;
  return is_maker(run, term) || resolve_is_callable_kind(view_def(resolve_view_at(run, term.view), term.number)->kind);
}

/* False when it takes any number. */
static bool count_params(Run *run, Term function, uint32_t *ret_count) {
  if (function.kind == TERM_FUNC) {
    *ret_count = function.count ? function.count - 1u : 0;
    return !(function.flags & TERM_VARIADIC);
  }
  View *view = resolve_view_at(run, function.view);
  const BindNo *params = resolve_signature(run, view, function.number, ret_count);
  while (*ret_count && (view_bind(view, params[*ret_count - 1])->flags & BIND_OPTIONAL)) --*ret_count; /* need not be taken */
  return true;
}

/* `(x) => x is T`: what only a function that says so can be given for. */
static bool wants_predicate(const Run *run, Term own) {
  TermId terms[VALUE_MAX];
  if (own.kind != TERM_FUNC || resolve_terms(run, resolve_arg(run, own, 0), terms) != 1) return false;
  Term result = resolve_term_at(run, terms[0]);
  return result.kind == TERM_LITERAL && result.flags == LITERAL_BOOL && result.number;
}

static bool is_predicate(const Run *run, Term arg) {
  if (arg.kind != TERM_DEF && arg.kind != TERM_BOUND) return wants_predicate(run, arg);
  const View *view = resolve_view_at(run, arg.view);
  ExprNo type = view_def(view, arg.number)->type;
  return type && view_expr(view, type)->kind == EXPR_OP;
}

enum { GIVES_NOTHING = 1, GIVES_VALUE = 2 };

static bool is_void(const Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, value, terms) != 1) return false;
  Term term = resolve_term_at(run, terms[0]);
  return term.kind == TERM_PRIMITIVE && str_eq_c(names_text(run->world->names, (NameId){term.number}), "void");
}

/* Whether a method of this type gives a value. */
static unsigned gives(Run *run, const Found *method) {
  const Def *def = view_def(method->view, method->def);
  if (!def->type) return GIVES_VALUE;
  return is_void(run, resolve_eval_type(run, method->view, def->type)) ? GIVES_NOTHING : GIVES_VALUE;
}

/* Whether all parameters have types: only then does the body say something
 * before the function wanted is known. */
static bool is_typed(Run *run, Term function) {
  View *view = resolve_view_at(run, function.view);
  uint32_t count;
  const BindNo *params = resolve_signature(run, view, function.number, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!view_bind(view, params[i])->type) return false;
  }
  return true;
}

/* What a function given as a value can be used for. A body that is a call
 * serves both; extraction marks one that surely is a value with EXPR_ANY. */
static unsigned lambda_gives(Run *run, Term function) {
  if (function.kind != TERM_DEF && function.kind != TERM_BOUND) return GIVES_NOTHING | GIVES_VALUE;
  View *view = resolve_view_at(run, function.view);
  const Def *def = view_def(view, function.number);
  if (!resolve_is_callable_kind(def->kind)) return GIVES_NOTHING | GIVES_VALUE;
  if (def->type) return is_void(run, resolve_eval_type(run, view, def->type)) ? GIVES_NOTHING : GIVES_NOTHING | GIVES_VALUE;
  if (!(def->flags & DEF_ANONYMOUS)) return GIVES_NOTHING | GIVES_VALUE;
  if (!def->value) return GIVES_NOTHING;
  const Expr *value = view_expr(view, def->value);
  if (value->kind == EXPR_ANY) return GIVES_VALUE;
  if (value->kind != EXPR_CALL || !is_typed(run, function)) return GIVES_NOTHING | GIVES_VALUE;
  return is_void(run, resolve_eval(run, view, def->value)) ? GIVES_NOTHING : GIVES_NOTHING | GIVES_VALUE;
}

static bool has_variadic(Run *run, Term function) {
  if (function.kind != TERM_DEF && function.kind != TERM_BOUND) return true;
  return view_def(resolve_view_at(run, function.view), function.number)->flags & DEF_VARIADIC;
}

/* A function where a function type, or an interface with one method, is
 * wanted: by the number of parameters, by whether a value is given back, and
 * by predicates. Coarser than a compiler, which would look at the types of
 * the parameters, too: those depend on the overload that is being chosen. */
static unsigned fit_function(const Fit *fit, TermId param, Term own, Term arg) {
  Run *run = fit->run;
  uint32_t given;
  if (wants_predicate(run, own) && !is_predicate(run, arg)) return FIT_NO;
  bool fixed = count_params(run, arg, &given);
  if (own.kind == TERM_FUNC) return fixed && given > own.count - 1u && !(own.flags & TERM_VARIADIC) ? FIT_NO : FIT_SUBTYPE;
  if (own.kind != TERM_INST) return own.kind == TERM_PARAM || own.kind == TERM_EXT || own.kind == TERM_NAMED ? FIT_UNKNOWN : FIT_NO;
  ValueId target = resolve_expand(run, param);
  if (target != resolve_one(run, param)) return FIT_UNKNOWN;
  Found method;
  if (!resolve_single_method(run, param, &method)) return fit_unshown(fit);
  if (is_maker(run, arg)) return gives(run, &method) == GIVES_NOTHING ? FIT_UNKNOWN : FIT_SUBTYPE;
  uint32_t wanted;
  resolve_signature(run, method.view, method.def, &wanted);
  bool is_lambda = arg.kind == TERM_DEF && (view_def(resolve_view_at(run, arg.view), arg.number)->flags & DEF_ANONYMOUS);
  bool exactly = fit->from->lang->rules.functions_exact;
  if (exactly && !(gives(run, &method) & lambda_gives(run, arg))) return FIT_NO;
  if (is_lambda) return (exactly ? wanted != given : given > wanted) ? FIT_NO : FIT_SUBTYPE;
  if (!exactly || !fixed) return FIT_SUBTYPE;
  /* A method named as a value; of a type, the receiver is its first parameter. */
  bool of_type = arg.kind == TERM_DEF || resolve_has_kind(run, resolve_arg(run, arg, 0), TERM_DEF);
  return wanted == given || (of_type && wanted == given + 1) || has_variadic(run, arg) ? FIT_SUBTYPE : FIT_NO;
}

/* Of the same kind: as well as the worst of their parts. Parts do not widen:
 * a list of small numbers is no list of large ones. */
static unsigned fit_container(const Fit *fit, Term own, TermId id, Term arg, unsigned depth) {
  if (own.kind == arg.kind) {
    if (own.kind == TERM_TUPLE && own.count && own.count != arg.count) return FIT_NO;
    unsigned worst = FIT_EXACT;
    for (uint32_t i = 0; i < own.count && i < arg.count; i++) {
      worst = min(worst, fit_value(fit, resolve_arg(fit->run, own, i), resolve_arg(fit->run, arg, i), depth + 1));
    }
    return worst == FIT_BOX || worst == FIT_WIDEN ? FIT_NO : worst;
  }
  TermId library = resolve_library_term(fit->run, fit->from, id);
  if (own.kind == TERM_INST) {
    if (is_object(fit, own)) return FIT_SUBTYPE;
    if (library) return resolve_as_base(fit->run, library, own.view, own.number) ? FIT_SUBTYPE : FIT_NO;
    return fit->from->lang->list.value ? FIT_UNKNOWN : FIT_NO;
  }
  return FIT_NO;
}

static bool is_container(unsigned kind) { return kind >= TERM_TUPLE && kind <= TERM_GENERATOR; }

/* A type parameter takes what its bound takes; a primitive has to be boxed
 * for it. */
static unsigned fit_bound(const Fit *fit, Term own, TermId id, unsigned depth) {
  View *view = resolve_view_at(fit->run, own.view);
  const Bind *bind = view_bind(view, own.number);
  bool prim = resolve_term_at(fit->run, id).kind == TERM_PRIMITIVE;
  if (!(bind->flags & BIND_TYPE_PARAM) || !bind->type) return prim ? FIT_BOX : FIT_SUBTYPE;
  unsigned found = fit_value(fit, resolve_eval_type(fit->run, view, bind->type), resolve_one(fit->run, id), depth + 1);
  return prim ? min(found, FIT_BOX) : min(found, FIT_SUBTYPE);
}

static unsigned fit_literals(Term own, Term arg) {
  if (own.flags != arg.flags) return FIT_NO;
  return !own.number || own.number == arg.number ? FIT_EXACT : arg.number ? FIT_NO : FIT_UNKNOWN;
}

/* A value of a type parameter is what its bound says; of several bounds one
 * that fits will do. */
static unsigned fit_param_arg(const Fit *fit, TermId param, Term own, Term arg, unsigned depth) {
  View *view = resolve_view_at(fit->run, arg.view);
  const Bind *bind = view_bind(view, arg.number);
  if (!(bind->flags & BIND_TYPE_PARAM) || !bind->type) {
    return is_object(fit, own) ? FIT_SUBTYPE : is_unbounded(fit, arg) ? FIT_NO : FIT_UNKNOWN;
  }
  const Expr *bound = view_expr(view, bind->type);
  if (bound->kind != EXPR_ALL) {
    return fit_value(fit, resolve_one(fit->run, param), resolve_eval_type(fit->run, view, bind->type), depth + 1);
  }
  unsigned best = FIT_NO;
  for (uint32_t i = 0; i < bound->list.count; i++) {
    ValueId one = resolve_eval_type(fit->run, view, view_item(view, bound->list, i));
    unsigned found = fit_value(fit, resolve_one(fit->run, param), one, depth + 1);
    if (found > best) best = found;
  }
  return best;
}

/* From the surest to the least sure: equal, literals, primitives, functions,
 * equal names, then structure. The order matters: each row may assume that
 * the ones above did not apply. */
static unsigned fit_term(const Fit *fit, TermId param, TermId id, unsigned depth) {
  Run *run = fit->run;
  Term own = resolve_term_at(run, param), arg = resolve_term_at(run, id);
  if (param == id) return FIT_EXACT;
  if (own.kind == TERM_LITERAL && arg.kind == TERM_LITERAL) return fit_literals(own, arg);
  if (own.kind == TERM_LITERAL) return FIT_UNKNOWN;
  id = plain_arg(fit, id);
  arg = resolve_term_at(run, id);
  if (own.kind == TERM_UNKNOWN || arg.kind == TERM_UNKNOWN) return FIT_UNKNOWN;
  if (own.kind == TERM_PRIMITIVE) return fit_to_primitive(fit, own, arg);
  if (own.kind == TERM_PARAM) return fit_bound(fit, own, id, depth);
  if (arg.kind == TERM_PRIMITIVE) return own.kind == TERM_FUNC ? FIT_NO : fit_boxed(fit, own, arg);
  if (is_function(run, arg)) return fit_function(fit, param, own, arg);
  NameId name = type_name(run, own);
  if (name.value && names_same(name, type_name(run, arg)) && (own.kind != TERM_INST || arg.kind != TERM_INST)) return FIT_EXACT;
  if (arg.kind == TERM_PARAM) return fit_param_arg(fit, param, own, arg, depth);
  if (own.kind == TERM_EXT || own.kind == TERM_NAMED) return is_object(fit, own) ? FIT_SUBTYPE : FIT_UNKNOWN;
  if (arg.kind == TERM_EXT || arg.kind == TERM_NAMED) return is_object(fit, own) ? FIT_SUBTYPE : FIT_UNKNOWN;
  if (is_container(arg.kind)) return fit_container(fit, own, id, arg, depth);
  bool instances = (own.kind == TERM_INST || own.kind == TERM_SELF) && (arg.kind == TERM_INST || arg.kind == TERM_SELF);
  if (instances) return fit_instances(fit, param, own, id, arg, depth);
  if (is_container(own.kind) && arg.kind == TERM_INST) return fit_unshown(fit);
  return FIT_UNKNOWN;
}

/* Every term of the argument has to fit some term of the parameter; but of
 * overloads of one method, given as a value, one that fits will do. */
static unsigned fit_value(const Fit *fit, ValueId param, ValueId arg, unsigned depth) {
  if (depth > FIT_DEPTH_MAX + 2 || param == VALUE_UNKNOWN || arg == VALUE_UNKNOWN) return FIT_UNKNOWN;
  TermId params[VALUE_MAX], args[VALUE_MAX];
  uint32_t param_count = resolve_terms(fit->run, param, params);
  uint32_t arg_count = resolve_terms(fit->run, arg, args);
  if (arg_count == 0) { /* null */
    return param_count == 1 && resolve_term_at(fit->run, params[0]).kind == TERM_PRIMITIVE ? FIT_NO : FIT_SUBTYPE;
  }
  unsigned worst = FIT_EXACT, best_function = FIT_NO;
  bool functions = true; /* overloads of a method named as a value: one of them will do */
  for (uint32_t i = 0; i < arg_count; i++) {
    unsigned best = FIT_NO;
    for (uint32_t k = 0; k < param_count && best < FIT_EXACT; k++) {
      unsigned own = fit_term(fit, params[k], args[i], depth);
      if (own > best) best = own;
    }
    worst = min(worst, best);
    functions &= is_function(fit->run, resolve_term_at(fit->run, args[i]));
    if (best > best_function) best_function = best;
  }
  return functions ? best_function : worst;
}

unsigned resolve_fit(Run *run, const View *from, ValueId param, ValueId arg) {
  Fit fit = {run, from};
  return fit_value(&fit, param, arg, 0);
}

static bool method_of(Run *run, ValueId type, Found *ret_method) {
  TermId terms[VALUE_MAX];
  return resolve_terms(run, type, terms) == 1 && resolve_single_method(run, terms[0], ret_method);
}

bool resolve_fits_function_better(Run *run, const View *from, ValueId left, ValueId right, ValueId arg) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, arg, terms) != 1) return false;
  Term function = resolve_term_at(run, terms[0]);
  if ((function.kind != TERM_DEF && function.kind != TERM_BOUND) || is_maker(run, function)) return false;
  if (!is_function(run, function) || !is_typed(run, function)) return false;
  Found own, other;
  if (!method_of(run, left, &own) || !method_of(run, right, &other)) return false;
  if (gives(run, &other) == GIVES_NOTHING) return true;
  if (gives(run, &own) == GIVES_NOTHING) return false;
  unsigned fit = resolve_fit(run, from, resolve_result(run, &other, NULL), resolve_result(run, &own, NULL));
  return fit == FIT_EXACT || fit == FIT_SUBTYPE;
}
