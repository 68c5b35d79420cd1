/* Event streams of old-era sessions, with enough memory to be resumed. A
 * stream is known by its number within the session, an event by both. What was
 * sent last is kept, within three limits, so that a client that lost its
 * connection can go on where it was. */
#include "src/app/serving/http_internal.h"

#define KEPT_EVENTS 256
#define KEPT_BYTES ((size_t)4 << 20)
#define ALL_KEPT_BYTES ((size_t)64 << 20) /* all sessions together */
#define KEPT_STREAMS 16 /* finished ones, per session */

/* A message that was sent, or is still to be; the text follows it in the same
 * allocation. */
struct AppEvent {
  uint64_t number;
  size_t len;
  struct AppEvent *next;
  char text[];
};

/* "stream.event": what a client gives back as Last-Event-ID. */
static Str event_id(Arena *arena, const AppStream *stream, uint64_t event) {
  return str_format(arena, "%llu.%llu", (unsigned long long)stream->number,
                    (unsigned long long)event);
}

bool app_stream_parse_id(Str id, uint64_t *ret_stream, uint64_t *ret_event) {
  int64_t stream, event;
  Str rest = id;
  Str first = str_cut(&rest, '.');
  if (!str_to_int(first, &stream) || !str_to_int(rest, &event) || stream < 0 || event < 0) {
    return false;
  }
  *ret_stream = (uint64_t)stream;
  *ret_event = (uint64_t)event;
  return true;
}

static void drop_first(AppStream *stream) {
  struct AppEvent *event = stream->first;
  stream->first = event->next;
  if (!stream->first) stream->last = NULL;
  stream->bytes -= event->len;
  *stream->session->kept_bytes -= event->len;
  free(event);
}

static void free_events(AppStream *stream) {
  while (stream->first) drop_first(stream);
}

/* Forgets the oldest finished stream when there are many. */
static void forget_oldest(AppSession *session) {
  size_t finished = 0;
  for (AppStream *stream = session->streams; stream; stream = stream->next) {
    if (stream->is_finished) finished++;
  }
  if (finished <= KEPT_STREAMS) return;
  AppStream **oldest = NULL;
  for (AppStream **at = &session->streams; *at; at = &(*at)->next) {
    if ((*at)->is_finished) oldest = at; /* newest are in front */
  }
  AppStream *gone = *oldest;
  *oldest = gone->next;
  free_events(gone);
  free(gone);
}

AppStream *app_stream_open(AppSession *session) {
  AppStream *stream = arena_heap_alloc(sizeof(*stream));
  stream->session = session;
  stream->number = session->next_stream++;
  stream->next_event = 1;
  stream->next = session->streams;
  session->streams = stream;
  return stream;
}

void app_stream_free_all(AppStream *first) {
  while (first) {
    AppStream *next = first->next;
    if (first->exchange) transport_stream_end(first->exchange);
    free_events(first);
    free(first);
    first = next;
  }
}

/* The newest event always stays, however large it is: it has not been sent
 * yet. */
static void keep(AppStream *stream, uint64_t number, Str message) {
  struct AppEvent *event = arena_heap_alloc(sizeof(*event) + message.len);
  size_t *kept_bytes = stream->session->kept_bytes;
  event->number = number;
  event->len = message.len;
  memcpy(event->text, message.ptr, message.len);
  if (stream->last) stream->last->next = event;
  if (!stream->first) stream->first = event;
  stream->last = event;
  stream->bytes += message.len;
  *kept_bytes += message.len;
  while (stream->first != event && (stream->bytes > KEPT_BYTES || *kept_bytes > ALL_KEPT_BYTES ||
                                    number - stream->first->number >= KEPT_EVENTS)) {
    drop_first(stream);
  }
}

static void send_event(AppStream *stream, uint64_t number, Str message) {
  Arena arena;
  arena_init(&arena);
  transport_stream_event(stream->exchange, event_id(&arena, stream, number), message);
  stream->sent = number;
  arena_clear(&arena);
}

/* Kept also when somebody listens, because a connection may be dead without
 * anybody knowing. */
void app_stream_send(AppStream *stream, Str message) {
  uint64_t number = stream->next_event++;
  keep(stream, number, message);
  if (stream->exchange) send_event(stream, number, message);
}

/* The order of streams is that of their ends: the last answer is the one that
 * may have been missed. */
static void move_to_front(AppStream *stream) {
  AppStream **at = &stream->session->streams;
  while (*at != stream) at = &(*at)->next;
  *at = stream->next;
  stream->next = stream->session->streams;
  stream->session->streams = stream;
}

void app_stream_finish(AppStream *stream) {
  stream->is_finished = true;
  if (stream->exchange) transport_stream_end(TAKE(stream->exchange));
  move_to_front(stream);
  forget_oldest(stream->session);
}

static void on_gone(void *context) {
  AppStream *stream = context;
  stream->exchange = NULL;
}

/* Whoever listens gets everything after the event that it names and is still
 * kept; what was dropped is gone. */
void app_stream_attach(AppStream *stream, TransportExchange *exchange, uint64_t after) {
  /* A second listener takes over from the first. */
  if (stream->exchange) transport_stream_end(TAKE(stream->exchange));
  transport_stream_begin(exchange, NULL, 0);
  transport_on_gone(exchange, on_gone, stream);
  stream->exchange = exchange;
  for (struct AppEvent *event = stream->first; event && stream->exchange; event = event->next) {
    if (event->number > after) send_event(stream, event->number, (Str){event->text, event->len});
  }
  if (stream->is_finished && stream->exchange) transport_stream_end(TAKE(stream->exchange));
}
