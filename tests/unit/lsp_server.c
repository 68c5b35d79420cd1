/* One server: the greeting, what it can, when it is ready, and how much of the
 * workspace it looks at. */
#include "tests/unit/lsp_fake.h"

#include "src/lsp/lsp_internal.h"

/* ---- the greeting ---- */

static const Json *message_as_json(Fake *fake, const char *part) {
  const Json *message = NULL;
  scratch_ok(fake->s, json_read(&fake->s->job, fake_message(fake, part, 0), NULL, &message));
  return message;
}

static void spelled(Fake *fake, const Json *message, const char *path, const char *wanted) {
  scratch_same(json_spell(&fake->s->arena, json_get_path(message, path)), wanted);
}

static void greets(void **state) {
  Fake *fake = fake_open(*state, "\"serverInfo\":{\"name\":\"Fake\",\"version\":\"1.2\"}");
  fake->kind.settings = STR("{\"toy\":{\"on\":true}}");
  LspServer *server = fake_take(fake);
  fake_sync(fake, server);
  const Json *hello = message_as_json(fake, "\"initialize\"");
  Arena *arena = &fake->s->arena;
  spelled(fake, hello, "id", "1");
  spelled(fake, hello, "params.processId", str_format(arena, "%d", (int)getpid()).ptr);
  spelled(fake, hello, "params.rootUri", str_format(arena, "\"file://%s/w\"", fake->s->path).ptr);
  spelled(fake, hello, "params.rootPath", str_format(arena, "\"%s/w\"", fake->s->path).ptr);
  spelled(fake, hello, "params.workspaceFolders",
          str_format(arena, "[{\"uri\":\"file://%s/w\",\"name\":\"w\"}]", fake->s->path).ptr);
  spelled(fake, hello, "params.initializationOptions", "{\"toy\":{\"on\":true}}");
  spelled(fake, hello, "params.clientInfo.name", "\"fathom\"");
  spelled(fake, hello, "params.capabilities.general.positionEncodings", "[\"utf-8\",\"utf-16\",\"utf-32\"]");
  spelled(fake, hello, "params.capabilities.workspace.applyEdit", "false");
  spelled(fake, hello, "params.capabilities.workspace.configuration", "true");
  spelled(fake, hello, "params.capabilities.workspace.didChangeWatchedFiles",
          "{\"dynamicRegistration\":true,\"relativePatternSupport\":true}");
  spelled(fake, hello, "params.capabilities.textDocument.rename.prepareSupport", "true");
  spelled(fake, hello, "params.capabilities.textDocument.diagnostic", "{\"relatedDocumentSupport\":true}");
  spelled(fake, hello, "params.capabilities.window.workDoneProgress", "true");
  Str log = fake_file(fake, "log");
  str_cut(&log, '\n');
  scratch_same(str_cut(&log, '\n'), "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}");
  scratch_same(str_cut(&log, '\n'), "{\"jsonrpc\":\"2.0\",\"method\":\"workspace/didChangeConfiguration\","
                                    "\"params\":{\"settings\":{\"toy\":{\"on\":true}}}}");
  size_t count = 0;
  LspServerState *found = lsp_hub_states(arena, fake->hub, &count);
  assert_int_equal(count, 1);
  scratch_same(found->name, "fake");
  scratch_same(found->version, "1.2");
  scratch_same(found->language_id, "toy");
  assert_true(found->pid > 1);
  lsp_server_release(server);
  fake_close(fake);
}

static void counts_as_the_server_says(void **state) {
  static const struct {
    const char *capabilities;
    TextUnit encoding;
  } cases[] = {{"{}", TEXT_UNIT_UTF16},
               {"{\"positionEncoding\":\"utf-8\"}", TEXT_UNIT_BYTE},
               {"{\"positionEncoding\":\"utf-16\"}", TEXT_UNIT_UTF16},
               {"{\"positionEncoding\":\"utf-32\"}", TEXT_UNIT_CHARACTER}};
  Fake *fake = fake_open(*state, "");
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    fake_scenario(fake, str_format(&fake->s->arena, "\"capabilities\":%s", cases[i].capabilities).ptr);
    LspServer *server = fake_take(fake);
    assert_int_equal(lsp_server_encoding(server), cases[i].encoding);
    lsp_server_release(server);
    assert_int_equal(lsp_hub_restart(&fake->s->job, fake->hub, STR_EMPTY), 1);
  }
  fake_close(fake);
}

static void refuses_a_broken_greeting(void **state) {
  static const struct {
    const char *members;
    Err err;
    const char *words;
  } cases[] = {
      {"\"capabilities\":{\"positionEncoding\":\"ebcdic\"}", ERR_PROTOCOL,
       "fake chose the position encoding 'ebcdic', which was not offered"},
      {"\"on\":{\"initialize\":[{\"result\":null}]}", ERR_PROTOCOL, "fake answered 'initialize' without capabilities"},
      {"\"on\":{\"initialize\":[{\"error\":{\"code\":1,\"message\":\"no licence\"}}]}", ERR_CLOSED,
       "fake refused to start: no licence"},
      {"\"start\":[{\"stderr\":[\"no such option\",1]},{\"exit\":2}]", ERR_CLOSED,
       "fake ended (exit status 2); the last it said:\nno such option"},
  };
  LspHubOptions quick = {.backoff_ms = 1};
  Fake *fake = fake_open_with(*state, "", &quick);
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    LspServer *server = NULL;
    fake_scenario(fake, cases[i].members);
    scratch_fails(fake->s, lsp_hub_take(&fake->s->job, fake->hub, &fake->need, &server), cases[i].err,
                  cases[i].words);
  }
  fake_close(fake);
}

/* ---- what it can ---- */

static const char static_capabilities[] =
    "\"capabilities\":{\"hoverProvider\":true,\"definitionProvider\":false,\"referencesProvider\":{},"
    "\"renameProvider\":{\"prepareProvider\":true},\"codeActionProvider\":{\"resolveProvider\":false},"
    "\"callHierarchyProvider\":true,"
    "\"semanticTokensProvider\":{\"legend\":{},\"full\":{\"delta\":false},\"range\":true},"
    "\"inlayHintProvider\":{\"documentSelector\":[{\"language\":\"other\"}]},"
    "\"documentSymbolProvider\":{\"documentSelector\":[{\"language\":\"other\"},{\"scheme\":\"file\","
    "\"language\":\"toy\"}]},"
    "\"typeHierarchyProvider\":{\"documentSelector\":[{\"pattern\":\"**/src/*.{toy,tie}\"}]},"
    "\"implementationProvider\":{\"documentSelector\":[{\"scheme\":\"untitled\"}]},"
    "\"workspace\":{\"workspaceFolders\":{\"supported\":true},\"fileOperations\":{\"willRename\":{\"filters\":[]}}}}";

static void knows_what_was_said(void **state) {
  static const struct {
    const char *method;
    const char *path;
    bool can;
  } cases[] = {
      {"textDocument/hover", "a.toy", true},
      {"textDocument/definition", "a.toy", false},
      {"textDocument/references", "a.toy", true},
      {"textDocument/rename", "a.toy", true},
      {"textDocument/prepareRename", "a.toy", true},
      {"textDocument/codeAction", "a.toy", true},
      {"codeAction/resolve", "a.toy", false},
      {"textDocument/prepareCallHierarchy", "a.toy", true},
      {"callHierarchy/incomingCalls", "a.toy", true},
      {"textDocument/semanticTokens/full", "a.toy", true},
      {"textDocument/semanticTokens/full/delta", "a.toy", false},
      {"textDocument/semanticTokens/range", "a.toy", true},
      {"textDocument/inlayHint", "a.toy", false},
      {"textDocument/documentSymbol", "a.toy", true},
      {"textDocument/prepareTypeHierarchy", "src/a.toy", true},
      {"textDocument/prepareTypeHierarchy", "deep/src/a.tie", true},
      {"textDocument/prepareTypeHierarchy", "a.toy", false},
      {"textDocument/implementation", "a.toy", false},
      {"workspace/didChangeWorkspaceFolders", "", true},
      {"workspace/willRenameFiles", "", true},
      {"workspace/didRenameFiles", "", false},
      {"fake/unheard", "", false},
  };
  Fake *fake = fake_open(*state, static_capabilities);
  LspServer *server = fake_take(fake);
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    if (lsp_server_can(server, cases[i].method, str_from_c(cases[i].path)) != cases[i].can) {
      fail_msg("%s %s", cases[i].method, cases[i].path);
    }
  }
  scratch_fails(fake->s, lsp_server_need(&fake->s->job, server, "textDocument/definition", STR("a.toy")),
                ERR_UNAVAILABLE, "fake does not support textDocument/definition for a.toy");
  scratch_ok(fake->s, lsp_server_need(&fake->s->job, server, "textDocument/hover", STR("a.toy")));
  scratch_same(json_spell(&fake->s->arena, lsp_server_options(&fake->s->job, server, "textDocument/rename", STR("a"))),
               "{\"prepareProvider\":true}");
  assert_null(lsp_server_options(&fake->s->job, server, "textDocument/definition", STR("a.toy")));
  assert_true(json_get_bool(lsp_server_capabilities(&fake->s->job, server), STR("hoverProvider"), false));
  lsp_server_release(server);
  fake_close(fake);
}

static const char registering[] =
    "\"on\":{\"fake/more\":[{\"ask\":[\"client/registerCapability\",{\"registrations\":["
    "{\"id\":\"1\",\"method\":\"textDocument/formatting\"},"
    "{\"id\":\"2\",\"method\":\"textDocument/definition\",\"registerOptions\":{\"documentSelector\":"
    "[{\"language\":\"toy\",\"pattern\":\"lib/**\"}]}},"
    "{\"id\":\"3\",\"method\":\"textDocument/semanticTokens\",\"registerOptions\":{\"full\":true,\"legend\":7}}]}]}],"
    "\"fake/less\":[{\"ask\":[\"client/unregisterCapability\",{\"unregisterations\":["
    "{\"id\":\"1\",\"method\":\"textDocument/formatting\"}]}]}]}";

static void learns_and_forgets(void **state) {
  Scratch *s = *state;
  Fake *fake = fake_open(s, registering);
  LspServer *server = fake_take(fake);
  assert_false(lsp_server_can(server, "textDocument/formatting", STR("a.toy")));
  scratch_ok(s, lsp_server_notify(&s->job, server, "fake/more", STR_EMPTY));
  fake_message(fake, "ask-1", 0);
  assert_true(lsp_server_can(server, "textDocument/formatting", STR("a.toy")));
  assert_true(lsp_server_can(server, "textDocument/definition", STR("lib/x/a.toy")));
  assert_false(lsp_server_can(server, "textDocument/definition", STR("a.toy")));
  assert_true(lsp_server_can(server, "textDocument/semanticTokens/full", STR("a.toy")));
  assert_false(lsp_server_can(server, "textDocument/semanticTokens/range", STR("a.toy")));
  const Json *options = lsp_server_options(&s->job, server, "textDocument/semanticTokens/full", STR("a.toy"));
  assert_int_equal(json_get_int(options, STR("legend"), 0), 7);
  scratch_ok(s, lsp_server_notify(&s->job, server, "fake/less", STR_EMPTY));
  fake_message(fake, "ask-2", 0);
  assert_false(lsp_server_can(server, "textDocument/formatting", STR("a.toy")));
  assert_true(lsp_server_can(server, "textDocument/semanticTokens/full", STR("a.toy")));
  lsp_server_release(server);
  fake_close(fake);
}

/* ---- ready ---- */

static const char *state_of(Fake *fake) {
  size_t count = 0;
  return lsp_hub_states(&fake->s->arena, fake->hub, &count)->state;
}

#define PROGRESS(token, kind) "{\"notify\":[\"$/progress\",{\"token\":" token ",\"value\":{\"kind\":\"" kind "\"}}]}"

static void is_ready_when_its_works_ended(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"initialized\":[{\"ask\":[\"window/workDoneProgress/create\",{\"token\":1}]},"
                                 PROGRESS("1", "begin") "," PROGRESS("\"1\"", "begin") "],"
                                 "\"fake/half\":[" PROGRESS("1", "end") "],"
                                 "\"fake/done\":[" PROGRESS("\"1\"", "end") "]}");
  Job *job = &fake->s->job;
  LspServer *server = fake_take(fake);
  fake_sync(fake, server);
  assert_string_equal(state_of(fake), "indexing");
  scratch_fails(fake->s, lsp_server_wait_ready(job, server, 20), ERR_TIMEOUT, "fake is still loading after 20 ms");
  scratch_ok(fake->s, lsp_server_notify(job, server, "fake/half", STR_EMPTY));
  fake_sync(fake, server);
  scratch_fails(fake->s, lsp_server_wait_ready(job, server, 600), ERR_TIMEOUT, "fake is still loading");
  assert_false(fake_has_event(fake, "ready fake"));
  scratch_ok(fake->s, lsp_server_notify(job, server, "fake/done", STR_EMPTY));
  scratch_ok(fake->s, lsp_server_wait_ready(job, server, 60000));
  assert_string_equal(state_of(fake), "ready");
  FAKE_UNTIL(fake_has_event(fake, "ready fake"));
  lsp_server_release(server);
  fake_close(fake);
}

static void without_works_it_is_ready_soon(void **state) {
  Fake *fake = fake_open(*state, "");
  LspServer *server = fake_take(fake);
  scratch_ok(fake->s, lsp_server_wait_ready(&fake->s->job, server, 60000));
  assert_string_equal(state_of(fake), "ready");
  lsp_server_release(server);
  fake_close(fake);
}

static void a_hover_shows_that_a_silent_one_is_ready(void **state) {
  Fake *fake = fake_open(*state, "\"capabilities\":{\"hoverProvider\":true}");
  fake->kind.quirks = LSP_QUIRK_NO_PROGRESS;
  scratch_file(fake->s, "w/a.toy", "text\n");
  LspServer *server = fake_take(fake);
  LspDocument document;
  scratch_ok(fake->s, lsp_server_show(&fake->s->job, server, STR("a.toy"), &document));
  scratch_ok(fake->s, lsp_server_wait_ready(&fake->s->job, server, 60000));
  FAKE_UNTIL(fake_has_event(fake, "ready fake"));
  assert_string_equal(state_of(fake), "ready");
  Str wanted = str_format(&fake->s->arena,
                          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"textDocument/hover\",\"params\":{\"textDocument\":"
                          "{\"uri\":\"%s\"},\"position\":{\"line\":0,\"character\":0}}}",
                          fake_uri(fake, "a.toy"));
  scratch_same(fake_message(fake, "textDocument/hover", 0), wanted.ptr);
  scratch_ok(fake->s, lsp_server_wait_ready(&fake->s->job, server, 60000));
  assert_int_equal(fake_count(fake, "textDocument/hover"), 1);
  lsp_server_release(server);
  fake_close(fake);
}

static void diagnostics_show_it_too(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"fake/go\":[{\"notify\":[\"textDocument/publishDiagnostics\","
                                 "{\"uri\":\"file:///x\",\"diagnostics\":[]}]}]}");
  fake->kind.quirks = LSP_QUIRK_NO_PROGRESS;
  LspServer *server = fake_take(fake);
  scratch_ok(fake->s, lsp_server_notify(&fake->s->job, server, "fake/go", STR_EMPTY));
  FAKE_UNTIL(fake_has_event(fake, "ready fake"));
  lsp_server_release(server);
  fake_close(fake);
}

static void an_empty_first_answer_is_asked_once_more(void **state) {
  Fake *fake = fake_open(*state, "\"on\":{\"textDocument/references\":[[{\"result\":[]}],[{\"result\":[1]}],"
                                 "[{\"result\":[]}]],\"textDocument/definition\":[{\"result\":null}],"
                                 "\"textDocument/hover\":[{\"result\":null}]}");
  fake->kind.quirks = LSP_QUIRK_EMPTY_FIRST | LSP_QUIRK_NO_PROGRESS;
  LspServer *server = fake_take(fake);
  fake_gives(fake, server, "textDocument/references", "", "[1]");
  fake_gives(fake, server, "textDocument/references", "", "[]");
  fake_gives(fake, server, "textDocument/definition", "", "null");
  fake_gives(fake, server, "textDocument/definition", "", "null");
  fake_gives(fake, server, "textDocument/hover", "", "null");
  assert_int_equal(fake_count(fake, "textDocument/references"), 3);
  assert_int_equal(fake_count(fake, "textDocument/definition"), 3);
  assert_int_equal(fake_count(fake, "textDocument/hover"), 1);
  lsp_server_release(server);
  fake_close(fake);
}

/* ---- folders and scope ---- */

static void folders_come_and_go(void **state) {
  Fake *fake = fake_open(*state, "\"capabilities\":{\"workspace\":{\"workspaceFolders\":{\"supported\":true}}}");
  LspServer *server = fake_take(fake);
  Job *job = &fake->s->job;
  scratch_ok(fake->s, lsp_server_add_folder(job, server, STR("/other/one")));
  scratch_ok(fake->s, lsp_server_add_folder(job, server, STR("/other/one"))); /* says nothing */
  scratch_ok(fake->s, lsp_server_add_folder(job, server, STR("/other/two")));
  size_t count = 0;
  Str *folders = lsp_server_folders(&fake->s->arena, server, &count);
  assert_int_equal(count, 3);
  scratch_same(folders[1], "/other/one");
  scratch_ok(fake->s, lsp_server_remove_folder(job, server, STR("/other/one")));
  scratch_fails(fake->s, lsp_server_remove_folder(job, server, STR("/other/one")), ERR_NOT_FOUND,
                "'/other/one' is no folder of fake");
  fake_sync(fake, server);
  assert_int_equal(fake_count(fake, "didChangeWorkspaceFolders"), 3);
  scratch_same(fake_message(fake, "didChangeWorkspaceFolders", 0),
               "{\"jsonrpc\":\"2.0\",\"method\":\"workspace/didChangeWorkspaceFolders\",\"params\":{\"event\":{\"added\":"
               "[{\"uri\":\"file:///other/one\",\"name\":\"one\"}],\"removed\":[]}}}");
  scratch_same(fake_message(fake, "didChangeWorkspaceFolders", 2),
               "{\"jsonrpc\":\"2.0\",\"method\":\"workspace/didChangeWorkspaceFolders\",\"params\":{\"event\":{\"added\":"
               "[],\"removed\":[{\"uri\":\"file:///other/one\",\"name\":\"one\"}]}}}");
  lsp_server_release(server);
  fake_close(fake);
}

static void a_scope_becomes_folders(void **state) {
  Fake *fake = fake_open(*state, "\"capabilities\":{\"workspace\":{\"workspaceFolders\":{\"supported\":true}}}");
  fake->kind.quirks = LSP_QUIRK_SCOPED;
  Str scope[] = {STR("packages/a"), STR("packages/b")};
  fake->need.scope = scope;
  fake->need.scope_count = 1;
  LspServer *server = fake_take(fake);
  const char *root = fake->s->path;
  Arena *arena = &fake->s->arena;
  fake_sync(fake, server);
  spelled(fake, message_as_json(fake, "\"initialize\""), "params.workspaceFolders",
          str_format(arena, "[{\"uri\":\"file://%s/w/packages/a\",\"name\":\"a\"}]", root).ptr);
  lsp_server_release(server);
  fake->need.scope_count = 2;
  server = fake_take(fake);
  spelled(fake, message_as_json(fake, "didChangeWorkspaceFolders"), "params.event.added",
          str_format(arena, "[{\"uri\":\"file://%s/w/packages/b\",\"name\":\"b\"}]", root).ptr);
  lsp_server_release(server);
  fake->need.scope_count = 0;
  server = fake_take(fake);
  assert_true(str_contains(fake_message(fake, "didChangeWorkspaceFolders", 1),
                           str_format(arena, "\"added\":[{\"uri\":\"file://%s/w\",\"name\":\"w\"}]", root)));
  assert_int_equal(scratch_count(fake->s, "w"), 0); /* nothing was written */
  lsp_server_release(server);
  fake_close(fake);
}

static void a_scope_of_python_becomes_a_setting(void **state) {
  Fake *fake = fake_open(*state, "");
  fake->kind.quirks = LSP_QUIRK_SCOPED;
  fake->kind.settings = STR("{\"python\":{\"analysis\":{\"mode\":1,\"include\":[]},\"x\":2},\"y\":3}");
  fake->languages[0] = STR("python");
  Str scope[] = {STR("app"), STR("lib")};
  fake->need.scope = scope;
  fake->need.scope_count = 1;
  LspServer *server = fake_take(fake);
  fake_sync(fake, server);
  const Json *hello = message_as_json(fake, "\"initialize\"");
  spelled(fake, hello, "params.initializationOptions",
          "{\"y\":3,\"python\":{\"x\":2,\"analysis\":{\"mode\":1,\"include\":[\"app\"]}}}");
  spelled(fake, hello, "params.workspaceFolders",
          str_format(&fake->s->arena, "[{\"uri\":\"file://%s/w\",\"name\":\"w\"}]", fake->s->path).ptr);
  lsp_server_release(server);
  fake->need.scope_count = 2;
  server = fake_take(fake);
  assert_true(str_contains(fake_message(fake, "workspace/didChangeConfiguration", 1), STR("\"include\":[\"app\",\"lib\"]")));
  lsp_server_release(server);
  fake_close(fake);
}

/* ---- globs ---- */

static void globs(void **state) {
  (void)state;
  assert_true(lsp_glob_match(STR("**/*.{ts,js}"), STR("a/b.ts")));
  assert_true(lsp_glob_match(STR("**/*.{ts,js}"), STR("b.js")));
  assert_false(lsp_glob_match(STR("**/*.{ts,js}"), STR("b.jsx")));
  assert_true(lsp_glob_match(STR("{a,b{c,d}}/x"), STR("bd/x")));
  assert_false(lsp_glob_match(STR("{a,b{c,d}}/x"), STR("b/x")));
  assert_true(lsp_glob_match(STR("{,x/}a"), STR("a")));
  assert_true(lsp_glob_match(STR("**/{tsconfig,jsconfig}*.json"), STR("p/tsconfig.build.json")));
  assert_true(lsp_glob_match(STR("/abs/**/*.toy"), STR("/abs/x/y.toy")));
  assert_true(lsp_glob_match(STR("a{b"), STR("a{b"))); /* not closed: itself */
  assert_false(lsp_glob_match(STR("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"), STR("c")));
}

FAKE_MAIN(SCRATCH_TEST(greets), SCRATCH_TEST(counts_as_the_server_says), SCRATCH_TEST(refuses_a_broken_greeting),
          SCRATCH_TEST(knows_what_was_said), SCRATCH_TEST(learns_and_forgets),
          SCRATCH_TEST(is_ready_when_its_works_ended), SCRATCH_TEST(without_works_it_is_ready_soon),
          SCRATCH_TEST(a_hover_shows_that_a_silent_one_is_ready), SCRATCH_TEST(diagnostics_show_it_too),
          SCRATCH_TEST(an_empty_first_answer_is_asked_once_more), SCRATCH_TEST(folders_come_and_go),
          SCRATCH_TEST(a_scope_becomes_folders), SCRATCH_TEST(a_scope_of_python_becomes_a_setting),
          cmocka_unit_test(globs))
