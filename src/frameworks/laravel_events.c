/* Events of Laravel: an object is dispatched, and what is in the folder of
 * listeners and takes its type handles it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TELL, .on = "*.event", .words = "event", .path = "0"},
    {FRAMEWORK_TELL, .on = "Illuminate.Support.Facades.Event *.Event Illuminate.Contracts.Events.Dispatcher", .words = "dispatch", .path = "0"},
    {FRAMEWORK_TELL, .extends = "Illuminate.Foundation.Events.Dispatchable", .words = "dispatch dispatchIf dispatchUnless broadcast"},
    {FRAMEWORK_HEAR, .folders = "Listeners", .words = "handle __invoke"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_laravel_events = {.name = "laravel_events", .families = "php", .objects = "", .rows = rows};
