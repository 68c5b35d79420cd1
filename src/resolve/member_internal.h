/* Members of instances, types, modules and what else can have some. */
#ifndef FATHOM_RESOLVE_MEMBER_INTERNAL_H
#define FATHOM_RESOLVE_MEMBER_INTERNAL_H

#include "src/resolve/run_internal.h"

void resolve_find_member(Run *run, const View *from, TermId term, NameId name, unsigned mode,
                         FoundList *out);
void resolve_find_members(Run *run, const View *from, ValueId value, NameId name, unsigned mode,
                          FoundList *out);
/* Members of the type's own scope only. */
void resolve_find_own(Run *run, TermId owner, NameId name, unsigned mode, FoundList *out);
ValueId resolve_member_value(Run *run, const View *from, ValueId value, NameId name);
/* The constructors that making an instance may run. */
void resolve_find_constructors(Run *run, const View *from, TermId type, FoundList *out);

/* parts.c */
typedef struct Part {
  View *view;
  DefNo def;
} Part;
/* Other definitions of the same type in the project; how many were given. */
uint32_t resolve_parts(Run *run, View *view, DefNo def, Part *ret_parts, uint32_t max);
/* What the types have that build on `self`, a trait or a class with nothing from outside,
 * or that alone implements it, an interface. */
void resolve_find_in_users(Run *run, const View *from, Term self, NameId name, unsigned mode, FoundList *out);

#endif
