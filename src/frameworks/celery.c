/* Celery: a function that is made a task runs in a worker once it is asked for,
 * by the function itself or by the task's name; or when a schedule says so. */
#include "src/frameworks/framework.h"

#define TASKS "celery.shared_task celery.Celery().task celery.app.task.task celery.task celery.decorators.task"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, .method = "TASK", .on = TASKS, .words = "shared_task task", .path = "name", .named = "module", .object = "none"},
    {FRAMEWORK_SEND, .method = "TASK", .on = "celery.Celery() celery.current_app", .words = "send_task signature", .path = "0 name", .named = "module"},
    {FRAMEWORK_RUN, .on = TASKS, .words = "delay apply_async s si signature"},
    {FRAMEWORK_TOPIC, .method = "SCHEDULE", .on = "celery.Celery()", .words = "add_periodic_task", .path = "name", .handler = "1 sig", .pathless = true,
     .given = "celery.Celery().on_after_configure.connect celery.Celery().on_after_finalize.connect"},
    {FRAMEWORK_PLAN, .method = "SCHEDULE", .on = "celery.Celery().conf celery.current_app.conf", .words = "beat_schedule CELERY_BEAT_SCHEDULE CELERYBEAT_SCHEDULE",
     .by = "update", .verbs = "TASK", .path = "task", .named = "module"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_celery = {.name = "celery", .families = "python", .objects = "", .rows = rows, .packages = "celery"};
