/* Calls that make tables: builders of schemas and migrations. */
#include "src/languages/typescript/typescript_internal.h"

const LanguageTableCall language_ts_table_calls[] = {
    /* knex */
    {"createTable createTableIfNotExists", "schema", .skips = LANGUAGE_TABLE_CALL_SKIPS, .adds = "timestamps:created_at,updated_at increments:id"},
    {"alterTable table", "schema", .skips = LANGUAGE_TABLE_CALL_SKIPS, .adds = "timestamps:created_at,updated_at", .is_changed = true},
    /* Sequelize */
    {"createTable", "queryInterface", .columns = LANGUAGE_COLUMNS_IN_KEYS},
    {"addColumn", "queryInterface", .columns = LANGUAGE_COLUMNS_AT_ONE, .is_changed = true},
    /* Drizzle */
    {"pgTable mysqlTable sqliteTable singlestoreTable", NULL, "drizzle-orm", .columns = LANGUAGE_COLUMNS_IN_KEYS},
    {0},
};
