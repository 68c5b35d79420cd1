/* Extensions: functions that are called as members of what they are not in. */
#ifndef FATHOM_RESOLVE_EXTENSION_INTERNAL_H
#define FATHOM_RESOLVE_EXTENSION_INTERNAL_H

#include "src/resolve/call_internal.h"

/* What `this` is in the function that opened the scope; unknown: it has none of
 * its own, or nobody can tell. */
ValueId resolve_own_receiver(Run *run, View *view, ScopeNo scope);
/* Functions that can be named where `member` stands and take `base` as their
 * receiver. */
void resolve_find_extensions(Run *run, View *view, const Expr *member, ValueId base, FoundList *out);
/* Static functions of packages that are seen, which take `base` first. */
void resolve_find_static_extensions(Run *run, View *view, const Expr *member, ValueId base, FoundList *out);
/* Drops members none of which can be called with that many arguments: then an
 * extension of the name is meant. */
void resolve_drop_unfit(Run *run, View *view, ExprNo callee, FoundList *list);
/* Of namesakes with receivers those that fit what is `this` in `scope`. */
void resolve_keep_extensions(Run *run, View *view, ScopeNo scope, FoundList *list);
/* Adds what holds a function under a name that functions of the file and of
 * packages have; which one a call means its arguments tell. */
void resolve_prefer_held(Run *run, View *view, const Expr *name, FoundList *list);
void resolve_choose_held(Run *run, const Call *call, FoundList *list);

#endif
