/* Other processes whose end we wait for. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "src/os/process.h"

static int open_pid(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

/* The kernel's own parent-death signal comes when the parent's *thread* that
 * started us ends, and clients start servers from short-lived threads: hence
 * a descriptor of the process itself. */
int process_parent_fd(void) {
  pid_t parent = getppid();
  if (parent <= 1) return -1;
  int fd = open_pid(parent);
  if ((fd >= 0 || errno == ESRCH) && getppid() != parent) {
    /* It died in between, and its number may be somebody else's. A
     * descriptor that is readable at once says so. */
    if (fd >= 0) close(fd);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return -1;
    close(ends[1]);
    return ends[0];
  }
  return fd;
}

int process_end_fd(pid_t pid) { return open_pid(pid); }

bool process_wait_gone(pid_t pid, int64_t timeout_ms) {
  int fd = open_pid(pid);
  if (fd < 0) return errno == ESRCH;
  struct pollfd ended = {.fd = fd, .events = POLLIN};
  int64_t until = job_now_ms() + timeout_ms;
  int ready;
  do {
    int64_t left = until - job_now_ms();
    ready = poll(&ended, 1, left > 0 ? (int)left : 0);
  } while (ready < 0 && errno == EINTR);
  close(fd);
  return ready > 0;
}

pid_t process_self(void) { return getpid(); }
void process_kill(pid_t pid) { kill(pid, SIGKILL); }
void process_nudge(pid_t pid) { kill(pid, SIGHUP); }
void process_ignore_nudges(void) { signal(SIGHUP, SIG_IGN); }
