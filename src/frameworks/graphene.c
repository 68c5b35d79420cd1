/* graphene: fields of a root type are resolved by its members, and those that
 * change something by a type of their own. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_FIELDS, .words = "Query:QUERY Queries:QUERY Mutation:MUTATION Mutations:MUTATION Subscription:SUBSCRIPTION Subscriptions:SUBSCRIPTION",
     .extends = "graphene.ObjectType graphene.types.ObjectType graphene.types.objecttype.ObjectType", .path = "name", .action = "resolve_ subscribe_", .handler = "resolver", .by = "Field",
     .type = "graphene.Mutation graphene.types.mutation.Mutation graphene.ClientIDMutation graphene.relay.ClientIDMutation graphene.relay.mutation.ClientIDMutation "
             "graphene_django.rest_framework.mutation.SerializerMutation graphene_django.forms.mutation.DjangoFormMutation "
             "graphene_django.forms.mutation.DjangoModelFormMutation",
     .members = "mutate_and_get_payload mutate"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_graphene = {.name = "graphene", .families = "python", .objects = "", .rows = rows, .packages = "graphene graphene_django"};
