/* How front ends and the CLI talk to the daemon, on its Unix socket.
 * The first line each way is a greeting; then MCP messages flow, one a line.
 * Lines from the daemon that begin with '#' are for the front end itself:
 *   #writing ID   the request with this id (spelled JSON) is about to change
 *                 something: after a crash it must not be run again.
 *
 * greeting: {"fathom":"hello","build":B,"mode":M,"directory":D,"flags":{},"env":{}}
 * answer:   {"fathom":"welcome","pid":N,...}, with "warnings" of the client's configuration
 *           or {"fathom":"refused","kind":K,"error":E}
 * Modes: mcp    MCP follows
 *        cli    MCP follows, from a person at a shell
 *        http   the daemon listens on HTTP as long as this connection lasts;
 *               the answer carries "url"
 *        page   the same for the dashboard of a browser: "url" is good once
 *        watch  the answer as of status; then, as lines, {"snapshot":{}} and
 *               {"calls":[]} whenever something is new (dashboard.h), and
 *               {"call":{}} whenever {"call":N} is asked for; {"cancel":N}
 *               ends a call that runs
 *        status the answer carries the daemon's state; then closed
 *        stop   the daemon ends */
#ifndef FATHOM_APP_SERVING_WIRE_INTERNAL_H
#define FATHOM_APP_SERVING_WIRE_INTERNAL_H

#include "src/app/app_internal.h"

/* One per user and exact build: the name carries the build. */
Str app_wire_socket(Arena *arena);
Str app_wire_lock(Arena *arena);
/* Says, once in a process, why the socket is not where it is usually. */
void app_wire_tell_place(void);
Str app_wire_log(Arena *arena); /* what the daemon writes when it runs detached */

typedef struct AppHello {
  Str mode;
  Str build;
  Str directory;
  const Map *flags; /* name -> Str* */
  const Map *env;   /* FATHOM_*, PATH, VIRTUAL_ENV and the like; never secrets
                       but FATHOM_KEY in mode http */
} AppHello;

/* The greeting of this process, one line without its end. */
Str app_wire_hello(Arena *arena, Str mode, const Map *flags);
Err app_wire_read_hello(Job *job, Str line, AppHello *ret_hello) MUST_CHECK;

/* Connects to the running daemon and greets. ERR_NOT_FOUND: none runs.
 * With `start`, one is started first. The answer's line is in the arena. */
Err app_wire_connect(Job *job, Str mode, const Map *flags, bool start, int *ret_fd,
                     const Json **ret_answer) MUST_CHECK;

/* How often a front end starts a daemon again before it gives up. Starts
 * zeroed. ERR_UNAVAILABLE when it was too often. */
typedef struct AppRestarts {
  int count;
  int64_t window_ms;
} AppRestarts;
Err app_wire_count_start(Job *job, AppRestarts *restarts) MUST_CHECK;

/* Keeps a listener alive (mode "http" or "page") as long as this process is; a
 * daemon that died is started again. `say` is told its address each time. */
Err app_front_listener(AppRun *run, Str mode, const Map *flags, void (*say)(Str url)) MUST_CHECK;

/* What an MCP client starts: passes its lines to the daemon and back. */
Err app_frontend_run(AppRun *run) MUST_CHECK;

#endif
