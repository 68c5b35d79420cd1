/* Hono: an application has a member for every method; others are put beneath
 * a path by `route`, and `basePath` gives one whose paths begin with it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "get post put delete patch options all:ANY", .path = "0", .handler = "last"},
    {FRAMEWORK_GROUP, .words = "basePath", .path = "0"},
    {FRAMEWORK_KEEP, .words = "use onError notFound"},
    {FRAMEWORK_MOUNT, .words = "route", .path = "0", .handler = "1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_hono = {
    .name = "hono",
    .families = "typescript",
    .objects = "hono.Hono() hono.Hono hono/tiny.Hono() hono/quick.Hono() @hono/zod-openapi.OpenAPIHono()",
    .rows = rows,
};
