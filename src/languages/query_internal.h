/* Queries: what a statement in a database's language, kept as a text by a
 * program, does to which tables and columns. Any bytes give an answer: text
 * that is no statement, or is one only in part, gives less or nothing. */
#ifndef FATHOM_LANGUAGES_QUERY_INTERNAL_H
#define FATHOM_LANGUAGES_QUERY_INTERNAL_H

#include <stdbool.h>

#include "src/base/str.h"
#include "src/base/vec.h"
#include "src/model/span.h"

/* Stands for bytes that are known only when the program runs. */
#define QUERY_OPEN '\x01'

enum { QUERY_COLUMN_TABLES = 8 }; /* that one column can be of: of one among more nobody can tell */

/* A table or a column that is read or written at a place of the text. */
typedef struct QueryUse {
  Range name;
  bool is_column, is_written;
  uint32_t tables; /* of a column: it is of one of those, in Query.tables from here */
  uint32_t table_count;
} QueryUse;

typedef struct Query {
  VEC(QueryUse) uses; /* in order of the text, tables of a statement before its columns */
  VEC(Range) tables;
} Query;

/* A table that a statement makes, with its columns. */
typedef struct QueryColumn {
  Range name, whole;
} QueryColumn;
typedef struct QueryTable {
  Range name, whole;
  Range head;      /* what it begins with, up to its columns */
  bool is_changed; /* it is there already: only columns are added */
  uint32_t columns, column_count; /* in QueryTables.columns */
} QueryTable;
typedef struct QueryTables {
  VEC(QueryTable) list;
  VEC(QueryColumn) columns;
} QueryTables;

/* Whether the text begins like a statement, comments and blanks left out. */
bool language_query_begins(Str text);
/* And like one that makes tables, or stands before such. */
bool language_query_makes(Str text);
/* All statements of a text. */
void language_query_read(Arena *arena, Str text, Query *ret_query);
/* The tables that they make. */
void language_query_tables(Arena *arena, Str text, QueryTables *ret_tables);

#endif
