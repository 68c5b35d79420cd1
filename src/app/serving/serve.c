/* fathom serve: MCP on stdio or HTTP, through the daemon or in this process. */
#include <stdio.h>

#include "src/app/serving/managed_internal.h"
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
      .process = app_flag(run, "http") ? 0 : process_self(),
      .describe_server = app_server_describe,
      .describe_context = server,
      .audit = server->audit,
      .feed = server->feed,
  };
  TRY(app_client_open(run->job, &options, ret_client));
  const AppConfig *config = app_client_config(*ret_client);
  LogLevel level;
  if (log_level_from_name(app_config_str(config, "log.level"), &level)) log_set_level(level);
  app_config_tell(config);
  return OK;
}

/* ---- an interpreter of its own ---- */

static void stop_loop_from_afar(void *context) { loop_stop(((AppServer *)context)->loop); }

/* Whoever names one on the command line must have allowed it all the same: the
 * line may be a project's, in a file that its clients read. */
static Err start_repl(AppRun *run, AppServer *server, const AppClient *client) {
  Job *job = run->job;
  Str language = app_flag_value(run, "repl"), root = app_client_root(client);
  AppManagedPlan plan;
  ReplSession session;
  if (!language.len) return OK;
  if (!root.len) return job_fail(job, ERR_USAGE, "--repl needs a project: start it inside of one, or give --repo DIR");
  AppManagedWish wish = {.root = root, .language = language, .config = app_client_config(client), .path_variable = place_env("PATH"),
                         .env = app_variables(job->arena, client)};
  TRY(app_managed_plan(job, &wish, &plan));
  plan.on_end = stop_loop_from_afar;
  plan.context = server;
  TRY(app_managed_take(job, app_servers_managed(app_workspaces_servers(server->workspaces)), &plan, &session));
  fprintf(stderr, "fathom: the %.*s interpreter is session %.*s\n", STR_ARG(session.language), STR_ARG(session.key));
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
  Err err = start_repl(run, server, client);
  if (err) {
    app_client_unref(client);
    return err;
  }
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
  Err err = start_repl(run, server, options.client);
  if (!err) err = app_http_open(run->job, server, &options, &serve.http);
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

/* A daemon that dies is started again and listens again; a limit on starts
 * keeps one that dies at once from being started for ever. */
Err app_front_listener(AppRun *run, Str mode, const Map *flags, void (*say)(Str url)) {
  AppRestarts restarts = {0};
  HttpFront front = {.loop = loop_open()};
  Err err = OK;
  loop_on_signal(front.loop, LOOP_INTERRUPT, on_front_signal, &front);
  loop_on_signal(front.loop, LOOP_TERMINATE, on_front_signal, &front);
  while (!err && !front.stopped) {
    int fd;
    const Json *answer;
    err = app_wire_count_start(run->job, &restarts);
    if (!err) err = app_wire_connect(run->job, mode, flags, true, &fd, &answer);
    if (err) break;
    say(json_get_str(answer, STR("url"), STR_EMPTY));
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

/* An interpreter of one's own is there to be used. */
static void allow_repl(AppRun *run) {
  Str *yes = ARENA_NEW(run->job->arena, Str);
  Map *flags = ARENA_NEW(run->job->arena, Map);
  map_init(flags, run->job->arena);
  for (MapEntry *entry = NULL; (entry = map_next(run->flags, entry));) map_put(flags, entry->key, entry->value);
  *yes = STR("true");
  map_put(flags, STR("allow-repl"), yes);
  run->flags = flags;
}

/* Four ways, by two flags: stdio or HTTP, here or through the daemon. With an
 * interpreter of its own it is here, because they end together. */
static Err serve(AppRun *run) {
  bool has_repl = app_flag_value(run, "repl").len > 0;
  if (run->word_count) TRY(take_servers(run));
  if (has_repl) allow_repl(run);
  if (has_repl || app_flag(run, "no-daemon")) return serve_here(run);
  return app_flag(run, "http") ? app_front_listener(run, STR("http"), run->flags, say_listening) : app_frontend_run(run);
}

static const AppFlag flags[] = {
    {"http", NULL, "Listen for Streamable HTTP instead of serving standard input and output."},
    {"no-daemon", NULL, "Serve from this process instead of the user's daemon."},
    {"repl", "LANGUAGE", "Start an interpreter of this project with the server; both end together. Needs 'fathom sessions allow'."},
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
