/* Calls: what is called, with which arguments, and what it gives. */
#ifndef FATHOM_RESOLVE_CALL_INTERNAL_H
#define FATHOM_RESOLVE_CALL_INTERNAL_H

#include "src/resolve/run_internal.h"

typedef struct Call {
  View *view;
  ExprNo expr;
  ExprList args;
  bool makes; /* written as `new` */
  ExprNo receiver; /* an argument before the others; 0: none */
} Call;
/* The call as `found` sees it: what an extension is called on is its first argument. */
Call resolve_call_for(const Call *call, const Found *found);
/* All arguments, the receiver among them. */
uint32_t resolve_given(const Call *call);
ExprNo resolve_given_at(const Call *call, uint32_t nth);
ValueId resolve_call(Run *run, View *view, ExprNo expr);
/* Whether it is one type itself, which may be another one for some arguments. */
bool resolve_is_type_named(const Run *run, ValueId value);
ValueId resolve_call_value(Run *run, ValueId callee, const Call *call);
/* What an expression is when something of it is asked for: where calls need no brackets, a
 * function gives its result. */
ValueId resolve_read(Run *run, View *view, ExprNo expr, ValueId value);
/* Result of a callable, with what is known of receiver and arguments; `call` may be NULL. */
ValueId resolve_result(Run *run, const Found *found, const Call *call);
/* Parameters in order, the receiver left out. */
const BindNo *resolve_signature(Run *run, View *view, DefNo def, uint32_t *ret_count);
/* The nth of them, or by its name; 0: none. A variadic one serves all that follow. */
BindNo resolve_param(Run *run, View *view, DefNo def, uint32_t nth, NameId keyword);
/* What an argument for it should be: a variadic one's element. */
ValueId resolve_param_type(Run *run, View *view, BindNo param);
/* Receiver and the type it was found in. */
void resolve_env_found(Run *run, Env *env, const Found *found);
/* The callables among what a call's callee leads to; the best ones by arguments. */
void resolve_callees(Run *run, View *view, ExprNo expr, FoundList *out);

/* decorate.c */
/* What the function is once decorated, when it gives `result` as written; unknown: the same. */
ValueId resolve_decorated(Run *run, View *view, DefNo def, ValueId result);

/* infer.c */
/* Type parameters from the arguments; functions among them only when wanted,
 * since their own types may depend on the answer. */
void resolve_infer(Run *run, View *view, DefNo def, const Call *call, bool functions, Env *env);
/* Only those that are written at the call: f<int>(x). */
void resolve_infer_explicit(Run *run, View *view, DefNo def, const Call *call, Env *env);
void resolve_unify(Run *run, ValueId param, ValueId arg, Env *env, unsigned depth);
/* The one abstract method of a functional interface, found in `inst`. */
bool resolve_single_method(Run *run, TermId inst, Found *ret_found);

/* context.c */
ValueId resolve_context(Run *run, View *view, ExprNo expr); /* type expected of it; unknown: none */
ValueId resolve_lambda_param(Run *run, View *view, BindNo bind);
/* Parameter `nth` (or named) of the call's callee. */
ValueId resolve_expected(Run *run, View *view, ExprNo call, uint32_t nth, NameId keyword);
ValueId resolve_func_param(Run *run, ValueId functions, uint32_t nth);

/* overload.c */
void resolve_choose(Run *run, const Call *call, FoundList *list);
/* Whether the function can be called with that number of arguments. */
bool resolve_takes_as_many(Run *run, const Found *found, const Call *call);
/* How well a value fits a type: 0 not at all … FIT_EXACT. */
enum { FIT_NO, FIT_BOX, FIT_UNKNOWN, FIT_SUBTYPE, FIT_WIDEN, FIT_EXACT };
unsigned resolve_fit(Run *run, const View *from, ValueId param, ValueId arg);
/* Whether a function given as `arg` rather means `left` than `right`, both
 * being types with one method: by what that gives. */
bool resolve_fits_function_better(Run *run, const View *from, ValueId left, ValueId right, ValueId arg);

/* makers.c */
/* What the function F makes is an F; or an object that it puts together and returns. */
ValueId resolve_made_by(Run *run, const Found *found, const Call *call);
/* `{ a: A, b: B }[name]`, by its instance and that as a term: what all of them build on,
 * where there is nothing but classes in it. Unknown: there is, or they share nothing. */
ValueId resolve_class_in(Run *run, View *view, TermId id, Term table);
/* A parameter without a type that makes something is the one class that calls give it;
 * of several each call means its own. Unknown: it is called, or nothing is told. */
ValueId resolve_make_given(Run *run, Term term, const Call *call);

#endif
