/* The wire: every question ends, with its own answer or the reason why there
 * is none; every request of a server is answered. */
#include "tests/unit/lsp_fake.h"

/* ---- questions from several jobs at once ---- */

typedef struct Asker {
  Fake *fake;
  LspServer *server;
  pthread_t thread;
  Arena arena;
  Job job;
  int number;
  Err err;
  Str answer;
} Asker;

static void *ask(void *argument) {
  Asker *asker = argument;
  const Json *result = NULL;
  char params[32];
  snprintf(params, sizeof params, "{\"n\":%d}", asker->number);
  asker->err = lsp_server_request(&asker->job, asker->server, "fake/ask", str_from_c(params), &result);
  asker->answer = asker->err ? job_message(&asker->job, asker->err) : json_spell(&asker->arena, result);
  return NULL;
}

static void start_askers(Asker *askers, int count, Fake *fake, LspServer *server) {
  for (int i = 0; i < count; i++) {
    askers[i] = (Asker){.fake = fake, .server = server, .number = i};
    arena_init(&askers[i].arena);
    job_init(&askers[i].job, &askers[i].arena);
    assert_int_equal(pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
  }
}

static void end_asker(Asker *asker, Err err, const char *answer) {
  pthread_join(asker->thread, NULL);
  assert_int_equal(asker->err, err);
  if (!str_contains(asker->answer, str_from_c(answer))) {
    fail_msg("got '%.*s', wanted '%s'", STR_ARG(asker->answer), answer);
  }
  arena_clear(&asker->arena);
}

static void answers_find_their_askers_in_any_order(void **state) {
  enum { COUNT = 8 };
  Fake *fake = fake_open(*state, "\"on\":{\"fake/ask\":[{\"hold\":8}]}");
  LspServer *server = fake_take(fake);
  Asker askers[COUNT];
  start_askers(askers, COUNT, fake, server);
  for (int i = 0; i < COUNT; i++) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, "{\"n\":%d}", i);
    end_asker(&askers[i], OK, wanted);
  }
  lsp_server_release(server);
  fake_close(fake);
}

static void exact_payloads(void **state) {
  Fake *fake = fake_open(*state, "");
  LspServer *server = fake_take(fake);
  fake_gives(fake, server, "fake/one", "{\"a\":[1,\"\303\251\"]}", "null");
  scratch_ok(fake->s, lsp_server_notify(&fake->s->job, server, "fake/told", STR("{\"b\":2}")));
  fake_gives(fake, server, "fake/two", "", "null");
  scratch_same(fake_message(fake, "fake/one", 0),
               "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"fake/one\",\"params\":{\"a\":[1,\"\303\251\"]}}");
  scratch_same(fake_message(fake, "fake/told", 0),
               "{\"jsonrpc\":\"2.0\",\"method\":\"fake/told\",\"params\":{\"b\":2}}");
  scratch_same(fake_message(fake, "fake/two", 0), "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"fake/two\"}");
  lsp_server_release(server);
  fake_close(fake);
}

static void errors_are_told_in_the_servers_words(void **state) {
  Fake *fake = fake_open(*state,
                         "\"on\":{\"fake/no\":[{\"error\":{\"code\":-32803,\"message\":\"not here\\u0007\"}}],"
                         "\"fake/unknown\":[{\"error\":{\"code\":-32601,\"message\":\"what?\"}}],"
                         "\"fake/empty\":[{\"error\":{}}]}");
  LspServer *server = fake_take(fake);
  fake_refuses(fake, server, "fake/no", ERR_UNAVAILABLE, "fake could not answer fake/no: not here\\x07 (-32803)");
  fake_refuses(fake, server, "fake/unknown", ERR_UNAVAILABLE, "fake does not support fake/unknown: what?");
  fake_refuses(fake, server, "fake/empty", ERR_UNAVAILABLE, "no reason given");
  lsp_server_release(server);
  fake_close(fake);
}

static void asks_again_when_the_server_wants_it(void **state) {
  Fake *fake = fake_open(
      *state,
      "\"on\":{\"fake/a\":[[{\"error\":{\"code\":-32801,\"message\":\"changed\"}}],[{\"result\":1}]],"
      "\"fake/b\":[[{\"error\":{\"code\":-32802,\"message\":\"later\"}}],"
      "[{\"error\":{\"code\":-32802,\"message\":\"later\",\"data\":{\"retriggerRequest\":true}}}],[{\"result\":2}]],"
      "\"fake/c\":[{\"error\":{\"code\":-32802,\"message\":\"never\",\"data\":{\"retriggerRequest\":false}}}]}");
  LspServer *server = fake_take(fake);
  fake_gives(fake, server, "fake/a", "", "1");
  fake_gives(fake, server, "fake/b", "", "2");
  fake_refuses(fake, server, "fake/c", ERR_UNAVAILABLE, "never");
  assert_int_equal(fake_count(fake, "fake/a"), 2);
  assert_int_equal(fake_count(fake, "fake/b"), 3);
  assert_int_equal(fake_count(fake, "fake/c"), 1);
  lsp_server_release(server);
  fake_close(fake);
}

static void a_late_question_is_cancelled(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"fake/ask\":[{\"hold\":2}]}");
  LspServer *server = fake_take(fake);
  const Json *result = NULL;
  Job late;
  job_init(&late, &fake->s->arena);
  late.deadline_ms = job_now_ms() + 500; /* it is sent before that */
  assert_int_equal(lsp_server_request(&late, server, "fake/ask", STR("{\"n\":0}"), &result), ERR_TIMEOUT);
  scratch_same(fake_message(fake, "$/cancelRequest", 0),
               "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":2}}");
  /* Its answer comes with the next one's, and is dropped. */
  fake_gives(fake, server, "fake/ask", "{\"n\":1}", "{\"n\":1}");
  fake_sync(fake, server);
  lsp_server_release(server);
  fake_close(fake);
}

static void a_cancelled_job_returns_at_once(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"fake/ask\":[{\"hold\":9}]}");
  LspServer *server = fake_take(fake);
  Asker asker;
  start_askers(&asker, 1, fake, server);
  fake_message(fake, "fake/ask", 0);
  job_cancel(&asker.job, ERR_CANCELLED);
  end_asker(&asker, ERR_CANCELLED, "cancelled");
  assert_true(str_contains(fake_message(fake, "$/cancelRequest", 0), STR("{\"id\":2}")));
  fake_sync(fake, server);
  lsp_server_release(server);
  fake_close(fake);
}

static void strange_messages_are_ignored(void **state) {
  Fake *fake = fake_open(
      *state, "\"on\":{\"fake/ask\":[{\"raw\":\"Content-Length: 36\\r\\n\\r\\n{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":99,"
              "\\\"result\\\":1}Content-Length: 23\\r\\n\\r\\n{\\\"id\\\":null,\\\"result\\\":1} "
              "Content-Length: 2\\r\\n\\r\\n{}\"},{\"notify\":[\"$/unheard\",{}]},"
              "{\"notify\":[\"$/progress\",[]]},{\"notify\":[\"textDocument/publishDiagnostics\",{}]},"
              "{\"notify\":[\"window/logMessage\",{\"type\":1,\"message\":\"x\"}]},{\"result\":7}]}");
  LspServer *server = fake_take(fake);
  fake_gives(fake, server, "fake/ask", "", "7");
  lsp_server_release(server);
  fake_close(fake);
}

static void large_answers(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"fake/large\":[{\"result_of_size\":20971520}]}");
  LspServer *server = fake_take(fake);
  const Json *result = NULL;
  scratch_ok(fake->s, lsp_server_request(&fake->s->job, server, "fake/large", STR_EMPTY, &result));
  assert_int_equal(result->count, 20971520 / 103);
  assert_int_equal(result->items[result->count - 1].text.len, 100);
  lsp_server_release(server);
  fake_close(fake);
}

/* ---- ends ---- */

/* One question whose handling ends the server in some way. */
static void breaks(void **state, const char *actions, const char *words) {
  Scratch *s = *state;
  Fake *fake = fake_open(s, str_format(&s->arena, "\"on\":{\"fake/end\":[%s]}", actions).ptr);
  LspServer *server = fake_take(fake);
  pid_t pid = fake_number(fake, "pid");
  fake_refuses(fake, server, "fake/end", ERR_CLOSED, words);
  fake_refuses(fake, server, "fake/again", ERR_CLOSED, words);
  FAKE_UNTIL(!fake_is_alive(pid));
  lsp_server_release(server);
  fake_close(fake);
}

static void broken(void **state, const char *actions, const char *words) {
  Scratch *s = *state;
  Fake *fake = fake_open(s, str_format(&s->arena, "\"on\":{\"fake/end\":[%s,{\"sleep\":600}]}", actions).ptr);
  LspServer *server = fake_take(fake);
  pid_t pid = fake_number(fake, "pid");
  fake_refuses(fake, server, "fake/end", ERR_PROTOCOL, words);
  FAKE_UNTIL(!fake_is_alive(pid));
  lsp_server_release(server);
  fake_close(fake);
}

static void a_crash_is_told_with_the_last_words(void **state) {
  breaks(state, "{\"stderr\":[\"it went wrong\\n\",1]},{\"exit\":3}",
         "fake ended (exit status 3); the last it said:\nit went wrong");
}
static void a_kill_is_told(void **state) { breaks(state, "{\"kill\":true}", "fake ended (killed by signal 9)"); }
static void a_crash_in_the_middle_of_a_message(void **state) {
  breaks(state, "{\"raw_cut\":[{\"id\":2,\"result\":1},5]},{\"exit\":0}", "fake ended (exit status 0)");
}
static void a_closed_output_ends_it(void **state) {
  breaks(state, "{\"close\":true},{\"sleep\":600}", "fake ended");
}
static void a_flood_of_errors_does_no_harm(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"fake/flood\":[{\"stderr\":[\"0123456789abcde\\n\",200000]},"
                                 "{\"stderr\":[\"the end\\n\",1]},{\"result\":1}]}");
  LspServer *server = fake_take(fake);
  fake_gives(fake, server, "fake/flood", "", "1");
  size_t count = 0;
  Str errors;
  FAKE_UNTIL((errors = lsp_hub_states(&fake->s->arena, fake->hub, &count)->errors,
              str_ends_with(errors, STR("abcde\nthe end\n"))));
  assert_int_equal(errors.len, 8192);
  lsp_server_release(server);
  fake_close(fake);
}
static void too_long_a_length(void **state) {
  broken(state, "{\"raw\":\"Content-Length: 30\\r\\n\\r\\n{\\\"id\\\":2}Content-Length: 20\\r\\n\\r\\n{\\\"id\\\":2}\"}",
         "fake sent a message that cannot be read");
}
static void too_short_a_length(void **state) {
  broken(state, "{\"raw\":\"Content-Length: 2\\r\\n\\r\\n{}}\"}", "fake wrote '}' to its output");
}
static void text_between_messages(void **state) {
  broken(state, "{\"raw\":\"Server is ready!\\n\"}", "fake wrote 'Server is ready!\\n' to its output");
}
static void no_length(void **state) {
  broken(state, "{\"raw\":\"X: 1\\r\\n\\r\\n{}\"}", "fake sent a message header without Content-Length");
}
static void no_json(void **state) {
  broken(state, "{\"raw\":\"Content-Length: 3\\r\\n\\r\\n{1}\"}", "fake sent a message that cannot be read");
}
static void too_large(void **state) {
  broken(state, "{\"raw\":\"Content-Length: 99999999\\r\\n\\r\\n\"}", "at most 64 MB are read");
}

static void all_who_wait_are_told(void **state) {
  enum { COUNT = 6 };
  Fake *fake = fake_open(*state, "\"on\":{\"fake/ask\":[{\"hold\":99}],\"fake/end\":[{\"exit\":4}]}");
  LspServer *server = fake_take(fake);
  Asker askers[COUNT];
  start_askers(askers, COUNT, fake, server);
  fake_message(fake, "fake/ask", COUNT - 1);
  scratch_ok(fake->s, lsp_server_notify(&fake->s->job, server, "fake/end", STR_EMPTY));
  for (int i = 0; i < COUNT; i++) end_asker(&askers[i], ERR_CLOSED, "fake ended (exit status 4)");
  lsp_server_release(server);
  fake_close(fake);
}

static void one_that_does_not_read_is_told_apart(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"fake/stop\":[{\"swallow\":600}]}");
  LspServer *server = fake_take(fake);
  Job *job = &fake->s->job;
  scratch_ok(fake->s, lsp_server_notify(job, server, "fake/stop", STR_EMPTY));
  size_t size = 9 << 20;
  char *large = malloc(size);
  memset(large, 'x', size);
  large[0] = large[size - 1] = '"';
  Err err = OK;
  for (int i = 0; i < 20 && !err; i++) err = lsp_server_notify(job, server, "fake/large", (Str){large, size});
  scratch_fails(fake->s, err, ERR_BUSY, "fake does not read what it is sent (64 MB wait)");
  free(large);
  lsp_server_release(server);
  kill(fake_number(fake, "pid"), SIGKILL); /* else closing waits its 3 s */
  fake_close(fake);
}

/* ---- what servers ask ---- */

static const char asked[] =
    "\"on\":{\"initialized\":["
    "{\"ask\":[\"workspace/configuration\",{\"items\":[{\"section\":\"toy.deep\"},{\"section\":\"toy.none\"},{},"
    "{\"scopeUri\":\"file:///x\",\"section\":\"toy\"}]}]},"
    "{\"ask\":[\"workspace/workspaceFolders\",null]},"
    "{\"ask\":[\"client/registerCapability\",{\"registrations\":[]}]},"
    "{\"ask\":[\"client/unregisterCapability\",{\"unregisterations\":[]}]},"
    "{\"ask\":[\"window/workDoneProgress/create\",{\"token\":1}]},"
    "{\"ask\":[\"window/showMessageRequest\",{\"type\":1,\"message\":\"?\",\"actions\":[{\"title\":\"yes\"}]}]},"
    "{\"ask\":[\"window/showDocument\",{\"uri\":\"file:///x\"}]},"
    "{\"ask\":[\"workspace/applyEdit\",{\"edit\":{}}]},"
    "{\"ask\":[\"workspace/semanticTokens/refresh\",null]},{\"ask\":[\"workspace/inlayHint/refresh\",null]},"
    "{\"ask\":[\"workspace/inlineValue/refresh\",null]},{\"ask\":[\"workspace/codeLens/refresh\",null]},"
    "{\"ask\":[\"workspace/diagnostic/refresh\",null]},{\"ask\":[\"workspace/foldingRange/refresh\",null]},"
    "{\"ask\":[\"workspace/textDocumentContent/refresh\",null]},"
    "{\"ask\":[\"$/unheard\",{}]},{\"ask\":[\"workspace/configuration\",{\"items\":\"broken\"}]}]}";

static void every_request_is_answered(void **state) {
  static const char settings[] = "{\"toy\":{\"deep\":{\"a\":[1,2]},\"b\":true}}";
  Fake *fake = fake_open(*state, asked);
  fake->kind.settings = str_from_c(settings);
  LspServer *server = fake_take(fake);
  const char *nothing = "null";
  const char *folders = str_format(&fake->s->arena, "[{\"uri\":\"file://%s/w\",\"name\":\"w\"}]", fake->s->path).ptr;
  const char *configuration =
      str_format(&fake->s->arena, "[{\"a\":[1,2]},null,%s,{\"deep\":{\"a\":[1,2]},\"b\":true}]", settings).ptr;
  const char *wanted[] = {configuration, folders, nothing, nothing, nothing, nothing, "{\"success\":false}",
                          "{\"applied\":false,\"failureReason\":\"edits are applied by the client's user only\"}",
                          nothing, nothing, nothing, nothing, nothing, nothing, nothing};
  for (size_t i = 0; i < COUNT_OF(wanted); i++) {
    Str id = str_format(&fake->s->arena, "\"ask-%zu\"", i + 1);
    Str line = str_format(&fake->s->arena, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":%s}", STR_ARG(id), wanted[i]);
    scratch_same(fake_message(fake, id.ptr, 0), line.ptr);
  }
  scratch_same(fake_message(fake, "\"ask-16\"", 0),
               "{\"jsonrpc\":\"2.0\",\"id\":\"ask-16\",\"error\":{\"code\":-32601,\"message\":\"no such request: "
               "$/unheard\"}}");
  scratch_same(fake_message(fake, "\"ask-17\"", 0), "{\"jsonrpc\":\"2.0\",\"id\":\"ask-17\",\"result\":[]}");
  lsp_server_release(server);
  fake_close(fake);
}

FAKE_MAIN(SCRATCH_TEST(answers_find_their_askers_in_any_order), SCRATCH_TEST(exact_payloads),
          SCRATCH_TEST(errors_are_told_in_the_servers_words), SCRATCH_TEST(asks_again_when_the_server_wants_it),
          SCRATCH_TEST(a_late_question_is_cancelled), SCRATCH_TEST(a_cancelled_job_returns_at_once),
          SCRATCH_TEST(strange_messages_are_ignored), SCRATCH_TEST(large_answers),
          SCRATCH_TEST(a_crash_is_told_with_the_last_words), SCRATCH_TEST(a_kill_is_told),
          SCRATCH_TEST(a_crash_in_the_middle_of_a_message), SCRATCH_TEST(a_closed_output_ends_it),
          SCRATCH_TEST(a_flood_of_errors_does_no_harm), SCRATCH_TEST(too_long_a_length),
          SCRATCH_TEST(too_short_a_length), SCRATCH_TEST(text_between_messages), SCRATCH_TEST(no_length),
          SCRATCH_TEST(no_json), SCRATCH_TEST(too_large), SCRATCH_TEST(all_who_wait_are_told),
          SCRATCH_TEST(one_that_does_not_read_is_told_apart), SCRATCH_TEST(every_request_is_answered))
