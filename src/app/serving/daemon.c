/* The daemon: one server per user and exact build, behind a Unix socket.
 * Ends when asked, or after some time with nobody to serve. */
#include "src/app/serving/daemon_internal.h"

#include <stdio.h>

#include "src/app/serving/feed_internal.h"
#include "src/app/serving/server_internal.h"
#include "src/app/serving/watch_internal.h"
#include "src/app/serving/wire_internal.h"
#include "src/base/clock.h"
#include "src/base/log.h"
#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/terminal.h"

#define LOG_MAX ((size_t)1 << 20)

/* Everything here happens on the loop's thread; calls themselves run on the
 * server's pool. */
typedef struct Daemon {
  AppServer *server;
  LoopListener *listener;
  LoopTimer *idle; /* running while nobody is served */
  uint64_t idle_ms;
  struct Door *doors;
  bool stopping;
} Daemon;

/* One connection on the socket. */
typedef struct Door {
  Daemon *daemon;
  AppConnection *connection;
  pid_t peer; /* who connected; 0: not known */
  AppHttp *http; /* the listener this connection asked for */
  struct Door *next;
  struct Door **link;
} Door;

/* ---- ending ---- */

/* The loop ends when the last connection has said its last word, not when
 * stopping begins. */
static void stop_if_empty(Daemon *daemon) {
  if (daemon->stopping && !daemon->doors) loop_stop(daemon->server->loop);
}

/* By a signal, by `fathom daemon stop`, or idle. The listener goes first:
 * whoever connects from now on finds nobody and starts successors until one
 * of them gets our lock. Connections are closed and drain. */
static void stop(void *context) {
  Daemon *daemon = context;
  if (daemon->stopping) return;
  daemon->stopping = true;
  if (daemon->listener) loop_listener_close(TAKE(daemon->listener));
  for (Door *door = daemon->doors, *next; door; door = next) {
    next = door->next;
    if (door->connection) app_connection_close(door->connection);
  }
  stop_if_empty(daemon);
}

/* Idle: no client, no listener asked for. */
static void watch_idle(Daemon *daemon) {
  bool is_idle = !daemon->doors && !daemon->stopping;
  if (is_idle && !daemon->idle) {
    daemon->idle = loop_timer_start(daemon->server->loop, daemon->idle_ms, 0, stop, daemon);
  } else if (!is_idle && daemon->idle) {
    loop_timer_stop(TAKE(daemon->idle));
  }
}

/* The last step for a connection, after its listener, if any, has drained. */
static void free_door(void *context) {
  Door *door = context;
  Daemon *daemon = door->daemon;
  *door->link = door->next;
  if (door->next) door->next->link = door->link;
  free(door);
  watch_idle(daemon);
  stop_if_empty(daemon);
}

/* A listener lives as long as the connection that asked for it: a front end
 * that dies takes its port with it. */
static void on_door_close(void *context) {
  Door *door = context;
  door->connection = NULL;
  if (door->http) {
    app_http_close(TAKE(door->http), free_door, door);
  } else {
    free_door(door);
  }
}

/* ---- greeting ---- */

/* Warnings about the configuration are told to each client, which has a
 * terminal or a log to show them in; the daemon has neither. */
static void answer(Door *door, Arena *arena, const AppConfig *config, Str url, bool with_state) {
  Daemon *daemon = door->daemon;
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, (size_t)64 << 10);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "fathom", STR("welcome"));
  json_field_int(&json, "pid", process_self());
  if (url.len) json_field_str(&json, "url", url);
  if (config) app_config_write_warnings(config, &json);
  if (with_state) {
    size_t listeners = 0;
    for (Door *other = daemon->doors; other; other = other->next) listeners += other->http != NULL;
    json_field_str(&json, "build", app_build_id(arena));
    json_field_int(&json, "uptimeSeconds", (job_now_ms() - daemon->server->started_ms) / 1000);
    json_field_int(&json, "clients", (int64_t)daemon->server->clients);
    json_field_int(&json, "listeners", (int64_t)listeners);
    json_field_int(&json, "workspaces", (int64_t)app_workspaces_count(daemon->server->workspaces));
    json_field_int(&json, "residentBytes", (int64_t)process_resident_bytes());
  }
  json_end_object(&json);
  app_connection_send(door->connection, buf_str(&text));
}

/* The kind is a name of the error table, so that the front end fails with the
 * same error as if it had happened there. */
static void refuse(Door *door, Arena *arena, Err err, Str why) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, (size_t)64 << 10);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "fathom", STR("refused"));
  json_field_str(&json, "kind", str_from_c(err_name(err)));
  json_field_str(&json, "error", why);
  json_end_object(&json);
  app_connection_send(door->connection, buf_str(&text));
}

/* The daemon acts on the client's behalf, with the client's directory and
 * environment: its own are those of whoever happened to start it. */
static Err open_client(Job *job, Door *door, const AppHello *hello, AppClient **ret_client) {
  Daemon *daemon = door->daemon;
  bool is_asked_by_others = str_eq_c(hello->mode, "http") || str_eq_c(hello->mode, "page");
  AppClientOptions options = {
      .process = is_asked_by_others ? 0 : door->peer,
      .workspaces = daemon->server->workspaces,
      .registry = daemon->server->registry,
      .directory = hello->directory,
      .env = hello->env,
      .flags = hello->flags,
      .by_user = str_eq_c(hello->mode, "cli") || str_eq_c(hello->mode, "page"),
      .is_remote = str_eq_c(hello->mode, "http"),
      .describe_server = app_server_describe,
      .describe_context = daemon->server,
      .audit = daemon->server->audit,
      .feed = daemon->server->feed,
  };
  return app_client_open(job, &options, ret_client);
}

/* The listener takes the client over, unless it could not be opened. */
static Err greet_http(Job *job, Door *door, const AppHello *hello) {
  const Str *key = map_get(hello->env, STR("FATHOM_KEY"));
  const Str *no_auth = map_get(hello->flags, STR("no-auth"));
  AppHttpOptions options = {.no_auth = no_auth && str_eq_c(*no_auth, "true"),
                            .env_key = key ? *key : STR_EMPTY,
                            .is_page = str_eq_c(hello->mode, "page")};
  TRY(open_client(job, door, hello, &options.client));
  Err err = app_http_open(job, door->daemon->server, &options, &door->http);
  if (err) {
    app_client_unref(options.client);
    return err;
  }
  answer(door, job->arena, app_client_config(options.client), app_http_url(door->http), false);
  return OK;
}

/* Another build may speak another dialect on this socket, so none is served;
 * sockets are named by builds, and this happens only when a file was
 * replaced meanwhile. A stop is posted, not done: the answer has to go out
 * first. */
static Err greet_by_mode(Job *job, Door *door, Str line, AppClient **ret_client) {
  AppHello hello;
  TRY(app_wire_read_hello(job, line, &hello));
  if (!str_eq(hello.build, app_build_id(job->arena))) {
    return job_fail(job, ERR_DENIED, "this daemon is another build of fathom");
  }
  if (str_eq_c(hello.mode, "http") || str_eq_c(hello.mode, "page")) return greet_http(job, door, &hello);
  bool is_mcp = str_eq_c(hello.mode, "mcp");
  if (is_mcp || str_eq_c(hello.mode, "cli")) {
    TRY(open_client(job, door, &hello, ret_client));
    if (is_mcp) app_connection_mark_writing(door->connection);
    answer(door, job->arena, app_client_config(*ret_client), STR_EMPTY, false);
    return OK;
  }
  if (str_eq_c(hello.mode, "watch")) {
    answer(door, job->arena, NULL, STR_EMPTY, true);
    app_watch_connection(door->daemon->server->watch, door->connection);
    return OK;
  }
  bool is_stop = str_eq_c(hello.mode, "stop");
  if (!is_stop && !str_eq_c(hello.mode, "status")) {
    return job_fail(job, ERR_PROTOCOL, "unknown mode '%.*s'", STR_ARG(hello.mode));
  }
  answer(door, job->arena, NULL, STR_EMPTY, true);
  if (is_stop) loop_post(door->daemon->server->loop, stop, door->daemon);
  return OK;
}

static Err greet(void *context, AppConnection *connection, Str line, AppClient **ret_client) {
  Door *door = context;
  door->connection = connection;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Err err = greet_by_mode(&job, door, line, ret_client);
  if (err) refuse(door, &arena, err, job_message(&job, err));
  arena_clear(&arena);
  return err;
}

/* A door exists from here on until its connection has closed and its listener
 * has drained. */
static void on_connect(void *context, LoopStream *stream) {
  Daemon *daemon = context;
  /* The socket's mode keeps others out; this does where modes are not kept. */
  if (loop_stream_peer_uid(stream) != place_user()) {
    loop_stream_close(stream);
    return;
  }
  Door *door = arena_heap_alloc(sizeof(*door));
  door->daemon = daemon;
  door->peer = loop_stream_peer_id(stream);
  door->next = daemon->doors;
  door->link = &daemon->doors;
  if (door->next) door->next->link = &door->next;
  daemon->doors = door;
  AppConnectionOptions options = {
      .in = stream, .greet = greet, .on_close = on_door_close, .context = door};
  door->connection = app_connection_open(daemon->server, &options);
  watch_idle(daemon);
}

/* ---- running ---- */

static size_t logged; /* bytes since the log was begun or rotated */

/* One predecessor is kept. In the foreground stderr is not ours to move. */
static void rotate_log(void) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Str path = app_wire_log(&arena);
  Str old = str_format(&arena, "%.*s.1", STR_ARG(path));
  FileStat named;
  FileStat open_file;
  bool is_ours = !file_stat(&job, path, &named) && !descriptor_stat(&job, TERMINAL_ERRORS, &open_file) &&
                 named.inode == open_file.inode && named.device == open_file.device;
  if (is_ours && !rename(str_to_c(&arena, path), str_to_c(&arena, old))) {
    (void)!freopen(str_to_c(&arena, path), "ae", stderr);
  }
  arena_clear(&arena);
  logged = 0;
}

/* Under the log's own lock: threads do not mix their lines, nor rotate
 * twice. */
static void log_with_time(void *context, LogLevel level, Str line) {
  const Daemon *daemon = context;
  if (daemon->server) app_feed_log(daemon->server->feed, level, line);
  Arena arena;
  arena_init(&arena);
  Str now = clock_instant(&arena, clock_wall_s());
  if (logged > LOG_MAX) rotate_log();
  int wrote = fprintf(stderr, "%.*s %s %.*s\n", STR_ARG(now), log_level_name(level), STR_ARG(line));
  logged += wrote > 0 ? (size_t)wrote : 0;
  arena_clear(&arena);
}

/* The socket's file is gone although we live (a cleaner of old temporary
 * files): make it again. */
static void listen_again(void *context) {
  Daemon *daemon = context;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Str path = app_wire_socket(&arena);
  if (!daemon->stopping && !file_exists(path)) {
    loop_listener_close(daemon->listener);
    Err err = loop_listen_unix(&job, daemon->server->loop, path, on_connect, daemon,
                               &daemon->listener);
    if (err) {
      daemon->listener = NULL;
      stop(daemon);
    }
  }
  arena_clear(&arena);
}

/* A number that was left behind may be somebody else's by now. */
static bool is_our_program(Job *job, int64_t pid) {
  Str link = str_format(job->arena, "/proc/%lld/exe", (long long)pid);
  Str program;
  return !file_real_path(job, link, &program) && str_eq(program, place_program(job->arena));
}

/* The lock's file names its holder, for whoever finds it without a socket. */
static void tell_holder(Job *job) {
  Str text;
  int64_t pid;
  if (file_exists(app_wire_socket(job->arena))) return;
  if (!file_read(job, app_wire_lock(job->arena), 32, &text) && str_to_int(str_trim(text), &pid) &&
      pid > 1 && is_our_program(job, pid)) {
    process_nudge((pid_t)pid);
  }
  job_forgive(job);
}

/* A broken config file is told to each client that connects, not here. */
static void configure(AppRun *run, Daemon *daemon) {
  AppConfig *config;
  LogLevel level;
  if (app_run_config(run, STR_EMPTY, &config)) {
    job_forgive(run->job);
    config = app_config_default(run->job);
  }
  if (log_level_from_name(app_config_str(config, "log.level"), &level)) log_set_level(level);
  log_set_sink(log_with_time, daemon);
  daemon->idle_ms = (uint64_t)app_config_int(config, "daemon.idle_minutes") * 60 * 1000;
}

/* The lock decides who is the daemon, the socket only where it is: of
 * several that start at once one gets the lock, and the others go quietly.
 * It is given back last, when the store is closed, so a successor never
 * meets an open one. */
Err app_daemon_run(AppRun *run) {
  Job *job = run->job;
  Daemon daemon = {0};
  configure(run, &daemon);
  app_wire_tell_place();
  TRY(file_make_dir(job, place_runtime(job->arena), true));
  process_ignore_nudges(); /* it may come before we are ready for it */
  int lock;
  Err err = file_lock(job, app_wire_lock(job->arena), &lock);
  if (err == ERR_BUSY) { /* somebody was faster: whoever wanted a daemon has one */
    job_forgive(job);
    tell_holder(job);
    return OK;
  }
  if (err) return err;
  file_sign_lock(lock);
  TRY(app_server_open(job, &daemon.server));
  daemon.server->is_daemon = true;
  Loop *loop = daemon.server->loop;
  err = loop_listen_unix(job, loop, app_wire_socket(job->arena), on_connect, &daemon,
                         &daemon.listener);
  if (!err) {
    loop_on_signal(loop, LOOP_INTERRUPT, stop, &daemon);
    loop_on_signal(loop, LOOP_TERMINATE, stop, &daemon);
    loop_on_signal(loop, LOOP_NUDGE, listen_again, &daemon);
    watch_idle(&daemon);
    log_info("daemon started, pid %d", (int)process_self());
    loop_run(loop);
    log_info("daemon ends");
  }
  loop_timer_stop(daemon.idle);
  log_set_sink(log_with_time, &(Daemon){0}); /* it ends before its log does */
  app_server_close(daemon.server);
  file_unlock(lock);
  return err;
}
