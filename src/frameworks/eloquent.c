/* Eloquent: a class stands for the table that is called like many of it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TABLE, .extends = "Illuminate.Database.Eloquent.Model Illuminate.Foundation.Auth.User", .members = "table",
     .named = "plurals", .unless = "table getTable"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_eloquent = {.name = "eloquent", .families = "php", .objects = "", .rows = rows};
