/* Inside history: the folder that git is given in place of a repository's own. */
#ifndef FATHOM_HISTORY_SHADOW_INTERNAL_H
#define FATHOM_HISTORY_SHADOW_INTERNAL_H

#include "src/os/repository.h"

/* repository.c: repository_find, and whether this user reads other users'
 * repositories. ERR_NOT_FOUND: there is no git program. ERR_UNAVAILABLE: no
 * repository, or one that is not read, with words. */
Err history_repository(Job *job, Str root, Repository *ret_repository) MUST_CHECK;

/* Makes the folder, or brings it up to date. Its path is in job->arena and stays
 * the same for a repository. Threads and processes may do so at once. */
Err history_shadow(Job *job, const Repository *repository, Str *ret_shadow) MUST_CHECK;

#endif
