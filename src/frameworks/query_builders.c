/* Query builders: a call is given the name of a table, and what is called on its
 * result says what is done to that. */
#include "src/frameworks/framework.h"

#define LARAVEL_WRITES "insert insertGetId insertOrIgnore insertUsing update updateOrInsert upsert increment decrement delete truncate"
#define KNEX "knex() knex.default() knex.knex() knex.Knex"
#define KNEX_WRITES "insert update upsert del delete truncate increment decrement"
#define GORM "gorm.io/gorm.DB gorm.io/gorm.Open() github.com/jinzhu/gorm.DB github.com/jinzhu/gorm.Open()"
#define GORM_WRITES "Create Save Update Updates UpdateColumn UpdateColumns Delete CreateInBatches FirstOrCreate"
#define SQUIRREL "github.com/Masterminds/squirrel"

static const FrameworkRow rows[] = {
    {FRAMEWORK_QUERY, .on = "Illuminate.Support.Facades.DB", .words = "table", .path = "0", .by = LARAVEL_WRITES},
    {FRAMEWORK_QUERY, .on = KNEX, .words = "knex db trx database", .path = "0", .object = "none", .by = KNEX_WRITES},
    {FRAMEWORK_QUERY, .on = KNEX, .words = "table from join leftJoin innerJoin", .path = "0", .by = KNEX_WRITES},
    {FRAMEWORK_QUERY, .on = KNEX, .words = "into:WRITE", .path = "0"},
    {FRAMEWORK_QUERY, .on = GORM, .words = "Table", .path = "0", .by = GORM_WRITES},
    {FRAMEWORK_QUERY, .on = SQUIRREL, .words = "Insert:WRITE Update:WRITE Delete:WRITE Replace:WRITE From Join LeftJoin", .path = "0"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_query_builders = {
    .name = "query_builders",
    .families = "php typescript go",
    .objects = "",
    .rows = rows,
    .packages = "Illuminate knex gorm.io/gorm github.com/jinzhu/gorm " SQUIRREL,
};
