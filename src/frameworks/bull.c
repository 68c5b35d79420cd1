/* Bull and BullMQ: a queue has a name, jobs are added to it, and a worker of
 * that name does them. */
#include "src/frameworks/framework.h"

#define JOB .method = "JOB"
#define QUEUES "bullmq.Queue() bull() bull.default() bull.Queue()"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, JOB, .on = "bullmq.Worker", .words = "Worker", .path = "0", .handler = "1", .object = "none"},
    {FRAMEWORK_TOPIC, JOB, .on = QUEUES, .words = "process", .made = "0", .handler = "last"},
    {FRAMEWORK_TOPIC, JOB, .on = "@nestjs/bullmq.Processor", .words = "Processor", .path = "0 name", .action = "process", .object = "none"},
    {FRAMEWORK_TOPIC, JOB, .on = "@nestjs/bull.Process", .words = "Process", .path = "0 name", .around = "Processor", .object = "none"},
    {FRAMEWORK_SEND, JOB, .on = QUEUES, .words = "add addBulk", .made = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_bull = {.name = "bull", .families = "typescript", .objects = "", .rows = rows, .packages = "bullmq bull @nestjs/bullmq @nestjs/bull"};
