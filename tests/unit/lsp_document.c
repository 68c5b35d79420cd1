/* Documents and diagnostics: the server sees each file as it is, is told only
 * what changed, and what it says about a file belongs to the text shown. */
#include "tests/unit/lsp_fake.h"

static LspDocument show(Fake *fake, LspServer *server, const char *path) {
  LspDocument document = {0};
  scratch_ok(fake->s, lsp_server_show(&fake->s->job, server, str_from_c(path), &document));
  return document;
}

static LspDocument show_disk(Fake *fake, LspServer *server, const char *path) {
  LspDocument document;
  scratch_ok(fake->s, lsp_server_show_disk(&fake->s->job, server, str_from_c(path), &document));
  return document;
}

static LspDocument show_text(Fake *fake, LspServer *server, const char *path, const char *text) {
  LspDocument document = {0};
  scratch_ok(fake->s,
             lsp_server_show_text(&fake->s->job, server, str_from_c(path), str_from_c(text), &document));
  return document;
}

/* The n-th message with `part` is the notification with these params. */
static void told(Fake *fake, const char *part, size_t n, const char *method, Str params) {
  Str wanted = str_format(&fake->s->arena, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%.*s}", method,
                          STR_ARG(params));
  scratch_same(fake_message(fake, part, n), wanted.ptr);
}

#define DID_OPEN "textDocument/didOpen"
#define DID_CHANGE "textDocument/didChange\""
#define DID_CLOSE "textDocument/didClose"
#define DID_SAVE "textDocument/didSave"

static void opens_changes_and_closes(void **state) {
  Fake *fake = fake_open(*state, "\"capabilities\":{\"textDocumentSync\":2}");
  Arena *arena = &fake->s->arena;
  const char *uri = fake_uri(fake, "sub/a%20b.toy");
  scratch_dir(fake->s, "w/sub");
  scratch_file(fake->s, "w/sub/a b.toy", "one\n\"\303\251\"");
  LspServer *server = fake_take(fake);
  LspDocument document = show(fake, server, "sub/a b.toy");
  scratch_same(document.path, "sub/a b.toy");
  scratch_same(document.uri, uri);
  scratch_same(document.text.chars, "one\n\"\303\251\"");
  scratch_same(document.language_id, "toy");
  assert_int_equal(document.version, 1);
  assert_int_equal(document.text.lines.count, 2);
  show(fake, server, "sub/./a b.toy"); /* unchanged: nothing */
  scratch_file(fake->s, "w/sub/a b.toy", "two");
  assert_int_equal(show(fake, server, "sub/a b.toy").version, 2);
  scratch_ok(fake->s, lsp_server_close_document(&fake->s->job, server, STR("sub/a b.toy")));
  scratch_ok(fake->s, lsp_server_close_document(&fake->s->job, server, STR("sub/a b.toy")));
  assert_int_equal(show(fake, server, "sub/a b.toy").version, 4); /* a report of before is not taken for one of now */
  fake_sync(fake, server);
  told(fake, DID_OPEN, 0, DID_OPEN,
       str_format(arena, "{\"textDocument\":{\"uri\":\"%s\",\"version\":1,\"languageId\":\"toy\",\"text\":"
                         "\"one\\n\\\"\303\251\\\"\"}}", uri));
  told(fake, DID_CHANGE, 0, "textDocument/didChange",
       str_format(arena, "{\"textDocument\":{\"uri\":\"%s\",\"version\":2},\"contentChanges\":[{\"text\":\"two\"}]}", uri));
  told(fake, DID_CLOSE, 0, DID_CLOSE, str_format(arena, "{\"textDocument\":{\"uri\":\"%s\"}}", uri));
  assert_int_equal(fake_count(fake, DID_OPEN), 2);
  assert_int_equal(fake_count(fake, DID_CHANGE), 1);
  assert_int_equal(fake_count(fake, DID_CLOSE), 1);
  assert_int_equal(fake_count(fake, DID_SAVE), 0);
  lsp_server_release(server);
  fake_close(fake);
}

static void sends_as_the_server_wants(void **state) {
  Fake *fake = fake_open(*state, "\"capabilities\":{\"textDocumentSync\":{\"openClose\":true,\"change\":0,"
                                 "\"save\":{\"includeText\":true}}}");
  scratch_file(fake->s, "w/a.toy", "one");
  LspServer *server = fake_take(fake);
  show(fake, server, "a.toy");
  scratch_file(fake->s, "w/a.toy", "three");
  assert_int_equal(show(fake, server, "a.toy").version, 3);
  fake_sync(fake, server);
  assert_int_equal(fake_count(fake, DID_OPEN), 2); /* no changes wanted: closed and opened */
  assert_int_equal(fake_count(fake, DID_CLOSE), 1);
  assert_int_equal(fake_count(fake, DID_CHANGE), 0);
  told(fake, DID_SAVE, 0, DID_SAVE,
       str_format(&fake->s->arena, "{\"textDocument\":{\"uri\":\"%s\"},\"text\":\"three\"}", fake_uri(fake, "a.toy")));
  lsp_server_release(server);
  fake_close(fake);
}

static void a_text_that_is_not_on_disk(void **state) {
  Fake *fake = fake_open(*state, "\"capabilities\":{\"textDocumentSync\":{\"openClose\":true,\"change\":1,"
                                 "\"save\":true}}");
  scratch_file(fake->s, "w/a.toy", "disk");
  LspServer *server = fake_take(fake);
  assert_int_equal(show_text(fake, server, "a.toy", "mine").version, 1);
  assert_int_equal(show_text(fake, server, "new.toy", "not there").version, 1);
  fake_sync(fake, server); /* a question does not bring the disk back */
  LspDocument document;
  assert_true(lsp_server_shown(&fake->s->job, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "mine");
  assert_true(lsp_server_shown(&fake->s->job, server, STR("new.toy"), &document));
  assert_false(lsp_server_shown(&fake->s->job, server, STR("other.toy"), &document));
  assert_int_equal(show(fake, server, "a.toy").version, 1); /* nor does showing it */
  assert_int_equal(show_disk(fake, server, "a.toy").version, 2);
  fake_message(fake, DID_SAVE, 0);
  /* What was shown reaches the disk: the server is told that it was saved. */
  assert_int_equal(show_text(fake, server, "a.toy", "final").version, 3);
  scratch_file(fake->s, "w/a.toy", "final");
  assert_int_equal(show_disk(fake, server, "a.toy").version, 3);
  fake_sync(fake, server);
  assert_int_equal(fake_count(fake, DID_CHANGE), 2);
  assert_int_equal(fake_count(fake, DID_SAVE), 2);
  told(fake, DID_SAVE, 1, DID_SAVE,
       str_format(&fake->s->arena, "{\"textDocument\":{\"uri\":\"%s\"}}", fake_uri(fake, "a.toy")));
  lsp_server_release(server);
  fake_close(fake);
}

static void a_text_is_its_clients_own(void **state) {
  Fake *fake = fake_open(*state, "");
  Job *job = &fake->s->job;
  JobOwner before = job->owner;
  LspDocument document;
  scratch_file(fake->s, "w/a.toy", "disk");
  LspServer *server = fake_take(fake);
  job->owner.member = 1;
  show_text(fake, server, "a.toy", "mine");
  job->owner.member = 2; /* another client asks: it sees what is on disk */
  fake_gives(fake, server, "fake/ask", "", "null");
  assert_true(lsp_server_shown(job, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "disk");
  job->owner.member = 1;
  fake_gives(fake, server, "fake/ask", "", "null");
  assert_true(lsp_server_shown(job, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "mine");
  assert_int_equal(document.version, 3);
  scratch_ok(fake->s, lsp_server_close_document(job, server, STR("a.toy")));
  assert_int_equal(show(fake, server, "a.toy").version, 5); /* a number is not given twice */
  assert_true(lsp_server_shown(job, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "disk");
  job->owner = before;
  lsp_server_release(server);
  fake_close(fake);
}

static void changes_on_disk_come_before_the_question(void **state) {
  Fake *fake = fake_open(*state, "");
  scratch_file(fake->s, "w/a.toy", "old a");
  scratch_file(fake->s, "w/b.toy", "old b");
  LspServer *server = fake_take(fake);
  show(fake, server, "a.toy");
  show(fake, server, "b.toy");
  scratch_file(fake->s, "w/a.toy", "a new one");
  assert_int_equal(unlink(scratch_path(fake->s, "w/b.toy")), 0);
  fake_gives(fake, server, "fake/ask", "", "null");
  Str log = fake_file(fake, "log");
  size_t change = str_find(log, STR("{\"text\":\"a new one\"}"));
  size_t closed = str_find(log, STR(DID_CLOSE));
  size_t question = str_find(log, STR("fake/ask"));
  assert_true(change < question && closed < question);
  lsp_server_release(server);
  fake_close(fake);
}

static void only_so_many_stay_open(void **state) {
  Fake *fake = fake_open(*state, "");
  LspServer *server = fake_take(fake);
  char name[32];
  for (int i = 0; i < 65; i++) {
    snprintf(name, sizeof name, "w/%d.toy", i);
    scratch_file(fake->s, name, "x");
  }
  show_text(fake, server, "0.toy", "kept");
  for (int i = 1; i < 64; i++) {
    snprintf(name, sizeof name, "%d.toy", i);
    show(fake, server, name);
  }
  show(fake, server, "1.toy"); /* used again: 2 is now the oldest from disk */
  show(fake, server, "64.toy");
  fake_sync(fake, server);
  assert_int_equal(fake_count(fake, DID_CLOSE), 1);
  told(fake, DID_CLOSE, 0, DID_CLOSE,
       str_format(&fake->s->arena, "{\"textDocument\":{\"uri\":\"%s\"}}", fake_uri(fake, "2.toy")));
  size_t count = 0;
  assert_int_equal(lsp_hub_states(&fake->s->arena, fake->hub, &count)->open_documents, 64);
  lsp_server_release(server);
  fake_close(fake);
}

static void what_cannot_be_shown(void **state) {
  Fake *fake = fake_open(*state, "");
  LspServer *server = fake_take(fake);
  LspDocument document;
  Job *job = &fake->s->job;
  scratch_fails(fake->s, lsp_server_show(job, server, STR("none.toy"), &document), ERR_NOT_FOUND, "none.toy");
  scratch_fails(fake->s, lsp_server_show(job, server, STR("../x.toy"), &document), ERR_OUTSIDE, "../x.toy");
  scratch_link(fake->s, "/etc/passwd", "w/link.toy");
  scratch_fails(fake->s, lsp_server_show(job, server, STR("link.toy"), &document), ERR_OUTSIDE, "link.toy");
  size_t size = ((size_t)16 << 20) + 1;
  char *large = calloc(1, size);
  scratch_fails(fake->s, lsp_server_show_text(job, server, STR("a.toy"), (Str){large, size}, &document),
                ERR_TOO_LARGE, "at most 16 MB");
  free(large);
  fake_sync(fake, server);
  assert_int_equal(fake_count(fake, DID_OPEN), 0);
  lsp_server_release(server);
  fake_close(fake);
}

/* ---- diagnostics ---- */

static LspReport diagnose(Fake *fake, LspServer *server, const LspDocument *document, int64_t wait_ms) {
  LspReport report = {0};
  scratch_ok(fake->s, lsp_server_diagnose(&fake->s->job, server, document, wait_ms, &report));
  return report;
}

static void reported(Fake *fake, LspReport report, const char *items, bool is_current) {
  scratch_same(json_spell(&fake->s->arena, report.result), items);
  assert_int_equal(report.is_current, is_current);
}

/* A scenario made of parts with the URI of a.toy between them. */
static Fake *open_with_uri(Scratch *s, const char *const *parts, size_t count) {
  Fake *fake = fake_open(s, "");
  Buf members;
  buf_init(&members, &s->arena, 1 << 20);
  for (size_t i = 0; i < count; i++) {
    buf_add_c(&members, i ? fake_uri(fake, "a.toy") : "");
    buf_add_c(&members, parts[i]);
  }
  fake_scenario(fake, buf_str(&members).ptr);
  scratch_file(s, "w/a.toy", "text");
  return fake;
}

static void pushed_by_version(void **state) {
  static const char *const parts[] = {
      "\"on\":{\"textDocument/didOpen\":[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\"",
      ("\",\"version\":1,\"diagnostics\":[{\"message\":\"first\"}]}]}],"
      "\"fake/push\":[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\""),
      "\",\"version\":2,\"diagnostics\":[{\"message\":\"second\"}]}]}]}"};
  Fake *fake = open_with_uri(*state, parts, COUNT_OF(parts));
  LspServer *server = fake_take(fake);
  LspDocument document = show(fake, server, "a.toy");
  reported(fake, diagnose(fake, server, &document, 60000), "[{\"message\":\"first\"}]", true);
  scratch_file(fake->s, "w/a.toy", "changed");
  document = show(fake, server, "a.toy");
  reported(fake, diagnose(fake, server, &document, 10), "[{\"message\":\"first\"}]", false);
  scratch_ok(fake->s, lsp_server_notify(&fake->s->job, server, "fake/push", STR_EMPTY));
  reported(fake, diagnose(fake, server, &document, 60000), "[{\"message\":\"second\"}]", true);
  size_t count = 0;
  Str *paths = lsp_server_diagnosed(&fake->s->arena, server, &count);
  assert_int_equal(count, 1);
  scratch_same(paths[0], "a.toy");
  FAKE_UNTIL(fake_has_event(fake, "diagnostics fake a.toy"));
  lsp_server_release(server);
  fake_close(fake);
}

/* What a server takes back of a closed document, with the next number or with
 * none, may come when the document is open again. It is not about that text. */
static void pushed_about_what_was_closed(void **state) {
  static const char *const parts[] = {
      ("\"capabilities\":{\"documentSymbolProvider\":true},\"on\":{\"textDocument/documentSymbol\":[{\"result\":[]}],"
      "\"textDocument/didOpen\":[[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\""),
      "\",\"version\":1,\"diagnostics\":[{\"message\":\"first\"}]}]}],[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\"",
      "\",\"version\":2,\"diagnostics\":[]}]}],[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\"",
      "\",\"diagnostics\":[]}]}]],\"fake/push\":[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\"",
      "\",\"version\":5,\"diagnostics\":[{\"message\":\"last\"}]}]}]}"};
  Fake *fake = open_with_uri(*state, parts, COUNT_OF(parts));
  LspServer *server = fake_take(fake);
  LspDocument document = show(fake, server, "a.toy");
  reported(fake, diagnose(fake, server, &document, 60000), "[{\"message\":\"first\"}]", true);
  for (int turn = 0; turn < 2; turn++) {
    scratch_ok(fake->s, lsp_server_close_document(&fake->s->job, server, STR("a.toy")));
    document = show(fake, server, "a.toy");
    FAKE_UNTIL(diagnose(fake, server, &document, 1).result->count == 0);
    reported(fake, diagnose(fake, server, &document, 600), "[]", false);
  }
  scratch_ok(fake->s, lsp_server_notify(&fake->s->job, server, "fake/push", STR_EMPTY));
  reported(fake, diagnose(fake, server, &document, 60000), "[{\"message\":\"last\"}]", true);
  lsp_server_release(server);
  fake_close(fake);
}

static void pushed_without_version(void **state) {
  static const char *const parts[] = {
      "\"capabilities\":{\"documentSymbolProvider\":true},\"on\":{\"textDocument/documentSymbol\":[{\"result\":[]}],"
      "\"textDocument/didOpen\":[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\"",
      "\",\"diagnostics\":[]}]},{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\"",
      "\",\"diagnostics\":[{\"message\":\"both\"}]}]}],"
      "\"fake/push\":[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\"",
      "\",\"diagnostics\":[]}]}]}"};
  Fake *fake = open_with_uri(*state, parts, COUNT_OF(parts));
  LspServer *server = fake_take(fake);
  LspDocument document = show(fake, server, "a.toy");
  reported(fake, diagnose(fake, server, &document, 60000), "[{\"message\":\"both\"}]", true);
  scratch_file(fake->s, "w/a.toy", "changed");
  document = show(fake, server, "a.toy");
  reported(fake, diagnose(fake, server, &document, 10), "[{\"message\":\"both\"}]", false);
  scratch_ok(fake->s, lsp_server_notify(&fake->s->job, server, "fake/push", STR_EMPTY));
  reported(fake, diagnose(fake, server, &document, 60000), "[]", true);
  lsp_server_release(server);
  fake_close(fake);
}

/* It answers no question by which it would show that it has read the text. */
static void pushed_without_any_proof(void **state) {
  static const char *const parts[] = {
      "\"on\":{\"textDocument/didOpen\":[{\"notify\":[\"textDocument/publishDiagnostics\",{\"uri\":\"",
      "\",\"diagnostics\":[{\"message\":\"of when?\"}]}]}]}"};
  Fake *fake = open_with_uri(*state, parts, COUNT_OF(parts));
  LspServer *server = fake_take(fake);
  LspDocument document = show(fake, server, "a.toy");
  reported(fake, diagnose(fake, server, &document, 60000), "[{\"message\":\"of when?\"}]", false);
  lsp_server_release(server);
  fake_close(fake);
}

static void pushed_never(void **state) {
  Fake *fake = fake_open(*state, "");
  scratch_file(fake->s, "w/a.toy", "text");
  LspServer *server = fake_take(fake);
  LspDocument document = show(fake, server, "a.toy");
  reported(fake, diagnose(fake, server, &document, 5), "[]", false);
  lsp_server_release(server);
  fake_close(fake);
}

static void pulled(void **state) {
  Fake *fake = fake_open(
      *state,
      "\"capabilities\":{\"diagnosticProvider\":{\"identifier\":\"toy\",\"interFileDependencies\":false,"
      "\"workspaceDiagnostics\":false}},\"on\":{\"textDocument/diagnostic\":["
      "[{\"error\":{\"code\":-32802,\"message\":\"later\",\"data\":{\"retriggerRequest\":true}}}],"
      "[{\"result\":{\"kind\":\"full\",\"resultId\":\"r1\",\"items\":[{\"message\":\"one\"}]}}],"
      "[{\"result\":{\"kind\":\"unchanged\",\"resultId\":\"r1\"}}],"
      "[{\"result\":{\"kind\":\"full\",\"items\":[]}}]]}");
  scratch_file(fake->s, "w/a.toy", "text");
  LspServer *server = fake_take(fake);
  LspDocument document = show(fake, server, "a.toy");
  LspReport report = diagnose(fake, server, &document, 1);
  assert_true(report.was_pulled);
  reported(fake, report, "[{\"message\":\"one\"}]", true);
  reported(fake, diagnose(fake, server, &document, 1), "[{\"message\":\"one\"}]", true);
  reported(fake, diagnose(fake, server, &document, 1), "[]", true);
  Str document_part = str_format(&fake->s->arena, "\"params\":{\"textDocument\":{\"uri\":\"%s\"},\"identifier\":\"toy\"",
                                 fake_uri(fake, "a.toy"));
  Str first = str_format(&fake->s->arena, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"textDocument/diagnostic\",%.*s}}",
                         STR_ARG(document_part));
  scratch_same(fake_message(fake, "textDocument/diagnostic\"", 1), first.ptr);
  Str second = str_format(&fake->s->arena,
                          "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"textDocument/diagnostic\",%.*s,"
                          "\"previousResultId\":\"r1\"}}", STR_ARG(document_part));
  scratch_same(fake_message(fake, "textDocument/diagnostic\"", 2), second.ptr);
  lsp_server_release(server);
  fake_close(fake);
}

static void related_files_are_remembered(void **state) {
  static const char *const parts[] = {
      "\"capabilities\":{\"diagnosticProvider\":{}},\"on\":{\"textDocument/diagnostic\":["
      "[{\"result\":{\"kind\":\"full\",\"items\":[],\"relatedDocuments\":{\"",
      "\":{\"kind\":\"full\",\"resultId\":\"r7\",\"items\":[{\"message\":\"from b\"}]}}}}],"
      "[{\"result\":{\"kind\":\"unchanged\",\"resultId\":\"r7\"}}]]}"};
  Fake *fake = open_with_uri(*state, parts, COUNT_OF(parts));
  scratch_file(fake->s, "w/b.toy", "other");
  LspServer *server = fake_take(fake);
  LspDocument b = show(fake, server, "b.toy");
  reported(fake, diagnose(fake, server, &b, 1), "[]", true);
  LspDocument a = show(fake, server, "a.toy");
  reported(fake, diagnose(fake, server, &a, 1), "[{\"message\":\"from b\"}]", true);
  assert_true(str_contains(fake_message(fake, "textDocument/diagnostic\"", 1), STR("\"previousResultId\":\"r7\"")));
  lsp_server_release(server);
  fake_close(fake);
}

FAKE_MAIN(SCRATCH_TEST(opens_changes_and_closes), SCRATCH_TEST(sends_as_the_server_wants),
          SCRATCH_TEST(a_text_that_is_not_on_disk), SCRATCH_TEST(a_text_is_its_clients_own),
          SCRATCH_TEST(changes_on_disk_come_before_the_question),
          SCRATCH_TEST(only_so_many_stay_open), SCRATCH_TEST(what_cannot_be_shown), SCRATCH_TEST(pushed_by_version),
          SCRATCH_TEST(pushed_about_what_was_closed), SCRATCH_TEST(pushed_without_version), SCRATCH_TEST(pushed_without_any_proof), SCRATCH_TEST(pushed_never), SCRATCH_TEST(pulled),
          SCRATCH_TEST(related_files_are_remembered))
