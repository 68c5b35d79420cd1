/* Celery: a function that is made a task runs in a worker once it is asked for,
 * by the function itself or by the task's name. */
#include "src/frameworks/framework.h"

#define TASKS "celery.shared_task celery.Celery().task celery.app.task.task celery.task celery.decorators.task"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, .method = "TASK", .on = TASKS, .words = "shared_task task", .path = "name", .named = "module", .object = "none"},
    {FRAMEWORK_SEND, .method = "TASK", .on = "celery.Celery() celery.current_app", .words = "send_task signature", .path = "0 name", .named = "module"},
    {FRAMEWORK_RUN, .on = TASKS, .words = "delay apply_async s si signature"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_celery = {.name = "celery", .families = "python", .objects = "", .rows = rows, .packages = "celery"};
