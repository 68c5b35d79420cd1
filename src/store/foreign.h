/* Other programs' SQLite files, which a repository can bring and shape as it
 * likes. They are data: plain tables are read row by row, and nothing that is
 * written in them is carried out. Never written. */
#ifndef FATHOM_STORE_FOREIGN_H
#define FATHOM_STORE_FOREIGN_H

#include "src/os/root.h"

/* What a file may be at most, and what reading it may take. All of one file,
 * so that neither many rows nor a tree of pages that leads into itself makes
 * it long. */
#define STORE_FOREIGN_BYTES ((size_t)64 << 20)
#define STORE_FOREIGN_ROWS ((size_t)1000000)    /* handed on, of all questions */
#define STORE_FOREIGN_STEPS ((size_t)100 << 20) /* of the library's machine */
#define STORE_FOREIGN_MS 5000
#define STORE_FOREIGN_TEXT ((size_t)4096) /* rows with longer text are left out */

/* A table as we expect it: a real one, with these columns really stored. */
typedef struct StoreForeignTable {
  const char *name;
  const char *columns[4]; /* at most three, then NULL */
} StoreForeignTable;

/* A value in every form, whichever it was. */
typedef struct StoreForeignValue {
  int64_t integer;
  double number;
  Str text; /* as long as the call of the row lasts */
} StoreForeignValue;

/* One row: a value for each column of the table's description. */
typedef Err StoreForeignRow(void *context, Job *job, const StoreForeignValue *values);

typedef struct StoreForeign StoreForeign;

/* Reads the whole file into memory, beneath the root, so that nobody changes
 * it meanwhile, and checks that every table is what it should be: no view, no
 * virtual table, no computed column. Used by one thread, under one job, which
 * it obeys. ERR_NOT_FOUND: there is no such file. ERR_UNAVAILABLE: it is no
 * such database; ERR_TOO_LARGE. The words say what to do. */
Err store_foreign_open(Job *job, Root *root, Str path, const StoreForeignTable *tables, size_t count,
                       StoreForeign **ret_foreign) MUST_CHECK;
void store_foreign_close(StoreForeign *foreign);
AUTO_CLOSE(StoreForeign, store_foreign_close)

/* Hands on the rows whose first column equals `first` (its text, without one
 * its integer); all of them when that is NULL. `table` is one of those it was opened with. Errors as above, and
 * those of `row`. */
Err store_foreign_read(StoreForeign *foreign, const StoreForeignTable *table, const StoreForeignValue *first,
                       StoreForeignRow *row, void *context) MUST_CHECK;

#endif
