/* Messages of NestJS' microservices: a client sends a pattern, and methods are
 * decorated with it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_LISTEN, .on = "@nestjs/microservices.MessagePattern @nestjs/microservices.EventPattern", .words = "MessagePattern EventPattern",
     .path = "0", .object = "none"},
    {FRAMEWORK_EMIT, .words = "send emit", .path = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_nest_messages = {
    .name = "nest_messages",
    .families = "typescript",
    .objects = "@nestjs/microservices.ClientProxy @nestjs/microservices.ClientKafka @nestjs/microservices.ClientGrpc "
               "@nestjs/microservices.ClientProxyFactory.create()",
    .rows = rows,
};
