/* GraphQL servers in Python: functions that answer fields of root types are
 * decorated; their names are written with capitals outside. */
#include "src/frameworks/framework.h"

#define FIELD .path = "name", .named = "camel", .object = "none"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TOPIC, .method = "QUERY", .on = "strawberry.field strawberry.django.field strawberry_django.field", .words = "field", FIELD, .within = "Query Queries"},
    {FRAMEWORK_TOPIC, .method = "MUTATION", .on = "strawberry.mutation strawberry.field", .words = "mutation field", FIELD, .within = "Mutation Mutations"},
    {FRAMEWORK_TOPIC, .method = "SUBSCRIPTION", .on = "strawberry.subscription", .words = "subscription", FIELD, .within = "Subscription Subscriptions"},
    {FRAMEWORK_TOPIC, .method = "QUERY", .on = "ariadne.QueryType()", .words = "field", .path = "0"},
    {FRAMEWORK_TOPIC, .method = "MUTATION", .on = "ariadne.MutationType()", .words = "field", .path = "0"},
    {FRAMEWORK_TOPIC, .method = "SUBSCRIPTION", .on = "ariadne.SubscriptionType()", .words = "field source", .path = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_graphql_python = {.name = "graphql_python", .families = "python", .objects = "", .rows = rows, .packages = "strawberry strawberry_django ariadne"};
