/* Inside repository: git's few settings, and what may lead elsewhere. */
#ifndef FATHOM_OS_REPOSITORY_INTERNAL_H
#define FATHOM_OS_REPOSITORY_INTERNAL_H

#include "src/os/repository.h"

/* repository_config.c: the settings that say what a repository is. */
typedef struct RepositoryConfig {
  Str worktree; /* core.worktree; empty: none */
  Str objects;  /* extensions.objectFormat */
  Str refs;     /* extensions.refStorage */
  Str lines;    /* core.autocrlf */
} RepositoryConfig;
/* Adds what `text` says; later words win, as in git. Includes are not followed,
 * and whatever is not understood is passed over. */
void repository_config_read(Arena *arena, Str text, RepositoryConfig *config);

/* repository_doors.c: ERR_UNAVAILABLE with words when something in the
 * repository's folders leads elsewhere, or is no file or folder. */
Err repository_check_doors(Job *job, const Repository *repository) MUST_CHECK;

#endif
