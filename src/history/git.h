/* Git: the one way in which the program runs git.
 * Whatever a hostile repository's configuration could start (hooks, external
 * diffs, text conversions, filters, file system monitors, signature checks,
 * transports) is switched off; nothing is written, no lock is taken. */
#ifndef FATHOM_HISTORY_GIT_H
#define FATHOM_HISTORY_GIT_H

#include "src/base/job.h"

typedef struct HistoryGit {
  Str directory;           /* of the workspace */
  const char *const *args; /* after `git`, ending with NULL; revisions that come from outside after
                              --end-of-options or checked by history_is_revision */
  size_t max_output;       /* 0: 16 MB */
  int64_t timeout_ms;      /* 0: the job's own */
  bool reads_files;        /* compares the working tree: filters are switched off first */
} HistoryGit;

/* ERR_NOT_FOUND: there is no git program. ERR_UNAVAILABLE: git says no, in its
 * own words. Output is in the job's arena. */
Err history_git(Job *job, const HistoryGit *git, Str *ret_output) MUST_CHECK;

/* What git may be given as a revision or range: no option, no white space or
 * control character, at most 400 bytes. */
bool history_is_revision(Str text);

#endif
