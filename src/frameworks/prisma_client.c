/* Prisma's client: it has a member for each model, and these have calls that read
 * and write. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_QUERY, .words = "findUnique:READ findUniqueOrThrow:READ findFirst:READ findFirstOrThrow:READ findMany:READ aggregate:READ "
                               "groupBy:READ count:READ create:WRITE createMany:WRITE createManyAndReturn:WRITE update:WRITE "
                               "updateMany:WRITE upsert:WRITE delete:WRITE deleteMany:WRITE"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_prisma_client = {
    .name = "prisma_client",
    .families = "typescript",
    .objects = "@prisma/client.PrismaClient() @prisma/client.PrismaClient @prisma/client/edge.PrismaClient()",
    .rows = rows,
};
