/* tonic: gRPC in Rust. A service is a trait of its own name, made in a module
 * that files of the project need not hold. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_SERVE, .on = "tonic", .extends = "$"},
    {FRAMEWORK_STUB, .extends = "$Client"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_tonic = {.name = "tonic", .families = "rust", .objects = "", .rows = rows};
