/* Ignore rules of one directory and all above it. */
#ifndef FATHOM_SCAN_IGNORE_INTERNAL_H
#define FATHOM_SCAN_IGNORE_INTERNAL_H

#include "src/base/job.h"
#include "src/base/vec.h"
#include "src/os/root.h"

typedef struct ScanPattern {
  Str glob;
  bool negated;
  bool directories; /* matches only those */
  bool anchored;    /* to the directory of its file; else any name beneath */
  Str said;         /* the line as it is written */
  Str source;       /* the file it stands in; empty: the user's own */
  uint32_t line;
} ScanPattern;

typedef struct ScanIgnore {
  const struct ScanIgnore *above;
  Str directory; /* its patterns are relative to it */
  VEC(ScanPattern) patterns; /* later ones win */
} ScanIgnore;

typedef enum ScanVerdict { SCAN_SILENT, SCAN_KEEP, SCAN_DROP } ScanVerdict;

/* The user's own rules, above all others; NULL when there are none. */
const ScanIgnore *scan_ignore_user(Arena *arena, Str text);
/* The rules that hold inside `directory`; `above` itself when it adds none.
 * Unreadable ignore files add none. */
Err scan_ignore_enter(Job *job, Root *root, const ScanIgnore *above, Str directory,
                      const ScanIgnore **ret_ignore) MUST_CHECK;
/* The pattern that decides; NULL: none does. */
const ScanPattern *scan_ignore_pattern(const ScanIgnore *ignore, Str path, bool is_directory);
ScanVerdict scan_ignore_verdict(const ScanIgnore *ignore, Str path, bool is_directory);

#endif
