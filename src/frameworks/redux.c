/* Redux Toolkit: an action of a slice runs the reducer of its name, and an
 * asynchronous one the function that it was made with. What other slices do about
 * it are cases, which name the action itself. */
#include "src/frameworks/framework.h"

#define THUNK "@reduxjs/toolkit.createAsyncThunk()"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ACTION, .words = "dispatch put", .members = "actions", .path = "reducers", .handler = "reducer"},
    {FRAMEWORK_ACTION, .on = THUNK, .words = "dispatch put", .handler = "1"},
    {FRAMEWORK_LISTEN, .on = THUNK ".fulfilled " THUNK ".pending " THUNK ".rejected @reduxjs/toolkit.createAction()", .words = "addCase", .path = "none",
     .object = "0", .handler = "1"},
    {FRAMEWORK_EMIT, .on = THUNK " @reduxjs/toolkit.createAction()", .words = "dispatch put", .path = "none", .object = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_redux = {.name = "redux", .families = "typescript", .objects = "@reduxjs/toolkit.createSlice()", .rows = rows};
