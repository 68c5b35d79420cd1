/* Gin: an engine and its groups have a member for every method. */
#include "src/frameworks/framework.h"

#define GIN "github.com/gin-gonic/gin"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "GET POST PUT DELETE PATCH HEAD OPTIONS Any:ANY", .path = "0", .handler = "last"},
    {FRAMEWORK_ROUTE, .words = "Handle", .path = "1", .handler = "last", .methods = "0", .method = "ANY"},
    {FRAMEWORK_ROUTE, .words = "Match", .path = "1", .handler = "last", .methods = "0", .method = "ANY"},
    {FRAMEWORK_GROUP, .words = "Group", .path = "0"},
    {FRAMEWORK_KEEP, .words = "Use"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_gin = {
    .name = "gin",
    .families = "go",
    .objects = GIN ".Default() " GIN ".New() " GIN ".Engine " GIN ".RouterGroup " GIN ".IRouter " GIN ".IRoutes",
    .rows = rows,
};
