/* Conversions: whether an argument can be given for a parameter, and what it takes,
 * where types are declared and pointers are types: equal, promoted, converted by the
 * language, converted by a constructor or operator. What is not known is said to be
 * unknown. References and qualifiers are not told apart. */
#include "src/resolve/conversion_internal.h"

#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"

typedef struct Rating {
  Run *run;
  const View *from;
  bool is_plain; /* constructors and operators are not tried */
} Rating;

static Rank rate(const Rating *rating, const Wanted *wanted, const Shape *given);

static bool only_term(const Rating *rating, ValueId value, TermId *ret_id, Term *ret_term) {
  TermId terms[VALUE_MAX];
  if (resolve_terms(rating->run, value, terms) != 1) return false;
  *ret_id = terms[0];
  *ret_term = resolve_term_at(rating->run, terms[0]);
  NameId name = ret_term->kind == TERM_LITERAL ? rating->from->lang->literals[ret_term->flags] : (NameId){0};
  if (name.value) {
    *ret_id = resolve_term_of(rating->run, TERM_PRIMITIVE, 0, name.value);
    *ret_term = resolve_term_at(rating->run, *ret_id);
  }
  return true;
}

static const Def *def_of(const Rating *rating, Term term) {
  return view_def(resolve_view_at(rating->run, term.view), term.number);
}

static bool is_instance(Term term) { return term.kind == TERM_INST || term.kind == TERM_SELF; }

static bool is_enum(const Rating *rating, Term term) { return is_instance(term) && def_of(rating, term)->kind == SYMBOL_ENUM; }

/* ---- numbers ---- */

static const Primitive *primitive(const Lang *lang, uint32_t name) {
  for (uint32_t i = 0; i < lang->primitive_count; i++) {
    if (lang->primitives[i].name.value == name) return &lang->primitives[i];
  }
  return NULL;
}

static bool is_named(const Rating *rating, Term term, const char *name) {
  return term.kind == TERM_PRIMITIVE && str_eq_c(names_text(rating->run->world->names, (NameId){term.number}), name);
}

/* The last of a group is what the others are promoted to. */
static Rank rate_numbers(const Rating *rating, Term wanted, Term given) {
  const Lang *lang = rating->from->lang;
  const Primitive *to = primitive(lang, wanted.number), *from = primitive(lang, given.number);
  if (wanted.number == given.number) return RANK_EXACT;
  if (!to || !from) return RANK_UNKNOWN;
  if (is_named(rating, wanted, "void") || is_named(rating, given, "void")) return RANK_NO;
  const Primitive *last = to + 1, *end = lang->primitives + lang->primitive_count;
  bool promotes = to->group == from->group && (last == end || last->group != to->group);
  return promotes ? RANK_PROMOTED : RANK_STANDARD;
}

/* ---- classes ---- */

/* `operator T()`: which T is not compared. */
static bool has_conversions(const Rating *rating, Term term) {
  View *view = resolve_view_at(rating->run, term.view);
  const MethodOrder *order = resolve_method_order(rating->run, view, term.number);
  for (uint32_t i = 0; order && i < order->count; i++) {
    Term base = resolve_term_at(rating->run, order->items[i]);
    View *at = resolve_view_at(rating->run, base.view);
    uint32_t count;
    const BindNo *binds = resolve_scope_binds(at, view_def(at, base.number)->opens, &count);
    for (uint32_t k = 0; k < count; k++) {
      Str name = names_text(rating->run->world->names, view_bind(at, binds[k])->name);
      if (str_starts_with(name, STR("operator "))) return true;
    }
  }
  return false;
}

/* Whether what is not known of the bases of a type could make it another one. */
static bool may_be_more(const Rating *rating, Term term) {
  const MethodOrder *order = resolve_method_order(rating->run, resolve_view_at(rating->run, term.view), term.number);
  return !order || order->unknown || order->ext;
}

/* A constructor that takes the argument alone, without another conversion. */
static Rank rate_made(const Rating *rating, TermId id, Term term, const Shape *given) {
  if (rating->is_plain) return RANK_NO;
  Run *run = rating->run;
  FoundList makers = {.count = 0};
  Rating plain = {run, rating->from, true};
  Rank best = RANK_NO;
  Call call = {.view = resolve_view_at(run, term.view), .args = {.count = 1}};
  resolve_find_constructors(run, rating->from, id, &makers);
  for (uint32_t i = 0; i < makers.count; i++) {
    const Found *found = &makers.items[i];
    if (!found->view || !found->def || !resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
    BindNo param = resolve_param(run, found->view, found->def, 0, (NameId){0});
    if (!param || !resolve_takes_as_many(run, found, &call)) continue;
    Env env = {0};
    resolve_env_found(run, &env, found);
    Wanted wanted = {.shape = resolve_type_shape(run, found->view, view_bind(found->view, param)->type)};
    wanted.shape.type = resolve_substitute(run, wanted.shape.type, &env);
    wanted.deduced = resolve_is_open(run, wanted.shape.type);
    Rank own = rate(&plain, &wanted, given);
    if (own > best) best = own;
  }
  if (makers.ext || makers.unknown || resolve_view_at(run, term.view)->entry->is_library) return best > RANK_UNKNOWN ? RANK_USER : RANK_UNKNOWN;
  return best > RANK_UNKNOWN ? RANK_USER : best;
}

/* vector<int> is no vector<char>, and vector<T> may be. */
static Rank rate_arguments(const Rating *rating, Term wanted, Term given) {
  Rank worst = RANK_EXACT;
  for (uint32_t i = 0; i < wanted.count && i < given.count; i++) {
    ValueId own = resolve_expand_all(rating->run, resolve_arg(rating->run, wanted, i));
    ValueId other = resolve_expand_all(rating->run, resolve_arg(rating->run, given, i));
    TermId left, right;
    Term one, two;
    if (own == other || !only_term(rating, own, &left, &one)) continue;
    bool is_type = one.kind == TERM_PRIMITIVE || one.kind == TERM_INST;
    bool is_known = only_term(rating, other, &right, &two);
    if (is_type && (!is_known || two.kind == TERM_PARAM || two.kind == TERM_UNKNOWN)) worst = RANK_UNKNOWN;
    if (!is_known) continue;
    if (!is_type || (two.kind != TERM_PRIMITIVE && two.kind != TERM_INST)) continue;
    if (one.kind == TERM_INST && two.kind == TERM_INST) continue;
    return RANK_NO;
  }
  return worst;
}

/* As one of its bases. */
static Rank rate_base(const Rating *rating, Term wanted, TermId given) {
  TermId base = resolve_as_base(rating->run, given, wanted.view, wanted.number);
  Rank own = base ? rate_arguments(rating, wanted, resolve_term_at(rating->run, base)) : RANK_NO;
  return own == RANK_EXACT ? RANK_STANDARD : own;
}

static Rank rate_instances(const Rating *rating, const Wanted *wanted, const Shape *given) {
  TermId id, given_id;
  Term to, from;
  if (!only_term(rating, wanted->shape.type, &id, &to) || !only_term(rating, given->type, &given_id, &from)) return RANK_UNKNOWN;
  if (to.view == from.view && to.number == from.number) {
    Rank own = rate_arguments(rating, to, from);
    return own == RANK_NO && !wanted->deduced ? rate_made(rating, id, to, given) : own;
  }
  if (resolve_as_base(rating->run, given_id, to.view, to.number)) return rate_base(rating, to, given_id);
  if (is_enum(rating, to)) return RANK_NO;
  Rank best = wanted->deduced ? RANK_NO : rate_made(rating, id, to, given);
  if (best > RANK_UNKNOWN || is_enum(rating, from)) return best;
  if (!rating->is_plain && !wanted->deduced && has_conversions(rating, from)) return RANK_USER;
  return best == RANK_NO && may_be_more(rating, from) && resolve_view_at(rating->run, to.view)->entry->is_library ? RANK_UNKNOWN : best;
}

/* ---- what pointers lead to ---- */

static Rank rate_pointers(const Rating *rating, const Wanted *wanted, const Shape *given) {
  TermId id, given_id;
  Term to, from;
  if (!only_term(rating, wanted->shape.type, &id, &to) || !only_term(rating, given->type, &given_id, &from)) return RANK_UNKNOWN;
  if (id == given_id) return RANK_EXACT;
  if (is_named(rating, to, "void")) return RANK_STANDARD;
  if (to.kind == TERM_PRIMITIVE && from.kind == TERM_PRIMITIVE) return RANK_NO;
  if (is_instance(to) && is_instance(from)) {
    if (to.view == from.view && to.number == from.number) return rate_arguments(rating, to, from);
    if (resolve_as_base(rating->run, given_id, to.view, to.number)) return rate_base(rating, to, given_id);
    return may_be_more(rating, from) ? RANK_UNKNOWN : RANK_NO;
  }
  bool clear = (to.kind == TERM_PRIMITIVE && is_instance(from)) || (is_instance(to) && from.kind == TERM_PRIMITIVE);
  return clear ? RANK_NO : RANK_UNKNOWN;
}

/* By types alone, without references and pointers around them. What cannot be
 * told is unknown, never a refusal: a conversion may stand where we do not
 * look. */
static Rank rate_plain(const Rating *rating, const Wanted *wanted, const Shape *given) {
  TermId id, given_id;
  Term to, from;
  if (!only_term(rating, wanted->shape.type, &id, &to) || !only_term(rating, given->type, &given_id, &from)) return RANK_UNKNOWN;
  if (id == given_id) return RANK_EXACT;
  if (to.kind == TERM_PRIMITIVE && from.kind == TERM_PRIMITIVE) return rate_numbers(rating, to, from);
  if (to.kind == TERM_PRIMITIVE && is_enum(rating, from)) return RANK_STANDARD;
  if (to.kind == TERM_PRIMITIVE && is_instance(from)) {
    if (!rating->is_plain && has_conversions(rating, from)) return RANK_USER;
    return may_be_more(rating, from) ? RANK_UNKNOWN : RANK_NO;
  }
  if (is_instance(to) && is_instance(from)) return rate_instances(rating, wanted, given);
  if (is_instance(to) && from.kind == TERM_PRIMITIVE) return is_enum(rating, to) || wanted->deduced ? RANK_NO : rate_made(rating, id, to, given);
  bool named = (to.kind == TERM_EXT || to.kind == TERM_NAMED) && (from.kind == TERM_EXT || from.kind == TERM_NAMED);
  return named && to.number && to.number == from.number ? RANK_EXACT : RANK_UNKNOWN;
}

/* One side is a pointer, or more of one. */
static Rank rate_uneven(const Rating *rating, const Wanted *wanted, const Shape *given) {
  TermId id;
  Term term;
  if (wanted->shape.pointers && given->pointers) return only_term(rating, wanted->shape.type, &id, &term) && is_named(rating, term, "void") ? RANK_STANDARD : RANK_NO;
  if (wanted->shape.pointers) {
    if (!only_term(rating, given->type, &id, &term)) return RANK_UNKNOWN;
    if (is_instance(term)) return has_conversions(rating, term) ? RANK_UNKNOWN : RANK_NO;
    return term.kind == TERM_PRIMITIVE ? RANK_NO : RANK_UNKNOWN;
  }
  if (!only_term(rating, wanted->shape.type, &id, &term)) return RANK_UNKNOWN;
  if (term.kind == TERM_PRIMITIVE) return is_named(rating, term, "bool") ? RANK_STANDARD : RANK_NO;
  if (is_instance(term)) return is_enum(rating, term) || wanted->deduced ? RANK_NO : rate_made(rating, id, term, given);
  return RANK_UNKNOWN;
}

/* ---- type parameters ---- */

/* T, T& and T&& take everything, T* what is a pointer. */
static Rank rate_deduced(const Wanted *wanted, const Shape *given) {
  if (given->is_list) return RANK_NO;
  if (!wanted->shape.pointers) return RANK_EXACT;
  if (given->is_null && !given->pointers) return RANK_NO;
  if (!given->known) return given->pointers >= wanted->shape.pointers ? RANK_EXACT : RANK_UNKNOWN;
  return given->pointers >= wanted->shape.pointers ? RANK_EXACT : RANK_NO;
}

static Rank rate_list(const Rating *rating, const Wanted *wanted, const Shape *given) {
  TermId id;
  Term term;
  if (given->is_several && wanted->shape.pointers) return RANK_NO;
  if (wanted->shape.pointers || !only_term(rating, wanted->shape.type, &id, &term)) return RANK_UNKNOWN;
  if (wanted->deduced) return RANK_NO;
  if (term.kind == TERM_PRIMITIVE) return given->is_several ? RANK_NO : RANK_STANDARD;
  return is_instance(term) ? RANK_USER : RANK_UNKNOWN;
}

static Rank rate(const Rating *rating, const Wanted *wanted, const Shape *given) {
  TermId id;
  Term term;
  bool is_param = only_term(rating, wanted->shape.type, &id, &term) && term.kind == TERM_PARAM;
  if (is_param && wanted->deduced) return rate_deduced(wanted, given);
  if (given->is_list) return rate_list(rating, wanted, given);
  if (given->is_null && wanted->shape.pointers && !given->pointers) return RANK_STANDARD;
  if (given->type == VALUE_NOTHING) { /* nullptr where no pointer is wanted */
    bool known = only_term(rating, wanted->shape.type, &id, &term);
    return known && (term.kind == TERM_PRIMITIVE || is_enum(rating, term)) ? RANK_NO : RANK_UNKNOWN;
  }
  if (given->type == VALUE_UNKNOWN || wanted->shape.type == VALUE_UNKNOWN) return RANK_UNKNOWN;
  bool same = wanted->shape.type == given->type && wanted->shape.pointers == given->pointers;
  if (same) return RANK_EXACT;
  if (is_param || (only_term(rating, given->type, &id, &term) && term.kind == TERM_PARAM)) return RANK_UNKNOWN;
  if (!given->known || !wanted->shape.known) return RANK_UNKNOWN;
  if (wanted->shape.pointers != given->pointers) return rate_uneven(rating, wanted, given);
  return wanted->shape.pointers ? rate_pointers(rating, wanted, given) : rate_plain(rating, wanted, given);
}

Rank resolve_rank(Run *run, const View *from, const Wanted *wanted, const Shape *given) {
  Rating rating = {run, from, false};
  return rate(&rating, wanted, given);
}
