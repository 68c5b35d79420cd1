/* SQLAlchemy and what stands on it: a class that extends the declarative base
 * says which table it stands for. */
#include "src/frameworks/framework.h"

static const FrameworkRow rows[] = {
    {FRAMEWORK_TABLE, .extends = "sqlalchemy.orm.DeclarativeBase sqlalchemy.orm.declarative_base() "
                                 "sqlalchemy.ext.declarative.declarative_base() sqlalchemy.orm.DeclarativeBaseNoMeta",
     .members = "__tablename__"},
    {FRAMEWORK_TABLE, .extends = "flask_sqlalchemy.SQLAlchemy().Model", .members = "__tablename__", .named = "snake"},
    {FRAMEWORK_TABLE, .extends = "sqlmodel.SQLModel", .members = "__tablename__", .named = "plain"},
    {.shape = FRAMEWORK_END},
};

const Framework framework_sqlalchemy = {.name = "sqlalchemy", .families = "python", .objects = "", .rows = rows};
