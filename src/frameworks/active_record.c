/* Active Record: a class stands for the table that is called like many of it. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TABLE, .extends = "*.ActiveRecord.Base", .named = "plurals", .unless = "table_name"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_active_record = {.name = "active_record", .families = "ruby", .objects = "", .rows = rows};
