/* The front end's memory: what a new daemon is told after a crash, and what
 * the client sees of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/app/serving/replay_internal.h"

/* What went where, one line each: ">" to the daemon, "<" to the client. */
typedef struct Played {
  Arena arena;
  Buf text;
  AppReplay *replay;
} Played;

static int setup(void **state) {
  Played *played = calloc(1, sizeof *played);
  arena_init(&played->arena);
  buf_init(&played->text, &played->arena, 1 << 20);
  played->replay = app_replay_open(8, 4096);
  *state = played;
  return 0;
}

static int teardown(void **state) {
  Played *played = *state;
  app_replay_close(played->replay);
  arena_clear(&played->arena);
  free(played);
  return 0;
}

static void to_daemon(void *context, Str line) {
  Played *played = context;
  buf_add_format(&played->text, "> %.*s\n", STR_ARG(line));
}

static void to_client(void *context, Str line) {
  Played *played = context;
  buf_add_format(&played->text, "< %.*s\n", STR_ARG(line));
}

/* The line reaches the daemon as one of its own: the caller's memory is gone
 * by the time it is replayed. */
static AppReplayVerdict receive(Played *played, const char *line) {
  size_t len = strlen(line);
  char *borrowed = malloc(len + 1);
  memcpy(borrowed, line, len);
  AppReplayVerdict verdict = app_replay_received(played->replay, (Str){borrowed, len});
  memset(borrowed, '?', len);
  free(borrowed);
  return verdict;
}

static void pass(Played *played, const char *line) {
  assert_int_equal(receive(played, line), APP_REPLAY_PASS);
}

static void seen(Played *played, const char *line) {
  assert_true(app_replay_answered(played->replay, str_from_c(line)));
}

static void unseen(Played *played, const char *line) {
  assert_false(app_replay_answered(played->replay, str_from_c(line)));
}

/* A new daemon is told exactly this. */
static void replays(Played *played, const char *wanted) {
  buf_init(&played->text, &played->arena, 1 << 20);
  app_replay_run(played->replay, to_daemon, to_client, played);
  Str got = buf_str(&played->text);
  if (!str_eq_c(got, wanted)) fail_msg("got\n%.*s\nwanted\n%s", STR_ARG(got), wanted);
}

#define INITIALIZE \
  "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}"
#define INITIALIZED "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"
#define CALL(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\",\"params\":{\"name\":\"find\"}}"
#define RESULT(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{}}"
#define ERROR(id) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"error\":{\"code\":-32602,\"message\":\"no\"}}"
#define CANCEL(id) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id "}}"
#define SUBSCRIBE(id, uri) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"" uri "\"}}"
#define UNSUBSCRIBE(id, uri) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"resources/unsubscribe\",\"params\":{\"uri\":\"" uri "\"}}"
#define LEVEL(id, level) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"logging/setLevel\",\"params\":{\"level\":\"" level "\"}}"
#define INTERRUPTED(id)                                                                          \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"error\":{\"code\":-32603,\"message\":\"interrupted: "    \
  "fathom's daemon ended while this request was changing something; look at the files before "   \
  "trying again\"}}"

static void nothing_said_nothing_replayed(void **state) {
  Played *played = *state;
  replays(played, "");
  assert_int_equal(app_replay_count(played->replay), 0);
}

static void unanswered_requests_come_again_in_order(void **state) {
  Played *played = *state;
  pass(played, CALL("1"));
  pass(played, CALL("\"a\""));
  pass(played, CALL("3"));
  assert_int_equal(app_replay_count(played->replay), 3);
  seen(played, RESULT("\"a\""));
  assert_int_equal(app_replay_count(played->replay), 2);
  replays(played, "> " CALL("1") "\n> " CALL("3") "\n");
  /* Nothing is forgotten by replaying: the next daemon may die as well. */
  replays(played, "> " CALL("1") "\n> " CALL("3") "\n");
  seen(played, RESULT("3"));
  pass(played, CALL("4"));
  replays(played, "> " CALL("1") "\n> " CALL("4") "\n");
  seen(played, RESULT("4"));
  seen(played, ERROR("1"));
  replays(played, "");
}

static void number_and_string_ids_are_different(void **state) {
  Played *played = *state;
  pass(played, CALL("1"));
  pass(played, CALL("\"1\""));
  seen(played, RESULT("\"1\""));
  replays(played, "> " CALL("1") "\n");
  pass(played, CALL("123456789012345678901234567890"));
  seen(played, RESULT("123456789012345678901234567890"));
  replays(played, "> " CALL("1") "\n");
}

static void last_request_can_be_answered_and_followed(void **state) {
  Played *played = *state;
  pass(played, CALL("1"));
  pass(played, CALL("2"));
  seen(played, RESULT("2"));
  pass(played, CALL("3"));
  seen(played, RESULT("1"));
  seen(played, RESULT("3"));
  pass(played, CALL("4"));
  replays(played, "> " CALL("4") "\n");
}

static void handshake_comes_first_and_its_answer_is_swallowed(void **state) {
  Played *played = *state;
  pass(played, INITIALIZE);
  seen(played, RESULT("0"));
  pass(played, INITIALIZED);
  pass(played, CALL("1"));
  replays(played, "> " INITIALIZE "\n> " INITIALIZED "\n> " CALL("1") "\n");
  unseen(played, RESULT("0"));
  seen(played, RESULT("1"));
  /* Once only: the client may use that id again. */
  pass(played, CALL("0"));
  seen(played, RESULT("0"));
  assert_int_equal(app_replay_count(played->replay), 0);
}

static void handshake_is_swallowed_at_every_restart(void **state) {
  Played *played = *state;
  pass(played, INITIALIZE);
  seen(played, RESULT("0"));
  for (int i = 0; i < 3; i++) {
    replays(played, "> " INITIALIZE "\n");
    unseen(played, RESULT("0"));
  }
  /* A daemon that died before it answered leaves nothing to swallow twice. */
  replays(played, "> " INITIALIZE "\n");
  replays(played, "> " INITIALIZE "\n");
  unseen(played, RESULT("0"));
  seen(played, RESULT("0"));
}

static void unanswered_handshake_is_answered_to_the_client(void **state) {
  Played *played = *state;
  pass(played, INITIALIZE);
  replays(played, "> " INITIALIZE "\n");
  seen(played, RESULT("0"));
}

static void refused_handshake_is_no_state(void **state) {
  Played *played = *state;
  pass(played, INITIALIZE);
  seen(played, ERROR("0"));
  replays(played, "");
}

static void second_handshake_replaces_the_first(void **state) {
  Played *played = *state;
  pass(played, INITIALIZE);
  seen(played, RESULT("0"));
  const char *again =
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}";
  pass(played, again);
  seen(played, RESULT("7"));
  Str wanted = str_format(&played->arena, "> %s\n", again);
  replays(played, str_to_c(&played->arena, wanted));
}

static void log_level_is_state_and_the_last_one_counts(void **state) {
  Played *played = *state;
  pass(played, LEVEL("1", "debug"));
  seen(played, RESULT("1"));
  pass(played, LEVEL("2", "error"));
  seen(played, RESULT("2"));
  pass(played, LEVEL("3", "nonsense"));
  seen(played, ERROR("3"));
  replays(played, "> " LEVEL("2", "error") "\n");
  unseen(played, RESULT("2"));
}

static void subscriptions_are_state_until_taken_back(void **state) {
  Played *played = *state;
  pass(played, SUBSCRIBE("1", "fathom://a"));
  seen(played, RESULT("1"));
  pass(played, SUBSCRIBE("2", "fathom://b"));
  seen(played, RESULT("2"));
  replays(played, "> " SUBSCRIBE("1", "fathom://a") "\n> " SUBSCRIBE("2", "fathom://b") "\n");
  unseen(played, RESULT("1"));
  unseen(played, RESULT("2"));
  pass(played, UNSUBSCRIBE("3", "fathom://a"));
  seen(played, RESULT("3"));
  replays(played, "> " SUBSCRIBE("2", "fathom://b") "\n");
  unseen(played, RESULT("2"));
  /* Taking back what fails changes nothing. */
  pass(played, UNSUBSCRIBE("4", "fathom://b"));
  seen(played, ERROR("4"));
  replays(played, "> " SUBSCRIBE("2", "fathom://b") "\n");
}

static void subscribing_twice_is_replayed_once(void **state) {
  Played *played = *state;
  pass(played, SUBSCRIBE("1", "fathom://a"));
  seen(played, RESULT("1"));
  pass(played, SUBSCRIBE("2", "fathom://a"));
  seen(played, RESULT("2"));
  replays(played, "> " SUBSCRIBE("2", "fathom://a") "\n");
}

static void cancelled_batches_are_dropped(void **state) {
  Played *played = *state;
  const char *batch = "[" CALL("1") "," CALL("2") "," CALL("3") "]";
  pass(played, batch);
  pass(played, CANCEL("2"));
  pass(played, CANCEL("2"));
  pass(played, CANCEL("1"));
  assert_int_equal(app_replay_count(played->replay), 1);
  pass(played, CANCEL("3"));
  assert_int_equal(app_replay_count(played->replay), 0);
  replays(played, "");
}

static void cancelled_requests_are_dropped(void **state) {
  Played *played = *state;
  pass(played, CALL("1"));
  pass(played, CALL("2"));
  pass(played, CANCEL("1"));
  assert_int_equal(app_replay_count(played->replay), 1);
  replays(played, "> " CALL("2") "\n");
  /* Cancelling what is not there, or nothing at all, changes nothing. */
  pass(played, CANCEL("1"));
  pass(played, CANCEL("\"2\""));
  pass(played, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
  replays(played, "> " CALL("2") "\n");
  /* The answer may have been on its way: the client sees it. */
  seen(played, RESULT("1"));
  pass(played, CANCEL("2"));
  pass(played, CALL("3"));
  replays(played, "> " CALL("3") "\n");
}

static void what_was_writing_is_reported_instead(void **state) {
  Played *played = *state;
  pass(played, CALL("1"));
  pass(played, CALL("\"two\""));
  pass(played, CALL("3"));
  unseen(played, "#writing \"two\"");
  replays(played, "> " CALL("1") "\n< " INTERRUPTED("\"two\"") "\n> " CALL("3") "\n");
  assert_int_equal(app_replay_count(played->replay), 2);
  /* It has its answer now. */
  replays(played, "> " CALL("1") "\n> " CALL("3") "\n");
  unseen(played, "#writing 1");
  unseen(played, "#writing 3");
  replays(played, "< " INTERRUPTED("1") "\n< " INTERRUPTED("3") "\n");
  assert_int_equal(app_replay_count(played->replay), 0);
  pass(played, CALL("4"));
  replays(played, "> " CALL("4") "\n");
}

static void what_wrote_and_was_answered_is_done(void **state) {
  Played *played = *state;
  pass(played, CALL("1"));
  unseen(played, "#writing 1");
  seen(played, RESULT("1"));
  replays(played, "");
}

static void lines_for_the_front_end_are_not_shown(void **state) {
  Played *played = *state;
  unseen(played, "#writing 99");
  unseen(played, "#writing");
  unseen(played, "#something else");
  unseen(played, "#");
}

static void messages_that_are_no_answers_are_shown(void **state) {
  Played *played = *state;
  pass(played, CALL("1"));
  /* A server's own request may use the same id. */
  seen(played, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
  seen(played, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}");
  assert_int_equal(app_replay_count(played->replay), 1);
  /* And the client's answer to it is no request. */
  pass(played, RESULT("1"));
  assert_int_equal(app_replay_count(played->replay), 1);
  replays(played, "> " CALL("1") "\n");
}

static void too_many_are_refused(void **state) {
  Played *played = *state;
  for (int i = 0; i < 8; i++) {
    Str line = str_format(&played->arena,
                          "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}", i);
    pass(played, str_to_c(&played->arena, line));
  }
  assert_int_equal(receive(played, CALL("8")), APP_REPLAY_FULL);
  assert_int_equal(app_replay_count(played->replay), 8);
  buf_init(&played->text, &played->arena, 1 << 20);
  app_replay_refuse(played->replay, STR(CALL("8")), to_client, played);
  assert_true(str_eq_c(buf_str(&played->text),
                       "< {\"jsonrpc\":\"2.0\",\"id\":8,\"error\":{\"code\":-32603,\"message\":\"too many "
                       "requests without an answer; wait for some of them\"}}\n"));
  /* Notifications pass: one of them may be what makes room. */
  pass(played, CANCEL("0"));
  pass(played, CALL("8"));
}

static void too_much_is_refused(void **state) {
  Played *played = *state;
  char filler[3000];
  memset(filler, 'x', sizeof filler - 1);
  filler[sizeof filler - 1] = '\0';
  Str line = str_format(&played->arena, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\"}", filler);
  pass(played, str_to_c(&played->arena, line));
  line = str_format(&played->arena, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"%s\"}", filler);
  assert_int_equal(receive(played, str_to_c(&played->arena, line)), APP_REPLAY_FULL);
  pass(played, CALL("3"));
  /* An answer gives the bytes back. */
  seen(played, RESULT("1"));
  pass(played, str_to_c(&played->arena, line));
}

static void refusing_answers_only_requests(void **state) {
  Played *played = *state;
  buf_init(&played->text, &played->arena, 1 << 20);
  app_replay_refuse(played->replay, STR(INITIALIZED), to_client, played);
  assert_int_equal(played->text.len, 0);
  /* The beginning of a line that was too long. */
  app_replay_refuse(played->replay, STR("{\"jsonrpc\":\"2.0\",\"id\":5,\"meth"), to_client, played);
  assert_true(str_eq_c(buf_str(&played->text),
                       "< {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"the "
                       "message is longer than 16 MB\"}}\n"));
}

/* ---- batches ---- */

#define BATCH "[" CALL("1") "," INITIALIZED "," CALL("2") "]"
#define BATCH_OF_NOTIFICATIONS "[" INITIALIZED "," INITIALIZED "]"

static void batches_wait_for_their_answer_and_are_replayed(void **state) {
  Played *played = *state;
  pass(played, BATCH);
  assert_int_equal(app_replay_count(played->replay), 1);
  replays(played, "> " BATCH "\n");
  seen(played, "[" RESULT("2") "," RESULT("1") "]");
  assert_int_equal(app_replay_count(played->replay), 0);
  pass(played, BATCH_OF_NOTIFICATIONS);
  assert_int_equal(app_replay_count(played->replay), 0);
}

static void batches_are_told_apart_by_their_ids(void **state) {
  Played *played = *state;
  pass(played, "[" CALL("1") "]");
  pass(played, "[" CALL("11") "]");
  pass(played, CALL("\"\\n1\\n\""));
  seen(played, "[" RESULT("11") "]");
  replays(played, "> [" CALL("1") "]\n> " CALL("\"\\n1\\n\"") "\n");
}

/* Versions without batches refuse them whole: they must not come again. */
static void refused_batch_is_answered(void **state) {
  Played *played = *state;
  pass(played, CALL("1"));
  pass(played, BATCH);
  seen(played, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no\"}}");
  replays(played, "> " CALL("1") "\n");
  /* Without a batch it concerns a line that was never kept. */
  seen(played, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"no\"}}");
  assert_int_equal(app_replay_count(played->replay), 1);
}

static void lines_that_are_no_messages_pass(void **state) {
  Played *played = *state;
  pass(played, "{not json");
  pass(played, "5");
  pass(played, "[]");
  pass(played, "[1,null,[{}]]");
  pass(played, "\xff");
  /* Nobody could answer to these ids. */
  pass(played, CALL("null"));
  pass(played, CALL("{}"));
  pass(played, CALL("true"));
  pass(played, "[" CALL("null") "]");
  assert_int_equal(app_replay_count(played->replay), 0);
  seen(played, "5");
  seen(played, "[]");
  /* Half a line: what a daemon leaves that died while it wrote. */
  unseen(played, "{\"jsonrpc\":\"2.0\",\"id\":1,\"resu");
  replays(played, "");
}

/* The daemon refuses it without an id: nobody would ever answer it. */
static void what_is_beyond_the_limits_is_not_waited_for(void **state) {
  Played *played = *state;
  enum { VALUES = 150000 };
  Str start = STR("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":{\"a\":[");
  Buf line;
  buf_init(&line, &played->arena, VALUES * 2 + 200);
  buf_add(&line, start);
  for (int i = 0; i < VALUES; i++) buf_add_c(&line, i ? ",0" : "0");
  buf_add_c(&line, "]}}");
  AppReplay *roomy = app_replay_open(8, 1 << 20);
  assert_int_equal(app_replay_received(roomy, buf_str(&line)), APP_REPLAY_PASS);
  assert_int_equal(app_replay_count(roomy), 0);
  app_replay_close(roomy);
}

static void deep_answers_are_answers(void **state) {
  Played *played = *state;
  char deep[401];
  memset(deep, '[', 200);
  memset(deep + 200, ']', 200);
  deep[400] = '\0';
  pass(played, CALL("1"));
  Str answer = str_format(&played->arena, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}", deep);
  seen(played, str_to_c(&played->arena, answer));
  assert_int_equal(app_replay_count(played->replay), 0);
  /* A request like that is refused as no JSON, without an id. */
  Str request = str_format(&played->arena, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":%s}", deep);
  pass(played, str_to_c(&played->arena, request));
  assert_int_equal(app_replay_count(played->replay), 0);
}

static void batch_that_was_writing_is_reported(void **state) {
  Played *played = *state;
  pass(played, BATCH);
  unseen(played, "#writing 2");
  replays(played, "< [" INTERRUPTED("1") "," INTERRUPTED("2") "]\n");
  assert_int_equal(app_replay_count(played->replay), 0);
}

#define PLAYED_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      PLAYED_TEST(nothing_said_nothing_replayed),
      PLAYED_TEST(unanswered_requests_come_again_in_order),
      PLAYED_TEST(number_and_string_ids_are_different),
      PLAYED_TEST(last_request_can_be_answered_and_followed),
      PLAYED_TEST(handshake_comes_first_and_its_answer_is_swallowed),
      PLAYED_TEST(handshake_is_swallowed_at_every_restart),
      PLAYED_TEST(unanswered_handshake_is_answered_to_the_client),
      PLAYED_TEST(refused_handshake_is_no_state),
      PLAYED_TEST(second_handshake_replaces_the_first),
      PLAYED_TEST(log_level_is_state_and_the_last_one_counts),
      PLAYED_TEST(subscriptions_are_state_until_taken_back),
      PLAYED_TEST(subscribing_twice_is_replayed_once),
      PLAYED_TEST(cancelled_requests_are_dropped),
      PLAYED_TEST(cancelled_batches_are_dropped),
      PLAYED_TEST(what_was_writing_is_reported_instead),
      PLAYED_TEST(what_wrote_and_was_answered_is_done),
      PLAYED_TEST(lines_for_the_front_end_are_not_shown),
      PLAYED_TEST(messages_that_are_no_answers_are_shown),
      PLAYED_TEST(too_many_are_refused),
      PLAYED_TEST(too_much_is_refused),
      PLAYED_TEST(refusing_answers_only_requests),
      PLAYED_TEST(batches_wait_for_their_answer_and_are_replayed),
      PLAYED_TEST(batches_are_told_apart_by_their_ids),
      PLAYED_TEST(refused_batch_is_answered),
      PLAYED_TEST(lines_that_are_no_messages_pass),
      PLAYED_TEST(deep_answers_are_answers),
      PLAYED_TEST(what_is_beyond_the_limits_is_not_waited_for),
      PLAYED_TEST(batch_that_was_writing_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
