/* Arbitrary bytes, cut at arbitrary points, into an HTTP connection whose
 * handler answers at once, later, with a stream, or too late. The first bytes
 * choose; the rest is what the client sends. Checks that nobody but the
 * handler answers while it holds a request, and nothing is written after the
 * end. */
#include <assert.h>

#include "src/transport/http_internal.h"

typedef struct Fuzz {
  TransportHttp http;
  TransportConnection *connection; /* NULL once lost */
  uint64_t choice;
  TransportExchange *held;
  bool held_streams;
  bool is_replying;
  bool is_finished;
  bool is_closed;
  bool is_full;
  size_t requests;
  size_t replies;
} Fuzz;

static unsigned choose(Fuzz *fuzz, unsigned count) {
  fuzz->choice = fuzz->choice * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(fuzz->choice >> 33) % count;
}

/* ---- the wire ---- */

static void wire_write(void *stream, Str bytes) {
  Fuzz *fuzz = stream;
  assert(!fuzz->is_finished && !fuzz->is_closed);
  bool is_head = str_starts_with(bytes, STR("HTTP/1.1 "));
  assert(!fuzz->held || fuzz->is_replying);
  if (is_head && !str_starts_with(bytes, STR("HTTP/1.1 100 "))) fuzz->replies++;
}

static void wire_read(void *stream, bool on) {
  const Fuzz *fuzz = stream;
  (void)on;
  assert(!fuzz->is_closed);
}

static void wire_finish(void *stream) {
  Fuzz *fuzz = stream;
  assert(!fuzz->is_closed);
  fuzz->is_finished = true;
}

static void wire_close(void *stream) {
  Fuzz *fuzz = stream;
  assert(!fuzz->is_closed);
  fuzz->is_closed = true;
}

static size_t wire_unsent(const void *stream) {
  const Fuzz *fuzz = stream;
  return fuzz->is_full ? 2 * LOOP_LOW_WATER : 0;
}

static int64_t wire_stalled(const void *stream) {
  (void)stream;
  return 0;
}

static const TransportWire wire = {wire_write,  wire_read,   wire_finish,
                                   wire_close,  wire_unsent, wire_stalled};

/* ---- the handler ---- */

static void on_gone(void *context) {
  Fuzz *fuzz = context;
  assert(fuzz->held);
  transport_reply_json_error(fuzz->held, 500, STR("nobody listens")); /* has no effect */
  fuzz->held = NULL;
}

static void answer(Fuzz *fuzz, TransportExchange *exchange) {
  TransportHeader header = {STR("X-Path"), transport_path(exchange)};
  size_t before = fuzz->replies;
  fuzz->is_replying = true;
  fuzz->held = NULL;
  if (fuzz->held_streams) {
    transport_stream_event(exchange, STR("1"), transport_body(exchange));
    transport_stream_end(exchange);
  } else {
    transport_reply(exchange, choose(fuzz, 2) ? 200 : 204, STR("text/plain"),
                    transport_body(exchange), &header, 1);
  }
  fuzz->is_replying = false;
  assert(fuzz->replies - before <= (fuzz->held_streams ? 0 : 1));
}

static void on_request(void *context, TransportExchange *exchange) {
  Fuzz *fuzz = context;
  assert(!fuzz->held);
  fuzz->requests++;
  Str accept = transport_header(exchange, "Accept");
  fuzz->held_streams = choose(fuzz, 2) || accept.len > 3;
  if (choose(fuzz, 2)) transport_on_gone(exchange, on_gone, fuzz);
  fuzz->is_replying = true;
  if (fuzz->held_streams) transport_stream_begin(exchange, NULL, 0);
  fuzz->is_replying = false;
  if (choose(fuzz, 2)) {
    fuzz->held = exchange;
  } else {
    answer(fuzz, exchange);
  }
}

static bool is_open(void *context, Str method, Str path) {
  (void)context;
  return method.len == 3 && str_eq(path, STR("/health"));
}

/* ---- what happens ---- */

/* The system tells of a closed stream later. */
static void settle(Fuzz *fuzz) {
  if (!fuzz->connection || !fuzz->is_closed) return;
  TransportConnection *connection = TAKE(fuzz->connection);
  transport_connection_lost(connection);
}

static void something_happens(Fuzz *fuzz) {
  switch (choose(fuzz, 12)) {
    case 0:
      if (fuzz->held) answer(fuzz, fuzz->held);
      break;
    case 1:
      fuzz->is_full = !fuzz->is_full;
      if (!fuzz->is_full && fuzz->connection) transport_connection_drained(fuzz->connection);
      break;
    case 2:
      if (fuzz->held && fuzz->held_streams && fuzz->connection) {
        fuzz->is_replying = true;
        transport_exchange_beat(fuzz->held);
        transport_stream_event(fuzz->held, STR_EMPTY, STR("x"));
        fuzz->is_replying = false;
      }
      break;
    case 3:
      fuzz->is_full = false;
      transport_deadlines_expire(&fuzz->http, job_now_ms() + (choose(fuzz, 8) ? 1 : 1000000));
      break;
    case 4:
      if (fuzz->connection && !choose(fuzz, 8)) transport_connection_ended(fuzz->connection);
      break;
    case 5:
      if (fuzz->connection && !choose(fuzz, 8)) transport_connection_close(fuzz->connection);
      break;
    default:
      break;
  }
  settle(fuzz);
}

static void run(Fuzz *fuzz, Str bytes) {
  while (bytes.len && fuzz->connection) {
    size_t size = choose(fuzz, 4) ? 1 + choose(fuzz, 16) : 1 + choose(fuzz, 4096);
    Str piece = str_slice(bytes, 0, size);
    bytes = str_slice(bytes, piece.len, bytes.len);
    char *copy = arena_heap_alloc(piece.len);
    memcpy(copy, piece.ptr, piece.len);
    transport_connection_data(fuzz->connection, (Str){copy, piece.len});
    free(copy);
    settle(fuzz);
    if (fuzz->connection) something_happens(fuzz);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8) return 0;
  Fuzz *fuzz = arena_heap_alloc(sizeof *fuzz);
  memcpy(&fuzz->choice, data, 8);
  TransportHttpOptions options = {
      .address = STR("127.0.0.1"),
      .auth = {.mode = data[0] & 1 ? TRANSPORT_AUTH_RELAXED : TRANSPORT_AUTH_LAX,
               .env_key = STR("fathom_0000000000000000000000000000000000000000")}};
  Arena arena = {0};
  Job job;
  job_init(&job, &arena);
  Err err = transport_gate_open(&job, &options, &fuzz->http.gate);
  assert(!err);
  (void)err;
  TransportLimits limits = {.max_body = 2000, .max_headers = 3000, .max_unsent = 1000000};
  TransportHttpHandler handler = {fuzz, on_request, is_open};
  transport_http_init(&fuzz->http, NULL, &limits, &handler);
  fuzz->connection = transport_connection_open(&fuzz->http, &wire, fuzz, STR("127.0.0.1"));
  run(fuzz, (Str){(const char *)data + 8, size - 8});
  /* Whatever is left: the client goes away, and a late answer finds nobody. */
  if (fuzz->connection) {
    if (!fuzz->is_closed) transport_connection_close(fuzz->connection);
    settle(fuzz);
  }
  if (fuzz->held) answer(fuzz, fuzz->held);
  assert(!fuzz->http.connection_count && !fuzz->http.stream_count);
  transport_gate_close(&fuzz->http.gate);
  arena_clear(&fuzz->http.spelling);
  arena_clear(&arena);
  free(fuzz);
  return 0;
}
