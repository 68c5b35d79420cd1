/* Other programs' SQLite files: read, never written. */
#ifndef FATHOM_STORE_FOREIGN_H
#define FATHOM_STORE_FOREIGN_H

#include "src/base/job.h"

/* One row: a text and two numbers. */
typedef Err StoreForeignRow(void *context, Job *job, Str text, double first, double second);

/* Runs a question of one text parameter and three columns over the file at
 * `path`, an absolute one. The file is opened as it is, without a lock or a
 * log beside it. ERR_UNAVAILABLE: it is no such file. */
Err store_read_foreign(Job *job, Str path, const char *sql, Str parameter, StoreForeignRow *row, void *context) MUST_CHECK;

#endif
