/* gRPC: what the tools of each language make of a service has the service's name
 * in its own. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_SERVE, .extends = "Unimplemented$Server Unsafe$Server $Server $Servicer $ImplBase $CoroutineImplBase $Base"},
    {FRAMEWORK_STUB, .extends = "New$Client $Client $Stub $AsyncStub $BlockingStub $BlockingV2Stub $FutureStub $CoroutineStub"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_grpc = {.name = "grpc", .families = "go python java kotlin csharp typescript", .objects = "", .rows = rows};
