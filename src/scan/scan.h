/* Scan: which files a workspace consists of.
 * Walks directories, obeys ignore files, tells languages by name. Reads no
 * more of a file than its first line and decides nothing about its contents. */
#ifndef FATHOM_SCAN_SCAN_H
#define FATHOM_SCAN_SCAN_H

#include "src/base/job.h"
#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/os/root.h"

#define SCAN_MAX_BYTES (4u << 20) /* larger files are listed, not indexed */

/* Why something is not indexed. */
#define SCAN_SKIP_LANGUAGE "unsupported language"
#define SCAN_SKIP_LARGE "too large"
#define SCAN_SKIP_BINARY "binary"
#define SCAN_SKIP_UNREADABLE "unreadable"
#define SCAN_SKIP_LINK "link"
#define SCAN_SKIP_SPECIAL "not a regular file"
#define SCAN_SKIP_IGNORED "ignored directory"
#define SCAN_SKIP_BUILT_IN "usually generated or foreign"

/* A file, or a directory that is left out: its path then ends with '/'.
 * Files that ignore rules exclude do not appear at all. */
typedef struct ScanFile {
  Str path;
  FileStat stat;
  const Language *language; /* NULL when skipped */
  const char *skip;         /* NULL: to be indexed */
} ScanFile;

typedef struct ScanFiles {
  ScanFile *items; /* ordered by path */
  size_t len;
  size_t cap;
} ScanFiles;

/* Told of each directory before it is listed; may be NULL. */
typedef Err ScanEnter(void *context, Job *job, Str directory);

/* Everything at and beneath `relative` ("" for all), seen with the ignore
 * rules of the directories above it. A path that is not there, or that the
 * rules exclude, gives nothing. */
Err scan_path(Job *job, Root *root, Str relative, ScanEnter *enter, void *context,
              ScanFiles *ret_files) MUST_CHECK;
/* A change of this file changes what is ignored. */
bool scan_is_ignore_file(Str relative);
/* A NUL in the first 8 KB. */
bool scan_is_binary(Str text);

#endif
