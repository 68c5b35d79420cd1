/* Opening: discover, initialize of every version, what is refused before, and
 * what survives a restart. */
#include "tests/unit/mcp_server.h"

static const char tools_etc[] =
    "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true,\"listChanged\":true},"
    "\"prompts\":{\"listChanged\":true},\"logging\":{}";

static void discover_says_what_there_is(void **state) {
  (void)state;
  static const Str icons[] = {STR("data:image/svg+xml;base64,AA"), STR("data:image/png;base64,AA")};
  Server *server = server_open_with(
      &(McpOptions){.website = STR("https://x.test"), .icons = icons, .icon_count = 2}, true);
  const char *expected = server_text(server,
      "{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"result\":{\"resultType\":\"complete\","
      "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":%s,\"completions\":{}},"
      "\"instructions\":\"Ask.\",\"ttlMs\":3600000,\"cacheScope\":\"public\",\"_meta\":{"
      "\"io.modelcontextprotocol/serverInfo\":{\"name\":\"fathom\",\"title\":\"Fathom\","
      "\"version\":\"1.2\",\"websiteUrl\":\"https://x.test\",\"icons\":["
      "{\"src\":\"data:image/svg+xml;base64,AA\",\"mimeType\":\"image/svg+xml\",\"sizes\":[\"any\"]},"
      "{\"src\":\"data:image/png;base64,AA\",\"mimeType\":\"image/png\"}]}}}}", tools_etc);
  server_ask(server, modern(server, "\"d\"", "server/discover", "", ""), expected);
  assert_true(server->sent[0].frame.last);
  assert_true(server->sent[0].frame.is_response);
  assert_int_equal(server->sent[0].frame.error_code, 0);
  assert_int_equal(server->idles, 1);
  server_close(server);
}

static void check_initialize(const char *wanted, const char *given, const char *server_info,
                             bool has_completions) {
  static const Str icons[] = {STR("data:image/svg+xml,x")};
  Server *server = server_open_with(
      &(McpOptions){.website = STR("https://x.test"), .icons = icons, .icon_count = 1}, true);
  const char *message = server_text(server,
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
      "\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}", wanted);
  const char *expected = server_text(server,
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"%s\",\"capabilities\":%s%s},"
      "\"serverInfo\":%s,\"instructions\":\"Ask.\"}}",
      given, tools_etc, has_completions ? ",\"completions\":{}" : "", server_info);
  server_ask(server, message, expected);
  assert_string_equal(server_c(server, mcp_peer_version(server->peer)), given);
  assert_string_equal(server_c(server, mcp_peer_client(server->peer)), "t");
  server_close(server);
}

static void initialize_answers_in_the_asked_version(void **state) {
  (void)state;
  const char *bare = "{\"name\":\"fathom\",\"version\":\"1.2\"}";
  const char *titled = "{\"name\":\"fathom\",\"title\":\"Fathom\",\"version\":\"1.2\"}";
  const char *whole = "{\"name\":\"fathom\",\"title\":\"Fathom\",\"version\":\"1.2\","
                      "\"websiteUrl\":\"https://x.test\",\"icons\":[{\"src\":\"data:image/svg+xml,x\","
                      "\"mimeType\":\"image/svg+xml\",\"sizes\":[\"any\"]}]}";
  check_initialize("2024-11-05", "2024-11-05", bare, false);
  check_initialize("2025-03-26", "2025-03-26", bare, true);
  check_initialize("2025-06-18", "2025-06-18", titled, true);
  check_initialize("2025-11-25", "2025-11-25", whole, true);
}

static void unknown_versions_get_the_latest_session(void **state) {
  (void)state;
  const char *whole = "{\"name\":\"fathom\",\"title\":\"Fathom\",\"version\":\"1.2\","
                      "\"websiteUrl\":\"https://x.test\",\"icons\":[{\"src\":\"data:image/svg+xml,x\","
                      "\"mimeType\":\"image/svg+xml\",\"sizes\":[\"any\"]}]}";
  check_initialize("2026-07-28", "2025-11-25", whole, true);
  check_initialize("1.0", "2025-11-25", whole, true);
}

static void initialize_checks_its_params(void **state) {
  (void)state;
  Server *server = server_open();
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}",
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":"
             "\"params.protocolVersion must be a string\"}}");
  assert_int_equal(server->sent[0].frame.error_code, -32602);
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
             "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":[]}}",
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":"
             "\"params.capabilities and params.clientInfo must be objects\"}}");
  server_initialize(server, "2025-06-18");
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"initialize\",\"params\":"
             "{\"protocolVersion\":\"2025-06-18\"}}",
             "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32600,\"message\":"
             "\"initialize was answered already on this session\"}}");
  server_close(server);
}

static void sessions_must_be_opened_first(void **state) {
  (void)state;
  Server *server = server_open();
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}",
             "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32600,\"message\":\"not initialized: "
             "send initialize first, or put io.modelcontextprotocol/protocolVersion and "
             "clientCapabilities into params._meta\"}}");
  server_close(server);
}

/* Clients may probe with the new era and fall back to the old one. */
static void both_eras_share_a_connection(void **state) {
  (void)state;
  Server *server = server_open();
  assert_true(server_tell(server, modern(server, "1", "server/discover", "", "")));
  server_next(server);
  server_initialize(server, "2025-11-25");
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}",
             "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
  server_ask(server, modern(server, "3", "ping", "", ""),
             "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32601,\"message\":"
             "\"there is no method 'ping' in version 2026-07-28\"}}");
  server_ask(server, modern(server, "4", "initialize", "\"protocolVersion\":\"2025-11-25\"", ""),
             "{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":-32601,\"message\":"
             "\"there is no method 'initialize' in version 2026-07-28\"}}");
  server_close(server);
}

static void capabilities_follow_the_providers(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){0}, false);
  server_ask(server, modern(server, "1", "server/discover", "", ""),
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\","
             "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{\"listChanged\":true},"
             "\"logging\":{}},\"instructions\":\"Ask.\",\"ttlMs\":3600000,\"cacheScope\":\"public\","
             SERVER_META "}}");
  static const char *const absent[][2] = {
      {"prompts/list", "prompts"}, {"prompts/get", "prompts"}, {"resources/list", "resources"},
      {"resources/read", "resources"}, {"resources/templates/list", "resources"},
      {"completion/complete", "completion"}};
  for (size_t i = 0; i < COUNT_OF(absent); i++) {
    const char *expected = server_text(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":"
                              "-32601,\"message\":\"this server has no %s\"}}", absent[i][1]);
    server_ask(server, modern(server, "2", absent[i][0], "", ""), expected);
  }
  server_close(server);
}

static void sessions_survive_a_restart(void **state) {
  (void)state;
  Server *server = server_open();
  Job job;
  job_init(&job, &server->arena);
  assert_int_equal(mcp_peer_save(server->peer, &server->arena).len, 0);
  server_initialize(server, "2025-06-18");
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/setLevel\",\"params\":"
             "{\"level\":\"error\"}}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/subscribe\",\"params\":"
             "{\"uri\":\"test://1\"}}", "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
  const char *expected =
      "{\"version\":\"2025-06-18\",\"ready\":true,\"level\":\"error\",\"capabilities\":{"
      "\"elicitation\":{},\"sampling\":{},\"roots\":{}},\"client\":{\"name\":\"t\",\"version\":\"1\"},"
      "\"subscriptions\":[\"test://1\"]}";
  assert_string_equal(server_c(server, mcp_peer_save(server->peer, &server->arena)), expected);

  McpPeer *second = server_peer(server, false);
  assert_int_equal(mcp_peer_restore(&job, second, str_from_c(expected)), OK);
  assert_string_equal(server_c(server, mcp_peer_save(second, &server->arena)), expected);
  assert_int_equal(mcp_peer_restore(&job, second, str_from_c(expected)), ERR_EXISTS);
  mcp_peer_close(server->peer);
  server->peer = second;
  mcp_resource_updated(server->mcp, STR("test://1"));
  server_expect(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                "\"params\":{\"uri\":\"test://1\"}}");
  server_close(server);
}

static void damaged_sessions_are_refused(void **state) {
  (void)state;
  Server *server = server_open();
  static const char *const damaged[] = {
      "", "{", "[]", "{}",
      "{\"version\":\"2026-07-28\",\"level\":\"error\",\"subscriptions\":[]}",
      "{\"version\":\"2025-06-18\",\"level\":\"loud\",\"subscriptions\":[]}",
      "{\"version\":\"2025-06-18\",\"level\":\"error\"}",
      "{\"version\":\"2025-06-18\",\"level\":\"error\",\"subscriptions\":[1]}",
      "{\"version\":\"2025-06-18\",\"level\":\"error\",\"subscriptions\":[],\"capabilities\":1}"};
  for (size_t i = 0; i < COUNT_OF(damaged); i++) {
    Job job;
    job_init(&job, &server->arena);
    assert_int_equal(mcp_peer_restore(&job, server->peer, str_from_c(damaged[i])), ERR_SYNTAX);
    assert_int_equal(mcp_peer_version(server->peer).len, 0);
  }
  server_close(server);
}

static void released(void *context) { ++*(int *)context; }

static void closing_releases_once_nothing_uses_the_scope(void **state) {
  (void)state;
  Server *server = server_open();
  int count = 0;
  McpPeerOptions options = {.scope = {.policy = &server->policy, .registry = server->registry},
                            .sink = {server_take, server},
                            .on_released = released, .released_context = &count};
  McpPeer *peer = mcp_peer_open(server->mcp, &options);
  Str call = str_from_c(modern(server, "1", "tools/call", "\"name\":\"hang\"", ""));
  assert_true(mcp_receive(peer, call, NULL, NULL));
  assert_int_equal(mcp_peer_active(peer), 1);
  mcp_peer_close(peer);
  assert_int_equal(count, 0);
  while (count == 0) server_settle(server, 5);
  assert_int_equal(count, 1);
  assert_int_equal(server->count, 0);
  server_close(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(discover_says_what_there_is),
      cmocka_unit_test(initialize_answers_in_the_asked_version),
      cmocka_unit_test(unknown_versions_get_the_latest_session),
      cmocka_unit_test(initialize_checks_its_params),
      cmocka_unit_test(sessions_must_be_opened_first),
      cmocka_unit_test(both_eras_share_a_connection),
      cmocka_unit_test(capabilities_follow_the_providers),
      cmocka_unit_test(sessions_survive_a_restart),
      cmocka_unit_test(damaged_sessions_are_refused),
      cmocka_unit_test(closing_releases_once_nothing_uses_the_scope),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
