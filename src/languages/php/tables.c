/* Calls that make tables: migrations of Laravel. */
#include "src/languages/php/php_internal.h"

#define ADDS                                                                                                  \
  "id:id timestamps:created_at,updated_at timestampsTz:created_at,updated_at nullableTimestamps:created_at,updated_at " \
  "softDeletes:deleted_at softDeletesTz:deleted_at rememberToken:remember_token"

const LanguageTableCall language_php_table_calls[] = {
    {"create", "Schema", "Illuminate\\Support\\Facades", .skips = LANGUAGE_TABLE_CALL_SKIPS, .adds = ADDS},
    {"table", "Schema", "Illuminate\\Support\\Facades", .skips = LANGUAGE_TABLE_CALL_SKIPS, .adds = ADDS, .is_changed = true},
    {0},
};
