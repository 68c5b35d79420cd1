/* Parameters that nothing types, by what they are given. */
#ifndef FATHOM_RESOLVE_ARGUMENTS_INTERNAL_H
#define FATHOM_RESOLVE_ARGUMENTS_INTERNAL_H

#include "src/resolve/run_internal.h"

/* What calls in its own file give the parameter, where the language lets parameters
 * be without a type; unknown: nothing that could be told. */
ValueId resolve_given_value(Run *run, View *view, BindNo bind);

#endif
