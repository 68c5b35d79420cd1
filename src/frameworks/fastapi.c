/* FastAPI and Starlette's routers: path operations are decorated by the
 * application or a router, which has a prefix where it is made and another
 * where it is included. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_MARK, .words = "get post put delete patch head options trace websocket:WEBSOCKET", .path = "0 path"},
    {FRAMEWORK_MARK, .words = "api_route", .path = "0 path", .methods = "methods", .method = "GET"},
    {FRAMEWORK_ROUTE, .words = "add_api_route", .path = "0 path", .handler = "1 endpoint", .methods = "methods", .method = "GET"},
    {FRAMEWORK_MADE, .words = "APIRouter", .path = "prefix"},
    {FRAMEWORK_MOUNT, .words = "include_router", .path = "prefix", .handler = "0 router"},
    {FRAMEWORK_MOUNT, .words = "mount", .path = "0", .handler = "1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_fastapi = {
    .name = "fastapi",
    .families = "python",
    .objects = "fastapi.FastAPI() fastapi.APIRouter() fastapi.routing.APIRouter() fastapi.FastAPI fastapi.APIRouter",
    .rows = rows,
};
