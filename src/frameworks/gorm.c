/* GORM: a struct that embeds the model stands for the table that is called like
 * many of it, unless a method says otherwise. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TABLE, .extends = "gorm.io/gorm.Model github.com/jinzhu/gorm.Model", .named = "plurals", .unless = "TableName"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_gorm = {.name = "gorm", .families = "go", .objects = "", .rows = rows};
