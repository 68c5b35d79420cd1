/* Celery: a function that is made a task runs in a worker once it is asked for. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_RUN, .on = "celery.shared_task celery.Celery().task celery.app.task.task celery.task celery.decorators.task", .words = "delay apply_async s si signature"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_celery = {.name = "celery", .families = "python", .objects = "", .rows = rows};
