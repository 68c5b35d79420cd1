/* requests and httpx: clients for HTTP. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_REQUEST, .words = "get post put delete patch head options", .path = "0 url"},
    {FRAMEWORK_REQUEST, .words = "request", .path = "1 url", .methods = "0 method", .method = "GET"},
    {FRAMEWORK_KEEP, .words = "__enter__ __aenter__"}, /* with httpx.Client() as client */
    {FRAMEWORK_MADE, .words = "Client AsyncClient", .path = "base_url"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_requests = {
    .name = "requests",
    .families = "python",
    .objects = "requests requests.Session() requests.session() httpx httpx.Client() httpx.AsyncClient()",
    .rows = rows,
};
