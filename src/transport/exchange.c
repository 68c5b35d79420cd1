/* Exchange: one request as its handler sees it, and the answer. Once the
 * client has gone everything a handler still says is dropped; the exchange
 * itself stays until the handler is told, or answers. */
#include "src/transport/http_internal.h"

#include <assert.h>

#define ONE_WRITE_MAX (16 * 1024) /* larger bodies are not copied behind their head */

TransportExchange *transport_exchange_open(TransportConnection *connection) {
  TransportExchange *exchange = arena_heap_alloc(sizeof *exchange);
  exchange->connection = connection;
  transport_request_init(&exchange->request, &connection->http->limits);
  arena_init(&exchange->arena);
  return exchange;
}

/* By capacity, not by length: memory is what is limited. False: all bodies
 * together are too much. */
bool transport_exchange_count_body(TransportExchange *exchange) {
  TransportHttp *http = exchange->connection->http;
  http->body_bytes += exchange->request.body_cap - exchange->body_counted;
  exchange->body_counted = exchange->request.body_cap;
  return http->body_bytes <= http->limits.max_bodies;
}

void transport_exchange_uncount_body(TransportExchange *exchange) {
  TransportHttp *http = exchange->connection->http;
  if (http) http->body_bytes -= exchange->body_counted;
  exchange->body_counted = 0;
}

void transport_exchange_free(TransportExchange *exchange) {
  transport_exchange_uncount_body(exchange);
  transport_request_clear(&exchange->request);
  arena_clear(&exchange->arena);
  free(exchange);
}

/* Tells the handler once, and frees the exchange: it must not touch it
 * afterwards. False: the handler does not want to know, and will answer into
 * the void. */
bool transport_exchange_gone(TransportExchange *exchange) {
  if (!exchange->on_gone || exchange->is_leaving) return false;
  TransportConnection *connection = exchange->connection;
  if (connection->http) transport_http_remove_stream(connection->http, exchange);
  exchange->is_leaving = true;
  exchange->on_gone(exchange->gone_context);
  connection->exchange = NULL;
  transport_exchange_free(exchange);
  return true;
}

/* ---- the request ---- */

Str transport_method(const TransportExchange *exchange) {
  return str_from_c(exchange->request.method);
}

Str transport_path(const TransportExchange *exchange) { return exchange->request.path; }

Str transport_header(const TransportExchange *exchange, const char *name) {
  return transport_request_header(&exchange->request, name);
}

Str transport_body(const TransportExchange *exchange) {
  const TransportRequest *request = &exchange->request;
  return request->body ? (Str){request->body, request->body_len} : STR_EMPTY;
}

Str transport_peer(const TransportExchange *exchange) {
  return str_from_c(exchange->connection->peer);
}

Str transport_principal(const TransportExchange *exchange) {
  return str_from_c(exchange->principal);
}

uint64_t transport_turn(const TransportExchange *exchange) { return exchange->turn; }

Arena *transport_arena(TransportExchange *exchange) { return &exchange->arena; }

void transport_on_gone(TransportExchange *exchange, LoopFunction *function, void *context) {
  TransportConnection *connection = exchange->connection;
  exchange->on_gone = function;
  exchange->gone_context = context;
  if (function && connection->input_ended && connection->http &&
      connection->state < TRANSPORT_LINGERING) {
    transport_deadline_set(connection->http, &connection->deadline, TRANSPORT_WAIT_TURN, 0);
  }
}

/* ---- the answer ---- */

static bool is_http_1_0(const TransportExchange *exchange) {
  return transport_request_is_http_1_0(&exchange->request);
}

static bool may_keep_alive(const TransportExchange *exchange) {
  const TransportConnection *connection = exchange->connection;
  return exchange->request.keep_alive && connection->http && !connection->http->is_closing;
}

/* The connection is told last: it may be freed by that. */
static void end_exchange(TransportExchange *exchange, bool keep_alive) {
  TransportConnection *connection = exchange->connection;
  if (connection->http) transport_http_remove_stream(connection->http, exchange);
  transport_exchange_free(exchange);
  transport_connection_answered(connection, keep_alive);
}

static void write_parts(TransportConnection *connection, Arena *arena, Str head, Str body) {
  if (body.len <= ONE_WRITE_MAX) {
    Buf buf;
    buf_init(&buf, arena, head.len + body.len);
    buf_add(&buf, head);
    buf_add(&buf, body);
    transport_connection_write(connection, buf_str(&buf));
  } else {
    transport_connection_write(connection, head);
    transport_connection_write(connection, body);
  }
}

void transport_reply(TransportExchange *exchange, int status, Str content_type, Str body,
                     const TransportHeader *headers, size_t header_count) {
  if (exchange->is_leaving) return;
  assert(exchange->is_handed_over && !exchange->is_stream);
  bool keep_alive = may_keep_alive(exchange);
  if (exchange->connection->state == TRANSPORT_ANSWERING) {
    TransportAnswer answer = {.status = status,
                              .content_type = content_type,
                              .length = body.len,
                              .headers = headers,
                              .header_count = header_count,
                              .is_http_1_0 = is_http_1_0(exchange),
                              .keep_alive = keep_alive};
    bool is_head = exchange->request.parser.method == HTTP_HEAD;
    if (is_head || !transport_answer_has_body(status)) body = STR_EMPTY;
    Arena *spelling = &exchange->connection->http->spelling; /* what is written is copied */
    arena_reset(spelling);
    Str head = transport_answer_head(spelling, &answer);
    write_parts(exchange->connection, spelling, head, body);
  }
  end_exchange(exchange, keep_alive);
}

void transport_reply_json_error(TransportExchange *exchange, int status, Str error) {
  if (exchange->is_leaving) return;
  Str body = transport_answer_error(&exchange->arena, error);
  transport_reply(exchange, status, STR("application/json"), body, NULL, 0);
}

/* ---- event streams ---- */

/* Without the exchange's own arena: a stream is to stay small. */
static void write_chunk(TransportExchange *exchange, Arena *arena, Str bytes) {
  TransportConnection *connection = exchange->connection;
  transport_connection_write(connection,
                             transport_answer_chunk(arena, bytes, is_http_1_0(exchange)));
  if (connection->state != TRANSPORT_STREAMING) return;
  size_t unsent = connection->wire->unsent(connection->stream);
  if (unsent > connection->http->limits.max_unsent) transport_connection_close(connection);
}

/* From here on the connection belongs to the stream until it ends;
 * heartbeats keep proxies from closing it. */
void transport_stream_begin(TransportExchange *exchange, const TransportHeader *headers,
                            size_t header_count) {
  TransportConnection *connection = exchange->connection;
  if (connection->state != TRANSPORT_ANSWERING) return;
  connection->state = TRANSPORT_STREAMING;
  TransportAnswer answer = {.status = 200,
                            .content_type = STR("text/event-stream"),
                            .headers = headers,
                            .header_count = header_count,
                            .is_stream = true,
                            .is_http_1_0 = is_http_1_0(exchange),
                            .keep_alive = may_keep_alive(exchange) && !is_http_1_0(exchange)};
  /* What the head promised holds at the end, whatever happens in between. */
  exchange->request.keep_alive = answer.keep_alive;
  Arena arena;
  arena_init(&arena);
  transport_connection_write(connection, transport_answer_head(&arena, &answer));
  arena_clear(&arena);
  transport_http_add_stream(connection->http, exchange);
}

static void write_event(TransportExchange *exchange, Str id, Str data, int64_t retry_ms) {
  if (exchange->connection->state != TRANSPORT_STREAMING) return;
  Arena arena;
  arena_init(&arena);
  write_chunk(exchange, &arena, transport_answer_event(&arena, id, data, retry_ms));
  arena_clear(&arena);
}

void transport_stream_event(TransportExchange *exchange, Str id, Str data) {
  write_event(exchange, id, data, -1);
}

void transport_stream_retry(TransportExchange *exchange, Str id, int64_t retry_ms) {
  write_event(exchange, id, STR_EMPTY, retry_ms < 0 ? 0 : retry_ms);
}

static void write_end(TransportExchange *exchange) {
  if (exchange->connection->state != TRANSPORT_STREAMING || is_http_1_0(exchange)) return;
  transport_connection_write(exchange->connection, STR("0\r\n\r\n"));
}

void transport_stream_end(TransportExchange *exchange) {
  if (exchange->is_leaving) return;
  write_end(exchange);
  end_exchange(exchange, may_keep_alive(exchange));
}

/* An orderly end from our side: the client sees a complete stream, not a
 * broken one. */
void transport_exchange_cut(TransportExchange *exchange) {
  TransportConnection *connection = exchange->connection;
  write_end(exchange);
  transport_http_remove_stream(connection->http, exchange);
  transport_connection_finish(connection);
  transport_exchange_gone(exchange);
}

void transport_exchange_beat(TransportExchange *exchange) {
  TransportConnection *connection = exchange->connection;
  if (connection->state != TRANSPORT_STREAMING) return;
  /* Who takes nothing is not given more. */
  if (connection->wire->unsent(connection->stream)) return;
  transport_connection_write(connection, is_http_1_0(exchange)
                                             ? STR(": keep-alive\n\n")
                                             : STR("e\r\n: keep-alive\n\n\r\n"));
}
