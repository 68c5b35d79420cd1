/* The dashboard without a terminal: keys and news go in, frames come out, and
 * each is compared with the file that shows it (tests/dashboard/frames). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/dashboard/ui.h"

#define NOW_MS 1800000000000

static const char snapshot[] =
    "{\"server\":{\"build\":\"0.1.0-abc\",\"mode\":\"daemon\",\"pid\":4711,\"upSeconds\":7500,\"residentBytes\":23068672,\"clients\":2,"
    "\"auditDropped\":0},"
    "\"workspaces\":[{\"root\":\"/home/ann/shop\",\"phase\":\"\",\"watcher\":\"watching\",\"languages\":\"python 120, sql 4\",\"percent\":100,"
    "\"files\":124,\"symbols\":4210,\"edges\":18333,\"storeBytes\":5242880,\"refreshMs\":12,\"trusted\":true,\"behind\":false},"
    "{\"root\":\"/home/ann/a/very/long/way/down/to/some/place/kernel\",\"phase\":\"parsing\",\"watcher\":\"watching\",\"languages\":\"c "
    "60123\",\"percent\":41,\"files\":60123,\"symbols\":1234567,\"edges\":9876543,\"storeBytes\":943718400,\"refreshMs\":201000,\"trusted\":"
    "false,\"behind\":false}],"
    "\"clients\":[{\"number\":1,\"name\":\"claude-code\",\"root\":\"/home/ann/shop\",\"mode\":\"stdio\",\"calls\":41,\"active\":1},"
    "{\"number\":2,\"name\":\"<script>alert(1)</script>\\u001b[2J\\u202e\",\"root\":\"/tmp\",\"mode\":\"http\",\"calls\":0,\"active\":0}],"
    "\"languageServers\":[{\"name\":\"pyright\",\"version\":\"1.1.400\",\"language\":\"python\",\"workspace\":\"/home/ann/shop\",\"root\":\"/home/ann/shop\",\"state\":\"ready\","
    "\"lastError\":\"\",\"pid\":99,\"residentBytes\":314572800,\"openDocuments\":3,\"crashes\":0,\"idleMs\":10},"
    "{\"name\":\"clangd\",\"version\":\"19.1\",\"language\":\"c\",\"root\":\"/home/ann/kernel\",\"state\":\"crashed\",\"lastError\":\"bad "
    "alloc\",\"pid\":0,\"residentBytes\":0,\"openDocuments\":0,\"crashes\":2,\"idleMs\":10}],"
    "\"sessions\":[{\"key\":\"k3x9ab12\",\"name\":\"notebook\",\"language\":\"python\",\"version\":\"3.11\",\"project\":\"/home/ann/shop\","
    "\"pid\":7,\"calls\":5,\"running\":1,\"seenAgoMs\":1500}],"
    "\"edits\":[{\"id\":\"e1\",\"title\":\"rename total to sum\",\"root\":\"/home/ann/shop\",\"timeMs\":1799999940000,\"files\":7}],"
    "\"options\":[{\"key\":\"tools.profile\",\"value\":\"core\",\"origin\":\"default\"},{\"key\":\"http.port\",\"value\":\"2828\",\"origin\":"
    "\"user config\",\"help\":\"Port HTTP listens on; 0 lets the system choose.\"},"
    "{\"key\":\"http.auth\",\"value\":\"relaxed\",\"origin\":\"default\",\"accepts\":\"strict|relaxed|lax\",\"help\":\"strict: key and address list; "
    "relaxed: key; lax: neither, loopback only and only together with --no-auth.\"},"
    "{\"key\":\"repl.allow\",\"value\":\"false\",\"origin\":\"default\",\"accepts\":\"false|true\"}],"
    "\"grants\":[{\"kind\":\"key\",\"name\":\"4f2a\",\"note\":\"2027-01-02  laptop \\u001b[31m\\u202e\"},"
    "{\"kind\":\"trust\",\"name\":\"/home/ann/shop\",\"note\":\"\"},"
    "{\"kind\":\"trust\",\"name\":\"/home/ann/\\u001b]0;x\\u0007\\u202egone\",\"note\":\"no longer: another directory is there now, or none\"},"
    "{\"kind\":\"session\",\"name\":\"/home/ann/shop\",\"note\":\"/home/ann/shop/.venv/bin/python\"}],"
    "\"log\":[{\"number\":1,\"timeMs\":1799999990000,\"level\":\"info\",\"text\":\"daemon started\"},{\"number\":2,\"timeMs\":"
    "1799999995000,\"level\":\"error\",\"text\":\"a server crashed\"}]}";

static const char calls[] =
    "[{\"number\":1,\"client\":1,\"timeMs\":1799999900000,\"ms\":12,\"answered\":2048,\"changed\":0,\"tool\":\"find\",\"root\":\"/home/ann/"
    "shop\",\"args\":\"{\\\"query\\\":\\\"total\\\"}\",\"state\":\"done\",\"words\":\"\",\"text\":\"\",\"fraction\":-1},"
    "{\"number\":2,\"client\":1,\"timeMs\":1799999995000,\"ms\":3,\"answered\":0,\"changed\":0,\"tool\":\"zoom\",\"root\":\"/home/ann/"
    "shop\",\"args\":\"{\\\"target\\\":\\\"x.py\\\"}\",\"state\":\"failed\",\"words\":\"no such file: x.py\",\"text\":\"\",\"fraction\":-1},"
    "{\"number\":3,\"client\":1,\"timeMs\":1799999999000,\"ms\":0,\"answered\":0,\"changed\":0,\"tool\":\"check\",\"root\":\"/home/ann/"
    "shop\",\"args\":\"{}\",\"state\":\"running\",\"words\":\"pytest\",\"text\":\"\",\"fraction\":0.25}]";

static const char found[] =
    "{\"matches\":[{\"path\":\"shop/cart.py\",\"line\":12,\"kind\":\"method\",\"name\":\"Cart.total\",\"signature\":\"def total(self)\"},"
    "{\"path\":\"shop/tax.py\",\"line\":3,\"kind\":\"function\",\"name\":\"total_tax\",\"signature\":\"def total_tax(x)\"}]}";

static const char around[] =
    "{\"symbol\":{\"name\":\"Cart.total\"},\"calledBy\":[{\"name\":\"pay\",\"path\":\"shop/pay.py\",\"line\":4}],"
    "\"calls\":[{\"name\":\"total_tax\",\"path\":\"shop/tax.py\",\"line\":3}]}";

static const char clients[] =
    "[{\"id\":\"one\",\"title\":\"Agent One\",\"state\":\"found\",\"path\":\"/home/ann/.one.json\"},"
    "{\"id\":\"two\",\"title\":\"Agent Two\",\"state\":\"connected\",\"path\":\"/home/ann/.config/two/mcp.json\"},"
    "{\"id\":\"three\",\"title\":\"Agent Three\\u001b[2J\",\"state\":\"absent\",\"path\":\"\"}]";
static const char new_clients[] =
    "[{\"id\":\"one\",\"title\":\"Agent One\",\"state\":\"found\",\"path\":\"/home/ann/.one.json\"},"
    "{\"id\":\"two\",\"title\":\"Agent Two\",\"state\":\"absent\",\"path\":\"/home/ann/.config/two/mcp.json\"},"
    "{\"id\":\"three\",\"title\":\"Agent Three\",\"state\":\"found\",\"path\":\"/home/ann/.three\"}]";

typedef struct Show {
  Arena arena;
  Job job;
  DashUi *ui;
} Show;

static const Json *json_of(Show *show, const char *text) {
  const Json *json = NULL;
  assert_int_equal(json_read(&show->job, str_from_c(text), NULL, &json), OK);
  return json;
}

static DashEffect tell(Show *show, DashEvent event) { return dashboard_ui_update(show->ui, &show->arena, &event); }
static DashEffect press(Show *show, uint32_t key) { return tell(show, (DashEvent){.kind = DASH_EVENT_KEY, .key = key}); }

static void type(Show *show, const char *text) {
  for (; *text; text++) press(show, (uint32_t)*text);
}

static Show *open_show_with(DashUiOptions options, bool is_filled) {
  Show *show = arena_heap_alloc(sizeof(*show));
  arena_init(&show->arena);
  job_init(&show->job, &show->arena);
  options.root = STR("/home/ann/shop");
  show->ui = dashboard_ui_open(&options);
  if (is_filled) {
    tell(show, (DashEvent){.kind = DASH_EVENT_SNAPSHOT, .json = json_of(show, snapshot)});
    tell(show, (DashEvent){.kind = DASH_EVENT_CALLS, .json = json_of(show, calls)});
    tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_CLIENTS, .json = json_of(show, clients)});
  }
  return show;
}

static Show *open_show(bool is_filled) { return open_show_with((DashUiOptions){0}, is_filled); }

static void close_show(Show *show) {
  dashboard_ui_close(show->ui);
  arena_clear(&show->arena);
  free(show);
}

static DashEffect answer(Show *show, DashWant want, const char *text) {
  return tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = want, .text = str_from_c(text)});
}

/* "sessions stop -- abc" */
static void expect_command(Show *show, DashEffect effect, DashWant want, const char *words) {
  Buf text;
  buf_init(&text, &show->arena, 4096);
  for (size_t i = 0; i < effect.word_count; i++) buf_add_format(&text, "%s%.*s", i ? " " : "", STR_ARG(effect.words[i]));
  assert_int_equal(effect.kind, DASH_RUN_COMMAND);
  assert_int_equal(effect.want, want);
  assert_string_equal(str_to_c(&show->arena, buf_str(&text)), words);
}

static Str frame_of(Show *show, size_t width, size_t height) {
  DashFrame frame;
  tell(show, (DashEvent){.kind = DASH_EVENT_SIZE, .row = (int64_t)height, .column = (int64_t)width});
  dashboard_frame_init(&frame, &show->arena, width, height);
  dashboard_ui_view(show->ui, NOW_MS, &frame);
  for (size_t i = 0; i < frame.height; i++) assert_true(frame.rows[i].used <= frame.width);
  return dashboard_frame_text(&show->arena, &frame);
}

static Str read_file(Show *show, const char *path) {
  Buf text;
  buf_init(&text, &show->arena, (size_t)1 << 20);
  FILE *file = fopen(path, "re");
  for (int byte; file && (byte = getc(file)) != EOF;) buf_add_byte(&text, (char)byte);
  if (file) fclose(file);
  return buf_str(&text);
}

/* FATHOM_ACCEPT=1 writes what is there now. */
static void expect_text(Show *show, const char *name, Str got) {
  char path[200];
  snprintf(path, sizeof path, "tests/dashboard/frames/%s.txt", name);
  const char *accept = getenv("FATHOM_ACCEPT");
  FILE *file = accept && *accept == '1' ? fopen(path, "we") : NULL;
  if (file) {
    fwrite(got.ptr, 1, got.len, file);
    fclose(file);
  }
  if (!str_eq(got, read_file(show, path))) fail_msg("%s differs; it is now:\n%.*s", path, STR_ARG(got));
}

static void expect_frame(Show *show, const char *name, size_t width, size_t height) {
  char sized[100];
  snprintf(sized, sizeof sized, "%s-%zux%zu", name, width, height);
  expect_text(show, sized, frame_of(show, width, height));
}

static const struct {
  size_t width, height;
} sizes[] = {{80, 24}, {132, 40}, {300, 80}};

static void test_every_tab_at_three_sizes(void **state) {
  static const char *const names[] = {"workspaces", "sessions", "activity", "server", "search", "config", "advanced"};
  (void)state;
  Show *show = open_show(true);
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    press(show, '1' + (uint32_t)i);
    for (size_t k = 0; k < COUNT_OF(sizes); k++) expect_frame(show, names[i], sizes[k].width, sizes[k].height);
  }
  close_show(show);
}

static void test_no_daemon_is_said(void **state) {
  (void)state;
  Show *show = open_show(false);
  expect_frame(show, "connecting", 80, 24);
  tell(show, (DashEvent){.kind = DASH_EVENT_SNAPSHOT, .json = json_of(show, snapshot)});
  tell(show, (DashEvent){.kind = DASH_EVENT_LOST, .text = STR("the daemon has ended; starting another ...")});
  expect_frame(show, "lost", 80, 24);
  close_show(show);
}

static void test_a_call_is_opened(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '3');
  press(show, DASH_KEY_DOWN);
  DashEffect effect = press(show, DASH_KEY_ENTER);
  assert_int_equal(effect.kind, DASH_ASK_CALL);
  assert_int_equal(effect.number, 2);
  tell(show, (DashEvent){.kind = DASH_EVENT_CALL, .json = json_of(show, "{\"number\":2,\"tool\":\"zoom\",\"state\":\"failed\",\"ms\":3,"
                                                                        "\"args\":\"{\\\"target\\\":\\\"x.py\\\"}\",\"words\":\"no such file: x.py\"}")});
  expect_frame(show, "call", 80, 24);
  press(show, DASH_KEY_ESCAPE);
  expect_frame(show, "call-left", 80, 24);
  close_show(show);
}

static void test_the_feed_is_filtered(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '3');
  press(show, '/');
  type(show, "zoo");
  expect_frame(show, "filter", 80, 24);
  press(show, DASH_KEY_ESCAPE);
  expect_frame(show, "filter-left", 80, 24);
  close_show(show);
}

/* Ask, see source, walk to both sides, go back. */
static void test_search_walks_along_calls(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '5');
  press(show, '/');
  type(show, "total");
  DashEffect effect = press(show, DASH_KEY_ENTER);
  assert_int_equal(effect.kind, DASH_RUN_TOOL);
  assert_true(str_eq_c(effect.tool, "find") && str_eq_c(effect.args, "{\"query\":\"total\"}") && str_eq_c(effect.root, "/home/ann/shop"));
  effect = tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_RESULTS, .json = json_of(show, found)});
  assert_true(str_eq_c(effect.tool, "zoom") && str_eq_c(effect.args, "{\"target\":\"shop/cart.py:9-72\"}"));
  answer(show, DASH_WANT_SOURCE, "9 class Cart:\n12 \tdef total(self):\n13 \t\treturn 1");
  for (size_t k = 0; k < COUNT_OF(sizes); k++) expect_frame(show, "results", sizes[k].width, sizes[k].height);
  effect = press(show, DASH_KEY_DOWN);
  assert_true(str_eq_c(effect.tool, "zoom") && str_eq_c(effect.args, "{\"target\":\"shop/tax.py:1-63\"}"));
  press(show, DASH_KEY_UP);
  effect = press(show, DASH_KEY_LEFT);
  assert_true(str_eq_c(effect.tool, "symbol") && str_eq_c(effect.args, "{\"name\":\"shop/cart.py:Cart.total\"}"));
  effect = tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_RESULTS, .json = json_of(show, around)});
  assert_true(str_eq_c(effect.args, "{\"target\":\"shop/pay.py:1-64\"}"));
  answer(show, DASH_WANT_SOURCE, "4 def pay(cart):\n5 \treturn cart.total()");
  for (size_t k = 0; k < COUNT_OF(sizes); k++) expect_frame(show, "walk", sizes[k].width, sizes[k].height);
  effect = press(show, DASH_KEY_RIGHT); /* over to the callees */
  assert_true(str_eq_c(effect.tool, "zoom") && str_eq_c(effect.args, "{\"target\":\"shop/tax.py:1-63\"}"));
  effect = press(show, DASH_KEY_RIGHT); /* and on to the one that is chosen */
  assert_true(str_eq_c(effect.tool, "symbol") && str_eq_c(effect.args, "{\"name\":\"shop/tax.py:total_tax\"}"));
  press(show, DASH_KEY_BACKSPACE);
  expect_frame(show, "walk-back", 80, 24);
  close_show(show);
}

/* Pieces of a row: `dim[4]   |def| `…, plain ones bare. */
static const char *pieces_of(Show *show, size_t width, size_t row) {
  static const char *const words[DASH_STYLES] = {[DASH_DIM] = "dim", [DASH_STRONG] = "strong", [DASH_TEXT] = "text", [DASH_NUMBER] = "number", [DASH_KEYWORD] = "keyword", [DASH_TYPE] = "type"};
  DashFrame frame;
  Buf text;
  buf_init(&text, &show->arena, 4096);
  tell(show, (DashEvent){.kind = DASH_EVENT_SIZE, .row = 24, .column = (int64_t)width});
  dashboard_frame_init(&frame, &show->arena, width, 24);
  dashboard_ui_view(show->ui, NOW_MS, &frame);
  assert_true(frame.rows[row].used <= frame.width);
  for (size_t i = 0; i < frame.rows[row].spans.len; i++) {
    const DashSpan *span = &frame.rows[row].spans.items[i];
    const char *word = words[span->style];
    buf_add_format(&text, word ? "%s[%.*s]" : "%s%.*s", word ? word : "", STR_ARG(span->text));
  }
  return str_to_c(&show->arena, buf_str(&text));
}

/* What source is made of comes with it; tabs stay where they are, and pieces that
 * are nowhere do no harm. */
static void test_source_has_colours(void **state) {
  (void)state;
  Show *show = open_show(true);
  static const DashPiece pieces[] = {{0, 1, DASH_DIM}, {2, 5, DASH_KEYWORD}, {6, 9, DASH_STRONG}, {13, 14, DASH_DIM}, {16, 22, DASH_KEYWORD},
                                     {20, 23, DASH_NUMBER}, {23, 40, DASH_TEXT}, {39, 39, DASH_BAD}, {4000000000u, 4000000001u, DASH_BAD}};
  press(show, '5');
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_WORDS, .text = STR("4\tdef pay():\n5\t\treturn \"one\ntwo\" + 1"),
                         .pieces = pieces, .piece_count = COUNT_OF(pieces)});
  assert_string_equal(pieces_of(show, 80, 3), "dim[    ]dim[4] keyword[def] strong[pay]():");
  assert_string_equal(pieces_of(show, 80, 4), "dim[    ]dim[5]     keyword[return]number[ ]text[\"one]");
  assert_string_equal(pieces_of(show, 80, 5), "text[two\" + 1]");
  press(show, 'v');
  assert_string_equal(pieces_of(show, 20, 4), "dim[    ]dim[5]     keyword[return]number[ ]text[\"on]");
  close_show(show);
}

/* Nothing but ASCII is drawn, also where texts are cut. */
static void test_ascii_alone(void **state) {
  (void)state;
  Show *show = open_show_with((DashUiOptions){.is_ascii = true}, true);
  press(show, '5');
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_RESULTS, .json = json_of(show, around)});
  answer(show, DASH_WANT_SOURCE, "4 def pay(cart):");
  expect_frame(show, "ascii", 80, 24);
  for (uint32_t tab = '1'; tab <= '7'; tab++) {
    press(show, tab);
    for (size_t width = 20; width <= 140; width += 40) {
      Str text = frame_of(show, width, 24);
      for (size_t i = 0; i < text.len; i++) assert_true((unsigned char)text.ptr[i] < 0x7F);
    }
  }
  close_show(show);
}

/* Times are those of where the reader is; those of another day say which. */
static void test_times_of_day(void **state) {
  (void)state;
  Show *show = open_show_with((DashUiOptions){.zone_s = -9 * 3600}, true);
  press(show, '3');
  tell(show, (DashEvent){.kind = DASH_EVENT_CALLS, .json = json_of(show, "[{\"number\":4,\"timeMs\":1799900000000,\"tool\":\"find\",\"state\":\"done\",\"fraction\":-1}]")});
  expect_frame(show, "times", 80, 24);
  close_show(show);
}

/* A question in words has a text for an answer, which is scrolled. */
static void test_an_answer_in_words_is_read(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '5');
  press(show, '/');
  press(show, DASH_KEY_TAB);
  press(show, DASH_KEY_TAB);
  type(show, "how is tax added");
  DashEffect effect = press(show, DASH_KEY_ENTER);
  assert_true(str_eq_c(effect.tool, "explore"));
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_WORDS, .text = STR("first\nsecond\nthird")});
  press(show, DASH_KEY_DOWN);
  expect_frame(show, "explored", 80, 24);
  close_show(show);
}

/* Nothing is changed by one key; the difference is seen before. */
static void test_an_edit_is_taken_back_after_a_question(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '7');
  DashEffect effect = press(show, 'u');
  assert_int_equal(effect.kind, DASH_RUN_TOOL);
  assert_int_equal(effect.want, DASH_WANT_PREVIEW);
  assert_true(str_eq_c(effect.tool, "edit") && str_eq_c(effect.args, "{\"op\":\"undo\",\"id\":\"e1\",\"dry_run\":true}"));
  assert_int_equal(press(show, 'y').kind, DASH_NOTHING); /* there is nothing to agree to yet */
  assert_int_equal(press(show, 'u').kind, DASH_NOTHING); /* nor to ask for twice */
  answer(show, DASH_WANT_PREVIEW, "--- a/cart.py\n+++ b/cart.py\n@@ -1,1 +1,1 @@\n-sum\n+total \x1b[2J\n");
  for (size_t k = 0; k < COUNT_OF(sizes); k++) expect_frame(show, "asked", sizes[k].width, sizes[k].height);
  press(show, DASH_KEY_DOWN); /* reads on */
  assert_int_equal(press(show, 'x').kind, DASH_NOTHING);
  assert_int_equal(press(show, 'y').kind, DASH_NOTHING);
  press(show, 'u');
  answer(show, DASH_WANT_PREVIEW, "--- a\n");
  effect = press(show, 'y');
  assert_int_equal(effect.kind, DASH_RUN_TOOL);
  assert_true(str_eq_c(effect.tool, "edit") && str_eq_c(effect.args, "{\"op\":\"undo\",\"id\":\"e1\"}") && str_eq_c(effect.root, "/home/ann/shop"));
  close_show(show);
}

/* Who types when a difference comes does not agree to it with what is typed. */
static void test_a_late_preview_asks_nobody(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '7');
  press(show, 'u');
  press(show, '3');
  press(show, '/');
  answer(show, DASH_WANT_PREVIEW, "--- a\n");
  assert_int_equal(press(show, 'y').kind, DASH_NOTHING);
  press(show, DASH_KEY_ESCAPE);
  assert_int_equal(press(show, 'y').kind, DASH_NOTHING);
  close_show(show);
}

static void test_steering(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '2');
  assert_int_equal(press(show, 's').kind, DASH_NOTHING); /* a client is no interpreter */
  press(show, DASH_KEY_END);
  static const struct {
    uint32_t key;
    const char *words;
  } orders[] = {{'s', "sessions stop -- k3x9ab12"}, {'r', "sessions restart -- k3x9ab12"}, {'i', "sessions interrupt -- k3x9ab12"}};
  for (size_t i = 0; i < COUNT_OF(orders); i++) {
    assert_int_equal(press(show, orders[i].key).kind, DASH_NOTHING);
    if (!i) expect_frame(show, "stop-session", 80, 24);
    expect_command(show, press(show, 'y'), DASH_WANT_DONE, orders[i].words);
    answer(show, DASH_WANT_DONE, "ended: k3x9ab12\n");
  }
  press(show, '3');
  press(show, 'x');
  DashEffect effect = press(show, 'y');
  assert_int_equal(effect.kind, DASH_CANCEL_CALL);
  assert_int_equal(effect.number, 3);
  press(show, DASH_KEY_DOWN);
  press(show, 'x'); /* has ended */
  assert_int_equal(press(show, 'y').kind, DASH_NOTHING);
  press(show, '4');
  press(show, 'r');
  effect = press(show, 'y');
  assert_true(str_eq_c(effect.tool, "restart_lsp_server") && str_eq_c(effect.args, "{}") && str_eq_c(effect.root, "/home/ann/shop"));
  close_show(show);
}

/* Chooses the first row of the tab Config whose text begins so. */
static void choose(Show *show, const char *row) {
  press(show, DASH_KEY_HOME);
  for (size_t i = 0; i < 30; i++, press(show, DASH_KEY_DOWN)) {
    Str rest = frame_of(show, 132, 40);
    while (rest.len) {
      Str line = str_cut(&rest, '\n');
      if (str_starts_with(line, STR("> ")) && str_find(line, str_from_c(row)) != STR_NONE) return;
    }
  }
  fail_msg("there is no row %s", row);
}

static void test_the_configuration_is_changed(void **state) {
  (void)state;
  Show *show = open_show(true);
  expect_command(show, press(show, '6'), DASH_WANT_CLIENTS, "init --list --json");
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_CLIENTS, .json = json_of(show, clients)});
  choose(show, "http.auth");
  expect_command(show, press(show, DASH_KEY_ENTER), DASH_WANT_PREVIEW, "config set --dry-run -- http.auth lax");
  answer(show, DASH_WANT_PREVIEW, "--- /dev/null\n+++ config.json\n@@ -0,0 +1,1 @@\n+{}\n");
  expect_command(show, press(show, 'y'), DASH_WANT_DONE, "config set -- http.auth lax");
  expect_command(show, answer(show, DASH_WANT_DONE, "http.auth = lax, in x\n"), DASH_WANT_CLIENTS, "init --list --json");
  expect_frame(show, "config-set", 80, 24);
  choose(show, "http.port");
  press(show, DASH_KEY_ENTER);
  press(show, DASH_KEY_BACKSPACE);
  type(show, "9 --yes");
  expect_frame(show, "config-typing", 80, 24);
  expect_command(show, press(show, DASH_KEY_ENTER), DASH_WANT_PREVIEW, "config set --dry-run -- http.port 2829 --yes");
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_PREVIEW, .is_error = true, .text = STR("'http.port' takes a whole number")});
  assert_int_equal(press(show, 'y').kind, DASH_NOTHING);
  expect_command(show, press(show, 'd'), DASH_WANT_PREVIEW, "config unset --dry-run -- http.port");
  answer(show, DASH_WANT_PREVIEW, "--- x\n");
  expect_command(show, press(show, 'y'), DASH_WANT_DONE, "config unset -- http.port");
  answer(show, DASH_WANT_DONE, "");
  choose(show, "Agent One");
  expect_command(show, press(show, DASH_KEY_ENTER), DASH_WANT_PREVIEW, "init --dry-run --client one");
  answer(show, DASH_WANT_PREVIEW, "--- x\n");
  expect_command(show, press(show, 'y'), DASH_WANT_READING, "init --yes --client one");
  answer(show, DASH_WANT_READING, "Agent One: added to x\nRestart the client\n");
  expect_frame(show, "config-init", 80, 24);
  press(show, DASH_KEY_ESCAPE);
  choose(show, "Agent Two");
  expect_command(show, press(show, 'd'), DASH_WANT_PREVIEW, "uninstall --dry-run --client two");
  close_show(show);
}

/* A key is read once, and gone from the screen and from memory when it was. */
static void test_permissions_are_given_and_taken(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '6');
  choose(show, "Keys for HTTP");
  press(show, DASH_KEY_ENTER);
  type(show, "--laptop");
  assert_int_equal(press(show, DASH_KEY_ENTER).kind, DASH_NOTHING);
  expect_command(show, press(show, 'y'), DASH_WANT_READING, "key create --label=--laptop");
  answer(show, DASH_WANT_READING, "fathom_0123456789\n\nShown once\n");
  expect_frame(show, "key-shown", 80, 24);
  press(show, DASH_KEY_ESCAPE);
  for (size_t i = 0; i < 7; i++) {
    press(show, '1' + (uint32_t)i);
    assert_true(str_find(frame_of(show, 132, 40), STR("fathom_0123")) == STR_NONE);
  }
  press(show, '6');
  choose(show, "4f2a");
  press(show, 'd');
  expect_command(show, press(show, 'y'), DASH_WANT_DONE, "key revoke -- 4f2a");
  answer(show, DASH_WANT_DONE, "");
  choose(show, "Trusted workspaces");
  press(show, DASH_KEY_ENTER);
  press(show, DASH_KEY_ENTER);
  expect_frame(show, "trust-asked", 80, 24);
  expect_command(show, press(show, 'y'), DASH_WANT_DONE, "trust -- /home/ann/shop");
  answer(show, DASH_WANT_DONE, "");
  choose(show, "/home/ann/shop");
  press(show, 'd');
  expect_command(show, press(show, 'y'), DASH_WANT_DONE, "untrust -- /home/ann/shop");
  answer(show, DASH_WANT_DONE, "");
  choose(show, "Projects for which");
  press(show, DASH_KEY_ENTER);
  press(show, DASH_KEY_ENTER);
  expect_command(show, press(show, 'y'), DASH_WANT_READING, "sessions allow -- /home/ann/shop");
  answer(show, DASH_WANT_READING, "");
  press(show, DASH_KEY_ESCAPE);
  choose(show, ".venv/bin/python");
  press(show, 'd');
  expect_command(show, press(show, 'y'), DASH_WANT_DONE, "sessions deny -- /home/ann/shop");
  close_show(show);
}

/* Somebody who is new is asked which clients to connect; others are not. */
static void test_set_up_on_first_use(void **state) {
  (void)state;
  Show *show = open_show(false);
  expect_command(show, tell(show, (DashEvent){.kind = DASH_EVENT_OPENED}), DASH_WANT_CLIENTS, "init --list --json");
  tell(show, (DashEvent){.kind = DASH_EVENT_SNAPSHOT, .json = json_of(show, "{\"server\":{\"pid\":4711}}")});
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_CLIENTS, .json = json_of(show, new_clients)});
  for (size_t k = 0; k < COUNT_OF(sizes); k++) expect_frame(show, "setup", sizes[k].width, sizes[k].height);
  press(show, DASH_KEY_DOWN);
  press(show, ' ');
  expect_command(show, press(show, DASH_KEY_ENTER), DASH_WANT_PREVIEW, "init --dry-run --client one");
  answer(show, DASH_WANT_PREVIEW, "Agent One: would be added to x\n--- x\n+++ x\n@@ -1,1 +1,1 @@\n");
  expect_command(show, press(show, 'y'), DASH_WANT_READING, "init --yes --client one");
  answer(show, DASH_WANT_READING, "Agent One: added to x\n");
  press(show, DASH_KEY_ESCAPE);
  press(show, '1');
  expect_frame(show, "setup-over", 80, 24);
  close_show(show);
  show = open_show(true); /* with workspaces and a client that is connected */
  press(show, '1');
  assert_true(str_find(frame_of(show, 80, 24), STR("Connect your coding agents")) == STR_NONE);
  close_show(show);
}

/* A row is chosen by a click, and opened by the second one. */
static void test_the_mouse(void **state) {
  (void)state;
  Show *show = open_show(true);
  frame_of(show, 80, 24);
  tell(show, (DashEvent){.kind = DASH_EVENT_CLICK, .row = 0, .column = 30});
  assert_int_equal(tell(show, (DashEvent){.kind = DASH_EVENT_CLICK, .row = 3, .column = 20}).kind, DASH_NOTHING);
  DashEffect effect = tell(show, (DashEvent){.kind = DASH_EVENT_CLICK, .row = 3, .column = 20});
  assert_int_equal(effect.kind, DASH_ASK_CALL);
  assert_int_equal(effect.number, 2);
  tell(show, (DashEvent){.kind = DASH_EVENT_CLICK, .row = -4, .column = -1});
  tell(show, (DashEvent){.kind = DASH_EVENT_CLICK, .row = 1000, .column = 1000});
  close_show(show);
}

/* What a daemon of another mind says: wrong types, absurd numbers. */
static void test_a_lying_daemon(void **state) {
  static const char *const lies[] = {
      "[]", "{}", "{\"server\":7,\"workspaces\":{},\"grants\":[1,null,{}],\"options\":[{\"key\":3}],\"log\":\"x\"}",
      "{\"workspaces\":[{\"percent\":-9223372036854775808,\"files\":-5,\"storeBytes\":-1,\"refreshMs\":9223372036854775807}],"
      "\"edits\":[{\"timeMs\":9223372036854775807},{\"timeMs\":-9223372036854775807}],\"sessions\":[{\"seenAgoMs\":9223372036854775807}],"
      "\"options\":[{\"key\":\"http.auth\",\"value\":\"?\",\"accepts\":\"|||\"}],\"grants\":[{\"kind\":\"key\"}]}"};
  (void)state;
  for (size_t i = 0; i < COUNT_OF(lies); i++) {
    Show *show = open_show(true);
    tell(show, (DashEvent){.kind = DASH_EVENT_SNAPSHOT, .json = json_of(show, lies[i])});
    tell(show, (DashEvent){.kind = DASH_EVENT_CALLS, .json = json_of(show, "[7,{\"number\":-1,\"timeMs\":-1,\"ms\":-1,\"fraction\":1e300,\"state\":\"running\"}]")});
    tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_CLIENTS, .json = json_of(show, "{\"a\":1}")});
    for (uint32_t tab = '1'; tab <= '7'; tab++) {
      press(show, tab);
      frame_of(show, 80, 24);
      press(show, DASH_KEY_END);
      press(show, DASH_KEY_ENTER);
      press(show, 'd');
      frame_of(show, 80, 24);
      press(show, DASH_KEY_ESCAPE);
      press(show, DASH_KEY_ESCAPE);
    }
    close_show(show);
  }
}

/* What a hostile name may not do is reach the terminal as it is. */
static void test_no_control_characters_in_any_frame(void **state) {
  static const char *const keys[] = {"1", "2", "3", "4", "5", "6", "7"};
  (void)state;
  Show *show = open_show(true);
  for (size_t i = 0; i < COUNT_OF(keys); i++) {
    type(show, keys[i]);
    Str text = frame_of(show, 300, 80);
    for (size_t k = 0; k < text.len; k++) assert_true(text.ptr[k] == '\n' || (unsigned char)text.ptr[k] >= ' ');
    assert_true(str_find(text, STR("\xe2\x80\xae")) == STR_NONE);
  }
  close_show(show);
}

/* What an agent is shown of it. */
static void test_a_glance(void **state) {
  (void)state;
  Show *show = open_show(true);
  Str text = dashboard_ui_glance(show->ui, &show->arena, NOW_MS, 100, 20);
  expect_text(show, "glance", text);
  close_show(show);
}

/* Ten thousand calls are kept, the newest; whoever looks at one goes on seeing it. */
static void test_many_calls(void **state) {
  (void)state;
  Show *show = open_show(false);
  for (int64_t i = 1; i <= 12345; i++) {
    Arena arena;
    arena_init(&arena);
    Job job;
    job_init(&job, &arena);
    const Json *json;
    Str text = str_format(&arena, "[{\"number\":%lld,\"tool\":\"t%lld\",\"state\":\"done\",\"fraction\":-1,\"timeMs\":1800000000000}]", (long long)i, (long long)i);
    assert_int_equal(json_read(&job, text, NULL, &json), OK);
    tell(show, (DashEvent){.kind = DASH_EVENT_CALLS, .json = json});
    arena_clear(&arena);
    if (i == 20) {
      press(show, '3');
      press(show, DASH_KEY_DOWN);
    }
  }
  DashEffect effect = press(show, DASH_KEY_ENTER);
  assert_int_equal(effect.kind, DASH_ASK_CALL);
  press(show, DASH_KEY_ESCAPE);
  press(show, DASH_KEY_HOME);
  assert_int_equal(press(show, DASH_KEY_ENTER).number, 12345);
  close_show(show);
}

/* Any keys in any order, at any size. */
static void test_any_keys(void **state) {
  (void)state;
  uint32_t seed = 7;
  Show *show = open_show(true);
  for (size_t i = 0; i < 20000; i++) {
    seed = seed * 1664525 + 1013904223;
    uint32_t pick = seed >> 16;
    if (pick % 3 == 0) press(show, DASH_KEY_UP + pick / 3 % 13);
    else if (pick % 29 == 1) tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = (DashWant)(pick / 29 % 7), .json = json_of(show, pick & 1 ? clients : found), .text = STR("a\nb")});
    else if (pick % 31 == 1) tell(show, (DashEvent){.kind = DASH_EVENT_CLICK, .row = pick % 5, .column = pick % 90});
    else press(show, 32 + pick % 95 == 'q' ? 'x' : 32 + pick % 95);
    if (i % 50 == 0) frame_of(show, 1 + pick % 200, 1 + pick % 60);
  }
  close_show(show);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_tab_at_three_sizes),
      cmocka_unit_test(test_no_daemon_is_said),
      cmocka_unit_test(test_a_call_is_opened),
      cmocka_unit_test(test_the_feed_is_filtered),
      cmocka_unit_test(test_search_walks_along_calls),
      cmocka_unit_test(test_source_has_colours), cmocka_unit_test(test_ascii_alone),
      cmocka_unit_test(test_times_of_day),
      cmocka_unit_test(test_an_answer_in_words_is_read),
      cmocka_unit_test(test_an_edit_is_taken_back_after_a_question),
      cmocka_unit_test(test_a_late_preview_asks_nobody),
      cmocka_unit_test(test_steering),
      cmocka_unit_test(test_the_configuration_is_changed),
      cmocka_unit_test(test_permissions_are_given_and_taken),
      cmocka_unit_test(test_set_up_on_first_use),
      cmocka_unit_test(test_the_mouse),
      cmocka_unit_test(test_a_lying_daemon),
      cmocka_unit_test(test_no_control_characters_in_any_frame),
      cmocka_unit_test(test_a_glance),
      cmocka_unit_test(test_many_calls),
      cmocka_unit_test(test_any_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
