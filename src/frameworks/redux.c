/* Redux Toolkit: a slice is made with functions that change its state; each has an
 * action of its name, which is dispatched. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ACTION, .words = "dispatch put", .members = "actions", .path = "reducers", .handler = "reducer"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_redux = {.name = "redux", .families = "typescript", .objects = "@reduxjs/toolkit.createSlice()", .rows = rows};
