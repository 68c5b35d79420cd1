/* Modules inside of a package: where something stands, and what is seen there. */
#ifndef FATHOM_RESOLVE_ENCLOSING_INTERNAL_H
#define FATHOM_RESOLVE_ENCLOSING_INTERNAL_H

#include "src/resolve/run_internal.h"

/* The name of the module that a scope is in, of its own file or of one that takes the file's text in; 0: nobody says. */
NameId resolve_module_around(Run *run, View *view, ScopeNo scope);
/* Takes out what stands in other modules of the package than those that `module` sees. What is not known to stand
 * in one, and methods of functions from outside, stay; with `module` 0 all does. Where nothing stays, it is outside. */
void resolve_keep_seen(Run *run, NameId module, uint64_t package, FoundList *list);
/* Whether the file's package has a module of this name. */
bool resolve_has_module(Run *run, const View *view, NameId name);
/* Whether the method is added to what an import of its name names: by its head, or since its module imports it. */
bool resolve_adds_to(Run *run, View *view, const Import *import, const Found *found);
/* Whether an import names a module of this file's package, by what it names last: B of ..A.B. */
bool resolve_is_own_module(Run *run, const View *view, const Import *import, NameId *ret_name);

#endif
