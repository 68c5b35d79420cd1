/* Git: the one way in which the program runs git.
 * The repository is found and judged first (os/repository.h), and git is told
 * every place, with a configuration of our own: what the repository's, the
 * user's or the system's says about hooks, filters, external diffs, text
 * conversions, monitors, signatures, transports or files to include is never
 * read. Nothing of the repository is written, no lock is taken. */
#ifndef FATHOM_HISTORY_GIT_H
#define FATHOM_HISTORY_GIT_H

#include "src/base/job.h"

typedef struct HistoryGit {
  Str directory;           /* of the workspace */
  const char *const *args; /* after `git`, ending with NULL; revisions that come from outside after
                              --end-of-options or checked by history_is_revision */
  size_t max_output;       /* 0: 16 MB */
  int64_t timeout_ms;      /* 0: a minute */
} HistoryGit;

/* ERR_NOT_FOUND: there is no git program. ERR_UNAVAILABLE: there is no
 * repository, or it is not read, or git says no; with words. Output is in the
 * job's arena. Any thread. */
Err history_git(Job *job, const HistoryGit *git, Str *ret_output) MUST_CHECK;

/* Whether there is a repository that would be read, without running git.
 * *ret_is_there false: there is none. ERR_UNAVAILABLE: it is not read, with words. */
Err history_check(Job *job, Str directory, bool *ret_is_there) MUST_CHECK;

/* What git may be given as a revision or range: no option, no white space or
 * control character, at most 400 bytes. */
bool history_is_revision(Str text);

#endif
