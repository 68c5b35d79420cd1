/* gRPC in C#: what is called has another form, that need not be waited for. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_STUB, .extends = "$Client", .named = "Async"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_grpc_csharp = {.name = "grpc_csharp", .families = "csharp", .objects = "", .rows = rows};
