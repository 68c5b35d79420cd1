/* Table calls: calls by which a program makes tables of a database, as rows of
 * a language's descriptor: migrations, and schemas that libraries read. A call
 * counts where what stands before it, the text that names the table and what
 * else its file names all fit the row. */
#ifndef FATHOM_LANGUAGES_TABLE_CALLS_H
#define FATHOM_LANGUAGES_TABLE_CALLS_H

#include <stdbool.h>

/* Where the columns are. */
typedef enum LanguageColumns {
  LANGUAGE_COLUMNS_IN_BLOCK,     /* texts that calls on the parameter of a function are given, which the call is given itself */
  LANGUAGE_COLUMNS_IN_ARGUMENTS, /* first texts of calls of `column`, among the arguments */
  LANGUAGE_COLUMNS_IN_KEYS,      /* keys of the object at 1, or the text that the call at one is given */
  LANGUAGE_COLUMNS_AT_ONE        /* the text at 1 */
} LanguageColumns;

/* Words are separated by blanks. */
typedef struct LanguageTableCall {
  const char *calls; /* what is called; NULL ends the rows */
  const char *on;    /* what stands before the call ends with one of these names; NULL: nothing does */
  const char *needs; /* a name or an import of the file begins with one of these; NULL: none */
  LanguageColumns columns;
  const char *column; /* IN_ARGUMENTS: what is called */
  const char *skips;  /* IN_BLOCK: calls that make no column; */
  const char *adds;   /* that make columns without a text: "timestamps:created_at,updated_at"; */
  const char *keys;   /* and whose column ends with _id */
  bool is_changed;    /* the table is there already */
  bool many;          /* a call makes a column of each text it is given */
} LanguageTableCall;

/* Calls on a table that make no column, in libraries that took their words from each other. */
#define LANGUAGE_TABLE_CALL_SKIPS                                                                                                              \
  "index unique primary foreign fullText spatialIndex check dropColumn dropColumns dropIndex dropForeign dropUnique dropPrimary dropTimestamps dropSoftDeletes " \
  "dropMorphs renameColumn renameIndex setNullable dropNullable queryContext comment engine charset collate morphs nullableMorphs uuidMorphs"

#endif
