/* TypeORM: entities are decorated, with their table's name or without. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TABLE, .words = "Entity", .path = "0 name", .named = "snake"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_typeorm = {.name = "typeorm", .families = "typescript", .objects = "typeorm", .rows = rows};
