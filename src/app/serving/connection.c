/* One client on lines: its stream on one side, its MCP peer on the other. */
#include "src/app/serving/server_internal.h"

#define CLOSE_GRACE_MS 3000

/* All of it belongs to the loop's thread, and every function here runs there.
 * It is freed in one place, on_lines_close, after the stream is closed; until
 * then a reply that arrives late finds a connection that is marked as closing. */
struct AppConnection {
  AppServer *server;
  AppClient *client; /* NULL before the greeting, and without MCP */
  TransportLines *lines;
  McpPeer *peer;
  Err (*greet)(void *context, AppConnection *connection, Str line, AppClient **ret_client);
  bool marks_writing;
  bool ended; /* the client sends nothing more */
  bool closing;
  LoopFunction *on_close;
  void *context;
  AppConnectionEar ear; /* of one that is not MCP; else zero */
};

/* A client such as `printf ... | fathom` ends its input at once and still wants
 * the answers to what it sent. So the end of input closes nothing while a
 * request is under way; the peer reports when the last one is answered. */
static void close_when_done(AppConnection *connection) {
  if (connection->closing || !connection->ended) return;
  if (connection->peer && mcp_peer_active(connection->peer)) return;
  connection->closing = true;
  transport_lines_close(connection->lines, CLOSE_GRACE_MS);
}

void app_connection_send(AppConnection *connection, Str line) {
  if (connection->closing) return;
  transport_lines_send(connection->lines, line);
  /* A client that sends requests but reads no answers would make us keep all the
   * answers. Its further requests wait until it has read some. */
  if (connection->peer && transport_lines_is_full(connection->lines)) {
    mcp_peer_hold(connection->peer, true);
  }
}

/* It has read some: requests that were held back begin. */
static void on_drain(void *context) {
  AppConnection *connection = context;
  if (connection->peer) mcp_peer_hold(connection->peer, false);
}

static void send_message(void *context, Str message, const McpFrame *frame) {
  (void)frame;
  app_connection_send(context, message);
}

/* The process at the other end passes requests of its own client on to us. It
 * may send a request again after a crash only if the request changed nothing,
 * so it is told, before the first change, which request is about to write. */
static void mark_writing(void *context, Str id) {
  AppConnection *connection = context;
  if (!connection->marks_writing) return;
  Arena arena;
  arena_init(&arena);
  app_connection_send(connection, str_format(&arena, "#writing %.*s", STR_ARG(id)));
  arena_clear(&arena);
}

static void on_idle(void *context) { close_when_done(context); }

/* Takes the client over: on_lines_close gives it back. */
static void serve(AppConnection *connection, AppClient *client) {
  connection->client = client;
  connection->server->clients++;
  app_session_tools_want(connection->server->session_tools, client);
  McpPeerOptions options = app_peer_options(client, STR_EMPTY);
  options.sink = (McpSink){.send = send_message, .context = connection};
  options.mark_writing = mark_writing;
  options.mark_context = connection;
  connection->peer = mcp_peer_open(connection->server->mcp, &options);
  mcp_peer_on_idle(connection->peer, on_idle, connection);
}

/* The greeting decides who the client is, so nothing of the protocol is heard
 * before it, and a greeting that is refused ends the connection. What
 * `greet` had to say about it is still sent within the grace period. */
static void on_first_line(AppConnection *connection, Str line) {
  AppClient *client = NULL;
  Err err = connection->greet(connection->context, connection, line, &client);
  connection->greet = NULL;
  if (client) serve(connection, client);
  if (err && !connection->closing) {
    connection->closing = true;
    transport_lines_close(connection->lines, CLOSE_GRACE_MS);
  }
}

static void on_line(void *context, Str line) {
  AppConnection *connection = context;
  if (connection->closing) return;
  if (connection->greet) {
    on_first_line(connection, line);
  /* What was wrong with a message is answered to its sender by the peer itself;
   * there is nobody else to tell. */
  } else if (connection->peer) {
    (void)mcp_receive(connection->peer, line, NULL, NULL);
  } else if (connection->ear.on_line) {
    connection->ear.on_line(connection->ear.context, line);
  }
}

/* The message is not kept, so its id is not known and the error has to go
 * without one. */
static void on_oversize(void *context, Str start) {
  (void)start;
  Arena arena;
  arena_init(&arena);
  app_connection_send(context, mcp_spell_error(&arena, -32600, STR("the message is longer than 16 MB")));
  arena_clear(&arena);
}

static void on_end(void *context) {
  AppConnection *connection = context;
  connection->ended = true;
  /* Who has stopped sending may have stopped reading as well. From now on output
   * that does not move for this long ends the connection. */
  transport_lines_limit_stall(connection->lines, CLOSE_GRACE_MS);
  if (connection->peer) {
    mcp_peer_input_ended(connection->peer);
    mcp_peer_end_streams(connection->peer);
  }
  close_when_done(connection);
}

/* The peer goes first, since it still holds the client. The callback comes
 * last: nothing of the connection is used any more, so it may do anything. */
static void on_lines_close(void *context, Err err) {
  (void)err;
  AppConnection *connection = context;
  if (connection->peer) mcp_peer_close(connection->peer);
  if (connection->ear.on_close) connection->ear.on_close(connection->ear.context);
  if (connection->client) {
    app_client_unref(connection->client);
    connection->server->clients--;
  }
  LoopFunction *on_close = connection->on_close;
  void *on_close_context = connection->context;
  free(connection);
  if (on_close) on_close(on_close_context);
}

AppConnection *app_connection_open(AppServer *server, const AppConnectionOptions *options) {
  AppConnection *connection = arena_heap_alloc(sizeof(*connection));
  connection->server = server;
  /* A client that is known from the start, as on standard input, greets nobody. */
  connection->greet = options->client ? NULL : options->greet;
  connection->on_close = options->on_close;
  connection->context = options->context;
  TransportLinesHandler handler = {.loop = server->loop,
                                   .context = connection,
                                   .on_line = on_line,
                                   .on_oversize = on_oversize,
                                   .on_end = on_end,
                                   .on_drain = on_drain,
                                   .on_close = on_lines_close};
  connection->lines = transport_lines_open(options->in, options->out, APP_MAX_LINE, APP_MAX_UNSENT,
                                           &handler);
  /* Before the start, so that the first line already finds a peer. */
  if (options->client) serve(connection, options->client);
  transport_lines_start(connection->lines);
  return connection;
}

bool app_connection_is_full(const AppConnection *connection) {
  return connection->closing || transport_lines_is_full(connection->lines);
}

void app_connection_hear(AppConnection *connection, const AppConnectionEar *ear) { connection->ear = *ear; }

void app_connection_mark_writing(AppConnection *connection) { connection->marks_writing = true; }

void app_connection_close(AppConnection *connection) {
  if (connection->closing) return;
  connection->closing = true;
  transport_lines_close(connection->lines, CLOSE_GRACE_MS);
}
