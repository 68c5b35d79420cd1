/* Clients for HTTP that are asked as axios is; tests of a server are among them. */
#include "src/frameworks/framework.h"

#define VERBS "get post put delete patch head options"

static const FrameworkRow rows[] = {
    {FRAMEWORK_REQUEST, .words = VERBS, .path = "0"},
    {FRAMEWORK_REQUEST, .on = "ky ky.default got got.default ofetch", .words = "ky got ofetch $fetch", .path = "0", .methods = "method", .method = "GET"},
    {FRAMEWORK_REQUEST, .on = "@angular/common/http.HttpClient", .words = "request", .path = "1", .methods = "0", .method = "GET"},
    {FRAMEWORK_MADE, .words = "create extend", .path = "prefixUrl"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_http_clients = {
    .name = "http_clients",
    .families = "typescript",
    .objects = "ky ky.default ky.create() ky.default.create() got got.default got.extend() got.default.extend() superagent superagent.default "
               "supertest() supertest.default() supertest.agent() supertest.default.agent() @angular/common/http.HttpClient",
    .rows = rows,
};
