/* Resources, templates, prompts, completion, and being told of changes in a
 * session. */
#include "tests/unit/mcp_server.h"

#define RESULT(id, body) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{" body "}}"
#define ERROR(id, code, words) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"error\":{\"code\":" code ",\"message\":\"" words "\"}}"
#define ASK(id, method, params) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"" method "\",\"params\":{" params "}}"

#define RESOURCE(n) "{\"uri\":\"test://" n "\",\"name\":\"r" n "\",\"title\":\"A resource\"," \
                    "\"description\":\"Number.\",\"mimeType\":\"text/plain\"}"
#define OLD_RESOURCE(n) "{\"uri\":\"test://" n "\",\"name\":\"r" n "\"," \
                        "\"description\":\"Number.\",\"mimeType\":\"text/plain\"}"

static void resources_are_listed(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  server_ask(server, ASK("1", "resources/list", ""),
             RESULT("1", "\"resources\":[" RESOURCE("0") "," RESOURCE("1") "," RESOURCE("2") "]"));
  server_ask(server, ASK("2", "resources/templates/list", ""),
             RESULT("2", "\"resourceTemplates\":[{\"uriTemplate\":\"test://{n}\",\"name\":\"n\"}]"));
  server_ask(server, modern(server, "3", "resources/templates/list", "", ""),
             RESULT("3", "\"resultType\":\"complete\",\"resourceTemplates\":[{\"uriTemplate\":"
                    "\"test://{n}\",\"name\":\"n\"}],\"ttlMs\":300000,\"cacheScope\":\"private\","
                    SERVER_META));
  server_close(server);
  server = server_open();
  server_initialize(server, "2025-03-26");
  server_ask(server, ASK("1", "resources/list", ""),
             RESULT("1", "\"resources\":[" OLD_RESOURCE("0") "," OLD_RESOURCE("1") ","
                    OLD_RESOURCE("2") "]"));
  server_close(server);
}

/* Two providers, and pages that end in the middle of the first. */
static void pages_run_through_all_providers(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){.page_size = 2}, false);
  mcp_peer_close(server->peer);
  mcp_add_provider(server->mcp, &made_up_provider);
  mcp_add_provider(server->mcp, &(McpProvider){.prompt_at = prompt_at});
  mcp_add_provider(server->mcp, &(McpProvider){.resource_at = resource_at});
  server->peer = server_peer(server, false);
  server_initialize(server, "2025-03-26");
  server_ask(server, ASK("1", "resources/list", ""),
             RESULT("1", "\"resources\":[" OLD_RESOURCE("0") "," OLD_RESOURCE("1")
                    "],\"nextCursor\":\"cmVzb3VyY2VzIDAgMg==\""));
  server_ask(server, ASK("2", "resources/list", "\"cursor\":\"cmVzb3VyY2VzIDAgMg==\""),
             RESULT("2", "\"resources\":[" OLD_RESOURCE("2") "," OLD_RESOURCE("0")
                    "],\"nextCursor\":\"cmVzb3VyY2VzIDIgMQ==\""));
  server_ask(server, ASK("3", "resources/list", "\"cursor\":\"cmVzb3VyY2VzIDIgMQ==\""),
             RESULT("3", "\"resources\":[" OLD_RESOURCE("1") "," OLD_RESOURCE("2") "]"));
  server_ask(server, ASK("4", "resources/list", "\"cursor\":\"dG9vbHMgMCAx\""),
             ERROR("4", "-32602", "params.cursor is not one this server gave for resources/list; "
                   "leave it out to start over"));
  server_close(server);
}

static void resources_are_read(void **state) {
  (void)state;
  const char *contents = "\"contents\":[{\"uri\":\"test://7\",\"mimeType\":\"text/plain\",\"text\":"
                         "\"hello\"}]";
  Server *server = server_open();
  server_initialize(server, "2025-11-25");
  server_ask(server, ASK("1", "resources/read", "\"uri\":\"test://7\""),
             server_text(server, RESULT("1", "%s"), contents));
  server_ask(server, modern(server, "2", "resources/read", "\"uri\":\"test://7\"", ""),
             server_text(server, RESULT("2", "\"resultType\":\"complete\",%s,\"ttlMs\":0,"
                                        "\"cacheScope\":\"private\"," SERVER_META), contents));
  server_close(server);
}

#define NO_RESOURCE(id, code, uri)                                                                \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"error\":{\"code\":" code ",\"message\":\"there is no resource '" \
  uri "'; resources/list and resources/templates/list say what there is\",\"data\":{\"uri\":\"" uri "\"}}}"

static void missing_resources_are_errors(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-11-25");
  server_ask(server, ASK("1", "resources/read", "\"uri\":\"other://\""),
             NO_RESOURCE("1", "-32002", "other://"));
  server_ask(server, modern(server, "2", "resources/read", "\"uri\":\"other://\"", ""),
             NO_RESOURCE("2", "-32602", "other://"));
  server_ask(server, modern(server, "3", "resources/read", "\"uri\":\"test://empty\"", ""),
             NO_RESOURCE("3", "-32602", "test://empty"));
  server_ask(server, ASK("4", "resources/read", ""),
             ERROR("4", "-32602", "params.uri must be a string"));
  server_ask(server, ASK("5", "resources/read", "\"uri\":\"test://secret\""),
             ERROR("5", "-32602", "'secret' lies outside the workspace"));
  server_ask(server, ASK("6", "resources/read", "\"uri\":\"test://disk\""),
             ERROR("6", "-32603", "the disk is gone"));
  server_close(server);
}

static void prompts_are_listed(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  server_ask(server, ASK("1", "prompts/list", ""),
             RESULT("1", "\"prompts\":[{\"name\":\"review\",\"title\":\"Review\",\"description\":"
                    "\"Asks.\",\"arguments\":[{\"name\":\"file\",\"description\":\"Which.\",\"required\":"
                    "true},{\"name\":\"style\",\"required\":false}]},{\"name\":\"plain\",\"description\":"
                    "\"Asks.\"}]"));
  server_close(server);
}

static void prompts_are_filled_in(void **state) {
  (void)state;
  const char *filled = "\"description\":\"Filled in.\",\"messages\":[{\"role\":\"user\",\"content\":"
                       "{\"type\":\"text\",\"text\":\"review a.c\"}}]";
  Server *server = server_open();
  server_initialize(server, "2024-11-05");
  server_ask(server, ASK("1", "prompts/get", "\"name\":\"review\",\"arguments\":{\"file\":\"a.c\"}"),
             server_text(server, RESULT("1", "%s"), filled));
  server_ask(server, modern(server, "2", "prompts/get",
                            "\"name\":\"review\",\"arguments\":{\"file\":\"a.c\"}", ""),
             server_text(server, RESULT("2", "\"resultType\":\"complete\",%s," SERVER_META), filled));
  server_ask(server, ASK("3", "prompts/get", "\"name\":\"review\""),
             ERROR("3", "-32602", "the prompt 'review' needs the argument 'file'"));
  server_ask(server, ASK("4", "prompts/get", "\"name\":\"review\",\"arguments\":{\"file\":1}"),
             ERROR("4", "-32602", "params.arguments.file must be a string"));
  server_ask(server, ASK("5", "prompts/get", "\"name\":\"review\",\"arguments\":[]"),
             ERROR("5", "-32602", "params.arguments must be an object"));
  server_ask(server, ASK("6", "prompts/get", "\"name\":\"revue\""),
             ERROR("6", "-32602", "there is no prompt 'revue'; prompts/list says what there is"));
  server_ask(server, ASK("7", "prompts/get", ""), ERROR("7", "-32602", "params.name must be a string"));
  server_close(server);
}

static void arguments_are_completed(void **state) {
  (void)state;
#define REVIEW "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"review\"},"
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  server_ask(server, ASK("1", "completion/complete", REVIEW "\"argument\":{\"name\":\"style\",\"value\":"
                         "\"s\"},\"context\":{\"arguments\":{\"file\":\"f\"}}"),
             RESULT("1", "\"completion\":{\"values\":[\"style/s/f0\"],\"total\":1,\"hasMore\":false}"));
  assert_true(server_tell(server, modern(server, "2", "completion/complete",
                          REVIEW "\"argument\":{\"name\":\"style\",\"value\":\"many\"}", "")));
  Job job;
  const Json *answer = NULL;
  job_init(&job, &server->arena);
  assert_int_equal(json_read(&job, server_next(server), NULL, &answer), OK);
  assert_int_equal(json_get_path(answer, "result.completion.values")->count, 100);
  assert_int_equal(json_get_int(json_get_path(answer, "result.completion"), STR("total"), 0), 150);
  assert_true(json_get_bool(json_get_path(answer, "result.completion"), STR("hasMore"), false));
  assert_true(str_eq(json_get_str(json_get(answer, STR("result")), STR("resultType"), STR_EMPTY),
                     STR("complete")));
  server_ask(server, ASK("3", "completion/complete", "\"ref\":{\"type\":\"ref/resource\",\"uri\":\"x\"},"
                         "\"argument\":{\"name\":\"n\",\"value\":\"\"}"),
             ERROR("3", "-32602", "there is no resource template 'x' to complete"));
  server_ask(server, ASK("4", "completion/complete", "\"ref\":{\"type\":\"ref/other\"}"),
             ERROR("4", "-32602", "params.ref must be {\\\"type\\\":\\\"ref/prompt\\\",\\\"name\\\":...} or "
                   "{\\\"type\\\":\\\"ref/resource\\\",\\\"uri\\\":...}"));
  server_ask(server, ASK("5", "completion/complete", REVIEW "\"argument\":{\"name\":\"style\"}"),
             ERROR("5", "-32602", "params.argument must hold the strings name and value, and "
                   "params.context.arguments, when given, an object"));
  server_close(server);
}

/* ---- changes ---- */

#define CHANGED(what) "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" what "/list_changed\"}"
#define UPDATED(uri) "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\"," \
                     "\"params\":{\"uri\":\"" uri "\"}}"

static void sessions_hear_of_changes(void **state) {
  (void)state;
  Server *server = server_open();
  mcp_tools_changed(server->mcp);
  server_expect_nothing(server); /* nobody opened a session yet */
  server_initialize(server, "2025-03-26");
  mcp_tools_changed(server->mcp);
  server_expect(server, CHANGED("tools"));
  mcp_prompts_changed(server->mcp);
  server_expect(server, CHANGED("prompts"));
  mcp_resources_changed(server->mcp);
  server_expect(server, CHANGED("resources"));
  assert_false(server->sent[server->seen - 1].frame.last);
  server_close(server);
}

/* The registry changes when tools come and go. */
static void tools_that_come_and_go_are_announced(void **state) {
  (void)state;
  static const Tool extra = {.name = "repl.run", .summary = "Made up.", .run = run_dirty};
  Server *server = server_open();
  Job job;
  job_init(&job, &server->arena);
  server_initialize(server, "2025-11-25");
  assert_int_equal(tool_registry_add(&job, server->registry, STR("repl"), &extra, NULL), OK);
  server_expect(server, CHANGED("tools"));
  tool_registry_remove_owner(server->registry, STR("repl"));
  server_expect(server, CHANGED("tools"));
  server_close(server);
}

static void only_subscribed_resources_are_announced(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-11-25");
  server_ask(server, ASK("1", "resources/subscribe", "\"uri\":\"test://1\""), RESULT("1", ""));
  server_ask(server, ASK("2", "resources/subscribe", "\"uri\":\"test://1\""), RESULT("2", ""));
  server_ask(server, ASK("3", "resources/subscribe", ""),
             ERROR("3", "-32602", "params.uri must be a string"));
  mcp_resource_updated(server->mcp, STR("test://2"));
  mcp_resource_updated(server->mcp, STR("test://1"));
  server_expect(server, UPDATED("test://1"));
  server_ask(server, ASK("4", "resources/unsubscribe", "\"uri\":\"test://1\""), RESULT("4", ""));
  server_ask(server, ASK("5", "resources/unsubscribe", "\"uri\":\"test://1\""), RESULT("5", ""));
  mcp_resource_updated(server->mcp, STR("test://1"));
  server_expect_nothing(server);
  server_close(server);
}

static void subscriptions_are_bounded(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-11-25");
  for (int i = 0; i < 1024; i++) {
    server_ask(server, server_text(server, ASK("%d", "resources/subscribe", "\"uri\":\"x:%d\""), i, i),
               server_text(server, RESULT("%d", ""), i));
  }
  server_ask(server, ASK("1", "resources/subscribe", "\"uri\":\"x:1024\""),
             ERROR("1", "-32602", "1024 resources are subscribed already; unsubscribe some"));
  server_close(server);
}

/* Without a stream to send on, each kind of news is kept once. */
static void news_wait_for_a_sink(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-11-25");
  mcp_peer_set_sink(server->peer, (McpSink){0});
  for (int i = 0; i < 3; i++) mcp_tools_changed(server->mcp);
  mcp_prompts_changed(server->mcp);
  server_expect_nothing(server);
  mcp_peer_set_sink(server->peer, (McpSink){server_take, server});
  server_expect(server, CHANGED("tools"));
  server_expect(server, CHANGED("prompts"));
  server_expect_nothing(server);
  server_close(server);
}

static bool is_for_kart(void *context, const ToolScope *scope) {
  (void)context;
  return str_eq_c(scope->policy->profile, "kart");
}

/* What a provider has for others is neither listed nor read nor filled in. */
static void some_things_are_for_some_clients(void **state) {
  (void)state;
  McpProvider provider = made_up_provider;
  provider.is_offered = is_for_kart;
  for (int round = 0; round < 2; round++) {
    Server *server = server_open_with(&(McpOptions){0}, false);
    mcp_peer_close(server->peer);
    mcp_add_provider(server->mcp, &provider);
    server->policy.profile = round ? STR("kart") : STR("core");
    server->peer = server_peer(server, false);
    server_initialize(server, "2025-03-26");
    server_ask(server, ASK("1", "resources/list", ""),
               round ? RESULT("1", "\"resources\":[" OLD_RESOURCE("0") "," OLD_RESOURCE("1") "," OLD_RESOURCE("2") "]")
                     : RESULT("1", "\"resources\":[]"));
    if (!round) {
      server_ask(server, ASK("2", "prompts/get", "\"name\":\"greet\""),
                 ERROR("2", "-32602", "there is no prompt 'greet'; prompts/list says what there is"));
    }
    server_close(server);
  }
}

static bool is_nobody(void *context, const ToolScope *scope) {
  (void)context;
  (void)scope;
  return false;
}

static void log_messages_belong_to_no_request(void **state) {
  (void)state;
  Server *server = server_open();
  McpNews warning = {.level = LOG_WARN, .logger = STR("it"), .data = STR("{\"a\":1}")}, info = {.level = LOG_INFO};
  mcp_log_for(server->mcp, &warning, NULL, NULL);
  server_expect_nothing(server); /* nobody opened a session yet */
  server_initialize(server, "2025-11-25");
  mcp_log_for(server->mcp, &info, NULL, NULL);
  mcp_log_for(server->mcp, &warning, is_nobody, NULL);
  server_expect_nothing(server); /* below the level; for nobody */
  mcp_log_for(server->mcp, &warning, NULL, NULL);
  server_expect(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"warning\","
                        "\"logger\":\"it\",\"data\":{\"a\":1}}}");
  server_ask(server, ASK("1", "logging/setLevel", "\"level\":\"info\""), RESULT("1", ""));
  mcp_log_for(server->mcp, &info, NULL, NULL);
  server_expect(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":null}}");
  server_close(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resources_are_listed),
      cmocka_unit_test(pages_run_through_all_providers),
      cmocka_unit_test(resources_are_read),
      cmocka_unit_test(missing_resources_are_errors),
      cmocka_unit_test(prompts_are_listed),
      cmocka_unit_test(prompts_are_filled_in),
      cmocka_unit_test(arguments_are_completed),
      cmocka_unit_test(sessions_hear_of_changes),
      cmocka_unit_test(tools_that_come_and_go_are_announced),
      cmocka_unit_test(only_subscribed_resources_are_announced),
      cmocka_unit_test(subscriptions_are_bounded),
      cmocka_unit_test(news_wait_for_a_sink),
      cmocka_unit_test(some_things_are_for_some_clients),
      cmocka_unit_test(log_messages_belong_to_no_request),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
