/* Interpreters that fathom starts itself, for projects that the user allowed
 * (allowed_internal.h): one for each project and language. They end with this
 * process, however it ends; one that dies is started again, later each time;
 * one that nobody uses, or that takes too much memory, is ended. */
#ifndef FATHOM_APP_SERVING_MANAGED_INTERNAL_H
#define FATHOM_APP_SERVING_MANAGED_INTERNAL_H

#include "src/app/app_internal.h"
#include "src/os/process.h"
#include "src/repl/repl.h"

/* How one is started; copied. */
typedef struct AppManagedPlan {
  Str root, language;
  Str name; /* of the session */
  const char *const *argv; /* NULL-terminated; an absolute path first */
  const char *const *env;  /* on top of what children get, without the session's key */
  uint64_t max_memory; /* bytes; 0: any */
  uint64_t cpu_seconds; /* 0: any */
  int64_t idle_ms;    /* without a call; 0: for ever */
  int64_t restart_ms; /* the first of the growing times until a dead one is started again */
  /* Whether it may be started and go on; NULL: as the user allowed that project
   * (allowed_internal.h). On a thread of the manager. */
  Err (*judge)(Job *job, Str root);
  /* Not started again: told once it ended. On a thread of the manager. */
  LoopFunction *on_end;
  void *context;
} AppManagedPlan;

/* The key that the interpreter of a project and language has, always the same. */
Str app_managed_key(Arena *arena, Str root, Str language);
/* The session of the plan's project and language, started when it is not there;
 * waits until it can be used. ERR_BUSY: it died and is started again in a while;
 * ERR_UNAVAILABLE: it cannot be started, with what it said. Any thread. */
Err app_managed_take(Job *job, AppManaged *managed, const AppManagedPlan *plan, ReplSession *ret_session) MUST_CHECK;

/* The plan for an allowed project, with what a client's configuration and
 * environment say; errors as app_interpreter_allowed. */
typedef struct AppManagedWish {
  Str root, language; /* language may be empty when there is one alone */
  Str name;           /* of the session; empty: as the project */
  const AppConfig *config;
  Str path_variable;
  const char *const *env;
} AppManagedWish;
/* The wish's variables, and its PATH without what lies in its root; ends with NULL. */
const char *const *app_managed_env(Job *job, const AppManagedWish *wish);
Err app_managed_plan(Job *job, const AppManagedWish *wish, AppManagedPlan *ret_plan) MUST_CHECK;

#endif
