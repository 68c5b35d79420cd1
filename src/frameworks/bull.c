/* Bull and BullMQ: a queue has a name, jobs are added to it, and a worker of
 * that name does them. */
#include "src/frameworks/framework.h"

#define JOB .method = "JOB"
#define QUEUES "bullmq.Queue() bull() bull.default() bull.Queue()"
#define HELD "bullmq.Queue bull.Queue bull"
#define INJECTED .on = HELD, .injected = "@nestjs/bullmq.InjectQueue @nestjs/bull.InjectQueue", .made = "0"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, JOB, .on = "bullmq.Worker", .words = "Worker", .path = "0", .handler = "1", .object = "none"},
    {FRAMEWORK_TOPIC, JOB, .on = QUEUES, .words = "process", .made = "0", .handler = "last", .part = "none", .unless = "1"},
    {FRAMEWORK_TOPIC, JOB, .on = QUEUES, .words = "process", .made = "0", .handler = "last", .part = "0", .needs = "1"},
    {FRAMEWORK_TOPIC, JOB, .on = "@nestjs/bullmq.Processor", .words = "Processor", .path = "0 name", .action = "process", .object = "none"},
    {FRAMEWORK_TOPIC, JOB, .on = "@nestjs/bull.Process", .words = "Process", .path = "0 name", .part = "name 0", .around = "Processor", .object = "none"},
    {FRAMEWORK_SEND, JOB, .on = QUEUES, .words = "add", .made = "0", .part = "0", .needs = "1"},
    {FRAMEWORK_SEND, JOB, .on = QUEUES, .words = "add", .made = "0", .part = "none", .unless = "1"},
    {FRAMEWORK_SEND, JOB, .on = QUEUES, .words = "addBulk", .made = "0"},
    {FRAMEWORK_SEND, JOB, INJECTED, .words = "add", .part = "0", .needs = "1"},
    {FRAMEWORK_SEND, JOB, INJECTED, .words = "add", .part = "none", .unless = "1"},
    {FRAMEWORK_SEND, JOB, INJECTED, .words = "addBulk"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_bull = {.name = "bull", .families = "typescript", .objects = "", .rows = rows, .packages = "bullmq bull @nestjs/bullmq @nestjs/bull"};
