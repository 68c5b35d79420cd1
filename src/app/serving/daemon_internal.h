/* Running as the daemon; daemon_command.c is the command around it. */
#ifndef FATHOM_APP_SERVING_DAEMON_INTERNAL_H
#define FATHOM_APP_SERVING_DAEMON_INTERNAL_H

#include "src/app/app_internal.h"

/* Until it is stopped or idle for long. OK at once when one runs already. */
Err app_daemon_run(AppRun *run) MUST_CHECK;

#endif
