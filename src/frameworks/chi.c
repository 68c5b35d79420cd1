/* chi: a router has a member for every method; `Route` and `Group` give one to
 * a function, `Mount` puts another beneath a path. */
#include "src/frameworks/framework.h"

#define CHI "github.com/go-chi/chi"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "Get:GET Post:POST Put:PUT Delete:DELETE Patch:PATCH Head:HEAD Options:OPTIONS Trace:TRACE Connect:CONNECT",
     .path = "0", .handler = "1"},
    {FRAMEWORK_ROUTE, .words = "Handle:ANY HandleFunc:ANY", .path = "0", .handler = "1"},
    {FRAMEWORK_ROUTE, .words = "Method MethodFunc", .path = "1", .handler = "2", .methods = "0", .method = "ANY"},
    {FRAMEWORK_GROUP, .words = "Route", .path = "0"},
    {FRAMEWORK_KEEP, .words = "Group With Use"},
    {FRAMEWORK_MOUNT, .words = "Mount", .path = "0", .handler = "1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_chi = {
    .name = "chi",
    .families = "go",
    .answers = "ServeHTTP",
    .objects = CHI ".NewRouter() " CHI ".NewMux() " CHI ".Router " CHI ".Mux",
    .rows = rows,
};
