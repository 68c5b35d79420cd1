/* Starting and ending processes: shared by the process_*.c files. */
#ifndef FATHOM_OS_PROCESS_INTERNAL_H
#define FATHOM_OS_PROCESS_INTERNAL_H

#include "src/os/process.h"

enum {
  PROCESS_LIFELINE = 3,    /* the number of the life line in a supervisor */
  PROCESS_GRACE_MS = 3000, /* of a supervisor whose life line closed */
  PROCESS_REAP_MS = 5000   /* how long the killed may take to be gone */
};
/* What is said on the life line, besides closing it. */
#define PROCESS_SAY_TERM 'T'
#define PROCESS_SAY_KILL 'K'
#define PROCESS_SAY_INTERRUPT 'I' /* SIGINT to the child's group, which may go on */

typedef enum ProcessPlace {
  PROCESS_IN_GROUP,   /* its own process group */
  PROCESS_IN_SESSION, /* its own session, hence group */
  PROCESS_DETACHED    /* the same, and no child of ours */
} ProcessPlace;

typedef struct ProcessSpawn {
  const char *program; /* path */
  const char *const *argv;
  const char *const *env;
  const char *directory; /* NULL: ours */
  ProcessLimits limits;
  int stdio[3];  /* what become 0, 1, 2; still the caller's to close */
  int lifeline;  /* what becomes PROCESS_LIFELINE; -1: none */
  ProcessPlace place;
  bool die_with_parent; /* KILL when the calling thread ends */
} ProcessSpawn;

/* Returns once the program runs, or could not be run. *ret_pid is not set
 * for a detached one. */
Err process_spawn(Job *job, const ProcessSpawn *spawn, pid_t *ret_pid) MUST_CHECK;

/* Finds argv[0] in the PATH of `env`; what has a slash is taken as it is. */
Err process_find(Job *job, const char *name, const char *const *env, const char **ret_path) MUST_CHECK;

/* A child's pipes as we hold them, and its life line when it is supervised. */
typedef struct ProcessPipes {
  pid_t pid;
  int input; /* write end; -1 when `input` was not asked for */
  int output;
  int errors;
  int lifeline;
} ProcessPipes;
/* Starts options' program. Without `with_input` it reads /dev/null. */
Err process_start(Job *job, const ProcessOptions *options, bool with_input, bool supervised,
                  ProcessPipes *ret_pipes) MUST_CHECK;
void process_close_fd(int *fd); /* and sets it to -1 */

/* Whether our child has ended within `ms`; does not reap it. */
bool process_wait_end(pid_t pid, int64_t ms);
/* Reaps an ended child; 128 + signal when killed by one. */
int process_reap(pid_t pid);
int process_status(int wait_status);
/* Ends a supervisor within about `grace_ms` and all beneath it, waits for
 * that; returns its exit status. */
int process_end_supervisor(pid_t pid, int *lifeline, int64_t grace_ms);

/* ---- process_list.c ---- */

typedef struct ProcessSeen {
  pid_t pid;
  pid_t parent;
  pid_t session;
  unsigned long long start; /* in ticks since the machine started; with pid: who it is */
  bool is_zombie;
} ProcessSeen;
bool process_look(pid_t pid, ProcessSeen *ret_seen) MUST_CHECK; /* false: there is none */
/* All there are, one after another, so not of one moment; to be released with
 * free(). */
size_t process_list(ProcessSeen **ret_seen);

/* What a process and all beneath it have in memory, shared pages counted for
 * each, and how many they are. */
typedef struct ProcessWeight {
  uint64_t bytes;
  size_t count;
} ProcessWeight;
ProcessWeight process_weigh(pid_t pid);

typedef enum ProcessKin { PROCESS_CHILDREN_OF, PROCESS_SESSION_OF } ProcessKin;
/* Signals all processes that are children, or of the session, of `pid`. */
void process_kill_kin(ProcessKin kin, pid_t pid, int signal_number);

/* ---- process_orphans.c: thread-safe ---- */

/* Around a fork: the child is one that we started. 0: there is none. */
void process_started_lock(void);
void process_started_unlock(pid_t pid);
/* waitpid for one of those. */
pid_t process_reap_started(pid_t pid, int *ret_wait_status);
/* After process_adopt: kills and reaps all children that we did not start,
 * until none is left. Otherwise does nothing. */
void process_end_inherited(void);
/* After process_adopt: does that as soon as this supervisor is killed. */
void process_watch_supervisor(pid_t pid);
/* NAME=value for the environment of what this process supervises; empty where
 * /proc is missing. */
Str process_mark(Arena *arena);
/* Kills what carries the mark of a supervisor that is gone. */
void process_end_leftovers(void);

#endif
