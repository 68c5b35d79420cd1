/* Commands, queries and events of NestJS: a bus is told of an object, and the type
 * that is decorated with its type handles it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TELL, .on = "@nestjs/cqrs.CommandBus @nestjs/cqrs.QueryBus @nestjs/cqrs.EventBus", .words = "execute publish", .path = "0"},
    {FRAMEWORK_HEAR, .on = "@nestjs/cqrs.CommandHandler @nestjs/cqrs.QueryHandler @nestjs/cqrs.EventsHandler",
     .words = "CommandHandler QueryHandler EventsHandler", .path = "0", .action = "execute handle"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_nest_cqrs = {.name = "nest_cqrs", .families = "typescript", .objects = "", .rows = rows};
