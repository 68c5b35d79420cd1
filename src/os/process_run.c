/* Running a program to its end and keeping what it says. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
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
  RUN_DRAIN_MS = 500,    /* to read what is left, once the child ended */
  RUN_TICK_MS = 1000     /* between two reports, and two looks at what it takes */
};

/* What one pipe brought: the first bytes, then, where the end is kept too, a
 * window that moves on whenever it is full. */
typedef struct Sink {
  Buf head;
  char *window; /* NULL: what does not fit into head is lost */
  size_t half;  /* bytes to be kept of each end; the window has room for two */
  size_t used;
  bool is_cut;
} Sink;

/* One run, on the stack of who waits. Whatever happens, end() is called, and
 * no child is left. */
typedef struct Run {
  Job *job;
  const ProcessOptions *options;
  ProcessPipes child;
  int pidfd; /* -1: the kernel has none */
  Sink output;
  Sink errors;
  int64_t tick_at_ms;
  int64_t start_ms;
  Str input; /* not yet written */
  int64_t stop_at_ms;  /* 0: never */
  int64_t ended_at_ms; /* 0: still running */
} Run;

/* The job's own end comes first, so that its error is the one that is told. */
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

/* The window is on the heap, because it may be large and lives only as long as
 * the run. */
static void sink_init(Sink *sink, Arena *arena, size_t max, bool keeps_end) {
  *sink = (Sink){.half = max / 2};
  buf_init(&sink->head, arena, keeps_end ? sink->half : max);
  if (keeps_end) sink->window = arena_heap_alloc(2 * sink->half + 1);
}

/* Each byte is copied at most twice, however much comes. */
static void sink_add(Sink *sink, Str bytes) {
  if (!sink->window) {
    buf_add(&sink->head, bytes);
    return;
  }
  size_t first = sink->half - sink->head.len < bytes.len ? sink->half - sink->head.len : bytes.len;
  buf_add(&sink->head, str_slice(bytes, 0, first));
  Str rest = str_slice(bytes, first, bytes.len);
  while (rest.len) {
    size_t room = 2 * sink->half - sink->used, take = rest.len < room ? rest.len : room;
    memcpy(sink->window + sink->used, rest.ptr, take);
    sink->used += take;
    rest = str_slice(rest, take, rest.len);
    if (sink->used < 2 * sink->half) continue;
    memmove(sink->window, sink->window + sink->half, sink->half);
    sink->used = sink->half;
    sink->is_cut = true;
  }
}

/* The window is freed here. */
static Str sink_take(Sink *sink, Arena *arena) {
  Str text = buf_str(&sink->head);
  if (!sink->window) {
    sink->is_cut = sink->head.overflow;
    return text;
  }
  Str end = {sink->window, sink->used};
  if (end.len > sink->half) {
    end = str_slice(end, end.len - sink->half, end.len);
    sink->is_cut = true;
  }
  Buf whole;
  buf_init(&whole, arena, text.len + end.len + 1);
  buf_add(&whole, text);
  if (sink->is_cut) buf_add_byte(&whole, '\n');
  buf_add(&whole, end);
  free(sink->window);
  sink->window = NULL;
  return buf_str(&whole);
}

/* At the end of the stream, or with an error, the pipe is closed and not
 * watched any more. */
static void read_into(int *fd, Sink *sink) {
  char room[65536];
  ssize_t got = read(*fd, room, sizeof room);
  if (got > 0) sink_add(sink, (Str){room, (size_t)got});
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) process_close_fd(fd);
}

/* One turn: everything that is ready, at most one look's time. */
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

/* Once a second: says how long it runs, and looks at what it takes. */
static Err tick(Run *run) {
  const ProcessOptions *options = run->options;
  int64_t now = job_now_ms();
  if (now < run->tick_at_ms) return OK;
  run->tick_at_ms = now + RUN_TICK_MS;
  if (options->progress.len) job_progress(run->job, (double)(now - run->start_ms) / 1000.0 + 0.001, 0, options->progress);
  if (!options->max_memory) return OK;
  ProcessWeight weight = process_weigh(run->child.pid);
  if (weight.bytes > options->max_memory) {
    return job_fail(run->job, ERR_TOO_LARGE, "'%s' and what it started took %llu MB of memory and was stopped; it may take %llu",
                    options->argv[0], (unsigned long long)(weight.bytes >> 20), (unsigned long long)(options->max_memory >> 20));
  }
  if (weight.count <= PROCESS_MANY) return OK;
  return job_fail(run->job, ERR_TOO_LARGE, "'%s' started %zu processes and was stopped; it may start %d", options->argv[0],
                  weight.count, PROCESS_MANY);
}

/* The child's end does not end it: what it wrote before is still in the
 * pipes. */
static Err pump(Run *run) {
  while (!run->ended_at_ms || run->child.output >= 0 || run->child.errors >= 0) {
    TRY(check_time(run));
    TRY(tick(run));
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

/* A group is asked to end and then killed; a supervised child is left to its
 * supervisor, which knows its descendants. */
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

/* Even after an error what was said is taken, so that the window is freed. */
static Err run_started(Run *run, ProcessResult *ret_result) {
  Job *job = run->job;
  size_t max = run->options->max_output ? run->options->max_output : RUN_OUTPUT;
  sink_init(&run->output, job->arena, max, run->options->keeps_end);
  sink_init(&run->errors, job->arena, max, run->options->keeps_end);
  run->start_ms = job_now_ms();
  no_blocking(run->child.input);
  no_blocking(run->child.output);
  no_blocking(run->child.errors);
  run->pidfd = (int)syscall(SYS_pidfd_open, run->child.pid, 0);
  Err err = pump(run);
  int status = end(run);
  Str output = sink_take(&run->output, job->arena), errors = sink_take(&run->errors, job->arena);
  if (err) return err;
  *ret_result = (ProcessResult){
      .exit_status = status,
      .output = output,
      .errors = errors,
      .output_cut = run->output.is_cut || run->errors.is_cut,
  };
  return OK;
}

/* A worker's permit is given back while it waits, so that others can work; it
 * is taken again before it goes on. */
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
