/* Express: an application or a router has a member for every method; routers
 * are put beneath a path by `use`. Middleware is no route. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "get post put delete patch head options all:ANY", .path = "0", .handler = "last", .pathless = true},
    {FRAMEWORK_GROUP, .words = "route", .path = "0"},
    {FRAMEWORK_KEEP, .words = "use param"},
    {FRAMEWORK_MOUNT, .words = "use", .path = "0", .handler = "last"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_express = {
    .name = "express",
    .families = "typescript",
    .objects = "express() express.Router() express.default() express.Express express.Application express.Router express.IRouter "
               "express-serve-static-core.Express",
    .rows = rows,
};
