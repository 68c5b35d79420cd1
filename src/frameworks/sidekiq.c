/* Sidekiq and Active Job: a class is a job, and a worker runs one member of it
 * once it is asked for. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_RUN, .extends = "*.Sidekiq.Worker *.Sidekiq.Job", .words = "perform_async perform_in perform_at perform_bulk perform_inline perform_sync", .action = "perform"},
    {FRAMEWORK_RUN, .extends = "*.ActiveJob.Base", .words = "perform_later perform_now", .action = "perform"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_sidekiq = {.name = "sidekiq", .families = "ruby", .objects = "", .rows = rows};
