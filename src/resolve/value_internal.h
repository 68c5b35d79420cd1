/* Values: making, joining and substituting sets of terms. */
#ifndef FATHOM_RESOLVE_VALUE_INTERNAL_H
#define FATHOM_RESOLVE_VALUE_INTERNAL_H

#include "src/resolve/run_internal.h"

/* What such an expression gives for the value: now, or, of terms that depend on a type
 * parameter, a term that is put off until it is known (TERM_LATER). resolve_now tries
 * again; resolve_keyed is T[K]. */
ValueId resolve_later(Run *run, View *view, LaterKind kind, ValueId base, NameId name);
ValueId resolve_now(Run *run, TermId later);
ValueId resolve_keyed(Run *run, View *view, ValueId key, ValueId base);
/* Type parameters nobody said anything about are what they are by default. */
void resolve_env_defaults(Run *run, View *view, DefNo def, Env *env);

/* Before a run: no terms and no values but the two fixed ones. */
void resolve_pool_reset(Run *run);
/* The one term of this kind, view, number and flags with these arguments: equal
 * terms have equal ids, so that values can be compared by number. Of `term`
 * the other fields are filled in. */
TermId resolve_term(Run *run, Term term, const ValueId *args, uint32_t count);
/* A term that names something of a file and has no arguments. */
static inline TermId resolve_term_of(Run *run, TermKind kind, uint32_t view, uint32_t number) {
  return resolve_term(run, (Term){.kind = (uint8_t)kind, .view = view, .number = number}, NULL, 0);
}
/* A term that consists of its arguments alone: a list, a tuple, a function type. */
static inline TermId resolve_term_with(Run *run, TermKind kind, const ValueId *args, uint32_t count) {
  return resolve_term(run, (Term){.kind = (uint8_t)kind}, args, count);
}
ValueId resolve_value(Run *run, const TermId *terms, uint32_t count);
ValueId resolve_one(Run *run, TermId term); /* the set of it alone */
ValueId resolve_union(Run *run, ValueId a, ValueId b);
ValueId resolve_without_unknown(Run *run, ValueId value);
ValueId resolve_ext(Run *run);
/* What a dependency does not tell about its own is outside all the same. */
ValueId resolve_told_by(Run *run, const View *view, ValueId value);
/* By value: the pool moves when it grows. */
static inline Term resolve_term_at(const Run *run, TermId term) {
  assert(term < run->pool->terms.len); /* of another run */
  return run->pool->terms.items[term];
}
uint32_t resolve_terms(const Run *run, ValueId value, TermId ret_terms[VALUE_MAX]);
static inline ValueId resolve_arg(const Run *run, Term term, uint32_t nth) {
  return nth < term.count ? run->pool->items.items[term.args + nth] : VALUE_UNKNOWN;
}
/* An instance; the library's lists and the like become the terms for them. */
TermId resolve_inst(Run *run, View *view, DefNo def, const ValueId *args, uint32_t count);
bool resolve_is_open(const Run *run, ValueId value);
bool resolve_is_partial(const Run *run, ValueId value);
bool resolve_has_kind(const Run *run, ValueId value, TermKind kind);
ValueId resolve_substitute(Run *run, ValueId value, const Env *env);
void resolve_env_add(Run *run, Env *env, TermId param, ValueId value); /* joins what is there */
/* The type arguments of an instance, and what self is. */
void resolve_env_type(Run *run, Env *env, TermId owner);

#endif
