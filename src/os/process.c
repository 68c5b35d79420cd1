/* Processes that stay: supervised children, the detached daemon, and what
 * the system knows about this process itself. */
#include "src/os/process.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/os/file_internal.h"
#include "src/os/pages.h"
#include "src/os/place.h"
#include "src/os/process_internal.h"

struct Process {
  ProcessPipes pipes;
  bool ended;
  int exit_status;
};

/* As a shell tells it: above 128 is a signal. */
int process_status(int wait_status) {
  if (WIFEXITED(wait_status)) return WEXITSTATUS(wait_status);
  return 128 + (WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : SIGKILL);
}

int process_reap(pid_t pid) {
  int wait_status = 0;
  pid_t got = process_reap_started(pid, &wait_status);
  return got == pid ? process_status(wait_status) : 128 + SIGKILL;
}

/* The process is not reaped: its number stays its own until that. */
bool process_wait_end(pid_t pid, int64_t ms) {
  int64_t until = job_now_ms() + ms;
  for (;;) {
    siginfo_t info = {0};
    int state = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
    if (state < 0 && errno == EINTR) continue;
    if (state < 0 || info.si_pid == pid) return true;
    if (job_now_ms() >= until) return false;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

static void say(int lifeline, char what) {
  /* It may be gone: then there is nobody to tell. */
  ssize_t put = send(lifeline, &what, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  (void)put;
}

/* Asks, waits, and then forces. The supervisor kills everything it has
 * started; only if it is killed itself we do that. */
int process_end_supervisor(pid_t pid, int *lifeline, int64_t grace_ms) {
  if (grace_ms > 0 && !process_wait_end(pid, 0)) {
    say(*lifeline, PROCESS_SAY_TERM);
    process_wait_end(pid, grace_ms);
  }
  say(*lifeline, PROCESS_SAY_KILL);
  bool obeyed = process_wait_end(pid, PROCESS_REAP_MS + 1000);
  if (!obeyed) kill(pid, SIGKILL);
  process_close_fd(lifeline);
  /* Not reaped yet, so the session's number is still its own. A supervisor
   * that was killed could not kill anybody: its session is killed, and what
   * left that comes to us when we adopt. */
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) == 0 && info.si_code != CLD_EXITED) {
    process_kill_kin(PROCESS_SESSION_OF, pid, SIGKILL);
    process_end_inherited();
  }
  return process_reap(pid);
}

/* The caller closes it. The descriptors are taken one by one and are the
 * caller's then. */
Err process_open(Job *job, const ProcessOptions *options, Process **ret_process) {
  ProcessPipes pipes;
  TRY(process_start(job, options, true, true, &pipes));
  Process *process = arena_heap_alloc(sizeof *process);
  process->pipes = pipes;
  process_watch_supervisor(pipes.pid);
  *ret_process = process;
  return OK;
}

/* Each end is given away once. */
static int take(int *fd) {
  int taken = *fd;
  *fd = -1;
  return taken;
}

int process_stdin(Process *process) { return take(&process->pipes.input); }
int process_stdout(Process *process) { return take(&process->pipes.output); }
int process_stderr(Process *process) { return take(&process->pipes.errors); }
uint64_t process_weight(const Process *process) { return process->ended ? 0 : process_weigh(process->pipes.pid).bytes; }
pid_t process_id(const Process *process) { return process->pipes.pid; }

static void end(Process *process, int64_t grace_ms) {
  if (process->ended) return;
  ProcessPipes *pipes = &process->pipes;
  process->exit_status = process_end_supervisor(pipes->pid, &pipes->lifeline, grace_ms);
  process->ended = true;
}

bool process_has_ended(Process *process, int *ret_exit_status) {
  if (!process->ended && !process_wait_end(process->pipes.pid, 0)) return false;
  end(process, 0); /* it has: this takes no time */
  *ret_exit_status = process->exit_status;
  return true;
}

void process_interrupt(Process *process) { say(process->pipes.lifeline, PROCESS_SAY_INTERRUPT); }

/* Ends it with all that it has started; takes at most the grace and a
 * moment. */
void process_close(Process *process, int64_t grace_ms) {
  if (!process) return;
  process_close_fd(&process->pipes.input);
  end(process, grace_ms);
  /* Not before: tidying up must not end in SIGPIPE. */
  process_close_fd(&process->pipes.output);
  process_close_fd(&process->pipes.errors);
  free(process);
}

/* A daemon: its own session, no terminal, its words in the log. Nobody waits
 * for it. */
Err process_detach(Job *job, const char *const *argv, Str log_path) {
  Str program = place_program(job->arena);
  if (program.len == 0) {
    return job_fail(job, ERR_UNAVAILABLE, "cannot find this program's own file: is /proc mounted?");
  }
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return file_fail(job, errno, "open", STR("/dev/null"));
  int log = nothing;
  Err err = OK;
  if (log_path.len) {
    err = file_check_path(job, log_path, false);
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY;
    if (!err) log = open(str_to_c(job->arena, log_path), flags, 0600);
    if (!err && log < 0) err = file_fail(job, errno, "write the log", log_path);
  }
  if (!err) {
    ProcessSpawn spawn = {.program = str_to_c(job->arena, program),
                          .argv = argv,
                          .env = (const char *const *)environ,
                          .directory = "/",
                          .stdio = {nothing, log, log},
                          .lifeline = -1,
                          .place = PROCESS_DETACHED};
    pid_t unused;
    err = process_spawn(job, &spawn, &unused);
  }
  if (log != nothing) process_close_fd(&log);
  close(nothing);
  return err;
}

/* As many as the system lets this user have without asking. */
size_t process_allow_files(size_t wanted) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) < 0) return wanted;
  struct rlimit more = files;
  more.rlim_cur = wanted < files.rlim_max ? wanted : files.rlim_max;
  if (more.rlim_cur > files.rlim_cur && setrlimit(RLIMIT_NOFILE, &more) == 0) files = more;
  return files.rlim_cur;
}

/* What is given back at once, and how much may lie free behind the last block
 * that is used. Set before there are threads. */
static int large = 128 << 10, most_free = 128 << 10;

/* For a process that lives long and is mostly idle; process_keep_memory is for
 * one that works and ends. */
void process_return_memory(void) {
  mallopt(M_MMAP_THRESHOLD, large);
  mallopt(M_TRIM_THRESHOLD, most_free);
  mallopt(M_ARENA_MAX, 2); /* what one thread freed another can use */
  pages_return();
  malloc_trim(0);
}

/* A page that comes from the system is cleared and mapped first, which takes
 * longer than most of what is done with it. Blocks of 1 MB and more are not kept
 * for that: freed between others, those of hostile requests left the daemon
 * with 130 MB instead of 20. */
void process_reuse_memory(void) {
  large = 512 << 10;
  most_free = 4 << 20;
  process_return_memory();
}

void process_keep_memory(void) {
  enum { LARGE = 32 << 20 };
  mallopt(M_MMAP_THRESHOLD, LARGE);
  mallopt(M_TRIM_THRESHOLD, 4 * LARGE);
  pages_keep();
}

void process_trim_memory(void) { malloc_trim(0); }

bool process_was_large(void) {
  enum { LARGE_KB = 48 << 10 };
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss >= LARGE_KB;
}

/* The number in kB after `name` in a process's status, in bytes. */
static uint64_t memory_of(const char *path, const char *name) {
  FILE *status = fopen(path, "re");
  if (!status) return 0;
  char line[256];
  int64_t kilobytes = 0;
  while (fgets(line, sizeof line, status)) {
    Str value = str_from_c(line);
    if (!str_eq_c(str_cut(&value, ':'), name)) continue;
    value = str_trim(value);
    if (!str_to_int(str_cut(&value, ' '), &kilobytes)) kilobytes = 0;
    break;
  }
  fclose(status);
  return (uint64_t)kilobytes * 1024;
}

#define OWN_STATUS "/proc/self/status"

/* Open from the first question on: asked of a file that has to be opened and tells
 * more, it costs four calls to the system in place of one. It is of the process
 * that opened it, as long as that lives. */
static int own_pages(void) {
  static atomic_int opened = -1;
  int fd = atomic_load(&opened), none = -1;
  if (fd >= 0) return fd;
  fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (fd < 0 || atomic_compare_exchange_strong(&opened, &none, fd)) return fd;
  close(fd); /* another thread was first */
  return none;
}

uint64_t process_resident_bytes(void) {
  char line[128];
  int fd = own_pages();
  ssize_t len = fd < 0 ? -1 : pread(fd, line, sizeof line, 0);
  Str numbers = {line, len < 0 ? 0 : (size_t)len};
  int64_t pages;
  (void)str_cut(&numbers, ' '); /* all that is mapped */
  if (!str_to_int(str_cut(&numbers, ' '), &pages)) return 0;
  return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t process_anonymous_bytes(void) { return memory_of(OWN_STATUS, "RssAnon"); }
uint64_t process_peak_bytes(void) { return memory_of(OWN_STATUS, "VmHWM"); }

uint64_t process_resident_bytes_of(int64_t pid) {
  char path[64];
  if (pid <= 0) return 0;
  snprintf(path, sizeof path, "/proc/%lld/status", (long long)pid);
  return memory_of(path, "VmRSS");
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

double process_cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/* ---- an end that does not hang ---- */

static const char *_Atomic end_words;

/* Only what a signal handler may do. */
static void end_now(int number) {
  (void)number;
  const char *words = atomic_load(&end_words);
  if (words) (void)!write(STDERR_FILENO, words, strlen(words));
  _exit(0);
}

/* Zero takes it back. A last resort: closing down properly may hang on
 * something that is broken. */
void process_end_after(unsigned seconds, const char *words) {
  atomic_store(&end_words, words);
  struct sigaction action = {.sa_handler = end_now};
  if (seconds) sigaction(SIGALRM, &action, NULL);
  alarm(seconds);
}
