/* Emitters of Node.js and those that are used like them: who listens to an
 * event by its name runs when it is emitted. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_LISTEN, .words = "on once addListener prependListener prependOnceListener", .path = "0", .handler = "1"},
    {FRAMEWORK_EMIT, .words = "emit", .path = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_node_events = {
    .name = "events",
    .families = "typescript",
    .objects = "events() events.EventEmitter() events.default() node:events() node:events.EventEmitter() node:events.default() "
               "eventemitter3() eventemitter3.EventEmitter() eventemitter3.default() mitt() mitt.default() "
               "events events.EventEmitter node:events node:events.EventEmitter eventemitter3 eventemitter3.EventEmitter",
    .rows = rows,
};
