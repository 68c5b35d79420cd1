/* Running a program to its end and keeping what it says. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/os/process_internal.h"
#include "src/os/thread.h"

enum {
  RUN_OUTPUT = 16 << 20, /* bytes kept unless told otherwise */
  RUN_LOOK_MS = 50,      /* between two looks at the job */
  RUN_TERM_MS = 300,     /* to tidy up in, when stopped */
  RUN_DRAIN_MS = 500     /* to read what is left, once the child ended */
};

typedef struct Run {
  Job *job;
  const ProcessOptions *options;
  ProcessPipes child;
  int pidfd; /* -1: the kernel has none */
  Buf output;
  Buf errors;
  Str input; /* not yet written */
  int64_t stop_at_ms;  /* 0: never */
  int64_t ended_at_ms; /* 0: still running */
} Run;

static Err check_time(Run *run) {
  TRY(job_check(run->job));
  if (run->stop_at_ms == 0 || job_now_ms() < run->stop_at_ms) return OK;
  return job_fail(run->job, ERR_TIMEOUT, "'%s' took longer than %lld ms and was stopped",
                  run->options->argv[0], (long long)run->options->timeout_ms);
}

/* A child that stops reading is no error: what it read was enough for it.
 * SIGPIPE is blocked by the caller and taken back here. */
static void write_input(Run *run) {
  ssize_t put = write(run->child.input, run->input.ptr, run->input.len);
  if (put < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (put < 0 && errno == EPIPE) {
    sigset_t pipe_signal;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
  }
  if (put > 0) run->input = str_slice(run->input, (size_t)put, run->input.len);
  if (put < 0 || run->input.len == 0) process_close_fd(&run->child.input);
}

static void read_into(int *fd, Buf *buf) {
  char room[65536];
  ssize_t got = read(*fd, room, sizeof room);
  if (got > 0) buf_add(buf, (Str){room, (size_t)got});
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) process_close_fd(fd);
}

static void move_bytes(Run *run) {
  ProcessPipes *child = &run->child;
  struct pollfd fds[4] = {{child->input, POLLOUT, 0},
                          {child->output, POLLIN, 0},
                          {child->errors, POLLIN, 0},
                          {run->ended_at_ms ? -1 : run->pidfd, POLLIN, 0}};
  int wait_ms = run->pidfd >= 0 ? RUN_LOOK_MS : RUN_LOOK_MS / 5;
  if (poll(fds, 4, wait_ms) <= 0) return;
  if (fds[0].revents) write_input(run);
  if (fds[1].revents) read_into(&child->output, &run->output);
  if (fds[2].revents) read_into(&child->errors, &run->errors);
}

/* The zombie keeps the group's number ours until it is reaped. */
static void kill_group(const Run *run, int signal_number) {
  if (run->child.lifeline < 0) kill(-run->child.pid, signal_number);
}

static Err pump(Run *run) {
  while (!run->ended_at_ms || run->child.output >= 0 || run->child.errors >= 0) {
    TRY(check_time(run));
    move_bytes(run);
    if (!run->ended_at_ms && process_wait_end(run->child.pid, 0)) {
      run->ended_at_ms = job_now_ms();
      kill_group(run, SIGKILL);
    }
    /* Somebody who left the group may hold the pipes for ever. */
    if (run->ended_at_ms && job_now_ms() - run->ended_at_ms > RUN_DRAIN_MS) break;
  }
  return OK;
}

static int end_child(Run *run) {
  ProcessPipes *child = &run->child;
  if (child->lifeline >= 0) {
    return process_end_supervisor(child->pid, &child->lifeline, PROCESS_GRACE_MS);
  }
  if (!run->ended_at_ms) {
    kill_group(run, SIGTERM);
    process_wait_end(child->pid, RUN_TERM_MS);
    kill_group(run, SIGKILL);
  }
  return process_reap(child->pid);
}

/* The pipes stay open meanwhile: tidying up must not end in SIGPIPE. */
static int end(Run *run) {
  process_close_fd(&run->child.input);
  int status = end_child(run);
  process_close_fd(&run->child.output);
  process_close_fd(&run->child.errors);
  process_close_fd(&run->pidfd);
  return status;
}

static void no_blocking(int fd) {
  if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static Err run_started(Run *run, ProcessResult *ret_result) {
  Job *job = run->job;
  size_t max = run->options->max_output ? run->options->max_output : RUN_OUTPUT;
  buf_init(&run->output, job->arena, max);
  buf_init(&run->errors, job->arena, max);
  no_blocking(run->child.input);
  no_blocking(run->child.output);
  no_blocking(run->child.errors);
  run->pidfd = (int)syscall(SYS_pidfd_open, run->child.pid, 0);
  Err err = pump(run);
  int status = end(run);
  if (err) return err;
  *ret_result = (ProcessResult){
      .exit_status = status,
      .output = buf_str(&run->output),
      .errors = buf_str(&run->errors),
      .output_cut = run->output.overflow || run->errors.overflow,
  };
  return OK;
}

Err process_run(Job *job, const ProcessOptions *options, ProcessResult *ret_result) {
  TRY(job_check(job));
  TRY(thread_may_wait(job));
  Run run = {.job = job, .options = options, .input = options->input};
  if (options->timeout_ms > 0) run.stop_at_ms = job_now_ms() + options->timeout_ms;
  sigset_t pipe_signal;
  sigset_t before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  ThreadPool *pool = job->permit;
  thread_permit_return(job);
  Err err = process_start(job, options, options->input.len > 0, options->supervised, &run.child);
  if (!err) err = run_started(&run, ret_result);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!pool) return err;
  Err again = thread_permit_take(job, pool);
  return err ? err : again;
}
