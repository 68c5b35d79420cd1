/* Processes: children with argv (no shell), a scrubbed environment, their own
 * process group, resource limits and a deadline; and the supervisor that
 * keeps any of them from outliving us. */
#ifndef FATHOM_OS_PROCESS_H
#define FATHOM_OS_PROCESS_H

#include "src/base/job.h"
#include "src/os/loop.h"

typedef struct ProcessLimits {
  uint64_t cpu_seconds;   /* 0: none */
  uint64_t address_bytes; /* 0: none */
  uint64_t file_bytes;    /* 0: none */
  uint64_t open_files;    /* 0: none */
} ProcessLimits;

#define PROCESS_MANY 4000 /* processes beneath one child */

typedef struct ProcessOptions {
  const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
  Str directory;           /* empty: ours */
  /* NAME=value, NULL-terminated, on top of the scrubbed environment: PATH,
   * HOME, LANG, LC_*, TZ, TERM, TMPDIR, USER, XDG_*. */
  const char *const *env;
  ProcessLimits limits;
  Str input;          /* given on stdin by process_run */
  size_t max_output;  /* of process_run, each of both; 0: 16 MB */
  int64_t timeout_ms; /* 0: the job's deadline alone */
  /* process_run: under a supervisor as well, for what starts others and may
   * leave them behind (builds, tests). Stopping then means TERM first. */
  bool supervised;
  /* process_run: of more than max_output the first and the last half are kept,
   * a newline between them, instead of the first bytes. */
  bool keeps_end;
  /* process_run, supervised: what all its processes may have in memory at once
   * (and PROCESS_MANY processes); 0: anything. Looked at once a second. More:
   * stopped, ERR_TOO_LARGE. */
  uint64_t max_memory;
  Str progress; /* process_run: told as the job's progress once a second; empty: nothing is */
} ProcessOptions;

typedef struct ProcessResult {
  int exit_status; /* 128 + signal when killed by one */
  Str output;
  Str errors;
  bool output_cut; /* more than max_output came */
} ProcessResult;

/* Runs to the end, on the job's thread, whose CPU permit is given back
 * meanwhile. Whatever is left of the child's group when it ends, or when it is
 * late or cancelled, is killed. A child that cannot be started: ERR_NOT_FOUND
 * or ERR_DENIED. Output is in job->arena. */
Err process_run(Job *job, const ProcessOptions *options, ProcessResult *ret_result) MUST_CHECK;

/* A child that talks: its pipes as descriptors to hand to loop streams, run
 * under `fathom supervise`, which kills the whole group when our end of its
 * life line closes, however we end. */
typedef struct Process Process;
Err process_open(Job *job, const ProcessOptions *options, Process **ret_process) MUST_CHECK;
/* Each can be taken once and is then the taker's (a stream) to close; -1
 * afterwards. What nobody took is closed by process_close. */
int process_stdin(Process *process);
int process_stdout(Process *process);
int process_stderr(Process *process);
pid_t process_id(const Process *process); /* the supervisor's */
/* Whether it ended; if so, its exit status. Does not wait. */
bool process_has_ended(Process *process, int *ret_exit_status);
/* What it and all beneath it have in memory, in bytes. Asks the system about
 * every process there is: now and then, not often. */
uint64_t process_weight(const Process *process);
/* SIGINT to the child and its group, as from a terminal; it may go on. */
void process_interrupt(Process *process);
/* TERM, then KILL of everything beneath after `grace_ms`; waits for the end;
 * frees. 0 kills at once. */
void process_close(Process *process, int64_t grace_ms);

/* What `fathom supervise` runs: sub-reaper over argv, ends with it or when
 * `lifeline_fd` closes, having killed everything beneath. Returns the exit
 * status to end with. */
int process_supervise(int lifeline_fd, const char *const *argv);

/* For a process that stays, once, before it starts anybody, and whose children
 * all come from here. What a killed supervisor of ours leaves becomes ours and
 * is killed, at once; what supervisors left that were killed together with
 * their owner is looked for (by the mark that all they run carries) and killed
 * too, in a thread of its own. Nothing is adopted when there are children
 * already. */
void process_adopt(void);

/* Starts a detached process of our own program (the daemon): new session,
 * environment as ours, working directory /, stdio on /dev/null, output and
 * errors appended to `log_path` when given, everything else closed. argv[0]
 * is only what it is called. */
Err process_detach(Job *job, const char *const *argv, Str log_path) MUST_CHECK;

/* Runs argv with `text` on its input and our terminal and environment, until
 * it ends: a pager. Only while no other thread runs. ERR_NOT_FOUND: it cannot
 * be started, and nothing was shown. */
Err process_show(Job *job, const char *const *argv, Str text) MUST_CHECK;

/* Becomes readable when our parent process dies, or at once when it just did.
 * -1 when there is no parent to speak of, or the kernel cannot tell. */
int process_parent_fd(void);
pid_t process_self(void);
/* Whether a process, or one that it descends from, was started with a variable
 * of that name. What is gone, or goes too deep, counts as if: who asks must be
 * able to say no. Beneath a supervisor nobody can leave its ancestors. */
bool process_comes_from(pid_t pid, const char *variable);
/* Another process of this user: ends it at once; or asks it, by SIGHUP, to look
 * after itself, which the daemon does. One that is gone is no matter. */
void process_kill(pid_t pid);
void process_nudge(pid_t pid);
/* A nudge that comes before anybody listens for it (loop_on_signal) ends
 * nothing. */
void process_ignore_nudges(void);
/* Becomes readable when that process ends; the caller's to close. -1: there is
 * none of that number, or the kernel cannot tell. */
int process_end_fd(pid_t pid);
/* Waits for any process of ours to end; false when it is still there. */
bool process_wait_gone(pid_t pid, int64_t timeout_ms);
/* Ends this process after so many seconds, whatever its threads do, with
 * `words` (static) on stderr and status 0; 0: not any more. Children under
 * supervision go with it. For an end that must not hang. Any thread. */
void process_end_after(unsigned seconds, const char *words);
/* Lets this process have `wanted` files open, as far as the system permits;
 * never lowers what it may have. Returns how many that is. */
size_t process_allow_files(size_t wanted);
/* Gives large blocks back to the system as soon as they are freed: otherwise
 * one large message makes glibc keep all later ones. Call it first. */
void process_return_memory(void);
/* For a process that answers calls, before it has threads: what one call freed
 * in blocks of up to 512 KB serves the next, and up to 4 MB of it stay until
 * process_trim_memory. process_return_memory means that from then on. */
void process_reuse_memory(void);
/* While much work of the same kind is done: freed memory is kept for the next
 * piece of it, until process_return_memory, which also gives back what was
 * kept. */
void process_keep_memory(void);
/* Gives back what is free at the moment, without a change to what is kept. */
void process_trim_memory(void);
/* It ever had much memory. Else giving some back in the middle of work is worth
 * little: each piece takes a call of the system, and is asked for again soon. */
bool process_was_large(void);
uint64_t process_resident_bytes(void);
uint64_t process_anonymous_bytes(void); /* of those, what is in no file */
uint64_t process_resident_bytes_of(int64_t pid); /* of another; 0: it is gone, or not ours to look at */
uint64_t process_peak_bytes(void);
double process_cpu_seconds(void); /* of all threads so far */

#endif
