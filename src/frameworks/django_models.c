/* Django's models: a table is called after the application's folder and the
 * class, unless its Meta says otherwise. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TABLE, .extends = "django.db.models.Model", .members = "Meta.db_table", .named = "folder"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_django_models = {.name = "django_models", .families = "python", .objects = "", .rows = rows};
