/* Fastify: routes are told to an instance, which plugins are given too. A
 * plugin may be registered with a prefix. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_ROUTE, .words = "get post put delete patch head options all:ANY", .path = "0", .handler = "handler last"},
    {FRAMEWORK_ROUTE, .words = "route", .path = "url path", .handler = "handler", .methods = "method", .method = "ANY"},
    {FRAMEWORK_MOUNT, .words = "register", .path = "prefix", .handler = "0"},
    {FRAMEWORK_MOUNT, .words = "register", .path = "prefix", .handler = "dir", .folders = "dir"}, /* @fastify/autoload */
    {FRAMEWORK_KEEP, .words = "withTypeProvider register after decorate addHook"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_fastify = {
    .name = "fastify",
    .families = "typescript",
    .objects = "fastify() fastify.fastify() fastify.default() fastify.FastifyInstance",
    .rows = rows,
};
