/* Members of instances, types, modules and what else can have some. */
#ifndef FATHOM_RESOLVE_MEMBER_INTERNAL_H
#define FATHOM_RESOLVE_MEMBER_INTERNAL_H

#include "src/resolve/run_internal.h"

/* Adds the members of that name that a term has, inherited ones too, as they are seen from
 * `from`; and those of each of a value's terms. What may have more than is known makes
 * the list `unknown`, what lies outside `ext`. */
void resolve_find_member(Run *run, const View *from, TermId term, NameId name, unsigned mode,
                         FoundList *out);
void resolve_find_members(Run *run, const View *from, ValueId value, NameId name, unsigned mode,
                          FoundList *out);
/* Members of the type's own scope only. */
void resolve_find_own(Run *run, TermId owner, NameId name, unsigned mode, FoundList *out);
/* What a name alone finds in a type around it, `self`: in the nearest, with all that
 * it inherits; and in one further out, what is written there and no function. */
void resolve_find_inside(Run *run, const View *from, TermId self, NameId name, unsigned mode, FoundList *out);
void resolve_find_enclosed(Run *run, TermId self, NameId name, unsigned mode, FoundList *out);
ValueId resolve_member_value(Run *run, const View *from, ValueId value, NameId name);
/* The constructors that making an instance may run. */
void resolve_find_constructors(Run *run, const View *from, TermId type, FoundList *out);

/* The second scope of a type, for static members; 0: it has none. */
ScopeNo resolve_static_scope(const View *view, DefNo def);

/* parts.c */
/* All definitions in the project that are one type with this one, itself included;
 * NULL: it is not written in parts. */
Parts *resolve_parts(Run *run, View *view, DefNo def);
/* The next part that may have a member of the name; false: there is none. `at` is 0 at first. */
bool resolve_next_part(Run *run, Parts *parts, NameId name, uint32_t *at, Part *ret_part);
/* What the types have that build on `self`: a trait, a class or a function with nothing
 * from outside, as an instance or, where it is a TERM_DEF, itself; or what alone
 * implements it, an interface. */
void resolve_find_in_users(Run *run, const View *from, Term self, NameId name, unsigned mode, FoundList *out);
/* What the project adds to a type that lies outside, by opening it again, here or in a package that is imported whole. */
void resolve_find_in_opened(Run *run, const View *from, Term term, NameId name, unsigned mode, FoundList *out);

/* accessors.c: a property of another language, by the methods that stand for it there, and the
 * other way round; in place of what is private there. Where properties of the own language have
 * such methods too, what is called (`called`) is the one and what is read the other. */
void resolve_find_accessors(Run *run, const View *view, const Expr *expr, ValueId base, bool called, FoundList *list);
/* The same of a plain name, which may be one of the types around it. */
void resolve_find_own_accessors(Run *run, View *view, const Expr *expr, bool called, FoundList *list);

#endif
