/* What makes a directory a project, and what is never one. All paths are
 * real ones; what is returned lies in the job's arena or in the argument. Any
 * thread. */
#ifndef FATHOM_APP_SERVING_PROJECT_INTERNAL_H
#define FATHOM_APP_SERVING_PROJECT_INTERNAL_H

#include "src/base/job.h"

/* Why a directory can never be a workspace (the home directory, "/", the
 * system's), in words for the user; NULL: it can. */
const char *app_project_refusal(Job *job, Str real);
/* Nearest directory at or above `real` with a project's marker: version
 * control's first, then manifests. Empty: none. */
Str app_project_around(Job *job, Str real);
/* Where programs are installed: not every directory there is meant. */
bool app_is_installed(Str real);
/* In a hidden folder of the home directory, such as ~/.ssh. */
bool app_is_hidden(Job *job, Str real);
/* By its text; "/" as a tree is never meant. */
/* By what lies in it: then nothing further up makes a difference to it. */
bool app_is_repository(Arena *arena, Str directory);
bool app_is_beneath(Str path, Str tree);

#endif
