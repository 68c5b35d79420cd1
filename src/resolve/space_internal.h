/* Namespaces that make no scopes: whose names are whose. */
#ifndef FATHOM_RESOLVE_SPACE_INTERNAL_H
#define FATHOM_RESOLVE_SPACE_INTERNAL_H

#include "src/resolve/run_internal.h"

/* Of namesakes from `from` on those that the place at byte `at` of the view sees
 * first: in the innermost namespace around it that has any, then in what the file
 * says it uses, then anywhere. */
void resolve_keep_near_space(View *view, uint32_t at, FoundList *list, uint32_t from);
/* Whether nothing could be nearer than what the list has from `from` on. */
bool resolve_is_in_space(View *view, uint32_t at, const FoundList *list, uint32_t from);
/* Those that lie in the namespace; none: it is the namespace's own affair. */
void resolve_keep_in_space(Run *run, View *view, DefNo space, FoundList *list);
/* Whether both lie in one namespace, as a declaration and its definition do. */
bool resolve_is_same_space(const View *view, DefNo def, const View *other, DefNo other_def);

#endif
