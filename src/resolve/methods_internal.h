/* Functions whose methods stand in several files, and are told apart at run time. */
#ifndef FATHOM_RESOLVE_METHODS_INTERNAL_H
#define FATHOM_RESOLVE_METHODS_INTERNAL_H

#include "src/resolve/call_internal.h"

/* All methods that a call of this name, or member of a module, may mean: they are added to what it leads to. Where
 * it is not called, what a member of a module is. */
void resolve_gather_methods(Run *run, View *view, const Expr *callee, bool called, FoundList *out);
/* Those that the arguments allow, in place. */
void resolve_choose_methods(Run *run, const Call *call, FoundList *list);

#endif
