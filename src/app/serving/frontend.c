/* The front end: what an MCP client starts. Passes lines between its client
 * and the daemon, and outlives the daemon: unanswered requests and the
 * old-era handshake are kept and replayed to the next one. Knows only as much
 * of a message as that takes. */
#include "src/app/serving/replay_internal.h"

#include "src/app/serving/server_internal.h"
#include "src/app/serving/wire_internal.h"
#include "src/base/log.h"
#include "src/os/process.h"
#include "src/os/terminal.h"

#define MAX_KEPT ((size_t)4096)            /* unanswered requests */
#define MAX_KEPT_BYTES ((size_t)64 << 20)
#define MAX_ANSWER ((size_t)80 << 20)     /* above the largest the daemon gives */
#define CLOSE_GRACE_MS 3000

/* One front end, on its own loop and thread. It is on the stack of
 * app_frontend_run and outlives both streams. */
typedef struct Front {
  Loop *loop;
  TransportLines *client;
  TransportLines *daemon; /* NULL between two daemons */
  AppReplay *replay;
  const Map *flags;
  LoopPoll *parent;
  bool client_ended;
  AppRestarts restarts;
  Err err;
  int exit_status;
  Arena arena; /* of the reason for ending */
  Str reason;
} Front;

/* The first reason counts; what follows is its consequence. */
static void end(Front *front, Err err, Str reason) {
  if (!front->err && err) {
    front->err = err;
    front->reason = str_copy(&front->arena, reason);
  }
  loop_stop(front->loop);
}

static void connect_daemon(Front *front);

/* ---- from the daemon ---- */

/* A client that does not read holds up the daemon's connection, not our
 * memory. */
static void on_daemon_line(void *context, Str line) {
  Front *front = context;
  if (!app_replay_answered(front->replay, line) || !front->client) return;
  transport_lines_send(front->client, line);
  if (transport_lines_is_full(front->client)) transport_lines_hold(front->daemon, true);
}

static void on_daemon_end(void *context) {
  Front *front = context;
  transport_lines_close(front->daemon, 0);
}

/* It answered everything after our end, or died, or was stopped. Without
 * anything to answer the next one is not started before it is needed. */
static void on_daemon_close(void *context, Err err) {
  (void)err;
  Front *front = context;
  front->daemon = NULL;
  if (!front->client) return; /* we are ending */
  if (app_replay_count(front->replay)) {
    connect_daemon(front);
  } else if (front->client_ended) {
    transport_lines_close(front->client, CLOSE_GRACE_MS);
  }
}

static void send_to_daemon(void *context, Str line) {
  Front *front = context;
  transport_lines_send(front->daemon, line);
}

static void send_to_client(void *context, Str line) {
  Front *front = context;
  transport_lines_send(front->client, line);
}

/* Blocks this loop until a daemon is there: nothing else is to be done. */
static void connect_daemon(Front *front) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  int fd;
  const Json *answer;
  Err err = app_wire_count_start(&job, &front->restarts);
  if (!err) err = app_wire_connect(&job, STR("mcp"), front->flags, true, &fd, &answer);
  if (err) {
    end(front, err, job_message(&job, err));
  } else {
    LoopStream *stream = loop_stream_open_fd(front->loop, fd, NULL);
    TransportLinesHandler handler = {.loop = front->loop,
                                     .context = front,
                                     .on_line = on_daemon_line,
                                     .on_end = on_daemon_end,
                                     .on_close = on_daemon_close};
    front->daemon = transport_lines_open(stream, NULL, MAX_ANSWER, APP_MAX_UNSENT, &handler);
    transport_lines_start(front->daemon);
    app_replay_run(front->replay, send_to_daemon, send_to_client, front);
    if (front->client_ended) transport_lines_end(front->daemon);
  }
  arena_clear(&arena);
}

/* ---- from the client ---- */

/* A daemon that ended while nothing was going on is started by the first
 * line. */
static void on_client_line(void *context, Str line) {
  Front *front = context;
  if (!front->daemon && !front->err) connect_daemon(front);
  if (!front->daemon) return;
  switch (app_replay_received(front->replay, line)) {
    case APP_REPLAY_PASS:
      transport_lines_send(front->daemon, line);
      break;
    case APP_REPLAY_FULL:
      app_replay_refuse(front->replay, line, send_to_client, front);
      break;
  }
}

/* The line was not kept, but its beginning may have the id, so that the
 * refusal reaches the right request. */
static void on_client_oversize(void *context, Str start) {
  Front *front = context;
  app_replay_refuse(front->replay, start, send_to_client, front);
}

/* Answers that are still due are passed on; a client that does not take them
 * gets no more time than this. */
static void on_client_end(void *context) {
  Front *front = context;
  front->client_ended = true;
  transport_lines_limit_stall(front->client, CLOSE_GRACE_MS);
  if (front->daemon) {
    transport_lines_end(front->daemon);
  } else {
    transport_lines_close(front->client, CLOSE_GRACE_MS);
  }
}

static void on_client_drain(void *context) {
  Front *front = context;
  if (front->daemon) transport_lines_hold(front->daemon, false);
}

static void on_client_close(void *context, Err err) {
  (void)err;
  Front *front = context;
  front->client = NULL;
  end(front, OK, STR_EMPTY);
}

/* A client that was killed cannot close its end in every case; its process is
 * watched as well. */
static void on_parent_gone(void *context) { end(context, OK, STR_EMPTY); }

static void on_signal(void *context) {
  Front *front = context;
  front->exit_status = 0;
  end(front, OK, STR_EMPTY);
}

/* The daemon comes first: without one there is nothing to say to the client,
 * and the reason goes to its log. */
Err app_frontend_run(AppRun *run) {
  Front front = {.flags = run->flags};
  arena_init(&front.arena);
  front.loop = loop_open();
  front.replay = app_replay_open(MAX_KEPT, MAX_KEPT_BYTES);
  LoopStream *in = loop_stream_open_fd(front.loop, TERMINAL_INPUT, NULL);
  LoopStream *out = loop_stream_open_fd(front.loop, TERMINAL_OUTPUT, NULL);
  TransportLinesHandler handler = {.loop = front.loop,
                                   .context = &front,
                                   .on_line = on_client_line,
                                   .on_oversize = on_client_oversize,
                                   .on_end = on_client_end,
                                   .on_drain = on_client_drain,
                                   .on_close = on_client_close};
  front.client = transport_lines_open(in, out, APP_MAX_LINE, APP_MAX_UNSENT, &handler);
  loop_on_signal(front.loop, LOOP_INTERRUPT, on_signal, &front);
  loop_on_signal(front.loop, LOOP_TERMINATE, on_signal, &front);
  int parent = process_parent_fd();
  if (parent >= 0) front.parent = loop_poll_start(front.loop, parent, on_parent_gone, &front);
  connect_daemon(&front);
  transport_lines_start(front.client);
  if (!front.err) loop_run(front.loop);
  transport_lines_drop(front.client);
  transport_lines_drop(front.daemon);
  loop_close(front.loop);
  app_replay_close(front.replay);
  Err err = front.err ? job_fail(run->job, front.err, "%.*s", STR_ARG(front.reason)) : OK;
  arena_clear(&front.arena);
  return err;
}
