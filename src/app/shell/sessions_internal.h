/* The verbs of `fathom sessions` that are about projects, in a file of their
 * own. Each prints to run->out. */
#ifndef FATHOM_APP_SHELL_SESSIONS_INTERNAL_H
#define FATHOM_APP_SHELL_SESSIONS_INTERNAL_H

#include "src/app/app_internal.h"

/* The second word is the project, else it is found around the working directory. */
Err app_sessions_allow(AppRun *run) MUST_CHECK;
Err app_sessions_deny(AppRun *run) MUST_CHECK;
Err app_sessions_allowed(AppRun *run) MUST_CHECK;

#endif
