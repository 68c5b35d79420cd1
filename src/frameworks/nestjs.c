/* NestJS: methods of a controller are decorated, and so is the controller,
 * with what their paths begin with. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_MARK, .words = "Get:GET Post:POST Put:PUT Delete:DELETE Patch:PATCH Head:HEAD Options:OPTIONS All:ANY", .path = "0"},
    {FRAMEWORK_PREFIX, .words = "Controller", .path = "path 0"},
    {FRAMEWORK_MOUNT, .on = "@nestjs/core.NestFactory.create()", .words = "setGlobalPrefix", .path = "0", .folders = "."},
    {.shape = FRAMEWORK_END},
};

const Framework framework_nestjs = {
    .name = "nestjs",
    .families = "typescript",
    .objects = "@nestjs/common",
    .rows = rows,
};
