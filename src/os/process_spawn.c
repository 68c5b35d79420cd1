/* Spawning: what happens between us and the first instruction of another
 * program. vfork keeps it cheap however large we are; the child shares our
 * memory until it runs the other program, so that it only makes system calls
 * and everything that needs memory is prepared before. */
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/vec.h"
#include "src/os/file_internal.h"
#include "src/os/place.h"
#include "src/os/process_internal.h"

enum { FIRST_FREE = 10 }; /* above every number that means something */

/* How far the child came, for the words of the error. */
typedef enum Stage { STAGE_PREPARE, STAGE_DIRECTORY, STAGE_RUN } Stage;
typedef struct Fault {
  Stage stage;
  int why;
} Fault;

/* What the child needs; on the parent's stack, which it shares. */
typedef struct Child {
  const ProcessSpawn *spawn;
  int fault_fd;
  pid_t parent;
} Child;

/* Tells what went wrong and ends; the pipe closes by itself when all is well. */
static NO_RETURN void give_up(int fault_fd, Stage stage) {
  Fault fault = {stage, errno};
  ssize_t put = write(fault_fd, &fault, sizeof fault);
  (void)put;
  _exit(127);
}

/* All dispositions to default: even ignored signals are inherited otherwise.
 * The raw call, because a sanitizer keeps its own table in the memory we share;
 * every field of the kernel's structure is zero for SIG_DFL. */
static void reset_signals(void) {
  static const unsigned char nothing[64];
  for (int number = 1; number <= 64; number++) {
    syscall(SYS_rt_sigaction, number, nothing, NULL, (size_t)8);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Both the soft and the hard limit, so that the program cannot raise it
 * again. */
static void limit(int resource, uint64_t value) {
  struct rlimit now;
  if (value == 0 || getrlimit(resource, &now) < 0) return;
  rlim_t wanted = value < now.rlim_max ? value : now.rlim_max;
  struct rlimit both = {wanted, wanted};
  setrlimit(resource, &both);
}

static void apply_limits(const ProcessLimits *limits) {
  limit(RLIMIT_CPU, limits->cpu_seconds);
  limit(RLIMIT_AS, limits->address_bytes);
  limit(RLIMIT_FSIZE, limits->file_bytes);
  limit(RLIMIT_NOFILE, limits->open_files);
}

/* First out of the way of 0 to 3, then to where they belong. */
static int place_descriptors(const ProcessSpawn *spawn) {
  int from[4] = {spawn->stdio[0], spawn->stdio[1], spawn->stdio[2], spawn->lifeline};
  for (int i = 0; i < 4; i++) {
    if (from[i] < 0) continue;
    from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, FIRST_FREE);
    if (from[i] < 0) return -1;
  }
  for (int i = 0; i < 4; i++) {
    if (from[i] >= 0 && dup2(from[i], i) < 0) return -1;
  }
  return 0;
}

/* Everything from `first` on is closed when the program runs. */
static void close_others(int first) {
  if (syscall(SYS_close_range, first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  struct rlimit files;
  int end = 65536;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536) end = (int)files.rlim_cur;
  for (int fd = first; fd < end; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* Detached means twice forked: nobody is its parent but the system. */
static int take_place(const Child *child) {
  switch (child->spawn->place) {
    case PROCESS_IN_GROUP: return setpgid(0, 0);
    case PROCESS_IN_SESSION: return setsid() < 0 ? -1 : 0;
    case PROCESS_DETACHED: break;
  }
  if (setsid() < 0) return -1;
  pid_t pid = _Fork();
  if (pid > 0) _exit(0);
  return pid;
}

/* The order matters: a place of its own first, then descriptors, directory and
 * limits, and the program last. */
static NO_RETURN void be_child(const Child *child) {
  const ProcessSpawn *spawn = child->spawn;
  reset_signals();
  int fault_fd = fcntl(child->fault_fd, F_DUPFD_CLOEXEC, FIRST_FREE);
  if (fault_fd < 0) give_up(child->fault_fd, STAGE_PREPARE);
  if (take_place(child) < 0) give_up(fault_fd, STAGE_PREPARE);
  if (spawn->die_with_parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != child->parent) _exit(127); /* too late already */
  }
  if (place_descriptors(spawn) < 0) give_up(fault_fd, STAGE_PREPARE);
  if (spawn->directory && chdir(spawn->directory) < 0) give_up(fault_fd, STAGE_DIRECTORY);
  close_others(spawn->lifeline >= 0 ? PROCESS_LIFELINE + 1 : STDERR_FILENO + 1);
  apply_limits(&spawn->limits);
  execve(spawn->program, (char *const *)spawn->argv, (char *const *)spawn->env);
  give_up(fault_fd, STAGE_RUN);
}

/* Alone in its frame: the child returns from vfork into our stack. */
static __attribute__((noinline)) pid_t fork_child(const Child *child) {
  pid_t pid = child->spawn->place == PROCESS_DETACHED ? _Fork() : vfork();
  if (pid == 0) be_child(child);
  return pid;
}

static Err fail(Job *job, const ProcessSpawn *spawn, Fault fault) {
  Str shown = str_visible(job->arena, str_from_c(spawn->program));
  if (fault.stage == STAGE_DIRECTORY) {
    return file_fail(job, fault.why, "work in the directory", str_from_c(spawn->directory));
  }
  if (fault.why == ENOEXEC) {
    return job_fail(job, ERR_DENIED, "cannot run '%.*s': it is not a program for this machine",
                    STR_ARG(shown));
  }
  /* The file was there when it was looked up: its interpreter is not. */
  if (fault.stage == STAGE_RUN && fault.why == ENOENT && file_exists(str_from_c(spawn->program))) {
    return job_fail(job, ERR_NOT_FOUND,
                    "cannot run '%.*s': the interpreter it names in its first line is missing",
                    STR_ARG(shown));
  }
  return job_fail(job, err_from_errno(fault.why), "cannot run '%.*s': %s", STR_ARG(shown),
                  file_reason(fault.why));
}

/* The pipe for faults closes when the program runs; then reading it gives
 * nothing, and all went well. */
Err process_spawn(Job *job, const ProcessSpawn *spawn, pid_t *ret_pid) {
  int fault_pipe[2];
  Fault fault = {STAGE_PREPARE, 0};
  if (pipe2(fault_pipe, O_CLOEXEC) < 0) return fail(job, spawn, (Fault){STAGE_PREPARE, errno});
  Child child = {.spawn = spawn, .fault_fd = fault_pipe[1], .parent = getpid()};
  /* No handler of ours may run in the child. */
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  process_started_lock();
  pid_t pid = fork_child(&child);
  if (pid < 0) fault.why = errno;
  process_started_unlock(pid);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(fault_pipe[1]);
  if (pid > 0) {
    ssize_t got;
    while ((got = read(fault_pipe[0], &fault, sizeof fault)) < 0 && errno == EINTR) continue;
    if (got != (ssize_t)sizeof fault) fault.why = 0;
    if (fault.why || spawn->place == PROCESS_DETACHED) process_reap(pid);
  }
  close(fault_pipe[0]);
  if (fault.why) return fail(job, spawn, fault);
  *ret_pid = pid;
  return OK;
}

/* The value of `name` in an environment, or NULL. */
static const char *env_value(const char *const *env, const char *name) {
  size_t len = strlen(name);
  for (; env && *env; env++) {
    if (strncmp(*env, name, len) == 0 && (*env)[len] == '=') return *env + len + 1;
  }
  return NULL;
}

/* Nothing else: an environment holds keys and tokens that are no business of a
 * language server's. */
static bool is_passed_on(Str name) {
  static const Str whole[] = {STR("PATH"), STR("HOME"),   STR("LANG"), STR("TZ"),
                              STR("TERM"), STR("TMPDIR"), STR("USER")};
  for (size_t i = 0; i < COUNT_OF(whole); i++) {
    if (str_eq(name, whole[i])) return true;
  }
  return str_starts_with(name, STR("LC_")) || str_starts_with(name, STR("XDG_"));
}

/* The scrubbed environment with `extra` on top. */
static const char *const *environment(Arena *arena, const char *const *extra) {
  VEC(const char *) env = {0};
  for (char **each = environ; each && *each; each++) {
    Str rest = str_from_c(*each);
    char *name = str_to_c(arena, str_cut(&rest, '='));
    if (!is_passed_on(str_from_c(name)) || env_value(extra, name)) continue;
    *vec_add(arena, &env) = *each;
  }
  for (; extra && *extra; extra++) *vec_add(arena, &env) = *extra;
  *vec_add(arena, &env) = NULL;
  return env.items;
}

/* Directories may have the bit for running, too. */
static bool is_program(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static Err not_executable(Job *job, const char *path) {
  return job_fail(job, ERR_DENIED, "'%.*s' is not a program this user may run; check its mode",
                  STR_ARG(str_visible(job->arena, str_from_c(path))));
}

/* In the environment that the program will have, not in ours. */
Err process_find(Job *job, const char *name, const char *const *env, const char **ret_path) {
  if (!name || !*name) return job_fail(job, ERR_USAGE, "there is no program to run");
  if (strchr(name, '/')) {
    /* Relative to the directory it will run in: the system finds out. */
    bool absolute = *name == '/';
    if (absolute && !file_exists(str_from_c(name))) {
      return file_fail(job, ENOENT, "run", str_from_c(name));
    }
    if (absolute && !is_program(name)) return not_executable(job, name);
    *ret_path = name;
    return OK;
  }
  const char *path = env_value(env, "PATH");
  Str rest = str_from_c(path ? path : "/usr/local/bin:/usr/bin:/bin");
  const char *unusable = NULL;
  while (rest.len) {
    Str directory = str_cut(&rest, ':');
    /* Relative ones would mean the workspace, which is not to be trusted. */
    if (directory.len == 0 || directory.ptr[0] != '/') continue;
    char *full = str_to_c(job->arena, file_join(job->arena, directory, str_from_c(name)));
    if (is_program(full)) {
      *ret_path = full;
      return OK;
    }
    if (!unusable && file_exists(str_from_c(full))) unusable = full;
  }
  if (unusable) return not_executable(job, unusable);
  return job_fail(job, ERR_NOT_FOUND,
                  "there is no program '%.*s' in PATH; install it or extend PATH",
                  STR_ARG(str_visible(job->arena, str_from_c(name))));
}

/* Once: the variable says that it is closed. */
void process_close_fd(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

/* argv of the supervisor that is to run `program`. */
static Err supervise_argv(Job *job, const char *program, const char *const *argv,
                          ProcessSpawn *spawn) {
  Str self = place_env("FATHOM_SUPERVISOR");
  if (self.len == 0) self = place_program(job->arena);
  if (self.len == 0) {
    return job_fail(job, ERR_UNAVAILABLE, "cannot find this program's own file: is /proc mounted?");
  }
  VEC(const char *) all = {0};
  spawn->program = str_to_c(job->arena, self);
  *vec_add(job->arena, &all) = spawn->program;
  *vec_add(job->arena, &all) = "supervise";
  *vec_add(job->arena, &all) = str_format(job->arena, "%d", PROCESS_LIFELINE).ptr;
  *vec_add(job->arena, &all) = "--";
  *vec_add(job->arena, &all) = program;
  while (*++argv) *vec_add(job->arena, &all) = *argv;
  *vec_add(job->arena, &all) = NULL;
  spawn->argv = all.items;
  return OK;
}

/* Rows: stdin, stdout, stderr, life line; columns: theirs, ours. */
static bool make_ends(int ends[4][2], bool with_input, bool supervised) {
  for (int i = 0; i < 4; i++) ends[i][0] = ends[i][1] = -1;
  if (with_input) {
    if (pipe2(ends[0], O_CLOEXEC) < 0) return false;
  } else {
    ends[0][0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (ends[0][0] < 0) return false;
  }
  for (int i = 1; i <= 2; i++) {
    int both[2];
    if (pipe2(both, O_CLOEXEC) < 0) return false;
    ends[i][0] = both[1];
    ends[i][1] = both[0];
  }
  return !supervised || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends[3]) == 0;
}

/* On an error nothing is left open; on success our ends are the caller's. */
Err process_start(Job *job, const ProcessOptions *options, bool with_input, bool supervised,
                  ProcessPipes *ret_pipes) {
  ProcessSpawn spawn = {.argv = options->argv, .limits = options->limits};
  spawn.env = environment(job->arena, options->env);
  spawn.place = supervised ? PROCESS_IN_SESSION : PROCESS_IN_GROUP;
  spawn.die_with_parent = !supervised;
  TRY(process_find(job, options->argv[0], spawn.env, &spawn.program));
  if (options->directory.len) {
    TRY(file_check_path(job, options->directory, false));
    spawn.directory = str_to_c(job->arena, options->directory);
  }
  if (supervised) TRY(supervise_argv(job, spawn.program, options->argv, &spawn));

  int ends[4][2];
  Err err = OK;
  if (!make_ends(ends, with_input, supervised)) {
    err = file_fail(job, errno, "make pipes for", str_from_c(spawn.program));
  }
  for (int i = 0; i < 3; i++) spawn.stdio[i] = ends[i][0];
  spawn.lifeline = ends[3][0];
  pid_t pid = 0;
  if (!err) err = process_spawn(job, &spawn, &pid);
  for (int i = 0; i < 4; i++) process_close_fd(&ends[i][0]);
  for (int i = 0; i < 4 && err; i++) process_close_fd(&ends[i][1]);
  if (err) return err;
  *ret_pipes = (ProcessPipes){pid, ends[0][1], ends[1][1], ends[2][1], ends[3][1]};
  return OK;
}
