/* A child that has the terminal while we wait: a pager. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/os/process.h"

extern char **environ;

/* Whoever quits a pager early closes our end: that is no error. */
static void feed(int fd, Str text) {
  while (text.len) {
    ssize_t wrote = write(fd, text.ptr, text.len);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;
    text = str_slice(text, (size_t)wrote, text.len);
  }
}

static int spawn_reading(const char *const *argv, int input, pid_t *ret_pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  int failed = posix_spawnp(ret_pid, argv[0], &actions, &attributes, (char *const *)argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failed;
}

Err process_show(Job *job, const char *const *argv, Str text) {
  int ends[2], status = 0;
  pid_t pid;
  if (pipe2(ends, O_CLOEXEC)) return job_fail(job, ERR_IO, "no pipe to %s: %s", argv[0], strerror(errno));
  /* The interrupt key is the child's: it is the one on the screen. */
  void (*on_pipe)(int) = signal(SIGPIPE, SIG_IGN);
  void (*on_interrupt)(int) = signal(SIGINT, SIG_IGN);
  int failed = spawn_reading(argv, ends[0], &pid);
  close(ends[0]);
  if (!failed) feed(ends[1], text);
  close(ends[1]);
  while (!failed && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  signal(SIGPIPE, on_pipe);
  signal(SIGINT, on_interrupt);
  if (failed) return job_fail(job, ERR_NOT_FOUND, "'%s' cannot be started: %s", argv[0], strerror(failed));
  return OK;
}
