/* Evaluation: what expressions are, as values and as types. */
#ifndef FATHOM_RESOLVE_EVAL_INTERNAL_H
#define FATHOM_RESOLVE_EVAL_INTERNAL_H

#include "src/resolve/run_internal.h"

/* eval.c: expressions as values */
ValueId resolve_eval(Run *run, View *view, ExprNo expr);
ValueId resolve_value_of(Run *run, const Found *found);
ValueId resolve_value_of_all(Run *run, const FoundList *list);
ValueId resolve_bind_value(Run *run, View *view, BindNo bind);

/* eval_part.c: what is inside of values */
ValueId resolve_iter(Run *run, const View *view, ValueId value, bool key);
ValueId resolve_part(Run *run, const View *view, ValueId value, uint32_t nth);
ValueId resolve_named_part(Run *run, View *view, const Expr *expr); /* of what a pattern names */
ValueId resolve_rest(Run *run, ValueId value, uint32_t from);
ValueId resolve_index_of(Run *run, View *view, ValueId base); /* any element */
/* What a member of any name is, where a type says so. */
ValueId resolve_any_member(Run *run, View *view, ValueId base);
ValueId resolve_index_value(Run *run, View *view, const Expr *expr);
ValueId resolve_await(Run *run, const View *view, ValueId value);
ValueId resolve_op(Run *run, View *view, const Expr *expr);
/* `f(x)` as a guard: what x is when f's result says so (`x is T`). */
bool resolve_is_predicate(const View *view, ExprNo expr);
bool resolve_predicate_type(Run *run, View *view, ExprNo expr, ValueId *ret_type);

/* eval_type.c: expressions as types; the value is what an instance is */
ValueId resolve_eval_type(Run *run, View *view, ExprNo expr);
ValueId resolve_to_instance(Run *run, ValueId value); /* types to instances of them */
ValueId resolve_expand(Run *run, TermId term); /* an alias: what it stands for; else the term */
ValueId resolve_expand_all(Run *run, ValueId value);
/* special.c: what a type (TERM_DEF or TERM_INST) with its arguments is defined by, as
 * seen from the view: itself, or what is written for such arguments. */
TermId resolve_special(Run *run, View *view, TermId type);
bool resolve_is_callable_kind(unsigned kind);
/* Type parameters as terms. */
/* What a value gives through its member of that name (a dereference); itself where it has none. */
ValueId resolve_through(Run *run, const View *view, ValueId value, NameId name);
const TermId *resolve_type_params(Run *run, View *view, DefNo def, uint32_t *ret_count);
TermId resolve_self_term(Run *run, View *view, ScopeNo scope, bool *ret_static);
/* A type of the standard library by its name; 0: not there. */
TermId resolve_library_type(Run *run, const View *view, NameId name, const ValueId *args, uint32_t count);
/* The library's type for lists, literals and the like; 0: none. */
TermId resolve_library_term(Run *run, const View *view, TermId term);

#endif
