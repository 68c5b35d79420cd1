/* Hono: an application has a member for every method; others are put beneath
 * a path by `route`, and `basePath` gives one whose paths begin with it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "get post put delete patch options all:ANY", .path = "0", .handler = "last"},
    {FRAMEWORK_ROUTE, .words = "on", .path = "1", .handler = "last", .methods = "0", .method = "ANY"},
    {FRAMEWORK_ROUTE, .words = "openapi", .path = "path", .handler = "last", .methods = "method", .method = "ANY", .made = "0"},
    {FRAMEWORK_GROUP, .words = "basePath", .path = "0"},
    {FRAMEWORK_KEEP, .words = "use onError notFound openapi on"},
    {FRAMEWORK_MOUNT, .words = "route", .path = "0", .handler = "1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_hono = {
    .name = "hono",
    .families = "typescript",
    .objects = "hono.Hono() hono.Hono hono/tiny.Hono() hono/quick.Hono() @hono/zod-openapi.OpenAPIHono() hono.OpenAPIHono() @hono/zod-openapi.OpenAPIHono",
    .rows = rows,
};
