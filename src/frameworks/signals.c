/* Signals of Django and blinker, which are objects themselves, and emitters of
 * pyee, whose events have names. */
#include "src/frameworks/framework.h"

#define SIGNAL "django.dispatch.Signal() django.dispatch.dispatcher.Signal() blinker.Signal() blinker.signal() blinker.base.Signal()"
#define EMITTER "pyee.EventEmitter() pyee.base.EventEmitter() pyee.asyncio.AsyncIOEventEmitter() pyee.AsyncIOEventEmitter()"

static const FrameworkRow rows[] = {
    {FRAMEWORK_LISTEN, .on = SIGNAL, .words = "connect", .path = "none", .handler = "0 receiver"},
    {FRAMEWORK_LISTEN, .on = SIGNAL, .words = "receiver", .path = "none", .object = "0"},
    {FRAMEWORK_EMIT, .on = SIGNAL, .words = "send send_robust asend send_async", .path = "none"},
    {FRAMEWORK_LISTEN, .on = EMITTER, .words = "on once add_listener", .path = "0", .handler = "1"},
    {FRAMEWORK_EMIT, .on = EMITTER, .words = "emit", .path = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_signals = {
    .name = "signals",
    .families = "python",
    .objects = SIGNAL " " EMITTER,
    .rows = rows,
};
