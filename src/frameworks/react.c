/* React: a component keeps states, and setting one of them renders it again. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_STATE, .on = "react.useState react.useReducer react.useOptimistic react.useActionState preact/hooks.useState preact/hooks.useReducer",
     .words = "useState useReducer useOptimistic useActionState"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_react = {.name = "react", .families = "typescript", .objects = "", .rows = rows};
