/* Members that are written where something is made. */
#ifndef FATHOM_RESOLVE_SLOTS_INTERNAL_H
#define FATHOM_RESOLVE_SLOTS_INTERNAL_H

#include "src/resolve/edges_internal.h"

/* EXPR_SLOT: the fields that a literal writes. Adds to `out`. */
void resolve_find_slot(Run *run, View *view, const Expr *slot, FoundList *out);
/* What a call that makes one of `type` puts into fields. `constructors`: those
 * that may run. */
void resolve_edges_slots(Edges *edges, unsigned rule, const Ref *ref, TermId type, const FoundList *constructors);

#endif
