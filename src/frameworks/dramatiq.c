/* Dramatiq: a function that is made an actor runs in a worker once it is sent
 * something. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_RUN, .on = "dramatiq.actor", .words = "send send_with_options message"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_dramatiq = {.name = "dramatiq", .families = "python", .objects = "", .rows = rows};
