/* Tools: listing, calling, failing, progress, cancelling, logging, limits. */
#include <sched.h>

#include "tests/unit/mcp_server.h"

#define ECHO_INPUT "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\","
#define RESULT(id, body) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{" body "}}"
#define TEXT(text, is_error) "\"content\":[{\"type\":\"text\",\"text\":\"" text "\"}],\"isError\":" is_error
#define CALL(id, name, rest) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\",\"params\":{\"name\":\"" name "\"" rest "}}"
#define CANCEL(id) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id "}}"

static Str listing(Server *server, const char *version) {
  server_initialize(server, version);
  assert_true(server_tell(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"));
  return server_next(server);
}

static void listings_fit_the_version(void **state) {
  (void)state;
  static const struct {
    const char *version;
    bool annotations, title, output;
  } rows[] = {{"2024-11-05", false, false, false},
              {"2025-03-26", true, false, false},
              {"2025-06-18", true, true, true},
              {"2025-11-25", true, true, true}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    Server *server = server_open();
    server->policy.structured = true;
    Str text = listing(server, rows[i].version);
    assert_true(str_contains(text, STR("{\"name\":\"echo\",")));
    assert_true(str_contains(text, STR("\"inputSchema\":{")));
    assert_false(str_contains(text, STR("\"name\":\"fail\""))); /* not of the core */
    assert_int_equal(str_contains(text, STR("\"annotations\":{")), rows[i].annotations);
    assert_int_equal(str_contains(text, STR(",\"title\":\"Echo\",\"desc")), rows[i].title);
    assert_int_equal(str_contains(text, STR("\"outputSchema\":{")), rows[i].output);
    server_close(server);
  }
}

/* Old versions get the same entry without what they do not know. */
static void listing_is_exact(void **state) {
  (void)state;
  Server *server = server_open();
  server->policy.tools = STR("write");
  Str text = listing(server, "2024-11-05");
  assert_string_equal(text.ptr,
      RESULT("1", "\"tools\":[{\"name\":\"write\",\"description\":\"Changes things.\",\"inputSchema\":"
             "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}}]"));
  server_close(server);
}

static void modern_listing_says_how_long_it_lasts(void **state) {
  (void)state;
  Server *server = server_open();
  server->policy.tools = STR("nothing");
  server_ask(server, modern(server, "1", "tools/list", "", ""),
             RESULT("1", "\"resultType\":\"complete\",\"tools\":[],\"ttlMs\":300000,"
                    "\"cacheScope\":\"private\"," SERVER_META));
  server_close(server);
}

static void pages_follow_each_other(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){.page_size = 1}, true);
  server->policy.tools = STR("write,hang,ask");
  const char *expected[] = {"ask", "hang", "write"};
  Str cursor = STR_EMPTY;
  Job job;
  job_init(&job, &server->arena);
  for (size_t i = 0; i < 3; i++) {
    const char *params = i ? server_text(server, "\"cursor\":\"%.*s\"", STR_ARG(cursor)) : "";
    assert_true(server_tell(server, modern(server, "1", "tools/list", params, "")));
    const Json *answer = NULL;
    assert_int_equal(json_read(&job, server_next(server), NULL, &answer), OK);
    const Json *tools = json_get_path(answer, "result.tools");
    assert_int_equal(tools->count, 1);
    assert_true(str_eq_c(json_get_str(&tools->items[0], STR("name"), STR_EMPTY), expected[i]));
    cursor = json_get_str(json_get(answer, STR("result")), STR("nextCursor"), STR_EMPTY);
    assert_int_equal(cursor.len > 0, i < 2);
  }
  server_close(server);
}

static const char *listed_names(Server *server) {
  const Json *answer = NULL;
  Job job;
  Buf names;
  job_init(&job, &server->arena);
  buf_init(&names, &server->arena, 1000);
  assert_true(server_tell(server, modern(server, "1", "tools/list", "", "")));
  assert_int_equal(json_read(&job, server_next(server), NULL, &answer), OK);
  const Json *tools = json_get_path(answer, "result.tools");
  for (size_t i = 0; i < tools->count; i++) {
    if (i) buf_add_byte(&names, ',');
    buf_add(&names, json_get_str(&tools->items[i], STR("name"), STR_EMPTY));
  }
  return names.ptr;
}

/* The second time it is answered from what is kept; there are more policies here
 * than places. */
static void kept_listings_follow_the_policy(void **state) {
  (void)state;
  Server *server = server_open();
  static const struct {
    const char *tools, *disabled;
    bool read_only;
    const char *expected;
  } rows[] = {{"hang,write", "", false, "hang,write"}, {"hang,write", "hang", false, "write"},
              {"hang,write", "", true, "hang"},        {"write", "", false, "write"},
              {"hang", "", false, "hang"},             {"ask", "", false, "ask"},
              {"ask,hang", "", false, "ask,hang"},     {"ask,write", "", false, "ask,write"},
              {"echo", "", false, "echo"},             {"echo,hang", "", false, "echo,hang"}};
  for (size_t i = 0; i < 3 * COUNT_OF(rows); i++) {
    size_t at = i % COUNT_OF(rows);
    server->policy.tools = str_from_c(rows[at].tools);
    server->policy.disabled = str_from_c(rows[at].disabled);
    server->policy.read_only = rows[at].read_only;
    for (int again = 0; again < 2; again++) assert_string_equal(listed_names(server), rows[at].expected);
  }
  server_close(server);
}

static void kept_listings_follow_the_version(void **state) {
  (void)state;
  Server *server = server_open();
  for (int round = 0; round < 2; round++) {
    assert_true(server_tell(server, modern(server, "1", "tools/list", "", "")));
    assert_true(str_contains(server_next(server), STR("\"annotations\":{")));
    if (!round) server_initialize(server, "2024-11-05");
    assert_true(server_tell(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"));
    assert_false(str_contains(server_next(server), STR("\"annotations\":{")));
  }
  server_close(server);
}

static void kept_listings_follow_the_registry(void **state) {
  (void)state;
  Server *server = server_open();
  Job job;
  Tool added = tool_write;
  added.name = "extra.one";
  job_init(&job, &server->arena);
  server->policy.tools = STR("extra.one,hang");
  for (int round = 0; round < 2; round++) {
    for (int again = 0; again < 2; again++) assert_string_equal(listed_names(server), "hang");
    assert_int_equal(tool_registry_add(&job, server->registry, STR("extra"), &added, NULL), OK);
    for (int again = 0; again < 2; again++) assert_string_equal(listed_names(server), "hang,extra.one");
    tool_registry_remove_owner(server->registry, STR("extra"));
  }
  server_close(server);
}

static void bad_cursors_are_refused(void **state) {
  (void)state;
  Server *server = server_open();
  static const char *const cursors[] = {"1", "\"\"", "\"x\"", "\"!!!!\"", "null",
                                        "\"cHJvbXB0cyAwIDE=\"", "\"dG9vbHMgMCAtMQ==\"",
                                        "\"dG9vbHMgMCBh\""};
  for (size_t i = 0; i < COUNT_OF(cursors); i++) {
    const char *params = server_text(server, "\"cursor\":%s", cursors[i]);
    server_ask(server, modern(server, "1", "tools/list", params, ""),
               "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"params.cursor is "
               "not one this server gave for tools/list; leave it out to start over\"}}");
  }
  /* "tools 0 99" */
  server_ask(server, modern(server, "1", "tools/list", "\"cursor\":\"dG9vbHMgMCA5OQ==\"", ""),
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"params.cursor lies "
             "beyond the list of tools, which has become shorter; leave it out to start over\"}}");
  server_close(server);
}

static void calls_are_answered(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-11-25");
  server_ask(server, CALL("1", "echo", ",\"arguments\":{\"text\":\"hi\",\"times\":2}"),
             RESULT("1", TEXT("hihi", "false")));
  server_ask(server, CALL("\"x\"", "dirty", ",\"arguments\":null"),
             RESULT("\"x\"", TEXT("a\\\\x1B[31m\\tb\\n\\\\u{202E}c", "false")));
  server_ask(server, modern(server, "2", "tools/call", "\"name\":\"echo\",\"arguments\":{\"text\":\"hi\"}", ""),
             RESULT("2", "\"resultType\":\"complete\"," TEXT("hi", "false") "," SERVER_META));
  assert_int_equal(server->idles, 4);
  server_close(server);
}

static void fields_appear_when_wanted(void **state) {
  (void)state;
  const char *call = CALL("1", "echo", ",\"arguments\":{\"text\":\"hi\"}");
  Server *server = server_open();
  server->policy.structured = true;
  server_initialize(server, "2025-06-18");
  server_ask(server, call,
             RESULT("1", "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"text\\\":\\\"hi\\\",\\\"times\\\":1}\"}],"
                    "\"structuredContent\":{\"text\":\"hi\",\"times\":1},\"isError\":false"));
  server_ask(server, CALL("2", "dirty", ""), RESULT("2", TEXT("a\\\\x1B[31m\\tb\\n\\\\u{202E}c", "false")));
  server_close(server);
  server = server_open();
  server->policy.structured = true;
  server_initialize(server, "2025-03-26");
  server_ask(server, call, RESULT("1", TEXT("hi", "false")));
  server_close(server);
}

/* The list is a text of its own, the rest a second one; a client that knows no
 * structured content reads the same texts. */
static void promised_fields_are_texts(void **state) {
  (void)state;
#define PROMISED "\"content\":[{\"type\":\"text\",\"text\":\"[\\\"x\\\"]\"},{\"type\":\"text\",\"text\":\"{\\\"more\\\":1}\"}]"
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  server_ask(server, CALL("1", "promise", ""),
             RESULT("1", PROMISED ",\"structuredContent\":{\"items\":[\"x\"],\"more\":1},\"isError\":false"));
  server_close(server);
  server = server_open();
  server_initialize(server, "2025-03-26");
  server_ask(server, CALL("1", "promise", ""), RESULT("1", PROMISED ",\"isError\":false"));
  server_close(server);
}

static void failures_are_results(void **state) {
  (void)state;
  Server *server = server_open();
  server->policy.disabled = STR("hang");
  server_initialize(server, "2025-03-26");
  server_ask(server, CALL("1", "fail", ""),
             RESULT("1", TEXT("no file 'a\\\\x1B[1m.c'; nearest is 'b.c'", "true")));
  assert_int_equal(server->sent[server->seen - 1].frame.error_code, 0);
  assert_true(server_tell(server, CALL("2", "echo", ",\"arguments\":{\"txt\":1}")));
  Str text = server_next(server);
  assert_true(str_contains(text, STR("\"isError\":true")));
  assert_true(str_contains(text, STR("text")));
  assert_true(server_tell(server, CALL("3", "hang", "")));
  text = server_next(server);
  assert_true(str_contains(text, STR("the tool 'hang' is disabled")));
  assert_true(str_contains(text, STR("\"isError\":true")));
  server_close(server);
}

static void mistakes_are_errors(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  assert_true(server_tell(server, CALL("1", "ecko", "")));
  Str text = server_next(server);
  assert_true(str_starts_with(text, STR("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,")));
  assert_true(str_contains(text, STR("echo"))); /* the nearest name */
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\"}",
             "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":"
             "\"params.name must be a string\"}}");
  server_ask(server, CALL("3", "echo", ",\"arguments\":[1]"),
             "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32602,\"message\":"
             "\"params.arguments must be an object\"}}");
  server_ask(server, CALL("4", "broken", ""),
             "{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":-32603,\"message\":"
             "\"a table is damaged\"}}");
  server_close(server);
}

/* Content a version does not have becomes words; nothing spans lines. */
static void blocks_fit_the_version(void **state) {
  (void)state;
  const char *audio = "{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}";
  Server *server = server_open();
  server_initialize(server, "2024-11-05");
  server_ask(server, CALL("1", "blocks", ""),
             RESULT("1", "\"content\":[{\"type\":\"text\",\"text\":\"(audio/wav, which this client cannot "
                    "receive)\"},{\"type\":\"text\",\"text\":\"a: file:///a\"}],\"isError\":false"));
  server_close(server);
  server = server_open();
  server_initialize(server, "2025-03-26");
  server_ask(server, CALL("1", "blocks", ""), server_text(server,
      RESULT("1", "\"content\":[%s,{\"type\":\"text\",\"text\":\"a: file:///a\"}],\"isError\":false"), audio));
  server_close(server);
  server = server_open();
  server_initialize(server, "2025-06-18");
  server_ask(server, CALL("1", "blocks", ""), server_text(server,
      RESULT("1", "\"content\":[%s,{\"type\":\"resource_link\", \"uri\":\"file:///a\",\"name\":\"a\"}],"
             "\"isError\":false"), audio));
  server_close(server);
}

#define PROGRESS(body) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"p\"," body "}}"

static void progress_only_grows(void **state) {
  (void)state;
  const char *call = CALL("1", "steps", ",\"_meta\":{\"progressToken\":\"p\"}");
  Server *server = server_open();
  server_initialize(server, "2025-03-26");
  assert_true(server_tell(server, call));
  server_expect(server, PROGRESS("\"progress\":0,\"total\":3"));
  server_expect(server, PROGRESS("\"progress\":1,\"total\":3,\"message\":\"one\""));
  server_expect(server, PROGRESS("\"progress\":2.5"));
  assert_false(server->sent[server->seen - 1].frame.last);
  server_expect(server, RESULT("1", TEXT("done", "false")));
  server_ask(server, CALL("2", "steps", ""), RESULT("2", TEXT("done", "false")));
  server_expect_nothing(server);
  server_close(server);
  server = server_open();
  server_initialize(server, "2024-11-05"); /* which has no messages */
  assert_true(server_tell(server, call));
  server_expect(server, PROGRESS("\"progress\":0,\"total\":3"));
  server_expect(server, PROGRESS("\"progress\":1,\"total\":3"));
  server_close(server);
}

static void cancelling_stops_the_work(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-11-25");
  assert_true(server_tell(server, CALL("\"a\"", "hang", "")));
  while (!atomic_load(&witness.started)) server_settle(server, 5);
  assert_int_equal(mcp_peer_active(server->peer), 1);
  assert_false(server_tell(server, CANCEL("\"b\"")));
  server_expect_nothing(server);
  assert_int_equal(atomic_load(&witness.stopped), 0);
  size_t idles = server->idles;
  assert_false(server_tell(server, CANCEL("\"a\"")));
  assert_false(server_tell(server, CANCEL("\"a\"")));
  while (server->idles == idles) server_settle(server, 5);
  assert_int_equal(atomic_load(&witness.stopped), ERR_CANCELLED);
  assert_int_equal(mcp_peer_active(server->peer), 0);
  server_expect_nothing(server);
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}", RESULT("\"a\"", ""));
  server_close(server);
}

static void ping_does_not_wait(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){.max_active = 1}, true);
  server_initialize(server, "2025-11-25");
  assert_true(server_tell(server, CALL("1", "wait", "")));
  assert_true(server_tell(server, CALL("2", "echo", ",\"arguments\":{\"text\":\"later\"}")));
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}", RESULT("3", ""));
  assert_int_equal(mcp_peer_active(server->peer), 2);
  server_expect_nothing(server);
  thread_event_set(witness.go);
  server_expect(server, RESULT("1", TEXT("waited", "false")));
  server_expect(server, RESULT("2", TEXT("later", "false")));
  server_close(server);
}

static void waiting_requests_can_be_cancelled(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){.max_active = 1}, true);
  server_initialize(server, "2025-11-25");
  assert_true(server_tell(server, CALL("1", "wait", "")));
  assert_true(server_tell(server, CALL("2", "hang", "")));
  assert_true(server_tell(server, CALL("3", "echo", ",\"arguments\":{\"text\":\"on\"}")));
  assert_false(server_tell(server, CANCEL("2")));
  assert_int_equal(mcp_peer_active(server->peer), 2);
  thread_event_set(witness.go);
  server_expect(server, RESULT("1", TEXT("waited", "false")));
  server_expect(server, RESULT("3", TEXT("on", "false")));
  assert_int_equal(atomic_load(&witness.started), 1);
  server_close(server);
}

static void too_many_are_refused(void **state) {
  (void)state;
  enum { FITS = 1 + 1024 };
  Server *server = server_open_with(&(McpOptions){.max_active = 1}, true);
  server_initialize(server, "2025-11-25");
  assert_true(server_tell(server, CALL("0", "wait", "")));
  for (int i = 1; i < FITS; i++) {
    assert_true(server_tell(server, server_text(server, CALL("%d", "dirty", ""), i)));
  }
  assert_int_equal(mcp_peer_active(server->peer), FITS);
  server_ask(server, CALL("\"over\"", "dirty", ""),
             "{\"jsonrpc\":\"2.0\",\"id\":\"over\",\"error\":{\"code\":-32603,\"message\":\"too many "
             "requests in progress; wait for answers before sending more\"}}");
  thread_event_set(witness.go);
  server_run(server, FITS);
  assert_int_equal(server->count - server->seen, FITS);
  server_settle(server, 1);
  assert_int_equal(mcp_peer_active(server->peer), 0);
  server_close(server);
}

#define MESSAGE(body) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{" body "}}"

static void logs_obey_the_level(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  assert_true(server_tell(server, CALL("1", "log", "")));
  server_expect(server, MESSAGE("\"level\":\"warning\",\"data\":\"odd\""));
  server_expect(server, MESSAGE("\"level\":\"error\",\"logger\":\"test\",\"data\":\"bad\""));
  server_expect(server, RESULT("1", TEXT("logged", "false")));
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"logging/setLevel\",\"params\":"
             "{\"level\":\"debug\"}}", RESULT("2", ""));
  assert_true(server_tell(server, CALL("3", "log", "")));
  server_expect(server, MESSAGE("\"level\":\"debug\",\"logger\":\"test\",\"data\":\"fine\""));
  server_expect(server, MESSAGE("\"level\":\"info\",\"logger\":\"test\",\"data\":{\"n\":1}"));
  server_run(server, 3);
  server->seen += 3;
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"logging/setLevel\",\"params\":"
             "{\"level\":\"emergency\"}}", RESULT("4", ""));
  server_ask(server, CALL("5", "log", ""), RESULT("5", TEXT("logged", "false")));
  server_ask(server, "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"logging/setLevel\",\"params\":"
             "{\"level\":\"loud\"}}",
             "{\"jsonrpc\":\"2.0\",\"id\":6,\"error\":{\"code\":-32602,\"message\":\"no log level 'loud'; "
             "there are debug, info, notice, warning, error, critical, alert and emergency\"}}");
  server_close(server);
}

/* The loop does not run meanwhile: what it cannot take is dropped, the answer
 * never is. */
static void floods_are_dammed(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  assert_true(server_tell(server, CALL("1", "flood", "")));
  while (!atomic_load(&witness.started)) sched_yield();
  while (thread_pool_active(server->pool)) sched_yield();
  server_run(server, 2048 + 1);
  server->seen += 2048;
  server_expect(server, RESULT("1", TEXT("flooded", "false")));
  server_close(server);
}

static void writing_is_marked_before_it_begins(void **state) {
  (void)state;
  Server *server = server_open();
  server_initialize(server, "2025-06-18");
  server_ask(server, CALL("\"w1\"", "write", ""), RESULT("\"w1\"", TEXT("written", "false")));
  assert_string_equal(server_c(server, server->marked), "\"w1\"");
  server_close(server);
}

/* ---- sinks ---- */

typedef struct Stream {
  Server *server;
  size_t count;
  Str last;
  bool ended;
} Stream;

static void stream_take(void *context, Str message, const McpFrame *frame) {
  Stream *stream = context;
  stream->count++;
  stream->last = str_copy(&stream->server->arena, message);
  stream->ended = frame->last;
  if (frame->last) loop_stop(stream->server->loop);
}

static void answers_go_where_the_question_came_from(void **state) {
  (void)state;
  Server *server = server_open();
  Stream stream = {.server = server};
  McpPeer *peer = server_peer(server, true);
  Str call = str_from_c(modern(server, "1", "tools/call", "\"name\":\"dirty\"", ""));
  assert_true(mcp_receive(peer, call, NULL, &(McpSink){stream_take, &stream}));
  loop_run(server->loop);
  assert_int_equal(stream.count, 1);
  assert_true(stream.ended);
  assert_int_equal(server->count, 0);
  mcp_peer_close(peer);
  server_close(server);
}

static void cancelled_http_requests_end_empty(void **state) {
  (void)state;
  Server *server = server_open();
  Stream stream = {.server = server};
  mcp_peer_close(server->peer);
  server->peer = server_peer(server, true);
  server_initialize(server, "2025-11-25");
  Str call = STR(CALL("1", "hang", ""));
  assert_true(mcp_receive(server->peer, call, NULL, &(McpSink){stream_take, &stream}));
  assert_false(server_tell(server, CANCEL("1")));
  loop_run(server->loop);
  assert_int_equal(stream.count, 1);
  assert_int_equal(stream.last.len, 0);
  assert_true(stream.ended);
  server_close(server);
}

static void abandoned_requests_are_not_answered(void **state) {
  (void)state;
  Server *server = server_open();
  Stream gone = {.server = server};
  Stream stays = {.server = server};
  McpPeer *peer = server_peer(server, true);
  Str hang = str_from_c(modern(server, "1", "tools/call", "\"name\":\"hang\"", ""));
  Str wait = str_from_c(modern(server, "2", "tools/call", "\"name\":\"wait\"", ""));
  assert_true(mcp_receive(peer, hang, NULL, &(McpSink){stream_take, &gone}));
  assert_true(mcp_receive(peer, wait, NULL, &(McpSink){stream_take, &stays}));
  while (atomic_load(&witness.started) < 2) server_settle(server, 5);
  mcp_abandon(peer, &gone, true);
  mcp_abandon(peer, &stays, false);
  while (mcp_peer_active(peer) > 1) server_settle(server, 5);
  assert_int_equal(atomic_load(&witness.stopped), ERR_CANCELLED);
  thread_event_set(witness.go);
  while (mcp_peer_active(peer) > 0) server_settle(server, 5);
  assert_int_equal(gone.count, 0);
  assert_int_equal(stays.count, 0);
  mcp_peer_close(peer);
  server_close(server);
}

static void close_in_answer(void *context, Str message, const McpFrame *frame) {
  Server *server = context;
  (void)message;
  assert_true(frame->last);
  mcp_peer_close(server->peer);
  server->count++;
  loop_stop(server->loop);
}

static void peers_may_be_closed_by_their_answer(void **state) {
  (void)state;
  static const char *const methods[] = {"tools/list", "tools/call", "resources/read", "no/such"};
  for (size_t i = 0; i < COUNT_OF(methods); i++) {
    Server *server = server_open();
    const char *params = "\"name\":\"dirty\",\"uri\":\"test://1\"";
    Str message = str_from_c(modern(server, "1", methods[i], params, ""));
    assert_true(mcp_receive(server->peer, message, NULL, &(McpSink){close_in_answer, server}));
    if (server->count == 0) loop_run(server->loop);
    server->peer = NULL;
    server_close(server);
  }
}

#define BRIEF(id, how) CALL(id, "brief", ",\"arguments\":{\"how\":\"" how "\"},\"_meta\":{\"progressToken\":5}")

/* Asked once and the answer compared. True: it came from the loop's thread. */
static bool ask_brief(Server *server, const char *call, const char *wanted) {
  atomic_store(&witness.started, 0);
  atomic_store(&recorded, 0);
  server_ask(server, call, wanted);
  assert_int_equal(atomic_load(&recorded), 1);
  return is_on_loop;
}

static void expect_pool(Server *server, const char *call, const char *wanted, int runs) {
  assert_false(ask_brief(server, call, wanted));
  assert_int_equal(atomic_load(&witness.started), runs);
}

/* What is short is told by the clock: on a busy machine a call may be long that does
 * nothing, and then goes to the pool, once or as long as that lasts. */
enum { BUSY_MOST = 1000 };

static void expect_loop(Server *server, const char *call, const char *wanted) {
  for (int i = 0; i < BUSY_MOST; i++) {
    if (!ask_brief(server, call, wanted)) continue;
    assert_int_equal(atomic_load(&witness.started), 1);
    return;
  }
  fail_msg("never on the loop: %s", call);
}

/* Tried on the loop, where it proves to be longer. */
static void expect_tried(Server *server, const char *call, const char *wanted) {
  for (int i = 0; i < BUSY_MOST; i++) {
    expect_loop(server, BRIEF("1", ""), RESULT("1", TEXT("brief", "false")));
    assert_false(ask_brief(server, call, wanted));
    if (atomic_load(&witness.started) == 2) return;
  }
  fail_msg("never tried: %s", call);
}

/* The first is for the pool; from then on the loop does what is short there, and
 * whatever is not leaves no trace of having been tried. */
static void short_calls_stay_on_the_loop(void **state) {
  (void)state;
  static const char *const longer[] = {BRIEF("1", "wait"), BRIEF("1", "work")};
  Server *server = server_open_with(&(McpOptions){.brief = "other brief"}, true);
  const char *good = RESULT("1", TEXT("brief", "false"));
  server_initialize(server, "2025-11-25");
  for (size_t i = 0; i < COUNT_OF(longer); i++) {
    expect_pool(server, BRIEF("1", ""), good, 1);
    for (int again = 0; again < 3; again++) expect_loop(server, BRIEF("1", ""), good);
    expect_loop(server, BRIEF("1", "fail"), RESULT("1", TEXT("nothing", "true")));
    expect_tried(server, longer[i], good);
    expect_pool(server, longer[i], good, 1); /* not tried a second time */
  }
  server_close(server);
}

/* One whose end was told is not begun again, however late it has become since. */
static void what_was_told_as_ended_stays_so(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){.brief = "brief"}, true);
  const char *good = RESULT("1", TEXT("brief", "false"));
  server_initialize(server, "2025-11-25");
  expect_pool(server, BRIEF("1", ""), good, 1);
  is_recorded_late = true;
  expect_loop(server, BRIEF("1", ""), good);
  is_recorded_late = false;
  server_close(server);
}

/* In a trial nothing is sent before the answer: it would be sent twice. */
static void what_is_said_on_the_way_is_said_once(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){.brief = "brief"}, true);
  const char *good = RESULT("1", TEXT("brief", "false"));
  server_initialize(server, "2025-11-25");
  for (int i = 0; i < 2; i++) {
    expect_loop(server, BRIEF("1", ""), good);
    assert_true(server_tell(server, i ? BRIEF("1", "log") : BRIEF("1", "report")));
    assert_string_equal(server_next(server).ptr,
                        i ? "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                            "{\"level\":\"error\",\"logger\":\"test\",\"data\":1}}"
                          : "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                            "{\"progressToken\":5,\"progress\":1,\"total\":2,\"message\":\"half\"}}");
    assert_string_equal(server_next(server).ptr, good);
    assert_false(is_on_loop);
  }
  server_close(server);
}

/* Nobody waits for a thread that the loop passes by. */
static void tools_that_are_not_named_go_to_the_pool(void **state) {
  (void)state;
  Server *server = server_open_with(&(McpOptions){.brief = "briefly bri"}, true);
  server_initialize(server, "2025-11-25");
  for (int i = 0; i < 3; i++) expect_pool(server, BRIEF("1", ""), RESULT("1", TEXT("brief", "false")), 1);
  server_close(server);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(listings_fit_the_version),
      cmocka_unit_test(listing_is_exact),
      cmocka_unit_test(modern_listing_says_how_long_it_lasts),
      cmocka_unit_test(pages_follow_each_other),
      cmocka_unit_test(kept_listings_follow_the_policy),
      cmocka_unit_test(kept_listings_follow_the_version),
      cmocka_unit_test(kept_listings_follow_the_registry),
      cmocka_unit_test(bad_cursors_are_refused),
      cmocka_unit_test(calls_are_answered),
      cmocka_unit_test(fields_appear_when_wanted),
      cmocka_unit_test(promised_fields_are_texts),
      cmocka_unit_test(failures_are_results),
      cmocka_unit_test(mistakes_are_errors),
      cmocka_unit_test(blocks_fit_the_version),
      cmocka_unit_test(progress_only_grows),
      cmocka_unit_test(cancelling_stops_the_work),
      cmocka_unit_test(ping_does_not_wait),
      cmocka_unit_test(waiting_requests_can_be_cancelled),
      cmocka_unit_test(too_many_are_refused),
      cmocka_unit_test(logs_obey_the_level),
      cmocka_unit_test(floods_are_dammed),
      cmocka_unit_test(writing_is_marked_before_it_begins),
      cmocka_unit_test(answers_go_where_the_question_came_from),
      cmocka_unit_test(cancelled_http_requests_end_empty),
      cmocka_unit_test(abandoned_requests_are_not_answered),
      cmocka_unit_test(peers_may_be_closed_by_their_answer),
      cmocka_unit_test(short_calls_stay_on_the_loop),
      cmocka_unit_test(what_was_told_as_ended_stays_so),
      cmocka_unit_test(what_is_said_on_the_way_is_said_once),
      cmocka_unit_test(tools_that_are_not_named_go_to_the_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
