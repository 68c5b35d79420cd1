/* Events that a page's own script dispatches to its window or document. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_LISTEN, .words = "addEventListener", .path = "0", .handler = "1"},
    {FRAMEWORK_EMIT, .words = "dispatchEvent", .path = "0", .wraps = "CustomEvent Event"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_dom_events = {
    .name = "dom",
    .families = "typescript",
    .objects = "*.window *.document *.globalThis *.EventTarget()",
    .rows = rows,
};
