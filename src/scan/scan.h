/* Scan: which files a workspace consists of.
 * Walks directories, on several threads where it pays, obeys ignore files and
 * the user's globs, tells languages by name. Reads no more of a file than its
 * first line; what only contents can tell, scan_judge_text tells whoever has
 * read them. Links are listed, never followed. */
#ifndef FATHOM_SCAN_SCAN_H
#define FATHOM_SCAN_SCAN_H

#include "src/base/job.h"
#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/os/root.h"

#define SCAN_MAX_BYTES (4u << 20) /* larger files are listed, not indexed */

/* Why something is not indexed. */
#define SCAN_SKIP_LANGUAGE "unsupported language"
#define SCAN_SKIP_LEFT_OUT "not built in: " /* and the language, as scan_skip_named gives it */
#define SCAN_SKIP_GRAMMAR "no grammar found: " /* likewise */
#define SCAN_SKIP_LARGE "too large"
#define SCAN_SKIP_BINARY "binary"
#define SCAN_SKIP_MINIFIED "minified"
#define SCAN_SKIP_GENERATED "generated"
#define SCAN_SKIP_DEEP "too deeply nested"
#define SCAN_SKIP_UNREADABLE "unreadable"
#define SCAN_SKIP_LINK "link"
#define SCAN_SKIP_SPECIAL "not a regular file"
#define SCAN_SKIP_IGNORED "ignored directory"
#define SCAN_SKIP_BUILT_IN "usually generated or foreign"
#define SCAN_SKIP_NESTED "another repository"
#define SCAN_SKIP_SUBMODULE "submodule"
#define SCAN_SKIP_EXCLUDED "excluded by configuration"
#define SCAN_SKIP_IGNORED_FILE "ignored file" /* told by scan_why_left_out alone */

/* A reason that ends with the language's name; kept for good. Any thread. */
const char *scan_skip_named(const char *why, const Language *language);

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

/* Told of each directory before it is listed, by one thread at a time. */
typedef Err ScanEnter(void *context, Job *job, Str directory);

typedef struct ScanOptions {
  ScanEnter *enter; /* may be NULL */
  void *context;
  size_t workers;   /* threads at most; 0: one per core */
  Str excludes;     /* text of the user's own ignore file (scan_user_excludes): weaker than all others */
  /* Globs from the configuration. What `exclude` matches is left out whatever
   * ignore files say; what `include` matches is taken whatever they say. */
  const Str *include;
  size_t include_count;
  const Str *exclude;
  size_t exclude_count;
} ScanOptions;

/* Everything at and beneath `relative` ("" for all), seen with the ignore
 * rules of the directories above it. A path that is not there, or that the
 * rules exclude, gives nothing. `options` may be NULL. */
Err scan_path(Job *job, Root *root, Str relative, const ScanOptions *options,
              ScanFiles *ret_files) MUST_CHECK;
/* Why something is not part of the workspace. */
typedef struct ScanWhy {
  const char *reason; /* SCAN_SKIP_…; NULL: it is */
  Str rule; /* the line of an ignore file that says so, with its place: ".gitignore:3 (*.log)", in the job's arena;
               empty: it is a custom, or the configuration */
} ScanWhy;
/* Of a file of this path, whether it is there or not; of a folder with a slash
 * behind it. Folders whose name begins with a dot are left out of
 * scans, yet not foreign: they are no reason here. */
Err scan_why_left_out(Job *job, Root *root, Str relative, const ScanOptions *options,
                      ScanWhy *ret_why) MUST_CHECK;
/* A change of this file changes what is ignored. */
bool scan_is_ignore_file(Str relative);

/* The ignore file git applies to all of a user's repositories: named by
 * core.excludesFile in <home>/.gitconfig or <config>/git/config, else
 * <config>/git/ignore. Empty when there is none. */
Str scan_user_excludes(Job *job, Str home, Str config);

/* What the contents of a file say: the reason not to index it, or NULL.
 * `*language` is corrected where several claim the name (.h). */
const char *scan_judge_text(Str path, Str text, const Language **language);
/* A NUL in the first 8 KB. */
bool scan_is_binary(Str text);
/* More than 5,000 brackets of any kind open at once, told by their bytes alone,
 * also those in comments and strings. Real sources stay below 600, data written
 * as source below 1,100; grammars take time with the square of it. */
bool scan_is_deep(Str text);
/* By the length of its lines, or its name. */
bool scan_is_minified(Str path, Str text);
/* Says of itself that a program wrote it. */
bool scan_is_generated(Str text);

#endif
