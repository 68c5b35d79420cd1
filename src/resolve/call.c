/* Calls: what calling something gives. The callee is found first, then
 * chosen among namesakes by the arguments; its declared result, or the value
 * it returns, is then carried to the call: type parameters become what
 * receiver and arguments say they are. */
#include <assert.h>

#include "src/resolve/blocks_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { MADE_ARGS_MAX = 8 };

/* ---- parameters ---- */

/* Parameters of a definition in the order of the text, without the receiver
 * and without narrowings that share a parameter's name. The memo holds no
 * pointer but a place in run->params, because it keeps numbers only. */
const BindNo *resolve_signature(Run *run, View *view, DefNo def, uint32_t *ret_count) {
  enum { MOST = 64 };
  uint32_t at;
  *ret_count = 0;
  if (!resolve_memo_get(run, MEMO_SIGNATURE, view->number, def, &at)) {
    uint32_t all, count = 0;
    const BindNo *binds = resolve_scope_binds(view, view_def(view, def)->opens, &all);
    BindNo own[MOST];
    for (uint32_t i = 0; i < all && count < MOST; i++) {
      unsigned flags = view_bind(view, binds[i])->flags;
      if (!(flags & BIND_PARAM) || (flags & (BIND_RECEIVER | BIND_NARROW))) continue;
      uint32_t place = count++;
      for (; place > 0 && own[place - 1] > binds[i]; place--) own[place] = own[place - 1];
      own[place] = binds[i];
    }
    MemoFrame frame;
    if (!resolve_memo_begin(run, MEMO_SIGNATURE, view->number, def, &frame)) return NULL;
    Params params = {arena_copy(run->arena, own, count * sizeof *own), count};
    at = (uint32_t)run->params.len;
    *vec_add(run->arena, &run->params) = params;
    resolve_memo_end(run, &frame, at);
  }
  *ret_count = run->params.items[at].count;
  return run->params.items[at].items;
}

/* The nth parameter, or the one of that name; 0: none. A variadic parameter
 * serves everything from its place on; what can only be named is never met
 * by place. */
BindNo resolve_param(Run *run, View *view, DefNo def, uint32_t nth, NameId keyword) {
  uint32_t count;
  const BindNo *params = resolve_signature(run, view, def, &count);
  if (keyword.value) {
    if (count && names_same(keyword, view->lang->last_argument)) return params[count - 1];
    for (uint32_t i = 0; i < count; i++) {
      if (names_same(view_bind(view, params[i])->name, keyword)) return params[i];
    }
    return 0;
  }
  for (uint32_t i = 0; i < count; i++) {
    unsigned flags = view_bind(view, params[i])->flags;
    if (flags & (BIND_KEYWORD_ONLY | BIND_KEYWORDS)) return 0;
    if (i == nth || (flags & BIND_VARIADIC)) return params[i];
  }
  return 0;
}

/* Without a declared type a parameter is a term of its own, so that what is
 * returned through it can be recognised and replaced by what a call gives
 * for it. */
ValueId resolve_param_type(Run *run, View *view, BindNo param) {
  const Bind *bind = view_bind(view, param);
  if (bind->type) return resolve_eval_type(run, view, bind->type);
  return resolve_one(run, resolve_term_of(run, TERM_PARAM, view->number, param));
}

/* ---- arguments ---- */

Call resolve_call_for(const Call *call, const Found *found) {
  Call own = *call;
  if (!found->extends || !call->expr) return own;
  const Expr *whole = view_expr(call->view, call->expr);
  bool is_call = whole->kind == EXPR_CALL || whole->kind == EXPR_NEW; /* else it is a name that is read */
  const Expr *callee = is_call ? view_expr(call->view, whole->base) : whole;
  if (callee->kind == EXPR_APPLY) callee = view_expr(call->view, callee->base);
  own.receiver = callee->kind == EXPR_MEMBER ? callee->base : 0;
  return own;
}

uint32_t resolve_given(const Call *call) { return call->args.count + (call->receiver != 0); }

ExprNo resolve_given_at(const Call *call, uint32_t nth) {
  if (call->receiver && nth == 0) return call->receiver;
  return view_item(call->view, call->args, nth - (call->receiver != 0));
}

/* ---- results ---- */

/* What self is inside of something reached through `receiver`. */
static ValueId self_of(Run *run, TermId receiver) {
  Term term = resolve_term_at(run, receiver);
  if (term.kind == TERM_META) return resolve_arg(run, term, 0);
  if (term.kind == TERM_DEF || term.kind == TERM_SUPER) return resolve_to_instance(run, resolve_one(run, receiver));
  return resolve_one(run, receiver);
}

/* A method outside of its type has names of its own for the type's parameters. */
static void add_receiver_params(Run *run, Env *env, const Found *found) {
  const Def *def = view_def(found->view, found->def);
  Term owner = resolve_term_at(run, found->owner);
  uint32_t all, nth = 0;
  const BindNo *binds = resolve_scope_binds(found->view, def->opens, &all);
  enum { MOST = 8 };
  BindNo own[MOST];
  for (uint32_t i = 0; i < all && nth < MOST; i++) {
    unsigned flags = view_bind(found->view, binds[i])->flags;
    if (!(flags & BIND_TYPE_PARAM) || !(flags & BIND_RECEIVER)) continue;
    uint32_t place = nth++;
    for (; place > 0 && own[place - 1] > binds[i]; place--) own[place] = own[place - 1];
    own[place] = binds[i];
  }
  for (uint32_t i = 0; i < nth && i < owner.count; i++) {
    TermId param = resolve_term_of(run, TERM_PARAM, found->view->number, own[i]);
    if (resolve_one(run, param) != resolve_arg(run, owner, i)) resolve_env_add(run, env, param, resolve_arg(run, owner, i));
  }
}

/* The environment that a member is read in: what self is, what the type
 * parameters of its type stand for. From here on these are settled
 * (`fixed`): arguments cannot change what the receiver is. */
void resolve_env_found(Run *run, Env *env, const Found *found) {
  if (found->receiver) env->self = self_of(run, found->receiver);
  if (found->owner) resolve_env_type(run, env, found->owner);
  bool outside = found->owner && found->def && view_def(found->view, found->def)->receiver.value;
  if (outside) add_receiver_params(run, env, found);
  env->fixed = env->count;
}

static ValueId wrap(Run *run, TermKind kind, ValueId value) {
  return resolve_one(run, resolve_term_with(run, kind, &value, 1));
}

/* Declared types come before returned values: they are what the author
 * promises, and cost less. A function without a body says nothing about its
 * result, one whose body returns nothing gives nothing. */
static ValueId compute_result(Run *run, View *view, DefNo number) {
  const Def *def = view_def(view, number);
  if (def->kind == SYMBOL_CONSTRUCTOR && !def->type && def->container) {
    return resolve_one(run, resolve_own_inst(run, view, def->container));
  }
  ValueId value;
  if (def->type) value = resolve_eval_type(run, view, def->type);
  else if (def->value) value = resolve_eval(run, view, def->value);
  else value = def->flags & (DEF_ABSTRACT | DEF_DECLARATION | DEF_OVERLOAD) ? VALUE_UNKNOWN : VALUE_NOTHING;
  value = resolve_told_by(run, view, value);
  if ((def->flags & DEF_GENERATOR) && !def->type) return wrap(run, TERM_GENERATOR, value);
  if ((def->flags & DEF_ASYNC) && !resolve_has_kind(run, value, TERM_PROMISE)) return wrap(run, TERM_PROMISE, value);
  return value;
}

/* Without regard to any one call, so that it is computed once per
 * definition; resolve_result puts a call's types in. */
static ValueId plain_result(Run *run, View *view, DefNo def) {
  ValueId value;
  MemoFrame frame;
  if (resolve_memo_get(run, MEMO_RESULT, view->number, def, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_RESULT, view->number, def, &frame)) return VALUE_UNKNOWN;
  value = compute_result(run, view, def);
  resolve_memo_end(run, &frame, value);
  return value;
}

/* `def copy(self: T) -> T`: type parameters that the receiver decides. */
static void infer_receiver(Run *run, const Found *found, Env *env) {
  const Def *def = view_def(found->view, found->def);
  uint32_t count;
  if (!env->self || !found->view->lang->rules.receiver_typed) return;
  const BindNo *binds = resolve_scope_binds(found->view, def->opens, &count);
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(found->view, binds[i]);
    if (!(bind->flags & BIND_RECEIVER) || !bind->type) continue;
    ValueId self = env->self;
    if (def->flags & DEF_CLASS_METHOD) self = resolve_one(run, resolve_term_with(run, TERM_META, &self, 1));
    resolve_unify(run, resolve_eval_type(run, found->view, bind->type), self, env, 0);
    return;
  }
}

/* What calling the function as its decorators leave it gives; unknown: as written. */
static ValueId decorated_result(Run *run, const Found *found, const Call *call, ValueId plain) {
  ValueId held = resolve_decorated(run, found->view, found->def, plain);
  Call none = {.view = found->view};
  if (held == VALUE_UNKNOWN) return VALUE_UNKNOWN;
  ValueId value = resolve_call_value(run, held, call ? call : &none);
  return resolve_is_partial(run, value) ? VALUE_UNKNOWN : value;
}

static bool is_solved(const Env *env, TermId param) {
  for (uint32_t i = 0; i < env->count; i++) {
    if (env->params[i] == param) return true;
  }
  return false;
}

/* A type parameter that no argument told anything about means nothing outside
 * of the function; its bound still says something. */
static void forget_unsolved(Run *run, const Found *found, Env *env) {
  if (!found->view->lang->rules.unsolved_is_unknown) return;
  uint32_t count;
  const TermId *params = resolve_type_params(run, found->view, found->def, &count);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, params[i]);
    if (is_solved(env, params[i]) || view_bind(resolve_view_at(run, term.view), term.number)->type) continue;
    resolve_env_add(run, env, params[i], VALUE_UNKNOWN);
  }
}

/* Named by its type alone (`Box::of(x)`), what the type's parameters are is up to the
 * arguments: these entries are taken out. */
static Env take_open(Run *run, const Found *found, Env *env) {
  Env open = {0};
  uint32_t kept = 0;
  if (!found->receiver || resolve_term_at(run, found->receiver).kind != TERM_DEF) return open;
  for (uint32_t i = 0; i < env->count; i++) {
    TermId terms[VALUE_MAX];
    bool is_open = resolve_terms(run, env->values[i], terms) == 1 && resolve_term_at(run, terms[0]).kind == TERM_PARAM;
    Env *to = is_open ? &open : env;
    uint32_t at = is_open ? open.count++ : kept++;
    to->params[at] = env->params[i];
    to->values[at] = env->values[i];
  }
  env->count = env->fixed = kept;
  return open;
}

/* What no argument told is put back; what one did is so of the type itself, too. */
static void settle_open(Run *run, const Found *found, const Env *open, Env *env) {
  bool is_told = false;
  for (uint32_t i = 0; i < open->count; i++) {
    if (is_solved(env, open->params[i])) is_told = true;
    else resolve_env_add(run, env, open->params[i], open->values[i]);
  }
  Term owner = resolve_term_at(run, found->owner);
  const Def *block = is_told ? view_def(found->view, owner.number) : NULL;
  bool is_block = block && owner.view == found->view->number && resolve_is_block(block);
  if (is_block) env->self = resolve_substitute(run, resolve_eval_type(run, found->view, block->type), env);
}

/* Nothing has to be put in where the result depends on no type parameter,
 * which is most of the time. */
ValueId resolve_result(Run *run, const Found *found, const Call *call) {
  assert(found->view && found->def);
  ValueId value = plain_result(run, found->view, found->def);
  ValueId decorated = decorated_result(run, found, call, value);
  if (decorated != VALUE_UNKNOWN) value = decorated;
  if (!resolve_is_open(run, value)) return value;
  Env env = {0};
  resolve_env_found(run, &env, found);
  infer_receiver(run, found, &env);
  if (call) {
    Env open = take_open(run, found, &env);
    resolve_infer(run, found->view, found->def, call, true, &env);
    if (open.count) settle_open(run, found, &open, &env);
    resolve_env_defaults(run, found->view, found->def, &env);
    forget_unsolved(run, found, &env);
  }
  return resolve_told_by(run, found->view, resolve_substitute(run, value, &env));
}

/* ---- making instances ---- */

/* `Box(1)`: type arguments from what the constructor is given. What no
 * argument tells stays unknown, and a type of which nothing is known is
 * taken without arguments. */
static ValueId make_generic(Run *run, TermId type, const TermId *params, uint32_t count, const Call *call) {
  Term term = resolve_term_at(run, type);
  FoundList constructors = {.count = 0};
  resolve_find_constructors(run, call->view, type, &constructors);
  resolve_choose(run, call, &constructors);
  Env env = {0};
  if (constructors.count) {
    const Found *found = &constructors.items[0];
    if (found->view && found->def) resolve_infer(run, found->view, found->def, call, true, &env);
  }
  ValueId args[MADE_ARGS_MAX];
  bool any = false;
  for (uint32_t i = 0; i < count; i++) {
    args[i] = resolve_substitute(run, resolve_one(run, params[i]), &env);
    if (args[i] == resolve_one(run, params[i])) args[i] = VALUE_UNKNOWN;
    any |= args[i] != VALUE_UNKNOWN;
  }
  return resolve_one(run, resolve_inst(run, resolve_view_at(run, term.view), term.number, args, any ? count : 0));
}

/* A constructor that says what it gives, and that is not its own type; unknown: none. */
static ValueId made_elsewhere(Run *run, TermId type, const Call *call) {
  FoundList makers = {.count = 0};
  resolve_find_constructors(run, call->view, type, &makers);
  resolve_choose(run, call, &makers);
  const Found *maker = makers.count ? &makers.items[0] : NULL;
  if (!maker || !maker->view || !maker->def) return VALUE_UNKNOWN;
  const Def *def = view_def(maker->view, maker->def);
  if (!(def->flags & DEF_CLASS_METHOD) || !def->type) return VALUE_UNKNOWN;
  if (resolve_has_kind(run, resolve_eval_type(run, maker->view, def->type), TERM_SELF)) return VALUE_UNKNOWN;
  return resolve_result(run, maker, call);
}

/* What a constructor declares to give comes first, where the language lets
 * it. */
static ValueId make(Run *run, TermId type, const Call *call) {
  Term term = resolve_term_at(run, type);
  View *view = resolve_view_at(run, term.view);
  if (call && view->lang->rules.makers_decide) {
    ValueId made = made_elsewhere(run, type, call);
    if (made != VALUE_UNKNOWN && !resolve_is_partial(run, made)) return made;
  }
  uint32_t count;
  const TermId *params = resolve_type_params(run, view, term.number, &count);
  if (term.count == 0 && count && count <= MADE_ARGS_MAX && call) return make_generic(run, type, params, count, call);
  return resolve_to_instance(run, resolve_one(run, type));
}

/* ---- calling a value ---- */

static TermId only_term(const Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  return resolve_terms(run, value, terms) >= 1 ? terms[0] : 0;
}

static ValueId call_found(Run *run, FoundList *list, const Call *call);

/* An instance: its type is a function type, or it has a member that calls run. */
static ValueId call_instance(Run *run, TermId id, Term term, const Call *call) {
  View *view = resolve_view_at(run, term.view);
  ValueId target = resolve_expand(run, id);
  if (target != resolve_one(run, id)) return resolve_call_value(run, target, call);
  FoundList list = {.count = 0};
  if (call->makes) resolve_find_constructors(run, call->view, id, &list);
  else if (view->lang->call.value) resolve_find_member(run, call->view, id, view->lang->call, MODE_VALUE | MODE_CALL, &list);
  if (list.count == 0) return list.ext || view->entry->is_library ? resolve_ext(run) : VALUE_UNKNOWN;
  return call_found(run, &list, call);
}

/* A function type with type parameters of its own gives what its arguments
 * say. */
static ValueId call_function_type(Run *run, Term term, const Call *call) {
  ValueId result = resolve_arg(run, term, 0);
  if (!resolve_is_open(run, result)) return result;
  Env env = {0};
  for (uint32_t i = 0; i + 1 < term.count && i < call->args.count; i++) {
    resolve_unify(run, resolve_arg(run, term, i + 1),
                  resolve_eval(run, call->view, view_item(call->view, call->args, i)), &env, 0);
  }
  return resolve_substitute(run, result, &env);
}

/* `new F()` of a plain function, where functions are types: F names the type
 * of what it makes. */
static bool is_made(const Found *found, const Call *call) {
  const Def *def = view_def(found->view, found->def);
  return call->makes && found->view->lang->rules.function_types && (def->kind == SYMBOL_FUNCTION || def->kind == SYMBOL_METHOD) &&
         !(def->flags & DEF_ANONYMOUS);
}

static ValueId call_def(Run *run, TermId id, Term term, const Call *call) {
  View *view = resolve_view_at(run, term.view);
  const Def *def = view_def(view, term.number);
  Found own = {.view = view, .def = term.number};
  bool callable = resolve_is_callable_kind(def->kind);
  if (callable && is_made(&own, call)) return resolve_made_by(run, &own, call); /* new F(): F is its type */
  if (callable) return resolve_result(run, &own, call);
  if (!symbol_kind_is_type(def->kind)) return VALUE_UNKNOWN;
  bool makes = call->makes || call->view->lang->rules.called_type != LANGUAGE_CALLED_TYPE_NOTHING;
  return makes ? make(run, id, call) : VALUE_UNKNOWN;
}

/* One row per kind of term. What is missing cannot be called, as far as
 * anybody can tell. */
static ValueId call_term(Run *run, TermId id, const Call *call) {
  Term term = resolve_term_at(run, id);
  switch ((TermKind)term.kind) {
    case TERM_DEF: return call_def(run, id, term, call);
    case TERM_BOUND: {
      Found found = {.view = resolve_view_at(run, term.view), .def = term.number,
                     .receiver = only_term(run, resolve_arg(run, term, 0)),
                     .owner = only_term(run, resolve_arg(run, term, 1))};
      return resolve_result(run, &found, call);
    }
    case TERM_INST: case TERM_SELF: return call_instance(run, id, term, call);
    case TERM_META: return resolve_arg(run, term, 0);
    case TERM_FUNC: return call_function_type(run, term, call);
    case TERM_LATER: return resolve_call_value(run, resolve_now(run, id), call);
    case TERM_EXT: return resolve_one(run, id);
    case TERM_SUPER: return resolve_one(run, id); /* super(): the bases' side of self */
    case TERM_MODULE: return resolve_call_value(run, resolve_whole(run, id), call);
    case TERM_PARAM: return resolve_make_given(run, term, call);
    default: return VALUE_UNKNOWN;
  }
}

/* Every term of the value has its say; a call of several things gives any of
 * their results. */
ValueId resolve_call_value(Run *run, ValueId callee, const Call *call) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, callee, terms);
  if (count == 0 || !resolve_enter(run)) return VALUE_UNKNOWN;
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) value = resolve_union(run, value, call_term(run, terms[i], call));
  resolve_leave(run);
  return value;
}

/* ---- calling what names lead to ---- */

static bool is_function(const Found *found) {
  if (!found->view || !found->def) return false;
  const Def *def = view_def(found->view, found->def);
  return resolve_is_callable_kind(def->kind) && !(def->flags & DEF_PROPERTY);
}

/* Calling a variant makes a value of its enumeration, of what its parts are
 * given. */
static ValueId make_variant(Run *run, const Found *found, const Call *call) {
  View *view = found->view;
  const Def *variant = view_def(view, found->def);
  uint32_t count, field_count;
  if (!variant->container) return VALUE_UNKNOWN;
  const TermId *params = resolve_type_params(run, view, variant->container, &count);
  ValueId args[MADE_ARGS_MAX];
  Env env = {0};
  const BindNo *fields = variant->opens ? resolve_scope_binds(view, variant->opens, &field_count) : NULL;
  for (uint32_t i = 0; fields && count && i < field_count && i < call->args.count; i++) {
    DefNo field = view_bind(view, fields[i])->def;
    ExprNo arg = view_item(call->view, call->args, i);
    if (!field || !arg) continue;
    resolve_unify(run, resolve_eval_type(run, view, view_def(view, field)->type), resolve_eval(run, call->view, arg), &env, 0);
  }
  bool any = false;
  if (count > MADE_ARGS_MAX) count = MADE_ARGS_MAX;
  for (uint32_t i = 0; i < count; i++) {
    args[i] = resolve_substitute(run, resolve_one(run, params[i]), &env);
    if (args[i] == resolve_one(run, params[i])) args[i] = VALUE_UNKNOWN;
    any |= args[i] != VALUE_UNKNOWN;
  }
  return resolve_one(run, resolve_inst(run, view, variant->container, args, any ? count : 0));
}

static bool is_variant(const Found *found) {
  return found->view && found->def && view_def(found->view, found->def)->kind == SYMBOL_ENUM_MEMBER;
}

/* T (x), where that is x as a T. */
static bool converts(const Found *found, const Call *call) {
  bool is_type = found->view && found->def && symbol_kind_is_type((SymbolKind)view_def(found->view, found->def)->kind);
  return is_type && call->view->lang->rules.called_type == LANGUAGE_CALLED_TYPE_CONVERTS;
}

/* Functions give their results; whatever else was found (a variable, an
 * instance) is evaluated and called as a value. */
static ValueId call_found(Run *run, FoundList *list, const Call *call) {
  resolve_choose(run, call, list);
  ValueId value = VALUE_NOTHING;
  FoundList others = {.count = 0};
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (is_function(found) && is_made(found, call)) { /* new F(): F is its type */
      value = resolve_union(run, value, resolve_made_by(run, found, call));
    } else if (is_function(found)) {
      Call own = resolve_call_for(call, found);
      value = resolve_union(run, value, resolve_result(run, found, &own));
    } else if (found->accessor) {
      value = resolve_union(run, value, resolve_value_of(run, found));
    } else if (is_variant(found)) {
      value = resolve_union(run, value, make_variant(run, found, call));
    } else if (converts(found, call)) {
      value = resolve_union(run, value, resolve_call_value(run, resolve_value_of(run, found), call));
    } else {
      resolve_found_add(run, &others, *found);
    }
  }
  if (others.count) {
    ValueId held = resolve_value_of_all(run, &others);
    bool is_read = !call->makes && call->view->lang->rules.reading_calls;
    value = resolve_union(run, value, is_read ? held : resolve_call_value(run, held, call));
  }
  return value;
}

static Call call_of(View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  return (Call){.view = view, .expr = number, .args = expr->list, .makes = expr->kind == EXPR_NEW};
}

/* A value of several kinds is left alone: what of it was called cannot be told. */
ValueId resolve_read(Run *run, View *view, ExprNo expr, ValueId value) {
  TermId terms[VALUE_MAX];
  if (!view->lang->rules.reading_calls || resolve_terms(run, value, terms) != 1) return value;
  Term term = resolve_term_at(run, terms[0]);
  bool is_function = (term.kind == TERM_DEF || term.kind == TERM_BOUND) && resolve_is_callable_kind(view_def(resolve_view_at(run, term.view), term.number)->kind);
  return is_function ? resolve_call_value(run, value, &(Call){.view = view, .expr = expr}) : value;
}

static bool has_type_args(const View *view, ExprNo base) {
  return base && view_expr(view, base)->kind == EXPR_APPLY;
}

bool resolve_is_type_named(const Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, value, terms) != 1) return false;
  Term term = resolve_term_at(run, terms[0]);
  if (term.kind != TERM_DEF) return false;
  const View *view = resolve_view_at(run, term.view);
  return view->lang->rules.types_special && symbol_kind_is_type(view_def(view, term.number)->kind);
}

/* A type of the language's own that is called makes one of it. */
static bool makes_primitive(const View *view, const Expr *callee) {
  if (callee->kind != EXPR_NAME || view->lang->rules.called_type != LANGUAGE_CALLED_TYPE_MAKES) return false;
  for (uint32_t i = 0; i < view->lang->primitive_count; i++) {
    if (names_same(view->lang->primitives[i].name, callee->name)) return true;
  }
  return false;
}

/* What comes from outside is of the type that made it, whose name tells it from
 * others; what a function gives has no such name. */
static ValueId made_outside(Run *run, const View *view, ExprNo base, bool makes) {
  const Expr *expr = view_expr(view, base);
  makes |= view->lang->rules.called_type == LANGUAGE_CALLED_TYPE_MAKES;
  Str text = expr->kind == EXPR_NAME && makes ? names_text(run->world->names, expr->name) : STR_EMPTY;
  bool is_type = text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z';
  return is_type ? resolve_one(run, resolve_term_of(run, TERM_EXT, 0, expr->name.value)) : resolve_ext(run);
}

/* What the callee's name leads to is asked before its value: a name says
 * which overloads there are, a value is one of them already. */
ValueId resolve_call(Run *run, View *view, ExprNo number) {
  Call call = call_of(view, number);
  ExprNo base = view_expr(view, number)->base;
  FoundList list;
  if (has_type_args(view, base) && resolve_is_type_named(run, resolve_eval(run, view, base))) {
    return resolve_call_value(run, resolve_eval(run, view, base), &call);
  }
  /* Type arguments of what is made are in the value, not in what was found. */
  if ((call.makes && has_type_args(view, base)) || !base || !resolve_find_callee(run, view, base, &list)) {
    return resolve_call_value(run, resolve_eval(run, view, base), &call);
  }
  bool is_primitive = makes_primitive(view, view_expr(view, base));
  if (list.count == 0 && !is_primitive) return list.ext ? made_outside(run, view, base, call.makes) : VALUE_UNKNOWN;
  ValueId value = list.count ? call_found(run, &list, &call) : VALUE_NOTHING;
  if (is_primitive && (value == VALUE_NOTHING || value == VALUE_UNKNOWN)) return resolve_one(run, resolve_term_of(run, TERM_PRIMITIVE, 0, view_expr(view, base)->name.value));
  return list.ext ? resolve_union(run, value, resolve_ext(run)) : value;
}

/* ---- callees ---- */

static void add_callee_value(Run *run, const Call *call, ValueId value, FoundList *out);

/* super(x): the bases' constructor. */
static void add_super(Run *run, const Call *call, TermId super, FoundList *out) {
  const Lang *lang = call->view->lang;
  for (uint32_t i = 0; i < lang->constructors.count && !out->count; i++) {
    resolve_find_member(run, call->view, super, lang->constructors.names[i], MODE_VALUE | MODE_CALL, out);
  }
}

/* What a value stands for when it is called: a function, the constructors of a
 * type, a method that is bound to its object, or what the language calls on an
 * object. */
static void add_callee_term(Run *run, const Call *call, TermId id, FoundList *out) {
  Term term = resolve_term_at(run, id);
  switch ((TermKind)term.kind) {
    case TERM_DEF: {
      View *view = resolve_view_at(run, term.view);
      unsigned kind = view_def(view, term.number)->kind;
      if (resolve_is_callable_kind(kind)) resolve_found_add(run, out, (Found){.view = view, .def = term.number, .rule = RULE_FLOW});
      else if (symbol_kind_is_type(kind)) resolve_find_constructors(run, call->view, id, out);
      break;
    }
    case TERM_BOUND:
      resolve_found_add(run, out, (Found){.view = resolve_view_at(run, term.view), .def = term.number, .rule = RULE_FLOW,
                                     .receiver = only_term(run, resolve_arg(run, term, 0)),
                                     .owner = only_term(run, resolve_arg(run, term, 1))});
      break;
    case TERM_INST: case TERM_SELF: {
      NameId name = resolve_view_at(run, term.view)->lang->call;
      if (call->makes) resolve_find_constructors(run, call->view, id, out);
      else if (name.value) resolve_find_member(run, call->view, id, name, MODE_VALUE | MODE_CALL, out);
      break;
    }
    case TERM_META: {
      TermId terms[VALUE_MAX];
      uint32_t count = resolve_terms(run, resolve_arg(run, term, 0), terms);
      for (uint32_t i = 0; i < count; i++) resolve_find_constructors(run, call->view, terms[i], out);
      break;
    }
    case TERM_MODULE: add_callee_value(run, call, resolve_whole(run, id), out); break;
    case TERM_SUPER: add_super(run, call, id, out); break;
    default: break;
  }
}

static void add_callee_value(Run *run, const Call *call, ValueId value, FoundList *out) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  for (uint32_t i = 0; i < count; i++) add_callee_term(run, call, terms[i], out);
}

/* For who wants the functions themselves, not what they give: edges of
 * callbacks, types of parameters. */
void resolve_callees(Run *run, View *view, ExprNo number, FoundList *out) {
  Call call = call_of(view, number);
  ExprNo base = view_expr(view, number)->base;
  *out = (FoundList){.count = 0};
  FoundList list;
  if (base && !has_type_args(view, base) && resolve_find_callee(run, view, base, &list)) {
    for (uint32_t i = 0; i < list.count; i++) {
      if (is_function(&list.items[i])) resolve_found_add(run, out, list.items[i]);
      else add_callee_value(run, &call, resolve_value_of(run, &list.items[i]), out);
    }
  } else {
    add_callee_value(run, &call, resolve_eval(run, view, base), out);
  }
  resolve_choose(run, &call, out);
}
