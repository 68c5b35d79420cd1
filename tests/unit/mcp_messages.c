/* Messages: what is no JSON-RPC, ids as they are spelled, eras, batches. */
#include "tests/unit/mcp_server.h"

static void expect_error(Server *server, const char *message, const char *id, int code,
                         const char *words) {
  server_ask(server, message, server_text(server, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{"
                                          "\"code\":%d,\"message\":\"%s\"}}", id, code, words));
  assert_int_equal(server->sent[server->seen - 1].frame.error_code, code);
}

static void broken_messages_are_answered(void **state) {
  (void)state;
  Server *server = server_open();
  assert_true(server_tell(server, "{\"jsonrpc\""));
  Str text = server_next(server);
  assert_true(str_starts_with(text, STR("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,")));
  expect_error(server, "1", "null", -32600, "a message must be a JSON object");
  expect_error(server, "\"x\"", "null", -32600, "a message must be a JSON object");
  expect_error(server, "{\"id\":1,\"method\":\"ping\"}", "1", -32600,
               "\\\"jsonrpc\\\" must be \\\"2.0\\\"");
  expect_error(server, "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", "1", -32600,
               "\\\"jsonrpc\\\" must be \\\"2.0\\\"");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":1}", "1", -32600,
               "\\\"method\\\" must be a string");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":2}", "1", -32600,
               "\\\"method\\\" must be a string");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", "null", -32600,
               "\\\"id\\\" must be a string or a number");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", "null", -32600,
               "\\\"id\\\" must be a string or a number");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", "1", -32602,
               "\\\"params\\\" must be an object");
  expect_error(server, "[]", "null", -32600, "an empty batch asks for nothing");
  server_close(server);
}

static void deep_nesting_is_refused(void **state) {
  (void)state;
  Server *server = server_open();
  Buf buf;
  buf_init(&buf, &server->arena, 1 << 20);
  buf_add_c(&buf, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":");
  for (int i = 0; i < 100; i++) buf_add_byte(&buf, '[');
  for (int i = 0; i < 100; i++) buf_add_byte(&buf, ']');
  buf_add_c(&buf, "}}");
  assert_true(server_tell(server, buf.ptr));
  Str text = server_next(server);
  assert_true(str_contains(text, STR("\"code\":-32700")));
  assert_true(str_contains(text, STR("deeper than 64 levels")));
  server_close(server);
}

static void what_needs_no_answer_gets_none(void **state) {
  (void)state;
  Server *server = server_open();
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"no/such\",\"params\":{}}"));
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}"));
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                           "\"params\":{\"requestId\":77}}"));
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}"));
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"id\":\"9\",\"error\":{\"code\":1}}"));
  server_expect_nothing(server);
  assert_int_equal(server->idles, 0);
  server_close(server);
}

static void ids_come_back_as_they_were(void **state) {
  (void)state;
  static const char *const ids[] = {"0", "-7", "1.50", "123456789012345678901234567890",
                                    "1e400", "\"\"", "\"a\\\"b\\\\c\"", "\"\xc3\xa4\""};
  Server *server = server_open();
  for (size_t i = 0; i < COUNT_OF(ids); i++) {
    server_ask(server, server_text(server, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}", ids[i]),
               server_text(server, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}", ids[i]));
  }
  server_close(server);
}

static void ids_in_use_are_refused(void **state) {
  (void)state;
  Server *server = server_open();
  const char *big = "123456789012345678901234567890";
  assert_true(server_tell(server, modern(server, big, "tools/call", "\"name\":\"wait\"", "")));
  server_ask(server, modern(server, big, "tools/list", "", ""),
             "{\"jsonrpc\":\"2.0\",\"id\":123456789012345678901234567890,\"error\":{\"code\":-32600,"
             "\"message\":\"a request with id 123456789012345678901234567890 is still in progress\"}}");
  assert_int_equal(mcp_peer_active(server->peer), 1);
  thread_event_set(witness.go);
  server_next(server);
  assert_int_equal(mcp_peer_active(server->peer), 0);
  assert_true(server_tell(server, modern(server, big, "tools/list", "", "")));
  server_close(server);
}

static void methods_belong_to_versions(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2024-11-05");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/disclose\"}", "1", -32601,
               "there is no method 'server/disclose' in version 2024-11-05");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"subscriptions/listen\"}", "2", -32601,
               "there is no method 'subscriptions/listen' in version 2024-11-05");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"\\u001b[1m\"}", "3", -32601,
               "there is no method '\\\\x1B[1m' in version 2024-11-05");
  expect_error(server, "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/list\",\"params\":{\"_meta\":"
               "{\"progressToken\":{}}}}", "4", -32602,
               "params._meta.progressToken must be a string or a number");
  server_close(server);
}

static void classify(const char *message, const char *header, McpKind expected) {
  McpEnvelope envelope = {.present = true, .protocol_version = str_from_c(header)};
  assert_int_equal(mcp_classify(str_from_c(message), &envelope), expected);
}

static void eras_are_told_apart(void **state) {
  (void)state;
  const char *modern_list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":"
                            "{\"io.modelcontextprotocol/protocolVersion\":\"x\"}}}";
  const char *list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
  const char *open = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}";
  classify("", "", MCP_BROKEN);
  classify("{", "2026-07-28", MCP_BROKEN);
  classify("7", "", MCP_BROKEN);
  classify("{}", "2026-07-28", MCP_BROKEN);
  classify("{\"jsonrpc\":\"2.0\",\"id\":1}", "", MCP_BROKEN);
  classify(list, "", MCP_LEGACY);
  classify(list, "2025-11-25", MCP_LEGACY);
  classify(list, "2026-07-28", MCP_MODERN);
  classify(modern_list, "", MCP_MODERN);
  classify("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}", "", MCP_MODERN);
  classify("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"_meta\":"
           "{\"io.modelcontextprotocol/clientCapabilities\":{}}}}", "", MCP_MODERN);
  classify(open, "", MCP_INITIALIZE);
  classify(open, "2026-07-28", MCP_INITIALIZE);
  classify("[]", "", MCP_LEGACY);
  classify("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "2025-11-25", MCP_LEGACY);
  classify("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", "", MCP_LEGACY);
  assert_int_equal(mcp_classify(str_from_c(list), NULL), MCP_LEGACY);
}

/* ---- batches ---- */

static void batches_are_answered_together(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-03-26");
  server_ask(server,
             "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":5}},"
             "7,"
             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"no/such\"},"
             "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"initialize\",\"params\":{}},"
             "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
             "\"arguments\":{\"text\":\"hi\"}}}]",
             "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}},"
             "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":"
             "\"a message must be a JSON object\"}},"
             "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":"
             "\"there is no method 'no/such' in version 2025-03-26\"}},"
             "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,\"message\":"
             "\"initialize must not be part of a batch\"}},"
             "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
             "\"hi\"}],\"isError\":false}}]");
  const Sent *sent = &server->sent[server->seen - 1];
  assert_true(sent->frame.last && sent->frame.is_response);
  server_close(server);
}

static void batches_of_notifications_get_no_answer(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-03-26");
  assert_false(server_tell(server, "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
                           "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}]"));
  server_expect_nothing(server);
  server_close(server);
}

static void cancelled_parts_are_left_out(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-03-26");
  assert_true(server_tell(server,
      "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"hang\"}},"
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]"));
  while (!atomic_load(&witness.started)) server_settle(server, 5);
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                           "\"params\":{\"requestId\":1}}"));
  server_expect(server, "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
  server_close(server);
}

static void other_versions_have_no_batches(void **state) {
  (void)state;
  static const char *const versions[] = {"2024-11-05", "2025-06-18", "2025-11-25"};
  for (size_t i = 0; i < COUNT_OF(versions); i++) {
    Server *server = server_open();
    server_initialize(server, versions[i]);
    expect_error(server, "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "null", -32600,
                 "batches exist in sessions of version 2025-03-26 only");
    server_close(server);
  }
  Server *server = server_open();
  server_initialize(server, "2025-03-26");
  server_ask(server, server_text(server, "[%s]", modern(server, "1", "tools/list", "", "")),
             "[{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32600,\"message\":"
             "\"requests of 2026-07-28 must not be part of a batch\"}}]");
  server_close(server);
}

static void closing_drops_batches_in_progress(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-03-26");
  assert_true(server_tell(server,
      "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"hang\"}},"
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]"));
  server_close(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(broken_messages_are_answered),
      cmocka_unit_test(deep_nesting_is_refused),
      cmocka_unit_test(what_needs_no_answer_gets_none),
      cmocka_unit_test(ids_come_back_as_they_were),
      cmocka_unit_test(ids_in_use_are_refused),
      cmocka_unit_test(methods_belong_to_versions),
      cmocka_unit_test(eras_are_told_apart),
      cmocka_unit_test(batches_are_answered_together),
      cmocka_unit_test(batches_of_notifications_get_no_answer),
      cmocka_unit_test(cancelled_parts_are_left_out),
      cmocka_unit_test(other_versions_have_no_batches),
      cmocka_unit_test(closing_drops_batches_in_progress),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
