/* The new era: what every request must carry, headers that must agree with
 * it, several rounds, and streams of changes. */
#include "tests/unit/mcp_server.h"

#define RESULT(id, body) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{" body "}}"
#define ERROR(id, code, words) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"error\":{\"code\":" code ",\"message\":\"" words "\"}}"
#define VERSION "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\""
#define CAPABILITIES "\"io.modelcontextprotocol/clientCapabilities\":{}"

static void requests_must_say_what_they_speak(void **state) {
  (void)state;
  Server *server = server_open();
#define DISCOVER(params) "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"" params "}"
  const char *no_version = ERROR("1", "-32602", "params._meta.io.modelcontextprotocol/protocolVersion "
                                 "must be a string, such as \\\"2026-07-28\\\"");
  const char *no_capabilities = ERROR("1", "-32602", "params._meta.io.modelcontextprotocol/"
                                      "clientCapabilities must be an object; {} when there are none");
  server_ask(server, DISCOVER(""), no_version);
  server_ask(server, DISCOVER(",\"params\":{}"), no_version);
  server_ask(server, DISCOVER(",\"params\":{\"_meta\":{" CAPABILITIES "}}"), no_version);
  server_ask(server, DISCOVER(",\"params\":{\"_meta\":7}"), no_version);
  server_ask(server, DISCOVER(",\"params\":{\"_meta\":{" VERSION "}}"), no_capabilities);
  server_ask(server, DISCOVER(",\"params\":{\"_meta\":{" VERSION ","
             "\"io.modelcontextprotocol/clientCapabilities\":[]}}"), no_capabilities);
  server_ask(server, DISCOVER(",\"params\":{\"_meta\":{" VERSION "," CAPABILITIES ","
             "\"io.modelcontextprotocol/logLevel\":\"loud\"}}"),
             ERROR("1", "-32602", "params._meta.io.modelcontextprotocol/logLevel must be one of debug, "
                   "info, notice, warning, error, critical, alert, emergency"));
  server_close(server);
}

static void other_versions_are_refused_by_name(void **state) {
  (void)state;
  Server *server = server_open();
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":\"v\",\"method\":\"tools/list\",\"params\":{\"_meta\":{"
             "\"io.modelcontextprotocol/protocolVersion\":\"1900-01-01\"," CAPABILITIES "}}}",
             "{\"jsonrpc\":\"2.0\",\"id\":\"v\",\"error\":{\"code\":-32022,\"message\":\"protocol version "
             "'1900-01-01' is not supported in requests that carry their own; 2026-07-28 is, and "
             "initialize opens a session of an earlier one\",\"data\":{\"supported\":[\"2026-07-28\"],"
             "\"requested\":\"1900-01-01\"}}}");
  assert_int_equal(server->sent[0].frame.error_code, -32022);
  assert_true(server->sent[0].frame.rejected);
  server_ask(server, modern(server, "1", "tools/call", "", ""),
             ERROR("1", "-32602", "params.name must be a string"));
  assert_false(server->sent[1].frame.rejected);
  server_close(server);
}

static void removed_methods_are_unknown(void **state) {
  (void)state;
  static const char *const removed[] = {"initialize", "ping", "logging/setLevel",
                                        "resources/subscribe", "resources/unsubscribe", "un/known"};
  Server *server = server_open();
  server_initialize(server, "2025-11-25");
  for (size_t i = 0; i < COUNT_OF(removed); i++) {
    server_ask(server, modern(server, "1", removed[i], "", ""),
               server_text(server, ERROR("1", "-32601", "there is no method '%s' in version 2026-07-28"),
                           removed[i]));
  }
  server_close(server);
}

static void stateless_peers_know_no_sessions(void **state) {
  (void)state;
  Server *server = server_open();
  McpPeerOptions options = {.scope = {.policy = &server->policy, .registry = server->registry},
                            .sink = {server_take, server}, .is_http = true, .modern_only = true};
  McpPeer *peer = mcp_peer_open(server->mcp, &options);
  assert_true(mcp_receive(peer, STR("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"), NULL, NULL));
  server_expect(server, ERROR("1", "-32602", "params._meta.io.modelcontextprotocol/protocolVersion must "
                              "be a string, such as \\\"2026-07-28\\\""));
  mcp_peer_close(peer);
  server_close(server);
}

/* ---- headers ---- */

static void with_headers(Server *server, const char *message, const char *version,
                         const char *method, const char *name, const char *expected) {
  McpEnvelope envelope = {.present = true, .protocol_version = str_from_c(version),
                          .method = str_from_c(method), .name = str_from_c(name)};
  assert_true(mcp_receive(server->peer, str_from_c(message), &envelope, NULL));
  if (expected) {
    server_expect(server, expected);
  } else {
    Str text = server_next(server);
    assert_true(str_contains(text, STR("\"result\":")));
  }
}

static void headers_must_agree_with_the_body(void **state) {
  (void)state;
  Server *server = server_open();
  const char *list = modern(server, "1", "tools/list", "", "");
  const char *call = modern(server, "1", "tools/call", "\"name\":\"dirty\"", "");
  const char *read = modern(server, "1", "resources/read", "\"uri\":\"test://1\"", "");
  const char *now = "2026-07-28";
  with_headers(server, list, now, "tools/list", "", NULL);
  with_headers(server, list, " 2026-07-28 ", "\ttools/list ", "", NULL);
  with_headers(server, list, now, "tools/list", "ignored", NULL);
  with_headers(server, list, "", "tools/list", "",
               ERROR("1", "-32020", "the MCP-Protocol-Version header is missing; the body says '2026-07-28'"));
  with_headers(server, list, "2025-11-25", "tools/list", "",
               ERROR("1", "-32020", "the MCP-Protocol-Version header says '2025-11-25' but the body says "
                     "'2026-07-28'"));
  with_headers(server, list, now, "", "",
               ERROR("1", "-32020", "the Mcp-Method header is missing; the body says 'tools/list'"));
  with_headers(server, list, now, "TOOLS/LIST", "",
               ERROR("1", "-32020", "the Mcp-Method header says 'TOOLS/LIST' but the body says 'tools/list'"));
  with_headers(server, call, now, "tools/call", "dirty", NULL);
  with_headers(server, call, now, "tools/call", "  dirty  ", NULL);
  with_headers(server, call, now, "tools/call", "=?base64?ZGlydHk=?=", NULL);
  with_headers(server, call, now, "tools/call", "",
               ERROR("1", "-32020", "the Mcp-Name header is missing; the body says 'dirty'"));
  with_headers(server, call, now, "tools/call", "clean",
               ERROR("1", "-32020", "the Mcp-Name header says 'clean' but the body says 'dirty'"));
  with_headers(server, call, now, "tools/call", "=?base64?ZGlydHk?=",
               ERROR("1", "-32020", "the Mcp-Name header is not proper Base64"));
  with_headers(server, call, now, "tools/call", "=?base64?ZGlydHl=?=", /* stray bits */
               ERROR("1", "-32020", "the Mcp-Name header is not proper Base64"));
  with_headers(server, call, now, "tools/call", "=?base64?ZGly!HkK?=",
               ERROR("1", "-32020", "the Mcp-Name header is not proper Base64"));
  with_headers(server, call, now, "tools/call", "=?base64?ZGlydHk=",
               ERROR("1", "-32020", "the Mcp-Name header says '=?base64?ZGlydHk=' but the body says 'dirty'"));
  with_headers(server, read, now, "resources/read", "test://1", NULL);
  with_headers(server, read, now, "resources/read", "test://2",
               ERROR("1", "-32020", "the Mcp-Name header says 'test://2' but the body says 'test://1'"));
  server_close(server);
}

static void header_of_an_unknown_version_wins_over_refusal(void **state) {
  (void)state;
  Server *server = server_open();
  const char *message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
                        "\"io.modelcontextprotocol/protocolVersion\":\"v9\"," CAPABILITIES "}}}";
  with_headers(server, message, "2026-07-28", "tools/list", "",
               ERROR("1", "-32020", "the MCP-Protocol-Version header says '2026-07-28' but the body says 'v9'"));
  McpEnvelope envelope = {.present = true, .protocol_version = STR("v9"), .method = STR("tools/list")};
  assert_true(mcp_receive(server->peer, str_from_c(message), &envelope, NULL));
  server_next(server);
  assert_int_equal(server->sent[server->seen - 1].frame.error_code, -32022);
  server_close(server);
}

/* ---- logging ---- */

static void logs_are_sent_only_when_asked_for(void **state) {
  (void)state;
  const char *logged = RESULT("1", "\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":"
                              "\"logged\"}],\"isError\":false," SERVER_META);
  Server *server = server_open();
  server_ask(server, modern(server, "1", "tools/call", "\"name\":\"log\"", ""), logged);
  assert_true(server_tell(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
                          "\"name\":\"log\",\"_meta\":{" VERSION "," CAPABILITIES ","
                          "\"io.modelcontextprotocol/logLevel\":\"error\"}}}"));
  server_expect(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":"
                "\"error\",\"logger\":\"test\",\"data\":\"bad\"}}");
  server_expect(server, logged);
  server_close(server);
}

/* ---- several rounds ---- */

#define FORM "{\"message\":\"Name?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":" \
             "{\"type\":\"string\"}},\"required\":[\"name\"]}}"
#define ALICE "{\"action\":\"accept\",\"content\":{\"name\":\"Alice\"}}"
#define SAID "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Paris\"},\"model\":\"m\"}"

static Str state_of(Server *server, Str answer) {
  Job job;
  const Json *value = NULL;
  job_init(&job, &server->arena);
  assert_int_equal(json_read(&job, answer, NULL, &value), OK);
  return json_get_str(json_get(value, STR("result")), STR("requestState"), STR_EMPTY);
}

static void tell_round(Server *server, const char *tool, const char *more) {
  const char *params = server_text(server, "\"name\":\"%s\"%s", tool, more);
  assert_true(server_tell(server, modern(server, "1", "tools/call", params, CAPABLE)));
}

static void questions_come_in_the_result(void **state) {
  (void)state;
  Server *server = server_open();
  tell_round(server, "ask", "");
  Str answer = server_next(server);
  Str sealed = state_of(server, answer);
  assert_true(sealed.len > 64);
  assert_string_equal(answer.ptr, server_text(server,
      RESULT("1", "\"resultType\":\"input_required\",\"inputRequests\":{\"who\":{\"method\":"
             "\"elicitation/create\",\"params\":" FORM "}},\"requestState\":\"%.*s\"," SERVER_META),
      STR_ARG(sealed)));
  tell_round(server, "ask", server_text(server, ",\"inputResponses\":{\"who\":" ALICE "},"
                                        "\"requestState\":\"%.*s\"", STR_ARG(sealed)));
  const char *done = RESULT("1", "\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":"
                            "\"accept Alice\"}],\"isError\":false," SERVER_META);
  server_expect(server, done);
  /* Neither the state nor unknown answers matter when nothing is missing. */
  tell_round(server, "ask", ",\"inputResponses\":{\"other\":{},\"who\":" ALICE "}");
  server_expect(server, done);
  tell_round(server, "ask", ",\"inputResponses\":{\"whom\":" ALICE "}");
  assert_true(str_contains(server_next(server), STR("\"resultType\":\"input_required\"")));
  server_close(server);
}

static void answers_of_earlier_rounds_are_kept(void **state) {
  (void)state;
  Server *server = server_open();
  tell_round(server, "ask_twice", "");
  Str first = state_of(server, server_next(server));
  tell_round(server, "ask_twice", server_text(server, ",\"inputResponses\":{\"one\":" ALICE "},"
                                              "\"requestState\":\"%.*s\"", STR_ARG(first)));
  Str answer = server_next(server);
  Str second = state_of(server, answer);
  assert_false(str_eq(first, second));
  assert_string_equal(answer.ptr, server_text(server,
      RESULT("1", "\"resultType\":\"input_required\",\"inputRequests\":{\"two\":{\"method\":"
             "\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":5}}},"
             "\"requestState\":\"%.*s\"," SERVER_META), STR_ARG(second)));
  tell_round(server, "ask_twice", server_text(server, ",\"inputResponses\":{\"two\":" SAID "},"
                                              "\"requestState\":\"%.*s\"", STR_ARG(second)));
  server_expect(server, RESULT("1", "\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":"
                               "\"Alice, Paris, +++\"}],\"isError\":false," SERVER_META));
  server_close(server);
}

static void expect_state_refused(Server *server, const char *why) {
  server_expect(server, server_text(server,
      ERROR("1", "-32602", "params.requestState %s; send the request again without it to start over"), why));
}

static void states_are_good_for_one_thing(void **state) {
  (void)state;
  Server *server = server_open();
  tell_round(server, "ask", ",\"arguments\":{}");
  Str sealed = state_of(server, server_next(server));
  const char *with = server_text(server, ",\"arguments\":{},\"inputResponses\":{\"who\":" ALICE "},"
                                 "\"requestState\":\"%.*s", STR_ARG(sealed));
  tell_round(server, "ask", server_text(server, "%s-TAMPERED\"", with));
  expect_state_refused(server, "was not made by this server, or was changed on the way");
  tell_round(server, "ask", ",\"requestState\":\"\"");
  expect_state_refused(server, "was not made by this server");
  tell_round(server, "ask", ",\"requestState\":\"e30=.00\"");
  expect_state_refused(server, "was not made by this server, or was changed on the way");
  tell_round(server, "roots", server_text(server, "%s\"", with));
  expect_state_refused(server, "belongs to another request");
  tell_round(server, "ask", ",\"requestState\":7");
  server_expect(server, ERROR("1", "-32602", "params.requestState must be a string"));
  /* One minute short of, and one past, its life. */
  server_clock_ms += 9 * 60 * 1000;
  tell_round(server, "ask", server_text(server, "%s\"", with));
  assert_true(str_contains(server_next(server), STR("accept Alice")));
  server_clock_ms += 2 * 60 * 1000;
  tell_round(server, "ask", server_text(server, "%s\"", with));
  expect_state_refused(server, "is older than ten minutes");
  server_close(server);
}

static void states_belong_to_their_caller(void **state) {
  (void)state;
  Server *server = server_open();
  tell_round(server, "ask", "");
  Str sealed = state_of(server, server_next(server));
  McpPeerOptions options = {.scope = {.policy = &server->policy, .registry = server->registry},
                            .sink = {server_take, server}, .principal = STR("key2")};
  McpPeer *other = mcp_peer_open(server->mcp, &options);
  const char *params = server_text(server, "\"name\":\"ask\",\"requestState\":\"%.*s\"", STR_ARG(sealed));
  Str message = str_from_c(modern(server, "1", "tools/call", params, CAPABLE));
  assert_true(mcp_receive(other, message, NULL, NULL));
  expect_state_refused(server, "belongs to somebody else");
  mcp_peer_close(other);
  char name[] = "key1"; /* copied: gone before it is looked at */
  options.principal = (Str){name, 4};
  other = mcp_peer_open(server->mcp, &options);
  name[3] = '2';
  assert_true(mcp_receive(other, message, NULL, NULL));
  assert_true(str_contains(server_next(server), STR("\"resultType\":\"input_required\"")));
  mcp_peer_close(other);
  server_close(server);
}

/* The same arguments in another order are the same request. */
static void order_of_arguments_does_not_matter(void **state) {
  (void)state;
  Server *server = server_open();
  tell_round(server, "ask", ",\"arguments\":{\"a\":1,\"b\":{\"x\":[1,\"\"],\"y\":null}}");
  Str sealed = state_of(server, server_next(server));
  const char *rest = server_text(server, "\"inputResponses\":{\"who\":" ALICE "},\"requestState\":"
                                 "\"%.*s\"", STR_ARG(sealed));
  tell_round(server, "ask", server_text(server,
      ",\"arguments\":{\"b\":{\"y\":null,\"x\":[1,\"\"]},\"a\":1},%s", rest));
  assert_true(str_contains(server_next(server), STR("accept Alice")));
  tell_round(server, "ask", server_text(server,
      ",\"arguments\":{\"b\":{\"y\":null,\"x\":[1,\"!\"]},\"a\":1},%s", rest));
  expect_state_refused(server, "belongs to another request");
  server_close(server);
}

static void resources_may_ask_too(void **state) {
  (void)state;
  Server *server = server_open();
  const char *params = "\"uri\":\"test://asks\"";
  assert_true(server_tell(server, modern(server, "1", "resources/read", params, CAPABLE)));
  Str sealed = state_of(server, server_next(server));
  params = server_text(server, "\"requestState\":\"%.*s\",\"inputResponses\":{\"who\":" ALICE "},"
                       "\"uri\":\"test://asks\"", STR_ARG(sealed));
  server_ask(server, modern(server, "1", "resources/read", params, CAPABLE),
             RESULT("1", "\"resultType\":\"complete\",\"contents\":[{\"uri\":\"test://asks\",\"mimeType\":"
                    "\"text/plain\",\"text\":\"hello\"}],\"ttlMs\":0,\"cacheScope\":\"private\"," SERVER_META));
  server_close(server);
}

static void answers_are_checked(void **state) {
  (void)state;
  Server *server = server_open();
  tell_round(server, "ask", ",\"inputResponses\":null");
  server_expect(server, ERROR("1", "-32602", "params.inputResponses must be an object"));
  tell_round(server, "ask", ",\"inputResponses\":{\"who\":12345}");
  server_expect(server, ERROR("1", "-32602", "params.inputResponses.who must be an object"));
  tell_round(server, "ask", ",\"inputResponses\":{\"who\":{\"action\":\"maybe\"}}");
  server_expect(server, ERROR("1", "-32602", "the answer to 'who' needs an action: accept, decline or cancel"));
  tell_round(server, "roots", ",\"inputResponses\":{\"roots\":{\"roots\":{}}}");
  server_expect(server, ERROR("1", "-32602", "the answer to 'roots' needs an array of roots"));
  server_close(server);
}

static void missing_capabilities_are_named(void **state) {
  (void)state;
  Server *server = server_open();
  server_ask(server, modern(server, "1", "tools/call", "\"name\":\"ask\"", "\"sampling\":{}"),
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32021,\"message\":\"this needs a client that "
             "offers elicitation\",\"data\":{\"requiredCapabilities\":{\"elicitation\":{}}}}}");
  assert_int_equal(server->sent[0].frame.error_code, -32021);
  server_ask(server, modern(server, "2", "resources/read", "\"uri\":\"test://asks\"", ""),
             "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32021,\"message\":\"this needs a client that "
             "offers elicitation\",\"data\":{\"requiredCapabilities\":{\"elicitation\":{}}}}}");
  server_close(server);
}

/* ---- streams ---- */

#define TAG(id) "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" id "}"
#define TOLD(method, body) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" method "\",\"params\":{" body "}}"

static void listen_to(Server *server, const char *id, const char *filter) {
  const char *params = server_text(server, "\"notifications\":{%s}", filter);
  assert_true(server_tell(server, modern(server, id, "subscriptions/listen", params, "")));
}

static void streams_carry_what_was_asked_for(void **state) {
  (void)state;
  Server *server = server_open();
  listen_to(server, "7", "\"toolsListChanged\":true,\"resourceSubscriptions\":[\"test://1\"],"
            "\"promptsListChanged\":false,\"unheardOf\":1");
  server_expect(server, TOLD("subscriptions/acknowledged", TAG("7") ",\"notifications\":{"
                             "\"toolsListChanged\":true,\"resourceSubscriptions\":[\"test://1\"]}"));
  assert_false(server->sent[0].frame.last);
  assert_int_equal(mcp_peer_active(server->peer), 0);
  listen_to(server, "\"p\"", "\"promptsListChanged\":true,\"resourcesListChanged\":true");
  server_expect(server, TOLD("subscriptions/acknowledged", TAG("\"p\"") ",\"notifications\":{"
                             "\"promptsListChanged\":true,\"resourcesListChanged\":true}"));
  mcp_tools_changed(server->mcp);
  server_expect(server, TOLD("tools/list_changed", TAG("7")));
  mcp_prompts_changed(server->mcp);
  server_expect(server, TOLD("prompts/list_changed", TAG("\"p\"")));
  mcp_resources_changed(server->mcp);
  server_expect(server, TOLD("resources/list_changed", TAG("\"p\"")));
  mcp_resource_updated(server->mcp, STR("test://2"));
  mcp_resource_updated(server->mcp, STR("test://1"));
  server_expect(server, TOLD("resources/updated", TAG("7") ",\"uri\":\"test://1\""));
  server_expect_nothing(server);
  server_close(server);
}

static void streams_are_cancelled_by_their_client(void **state) {
  (void)state;
  Server *server = server_open();
  listen_to(server, "7", "\"toolsListChanged\":true");
  server_next(server);
  server_ask(server, modern(server, "7", "tools/list", "", ""),
             ERROR("7", "-32600", "a request with id 7 is still in progress"));
  assert_false(server_tell(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                           "{\"requestId\":7}}"));
  mcp_tools_changed(server->mcp);
  server_expect_nothing(server);
  server_close(server);
}

static void streams_end_in_order(void **state) {
  (void)state;
  Server *server = server_open();
  listen_to(server, "7", "\"toolsListChanged\":true");
  server_next(server);
  mcp_peer_end_streams(server->peer);
  server_expect(server, TOLD("cancelled", TAG("7") ",\"requestId\":7,\"reason\":\"the server is stopping\""));
  server_expect(server, RESULT("7", "\"resultType\":\"complete\",\"_meta\":{\"io.modelcontextprotocol/"
                               "serverInfo\":{\"name\":\"fathom\",\"title\":\"Fathom\",\"version\":\"1.2\"},"
                               "\"io.modelcontextprotocol/subscriptionId\":7}"));
  assert_true(server->sent[server->seen - 1].frame.last);
  mcp_tools_changed(server->mcp);
  server_expect_nothing(server);
  server_close(server);
}

static void filters_are_checked(void **state) {
  (void)state;
  Server *server = server_open();
  server_ask(server, modern(server, "1", "subscriptions/listen", "", ""),
             ERROR("1", "-32602", "params.notifications must be an object that says what to hear of: "
                   "toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions"));
  listen_to(server, "1", "\"toolsListChanged\":1");
  server_expect(server, ERROR("1", "-32602", "params.notifications.toolsListChanged must be true or false"));
  listen_to(server, "1", "\"resourceSubscriptions\":[1]");
  server_expect(server, ERROR("1", "-32602", "params.notifications.resourceSubscriptions must be an array of "
                              "at most 1024 URIs"));
  for (int i = 0; i < 64; i++) {
    listen_to(server, server_text(server, "%d", i), "\"toolsListChanged\":true");
    server_next(server);
  }
  listen_to(server, "64", "\"toolsListChanged\":true");
  server_expect(server, ERROR("64", "-32603", "64 streams are open already; cancel one first"));
  server_close(server);
}

static void what_is_not_offered_is_not_acknowledged(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){0}, false);
  listen_to(server, "1", "\"toolsListChanged\":true,\"promptsListChanged\":true,"
            "\"resourcesListChanged\":true,\"resourceSubscriptions\":[\"a:\"]");
  server_expect(server, TOLD("subscriptions/acknowledged",
                             TAG("1") ",\"notifications\":{\"toolsListChanged\":true}"));
  server_close(server);
}

static void close_at_once(void *context, Str message, const McpFrame *frame) {
  Server *server = context;
  (void)message;
  (void)frame;
  mcp_peer_close(server->peer);
  server->peer = NULL;
}

static void streams_survive_a_peer_that_closes_at_once(void **state) {
  (void)state;
  Server *server = server_open();
  Str listen = str_from_c(modern(server, "1", "subscriptions/listen", "\"notifications\":{}", ""));
  assert_true(mcp_receive(server->peer, listen, NULL, &(McpSink){close_at_once, server}));
  assert_null(server->peer);
  server_close(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(requests_must_say_what_they_speak),
      cmocka_unit_test(other_versions_are_refused_by_name),
      cmocka_unit_test(removed_methods_are_unknown),
      cmocka_unit_test(stateless_peers_know_no_sessions),
      cmocka_unit_test(headers_must_agree_with_the_body),
      cmocka_unit_test(header_of_an_unknown_version_wins_over_refusal),
      cmocka_unit_test(logs_are_sent_only_when_asked_for),
      cmocka_unit_test(questions_come_in_the_result),
      cmocka_unit_test(answers_of_earlier_rounds_are_kept),
      cmocka_unit_test(states_are_good_for_one_thing),
      cmocka_unit_test(states_belong_to_their_caller),
      cmocka_unit_test(order_of_arguments_does_not_matter),
      cmocka_unit_test(resources_may_ask_too),
      cmocka_unit_test(answers_are_checked),
      cmocka_unit_test(missing_capabilities_are_named),
      cmocka_unit_test(streams_carry_what_was_asked_for),
      cmocka_unit_test(streams_are_cancelled_by_their_client),
      cmocka_unit_test(streams_end_in_order),
      cmocka_unit_test(filters_are_checked),
      cmocka_unit_test(what_is_not_offered_is_not_acknowledged),
      cmocka_unit_test(streams_survive_a_peer_that_closes_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
