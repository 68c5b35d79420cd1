/* The order in which a type and its bases are searched for members. */
#ifndef FATHOM_RESOLVE_METHOD_ORDER_INTERNAL_H
#define FATHOM_RESOLVE_METHOD_ORDER_INTERNAL_H

#include "src/resolve/term_internal.h"
#include "src/resolve/view_internal.h"

typedef struct MethodOrder {
  TermId *items;
  uint32_t count;
  TermId *others; /* bases that are no types: modules, objects spread into a literal */
  uint32_t other_count;
  bool ext, unknown; /* some base is */
} MethodOrder;

/* Of a type's definition, in the order its language searches; made once for a run. */
const MethodOrder *resolve_method_order(Run *run, View *view, DefNo def);
/* The base `def` of an instance, with its arguments; 0: it has no such base. */
TermId resolve_as_base(Run *run, TermId inst, uint32_t view, DefNo def);
TermId resolve_own_inst(Run *run, View *view, DefNo def); /* with its own parameters */

#endif
