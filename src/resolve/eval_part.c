/* What is inside of values: elements, parts, subscripts, awaited values. */
#include "src/resolve/arguments_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

static ValueId literal(Run *run, LiteralKind kind) {
  return resolve_one(run, resolve_term(run, (Term){.kind = TERM_LITERAL, .flags = (uint8_t)kind}, NULL, 0));
}

static bool is_callable(const Found *found) {
  return found->view && found->def && resolve_is_callable_kind(view_def(found->view, found->def)->kind);
}

/* Calls the member without arguments, or reads it when it is no function. */
static ValueId follow_member(Run *run, const View *view, ValueId value, NameId name) {
  FoundList list = {.count = 0};
  resolve_find_members(run, view, value, name, MODE_VALUE | MODE_CALL, &list);
  if (list.count == 0) return list.ext ? resolve_ext(run) : VALUE_UNKNOWN;
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    result = resolve_union(run, result, is_callable(found) ? resolve_result(run, found, NULL) : resolve_value_of(run, found));
  }
  return result;
}

/* Protocols of a language are chains of members: "__iter__ __next__" is what
 * a loop calls. Each step is called, or read where it is no function. */
static ValueId follow_words(Run *run, const View *view, ValueId value, const Words *words) {
  for (uint32_t i = 0; i < words->count && value != VALUE_UNKNOWN; i++) {
    value = follow_member(run, view, value, words->names[i]);
  }
  return value;
}

/* The callables of a name that a value's types have give their results; what has
 * none stays. Those that give another such value are followed on. */
ValueId resolve_through(Run *run, const View *view, ValueId value, NameId name) {
  enum { STEPS_MAX = 4 };
  for (int step = 0; step < STEPS_MAX && name.value && resolve_has_kind(run, value, TERM_INST); step++) {
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, resolve_expand_all(run, value), terms);
    ValueId next = VALUE_NOTHING;
    for (uint32_t i = 0; i < count; i++) {
      FoundList list = {.count = 0};
      if (resolve_term_at(run, terms[i]).kind == TERM_INST) resolve_find_member(run, view, terms[i], name, MODE_VALUE | MODE_CALL, &list);
      bool found = list.count && is_callable(&list.items[0]);
      next = resolve_union(run, next, found ? resolve_result(run, &list.items[0], NULL) : resolve_one(run, terms[i]));
    }
    if (next == value) break;
    value = next;
    if (!names_same(name, view->lang->arrow)) break;
  }
  return value;
}

/* ---- elements ---- */

/* Where loops go through a protocol, the library's type for maps says what
 * they give (keys, pairs); else it is the key first, then the value. */
static ValueId iter_map(Run *run, const View *view, TermId id, Term term, bool key) {
  if (view->lang->rules.maps_give_pairs) {
    ValueId pair[2] = {resolve_arg(run, term, 0), resolve_arg(run, term, 1)};
    return resolve_one(run, resolve_term_with(run, TERM_TUPLE, pair, 2));
  }
  if (!view->lang->iterate.count) return resolve_arg(run, term, key ? 0 : 1);
  TermId library = resolve_library_term(run, view, id);
  if (!library) return resolve_arg(run, term, 0);
  return follow_words(run, view, resolve_one(run, library), &view->lang->iterate);
}

/* A list that a step gives, where the library has no type for lists that could
 * take the next one: its elements are what the rest of the way leads to. */
static bool is_plain_list(Run *run, const View *view, ValueId value) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(run, value, terms) != 1) return false;
  TermKind kind = (TermKind)resolve_term_at(run, terms[0]).kind;
  bool is_list = kind == TERM_LIST || kind == TERM_GENERATOR || kind == TERM_SET;
  return is_list && !resolve_library_term(run, view, terms[0]);
}

/* What is its own iterator has the last member alone. */
static ValueId follow_protocol(Run *run, const View *view, TermId id, const Words *words, bool key) {
  ValueId value = resolve_one(run, id);
  for (uint32_t i = 0; i < words->count && value != VALUE_UNKNOWN; i++) {
    if (i && is_plain_list(run, view, value)) return resolve_iter(run, view, value, key);
    value = follow_member(run, view, value, words->names[i]);
  }
  if (value != VALUE_UNKNOWN && value != resolve_ext(run)) return value;
  FoundList own = {.count = 0};
  NameId last = words->names[words->count - 1];
  resolve_find_member(run, view, id, last, MODE_VALUE | MODE_CALL, &own);
  return own.count ? follow_member(run, view, resolve_one(run, id), last) : value;
}

/* The protocol of iteration, then that of subscripts, which some languages
 * fall back to. */
static ValueId iter_instance(Run *run, const View *view, TermId id, Term term, bool key) {
  ValueId target = resolve_expand(run, id);
  if (target != resolve_one(run, id)) return resolve_iter(run, view, target, key);
  const Lang *lang = resolve_view_at(run, term.view)->lang;
  if (lang->iterate.count) {
    ValueId value = resolve_through(run, view, follow_protocol(run, view, id, &lang->iterate, key), lang->pointed);
    if (value != VALUE_UNKNOWN && (value != resolve_ext(run) || !lang->index.value)) return value;
  }
  if (lang->index.value) return follow_member(run, view, resolve_one(run, id), lang->index);
  return VALUE_UNKNOWN;
}

/* One row per kind. Elements of several kinds are joined: which one it is
 * only running would tell. */
static ValueId iter_term(Run *run, const View *view, TermId id, bool key) {
  Term term = resolve_term_at(run, id);
  switch ((TermKind)term.kind) {
    case TERM_LIST: return key ? literal(run, LITERAL_INT) : resolve_arg(run, term, 0);
    case TERM_SET: case TERM_CHAN: case TERM_GENERATOR: return resolve_arg(run, term, 0);
    case TERM_MAP: return iter_map(run, view, id, term, key);
    case TERM_TUPLE: {
      ValueId all = VALUE_NOTHING;
      for (uint32_t i = 0; i < term.count; i++) all = resolve_union(run, all, resolve_arg(run, term, i));
      return all == VALUE_NOTHING ? VALUE_UNKNOWN : all;
    }
    case TERM_PROMISE: return resolve_iter(run, view, resolve_arg(run, term, 0), key);
    case TERM_INST: case TERM_SELF: return iter_instance(run, view, id, term, key);
    case TERM_FUNC: /* hands its elements to the function it is given */
      return resolve_func_param(run, resolve_func_param(run, resolve_one(run, id), 0), key ? 0 : 1);
    case TERM_DEF: case TERM_BOUND: /* so does one by its name, where loops go by no member */
      return view->lang->iterate.count ? VALUE_UNKNOWN : resolve_func_param(run, resolve_func_param(run, resolve_one(run, id), 0), key ? 0 : 1);
    case TERM_LATER: return resolve_iter(run, view, resolve_now(run, id), key);
    case TERM_LITERAL: return term.flags == LITERAL_STRING ? literal(run, key ? LITERAL_INT : LITERAL_STRING) : VALUE_UNKNOWN;
    case TERM_PARAM: {
      View *at = resolve_view_at(run, term.view);
      const Bind *bind = view_bind(at, term.number);
      bool bounded = (bind->flags & BIND_TYPE_PARAM) && bind->type;
      return bounded ? resolve_iter(run, view, resolve_eval_type(run, at, bind->type), key) : VALUE_UNKNOWN;
    }
    case TERM_EXT: return resolve_one(run, id);
    default: return VALUE_UNKNOWN;
  }
}

ValueId resolve_iter(Run *run, const View *view, ValueId value, bool key) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  if (count == 0 || !resolve_enter(run)) return VALUE_UNKNOWN;
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) result = resolve_union(run, result, iter_term(run, view, terms[i], key));
  resolve_leave(run);
  return result;
}

/* ---- parts ---- */

/* A type that extends a tuple (one with names for its parts) has its parts. */
static Term tuple_base(Run *run, Term inst) {
  View *view = resolve_view_at(run, inst.view);
  const Def *def = view_def(view, inst.number);
  for (uint32_t i = 0; i < def->bases.count; i++) {
    ExprNo base = view_item(view, def->bases, i);
    if (view_expr(view, base)->kind != EXPR_TUPLE_OF) continue;
    TermId terms[VALUE_MAX];
    if (resolve_terms(run, resolve_eval_type(run, view, base), terms) != 1) continue;
    Term term = resolve_term_at(run, terms[0]);
    if (term.kind == TERM_TUPLE) return term;
  }
  return (Term){0};
}

/* What a type's components are: its properties, or, where it has none, its fields. */
static unsigned component_kind(const View *view, DefNo type) {
  for (DefNo i = type + 1; i < view->facts->defs.len; i++) {
    const Def *def = view_def(view, i);
    if (def->container != type) break;
    if (def->kind == SYMBOL_PROPERTY) return SYMBOL_PROPERTY;
  }
  return SYMBOL_FIELD;
}

/* The nth component of a record: its first fields, each with a method that
 * nobody wrote or somebody wrote instead. */
static ValueId component(Run *run, const View *from, TermId id, Term inst, uint32_t nth) {
  const View *view = resolve_view_at(run, inst.view);
  unsigned kind = component_kind(view, inst.number);
  for (DefNo i = inst.number + 1; i < view->facts->defs.len; i++) {
    const Def *def = view_def(view, i);
    if (def->container != inst.number) break;
    if (def->kind != kind || nth-- > 0) continue;
    FoundList list = {.count = 0};
    resolve_find_member(run, from, id, def->name, MODE_VALUE, &list);
    return resolve_value_of_all(run, &list);
  }
  return VALUE_UNKNOWN;
}

/* Where a value is no tuple, taking it apart means its elements, or its
 * fields, or, for several results, the value itself first. */
static ValueId part_of_term(Run *run, const View *view, TermId id, uint32_t nth) {
  Term term = resolve_term_at(run, id);
  if (term.kind == TERM_TUPLE) return nth < term.count ? resolve_arg(run, term, nth) : VALUE_UNKNOWN;
  if (term.kind == TERM_INST) {
    ValueId target = resolve_expand(run, id);
    TermId only[VALUE_MAX];
    bool is_tuple = resolve_terms(run, target, only) == 1 && resolve_term_at(run, only[0]).kind == TERM_TUPLE;
    if (is_tuple) return resolve_arg(run, resolve_term_at(run, only[0]), nth);
    Term parts = tuple_base(run, term);
    if (parts.count) return nth < parts.count ? resolve_arg(run, parts, nth) : VALUE_UNKNOWN;
    if (view->lang->rules.parts_are_fields) return component(run, view, id, term, nth);
  }
  /* `v, ok := m[k]`: the first of several is the value itself. */
  if (!view->lang->iterate.count) return nth == 0 ? resolve_one(run, id) : VALUE_UNKNOWN;
  return resolve_iter(run, view, resolve_one(run, id), false);
}

ValueId resolve_part(Run *run, const View *view, ValueId value, uint32_t nth) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  if (count == 0) return VALUE_UNKNOWN;
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) result = resolve_union(run, result, part_of_term(run, view, terms[i], nth));
  return result;
}

/* The field of a variant, as the value that is taken apart says what the type
 * parameters are. */
static ValueId variant_part(Run *run, const Found *found, ValueId whole, NameId name) {
  View *view = found->view;
  const Def *variant = view_def(view, found->def);
  uint32_t count, terms_count;
  const BindNo *binds = resolve_binds(view, variant->opens, name, &count);
  DefNo field = variant->opens && count ? view_bind(view, binds[0])->def : 0;
  if (!field || !view_def(view, field)->type) return VALUE_UNKNOWN;
  ValueId type = resolve_eval_type(run, view, view_def(view, field)->type);
  if (!resolve_is_open(run, type)) return type;
  TermId terms[VALUE_MAX];
  terms_count = resolve_terms(run, resolve_expand_all(run, whole), terms);
  Env env = {0};
  for (uint32_t i = 0; i < terms_count; i++) {
    TermId base = resolve_as_base(run, terms[i], view->number, variant->container);
    if (base) resolve_env_type(run, &env, base);
  }
  return resolve_substitute(run, type, &env);
}

/* A part of what a pattern names: a variant's field, or that of a type. */
ValueId resolve_named_part(Run *run, View *view, const Expr *expr) {
  ValueId whole = resolve_eval(run, view, view_item(view, expr->list, 0));
  NameId name = expr->name;
  if (!name.value) name = names_intern(run->world->names, str_format(run->arena, "%u", expr->number));
  FoundList list;
  bool named = resolve_find(run, view, expr->base, &list);
  for (uint32_t i = 0; named && i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->def || view_def(found->view, found->def)->kind != SYMBOL_ENUM_MEMBER) continue;
    return variant_part(run, found, whole, name);
  }
  ValueId type = resolve_eval_type(run, view, expr->base);
  if (resolve_is_partial(run, whole) || whole == VALUE_UNKNOWN) whole = type;
  return resolve_member_value(run, view, whole, name);
}

/* The remaining parts of a tuple are a list of any of them. */
ValueId resolve_rest(Run *run, ValueId value, uint32_t from) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_TUPLE) continue;
    ValueId all = VALUE_NOTHING;
    for (uint32_t k = from; k < term.count; k++) all = resolve_union(run, all, resolve_arg(run, term, k));
    terms[i] = resolve_term_with(run, TERM_LIST, &all, 1);
  }
  return count ? resolve_value(run, terms, count) : value;
}

/* ---- subscripts ---- */

/* What a subscript of an object gives: by the language's own method for it, or,
 * where pointers are subscripted, what the pointer leads to. */
static ValueId index_instance(Run *run, View *view, TermId id, Term term, const Expr *expr) {
  ValueId target = resolve_expand(run, id);
  if (target != resolve_one(run, id)) return resolve_index_of(run, view, target);
  const Lang *lang = resolve_view_at(run, term.view)->lang;
  ValueId none = lang->rules.subscript_of_pointer ? resolve_one(run, id) : VALUE_UNKNOWN;
  if (!lang->index.value) return none;
  FoundList list = {.count = 0};
  resolve_find_member(run, view, id, lang->index, MODE_VALUE | MODE_CALL, &list);
  if (list.count == 0) {
    ValueId class = resolve_class_in(run, view, id, term);
    if (class != VALUE_UNKNOWN) return class;
    return list.ext ? resolve_ext(run) : none;
  }
  Call call = {.view = view, .args = expr ? expr->list : (ExprList){0}};
  if (expr) resolve_choose(run, &call, &list);
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    result = resolve_union(run, result, is_callable(found) ? resolve_result(run, found, NULL) : resolve_value_of(run, found));
  }
  return result;
}

/* A generic named with its type arguments. */
static ValueId index_def(Run *run, View *view, Term term, const Expr *expr) {
  enum { MOST = 8 };
  ValueId args[MOST];
  uint32_t count = 0;
  for (; expr && count < expr->list.count && count < MOST; count++) {
    args[count] = resolve_eval_type(run, view, view_item(view, expr->list, count));
  }
  return resolve_one(run, resolve_term(run, (Term){.kind = TERM_DEF, .view = term.view, .number = term.number}, args, count));
}

/* A literal number picks the part; anything else may be any of them. */
static ValueId index_tuple(Run *run, View *view, Term term, const Expr *expr) {
  if (expr && expr->list.count == 1) {
    const Expr *key = view_expr(view, view_item(view, expr->list, 0));
    int64_t nth;
    if (key->kind == EXPR_LITERAL && key->number == LITERAL_INT && key->name.value &&
        str_to_int(names_text(run->world->names, key->name), &nth) && nth >= 0 && nth < term.count) {
      return resolve_arg(run, term, (uint32_t)nth);
    }
  }
  ValueId all = VALUE_NOTHING;
  for (uint32_t i = 0; i < term.count; i++) all = resolve_union(run, all, resolve_arg(run, term, i));
  return all;
}

/* What a subscript gives of each kind of term. */
static ValueId index_term(Run *run, View *view, TermId id, const Expr *expr) {
  Term term = resolve_term_at(run, id);
  switch ((TermKind)term.kind) {
    case TERM_LIST: return resolve_arg(run, term, 0);
    case TERM_MAP: return resolve_arg(run, term, 1);
    case TERM_TUPLE: return index_tuple(run, view, term, expr);
    case TERM_INST: case TERM_SELF: return index_instance(run, view, id, term, expr);
    case TERM_DEF: return index_def(run, view, term, expr);
    case TERM_LATER: return resolve_index_of(run, view, resolve_now(run, id));
    case TERM_LITERAL: return term.flags == LITERAL_STRING ? resolve_one(run, id) : VALUE_UNKNOWN;
    case TERM_PARAM: {
      View *at = resolve_view_at(run, term.view);
      const Bind *bind = view_bind(at, term.number);
      bool bounded = (bind->flags & BIND_TYPE_PARAM) && bind->type;
      return bounded ? resolve_index_of(run, view, resolve_eval_type(run, at, bind->type)) : VALUE_UNKNOWN;
    }
    case TERM_EXT: return resolve_one(run, id);
    default: return VALUE_UNKNOWN;
  }
}

static ValueId index_value(Run *run, View *view, ValueId base, const Expr *expr) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, base, terms);
  if (count == 0 || !resolve_enter(run)) return VALUE_UNKNOWN;
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) result = resolve_union(run, result, index_term(run, view, terms[i], expr));
  resolve_leave(run);
  return result;
}

ValueId resolve_any_member(Run *run, View *view, ValueId base) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_expand_all(run, base), terms);
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind != TERM_INST) continue;
    ValueId value = index_instance(run, view, terms[i], term, NULL);
    if (value != VALUE_UNKNOWN) result = resolve_union(run, result, value);
  }
  return result == VALUE_NOTHING ? VALUE_UNKNOWN : result;
}

ValueId resolve_index_of(Run *run, View *view, ValueId base) { return index_value(run, view, base, NULL); }

ValueId resolve_index_value(Run *run, View *view, const Expr *expr) {
  ValueId base = resolve_eval(run, view, expr->base);
  if (expr->name.value) { /* `[key]: …` of the object */
    ValueId value = resolve_member_value(run, view, base, expr->name);
    if (value != VALUE_UNKNOWN && value != resolve_ext(run)) return value;
  }
  if (expr->list.count == 1) {
    const Expr *key = view_expr(view, view_item(view, expr->list, 0));
    bool is_name = key->kind == EXPR_LITERAL && key->number == LITERAL_STRING && key->name.value;
    if (is_name && view->lang->rules.subscript_is_member) {
      ValueId value = resolve_member_value(run, view, base, key->name);
      if (value != VALUE_UNKNOWN) return value;
    }
  }
  ValueId value = index_value(run, view, base, expr);
  return value == VALUE_UNKNOWN ? resolve_put_into(run, view, expr) : value;
}

/* ---- awaiting ---- */

/* Awaiting something that is no promise gives it back, which is what
 * languages do. */
ValueId resolve_await(Run *run, const View *view, ValueId value) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_expand_all(run, value), terms);
  if (count == 0) return value;
  ValueId result = VALUE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    ValueId own = resolve_one(run, terms[i]);
    if (term.kind == TERM_PROMISE) {
      own = resolve_arg(run, term, 0);
    } else if (term.kind == TERM_INST && view->lang->await.count) {
      ValueId awaited = follow_words(run, view, own, &view->lang->await);
      if (awaited != VALUE_UNKNOWN) own = awaited;
    }
    result = resolve_union(run, result, own);
  }
  return result;
}

/* ---- operators ---- */

static bool is_comparison(Str sign) {
  return language_word_in("== != === !== < > <= >= ! && not in is instanceof", sign);
}

/* Text wins over numbers, wider numbers over narrower ones. */
static unsigned literal_rank(const Run *run, const Lang *lang, Term term) {
  if (term.kind == TERM_LITERAL) return term.flags == LITERAL_CHAR ? LITERAL_INT : term.flags;
  uint32_t name = term.kind == TERM_PRIMITIVE ? term.number : 0;
  if (term.kind == TERM_INST || term.kind == TERM_NAMED) {
    NameId own = {term.number};
    if (term.kind == TERM_INST) own = view_def(resolve_view_at(run, term.view), term.number)->name;
    if (own.value && names_same(own, lang->literals[LITERAL_STRING])) return LITERAL_STRING;
    for (uint32_t i = 0; i < lang->primitive_count; i++) { /* boxed */
      if (own.value && names_same(lang->primitives[i].box, own)) name = lang->primitives[i].name.value;
    }
  }
  if (!name) return 0;
  for (unsigned i = LITERAL_BOOL; i <= LITERAL_DOUBLE; i++) {
    if (lang->literals[i].value == name) return i;
  }
  return LITERAL_INT; /* smaller than any literal: widened */
}

bool resolve_is_predicate(const View *view, ExprNo expr) {
  return expr && view_expr(view, expr)->kind == EXPR_OP && view_expr(view, expr)->base;
}

/* A function whose declared result says `x is T` makes its argument a T
 * where it answered yes. The parameter that the declaration names must be
 * the one that the guarded expression was given for. */
bool resolve_predicate_type(Run *run, View *view, ExprNo number, ValueId *ret_type) {
  const Expr *guard = view_expr(view, number);
  FoundList list;
  if (!resolve_find(run, view, guard->base, &list) || list.count == 0) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!is_callable(found)) continue;
    const Def *def = view_def(found->view, found->def);
    const Expr *says = def->type ? view_expr(found->view, def->type) : NULL;
    if (!says || says->kind != EXPR_OP || says->list.count != 2) continue;
    const Expr *name = view_expr(found->view, view_item(found->view, says->list, 0));
    BindNo param = resolve_param(run, found->view, found->def, guard->number, (NameId){0});
    if (!param || !names_same(view_bind(found->view, param)->name, name->name)) continue;
    *ret_type = resolve_eval_type(run, found->view, view_item(found->view, says->list, 1));
    return *ret_type != VALUE_UNKNOWN;
  }
  return false;
}

/* Where texts are primitive, too. */
static bool is_text(const Run *run, const Lang *lang, Term term) {
  if (term.kind == TERM_PRIMITIVE) return term.number == lang->literals[LITERAL_STRING].value;
  return literal_rank(run, lang, term) == LITERAL_STRING;
}

/* A & B, where one of them is a text: a text too, unless the other is of a type that has a
 * name, which is then one that texts can be joined to. Unknown: none of them is a text. */
static ValueId joined(Run *run, View *view, const Expr *expr) {
  bool is_known = false;
  ValueId named = VALUE_UNKNOWN;
  for (uint32_t i = 0; i < expr->list.count; i++) {
    ValueId value = resolve_eval(run, view, view_item(view, expr->list, i));
    TermId terms[VALUE_MAX];
    Term term = resolve_terms(run, value, terms) == 1 ? resolve_term_at(run, terms[0]) : (Term){0};
    if (is_text(run, view->lang, term)) is_known = true;
    else if (term.kind == TERM_INST || term.kind == TERM_NAMED || (term.kind == TERM_EXT && term.number)) named = value;
  }
  if (!is_known) return VALUE_UNKNOWN;
  return named != VALUE_UNKNOWN ? named : literal(run, LITERAL_STRING);
}

/* Comparisons give booleans; arithmetic gives the widest operand, text wins
 * where `+` joins. An operand that is not known makes the result unknown:
 * operators can be overloaded. */
ValueId resolve_op(Run *run, View *view, const Expr *expr) {
  Str sign = names_text(run->world->names, expr->name);
  if (is_comparison(sign)) return literal(run, LITERAL_BOOL);
  const char *joins = view->lang->language->names.joins;
  ValueId text = joins && str_eq_c(sign, joins) ? joined(run, view, expr) : VALUE_UNKNOWN;
  if (text != VALUE_UNKNOWN) return text;
  ValueId first = expr->list.count ? resolve_eval(run, view, view_item(view, expr->list, 0)) : VALUE_UNKNOWN;
  if (expr->list.count == 1 && view->lang->pointed.value && str_eq_c(sign, "*")) return resolve_through(run, view, first, view->lang->pointed);
  const char *prefix = view->lang->language->names.operators;
  if (prefix && resolve_has_kind(run, first, TERM_INST)) {
    ValueId given = resolve_through(run, view, first, names_intern(run->world->names, str_format(run->arena, "%s%.*s", prefix, (int)sign.len, sign.ptr)));
    if (given != first) return given;
  }
  unsigned widest = 0;
  for (uint32_t i = 0; i < expr->list.count; i++) {
    TermId terms[VALUE_MAX];
    uint32_t count = resolve_terms(run, resolve_eval(run, view, view_item(view, expr->list, i)), terms);
    unsigned rank = count == 1 ? literal_rank(run, view->lang, resolve_term_at(run, terms[0])) : 0;
    if (count == 1 && rank == LITERAL_STRING && str_eq_c(sign, "+")) return literal(run, LITERAL_STRING);
    if (rank == 0) widest = UINT32_MAX;
    if (widest != UINT32_MAX && rank > widest) widest = rank;
  }
  if (widest == 0 || widest == UINT32_MAX) return VALUE_UNKNOWN;
  return literal(run, (LiteralKind)widest);
}
