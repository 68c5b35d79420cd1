/* HTTP server: the listener, its connections as a whole, heartbeats of event
 * streams, and stopping. What happens on one connection is connection.c's. */
#include "src/os/process.h"
#include "src/transport/http_internal.h"

#define BEATS_PER_TURN 256   /* others get their share of the loop between */
#define REFUSALS_AT_ONCE 64  /* connections above the limit that still get a 503 */
#define FILES_FOR_OTHERS 512 /* descriptors that connections must leave to the rest of us */

static const TransportLimits default_limits = {
    .max_body = 4 * 1024 * 1024,
    .max_bodies = 128 * 1024 * 1024,
    .max_headers = 32 * 1024,
    .max_connections = 4096,
    .max_unsent = 16 * 1024 * 1024,
    .header_ms = 10 * 1000,
    .read_ms = 30 * 1000,
    .write_stall_ms = 60 * 1000,
    .idle_ms = 120 * 1000,
    .heartbeat_ms = 5 * 1000,
};

static TransportLimits fill_limits(const TransportLimits *given) {
  TransportLimits limits = *given;
#define FILL(field) \
  if (limits.field <= 0) limits.field = default_limits.field
  FILL(max_body);
  FILL(max_bodies);
  FILL(max_headers);
  FILL(max_connections);
  FILL(max_unsent);
  FILL(header_ms);
  FILL(read_ms);
  FILL(write_stall_ms);
  FILL(idle_ms);
  FILL(heartbeat_ms);
#undef FILL
  return limits;
}

/* Whoever may connect, without a key even, must not be able to take the last
 * descriptor from everybody else in this process. */
static size_t affordable_connections(size_t wanted) {
  const size_t others = FILES_FOR_OTHERS + REFUSALS_AT_ONCE;
  size_t files = process_allow_files(wanted + others);
  if (files >= wanted + others) return wanted;
  return files > 2 * others ? files - others : files / 2;
}

/* ---- connections ---- */

/* Connections that have not shown a key yet, oldest first: they are what
 * goes when room is needed. */
static void add_stranger(TransportHttp *http, TransportConnection *connection) {
  connection->is_stranger = true;
  connection->previous_stranger = http->strangers_last;
  *(http->strangers_last ? &http->strangers_last->next_stranger : &http->strangers) = connection;
  http->strangers_last = connection;
}

static void remove_stranger(TransportHttp *http, TransportConnection *connection) {
  TransportConnection *previous = connection->previous_stranger;
  TransportConnection *next = connection->next_stranger;
  *(previous ? &previous->next_stranger : &http->strangers) = next;
  *(next ? &next->previous_stranger : &http->strangers_last) = previous;
  connection->previous_stranger = connection->next_stranger = NULL;
  connection->is_stranger = false;
}

void transport_http_add(TransportHttp *http, TransportConnection *connection) {
  connection->next = http->connections;
  if (http->connections) http->connections->previous = connection;
  http->connections = connection;
  http->connection_count++;
  add_stranger(http, connection);
}

/* A valid key makes a connection one that is not closed for others. */
void transport_http_know(TransportHttp *http, TransportConnection *connection) {
  if (!connection->is_stranger) return;
  remove_stranger(http, connection);
  http->known_count++;
}

/* An open path may be answered without a key: that goes on. */
static bool may_go(const TransportConnection *connection) {
  return connection->state != TRANSPORT_ANSWERING && connection->state != TRANSPORT_STREAMING;
}

static bool has_room(const TransportHttp *http) {
  return http->connection_count - http->evicted_count < http->limits.max_connections;
}

/* Whoever has shown no key may be anybody who opens connections and says
 * nothing. It is the oldest that goes: one that means to ask does so at once. */
bool transport_http_make_room(TransportHttp *http) {
  TransportConnection *next;
  if (http->known_count >= http->limits.max_connections) return false;
  for (TransportConnection *connection = http->strangers; connection && !has_room(http); connection = next) {
    next = connection->next_stranger;
    if (!may_go(connection)) continue;
    remove_stranger(http, connection);
    connection->is_evicted = true;
    http->evicted_count++;
    transport_connection_close(connection);
  }
  return has_room(http);
}

void transport_http_remove(TransportHttp *http, TransportConnection *connection) {
  *(connection->previous ? &connection->previous->next : &http->connections) = connection->next;
  if (connection->next) connection->next->previous = connection->previous;
  connection->previous = connection->next = NULL;
  if (connection->is_stranger) remove_stranger(http, connection);
  else if (connection->is_evicted) http->evicted_count--;
  else http->known_count--;
  http->connection_count--;
  if (http->connection_count) return;
  loop_timer_stop(http->timer); /* nobody waits for anything */
  http->timer = NULL;
}

static void stream_write(void *stream, Str bytes) { loop_stream_write(stream, bytes); }
static void stream_read(void *stream, bool on) { loop_stream_read(stream, on); }
static void stream_finish(void *stream) { loop_stream_shutdown(stream); }
static void stream_close(void *stream) { loop_stream_close(stream); }
static size_t stream_unsent(const void *stream) { return loop_stream_unsent(stream); }
static int64_t stream_stalled(const void *stream) { return loop_stream_stalled_ms(stream); }

static const TransportWire socket_wire = {.write = stream_write,
                                          .read = stream_read,
                                          .finish = stream_finish,
                                          .close = stream_close,
                                          .unsent = stream_unsent,
                                          .stalled_ms = stream_stalled};

static void on_data(void *context, Str bytes) { transport_connection_data(context, bytes); }
static void on_end(void *context) { transport_connection_ended(context); }
static void on_drain(void *context) { transport_connection_drained(context); }
static void on_close(void *context, Err err) {
  (void)err; /* however it ended, the client is gone */
  transport_connection_lost(context);
}

/* A few connections above the limit are accepted to be told so; beyond that
 * they are closed without a word. */
static void on_accept(void *context, LoopStream *stream) {
  TransportHttp *http = context;
  /* Those above the limit that are being told so, and those on their way out. */
  if (http->connection_count - http->evicted_count >= http->limits.max_connections + REFUSALS_AT_ONCE) {
    loop_stream_close(stream);
    return;
  }
  TransportConnection *connection = transport_connection_open(
      http, &socket_wire, stream, loop_stream_peer_address(stream));
  LoopStreamHandler handler = {.context = connection,
                               .on_data = on_data,
                               .on_end = on_end,
                               .on_drain = on_drain,
                               .on_close = on_close};
  loop_stream_set_handler(stream, &handler);
  loop_stream_gather(stream);
}

/* ---- heartbeats ---- */

/* Gives some streams their heartbeat; the rest follow in the next turns, so
 * that thousands of streams do not hold up the loop. A stream whose key was
 * revoked ends here. */
static void beat_some(void *context) {
  TransportHttp *http = context;
  loop_timer_stop(http->beat_rest);
  http->beat_rest = NULL;
  for (int i = 0; http->beat_at && i < BEATS_PER_TURN; i++) {
    TransportExchange *exchange = http->beat_at;
    http->beat_at = exchange->next_stream;
    if (http->beat_checks_keys && !transport_gate_knows(&http->gate, exchange->principal)) {
      transport_exchange_cut(exchange);
    } else {
      transport_exchange_beat(exchange);
    }
  }
  if (http->beat_at) http->beat_rest = loop_timer_start(http->loop, 1, 0, beat_some, http);
}

static void beat(void *context) {
  TransportHttp *http = context;
  if (http->beat_at) return; /* the last round is not over */
  http->beat_at = http->streams;
  uint64_t generation = transport_gate_refresh(&http->gate);
  http->beat_checks_keys = generation != http->beat_generation;
  http->beat_generation = generation;
  beat_some(http);
}

void transport_http_add_stream(TransportHttp *http, TransportExchange *exchange) {
  exchange->is_stream = true;
  exchange->previous_stream = http->streams_last;
  *(http->streams_last ? &http->streams_last->next_stream : &http->streams) = exchange;
  http->streams_last = exchange;
  http->stream_count++;
  if (http->beat || !http->loop) return;
  uint64_t every = (uint64_t)http->limits.heartbeat_ms;
  http->beat = loop_timer_start(http->loop, every, every, beat, http);
}

static void stop_beat(TransportHttp *http) {
  loop_timer_stop(http->beat);
  loop_timer_stop(http->beat_rest);
  http->beat = http->beat_rest = NULL;
}

/* A round of heartbeats may be standing at this stream: it is moved on. */
void transport_http_remove_stream(TransportHttp *http, TransportExchange *exchange) {
  if (!exchange->is_stream) return;
  exchange->is_stream = false;
  TransportExchange *previous = exchange->previous_stream;
  TransportExchange *next = exchange->next_stream;
  *(previous ? &previous->next_stream : &http->streams) = next;
  *(next ? &next->previous_stream : &http->streams_last) = previous;
  exchange->previous_stream = exchange->next_stream = NULL;
  if (http->beat_at == exchange) http->beat_at = next;
  http->stream_count--;
  if (!http->stream_count) stop_beat(http);
}

/* ---- opening ---- */

void transport_http_init(TransportHttp *http, Loop *loop, const TransportLimits *limits,
                         const TransportHttpHandler *handler) {
  *http = (TransportHttp){
      .loop = loop, .limits = fill_limits(limits), .handler = *handler, .gate = http->gate};
}

Err transport_http_open(Job *job, Loop *loop, const TransportHttpOptions *options,
                        const TransportHttpHandler *handler, TransportHttp **ret_http) {
  TransportHttp *http = arena_heap_alloc(sizeof *http);
  Err err = transport_gate_open(job, options, &http->gate);
  if (err) {
    free(http);
    return err;
  }
  transport_http_init(http, loop, &options->limits, handler);
  http->limits.max_connections = affordable_connections(http->limits.max_connections);
  err = loop_listen_tcp(job, loop, (LoopTcp){options->address, options->port}, on_accept, http,
                        &http->listener);
  if (err) {
    transport_gate_close(&http->gate);
    free(http);
    return err;
  }
  *ret_http = http;
  return OK;
}

int transport_http_port(const TransportHttp *http) {
  return http->listener ? loop_listener_port(http->listener) : 0;
}

size_t transport_http_connections(const TransportHttp *http) { return http->connection_count; }
size_t transport_http_streams(const TransportHttp *http) { return http->stream_count; }

/* ---- stopping ---- */

/* The last connection frees the server: its memory is used until then. */
void transport_http_check_done(TransportHttp *http) {
  if (!http->is_closing || http->connection_count) return;
  LoopFunction *done = http->done;
  void *context = http->done_context;
  loop_timer_stop(http->timer);
  loop_timer_stop(http->close_timer);
  stop_beat(http);
  transport_gate_close(&http->gate);
  arena_clear(&http->spelling);
  free(http);
  if (done) done(context);
}

static bool is_in_progress(const TransportConnection *connection) {
  if (connection->state != TRANSPORT_READING) return true; /* lingering ends by itself */
  return connection->exchange && connection->exchange->request.has_head;
}

/* The time for requests in progress is over. */
static void cut_everything(void *context) {
  TransportHttp *http = context;
  loop_timer_stop(http->close_timer);
  http->close_timer = NULL;
  TransportConnection *next;
  for (TransportConnection *connection = http->connections; connection; connection = next) {
    next = connection->next;
    if (connection->state == TRANSPORT_STREAMING) transport_exchange_cut(connection->exchange);
    transport_connection_close(connection);
  }
  transport_http_check_done(http);
}

/* A stream that was asked for by GET only ever waits for news: there is no
 * answer to wait for. */
static void close_idle(void *context) {
  TransportHttp *http = context;
  loop_timer_stop(http->close_timer);
  http->close_timer = NULL;
  if (http->drain_ms <= 0) {
    cut_everything(http);
    return;
  }
  TransportConnection *next;
  for (TransportConnection *connection = http->connections; connection; connection = next) {
    next = connection->next;
    if (!is_in_progress(connection)) {
      transport_connection_close(connection);
    } else if (connection->state == TRANSPORT_STREAMING &&
               connection->exchange->request.parser.method == HTTP_GET) {
      transport_exchange_cut(connection->exchange);
    }
  }
  http->close_timer =
      loop_timer_start(http->loop, (uint64_t)http->drain_ms, 0, cut_everything, http);
  transport_http_check_done(http);
}

/* New connections are refused at once; requests under way get `drain_ms`.
 * `done` is called on the loop, after the memory is gone. */
void transport_http_close(TransportHttp *http, int64_t drain_ms, LoopFunction *done,
                          void *context) {
  if (http->is_closing) return;
  http->is_closing = true;
  http->drain_ms = drain_ms;
  http->done = done;
  http->done_context = context;
  loop_listener_close(http->listener);
  http->listener = NULL;
  /* Handlers are told from the loop, not from inside this call. */
  http->close_timer = loop_timer_start(http->loop, 0, 0, close_idle, http);
}
