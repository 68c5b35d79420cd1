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
#include "src/base/json.h"

typedef struct ReplHub ReplHub;

/* `folder` has the sockets of gates; it need not be there. Nothing is loaded
 * or opened before it is needed. */
ReplHub *repl_hub_open(Str folder);
/* No call may be in progress. */
void repl_hub_close(ReplHub *hub);
/* The folder that gates and we agree on without being told. */
Str repl_folder(Arena *arena);

#define REPL_KEY 8 /* bytes of a session's key */
/* Always the same of the same digest: sessions of ours are found again by it. */
Str repl_key_from(Arena *arena, uint64_t digest);

/* A session as its card and we know it; everything in the job's arena. */
typedef struct ReplSession {
  Str key; /* [a-z0-9], REPL_KEY of them */
  Str name, language, version, project;
  int64_t pid;      /* as its card says */
  int64_t listener; /* the process that listens for it, as the system says */
  size_t calls;    /* that we made */
  size_t running;  /* of them not answered yet */
  int64_t seen_ms; /* when it last answered, on the scale of job_now_ms; 0: not yet */
} ReplSession;
typedef struct ReplSessions {
  ReplSession *items; /* by key */
  size_t len;
  size_t cap;
} ReplSessions;

/* When code was last run in a session, or asked for, by this process; on the
 * scale of job_now_ms; 0: never. */
int64_t repl_used_ms(ReplHub *hub, Str key);
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

/* How a session is, as it says itself. */
typedef struct ReplHealth {
  double answer_ms; /* that the answer took */
  int64_t uptime_ms;
  size_t running; /* pieces of code that run or wait, whoever asked for them */
} ReplHealth;
/* ERR_CLOSED: it is gone; ERR_TIMEOUT: it hangs. */
Err repl_health(Job *job, ReplHub *hub, Str key, ReplHealth *ret_health) MUST_CHECK;
typedef enum ReplOrder {
  REPL_SHUTDOWN, /* the interpreter ends */
  REPL_RESTART,  /* it runs its own program again, under the same key */
  REPL_STOP_CODE /* what runs is interrupted, the interpreter stays */
} ReplOrder;
/* The session agreed; it may take a moment. */
Err repl_order(Job *job, ReplHub *hub, Str key, ReplOrder order) MUST_CHECK;

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
  double progress;   /* 0 to 1, as the code last reported it; < 0: it did not */
  Str progress_text; /* that came with it */
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
  Str tool;      /* not empty: this tool of the session is called instead, */
  Str arguments; /* with these, from repl_arguments_spell */
  int64_t wait_ms; /* then the state is told as it is; 0: until the job ends */
  ReplHeard heard;
} ReplAsk;
/* The job's cancellation interrupts the code; its deadline does not, nor does
 * a client that went away (ERR_CLOSED). */
Err repl_eval(Job *job, ReplHub *hub, const ReplAsk *ask, ReplResult *ret_result) MUST_CHECK;

/* The same for what was begun before, by its handle. A result is given once.
 * ERR_NOT_FOUND: given already or too old; ERR_CLOSED: the session is gone, and
 * what ran there was interrupted by that; ERR_INTERRUPTED: it was, because the
 * session began anew. */
Err repl_wait(Job *job, ReplHub *hub, Str handle, int64_t wait_ms, const ReplHeard *heard,
              ReplResult *ret_result) MUST_CHECK;
/* Asks the code to end; *ret_was_running: it was there to be ended. */
Err repl_interrupt(Job *job, ReplHub *hub, Str handle, bool *ret_was_running) MUST_CHECK;

/* ---- functions that a session offers as tools ---- */

#define REPL_TOOLS_MAX 64        /* of one session */
#define REPL_DESCRIPTION_MAX 600 /* bytes */
#define REPL_SCHEMA_MAX ((size_t)8 << 10)

typedef struct ReplTool {
  Str name;        /* 1 to 40 letters, digits, _ and - */
  Str description; /* one line, made safe to show; may be empty */
  Str schema;      /* of its arguments, an object, spelled anew: for clients */
  Str checked;     /* the same with what some clients do not take: for repl_arguments_spell */
} ReplTool;
typedef struct ReplTools {
  ReplTool *items;
  size_t len;
  size_t cap;
  Str space;      /* the namespace: 1 to 32 of [a-z0-9_] */
  size_t refused; /* tools of which something was wrong, */
  Str reasons;    /* what */
} ReplTools;
/* What the session offers now, in job->arena; none, without a namespace, when
 * there is nothing. Names that begin with "__" are the program's own and left
 * out. ERR_USAGE: the namespace is none; else as repl_eval. */
Err repl_tools(Job *job, ReplHub *hub, Str key, ReplTools *ret_tools) MUST_CHECK;
/* Arguments for a tool as they are sent, if they satisfy its `checked` schema;
 * nulls for what need not be given are left out. ERR_USAGE says which one is
 * wrong. */
Err repl_arguments_spell(Job *job, Str schema, const Json *arguments, Str *ret_spelled) MUST_CHECK;

/* ---- names: what a session says about a place in code ---- */

typedef struct ReplWords {
  Str session; /* key */
  Str code;
  int64_t cursor; /* characters before it; < 0: at the end */
} ReplWords;
typedef struct ReplMatches {
  Str *items;
  size_t len;
  size_t cap;
  int64_t from, to; /* the characters that a match stands for */
} ReplMatches;
/* How the code could go on at the cursor. A kernel that runs code is
 * ERR_UNAVAILABLE. Texts are as the interpreter gave them. */
Err repl_complete(Job *job, ReplHub *hub, const ReplWords *words, ReplMatches *ret_matches) MUST_CHECK;
/* What the name at the cursor is; empty: the session does not know it. */
Err repl_inspect(Job *job, ReplHub *hub, const ReplWords *words, Str *ret_text) MUST_CHECK;

/* ---- what a session knows of itself ---- */

/* The code that answers a question in a session of this language: "names",
 * "methods", "type", "environment", "profile", "macro", "lowered", "typed",
 * "symbols", "exfiltrate", "safehouse". `arguments`: a spelled object. What the
 * language does not have is an error of the type "Unsupported". ERR_UNAVAILABLE:
 * nobody wrote it for this language. */
Err repl_introspection(Job *job, Str language, Str question, Str arguments, Str *ret_code) MUST_CHECK;

typedef enum ReplDebugAction { REPL_DEBUG_STATUS, REPL_DEBUG_CONTINUE, REPL_DEBUG_EVAL } ReplDebugAction;
typedef struct ReplDebugAsk {
  ReplDebugAction action;
  Str expression; /* of REPL_DEBUG_EVAL */
} ReplDebugAsk;
typedef struct ReplDebug {
  bool is_paused;
  Str text; /* where and with what, or what the expression gives; as the session says it */
} ReplDebug;
/* About code that is paused at a breakpoint. ERR_UNAVAILABLE: its gate cannot. */
Err repl_debug(Job *job, ReplHub *hub, Str key, const ReplDebugAsk *ask, ReplDebug *ret_debug) MUST_CHECK;

/* ---- many at once ---- */

#define REPL_STRESS_MAX 100

typedef struct ReplStress {
  Str session; /* key */
  Str code;
  Str tool, arguments; /* not empty: as in ReplAsk, in place of code */
  size_t clients;     /* 1 to REPL_STRESS_MAX, each on a thread of its own */
  int64_t stagger_ms; /* between the beginnings of two */
  int64_t timeout_ms; /* of each */
} ReplStress;
typedef struct ReplStressed {
  size_t done, failed, late, refused; /* late ones are interrupted */
  double half_ms, most_ms, slowest_ms; /* of those that are done: the middle, 95 of 100, the last */
  double all_ms;
  Str words; /* of the first that was refused */
} ReplStressed;
/* Runs the code, or calls the tool, as often at once as there are clients; waits for all of them
 * without the CPU permit. ERR_USAGE: too many. */
Err repl_stress(Job *job, ReplHub *hub, const ReplStress *stress, ReplStressed *ret_stressed) MUST_CHECK;

/* ---- jobs: code that ran for more than a second, until its result was given ---- */

typedef enum ReplJobState { REPL_JOB_RUNNING, REPL_JOB_ENDED, REPL_JOB_INTERRUPTED } ReplJobState;
const char *repl_job_state_name(ReplJobState state); /* "running", "ended", "interrupted"; constant */

typedef struct ReplJob {
  Str handle, session; /* the key */
  Str language, name, project;
  Str code;         /* how it begins */
  int64_t began_ms; /* by the wall clock */
  ReplJobState state; /* ended: the result can be had by the handle, once */
} ReplJob;
typedef struct ReplJobs {
  ReplJob *items; /* the latest first */
  size_t len;
  size_t cap;
} ReplJobs;

typedef struct ReplJobFilter {
  Str session;      /* empty: of all */
  Str project;      /* of sessions there; empty: of all */
  int64_t since_ms; /* begun since, by the wall clock; 0: ever */
  Str state;        /* a name; empty: any. ERR_USAGE names those there are */
} ReplJobFilter;
/* They are noted in files, so jobs of a process that died are listed, too.
 * Those whose end was seen ten minutes ago are forgotten. */
Err repl_jobs(Job *job, ReplHub *hub, const ReplJobFilter *filter, ReplJobs *ret_jobs) MUST_CHECK;

#endif
