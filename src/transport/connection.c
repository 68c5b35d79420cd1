/* Connection: one client. Bytes become requests, one at a time: the next is
 * not looked at before the current one is answered, so answers come in order
 * and a client that pipelines holds one place, not many. Reading goes on
 * meanwhile, within bounds, because that is how leaving is noticed.
 *
 * A connection lives until its stream is gone and no handler holds its
 * exchange. Handlers are never called from inside their own calls: what they
 * cause comes with a later turn of the loop. */
#include <assert.h>

#include "src/transport/http_internal.h"

#define PENDING_MAX (64 * 1024) /* bytes read ahead of the current answer */
#define LINGER_MS 2000

static void connection_free(TransportConnection *connection) {
  free(connection->pending);
  free(connection);
}

static bool has_stream(const TransportConnection *connection) {
  return connection->stream && connection->state != TRANSPORT_CLOSED;
}

void transport_connection_close(TransportConnection *connection) {
  if (!has_stream(connection)) return;
  connection->state = TRANSPORT_CLOSED;
  connection->wire->close(connection->stream);
}

/* The first byte that cannot be sent at once starts the clock for stalled
 * writing. */
void transport_connection_write(TransportConnection *connection, Str bytes) {
  if (!has_stream(connection)) return;
  connection->wire->write(connection->stream, bytes);
  if (connection->wire->unsent(connection->stream) && !connection->stall.is_set) {
    transport_deadline_set(connection->http, &connection->stall, TRANSPORT_WAIT_STALL,
                           connection->http->limits.write_stall_ms);
  }
}

static bool is_full(const TransportConnection *connection) {
  return connection->wire->unsent(connection->stream) >= LOOP_LOW_WATER;
}

/* Our side is done; the client's last bytes are taken and dropped, since
 * closing on unread bytes could destroy the answer on its way. */
static void linger(TransportConnection *connection) {
  connection->state = TRANSPORT_LINGERING;
  free(connection->pending);
  connection->pending = NULL;
  connection->pending_len = 0;
  connection->wire->read(connection->stream, true);
  transport_deadline_set(connection->http, &connection->deadline, TRANSPORT_WAIT_LINGER, LINGER_MS);
  connection->wire->finish(connection->stream);
}

void transport_connection_finish(TransportConnection *connection) {
  if (has_stream(connection)) linger(connection);
}

/* Between two requests, or before the first. */
static void wait_for_request(TransportConnection *connection) {
  TransportHttp *http = connection->http;
  if (is_full(connection)) {
    connection->wire->read(connection->stream, false); /* until drained */
  } else if (http->is_closing || (connection->input_ended && !connection->pending_len)) {
    linger(connection);
  } else {
    connection->wire->read(connection->stream, true);
    if (connection->deadline.is_set) return;
    transport_deadline_set(http, &connection->deadline, TRANSPORT_WAIT_IDLE, http->limits.idle_ms);
  }
}

/* After anything happened: what is waited for, and whether to read. */
static void settle(TransportConnection *connection) {
  if (!has_stream(connection)) return;
  if (connection->state == TRANSPORT_READING && !connection->exchange) {
    wait_for_request(connection);
  } else if (connection->state == TRANSPORT_READING && connection->input_ended) {
    transport_connection_close(connection); /* left in the middle of a request */
  } else {
    connection->wire->read(connection->stream, connection->pending_len <= PENDING_MAX);
  }
}

/* ---- answers without a handler ---- */

/* Answers without a handler, then closes unless `keep_alive`. */
static void refuse(TransportConnection *connection, int status, Str words, bool keep_alive) {
  static const TransportHeader challenge = {{"WWW-Authenticate", 16}, {"Bearer", 6}};
  const TransportExchange *exchange = connection->exchange;
  const TransportRequest *request = exchange ? &exchange->request : NULL;
  bool is_head = request && request->has_head && request->parser.method == HTTP_HEAD;
  bool is_http_1_0 = request && request->has_head && transport_request_is_http_1_0(request);
  Arena arena;
  arena_init(&arena);
  Str body = transport_answer_error(&arena, words);
  TransportAnswer answer = {.status = status,
                            .content_type = STR("application/json"),
                            .length = body.len,
                            .headers = &challenge,
                            .header_count = status == 401,
                            .is_http_1_0 = is_http_1_0,
                            .keep_alive = keep_alive};
  Str head = transport_answer_head(&arena, &answer);
  if (is_head) body = STR_EMPTY;
  transport_connection_write(connection,
                             str_format(&arena, "%.*s%.*s", STR_ARG(head), STR_ARG(body)));
  arena_clear(&arena);
  if (exchange) transport_exchange_free(connection->exchange);
  connection->exchange = NULL;
  if (!has_stream(connection)) return;
  transport_deadline_clear(connection->http, &connection->deadline);
  if (!keep_alive) linger(connection);
}

/* ---- requests ---- */

/* The head is known: may this go on? */
static void judge(TransportConnection *connection) {
  TransportHttp *http = connection->http;
  TransportExchange *exchange = connection->exchange;
  TransportRequest *request = &exchange->request;
  const TransportHttpHandler *handler = &http->handler;
  bool is_open = handler->is_open &&
                 handler->is_open(handler->context, str_from_c(request->method), request->path);
  TransportVerdict verdict;
  TransportVisit visit = {.peer = str_from_c(connection->peer), .is_open = is_open, .turn = exchange->turn};
  transport_gate_check(&http->gate, request, &visit, &verdict);
  if (verdict.status) {
    /* A body that was not read would be taken for the next request. */
    bool keep_alive = request->is_complete && request->keep_alive && !http->is_closing;
    refuse(connection, verdict.status, verdict.words, keep_alive);
    return;
  }
  memcpy(exchange->principal, verdict.principal, sizeof exchange->principal);
  if (!is_open) transport_http_know(http, connection);
  if (request->is_complete) return;
  transport_deadline_set(http, &connection->deadline, TRANSPORT_WAIT_BODY, http->limits.read_ms);
  if (request->expects_continue) {
    transport_connection_write(connection, STR("HTTP/1.1 100 Continue\r\n\r\n"));
  }
}

/* From here on the exchange is the handler's, until it answers or is told
 * that the client has gone. */
static void dispatch(TransportConnection *connection) {
  assert(connection->exchange && !connection->exchange->is_handed_over);
  TransportHttp *http = connection->http;
  connection->state = TRANSPORT_ANSWERING;
  connection->exchange->is_handed_over = true;
  transport_deadline_clear(http, &connection->deadline);
  http->handler.on_request(http->handler.context, connection->exchange);
}

static void open_request(TransportConnection *connection) {
  TransportHttp *http = connection->http;
  connection->exchange = transport_exchange_open(connection);
  /* The first request's time began with the connection. */
  if (connection->deadline.is_set && connection->deadline.wait == TRANSPORT_WAIT_HEAD) return;
  transport_deadline_set(http, &connection->deadline, TRANSPORT_WAIT_HEAD, http->limits.header_ms);
}

static bool is_reading(const TransportConnection *connection) {
  return connection->state == TRANSPORT_READING && connection->stream;
}

/* Some clients end a body with a line end too many. True: there was one. */
static bool skip_blank(Str *bytes) {
  size_t blank = 0;
  while (blank < bytes->len && (bytes->ptr[blank] == '\r' || bytes->ptr[blank] == '\n')) blank++;
  *bytes = str_slice(*bytes, blank, bytes->len);
  return blank > 0;
}

/* False when it can tell nothing more without further bytes. */
static bool step(TransportConnection *connection, Str *bytes) {
  TransportRequest *request = &connection->exchange->request;
  TransportStep told = transport_request_feed(request, bytes);
  if (!transport_exchange_count_body(connection->exchange) && told != TRANSPORT_STEP_BAD) {
    refuse(connection, 503, STR("too many requests with large bodies at once; try again later"), false);
    return false;
  }
  switch (told) {
    case TRANSPORT_STEP_MORE:
      return false;
    case TRANSPORT_STEP_HEAD:
      judge(connection);
      return connection->exchange != NULL;
    case TRANSPORT_STEP_DONE:
      dispatch(connection);
      return false;
    case TRANSPORT_STEP_BAD:
      refuse(connection, request->status, str_from_c(request->words), false);
      return false;
  }
  return false;
}

/* Takes bytes until none are left or the current request must be answered
 * first. A client that does not take its answers gets no further ones.
 *
 * `turn` is that of the loop in which the bytes were read, 0 when they were read
 * before. It holds for the request whose bytes come first: that one had begun when
 * the turn did. What comes behind it, or behind anything else, may have been sent
 * at any time until it was read, so that everything is to be looked at anew. */
static void consume(TransportConnection *connection, Str *bytes, uint64_t turn) {
  connection->is_running = true;
  while (is_reading(connection)) {
    if (!connection->exchange) {
      if (skip_blank(bytes)) turn = 0;
      if (!bytes->len || is_full(connection)) break;
      open_request(connection);
    }
    connection->exchange->turn = turn;
    bool goes_on = step(connection, bytes);
    if (!connection->exchange || connection->exchange->is_handed_over) turn = 0;
    if (!goes_on && !bytes->len) break;
  }
  connection->is_running = false;
}

/* Bounded by PENDING_MAX plus one read: beyond it nothing more is read. */
static void keep_pending(TransportConnection *connection, Str bytes) {
  if (!bytes.len || connection->state >= TRANSPORT_LINGERING) return;
  size_t need = connection->pending_len + bytes.len;
  connection->pending = arena_heap_grow(connection->pending, need);
  memcpy(connection->pending + connection->pending_len, bytes.ptr, bytes.len);
  connection->pending_len = need;
}

static void run_pending(TransportConnection *connection) {
  char *taken = connection->pending;
  Str bytes = {taken ? taken : "", connection->pending_len};
  connection->pending = NULL;
  connection->pending_len = 0;
  consume(connection, &bytes, 0);
  keep_pending(connection, bytes);
  free(taken);
  settle(connection);
}

/* The exchange is gone already. What was read ahead is looked at in a later
 * turn of the loop, since the handler is still on the stack. */
void transport_connection_answered(TransportConnection *connection, bool keep_alive) {
  connection->exchange = NULL;
  if (!connection->stream) {
    connection_free(connection); /* nobody is left to hear it */
    return;
  }
  if (connection->state != TRANSPORT_ANSWERING && connection->state != TRANSPORT_STREAMING) return;
  if (!keep_alive) {
    linger(connection);
    return;
  }
  connection->state = TRANSPORT_READING;
  if (connection->is_running) return; /* consume goes on */
  settle(connection);
  if (connection->pending_len && is_reading(connection)) {
    transport_deadline_set(connection->http, &connection->deadline, TRANSPORT_WAIT_TURN, 0);
  }
}

/* ---- what the wire tells ---- */

TransportConnection *transport_connection_open(TransportHttp *http, const TransportWire *wire,
                                               void *stream, Str peer) {
  TransportConnection *connection = arena_heap_alloc(sizeof *connection);
  connection->http = http;
  connection->wire = wire;
  connection->stream = stream;
  connection->deadline.connection = connection->stall.connection = connection;
  memcpy(connection->peer, peer.ptr,
         peer.len < sizeof connection->peer ? peer.len : sizeof connection->peer - 1);
  bool is_too_many = !transport_http_make_room(http);
  transport_http_add(http, connection);
  if (is_too_many) {
    refuse(connection, 503, STR("too many connections"), false);
    return connection;
  }
  transport_deadline_set(http, &connection->deadline, TRANSPORT_WAIT_HEAD, http->limits.header_ms);
  connection->wire->read(stream, true);
  return connection;
}

void transport_connection_data(TransportConnection *connection, Str bytes) {
  if (connection->pending_len || connection->state != TRANSPORT_READING) {
    keep_pending(connection, bytes);
    if (connection->state == TRANSPORT_READING) {
      run_pending(connection);
    } else if (connection->state < TRANSPORT_LINGERING) {
      settle(connection);
    }
    return;
  }
  consume(connection, &bytes, connection->http->loop ? loop_turn(connection->http->loop) : 0);
  keep_pending(connection, bytes);
  settle(connection);
}

/* Who wants to know that the client left is told, and the connection ends;
 * who does not may still answer a client that only ended its own side. */
static bool leave(TransportConnection *connection) {
  if (!connection->exchange || !connection->exchange->on_gone) return false;
  transport_connection_close(connection);
  return transport_exchange_gone(connection->exchange);
}

void transport_connection_ended(TransportConnection *connection) {
  connection->input_ended = true;
  if (connection->state == TRANSPORT_READING) {
    settle(connection);
  } else if (connection->state < TRANSPORT_LINGERING) {
    leave(connection);
  }
}

void transport_connection_drained(TransportConnection *connection) {
  if (connection->state != TRANSPORT_READING) return;
  if (connection->pending_len) {
    run_pending(connection);
  } else {
    settle(connection);
  }
}

/* The stream is gone. Whether the connection goes with it depends on whether
 * a handler still has its exchange. */
void transport_connection_lost(TransportConnection *connection) {
  TransportHttp *http = connection->http;
  TransportExchange *exchange = connection->exchange;
  connection->state = TRANSPORT_CLOSED;
  connection->stream = NULL;
  transport_deadline_clear(http, &connection->deadline);
  transport_deadline_clear(http, &connection->stall);
  if (exchange) {
    transport_http_remove_stream(http, exchange);
    transport_exchange_uncount_body(exchange);
  }
  transport_http_remove(http, connection);
  connection->http = NULL;
  if (exchange && !exchange->is_handed_over) {
    transport_exchange_free(exchange);
    connection->exchange = NULL;
  } else if (exchange) {
    transport_exchange_gone(exchange);
  }
  if (!connection->exchange) connection_free(connection);
  transport_http_check_done(http);
}

/* The time for the next thing to happen is over. */
static void out_of_time(TransportConnection *connection, TransportWait wait) {
  if (wait == TRANSPORT_WAIT_HEAD && connection->exchange) {
    refuse(connection, 408, STR("the headers took too long"), false);
  } else if (wait == TRANSPORT_WAIT_BODY) {
    refuse(connection, 408, STR("the request took too long"), false);
  } else if (!connection->wire->unsent(connection->stream)) {
    transport_connection_close(connection);
  } else { /* still taking the last answer */
    transport_deadline_set(connection->http, &connection->deadline, wait, LINGER_MS);
  }
}

/* Who takes something now and then may take long; who takes nothing for the
 * limit is gone. */
static void check_stall(TransportConnection *connection) {
  int64_t limit = connection->http->limits.write_stall_ms;
  int64_t stalled = connection->wire->stalled_ms(connection->stream);
  if (stalled >= limit) {
    transport_connection_close(connection);
  } else if (connection->wire->unsent(connection->stream)) {
    transport_deadline_set(connection->http, &connection->stall, TRANSPORT_WAIT_STALL,
                           limit - stalled);
  }
}

void transport_connection_expired(TransportConnection *connection, TransportWait wait) {
  if (!has_stream(connection)) return;
  if (wait == TRANSPORT_WAIT_STALL) {
    check_stall(connection);
  } else if (wait != TRANSPORT_WAIT_TURN) {
    out_of_time(connection, wait);
  } else if (connection->state == TRANSPORT_READING) {
    run_pending(connection);
  } else if (connection->input_ended) {
    leave(connection);
  }
}
