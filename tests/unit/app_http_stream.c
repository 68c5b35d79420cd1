/* Event streams: ids, what is kept for whoever resumes, and its limits. The
 * transport is played here, so that every loss can be timed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/app/serving/http_internal.h"

/* ---- a transport that writes down what it is told ---- */

struct TransportExchange {
  Arena arena;
  Buf text;
  bool begun;
  bool ended;
  LoopFunction *gone;
  void *gone_context;
};

void transport_stream_begin(TransportExchange *exchange, const TransportHeader *headers, size_t count) {
  (void)headers;
  assert_int_equal(count, 0);
  assert_false(exchange->begun);
  exchange->begun = true;
}

void transport_stream_event(TransportExchange *exchange, Str id, Str data) {
  assert_true(exchange->begun && !exchange->ended);
  Str shown = data.len > 20 ? str_format(&exchange->arena, "(%zu bytes)", data.len) : data;
  buf_add_format(&exchange->text, "%.*s %.*s\n", STR_ARG(id), STR_ARG(shown));
}

void transport_stream_end(TransportExchange *exchange) {
  assert_false(exchange->ended);
  exchange->ended = true;
}

void transport_on_gone(TransportExchange *exchange, LoopFunction *function, void *context) {
  exchange->gone = function;
  exchange->gone_context = context;
}

typedef struct Played {
  AppSession session;
  TransportExchange exchanges[24];
  size_t used;
  size_t kept_bytes;
} Played;

static int setup(void **state) {
  Played *played = calloc(1, sizeof *played);
  played->session.next_stream = 1;
  played->session.kept_bytes = &played->kept_bytes;
  for (size_t i = 0; i < COUNT_OF(played->exchanges); i++) {
    arena_init(&played->exchanges[i].arena);
    buf_init(&played->exchanges[i].text, &played->exchanges[i].arena, 1 << 20);
  }
  *state = played;
  return 0;
}

static int teardown(void **state) {
  Played *played = *state;
  app_stream_free_all(played->session.streams);
  assert_int_equal(played->kept_bytes, 0);
  for (size_t i = 0; i < COUNT_OF(played->exchanges); i++) arena_clear(&played->exchanges[i].arena);
  free(played);
  return 0;
}

static TransportExchange *attach(Played *played, AppStream *stream, uint64_t after) {
  TransportExchange *exchange = &played->exchanges[played->used++];
  app_stream_attach(stream, exchange, after);
  return exchange;
}

/* The client of the exchange goes away. */
static void lose(TransportExchange *exchange) {
  exchange->gone(exchange->gone_context);
  exchange->ended = true;
}

static void shows(const TransportExchange *exchange, const char *wanted) {
  Str got = buf_str(&exchange->text);
  if (!str_eq_c(got, wanted)) fail_msg("got\n%.*s\nwanted\n%s", STR_ARG(got), wanted);
}

static void send(AppStream *stream, const char *text) { app_stream_send(stream, str_from_c(text)); }

static AppStream *stream_numbered(const AppSession *session, uint64_t number) {
  for (AppStream *stream = session->streams; stream; stream = stream->next) {
    if (stream->number == number) return stream;
  }
  return NULL;
}

/* ---- ids ---- */

static void ids_say_stream_and_event(void **state) {
  (void)state;
  uint64_t stream = 7, event = 7;
  assert_true(app_stream_parse_id(STR("12.5"), &stream, &event));
  assert_int_equal(stream, 12);
  assert_int_equal(event, 5);
  assert_true(app_stream_parse_id(STR("1.0"), &stream, &event));
  assert_int_equal(event, 0);
  assert_true(app_stream_parse_id(STR("9223372036854775807.9223372036854775807"), &stream, &event));
  assert_int_equal(stream, INT64_MAX);
}

static void what_is_no_id_changes_nothing(void **state) {
  (void)state;
  static const char *const wrong[] = {"", ".", "1", "1.", ".1", "-1.1", "1.-1", "1.2.3", "a.b", "1 .2",
                                      "9223372036854775808.1", "0x1.1", "1.1 ", "1,1"};
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    uint64_t stream = 7, event = 8;
    if (app_stream_parse_id(str_from_c(wrong[i]), &stream, &event)) fail_msg("'%s' was taken", wrong[i]);
    assert_int_equal(stream, 7);
    assert_int_equal(event, 8);
  }
}

/* ---- sending and resuming ---- */

static void listeners_get_events_as_they_come(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  TransportExchange *exchange = attach(played, stream, 0);
  send(stream, "one");
  send(stream, "two");
  shows(exchange, "1.1 one\n1.2 two\n");
  assert_false(exchange->ended);
  AppStream *second = app_stream_open(&played->session);
  send(second, "other");
  shows(attach(played, second, 0), "2.1 other\n");
}

static void what_was_missed_comes_again(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  TransportExchange *first = attach(played, stream, 0);
  send(stream, "one");
  send(stream, "two");
  lose(first);
  send(stream, "three");
  shows(first, "1.1 one\n1.2 two\n");
  TransportExchange *second = attach(played, stream, 1);
  shows(second, "1.2 two\n1.3 three\n");
  send(stream, "four");
  shows(second, "1.2 two\n1.3 three\n1.4 four\n");
  shows(first, "1.1 one\n1.2 two\n");
}

static void nothing_missed_nothing_repeated(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  lose(attach(played, stream, 0));
  send(stream, "one");
  shows(attach(played, stream, 1), "");
  /* An event from the future is nobody's: nothing comes before it. */
  TransportExchange *late = attach(played, stream, 99);
  send(stream, "two");
  shows(late, "1.2 two\n");
}

static void second_listener_takes_over(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  TransportExchange *first = attach(played, stream, 0);
  TransportExchange *second = attach(played, stream, 0);
  assert_true(first->ended);
  send(stream, "one");
  shows(first, "");
  shows(second, "1.1 one\n");
}

static void finished_stream_can_be_read_to_its_end(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  TransportExchange *first = attach(played, stream, 0);
  send(stream, "progress");
  lose(first);
  send(stream, "answer");
  app_stream_finish(stream);
  TransportExchange *second = attach(played, stream, 1);
  shows(second, "1.2 answer\n");
  assert_true(second->ended);
  TransportExchange *third = attach(played, stream, 2);
  shows(third, "");
  assert_true(third->ended);
}

static void finishing_ends_the_listener(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  TransportExchange *exchange = attach(played, stream, 0);
  send(stream, "answer");
  app_stream_finish(stream);
  assert_true(exchange->ended);
  shows(exchange, "1.1 answer\n");
}

/* ---- limits ---- */

static void last_256_events_are_kept(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  for (int i = 0; i < 1000; i++) send(stream, "x");
  assert_int_equal(stream->bytes, 256);
  TransportExchange *exchange = attach(played, stream, 0);
  assert_true(str_starts_with(buf_str(&exchange->text), STR("1.745 x\n1.746 x\n")));
  assert_true(str_ends_with(buf_str(&exchange->text), STR("1.999 x\n1.1000 x\n")));
}

static void at_most_4_mb_are_kept(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  size_t size = (size_t)1 << 20;
  char *big = malloc(size);
  memset(big, 'x', size);
  for (int i = 0; i < 20; i++) {
    app_stream_send(stream, (Str){big, size});
    assert_true(stream->bytes <= (size_t)4 << 20);
  }
  shows(attach(played, stream, 0),
        "1.17 (1048576 bytes)\n1.18 (1048576 bytes)\n1.19 (1048576 bytes)\n1.20 (1048576 bytes)\n");
  free(big);
}

/* The newest is kept whatever its size: it may be the answer. */
static void one_large_event_is_kept(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  size_t size = (size_t)5 << 20;
  char *big = malloc(size);
  memset(big, 'x', size);
  send(stream, "small");
  app_stream_send(stream, (Str){big, size});
  free(big);
  shows(attach(played, stream, 0), "1.2 (5242880 bytes)\n");
  send(stream, "next");
  assert_int_equal(stream->bytes, 4);
}

static void last_16_finished_streams_are_kept(void **state) {
  Played *played = *state;
  AppStream *open = app_stream_open(&played->session); /* the GET stream: never finished */
  for (int i = 0; i < 40; i++) {
    AppStream *stream = app_stream_open(&played->session);
    send(stream, "answer");
    app_stream_finish(stream);
  }
  assert_ptr_equal(stream_numbered(&played->session, 1), open);
  for (uint64_t number = 2; number <= 25; number++) {
    assert_null(stream_numbered(&played->session, number));
  }
  for (uint64_t number = 26; number <= 41; number++) {
    assert_non_null(stream_numbered(&played->session, number));
  }
}

/* The one that finished last is the one a client may still want, however long
 * ago it was opened. */
static void stream_that_finished_last_is_kept(void **state) {
  Played *played = *state;
  AppStream *slow = app_stream_open(&played->session);
  for (int i = 0; i < 20; i++) app_stream_finish(app_stream_open(&played->session));
  send(slow, "answer");
  app_stream_finish(slow);
  assert_ptr_equal(stream_numbered(&played->session, 1), slow);
  TransportExchange *exchange = attach(played, slow, 0);
  shows(exchange, "1.1 answer\n");
  assert_true(exchange->ended);
}

static void unheard_stream_is_bounded(void **state) {
  Played *played = *state;
  AppStream *stream = app_stream_open(&played->session);
  TransportExchange *exchange = attach(played, stream, 0);
  lose(exchange);
  for (int i = 0; i < 100000; i++) send(stream, "{\"jsonrpc\":\"2.0\"}");
  assert_true(stream->bytes <= 256 * 17);
}

#define PLAYED_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      PLAYED_TEST(ids_say_stream_and_event),
      PLAYED_TEST(what_is_no_id_changes_nothing),
      PLAYED_TEST(listeners_get_events_as_they_come),
      PLAYED_TEST(what_was_missed_comes_again),
      PLAYED_TEST(nothing_missed_nothing_repeated),
      PLAYED_TEST(second_listener_takes_over),
      PLAYED_TEST(finished_stream_can_be_read_to_its_end),
      PLAYED_TEST(finishing_ends_the_listener),
      PLAYED_TEST(last_256_events_are_kept),
      PLAYED_TEST(at_most_4_mb_are_kept),
      PLAYED_TEST(one_large_event_is_kept),
      PLAYED_TEST(last_16_finished_streams_are_kept),
      PLAYED_TEST(stream_that_finished_last_is_kept),
      PLAYED_TEST(unheard_stream_is_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
