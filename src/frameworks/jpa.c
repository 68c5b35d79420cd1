/* JPA: entities are annotated; without a name their tables are called after
 * them, in words with underscores where Spring makes the names. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TABLE, .words = "Table", .path = "name"},
    {FRAMEWORK_TABLE, .words = "Entity", .path = "name", .named = "snake plain"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_jpa = {
    .name = "jpa",
    .families = "java kotlin",
    .objects = "jakarta.persistence javax.persistence",
    .rows = rows,
};
