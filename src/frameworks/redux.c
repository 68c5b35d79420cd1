/* Redux Toolkit: an action of a slice runs the reducer of its name, and an
 * asynchronous one the function that it was made with. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ACTION, .words = "dispatch put", .members = "actions", .path = "reducers", .handler = "reducer"},
    {FRAMEWORK_ACTION, .on = "@reduxjs/toolkit.createAsyncThunk()", .words = "dispatch put", .handler = "1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_redux = {.name = "redux", .families = "typescript", .objects = "@reduxjs/toolkit.createSlice()", .rows = rows};
