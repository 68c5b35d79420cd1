/* Types: what an instance of an expression, read as a type, can be. */
#include "src/resolve/blocks_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/method_order_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

enum { TYPE_ARGS_MAX = 8, EXPAND_MAX = 6 };

/* Routes, tests and components are functions with a purpose; whoever asks
 * what can be called means them too. */
bool resolve_is_callable_kind(unsigned kind) {
  switch (kind) {
    case SYMBOL_FUNCTION: case SYMBOL_METHOD: case SYMBOL_CONSTRUCTOR: case SYMBOL_COMPONENT:
    case SYMBOL_ROUTE: case SYMBOL_TEST: return true;
    default: return false;
  }
}

/* ---- instances ---- */

/* The term that stands for a library type with special meaning, so that a
 * list is a list whether it was written as a literal, by the library's name
 * or by an abbreviation; 0: it has none. */
static TermId special_inst(Run *run, const View *view, NameId name, const ValueId *args, uint32_t count) {
  const Lang *lang = view->lang;
  ValueId first = count ? args[0] : VALUE_UNKNOWN;
  if (lang->list.value && names_same(name, lang->list)) return resolve_term_with(run, TERM_LIST, &first, 1);
  if (lang->set.value && names_same(name, lang->set)) return resolve_term_with(run, TERM_SET, &first, 1);
  if (lang->map.value && names_same(name, lang->map)) {
    ValueId pair[2] = {first, count > 1 ? args[1] : VALUE_UNKNOWN};
    return resolve_term_with(run, TERM_MAP, pair, 2);
  }
  if (lang->tuple.value && names_same(name, lang->tuple)) return resolve_term_with(run, TERM_TUPLE, args, count);
  for (uint32_t i = 0; i < lang->promise.count; i++) {
    if (!names_same(name, lang->promise.names[i])) continue;
    ValueId last = count ? args[count - 1] : VALUE_UNKNOWN;
    return resolve_term_with(run, TERM_PROMISE, &last, 1);
  }
  return 0;
}

/* Only the standard library's own types are special: a class of the project
 * that happens to be called List is not. */
TermId resolve_inst(Run *run, View *view, DefNo def, const ValueId *args, uint32_t count) {
  if (resolve_is_standard(view->entry) && view_def(view, def)->scope == 1) {
    TermId special = special_inst(run, view, view_def(view, def)->name, args, count);
    if (special) return special;
  }
  return resolve_term(run, (Term){.kind = TERM_INST, .view = view->number, .number = def}, args, count);
}

/* A function that `new` makes instances of. */
static bool is_maker(const View *view, const Def *def) {
  return view->lang->rules.function_types && (def->kind == SYMBOL_FUNCTION || def->kind == SYMBOL_METHOD) && !(def->flags & DEF_ANONYMOUS);
}

/* What is no type has no instances; a literal type and a type parameter are
 * their own instance. */
static ValueId term_instance(Run *run, TermId id) {
  Term term = resolve_term_at(run, id);
  switch (term.kind) {
    case TERM_DEF: {
      View *view = resolve_view_at(run, term.view);
      const Def *def = view_def(view, term.number);
      bool is_type = symbol_kind_is_type(def->kind) || is_maker(view, def);
      if (!is_type) return VALUE_UNKNOWN;
      ValueId args[TYPE_ARGS_MAX];
      uint32_t count = term.count < TYPE_ARGS_MAX ? term.count : TYPE_ARGS_MAX;
      for (uint32_t i = 0; i < count; i++) args[i] = resolve_arg(run, term, i);
      return resolve_one(run, resolve_inst(run, view, term.number, args, count));
    }
    case TERM_MODULE: return resolve_to_instance(run, resolve_whole(run, id));
    case TERM_META: return resolve_arg(run, term, 0);
    case TERM_SUPER: return resolve_one(run, resolve_term_of(run, TERM_SELF, term.view, term.number));
    case TERM_SELF: case TERM_EXT: case TERM_LITERAL: case TERM_PARAM: case TERM_PRIMITIVE: case TERM_NAMED:
      return resolve_one(run, id);
    default: return VALUE_UNKNOWN;
  }
}

ValueId resolve_to_instance(Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  if (count == 0) return value;
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) result = resolve_union(run, result, term_instance(run, terms[i]));
  return result;
}

/* ---- aliases ---- */

/* What an alias stands for, with its type arguments put in; unknown: it is
 * none. */
static ValueId alias_target(Run *run, TermId id) {
  Term term = resolve_term_at(run, id);
  if (term.kind == TERM_LATER) return resolve_now(run, id);
  if (term.kind != TERM_INST) return VALUE_UNKNOWN;
  View *view = resolve_view_at(run, term.view);
  const Def *def = view_def(view, term.number);
  if (def->kind != SYMBOL_TYPE || !def->type) return VALUE_UNKNOWN;
  ValueId target = resolve_eval_type(run, view, def->type);
  Env env = {0};
  resolve_env_type(run, &env, id);
  return resolve_substitute(run, target, &env);
}

/* Aliases of aliases are followed a few steps. A circle of aliases, which a
 * broken program can contain, ends by the same count. */
ValueId resolve_expand(Run *run, TermId term) {
  ValueId value = resolve_one(run, term);
  for (int i = 0; i < EXPAND_MAX; i++) {
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, value, terms);
    ValueId next = VALUE_NOTHING;
    for (uint32_t k = 0; k < count; k++) {
      ValueId target = alias_target(run, terms[k]);
      next = resolve_union(run, next, target == VALUE_UNKNOWN ? resolve_one(run, terms[k]) : target);
    }
    if (next == value || next == VALUE_NOTHING) break;
    value = next;
  }
  return value;
}

ValueId resolve_expand_all(Run *run, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  if (count == 0) return value;
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) result = resolve_union(run, result, resolve_expand(run, terms[i]));
  return result;
}

/* ---- type parameters ---- */

typedef struct Collected {
  TermId items[ENV_MAX];
  uint32_t count;
} Collected;

/* Each once and in the order they were met: the nth is what the nth type
 * argument goes to. */
static void collect(Collected *list, TermId term) {
  for (uint32_t i = 0; i < list->count; i++) {
    if (list->items[i] == term) return;
  }
  if (list->count < ENV_MAX) list->items[list->count++] = term;
}

/* Parameters that appear among a base's type arguments (class A(B[T])). */
static void collect_from_base(Run *run, View *view, ExprNo base, Collected *list) {
  const Expr *expr = view_expr(view, base);
  if (expr->kind != EXPR_APPLY && expr->kind != EXPR_INDEX) return;
  for (uint32_t i = 0; i < expr->list.count; i++) {
    ValueId value = resolve_eval_type(run, view, view_item(view, expr->list, i));
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, value, terms);
    for (uint32_t k = 0; k < count; k++) {
      if (resolve_term_at(run, terms[k]).kind == TERM_PARAM) collect(list, terms[k]);
    }
  }
}

/* A type without a name depends on the type parameters it can see. */
static void collect_around(Run *run, View *view, ScopeNo scope, Collected *list) {
  for (unsigned guard = 0; scope && guard < 4096; guard++) {
    uint32_t all;
    const BindNo *binds = resolve_scope_binds(view, scope, &all);
    unsigned kind = view_scope(view, scope)->kind;
    bool can_have = kind == SCOPE_TYPE || kind == SCOPE_FUNCTION;
    for (uint32_t i = 0; can_have && i < all; i++) {
      if (!(view_bind(view, binds[i])->flags & BIND_TYPE_PARAM)) continue;
      collect(list, resolve_term_of(run, TERM_PARAM, view->number, binds[i]));
    }
    scope = view_scope(view, scope)->parent;
  }
}

/* Own type parameters; without them, those that the bases are given. What is
 * not a type has only its own. */
static void collect_params(Run *run, View *view, DefNo number, Collected *list) {
  const Def *def = view_def(view, number);
  uint32_t all;
  const BindNo *binds = resolve_scope_binds(view, def->opens, &all);
  BindNo own[ENV_MAX];
  uint32_t count = 0;
  for (uint32_t i = 0; i < all && count < ENV_MAX; i++) {
    unsigned flags = view_bind(view, binds[i])->flags;
    if ((flags & BIND_TYPE_PARAM) && !(flags & BIND_RECEIVER)) own[count++] = binds[i];
  }
  for (uint32_t i = 0; i < count; i++) { /* `binds` are by name: back to the order of the text */
    for (uint32_t k = i; k > 0 && own[k - 1] > own[k]; k--) {
      BindNo swap = own[k];
      own[k] = own[k - 1];
      own[k - 1] = swap;
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    collect(list, resolve_term_of(run, TERM_PARAM, view->number, own[i]));
  }
  if (count || !symbol_kind_is_type(def->kind)) return;
  if ((def->flags & DEF_ANONYMOUS) && view->lang->rules.types_close_over) {
    collect_around(run, view, def->scope, list);
    return;
  }
  for (uint32_t i = 0; i < def->bases.count; i++) {
    collect_from_base(run, view, view_item(view, def->bases, i), list);
  }
}

/* Kept per definition: asked for with every substitution. */
const TermId *resolve_type_params(Run *run, View *view, DefNo def, uint32_t *ret_count) {
  uint32_t at;
  *ret_count = 0;
  if (!resolve_memo_get(run, MEMO_PARAMS, view->number, def, &at)) {
    MemoFrame frame;
    if (!resolve_memo_begin(run, MEMO_PARAMS, view->number, def, &frame)) return NULL;
    Collected list = {.count = 0};
    collect_params(run, view, def, &list);
    Params params = {.count = list.count};
    params.items = arena_copy(run->arena, list.items, list.count * sizeof *list.items);
    at = (uint32_t)run->params.len;
    *vec_add(run->arena, &run->params) = params;
    resolve_memo_end(run, &frame, at);
  }
  *ret_count = run->params.items[at].count;
  return run->params.items[at].items;
}

/* ---- this ---- */

/* In a block that is for a type, self is one of that type. */
static TermId block_self(Run *run, View *view, const Def *block) {
  TermId terms[VALUE_MAX];
  return resolve_terms(run, resolve_eval_type(run, view, block->type), terms) == 1 ? terms[0] : 0;
}

/* The nearest type around decides. Whether it is the type itself or an
 * instance is told by the outermost function that is a member of it:
 * functions inside of that one inherit its self. */
TermId resolve_self_term(Run *run, View *view, ScopeNo scope, bool *ret_static) {
  *ret_static = false;
  bool seen = false; /* the method itself: functions inside of it are not asked */
  for (unsigned guard = 0; scope && guard < 4096; guard++) {
    const Scope *at = view_scope(view, scope);
    const Def *def = at->def ? view_def(view, at->def) : NULL;
    if (at->kind == SCOPE_TYPE || at->kind == SCOPE_STATIC || at->kind == SCOPE_OBJECT) {
      if (!def) return 0;
      if (at->kind == SCOPE_STATIC) *ret_static = true;
      return resolve_is_block(def) ? block_self(run, view, def) : resolve_term_of(run, TERM_SELF, view->number, at->def);
    }
    if (at->kind == SCOPE_FUNCTION && def && def->scope && !seen) {
      unsigned kind = view_scope(view, def->scope)->kind;
      if (kind == SCOPE_TYPE || kind == SCOPE_STATIC) {
        *ret_static = def->flags & (DEF_STATIC | DEF_CLASS_METHOD);
        seen = true;
      }
    }
    scope = at->parent;
  }
  return 0;
}

/* ---- the library ---- */

/* Found by its name as the library exports it, once per run; type arguments
 * are put in afterwards. */
TermId resolve_library_type(Run *run, const View *view, NameId name, const ValueId *args, uint32_t count) {
  if (!name.value) return 0;
  uint32_t at;
  if (!resolve_memo_get(run, MEMO_LIBRARY, view->number, name.value, &at)) {
    at = 0;
    FoundList list = {.count = 0};
    resolve_library_names(run, view->lang, name, MODE_TYPE, &list);
    for (uint32_t i = 0; i < list.count && !at; i++) {
      const Found *found = &list.items[i];
      if (!found->view || !found->def) continue;
      if (!symbol_kind_is_type(view_def(found->view, found->def)->kind)) continue;
      at = resolve_term_of(run, TERM_INST, found->view->number, found->def);
    }
    MemoFrame frame;
    if (resolve_memo_begin(run, MEMO_LIBRARY, view->number, name.value, &frame)) {
      resolve_memo_end(run, &frame, at);
    }
  }
  if (!at || !count) return at;
  Term term = resolve_term_at(run, at);
  return resolve_term(run, (Term){.kind = TERM_INST, .view = term.view, .number = term.number}, args, count);
}

/* The type that holds a primitive as an object; 0: there is none. */
static NameId box_of(const Lang *lang, uint32_t name) {
  for (uint32_t i = 0; i < lang->primitive_count; i++) {
    if (lang->primitives[i].name.value == name) return lang->primitives[i].box;
  }
  return (NameId){0};
}

/* Terms that have no definition (lists, literals, functions) have their
 * members from the library's type for them. */
TermId resolve_library_term(Run *run, const View *view, TermId id) {
  Term term = resolve_term_at(run, id);
  const Lang *lang = view->lang;
  ValueId args[2] = {resolve_arg(run, term, 0), resolve_arg(run, term, 1)};
  switch (term.kind) {
    case TERM_LITERAL: return resolve_library_type(run, view, lang->literals[term.flags], NULL, 0);
    case TERM_PRIMITIVE: return resolve_library_type(run, view, box_of(lang, term.number), NULL, 0);
    case TERM_LIST: return resolve_library_type(run, view, lang->list, args, 1);
    case TERM_SET: return resolve_library_type(run, view, lang->set, args, 1);
    case TERM_MAP: return resolve_library_type(run, view, lang->map, args, 2);
    case TERM_PROMISE: return resolve_library_type(run, view, lang->promise.names[0], args, 1);
    case TERM_GENERATOR: return resolve_library_type(run, view, lang->generator, args, 1);
    case TERM_FUNC: case TERM_BOUND: return resolve_library_type(run, view, lang->function, NULL, 0);
    case TERM_TUPLE: {
      ValueId all = VALUE_NOTHING;
      for (uint32_t i = 0; i < term.count; i++) all = resolve_union(run, all, resolve_arg(run, term, i));
      NameId name = lang->tuple.value ? lang->tuple : lang->list;
      return resolve_library_type(run, view, name, &all, 1);
    }
    default: return 0;
  }
}

/* ---- expressions as types ---- */

/* `func (l *List[E]) Push(x E)`: E is what the type itself calls otherwise; 0:
 * the type is not found. */
static TermId receiver_param(Run *run, View *view, BindNo number) {
  const Bind *bind = view_bind(view, number);
  DefNo method = view_scope(view, bind->scope)->def;
  uint32_t nth = 0, all, count;
  const BindNo *binds = resolve_scope_binds(view, bind->scope, &all);
  for (uint32_t i = 0; i < all; i++) {
    unsigned flags = view_bind(view, binds[i])->flags;
    nth += binds[i] < number && (flags & BIND_TYPE_PARAM) && (flags & BIND_RECEIVER);
  }
  FoundList types = {.count = 0};
  resolve_find_name(run, view, (NameUse){1, view_def(view, method)->receiver, UINT32_MAX, MODE_TYPE}, &types);
  if (types.count == 0 || !types.items[0].view || !types.items[0].def) return 0;
  const TermId *params = resolve_type_params(run, types.items[0].view, types.items[0].def, &count);
  return nth < count ? params[nth] : 0;
}

/* Box<int>::value_type: an alias that a type has is written in that type's parameters,
 * of which only the type that was asked knows what they are. Unknown: it is none such. */
static ValueId member_alias(Run *run, const Found *found) {
  if (!found->owner || !found->view || !found->def || !resolve_term_at(run, found->owner).count) return VALUE_UNKNOWN;
  const Def *def = view_def(found->view, found->def);
  if (def->kind != SYMBOL_TYPE || !def->type) return VALUE_UNKNOWN;
  Env env = {0};
  resolve_env_found(run, &env, found);
  return resolve_substitute(run, resolve_eval_type(run, found->view, def->type), &env);
}

/* A type parameter stands for itself until it is known; a method outside of
 * its type calls its type's parameters by names of its own, and means those. */
static ValueId found_type(Run *run, const Found *found) {
  if (found->bind && (view_bind(found->view, found->bind)->flags & BIND_TYPE_PARAM)) {
    bool receiver = view_bind(found->view, found->bind)->flags & BIND_RECEIVER;
    TermId own = receiver ? receiver_param(run, found->view, found->bind) : 0;
    if (own) return resolve_one(run, own);
    return resolve_one(run, resolve_term_of(run, TERM_PARAM, found->view->number, found->bind));
  }
  ValueId target = member_alias(run, found);
  return target != VALUE_UNKNOWN ? target : resolve_to_instance(run, resolve_value_of(run, found));
}

static bool is_primitive(const Lang *lang, NameId name) {
  for (uint32_t i = 0; i < lang->primitive_count; i++) {
    if (names_same(lang->primitives[i].name, name)) return true;
  }
  return false;
}

/* An imported type's own name, whatever it is called here. */
static NameId real_name(const View *view, const Expr *expr) {
  if (expr->kind != EXPR_NAME) return expr->name;
  uint32_t count;
  const BindNo *binds = resolve_binds(view, 1, expr->name, &count);
  for (uint32_t i = 0; i < count; i++) {
    ImportNo import = view_bind(view, binds[i])->import;
    if (import && view->facts->imports.items[import].name.value) return view->facts->imports.items[import].name;
  }
  return expr->name;
}

/* A value where a type is wanted (`extends Base`): what `new` makes of it. */
static ValueId made_type(Run *run, View *view, const Expr *expr) {
  FoundList list = {.count = 0};
  if (expr->kind == EXPR_NAME) resolve_find_name(run, view, (NameUse){expr->scope, expr->name, expr->at, MODE_VALUE}, &list);
  else resolve_find_members(run, view, resolve_eval(run, view, expr->base), expr->name, MODE_VALUE, &list);
  if (!list.count) return VALUE_UNKNOWN;
  Call call = {.view = view, .makes = true};
  return resolve_call_value(run, resolve_value_of_all(run, &list), &call);
}

static bool has_type_names(const View *view) {
  return view->lang->rules.namespaces == LANGUAGE_NAMES_TYPES_APART;
}

/* Where types have names of their own, a variable's namesake is no type: to
 * follow it would go from variable to variable without end. */
static bool may_name_type(const View *view, const Found *found) {
  if (!has_type_names(view) || !found->view || !found->def) return true;
  SymbolKind kind = view_def(found->view, found->def)->kind;
  return kind != SYMBOL_VARIABLE && kind != SYMBOL_FIELD && kind != SYMBOL_CONSTANT && kind != SYMBOL_PROPERTY;
}

/* The type around that has this name, as it is inside of itself; 0: none has. With
 * arguments behind it the name is that of the template, so that they do not ask. */
static TermId own_name(Run *run, View *view, const Expr *expr) {
  if (!view->lang->rules.own_name_is_self || expr->kind != EXPR_NAME) return 0;
  ScopeNo scope = expr->scope;
  for (unsigned guard = 0; scope && guard < 4096; guard++) {
    const Scope *at = view_scope(view, scope);
    if (at->kind == SCOPE_TYPE && at->def && names_same(view_def(view, at->def)->name, expr->name)) return resolve_own_inst(run, view, at->def);
    scope = at->parent;
  }
  return 0;
}

/* Whether the file has the name itself, be it by an import of something outside. */
static bool is_had(Run *run, View *view, const Expr *expr) {
  FoundList list = {.count = 0};
  resolve_find_name(run, view, (NameUse){expr->scope, expr->name, expr->at, MODE_ANY}, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    if (!list.items[i].view || !resolve_is_standard(list.items[i].view->entry)) return true;
  }
  return list.ext && !list.count;
}

/* What a comment calls by the name of the project's only type of that name. */
static ValueId documented_type(Run *run, View *view, const Expr *expr) {
  const TableItem *items;
  uint64_t key = resolve_key(KEY_DOCUMENTED, view->lang->family_id, resolve_name_hash(run, expr->name));
  if (resolve_lookup(run, view, key, &items) != 1 || is_had(run, view, expr)) return VALUE_UNKNOWN;
  View *at = resolve_view(run, items[0].file);
  if (!at || items[0].def >= at->facts->defs.len || !names_same(view_def(at, items[0].def)->name, expr->name)) return VALUE_UNKNOWN;
  Call call = {.view = view, .makes = true};
  return resolve_call_value(run, resolve_one(run, resolve_term_of(run, TERM_DEF, at->number, items[0].def)), &call);
}

/* A type that nobody found is kept with its name, so that two mentions of it
 * are equal and an overload can be told from another by it. */
static ValueId named_type(Run *run, View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  if (expr->kind == EXPR_NAME && is_primitive(view->lang, expr->name)) {
    return resolve_one(run, resolve_term_of(run, TERM_PRIMITIVE, 0, expr->name.value));
  }
  if (expr->flags & EXPR_DOCUMENTED) {
    ValueId documented = documented_type(run, view, expr);
    if (documented != VALUE_UNKNOWN) return documented;
  }
  FoundList list;
  if (!resolve_find(run, view, number, &list)) return VALUE_UNKNOWN;
  ValueId value = VALUE_NOTHING;
  uint32_t types = 0;
  for (uint32_t i = 0; i < list.count; i++) {
    if (!may_name_type(view, &list.items[i])) continue;
    value = resolve_union(run, value, found_type(run, &list.items[i]));
    types++;
  }
  if (types) return value;
  ValueId made = has_type_names(view) ? made_type(run, view, expr) : VALUE_UNKNOWN;
  if (made != VALUE_UNKNOWN || list.count) return made;
  TermKind kind = list.ext ? TERM_EXT : TERM_NAMED;
  return resolve_one(run, resolve_term_of(run, kind, 0, real_name(view, expr).value));
}

static uint32_t type_list(Run *run, View *view, ExprList list, ValueId *values, uint32_t max) {
  uint32_t count = list.count < max ? list.count : max;
  for (uint32_t i = 0; i < count; i++) values[i] = resolve_eval_type(run, view, view_item(view, list, i));
  return count;
}

/* Arguments that are given by name go where the parameter of that name is. */
static uint32_t named_args(Run *run, View *view, ExprList list, Term term, ValueId args[TYPE_ARGS_MAX], uint32_t count) {
  uint32_t all;
  View *at = resolve_view_at(run, term.view);
  const TermId *params = resolve_type_params(run, at, term.number, &all);
  for (uint32_t i = 0; i < list.count; i++) {
    const Expr *item = view_expr(view, view_item(view, list, i));
    for (uint32_t k = 0; item->kind == EXPR_KEYWORD && k < all && k < TYPE_ARGS_MAX; k++) {
      Term param = resolve_term_at(run, params[k]);
      if (!names_same(view_bind(resolve_view_at(run, param.view), param.number)->name, item->name)) continue;
      while (count <= k) args[count++] = VALUE_UNKNOWN;
      args[k] = resolve_eval_type(run, view, item->base);
    }
  }
  return count;
}

/* How many come by place, before the first that is named. */
static ExprList by_place(const View *view, ExprList list) {
  uint32_t count = 0;
  while (count < list.count && view_expr(view, view_item(view, list, count))->kind != EXPR_KEYWORD) count++;
  return (ExprList){list.first, count};
}

/* A generic with its arguments. */
static ValueId applied_type(Run *run, View *view, const Expr *expr) {
  bool is_name = view_expr(view, expr->base)->kind == EXPR_NAME;
  ValueId base = is_name ? named_type(run, view, expr->base) : resolve_eval_type(run, view, expr->base);
  ValueId args[TYPE_ARGS_MAX] = {VALUE_UNKNOWN}; /* there may be none: `Array<>` */
  uint32_t count = type_list(run, view, by_place(view, expr->list), args, TYPE_ARGS_MAX);
  TermId terms[VALUE_MAX];
  uint32_t term_count = resolve_terms(run, base, terms);
  for (uint32_t i = 0; i < term_count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_INST && count < expr->list.count) count = named_args(run, view, expr->list, term, args, count);
    switch (term.kind) {
      case TERM_INST:
        terms[i] = resolve_special(run, view, resolve_term(run, (Term){.kind = TERM_INST, .view = term.view, .number = term.number}, args, count));
        break;
      case TERM_LIST: case TERM_SET: terms[i] = resolve_term_with(run, (TermKind)term.kind, args, 1); break;
      case TERM_MAP: terms[i] = resolve_term_with(run, TERM_MAP, args, count < 2 ? 1 : 2); break;
      case TERM_TUPLE: terms[i] = resolve_term_with(run, TERM_TUPLE, args, count); break;
      case TERM_PROMISE:
        if (count) terms[i] = resolve_term_with(run, TERM_PROMISE, &args[count - 1], 1);
        break;
      default: break;
    }
  }
  return term_count ? resolve_value(run, terms, term_count) : base;
}

/* The result first, then the parameters: resolve_arg(…, 0) is always the
 * result. */
static ValueId function_type(Run *run, View *view, const Expr *expr) {
  enum { MOST = 12 };
  ValueId args[MOST + 1];
  args[0] = expr->base ? resolve_eval_type(run, view, expr->base) : VALUE_NOTHING;
  uint32_t count = 0;
  unsigned flags = 0;
  for (; count < expr->list.count && count < MOST; count++) {
    ExprNo param = view_item(view, expr->list, count);
    const Expr *type = view_expr(view, param);
    if (type->kind == EXPR_LIST_OF && type->number == 1) {
      flags |= TERM_VARIADIC;
      param = type->base;
    } else if (type->kind == EXPR_KEYWORD) {
      if (count == 0 && view->lang->rules.extensions) flags |= TERM_RECEIVER;
      param = type->base;
    }
    args[count + 1] = resolve_eval_type(run, view, param);
  }
  return resolve_one(run, resolve_term(run, (Term){.kind = TERM_FUNC, .flags = (uint8_t)flags}, args, count + 1));
}

static ValueId container_type(Run *run, View *view, const Expr *expr) {
  enum { MOST = 8 };
  ValueId args[MOST];
  uint32_t count;
  if (expr->kind == EXPR_LIST_OF || expr->kind == EXPR_CHAN_OF) {
    args[0] = resolve_eval_type(run, view, expr->base);
    count = 1;
  } else {
    count = type_list(run, view, expr->list, args, MOST);
  }
  TermKind kind = expr->kind == EXPR_LIST_OF ? TERM_LIST : expr->kind == EXPR_CHAN_OF ? TERM_CHAN
                : expr->kind == EXPR_MAP_OF ? TERM_MAP : TERM_TUPLE;
  return resolve_one(run, resolve_term_with(run, kind, args, count));
}

static ValueId union_type(Run *run, View *view, ExprList list) {
  ValueId value = VALUE_NOTHING;
  for (uint32_t i = 0; i < list.count; i++) {
    value = resolve_union(run, value, resolve_eval_type(run, view, view_item(view, list, i)));
  }
  return value;
}

/* T[keyof T]: any of its members. */
static ValueId any_member(Run *run, View *view, ValueId base) {
  TermId terms[VALUE_MAX];
  ValueId value = VALUE_NOTHING;
  base = resolve_expand_all(run, base);
  uint32_t count = resolve_terms(run, base, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_INST) return VALUE_UNKNOWN;
    View *at = resolve_view_at(run, term.view);
    uint32_t bind_count;
    const BindNo *binds = resolve_scope_binds(at, view_def(at, term.number)->opens, &bind_count);
    if (!bind_count || bind_count > VALUE_MAX) return VALUE_UNKNOWN;
    for (uint32_t k = 0; k < bind_count; k++) {
      ValueId one = resolve_one(run, terms[i]);
      value = resolve_union(run, value, resolve_member_value(run, view, one, view_bind(at, binds[k])->name));
    }
  }
  return count ? value : VALUE_UNKNOWN;
}

/* A type parameter that stands for names of members. */
static bool is_key(Run *run, View *view, const Expr *key, ExprNo number, ValueId *ret_key) {
  TermId terms[VALUE_MAX];
  if (key->kind != EXPR_NAME) return false;
  *ret_key = resolve_eval_type(run, view, number);
  return resolve_terms(run, *ret_key, terms) == 1 && resolve_term_at(run, terms[0]).kind == TERM_PARAM;
}

/* T["name"], T[K], T[number], T[keyof T]. */
static ValueId index_type(Run *run, View *view, const Expr *expr) {
  ValueId base = resolve_eval_type(run, view, expr->base);
  if (expr->list.count != 1) return applied_type(run, view, expr);
  const Expr *key = view_expr(view, view_item(view, expr->list, 0));
  if (key->kind == EXPR_KEY_OF && !resolve_is_open(run, base)) return any_member(run, view, base);
  if (key->kind == EXPR_LITERAL && key->number == LITERAL_STRING && key->name.value) {
    return resolve_later(run, view, LATER_MEMBER, base, key->name);
  }
  ValueId by;
  bool is_keyed = view->lang->rules.subscript_is_member && is_key(run, view, key, view_item(view, expr->list, 0), &by);
  if (is_keyed) return resolve_keyed(run, view, by, base);
  if (view->lang->rules.subscript_is_member) return resolve_later(run, view, LATER_ELEMENT, base, (NameId){0});
  return applied_type(run, view, expr);
}

/* The type of a value; of what calling or iterating a value of a type gives. */
static ValueId type_of(Run *run, View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  bool of_type = expr->base && view_expr(view, expr->base)->kind == EXPR_OF_TYPE;
  LaterKind kind;
  switch (expr->kind) {
    case EXPR_CALL: kind = LATER_RESULT; break;
    case EXPR_NEW: kind = LATER_MADE; break;
    case EXPR_ITER: kind = LATER_ELEMENT; break;
    case EXPR_AWAIT: kind = LATER_AWAITED; break;
    default: return resolve_eval(run, view, number);
  }
  if (!of_type) return resolve_eval(run, view, number);
  return resolve_later(run, view, kind, resolve_eval_type(run, view, expr->base), (NameId){0});
}

static ValueId self_type(Run *run, View *view, const Expr *expr) {
  bool is_static;
  TermId self = resolve_self_term(run, view, expr->scope, &is_static);
  return self ? resolve_one(run, self) : VALUE_UNKNOWN;
}

/* One row per kind of expression that can stand where a type is wanted;
 * values that can (a class held by a variable) are asked for their
 * instances. */
static ValueId evaluate_type(Run *run, View *view, ExprNo number) {
  const Expr *expr = view_expr(view, number);
  TermId own = own_name(run, view, expr);
  if (own) return resolve_one(run, own);
  switch ((ExprKind)expr->kind) {
    case EXPR_NAME: case EXPR_MEMBER: return named_type(run, view, number);
    case EXPR_APPLY: return applied_type(run, view, expr);
    case EXPR_INDEX: return index_type(run, view, expr);
    case EXPR_LIST_OF: case EXPR_CHAN_OF: case EXPR_MAP_OF: case EXPR_TUPLE_OF:
      return container_type(run, view, expr);
    case EXPR_TUPLE: { /* written as a value where a type stands */
      Expr tuple = *expr;
      tuple.kind = EXPR_TUPLE_OF;
      return container_type(run, view, &tuple);
    }
    case EXPR_FUNC_OF: return function_type(run, view, expr);
    case EXPR_ANY: case EXPR_ALL: return union_type(run, view, expr->list);
    case EXPR_POINTER: case EXPR_OF_TYPE: return resolve_eval_type(run, view, expr->base);
    case EXPR_TYPE_OF: return type_of(run, view, expr->base);
    case EXPR_SELF: case EXPR_SELF_TYPE: return self_type(run, view, expr);
    case EXPR_OBJECT: case EXPR_LITERAL: return resolve_eval(run, view, number);
    case EXPR_OP: /* `x is T`: a boolean that says more */
      return resolve_one(run, resolve_term(run, (Term){.kind = TERM_LITERAL, .number = expr->name.value, .flags = LITERAL_BOOL}, NULL, 0));
    case EXPR_KEY_OF:
      return resolve_one(run, resolve_term(run, (Term){.kind = TERM_LITERAL, .flags = LITERAL_STRING}, NULL, 0));
    case EXPR_FUNC: /* a function's type is itself */
      if (resolve_is_callable_kind(view_def(view, expr->number)->kind)) return resolve_eval(run, view, number);
      return resolve_to_instance(run, resolve_eval(run, view, number));
    case EXPR_CALL: case EXPR_NEW: case EXPR_MODULE:
      return resolve_to_instance(run, resolve_eval(run, view, number));
    default: return VALUE_UNKNOWN;
  }
}

ValueId resolve_eval_type(Run *run, View *view, ExprNo expr) {
  if (!expr || expr >= view->facts->exprs.len) return VALUE_UNKNOWN;
  ValueId value;
  MemoFrame frame;
  if (resolve_memo_get(run, MEMO_TYPE, view->number, expr, &value)) return value;
  if (!resolve_memo_begin(run, MEMO_TYPE, view->number, expr, &frame)) return VALUE_UNKNOWN;
  value = evaluate_type(run, view, expr);
  resolve_memo_end(run, &frame, value);
  return value;
}
