/* Looking into one type, without its bases: own_members.c for member.c. */
#ifndef FATHOM_RESOLVE_OWN_MEMBERS_INTERNAL_H
#define FATHOM_RESOLVE_OWN_MEMBERS_INTERNAL_H

#include "src/resolve/member_internal.h"

/* A member asked of one type's own scopes. */
typedef struct Own {
  Run *run;
  TermId owner, receiver;
  NameId name;
  bool is_static;
  unsigned mode, rule, depth;
} Own;

/* In everything that is the type's: what it finds is added to *out, each with
 * the receiver, owner, rule and depth that `own` says. */
void resolve_own_find(const Own *own, FoundList *out);
/* The same, but nothing that only its instances have. */
void resolve_own_static(const Own *own, FoundList *out);
/* In one of its scopes alone. */
void resolve_own_in_scope(const Own *own, View *view, ScopeNo scope, FoundList *out);
/* In other definitions of the same name that are the same type. */
void resolve_own_in_namesakes(const Own *own, View *view, DefNo number, FoundList *out);

/* lent.c: what is copied to a type, or given by a function that it is handed to. For
 * when nothing of its own has the name. */
void resolve_find_lent(const Own *own, View *view, DefNo number, FoundList *out);
/* What those have that copy the members of an object literal, which is all that its file
 * exports: `this` in its functions is one of them. */
void resolve_find_in_copiers(Run *run, const View *from, Term object, NameId name, unsigned mode, FoundList *out);

#endif
