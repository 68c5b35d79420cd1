/* The second line of defence: what a supervisor leaves that was itself killed
 * and so could kill nobody.
 *
 * While we live we are a sub-reaper: whatever loses its supervisor becomes our
 * own child. A child that we did not start is therefore something that one of
 * ours left, whatever session it made for itself and whatever it did to its
 * environment, and is ended.
 *
 * When we died with the supervisor nobody inherits anything. Everything that
 * is supervised has a mark in its environment that says by whom. At the next
 * start what carries the mark of a supervisor that is gone is ended: a
 * supervisor that ends in order leaves nobody behind. Nothing else is touched,
 * and who took the mark off cannot be told from a stranger and is let live. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "src/base/lock.h"
#include "src/os/process_internal.h"
#include "src/os/thread_internal.h"

#define MARK "FATHOM_SUPERVISED"
enum {
  ENVIRONMENT_MAX = 1 << 20, /* a mark stands in front; what is longer is cut */
  ASIDE_STACK = 128 << 10,
  GENERATIONS_MAX = 4096, /* above a process; who has more hides something */
  PASSES_MAX = 100 /* over all processes, each finding more to end */
};

/* ---- what we started ourselves ---- */

/* Held while a child is started or reaped: nobody sees one of ours that is not
 * in the list yet, or no longer. */
static Lock lock = LOCK_READY;
static pid_t *started;
static size_t started_count, started_room;
static bool adopts;

void process_started_lock(void) { lock_take(&lock); }

void process_started_unlock(pid_t pid) {
  if (pid > 0) {
    if (started_count == started_room) {
      started_room = started_room ? started_room * 2 : 16;
      started = arena_heap_grow(started, started_room * sizeof *started);
    }
    started[started_count++] = pid;
  }
  lock_give(&lock);
}

static bool find_started_locked(pid_t pid, size_t *ret_at) {
  for (size_t i = 0; i < started_count; i++) {
    if (started[i] == pid) {
      *ret_at = i;
      return true;
    }
  }
  return false;
}

pid_t process_reap_started(pid_t pid, int *ret_wait_status) {
  siginfo_t info;
  while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
  size_t at;
  pid_t got;
  lock_take(&lock);
  while ((got = waitpid(pid, ret_wait_status, 0)) < 0 && errno == EINTR) continue;
  if (find_started_locked(pid, &at)) started[at] = started[--started_count];
  lock_give(&lock);
  return got;
}

/* ---- what we inherited ---- */

/* Ends our children that we did not start; how many there were. */
static size_t end_inherited_locked(void) {
  ProcessSeen *seen;
  size_t inherited = 0, at;
  size_t count = process_list(&seen);
  for (size_t i = 0; i < count; i++) {
    if (seen[i].parent != getpid() || find_started_locked(seen[i].pid, &at)) continue;
    kill(seen[i].pid, SIGKILL); /* our child, not reaped: the number is its own */
    waitpid(seen[i].pid, NULL, WNOHANG);
    inherited++;
  }
  free(seen);
  return inherited;
}

void process_end_inherited(void) {
  int64_t until = job_now_ms() + PROCESS_REAP_MS;
  for (;;) {
    lock_take(&lock);
    size_t inherited = adopts ? end_inherited_locked() : 0;
    lock_give(&lock);
    /* Whoever dies leaves its children to us: until a look finds nobody. */
    if (!inherited || job_now_ms() > until) return;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

static void watch_supervisor(void *context) {
  pid_t pid = (pid_t)(intptr_t)context;
  siginfo_t info = {0};
  int state;
  while ((state = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT)) < 0 && errno == EINTR) continue;
  /* Reaped by another thread already: that one looks itself. */
  if (state == 0 && info.si_code != CLD_EXITED) process_end_inherited();
}

/* ---- what carries a mark ---- */

/* Numbers of processes mean something in one name space only. */
static unsigned long long name_space(void) {
  struct stat st;
  return stat("/proc/self/ns/pid", &st) == 0 ? (unsigned long long)st.st_ino : 0;
}

Str process_mark(Arena *arena) {
  ProcessSeen self;
  if (!process_look(getpid(), &self)) return STR_EMPTY;
  return str_format(arena, MARK "=%llu.%d.%llu", name_space(), (int)self.pid, self.start);
}

/* Whether the mark names a supervisor of this name space that is no more. */
static bool is_of_dead(const char *mark) {
  unsigned long long space = 0, start = 0;
  int pid = 0, end = 0;
  ProcessSeen supervisor;
  if (sscanf(mark, "%llu.%d.%llu%n", &space, &pid, &start, &end) != 3 || mark[end]) return false;
  if (!space || space != name_space() || pid <= 1) return false;
  return !process_look(pid, &supervisor) || supervisor.start != start || supervisor.is_zombie;
}

/* The value of a variable that a process was started with; false: it has none,
 * or is not ours to look at. */
static bool read_variable(pid_t pid, const char *name, char *room, const char **ret_value) {
  char path[64];
  struct stat st;
  const size_t len_of_name = strlen(name);
  snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  size_t len = 0;
  bool is_ours = fstat(fd, &st) == 0 && st.st_uid == geteuid();
  for (ssize_t got = 1; is_ours && got > 0 && len < ENVIRONMENT_MAX; len += got > 0 ? (size_t)got : 0) {
    got = read(fd, room + len, ENVIRONMENT_MAX - len);
  }
  close(fd);
  room[len] = '\0';
  for (const char *at = room; at < room + len; at += strlen(at) + 1) {
    if (strncmp(at, name, len_of_name) || at[len_of_name] != '=') continue;
    *ret_value = at + len_of_name + 1;
    return true;
  }
  return false;
}

static bool read_mark(pid_t pid, char *room, const char **ret_mark) { return read_variable(pid, MARK, room, ret_mark); }

/* Up to where nobody is above. */
bool process_comes_from(pid_t pid, const char *variable) {
  char *room = arena_heap_alloc(ENVIRONMENT_MAX + 1);
  ProcessSeen seen;
  const char *value;
  bool found = pid <= 0;
  int steps = 0;
  for (; !found && pid > 0; pid = seen.parent) {
    found = ++steps > GENERATIONS_MAX || !process_look(pid, &seen) || read_variable(pid, variable, room, &value);
  }
  free(room);
  return found;
}

/* The descriptor holds the process itself: what was read after it was opened
 * is true of whom the signal goes to. */
static bool end_marked(pid_t pid, char *room) {
  const char *mark;
  if (!read_mark(pid, room, &mark) || !is_of_dead(mark)) return false;
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  if (fd < 0) return false;
  bool ended = read_mark(pid, room, &mark) && is_of_dead(mark) &&
               syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0) == 0;
  close(fd);
  return ended;
}

void process_end_leftovers(void) {
  char *room = arena_heap_alloc(ENVIRONMENT_MAX + 1);
  size_t ended = 1;
  for (int pass = 0; ended && pass < PASSES_MAX; pass++) { /* they may start others meanwhile */
    ProcessSeen *seen;
    size_t count = process_list(&seen);
    ended = 0;
    for (size_t i = 0; i < count; i++) {
      if (seen[i].pid != getpid() && !seen[i].is_zombie) ended += end_marked(seen[i].pid, room);
    }
    free(seen);
  }
  free(room);
}

static void end_leftovers(void *context) {
  (void)context;
  process_end_leftovers();
}

/* Where there can be no thread it is left undone. */
static void run_aside(ThreadFunction *work, void *context) {
  (void)!thread_start_sized(ASIDE_STACK, work, context, NULL);
}

void process_watch_supervisor(pid_t pid) {
  /* Without a thread the same is done when somebody asks for its end. */
  if (adopts) run_aside(watch_supervisor, (void *)(intptr_t)pid);
}

void process_adopt(void) {
  siginfo_t info;
  lock_take(&lock);
  /* Children from before we were this program are somebody else's, and so is
   * what they leave. */
  bool is_childless = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD;
  adopts = is_childless && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  lock_give(&lock);
  run_aside(end_leftovers, NULL);
}
