/* The supervisor: a small process between us and a child. It adopts whatever
 * the child leaves behind and ends only when nothing is left; it ends all of
 * it when its life line closes, which the kernel does for us however we end. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/vec.h"
#include "src/os/process_internal.h"

typedef struct Supervisor {
  pid_t child;
  int lifeline;
  int signals;
  bool child_ended;
  int status;         /* to end with */
  bool ending;        /* the group was told to end */
  int64_t kill_at_ms; /* INT64_MAX: when told */
} Supervisor;

/* False when nothing is left to wait for. */
static bool reap_all(Supervisor *supervisor) {
  for (;;) {
    int wait_status = 0;
    pid_t pid = waitpid(-1, &wait_status, WNOHANG);
    if (pid < 0 && errno == EINTR) continue;
    if (pid <= 0) return pid == 0;
    if (pid != supervisor->child) continue;
    supervisor->child_ended = true;
    supervisor->status = process_status(wait_status);
  }
}

/* TERM once, KILL at the earliest time anybody asked for. */
static void ask_to_end(Supervisor *supervisor, int64_t kill_at_ms) {
  if (!supervisor->ending) {
    /* While its first member is not reaped the group's number is its own. */
    if (!supervisor->child_ended) kill(-supervisor->child, SIGTERM);
    process_kill_kin(PROCESS_CHILDREN_OF, getpid(), SIGTERM); /* those who left it */
    supervisor->kill_at_ms = kill_at_ms;
  }
  if (kill_at_ms < supervisor->kill_at_ms) supervisor->kill_at_ms = kill_at_ms;
  supervisor->ending = true;
}

static void hear_lifeline(Supervisor *supervisor) {
  char what = 0;
  ssize_t got = read(supervisor->lifeline, &what, 1);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got == 1 && what == PROCESS_SAY_INTERRUPT) {
    if (!supervisor->child_ended) kill(-supervisor->child, SIGINT); /* not reaped: the number is its own */
  } else if (got == 1 && what == PROCESS_SAY_TERM) {
    ask_to_end(supervisor, INT64_MAX);
  } else if (got == 1) {
    supervisor->ending = true;
    supervisor->kill_at_ms = 0;
  } else {
    process_close_fd(&supervisor->lifeline);
    ask_to_end(supervisor, job_now_ms() + PROCESS_GRACE_MS);
  }
}

static void hear_signal(Supervisor *supervisor) {
  struct signalfd_siginfo info;
  if (read(supervisor->signals, &info, sizeof info) != (ssize_t)sizeof info) return;
  if (info.ssi_signo != SIGCHLD) ask_to_end(supervisor, job_now_ms() + PROCESS_GRACE_MS);
}

/* Until it is time to kill what is left, if anything. A child that ends by
 * itself leaves nothing worth waiting for; one that was asked to end may have
 * others that still tidy up. */
static void wait_for_end(Supervisor *supervisor) {
  for (;;) {
    bool any = reap_all(supervisor);
    if (supervisor->child_ended && (!any || !supervisor->ending)) return;
    int wait_ms = -1;
    if (supervisor->ending && supervisor->kill_at_ms != INT64_MAX) {
      int64_t left = supervisor->kill_at_ms - job_now_ms();
      if (left <= 0) return;
      wait_ms = (int)left;
    }
    struct pollfd fds[2] = {{supervisor->lifeline, POLLIN, 0}, {supervisor->signals, POLLIN, 0}};
    if (poll(fds, 2, wait_ms) <= 0) continue;
    if (fds[0].revents) hear_lifeline(supervisor);
    if (fds[1].revents) hear_signal(supervisor);
  }
}

/* Whoever dies leaves its children to us, so killing our own children again
 * and again reaches everybody, also those who left the group or session. Only
 * children, because their numbers cannot pass to strangers meanwhile. */
static void kill_everything(Supervisor *supervisor) {
  int64_t give_up_ms = job_now_ms() + PROCESS_REAP_MS;
  if (!supervisor->child_ended) kill(-supervisor->child, SIGKILL);
  while (reap_all(supervisor) && job_now_ms() < give_up_ms) {
    process_kill_kin(PROCESS_CHILDREN_OF, getpid(), SIGKILL);
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

static int block_signals(void) {
  static const int heard[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < COUNT_OF(heard); i++) sigaddset(&set, heard[i]);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* The child's pipes are the child's alone: its closing one must be seen. */
static void let_go_of_stdio(void) {
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return;
  for (int fd = 0; fd <= 2; fd++) dup2(nothing, fd);
  if (nothing > 2) close(nothing);
}

/* Ours, with the mark that tells whose everything beneath is. */
static const char *const *marked_environment(Arena *arena) {
  VEC(const char *) env = {0};
  Str mark = process_mark(arena), name = mark;
  name = str_cut(&name, '=');
  if (mark.len) *vec_add(arena, &env) = str_to_c(arena, mark);
  for (char **each = environ; each && *each; each++) {
    Str rest = str_from_c(*each);
    if (!str_eq(str_cut(&rest, '='), name)) *vec_add(arena, &env) = *each;
  }
  *vec_add(arena, &env) = NULL;
  return env.items;
}

static int refuse(const char *what, int status) {
  fprintf(stderr, "fathom supervise: %s\n", what);
  return status;
}

int process_supervise(int lifeline_fd, const char *const *argv) {
  if (!argv || !argv[0])
    return refuse("there is no program to run; use: supervise FD -- PROGRAM", 2);
  if (lifeline_fd < 0 || fcntl(lifeline_fd, F_SETFD, FD_CLOEXEC) < 0) {
    return refuse("the life line is not an open descriptor; this command is for fathom itself", 2);
  }
  Supervisor supervisor = {.lifeline = lifeline_fd};
  supervisor.signals = block_signals();
  if (supervisor.signals < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) < 0) {
    return refuse("the system has no sub-reapers or signal descriptors", 70);
  }
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  ProcessSpawn spawn = {.argv = argv,
                        .env = marked_environment(&arena),
                        .stdio = {0, 1, 2},
                        .lifeline = -1,
                        .place = PROCESS_IN_GROUP,
                        .die_with_parent = true};
  Err err = process_find(&job, argv[0], spawn.env, &spawn.program);
  if (!err) err = process_spawn(&job, &spawn, &supervisor.child);
  if (err) {
    refuse(str_to_c(&arena, job_message(&job, err)), 0);
    arena_clear(&arena);
    return err == ERR_NOT_FOUND ? 127 : 126;
  }
  arena_clear(&arena);
  let_go_of_stdio();
  wait_for_end(&supervisor);
  kill_everything(&supervisor);
  process_close_fd(&supervisor.signals);
  return supervisor.child_ended ? supervisor.status : 128 + SIGKILL;
}
