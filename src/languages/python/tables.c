/* Calls that make tables: migrations of Alembic, and SQLAlchemy's own tables. */
#include "src/languages/python/python_internal.h"

const LanguageTableCall language_python_table_calls[] = {
    {"create_table", "op", "alembic", LANGUAGE_COLUMNS_IN_ARGUMENTS, .column = "Column"},
    {"add_column", "op", "alembic", LANGUAGE_COLUMNS_IN_ARGUMENTS, .column = "Column", .is_changed = true},
    {"Table", NULL, "sqlalchemy", LANGUAGE_COLUMNS_IN_ARGUMENTS, .column = "Column"},
    {"Table", "sa sqlalchemy db", "sqlalchemy flask_sqlalchemy", LANGUAGE_COLUMNS_IN_ARGUMENTS, .column = "Column"},
    {0},
};
