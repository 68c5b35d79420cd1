/* Functions that a clock runs: a route "SCHEDULE" and when, as far as that is
 * text. Nothing of the program calls them. */
#include "src/frameworks/framework.h"

#define SCHEDULE .method = "SCHEDULE", .pathless = true

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, SCHEDULE, .on = "org.springframework.scheduling.annotation.Scheduled io.quarkus.scheduler.Scheduled io.micronaut.scheduling.annotation.Scheduled",
     .words = "Scheduled", .path = "cron every 0 fixedRateString fixedDelayString", .object = "none"},
    {FRAMEWORK_TOPIC, SCHEDULE, .on = "@nestjs/schedule.Cron @nestjs/schedule.Interval @nestjs/schedule.Timeout", .words = "Cron Interval Timeout", .path = "0",
     .object = "none"},
    {FRAMEWORK_TOPIC, SCHEDULE, .on = "node-cron", .words = "schedule", .path = "0", .handler = "1"},
    {FRAMEWORK_TOPIC, SCHEDULE, .on = "cron.CronJob node-cron.CronJob", .words = "CronJob", .path = "0", .handler = "1", .object = "none"},
    {FRAMEWORK_TOPIC, SCHEDULE, .on = "node-schedule", .words = "scheduleJob", .path = "0", .handler = "last"},
    {FRAMEWORK_TOPIC, SCHEDULE, .on = "apscheduler.schedulers.background.BackgroundScheduler() apscheduler.schedulers.blocking.BlockingScheduler() "
                                      "apscheduler.schedulers.asyncio.AsyncIOScheduler()",
     .words = "scheduled_job", .path = "id"},
    {FRAMEWORK_TOPIC, SCHEDULE, .on = "apscheduler.schedulers.background.BackgroundScheduler() apscheduler.schedulers.blocking.BlockingScheduler() "
                                      "apscheduler.schedulers.asyncio.AsyncIOScheduler()",
     .words = "add_job", .path = "id", .handler = "0 func"},
    {FRAMEWORK_TOPIC, SCHEDULE, .on = "github.com/robfig/cron.New()", .words = "AddFunc", .path = "0", .handler = "1"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_schedules = {.name = "schedules", .families = "java kotlin typescript python go", .objects = "", .rows = rows, .packages = "org.springframework.scheduling io.quarkus.scheduler io.micronaut.scheduling @nestjs/schedule node-cron cron node-schedule apscheduler github.com/robfig/cron"};
