/* Repl: interpreters that a person opened to us with a gate (docs/gate.md).
 * Finds them, runs code in them, hears what it prints meanwhile, and asks for
 * the result again later. A gate is hostile: it may answer anything, flood,
 * hang or die, and harms nobody but who waits for it.
 *
 * The interpreter runs the code and keeps the result, so nothing is lost when
 * this process ends. Knows nothing of tools or trust: who may run code is for
 * the caller to decide. All functions may be called on any thread; those with
 * a job wait without its CPU permit. */
#ifndef FATHOM_REPL_REPL_H
#define FATHOM_REPL_REPL_H

#include "src/base/job.h"

typedef struct ReplHub ReplHub;

/* `folder` has the sockets of gates; it need not be there. Nothing is loaded
 * or opened before it is needed. */
ReplHub *repl_hub_open(Str folder);
/* No call may be in progress. */
void repl_hub_close(ReplHub *hub);
/* The folder that gates and we agree on without being told. */
Str repl_folder(Arena *arena);

#define REPL_KEY 8 /* bytes of a session's key */

/* A session as its card and we know it; everything in the job's arena. */
typedef struct ReplSession {
  Str key; /* [a-z0-9], REPL_KEY of them */
  Str name, language, version, project;
  int64_t pid;
  size_t calls;    /* that we made */
  size_t running;  /* of them not answered yet */
  int64_t seen_ms; /* when it last answered, on the scale of job_now_ms; 0: not yet */
} ReplSession;
typedef struct ReplSessions {
  ReplSession *items; /* by key */
  size_t len;
  size_t cap;
} ReplSessions;

/* Those whose gate listens. What a session that is gone left behind is
 * removed. ERR_DENIED: the folder is not this user's alone. */
Err repl_sessions(Job *job, ReplHub *hub, ReplSessions *ret_sessions) MUST_CHECK;

typedef struct ReplWanted {
  Str key;      /* empty: the only one that fits the rest */
  Str language; /* empty: any */
  Str project;  /* sessions there come before others; may be empty */
} ReplWanted;
/* ERR_NOT_FOUND: there is none; ERR_USAGE: several could be meant, with their
 * keys. */
Err repl_choose(Job *job, ReplHub *hub, const ReplWanted *wanted, ReplSession *ret_session) MUST_CHECK;

typedef enum ReplState { REPL_QUEUED, REPL_RUNNING, REPL_DONE, REPL_FAILED, REPL_INTERRUPTED } ReplState;
/* "running", … as docs/gate.md spells it; constant. */
const char *repl_state_name(ReplState state);
static inline bool repl_has_ended(ReplState state) { return state >= REPL_DONE; }

typedef struct ReplDisplay {
  Str type; /* "image/png" */
  Str data; /* base64 for images */
} ReplDisplay;

#define REPL_DISPLAYS 16 /* of one result */
#define REPL_TRACE 40    /* lines of one */

/* What came of a piece of code. Texts are as the interpreter gave them. */
typedef struct ReplResult {
  Str handle; /* to ask for it again */
  ReplState state;
  Str out, errors; /* what it printed */
  bool has_value;
  Str value;
  Str error_type, error_message;
  Str trace[REPL_TRACE]; /* innermost last */
  size_t trace_count;
  ReplDisplay displays[REPL_DISPLAYS];
  size_t display_count;
  double ms;
  int64_t cut; /* characters left out of what it printed */
} ReplResult;

/* Told while code runs, on the caller's thread. Each may be NULL. */
typedef struct ReplHeard {
  void (*begun)(void *context, Str handle);
  void (*output)(void *context, Str text, bool is_error);
  void (*progress)(void *context, double fraction, Str text); /* fraction < 0: not known */
  void *context;
} ReplHeard;

typedef struct ReplAsk {
  Str session; /* key */
  Str code;
  int64_t wait_ms; /* then the state is told as it is; 0: until the job ends */
  ReplHeard heard;
} ReplAsk;
/* The job's cancellation interrupts the code; its deadline does not. */
Err repl_eval(Job *job, ReplHub *hub, const ReplAsk *ask, ReplResult *ret_result) MUST_CHECK;

/* The same for what was begun before, by its handle. A result is given once.
 * ERR_NOT_FOUND: given already or too old; ERR_CLOSED: the session is gone, and
 * what ran there was interrupted by that. */
Err repl_wait(Job *job, ReplHub *hub, Str handle, int64_t wait_ms, const ReplHeard *heard,
              ReplResult *ret_result) MUST_CHECK;
/* Asks the code to end; *ret_was_running: it was there to be ended. */
Err repl_interrupt(Job *job, ReplHub *hub, Str handle, bool *ret_was_running) MUST_CHECK;

#endif
