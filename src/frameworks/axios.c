/* axios: requests to a path, or beneath the base that an instance was made
 * with. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_REQUEST, .words = "get post put delete patch head options", .path = "0"},
    {FRAMEWORK_REQUEST, .words = "request", .path = "url", .methods = "method", .method = "GET"},
    {FRAMEWORK_REQUEST, .on = "axios axios.default axios.create()", .words = "axios", .path = "url 0", .methods = "method", .method = "GET"},
    {FRAMEWORK_MADE, .words = "create", .path = "baseURL"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_axios = {
    .name = "axios",
    .families = "typescript",
    .objects = "axios axios.create() axios.default axios.default.create() axios.AxiosInstance",
    .rows = rows,
};
