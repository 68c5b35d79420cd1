/* gqlgen: fields of a root type are resolved by the methods of a type that the
 * project's own gives for it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_RESOLVERS, .words = "Query:QUERY Mutation:MUTATION Subscription:SUBSCRIPTION", .extends = "$Resolver"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_gqlgen = {.name = "gqlgen", .families = "go", .objects = "", .rows = rows, .packages = "github.com/99designs/gqlgen"};
