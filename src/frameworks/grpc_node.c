/* gRPC in TypeScript and JavaScript: a server is told an object with the functions
 * of a service, or methods are decorated with its name. */
#include "src/frameworks/framework.h"

#define NEST "@nestjs/microservices."

static const FrameworkRow rows[] = {
    {FRAMEWORK_PROVIDE, .on = "@grpc/grpc-js.Server() grpc.Server()", .words = "addService", .path = "0", .handler = "1", .extends = "$Service", .members = "service"},
    {FRAMEWORK_PROVIDE, .on = "@connectrpc/connect.ConnectRouter", .words = "service", .path = "0", .handler = "1", .extends = "$"},
    {FRAMEWORK_PROVIDE, .on = "nice-grpc.createServer()", .words = "add", .path = "0", .handler = "1", .extends = "$Definition"},
    {FRAMEWORK_PROVIDE, .on = NEST "GrpcMethod " NEST "GrpcStreamMethod " NEST "GrpcStreamCall", .words = "GrpcMethod GrpcStreamMethod GrpcStreamCall", .path = "0", .action = "1"},
    {FRAMEWORK_STUB, .on = "@grpc/grpc-js grpc", .extends = "$"},
    {FRAMEWORK_STUB, .on = NEST "ClientGrpc " NEST "ClientGrpcProxy", .words = "getService", .path = "0"},
    {FRAMEWORK_STUB, .on = "@connectrpc/connect nice-grpc", .words = "createClient createPromiseClient", .path = "0", .extends = "$Definition $"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_grpc_node = {.name = "grpc_node", .families = "typescript", .objects = "", .rows = rows};
