/* Events of NestJS: there is one emitter in an application, and methods are
 * decorated to listen to it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_LISTEN, .on = "@nestjs/event-emitter.OnEvent", .words = "OnEvent", .path = "0", .object = "none"},
    {FRAMEWORK_EMIT, .words = "emit emitAsync", .path = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_nest_events = {
    .name = "nest_events",
    .families = "typescript",
    .objects = "@nestjs/event-emitter.EventEmitter2 eventemitter2.EventEmitter2 eventemitter2",
    .rows = rows,
};
