/* Calls that make tables: migrations of Active Record. */
#include "src/languages/ruby/ruby_internal.h"

#define ADDS "timestamps:created_at,updated_at"
#define SKIPS "index foreign_key check_constraint unique_constraint exclusion_constraint remove remove_index remove_references rename change change_default change_null"

const LanguageTableCall language_ruby_table_calls[] = {
    {"create_table create_join_table", NULL, "ActiveRecord", .skips = SKIPS, .adds = ADDS, .keys = "references belongs_to", .many = true},
    {"change_table", NULL, "ActiveRecord", .skips = SKIPS, .adds = ADDS, .keys = "references belongs_to", .many = true, .is_changed = true},
    {"add_column", NULL, "ActiveRecord", LANGUAGE_COLUMNS_AT_ONE, .is_changed = true},
    {"add_reference add_belongs_to", NULL, "ActiveRecord", LANGUAGE_COLUMNS_AT_ONE, .keys = "add_reference add_belongs_to", .is_changed = true},
    {0},
};
