/* Turns and views: a server is asked on one set of texts at a time, each job
 * is told about its own, and a view leaves nothing behind. */
#include "tests/unit/lsp_fake.h"

#define HOVER "textDocument/hover\""
#define ANSWER "[[{\"sleep\":0.2},{\"error\":{\"code\":-32801,\"message\":\"changed\"}}],[{\"result\":null}]]"

/* A question of another client, on a thread of its own. */
typedef struct Other {
  Fake *fake;
  LspServer *server;
  pthread_t thread;
  uint64_t member;
  int64_t deadline_ms;
  Err err;
} Other;

static void *ask(void *context) {
  Other *other = context;
  Arena arena;
  Job job;
  const Json *result;
  arena_init(&arena);
  job_init(&job, &arena);
  job.owner.member = other->member;
  job.deadline_ms = other->deadline_ms;
  other->err = lsp_server_request(&job, other->server, "textDocument/hover", STR("{\"who\":\"other\"}"), &result);
  arena_clear(&arena);
  return NULL;
}

static void begin(Other *other) { assert_int_equal(pthread_create(&other->thread, NULL, ask, other), 0); }
static void end(Other *other) { assert_int_equal(pthread_join(other->thread, NULL), 0); }

static void said(Fake *fake, size_t n, const char *part) { (void)fake_message(fake, part, n); }

static void hover(Fake *fake, LspServer *server) {
  const Json *result;
  scratch_ok(fake->s, lsp_server_request(&fake->s->job, server, "textDocument/hover", STR("{\"who\":\"own\"}"), &result));
}

/* Which texts and questions reached the server, in order: a letter each. */
static const char *order(Fake *fake) {
  static char letters[64];
  size_t len = 0;
  Str log = fake_file(fake, "log");
  while (log.len && len < sizeof letters - 1) {
    Str line = str_cut(&log, '\n');
    char letter = 0;
    if (str_contains(line, STR("didOpen")) || str_contains(line, STR("didChange\""))) letter = str_contains(line, STR("disk")) ? 'd' : 't';
    if (str_contains(line, STR("\"who\":\"own\""))) letter = 'O';
    if (str_contains(line, STR("\"who\":\"other\""))) letter = 'X';
    if (letter) letters[len++] = letter;
  }
  letters[len] = '\0';
  return letters;
}

static Fake *open_with(void **state, const char *members) {
  Fake *fake = fake_open(*state, members);
  scratch_file(fake->s, "w/a.toy", "disk");
  fake->s->job.owner.member = 7;
  return fake;
}

/* The second question of one that is asked again comes before another's text. */
static void texts_of_two_clients_are_not_mixed(void **state) {
  Fake *fake = open_with(state, "\"capabilities\":{\"textDocumentSync\":1,\"hoverProvider\":true},\"on\":{\"textDocument/hover\":" ANSWER "}");
  LspServer *server = fake_take(fake);
  LspDocument document;
  Other other = {.fake = fake, .server = server, .member = 8};
  scratch_ok(fake->s, lsp_server_show_text(&fake->s->job, server, STR("a.toy"), STR("text"), &document));
  Other own = {.fake = fake, .server = server, .member = 7};
  begin(&own);
  said(fake, 0, HOVER);
  begin(&other);
  end(&own);
  end(&other);
  assert_int_equal(own.err, OK);
  assert_int_equal(other.err, OK);
  hover(fake, server);
  /* text, asked twice; disk, asked; text again, asked */
  assert_string_equal(order(fake), "tXXdXtO");
  lsp_server_release(server);
  fake_close(fake);
}

/* Questions on the same texts are not kept apart. */
static void the_same_texts_are_asked_side_by_side(void **state) {
  Fake *fake = open_with(state, "\"capabilities\":{\"textDocumentSync\":1,\"hoverProvider\":true},\"on\":{\"textDocument/hover\":[{\"hold\":2}]}");
  LspServer *server = fake_take(fake);
  Other one = {.fake = fake, .server = server, .member = 8}, two = {.fake = fake, .server = server, .member = 9};
  begin(&one);
  begin(&two); /* each is answered once both are there */
  end(&one);
  end(&two);
  assert_int_equal(one.err, OK);
  assert_int_equal(two.err, OK);
  lsp_server_release(server);
  fake_close(fake);
}

static void a_view_is_the_jobs_alone_and_leaves_nothing(void **state) {
  Fake *fake = open_with(state, "\"capabilities\":{\"textDocumentSync\":1,\"hoverProvider\":true}");
  LspServer *server = fake_take(fake);
  Job *job = &fake->s->job;
  LspDocument document;
  LspView *view;
  Str text;
  scratch_ok(fake->s, lsp_server_show(job, server, STR("a.toy"), &document));
  LspViewText texts[] = {{STR("a.toy"), STR("text")}};
  scratch_ok(fake->s, lsp_view_open(job, server, texts, 1, &view));
  hover(fake, server);
  scratch_ok(fake->s, lsp_server_show(job, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "text");
  assert_true(lsp_server_shown(job, server, STR("a.toy"), &document));
  Other other = {.fake = fake, .server = server, .member = 7}; /* the same client, another job */
  begin(&other);
  Other hurried = {.fake = fake, .server = server, .member = 9, .deadline_ms = job_now_ms() + 50};
  begin(&hurried);
  end(&hurried);
  assert_int_equal(hurried.err, ERR_TIMEOUT);
  assert_string_equal(order(fake), "dtO"); /* nobody else was let in */
  lsp_view_close(view);
  end(&other);
  assert_int_equal(other.err, OK);
  assert_string_equal(order(fake), "dtOdX");
  assert_false(lsp_hub_text(job, fake->hub, root_path(fake->root), STR("a.toy"), &text));
  scratch_ok(fake->s, lsp_server_show(job, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "disk");
  lsp_server_release(server);
  fake_close(fake);
}

/* The client's own text is what is there again. */
static void a_view_gives_back_the_clients_text(void **state) {
  Fake *fake = open_with(state, "\"capabilities\":{\"textDocumentSync\":1,\"hoverProvider\":true}");
  LspServer *server = fake_take(fake);
  Job *job = &fake->s->job;
  LspDocument document;
  LspView *view;
  scratch_ok(fake->s, lsp_server_show_text(job, server, STR("a.toy"), STR("own"), &document));
  LspViewText texts[] = {{STR("a.toy"), STR("text")}};
  scratch_ok(fake->s, lsp_view_open(job, server, texts, 1, &view));
  scratch_ok(fake->s, lsp_server_show(job, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "text");
  job_cancel(job, ERR_CANCELLED); /* a stopped job cleans up as well */
  lsp_view_close(view);
  Arena arena;
  Job after;
  arena_init(&arena);
  job_init(&after, &arena);
  after.owner.member = 7;
  assert_true(lsp_server_shown(&after, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "own");
  after.owner.member = 8; /* for whom it is not there */
  assert_false(lsp_server_shown(&after, server, STR("a.toy"), &document));
  arena_clear(&arena);
  lsp_server_release(server);
  fake_close(fake);
}

static void the_same_text_can_be_told_again(void **state) {
  Fake *fake = open_with(state, "\"capabilities\":{\"textDocumentSync\":1}");
  LspServer *server = fake_take(fake);
  LspDocument document;
  scratch_ok(fake->s, lsp_server_show(&fake->s->job, server, STR("a.toy"), &document));
  assert_int_equal(document.version, 1);
  scratch_ok(fake->s, lsp_server_show(&fake->s->job, server, STR("a.toy"), &document));
  assert_int_equal(document.version, 1);
  scratch_ok(fake->s, lsp_server_show_again(&fake->s->job, server, STR("a.toy"), &document));
  assert_int_equal(document.version, 2);
  said(fake, 0, "didChange\"");
  assert_string_equal(order(fake), "dd");
  lsp_server_release(server);
  fake_close(fake);
}

/* Nothing is said of a text that is well after another: it has to be made to. */
static LspReport diagnosed(Fake *fake, LspServer *server, const char *text, int64_t wait_ms) {
  LspDocument document;
  LspReport report;
  scratch_file(fake->s, "w/a.toy", text);
  scratch_ok(fake->s, lsp_server_show(&fake->s->job, server, STR("a.toy"), &document));
  scratch_ok(fake->s, lsp_server_diagnose(&fake->s->job, server, &document, wait_ms, &report));
  return report;
}

#define MUTTERS(method) "\"textDocument/" method "\":[{\"mutter\":\")]}\"}]"

static void silence_is_no_proof(void **state) {
  Fake *fake = open_with(state, "\"capabilities\":{\"textDocumentSync\":1,\"documentSymbolProvider\":true},"
                                "\"on\":{" MUTTERS("didOpen") "," MUTTERS("didChange") "}");
  LspServer *server = fake_take(fake);
  assert_false(diagnosed(fake, server, "disk one", 300).is_current); /* it cannot be known */
  lsp_server_release(server);
  fake_close(fake);
}

static void silence_is_broken(void **state) {
  Fake *fake = open_with(state, "\"capabilities\":{\"textDocumentSync\":1,\"documentSymbolProvider\":true},"
                                "\"on\":{" MUTTERS("didOpen") "," MUTTERS("didChange") "}");
  fake->kind.quirks = LSP_QUIRK_SILENT;
  LspServer *server = fake_take(fake);
  LspReport report = diagnosed(fake, server, "disk one", 30000);
  assert_true(report.is_current);
  assert_int_equal(report.result->count, 0);
  report = diagnosed(fake, server, "disk two )]}", 30000);
  assert_true(report.is_current);
  assert_int_equal(report.result->count, 1); /* not that of the text in between */
  report = diagnosed(fake, server, "disk three", 30000);
  assert_true(report.is_current);
  assert_int_equal(report.result->count, 0);
  LspDocument document;
  assert_true(lsp_server_shown(&fake->s->job, server, STR("a.toy"), &document));
  scratch_same(document.text.chars, "disk three");
  lsp_server_release(server);
  fake_close(fake);
}

FAKE_MAIN(SCRATCH_TEST(silence_is_no_proof), SCRATCH_TEST(silence_is_broken),
          SCRATCH_TEST(texts_of_two_clients_are_not_mixed), SCRATCH_TEST(the_same_texts_are_asked_side_by_side),
          SCRATCH_TEST(a_view_is_the_jobs_alone_and_leaves_nothing), SCRATCH_TEST(a_view_gives_back_the_clients_text),
          SCRATCH_TEST(the_same_text_can_be_told_again))
