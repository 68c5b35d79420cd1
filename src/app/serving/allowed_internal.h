/* Which projects fathom may start an interpreter for, and which program that
 * is: what the user said with `fathom sessions allow`. */
#ifndef FATHOM_APP_SERVING_ALLOWED_INTERNAL_H
#define FATHOM_APP_SERVING_ALLOWED_INTERNAL_H

#include "src/app/app_internal.h"
#include "src/base/vec.h"

/* An interpreter as it was when the user allowed it. */
typedef struct AppInterpreter {
  Str language; /* a folder of data/gates */
  Str program;  /* absolute, as it is started: a link into an environment stays one */
  Str real;     /* the file that this led to */
  bool is_inside; /* that file lies in the project: then also which one it was, */
  uint64_t inode;
  int64_t mtime_ns; /* and what it held */
} AppInterpreter;

typedef struct AppAllowed {
  Str root;
  uint64_t inode;   /* which directory it was, */
  int64_t birth_ns; /* 0: the file system does not say */
  VEC(AppInterpreter) interpreters;
} AppAllowed;
typedef struct AppAllowedList {
  VEC(AppAllowed) items;
} AppAllowedList;

/* All in job->arena. A file that is not there is an empty list. Any thread. */
Err app_allowed_read(Job *job, AppAllowedList *ret_list) MUST_CHECK;
Err app_allowed_write(Job *job, const AppAllowedList *list) MUST_CHECK;
AppAllowed *app_allowed_find(const AppAllowedList *list, Str root); /* NULL: it is not in it */
/* Whether the directory is still the one that was allowed. */
bool app_allowed_holds(Job *job, const AppAllowed *allowed);

/* How a language's interpreter is started: data/gates/LANGUAGE/start.json. */
typedef struct AppStart {
  Str language;
  VEC(Str) inside;    /* paths in a project that come first */
  VEC(Str) programs;  /* names, looked for in PATH */
  VEC(Str) arguments; /* with {folder}, {name} and {project} in them */
} AppStart;
typedef struct AppStarts {
  AppStart *items;
  size_t len;
  size_t cap;
} AppStarts;
/* Those of all languages whose gate can be started. */
Err app_starts_read(Job *job, AppStarts *ret_starts) MUST_CHECK;

/* The interpreter that a project would get now; false: none is there. Only what
 * is named by start.json is looked for, never what the project's files say. */
bool app_interpreter_find(Job *job, const AppStart *start, Str root, Str path_variable, AppInterpreter *ret_interpreter);

/* What may be started for a project: ERR_NOT_FOUND: it is not allowed;
 * ERR_DENIED: it is another by now, or its program is; ERR_UNTRUSTED; ERR_USAGE
 * names the languages when `language` is none of them, or several could be
 * meant. All say what to do. */
Err app_interpreter_allowed(Job *job, Str root, Str language, AppInterpreter *ret_interpreter) MUST_CHECK;

#endif
