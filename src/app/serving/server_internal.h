/* The server inside one process: loop, threads, tools, protocol, and the
 * connections on it. `serve --no-daemon` and the daemon are the same server
 * with other doors. */
#ifndef FATHOM_APP_SERVING_SERVER_INTERNAL_H
#define FATHOM_APP_SERVING_SERVER_INTERNAL_H

#include "src/app/app_internal.h"
#include "src/mcp/mcp.h"
#include "src/os/loop.h"
#include "src/os/thread.h"
#include "src/transport/transport.h"

#define APP_MAX_LINE ((size_t)16 << 20)   /* one message on stdio or a socket */
#define APP_MAX_UNSENT ((size_t)8 << 20)  /* then input waits for the reader */

typedef struct AppUpdates AppUpdates;
typedef struct AppServerNews AppServerNews;
typedef struct AppWatch AppWatch;
typedef struct AppSessionTools AppSessionTools;

typedef struct AppServer {
  Loop *loop;
  ThreadPool *pool;
  ToolRegistry *registry;
  Mcp *mcp;
  AppWorkspaces *workspaces;
  AppUpdates *updates;
  AppServerNews *news;
  AppSessionTools *session_tools;
  struct AppAudit *audit;
  struct AppFeed *feed;
  AppWatch *watch;
  bool is_daemon;
  int64_t started_ms;
  size_t clients; /* connected, all doors */
} AppServer;

/* Starts nothing but the loop's structures: no thread, port, index. */
Err app_server_open(Job *job, AppServer **ret_server) MUST_CHECK;
void app_server_close(AppServer *server);
/* Tells subscribers when a resource changed; see updates.c. */
AppUpdates *app_updates_open(AppServer *server);
void app_updates_close(AppUpdates *updates);
void app_updates_add(AppUpdates *updates, AppClient *client, Str uri);

/* The path a fathom://file/ URI names; false for any other. */
bool app_resource_path(Arena *arena, Str uri, Str *ret_path) MUST_CHECK;
/* What language servers say, as resources and to whoever wants to hear of it;
 * see server_resources.c. */
AppServerNews *app_server_news_open(AppServer *server);
void app_server_news_close(AppServerNews *news);
bool app_is_diagnostics_uri(Str uri);

/* What live sessions offer as tools, in the registry for as long as they are
 * there; see session_tools.c. Starts nothing. Loop's thread. */
AppSessionTools *app_session_tools_open(AppServer *server);
/* Before the pool is closed: a look that goes on ends soon. */
void app_session_tools_end(AppSessionTools *tools);
/* After it. */
void app_session_tools_close(AppSessionTools *tools);
/* A client came; looking begins with the first one that may run code there. */
void app_session_tools_want(AppSessionTools *tools, const AppClient *client);

/* Offers the workspace's files, fathom's state and prompts. */
void app_add_resources(AppServer *server);
/* For AppClientOptions: the status tool's view of this process. */
void app_server_describe(ToolScope *scope, Job *job, Answer *answer);

/* Options of a peer that acts for `client` and keeps it as long as needed;
 * `principal` as there. */
McpPeerOptions app_peer_options(AppClient *client, Str principal);

/* ---- a client that sends lines: stdio or the daemon's socket ---- */

typedef struct AppConnection AppConnection;

typedef struct AppConnectionOptions {
  LoopStream *in;
  LoopStream *out;   /* NULL: `in` is both */
  AppClient *client; /* taken over; NULL: `greet` brings it */
  /* Gets the first line when there is no client yet. Gives the client to
   * serve, or NULL for a connection that is not MCP and stays silent. An
   * error closes the connection. */
  Err (*greet)(void *context, AppConnection *connection, Str line, AppClient **ret_client);
  /* After the last answer and the end of input; the connection is gone. */
  LoopFunction *on_close;
  void *context;
} AppConnectionOptions;

/* Serves MCP on it. At the end of input everything received is answered,
 * then it closes. */
AppConnection *app_connection_open(AppServer *server, const AppConnectionOptions *options);
void app_connection_send(AppConnection *connection, Str line);
/* Its client does not read: what is sent now would wait. */
bool app_connection_is_full(const AppConnection *connection);
/* Who hears the further lines of a connection that is not MCP, and of its end,
 * when nothing can be sent any more. Both are called on the loop's thread. */
typedef struct AppConnectionEar {
  void (*on_line)(void *context, Str line);
  LoopFunction *on_close;
  void *context;
} AppConnectionEar;
void app_connection_hear(AppConnection *connection, const AppConnectionEar *ear);
/* Announces changes with "#writing" lines from now on (wire_internal.h). */
void app_connection_mark_writing(AppConnection *connection);
/* Cancels what is running, sends what is queued. */
void app_connection_close(AppConnection *connection);

/* ---- HTTP ---- */

typedef struct AppHttp AppHttp;

typedef struct AppHttpOptions {
  AppClient *client;  /* configuration of whoever asked for the listener; taken over */
  bool no_auth;       /* --no-auth was given: lax mode is allowed */
  Str env_key;        /* FATHOM_KEY of whoever asked */
  bool is_page;       /* the dashboard of a browser, on a port of its own (page_internal.h) */
} AppHttpOptions;

/* Opens the listener; ERR_DENIED and ERR_BUSY say what to do. */
Err app_http_open(Job *job, AppServer *server, const AppHttpOptions *options,
                  AppHttp **ret_http) MUST_CHECK;
/* "http://127.0.0.1:2828/mcp"; of a page a link that is good once. Lives as long
 * as the listener. */
Str app_http_url(const AppHttp *http);
/* Drains for 5 s at most; sessions are kept for the next start. */
void app_http_close(AppHttp *http, LoopFunction *done, void *context);

#endif
