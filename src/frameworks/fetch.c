/* fetch, which every browser has. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_REQUEST, .words = "fetch", .path = "0", .methods = "method", .method = "GET"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_fetch = {
    .name = "fetch",
    .families = "typescript",
    .objects = "*",
    .rows = rows,
};
