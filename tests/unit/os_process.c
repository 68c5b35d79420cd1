/* Processes: what a child gets, what it gives, and that none is left over.
 * Run with arguments this program is the supervisor or one of the children. */
#include "tests/unit/os_scratch.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/thread.h"

#define SH(script) ((const char *const[]){"sh", "-c", script, NULL})

static ProcessResult run(Scratch *s, const ProcessOptions *options) {
  ProcessResult result = {0};
  scratch_ok(s, process_run(&s->job, options, &result));
  return result;
}

static ProcessResult run_sh(Scratch *s, const char *script) {
  ProcessOptions options = {.argv = SH(script)};
  return run(s, &options);
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); }

static bool is_alive(pid_t pid) {
  char path[64];
  char text[512] = "";
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  size_t len = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[len] = '\0';
  const char *after = strrchr(text, ')');
  return after && after[2] != 'Z';
}

/* Long enough for the slowest machine; ends as soon as it is so. */
static void must_die(pid_t pid) {
  assert_true(pid > 1);
  for (int i = 0; i < 12000 && is_alive(pid); i++) nap();
  if (is_alive(pid)) {
    kill(pid, SIGKILL);
    fail_msg("process %d is still there", (int)pid);
  }
}

/* The number somebody writes, with a newline, to a file. */
static pid_t number_in(Scratch *s, const char *name) {
  for (int i = 0; i < 12000; i++, nap()) {
    Str text;
    if (file_read(&s->job, scratch_str(s, name), 99, &text)) {
      job_forgive(&s->job);
      continue;
    }
    int64_t number = 0;
    if (str_ends_with(text, STR("\n")) && str_to_int(str_trim(text), &number)) return (pid_t)number;
  }
  fail_msg("nobody wrote %s", name);
  return 0;
}

static void tells_status_and_output(void **state) {
  Scratch *s = *state;
  ProcessResult result = run_sh(s, "echo out; echo err >&2; exit 3");
  assert_int_equal(result.exit_status, 3);
  scratch_same(result.output, "out\n");
  scratch_same(result.errors, "err\n");
  assert_false(result.output_cut);
  assert_int_equal(run_sh(s, "kill -TERM $$").exit_status, 128 + SIGTERM);
  assert_int_equal(run_sh(s, ":").exit_status, 0);
}

static void gives_input(void **state) {
  Scratch *s = *state;
  size_t size = 1 << 20;
  char *big = malloc(size);
  for (size_t i = 0; i < size; i++) big[i] = (char)(i * 7);
  ProcessOptions cat = {.argv = (const char *const[]){"cat", NULL}, .input = {big, size}};
  ProcessResult result = run(s, &cat);
  assert_int_equal(result.output.len, size);
  assert_memory_equal(result.output.ptr, big, size);
  /* A child that does not want it. */
  ProcessOptions no_reader = {.argv = SH("exec <&-; echo done"), .input = {big, size}};
  scratch_same(run(s, &no_reader).output, "done\n");
  sigset_t pending;
  sigpending(&pending);
  assert_false(sigismember(&pending, SIGPIPE));
  free(big);
  ProcessOptions none = {.argv = (const char *const[]){"cat", NULL}};
  assert_int_equal(run(s, &none).output.len, 0);
}

static void cuts_output(void **state) {
  Scratch *s = *state;
  ProcessOptions options = {.argv = SH("printf 12345; printf 123456 >&2; exit 4"), .max_output = 5};
  ProcessResult result = run(s, &options);
  scratch_same(result.output, "12345");
  scratch_same(result.errors, "12345");
  assert_true(result.output_cut);
  assert_int_equal(result.exit_status, 4);
  options.argv = SH("printf 12345");
  assert_false(run(s, &options).output_cut);
  options.argv = SH("head -c 3000000 /dev/zero");
  result = run(s, &options);
  assert_true(result.output_cut);
  assert_int_equal(result.exit_status, 0); /* it could finish */
}

/* Whether a script came as far as writing to it: on a busy machine the first of
 * several times given to one may be over before that. */
static bool has_text(Scratch *s, const char *name) {
  struct stat st;
  return stat(scratch_path(s, name), &st) == 0 && st.st_size > 0;
}

static void timeout_kills_the_whole_group(void **state) {
  Scratch *s = *state;
  for (int supervised = 0; supervised <= 1; supervised++) {
    ProcessOptions options = {.argv = SH("sleep 1000 & echo $! >pid; sleep 1000"),
                              .directory = str_from_c(s->path),
                              .timeout_ms = 300,
                              .supervised = supervised};
    unlink(scratch_path(s, "pid"));
    for (; !has_text(s, "pid"); options.timeout_ms *= 10) {
      ProcessResult result = {.exit_status = -7};
      Str words = str_format(&s->arena, "longer than %d ms", (int)options.timeout_ms);
      scratch_fails(s, process_run(&s->job, &options, &result), ERR_TIMEOUT, words.ptr);
      assert_int_equal(result.exit_status, -7);
      assert_true(options.timeout_ms <= 30000);
    }
    must_die(number_in(s, "pid"));
  }
}

static void a_deaf_child_is_killed_too(void **state) {
  Scratch *s = *state;
  ProcessOptions options = {.argv = SH("trap '' TERM; echo $$ >pid; while :; do sleep 0.05; done"),
                            .directory = str_from_c(s->path)};
  for (int ms = 300; !has_text(s, "pid"); ms *= 10) {
    s->job.deadline_ms = job_now_ms() + ms;
    ProcessResult result;
    scratch_fails(s, process_run(&s->job, &options, &result), ERR_TIMEOUT, "ran out");
    job_init(&s->job, &s->arena);
    assert_true(ms <= 30000);
  }
  must_die(number_in(s, "pid"));
}

static void *cancel_soon(void *context) {
  Scratch *s = context;
  while (access(scratch_path(s, "pid"), F_OK)) nap();
  job_cancel(&s->job, ERR_CANCELLED);
  return NULL;
}

static void cancelling_stops_it(void **state) {
  Scratch *s = *state;
  ProcessOptions options = {.argv = SH("echo $$ >pid; sleep 1000"),
                            .directory = str_from_c(s->path)};
  Scratch other = *s; /* arenas are of one thread */
  arena_init(&other.arena);
  Job *job = &other.job;
  job_init(job, &s->arena);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &other), 0);
  ProcessResult result;
  Err err = process_run(job, &options, &result);
  pthread_join(thread, NULL);
  arena_clear(&other.arena);
  assert_int_equal(err, ERR_CANCELLED);
  must_die(number_in(s, "pid"));
  /* Stopped before it began. */
  options.argv = SH("echo x >never");
  assert_int_equal(process_run(job, &options, &result), ERR_CANCELLED);
  assert_false(scratch_has(s, "never"));
}

static void leftovers_are_killed_at_the_end(void **state) {
  Scratch *s = *state;
  int64_t pid = 0;
  ProcessResult result = run_sh(s, "sleep 1000 & echo $!");
  assert_true(str_to_int(str_trim(result.output), &pid));
  assert_int_equal(result.exit_status, 0);
  must_die((pid_t)pid);
  /* One that left the group is out of reach, but holds us up for a moment only. */
  const char *script = "setsid sh -c 'echo $$ >left; exec sleep 1000' & "
                       "while ! test -s left; do sleep 0.01; done; exit 6";
  ProcessOptions options = {.argv = SH(script), .directory = str_from_c(s->path)};
  assert_int_equal(run(s, &options).exit_status, 6);
  pid_t left = number_in(s, "left");
  assert_true(is_alive(left));
  kill(left, SIGKILL);
  must_die(left);
  /* A supervisor reaches that one as well. */
  unlink(scratch_path(s, "left"));
  options.supervised = true;
  assert_int_equal(run(s, &options).exit_status, 6);
  assert_false(is_alive(number_in(s, "left")));
}

static void environment_is_scrubbed(void **state) {
  Scratch *s = *state;
  clearenv();
  static const char *const ours[] = {"PATH=/usr/bin:/bin",
                                     "HOME=/h",
                                     "LANG=C",
                                     "LC_ALL=C",
                                     "TZ=UTC",
                                     "TERM=dumb",
                                     "TMPDIR=/t",
                                     "USER=u",
                                     "XDG_X=x",
                                     "API_KEY=secret",
                                     "LD_LIBRARY_PATH=/x",
                                     "PATHS=no",
                                     "FATHOM_KEY=secret",
                                     "LCX=no"};
  for (size_t i = 0; i < COUNT_OF(ours); i++) putenv((char *)ours[i]);
  static const char *const extra[] = {"HOME=/other", "ADDED=1", NULL};
  ProcessOptions options = {.argv = (const char *const[]){"env", NULL}, .env = extra};
  scratch_same(
      run(s, &options).output,
      "PATH=/usr/bin:/bin\nLANG=C\nLC_ALL=C\nTZ=UTC\nTERM=dumb\nTMPDIR=/t\nUSER=u\nXDG_X=x\n"
      "HOME=/other\nADDED=1\n");
  options.supervised = true;
  assert_false(str_contains(run(s, &options).output, STR("secret")));
}

static void program_is_found_in_the_childs_path(void **state) {
  Scratch *s = *state;
  scratch_file(s, "tool", "#!/bin/sh\necho found $0\n");
  ProcessResult result;
  Str path = str_format(&s->arena, "PATH=.:relative:/no/such:%s:/usr/bin:/bin", s->path);
  const char *const env[] = {path.ptr, NULL};
  ProcessOptions options = {.argv = (const char *const[]){"tool", NULL}, .env = env};
  scratch_fails(s, process_run(&s->job, &options, &result), ERR_DENIED, "tool' is not a program");
  assert_int_equal(chmod(scratch_path(s, "tool"), 0755), 0);
  result = run(s, &options);
  scratch_same(result.output, str_format(&s->arena, "found %s/tool\n", s->path).ptr);
  /* Never from where we happen to be. */
  options.env = (const char *const[]){"PATH=.:", NULL};
  options.directory = str_from_c(s->path);
  int here = open(".", O_PATH | O_CLOEXEC);
  assert_int_equal(chdir(s->path), 0);
  Err err = process_run(&s->job, &options, &result);
  assert_int_equal(fchdir(here), 0);
  close(here);
  scratch_fails(s, err, ERR_NOT_FOUND, "there is no program 'tool' in PATH");
}

static void what_cannot_start(void **state) {
  Scratch *s = *state;
  ProcessResult result;
  Process *process = NULL;
  scratch_file(s, "bad", "#!/no/such/interpreter\n");
  scratch_file(s, "data", "\x01\x02");
  scratch_file(s, "plain", "x");
  assert_int_equal(chmod(scratch_path(s, "bad"), 0755), 0);
  assert_int_equal(chmod(scratch_path(s, "data"), 0755), 0);
  const struct {
    const char *program;
    Err err;
    const char *words;
  } cases[] = {
      {"no-such-program-here", ERR_NOT_FOUND, "install it or extend PATH"},
      {"/no/such/file", ERR_NOT_FOUND, "no such file"},
      {scratch_path(s, "plain"), ERR_DENIED, "not a program"},
      {"/tmp", ERR_DENIED, "not a program"},
      {"", ERR_USAGE, "no program"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    ProcessOptions options = {.argv = (const char *const[]){cases[i].program, NULL}};
    scratch_fails(s, process_run(&s->job, &options, &result), cases[i].err, cases[i].words);
    scratch_fails(s, process_open(&s->job, &options, &process), cases[i].err, cases[i].words);
  }
  assert_null(process);
  ProcessOptions bad = {.argv = (const char *const[]){scratch_path(s, "bad"), NULL}};
  scratch_fails(s, process_run(&s->job, &bad, &result), ERR_NOT_FOUND, "interpreter");
  ProcessOptions data = {.argv = (const char *const[]){scratch_path(s, "data"), NULL}};
  scratch_fails(s, process_run(&s->job, &data, &result), ERR_DENIED,
                "not a program for this machine");
  ProcessOptions nowhere = {.argv = SH(":"), .directory = scratch_str(s, "none")};
  scratch_fails(s, process_run(&s->job, &nowhere, &result), ERR_NOT_FOUND, "work in the directory");
  /* A supervised one is told as a shell tells it. */
  bad.supervised = true;
  result = run(s, &bad);
  assert_int_equal(result.exit_status, 127);
  assert_true(str_contains(result.errors, STR("interpreter")));
}

static void child_gets_a_clean_state(void **state) {
  Scratch *s = *state;
  int leaked = open("/dev/null", O_RDONLY); /* no close-on-exec */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  ProcessOptions options = {
      .argv = SH("ls /proc/self/fd; grep -E 'SigBlk|SigIgn' /proc/self/status; pwd; "
                 "set -- $(cat /proc/$$/stat); test $1 = $5 && echo leader"),
      .directory = str_from_c(s->path)};
  ProcessResult result = run(s, &options);
  sigprocmask(SIG_SETMASK, &before, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  assert_true(fcntl(leaked, F_GETFD) >= 0);
  close(leaked);
  scratch_same(result.output,
               str_format(&s->arena,
                          "0\n1\n2\n3\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"
                          "%s\nleader\n",
                          s->path)
                   .ptr); /* 3 is ls's own */
}

static void limits_apply(void **state) {
  Scratch *s = *state;
  ProcessOptions options = {
      .argv = SH("ulimit -t; ulimit -v; ulimit -f; ulimit -n; ulimit -H -n"),
      .limits = {
          .cpu_seconds = 7, .address_bytes = 1 << 30, .file_bytes = 1 << 20, .open_files = 64}};
  scratch_same(run(s, &options).output, "7\n1048576\n2048\n64\n64\n");
}

static void works_without_standard_descriptors(void **state) {
  Scratch *s = *state;
  pid_t pid = fork();
  if (pid == 0) {
    for (int fd = 0; fd <= 2; fd++) close(fd);
    ProcessOptions options = {.argv = SH("cat; echo err >&2"), .input = STR("in\n")};
    ProcessResult result = {0};
    if (process_run(&s->job, &options, &result)) _exit(1);
    if (!str_eq_c(result.output, "in\n")) _exit(2);
    _exit(str_eq_c(result.errors, "err\n") ? 0 : 3);
  }
  int status = -1;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(WEXITSTATUS(status), 0);
}

static void *run_many(void *context) {
  bool *ok = context;
  Arena arena;
  Job job;
  arena_init(&arena);
  for (int i = 0; i < 15; i++) {
    job_init(&job, &arena);
    Str number = str_format(&arena, "%d-%p", i, context);
    const char *const argv[] = {"cat", NULL};
    ProcessOptions options = {.argv = argv, .input = number};
    ProcessResult result = {0};
    if (process_run(&job, &options, &result) || !str_eq(result.output, number)) *ok = false;
    arena_reset(&arena);
  }
  arena_clear(&arena);
  return NULL;
}

static void threads_do_not_mix(void **state) {
  (void)state;
  pthread_t threads[4];
  bool ok[4] = {true, true, true, true};
  for (int i = 0; i < 4; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, run_many, &ok[i]), 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 4; i++) assert_true(ok[i]);
}

static void permit_is_back_afterwards(void **state) {
  Scratch *s = *state;
  ThreadPool *pool = thread_pool_open(2, 1);
  scratch_ok(s, thread_permit_take(&s->job, pool));
  run_sh(s, ":");
  assert_non_null(s->job.permit);
  thread_permit_return(&s->job);
  thread_pool_close(pool);
}

static Process *open_sh(Scratch *s, const char *script) {
  ProcessOptions options = {.argv = SH(script), .directory = str_from_c(s->path)};
  Process *process = NULL;
  scratch_ok(s, process_open(&s->job, &options, &process));
  return process;
}

static int wait_for(Process *process) {
  int status = -1;
  for (int i = 0; i < 12000 && !process_has_ended(process, &status); i++) nap();
  return status;
}

static void talks(void **state) {
  Scratch *s = *state;
  Process *process = open_sh(s, "read line; echo got $line; read line; echo bad >&2; exit 9");
  int in = process_stdin(process);
  int out = process_stdout(process);
  assert_int_equal(process_stdin(process), -1);
  assert_int_equal(process_stdout(process), -1);
  int status = -1;
  assert_false(process_has_ended(process, &status));
  assert_true(is_alive(process_id(process)));
  char text[64] = {0};
  assert_int_equal(write(in, "hello\n", 6), 6);
  assert_int_equal(read(out, text, sizeof text), 10);
  assert_string_equal(text, "got hello\n");
  close(in);
  assert_int_equal(read(out, text, sizeof text), 0); /* its end is seen */
  close(out);
  assert_int_equal(wait_for(process), 9);
  assert_true(process_has_ended(process, &status));
  assert_int_equal(status, 9);
  process_close(process, 1000);
}

static void closing_a_pipe_early_is_seen(void **state) {
  Scratch *s = *state;
  Process *process = open_sh(s, "exec >&-; read line");
  int out = process_stdout(process);
  char text[8];
  assert_int_equal(read(out, text, sizeof text), 0);
  close(out);
  process_close(process, 0);
}

static void signals_pass_as_statuses(void **state) {
  Scratch *s = *state;
  Process *process = open_sh(s, "kill -USR1 $$");
  assert_int_equal(wait_for(process), 128 + SIGUSR1);
  process_close(process, 0);
}

static void closing_asks_first(void **state) {
  Scratch *s = *state;
  Process *process =
      open_sh(s, "trap 'echo 1 >asked; exit 0' TERM; echo $$ >pid; while :; do sleep 0.01; done");
  pid_t child = number_in(s, "pid");
  process_close(process, 60000);
  assert_false(is_alive(child));
  assert_int_equal(number_in(s, "asked"), 1);
  process = open_sh(s, "trap '' TERM; echo $$ >deaf; while :; do sleep 0.01; done");
  child = number_in(s, "deaf");
  pid_t supervisor = process_id(process);
  process_close(process, 50);
  assert_false(is_alive(child));
  assert_false(is_alive(supervisor));
  process = open_sh(s, "trap 'echo 1 >unasked' TERM; echo $$ >now; while :; do sleep 0.01; done");
  child = number_in(s, "now");
  process_close(process, 0);
  assert_false(is_alive(child));
  assert_false(scratch_has(s, "unasked"));
}

/* A child in the background, one in its own session, one daemonised by two
 * forks; `deaf` ones do not hear TERM. */
static void start_family(const char *directory, const char *deaf) {
  if (chdir(directory)) _exit(1);
  if (*deaf == 'd') signal(SIGTERM, SIG_IGN);
  static const char *const names[] = {"plain", "session", "daemon"};
  for (int i = 0; i < 3; i++) {
    pid_t pid = fork();
    if (pid > 0 && i == 2) waitpid(pid, NULL, 0);
    if (pid != 0) continue;
    if (i >= 1) setsid();
    if (i == 2 && fork() != 0) _exit(0);
    FILE *file = fopen(names[i], "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
    for (;;) pause();
  }
  FILE *file = fopen("main", "w");
  fprintf(file, "%d\n", (int)getpid());
  fclose(file);
  for (;;) pause();
}

/* Opens the family as a daemon would and is killed itself. */
static void family_dies_with_us(Scratch *s, const char *deaf) {
  static const char *const names[] = {"plain", "session", "daemon", "main"};
  for (int i = 0; i < 4; i++) unlink(scratch_path(s, names[i]));
  char *self = str_to_c(&s->arena, place_program(&s->arena));
  pid_t us = fork();
  if (us == 0) {
    ProcessOptions options = {.argv = (const char *const[]){self, "family", s->path, deaf, NULL}};
    Process *process = NULL;
    if (process_open(&s->job, &options, &process)) _exit(1);
    for (;;) pause();
  }
  pid_t pids[4];
  for (int i = 0; i < 4; i++) {
    pids[i] = number_in(s, names[i]);
    assert_true(is_alive(pids[i]));
  }
  kill(us, SIGKILL);
  waitpid(us, NULL, 0);
  for (int i = 0; i < 4; i++) must_die(pids[i]);
}

/* As Ctrl-C does: the child hears it and goes on. */
static void interrupts_without_ending(void **state) {
  Scratch *s = *state;
  const char *script = "trap 'echo 7 >heard' INT; echo $$ >ready; while ! test -s heard; do sleep 0.01; done; exit 5";
  ProcessOptions options = {.argv = SH(script), .directory = str_from_c(s->path)};
  Process *process = NULL;
  int status = 0;
  scratch_ok(s, process_open(&s->job, &options, &process));
  number_in(s, "ready");
  process_interrupt(process);
  assert_int_equal(number_in(s, "heard"), 7);
  while (!process_has_ended(process, &status)) nap();
  assert_int_equal(status, 5);
  process_interrupt(process); /* nobody is there to hear it */
  process_close(process, 0);
}

static void nobody_outlives_a_killed_owner(void **state) {
  family_dies_with_us(*state, "hearing");
  family_dies_with_us(*state, "deaf");
}

static void killed_supervisor_is_cleaned_up_after(void **state) {
  Scratch *s = *state;
  Process *process = open_sh(s, "sleep 1000 & echo $! >pid; echo $$ >main; wait");
  pid_t grandchild = number_in(s, "pid");
  pid_t child = number_in(s, "main");
  kill(process_id(process), SIGKILL);
  assert_int_equal(wait_for(process), 128 + SIGKILL);
  must_die(child);
  must_die(grandchild);
  process_close(process, 0);
}

static void supervisor_ends_by_signal(void **state) {
  Scratch *s = *state;
  Process *process = open_sh(s, "echo $$ >main; exec sleep 1000");
  pid_t child = number_in(s, "main");
  kill(process_id(process), SIGTERM);
  assert_int_equal(wait_for(process), 128 + SIGTERM); /* the child's */
  assert_false(is_alive(child));
  process_close(process, 0);
}

static void supervise_refuses_nonsense(void **state) {
  Scratch *s = *state;
  char *self = str_to_c(&s->arena, place_program(&s->arena));
  ProcessOptions options = {.argv =
                                (const char *const[]){self, "supervise", "77", "--", "true", NULL}};
  ProcessResult result = run(s, &options);
  assert_int_equal(result.exit_status, 2);
  assert_true(str_contains(result.errors, STR("not an open descriptor")));
  options.argv = (const char *const[]){self, "supervise", "1", "--", NULL};
  assert_int_equal(run(s, &options).exit_status, 2);
}

/* What a detached process finds. */
static int report_detached(const char *path) {
  char here[4096];
  if (!getcwd(here, sizeof here)) return 1;
  int open_fds = 0;
  for (int fd = 3; fd < 64; fd++) open_fds += fcntl(fd, F_GETFD) >= 0;
  printf("to the log\n");
  fflush(stdout);
  FILE *file = fopen(path, "w");
  if (!file) return 1;
  /* The leader of the new session is gone, so that no terminal can be got. */
  fprintf(file, "%d %d %s %d %s\n", getsid(0) == getpid(), open_fds, here, (int)getsid(0),
          getenv("FATHOM_TEST"));
  return fclose(file) ? 1 : 0;
}

static void detaches(void **state) {
  Scratch *s = *state;
  setenv("FATHOM_TEST", "kept", 1);
  int leaked = open("/dev/null", O_RDONLY);
  char *report = scratch_path(s, "report");
  const char *const argv[] = {"daemon", "detached", report, NULL};
  scratch_ok(s, process_detach(&s->job, argv, scratch_str(s, "log")));
  close(leaked);
  Str text = STR_EMPTY;
  for (int i = 0; i < 12000 && !str_ends_with(text, STR("\n")); i++, nap()) {
    if (file_read(&s->job, str_from_c(report), 999, &text)) job_forgive(&s->job);
  }
  assert_true(str_starts_with(text, STR("0 0 / ")));
  assert_true(str_ends_with(text, STR(" kept\n")));
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child of ours */
  scratch_ok(s, file_read(&s->job, scratch_str(s, "log"), 999, &text));
  scratch_same(text, "to the log\n");
  FileStat st;
  scratch_ok(s, file_stat(&s->job, scratch_str(s, "log"), &st));
  assert_int_equal(st.mode, 0600);
  scratch_fails(s, process_detach(&s->job, argv, scratch_str(s, "none/log")), ERR_NOT_FOUND, "log");
}

/* Says who it is on stdout once it will notice its parent's end. */
static int wait_for_parents_end(void) {
  struct pollfd parent = {.fd = process_parent_fd(), .events = POLLIN};
  pid_t self = parent.fd >= 0 ? getpid() : -1;
  if (write(STDOUT_FILENO, &self, sizeof self) != (ssize_t)sizeof self) return 1;
  return poll(&parent, 1, -1) == 1 ? 42 : 1;
}

static void *fork_grandchild(void *context) {
  const int *out = context;
  pid_t pid = fork();
  if (pid == 0) {
    dup2(*out, STDOUT_FILENO);
    execl("/proc/self/exe", "os_process", "orphan", (char *)NULL);
    _exit(1);
  }
  return NULL;
}

static void notices_the_end_of_its_parent_process(void **state) {
  (void)state;
  int pipes[2];
  int go[2];
  assert_int_equal(pipe(pipes), 0);
  assert_int_equal(pipe(go), 0);
  assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  pid_t parent = fork();
  if (parent == 0) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, fork_grandchild, &pipes[1])) _exit(1);
    pthread_join(thread, NULL); /* the thread that started it ends, we do not */
    char byte;
    ssize_t got = read(go[0], &byte, 1);
    _exit(got == 1 ? 0 : 1);
  }
  pid_t grandchild = -1;
  assert_int_equal(read(pipes[0], &grandchild, sizeof grandchild), sizeof grandchild);
  assert_true(grandchild > 0);
  for (int i = 0; i < 20; i++) nap();
  assert_true(is_alive(grandchild));
  assert_int_equal(write(go[1], "x", 1), 1);
  int status = 0;
  assert_int_equal(waitpid(parent, &status, 0), parent);
  assert_int_equal(waitpid(grandchild, &status, 0), grandchild);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 42);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  for (int i = 0; i < 2; i++) {
    close(pipes[i]);
    close(go[i]);
  }
}

static void do_nothing(int number) { (void)number; }

static void waits_for_others_through_signals(void **state) {
  (void)state;
  struct sigaction quiet = {.sa_handler = do_nothing};
  struct sigaction before;
  assert_int_equal(sigaction(SIGUSR1, &quiet, &before), 0);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 10; i++) {
      nap();
      kill(getppid(), SIGUSR1);
    }
    _exit(0);
  }
  assert_false(process_wait_gone(child, 0));
  assert_true(process_wait_gone(child, 60000));
  assert_int_equal(waitpid(child, NULL, 0), child);
  assert_true(process_wait_gone(child, 0));
  sigaction(SIGUSR1, &before, NULL);
}

static void memory_is_counted(void **state) {
  (void)state;
  uint64_t before = process_resident_bytes();
  assert_true(before > 100000);
  size_t size = 32 << 20;
  char *big = malloc(size);
  memset(big, 1, size);
  __asm__ volatile("" : : "r"(big) : "memory"); /* it is used */
  assert_true(process_resident_bytes() >= before + size / 2);
  assert_true(process_peak_bytes() >= before + size / 2);
  free(big);
}

static int as_supervisor(int argc, char **argv) {
  int64_t lifeline = -1;
  if (argc < 4 || !str_to_int(str_from_c(argv[2]), &lifeline)) return 2;
  return process_supervise((int)lifeline, (const char *const *)argv + 4);
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "supervise")) return as_supervisor(argc, argv);
  if (argc > 1 && !strcmp(argv[1], "orphan")) return wait_for_parents_end();
  if (argc > 3 && !strcmp(argv[1], "family")) start_family(argv[2], argv[3]);
  if (argc > 2 && !strcmp(argv[1], "detached")) return report_detached(argv[2]);
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(tells_status_and_output),
      SCRATCH_TEST(gives_input),
      SCRATCH_TEST(cuts_output),
      SCRATCH_TEST(timeout_kills_the_whole_group),
      SCRATCH_TEST(a_deaf_child_is_killed_too),
      SCRATCH_TEST(cancelling_stops_it),
      SCRATCH_TEST(leftovers_are_killed_at_the_end),
      SCRATCH_TEST(program_is_found_in_the_childs_path),
      SCRATCH_TEST(what_cannot_start),
      SCRATCH_TEST(child_gets_a_clean_state),
      SCRATCH_TEST(limits_apply),
      SCRATCH_TEST(works_without_standard_descriptors),
      SCRATCH_TEST(threads_do_not_mix),
      SCRATCH_TEST(permit_is_back_afterwards),
      SCRATCH_TEST(talks),
      SCRATCH_TEST(closing_a_pipe_early_is_seen),
      SCRATCH_TEST(signals_pass_as_statuses),
      SCRATCH_TEST(closing_asks_first),
      SCRATCH_TEST(interrupts_without_ending),
      SCRATCH_TEST(nobody_outlives_a_killed_owner),
      SCRATCH_TEST(killed_supervisor_is_cleaned_up_after),
      SCRATCH_TEST(supervisor_ends_by_signal),
      SCRATCH_TEST(supervise_refuses_nonsense),
      SCRATCH_TEST(detaches),
      SCRATCH_TEST(notices_the_end_of_its_parent_process),
      SCRATCH_TEST(waits_for_others_through_signals),
      SCRATCH_TEST(memory_is_counted),
      SCRATCH_TEST(environment_is_scrubbed), /* last: it empties ours */
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
