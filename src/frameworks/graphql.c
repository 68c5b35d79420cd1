/* GraphQL servers in TypeScript and JavaScript: what answers a field of a root type
 * is a member of a map of resolvers, or is decorated. */
#include "src/frameworks/framework.h"

#define ROOT .path = "name 0", .object = "none", .pathless = true

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, .method = "QUERY", .on = "@nestjs/graphql.Query type-graphql.Query", .words = "Query", ROOT},
    {FRAMEWORK_TOPIC, .method = "MUTATION", .on = "@nestjs/graphql.Mutation type-graphql.Mutation", .words = "Mutation", ROOT},
    {FRAMEWORK_TOPIC, .method = "SUBSCRIPTION", .on = "@nestjs/graphql.Subscription type-graphql.Subscription", .words = "Subscription", ROOT},
    {FRAMEWORK_MAP, .words = "Query:QUERY Mutation:MUTATION Subscription:SUBSCRIPTION"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_graphql = {
    .name = "graphql",
    .families = "typescript",
    .objects = "",
    .rows = rows,
    .packages = "@nestjs/graphql type-graphql @apollo/server apollo-server apollo-server-express apollo-server-micro apollo-server-koa "
                "apollo-server-lambda apollo-server-fastify apollo-server-cloudflare graphql-yoga @graphql-yoga/node @graphql-tools/schema graphql-tools "
                "mercurius express-graphql graphql-http",
};
