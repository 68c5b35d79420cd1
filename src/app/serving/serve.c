/* fathom serve: MCP on stdio or HTTP, through the daemon or in this process. */
#include <stdio.h>

#include "src/app/serving/server_internal.h"
#include "src/app/serving/wire_internal.h"
#include "src/base/log.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/terminal.h"

static void stop_loop(void *context) {
  AppServer *server = context;
  loop_stop(server->loop);
}

/* The log's level is the client's own, since in this process there is no other
 * client. */
static Err open_client(AppRun *run, AppServer *server, AppClient **ret_client) {
  AppClientOptions options = {
      .workspaces = server->workspaces,
      .registry = server->registry,
      .directory = file_working_directory(run->job->arena),
      .flags = run->flags,
      .is_remote = app_flag(run, "http"),
      .describe_server = app_server_describe,
      .describe_context = server,
      .audit = server->audit,
  };
  TRY(app_client_open(run->job, &options, ret_client));
  const AppConfig *config = app_client_config(*ret_client);
  LogLevel level;
  if (log_level_from_name(app_config_str(config, "log.level"), &level)) log_set_level(level);
  app_config_tell(config);
  return OK;
}

/* ---- in this process ---- */

/* One client, which is whoever started this process. */
typedef struct StdioServe {
  AppServer *server;
  AppConnection *connection; /* NULL once closed */
} StdioServe;

/* The answers that are due go out before the loop stops: closing drains. */
static void end_connection(void *context) {
  StdioServe *serve = context;
  if (serve->connection) app_connection_close(serve->connection);
}

static void connection_ended(void *context) {
  StdioServe *serve = context;
  serve->connection = NULL;
  loop_stop(serve->server->loop);
}

/* Ends with its client, by end of input, by a signal, or when the parent is
 * gone: some clients die without closing their pipes. */
static Err serve_stdio(AppRun *run, AppServer *server) {
  AppClient *client;
  StdioServe serve = {.server = server};
  TRY(open_client(run, server, &client));
  AppConnectionOptions options = {
      .in = loop_stream_open_fd(server->loop, TERMINAL_INPUT, NULL),
      .out = loop_stream_open_fd(server->loop, TERMINAL_OUTPUT, NULL),
      .client = client,
      .on_close = connection_ended,
      .context = &serve,
  };
  serve.connection = app_connection_open(server, &options);
  loop_on_signal(server->loop, LOOP_INTERRUPT, end_connection, &serve);
  loop_on_signal(server->loop, LOOP_TERMINATE, end_connection, &serve);
  int parent = process_parent_fd();
  if (parent >= 0) (void)loop_poll_start(server->loop, parent, end_connection, &serve);
  loop_run(server->loop);
  return OK;
}

/* A listener in this process. */
typedef struct HttpServe {
  AppServer *server;
  AppHttp *http;
} HttpServe;

/* Requests under way are answered before the loop stops. */
static void drain_http(void *context) {
  HttpServe *serve = context;
  if (serve->http) app_http_close(TAKE(serve->http), stop_loop, serve->server);
}

static void say_listening(Str url) { fprintf(stderr, "fathom: listening on %.*s\n", STR_ARG(url)); }

static Err serve_http(AppRun *run, AppServer *server) {
  HttpServe serve = {.server = server};
  AppHttpOptions options = {.no_auth = app_flag(run, "no-auth"), .env_key = place_env("FATHOM_KEY")};
  TRY(open_client(run, server, &options.client));
  Err err = app_http_open(run->job, server, &options, &serve.http);
  if (err) {
    app_client_unref(options.client);
    return err;
  }
  loop_on_signal(server->loop, LOOP_INTERRUPT, drain_http, &serve);
  loop_on_signal(server->loop, LOOP_TERMINATE, drain_http, &serve);
  say_listening(app_http_url(serve.http));
  loop_run(server->loop);
  return OK;
}

static Err serve_here(AppRun *run) {
  AppServer *server;
  TRY(app_server_open(run->job, &server));
  Err err = app_flag(run, "http") ? serve_http(run, server) : serve_stdio(run, server);
  app_server_close(server);
  return err;
}

/* ---- through the daemon ---- */

/* The process that asked the daemon for a listener; it does nothing but
 * stay. */
typedef struct HttpFront {
  Loop *loop;
  bool stopped; /* by a signal, not by the daemon's end */
} HttpFront;

static void on_front_data(void *context, Str bytes) {
  (void)context;
  (void)bytes;
}

static void on_front_close(void *context, Err err) {
  (void)err;
  HttpFront *front = context;
  loop_stop(front->loop);
}

static void on_front_signal(void *context) {
  HttpFront *front = context;
  front->stopped = true;
  loop_stop(front->loop);
}

/* Keeps the listener alive as long as this process is; a daemon that died is
 * started again. */
static Err front_http(AppRun *run) {
  AppRestarts restarts = {0};
  HttpFront front = {.loop = loop_open()};
  Err err = OK;
  loop_on_signal(front.loop, LOOP_INTERRUPT, on_front_signal, &front);
  loop_on_signal(front.loop, LOOP_TERMINATE, on_front_signal, &front);
  while (!err && !front.stopped) {
    int fd;
    const Json *answer;
    err = app_wire_count_start(run->job, &restarts);
    if (!err) err = app_wire_connect(run->job, STR("http"), run->flags, true, &fd, &answer);
    if (err) break;
    say_listening(json_get_str(answer, STR("url"), STR_EMPTY));
    LoopStreamHandler handler = {
        .context = &front, .on_data = on_front_data, .on_close = on_front_close};
    loop_stream_read(loop_stream_open_fd(front.loop, fd, &handler), true);
    loop_run(front.loop);
  }
  loop_close(front.loop);
  return err;
}

/* Words name language servers: the same as --servers, shorter. */
static Err take_servers(AppRun *run) {
  Str *servers = ARENA_NEW(run->job->arena, Str);
  Map *flags = ARENA_NEW(run->job->arena, Map);
  TRY(app_servers_from_words(run->job, run->words, run->word_count, servers));
  map_init(flags, run->job->arena);
  for (MapEntry *entry = NULL; (entry = map_next(run->flags, entry));) map_put(flags, entry->key, entry->value);
  map_put(flags, STR("servers"), servers);
  run->flags = flags;
  return OK;
}

/* Four ways, by two flags: stdio or HTTP, here or through the daemon. */
static Err serve(AppRun *run) {
  if (run->word_count) TRY(take_servers(run));
  if (app_flag(run, "no-daemon")) return serve_here(run);
  return app_flag(run, "http") ? front_http(run) : app_frontend_run(run);
}

static const AppFlag flags[] = {
    {"http", NULL, "Listen for Streamable HTTP instead of serving standard input and output."},
    {"no-daemon", NULL, "Serve from this process instead of the user's daemon."},
    {"no-auth", NULL, "With --http: admit clients without a key. Loopback only."},
    {0}};

const AppCommand app_command_serve = {
    .name = "serve",
    .usage = "[--http] [--no-daemon] [options] [LANG:SERVER,ARG... ... | LANG SERVER [-- ARG...]]",
    .summary = "Serve MCP to a client (what 'fathom' alone does).",
    .help = "Words name language servers that come before the known ones, for this client: "
            "'fathom serve go:gopls python:pylsp', or one as 'fathom serve typescript tsgo -- --lsp --stdio'. "
            "They run in trusted workspaces only ('fathom trust').",
    .flags = flags,
    .takes_options = true,
    .run = serve,
};
