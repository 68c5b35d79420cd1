/* Questions to old-era clients: asked while the handler waits, answered by a
 * response, withdrawn when nobody needs them any more. */
#include "tests/unit/mcp_server.h"

#define RESULT(id, text, is_error) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{\"content\":[{\"type\":" \
  "\"text\",\"text\":\"" text "\"}],\"isError\":" is_error "}}"
#define CALL(id, name) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\",\"params\":{\"name\":\"" name "\"}}"
#define FORM "{\"message\":\"Name?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":" \
             "{\"type\":\"string\"}},\"required\":[\"name\"]}}"
#define ASKED(id, method, params) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"" method "\",\"params\":" params "}"
#define ANSWER(id, body) "{\"jsonrpc\":\"2.0\",\"id\":" id "," body "}"

static Server *open_session(void) {
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  return server;
}

static void handlers_wait_for_answers(void **state) {
  (void)state;
  Server *server = open_session();
  assert_true(server_tell(server, CALL("1", "ask")));
  server_expect(server, ASKED("1", "elicitation/create", FORM));
  assert_false(server->sent[server->seen - 1].frame.is_response);
  assert_false(server_tell(server, ANSWER("2", "\"result\":{\"action\":\"cancel\"}")));
  assert_false(server_tell(server, ANSWER("1", "\"result\":{\"action\":\"accept\",\"content\":{\"name\":"
                                          "\"Bob\"}}")));
  server_expect(server, RESULT("1", "accept Bob", "false"));
  assert_false(server_tell(server, ANSWER("1", "\"result\":{\"action\":\"cancel\"}")));
  server_expect_nothing(server);
  server_close(server);
}

static void handlers_ask_one_after_the_other(void **state) {
  (void)state;
  Server *server = open_session();
  assert_true(server_tell(server, CALL("1", "ask_twice")));
  server_expect(server, ASKED("1", "elicitation/create", FORM));
  server_tell(server, ANSWER("1", "\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"Bob\"}}"));
  server_expect(server, ASKED("2", "sampling/createMessage", "{\"messages\":[],\"maxTokens\":5}"));
  server_tell(server, ANSWER("2", "\"result\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":"
                             "{\"type\":\"text\",\"text\":\"Rome\"}}"));
  server_expect(server, RESULT("1", "Bob, Rome, +", "false"));
  server_close(server);
}

static void refusals_and_nonsense_fail_the_call(void **state) {
  (void)state;
  Server *server = open_session();
  assert_true(server_tell(server, CALL("1", "ask")));
  server_next(server);
  server_tell(server, ANSWER("1", "\"error\":{\"code\":-1,\"message\":\"User said no\"}"));
  server_expect(server, RESULT("1", "the client refused elicitation/create: User said no", "true"));
  assert_true(server_tell(server, CALL("2", "ask")));
  server_next(server);
  server_tell(server, ANSWER("2", "\"result\":[]"));
  server_expect(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"the client's "
                "answer to elicitation/create must be an object\"}}");
  server_close(server);
}

static void clients_that_cannot_are_not_asked(void **state) {
  (void)state;
  Server *server = server_open();
  assert_true(server_tell(server, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                          "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}}"));
  server_next(server);
  server_ask(server, CALL("1", "ask"), RESULT("1", "this needs a client that offers elicitation", "true"));
  server_close(server);
}

static void cancelling_withdraws_the_question(void **state) {
  (void)state;
  Server *server = open_session();
  assert_true(server_tell(server, CALL("1", "ask")));
  server_next(server);
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                           "{\"requestId\":1}}"));
  server_expect(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                "{\"requestId\":1}}");
  server_tell(server, ANSWER("1", "\"result\":{\"action\":\"accept\"}"));
  while (mcp_peer_active(server->peer)) server_settle(server, 5);
  server_expect_nothing(server);
  server_close(server);
}

static void closing_ends_the_waiting(void **state) {
  (void)state;
  Server *server = open_session();
  assert_true(server_tell(server, CALL("1", "ask")));
  server_next(server);
  assert_true(server_tell(server, CALL("2", "ask")));
  server_close(server); /* asked, and about to ask */
}

static void abandoned_calls_stop_waiting(void **state) {
  (void)state;
  Server *server = open_session();
  Str call = STR(CALL("1", "ask"));
  assert_true(mcp_receive(server->peer, call, NULL, &(McpSink){server_take, server}));
  server_next(server);
  mcp_abandon(server->peer, server, false);
  while (mcp_peer_active(server->peer)) server_settle(server, 5);
  server_expect_nothing(server);
  server_close(server);
}

/* Whoever has closed its output answers nothing any more. */
static void the_end_of_input_ends_the_waiting(void **state) {
  (void)state;
  Server *server = open_session();
  assert_true(server_tell(server, CALL("1", "ask")));
  server_next(server);
  mcp_peer_input_ended(server->peer);
  server_expect(server, RESULT("1", "the client went away before it answered elicitation/create", "true"));
  server_ask(server, CALL("2", "ask"),
             RESULT("2", "the client went away before it answered elicitation/create", "true"));
  server_close(server);
}

#define ROOTS(uri) "\"result\":{\"roots\":[{\"uri\":\"" uri "\"}]}"

static void roots_are_asked_for_once(void **state) {
  (void)state;
  Server *server = open_session();
  assert_true(server_tell(server, CALL("1", "roots")));
  server_expect(server, ASKED("1", "roots/list", "{}"));
  server_tell(server, ANSWER("1", ROOTS("file:///a")));
  server_expect(server, RESULT("1", "file:///a ", "false"));
  server_ask(server, CALL("2", "roots"), RESULT("2", "file:///a ", "false"));
  server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}");
  assert_true(server_tell(server, CALL("3", "roots")));
  server_expect(server, ASKED("2", "roots/list", "{}"));
  /* They change again while the answer is on its way: it is used, not kept. */
  server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}");
  server_tell(server, ANSWER("2", ROOTS("file:///b")));
  server_expect(server, RESULT("3", "file:///b ", "false"));
  assert_true(server_tell(server, CALL("4", "roots")));
  server_expect(server, ASKED("3", "roots/list", "{}"));
  server_tell(server, ANSWER("3", "\"error\":{\"code\":-32601,\"message\":\"no\"}"));
  server_expect(server, RESULT("4", "the client refused roots/list: no", "true"));
  server_close(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(handlers_wait_for_answers),
      cmocka_unit_test(handlers_ask_one_after_the_other),
      cmocka_unit_test(refusals_and_nonsense_fail_the_call),
      cmocka_unit_test(clients_that_cannot_are_not_asked),
      cmocka_unit_test(cancelling_withdraws_the_question),
      cmocka_unit_test(closing_ends_the_waiting),
      cmocka_unit_test(abandoned_calls_stop_waiting),
      cmocka_unit_test(the_end_of_input_ends_the_waiting),
      cmocka_unit_test(roots_are_asked_for_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
