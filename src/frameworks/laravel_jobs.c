/* Jobs of Laravel: a class is dispatched, and a worker runs its `handle`. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_RUN, .extends = "Illuminate.Contracts.Queue.ShouldQueue Illuminate.Foundation.Bus.Dispatchable Illuminate.Foundation.Queue.Queueable",
     .words = "dispatch dispatchIf dispatchUnless dispatchSync dispatchNow dispatchAfterResponse", .action = "handle"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_laravel_jobs = {.name = "laravel_jobs", .families = "php", .objects = "", .rows = rows};
