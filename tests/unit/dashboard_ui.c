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
    "\"languageServers\":[{\"name\":\"pyright\",\"version\":\"1.1.400\",\"language\":\"python\",\"root\":\"/home/ann/shop\",\"state\":\"ready\","
    "\"lastError\":\"\",\"pid\":99,\"residentBytes\":314572800,\"openDocuments\":3,\"crashes\":0,\"idleMs\":10},"
    "{\"name\":\"clangd\",\"version\":\"19.1\",\"language\":\"c\",\"root\":\"/home/ann/kernel\",\"state\":\"crashed\",\"lastError\":\"bad "
    "alloc\",\"pid\":0,\"residentBytes\":0,\"openDocuments\":0,\"crashes\":2,\"idleMs\":10}],"
    "\"sessions\":[{\"key\":\"k3x9ab12\",\"name\":\"notebook\",\"language\":\"python\",\"version\":\"3.11\",\"project\":\"/home/ann/shop\","
    "\"pid\":7,\"calls\":5,\"running\":1,\"seenAgoMs\":1500}],"
    "\"edits\":[{\"id\":\"e1\",\"title\":\"rename total to sum\",\"root\":\"/home/ann/shop\",\"timeMs\":1799999940000,\"files\":7}],"
    "\"options\":[{\"key\":\"tools.profile\",\"value\":\"core\",\"origin\":\"default\"},{\"key\":\"http.port\",\"value\":\"2828\",\"origin\":"
    "\"user config\"}],"
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

static Show *open_show(bool is_filled) {
  Show *show = arena_heap_alloc(sizeof(*show));
  arena_init(&show->arena);
  job_init(&show->job, &show->arena);
  show->ui = dashboard_ui_open(&(DashUiOptions){.root = STR("/home/ann/shop")});
  if (is_filled) {
    tell(show, (DashEvent){.kind = DASH_EVENT_SNAPSHOT, .json = json_of(show, snapshot)});
    tell(show, (DashEvent){.kind = DASH_EVENT_CALLS, .json = json_of(show, calls)});
  }
  return show;
}

static void close_show(Show *show) {
  dashboard_ui_close(show->ui);
  arena_clear(&show->arena);
  free(show);
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
static void expect_frame(Show *show, const char *name, size_t width, size_t height) {
  Str got = frame_of(show, width, height);
  char path[200];
  snprintf(path, sizeof path, "tests/dashboard/frames/%s-%zux%zu.txt", name, width, height);
  const char *accept = getenv("FATHOM_ACCEPT");
  FILE *file = accept && *accept == '1' ? fopen(path, "we") : NULL;
  if (file) {
    fwrite(got.ptr, 1, got.len, file);
    fclose(file);
  }
  if (!str_eq(got, read_file(show, path))) fail_msg("%s differs; it is now:\n%.*s", path, STR_ARG(got));
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

/* Ask, walk, go back, read. */
static void test_search_walks_along_calls(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '5');
  press(show, '/');
  type(show, "total");
  DashEffect effect = press(show, DASH_KEY_ENTER);
  assert_int_equal(effect.kind, DASH_RUN_TOOL);
  assert_true(str_eq_c(effect.tool, "find") && str_eq_c(effect.args, "{\"query\":\"total\"}") && str_eq_c(effect.root, "/home/ann/shop"));
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_RESULTS, .json = json_of(show, found)});
  effect = press(show, DASH_KEY_ENTER);
  assert_true(str_eq_c(effect.tool, "zoom") && str_eq_c(effect.args, "{\"target\":\"shop/cart.py:9-72\"}"));
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_SOURCE, .text = STR("9 class Cart:\n12 \tdef total(self):\n13 \t\treturn 1")});
  expect_frame(show, "results", 80, 24);
  expect_frame(show, "results", 132, 40);
  effect = press(show, DASH_KEY_RIGHT);
  assert_true(str_eq_c(effect.tool, "symbol") && str_eq_c(effect.args, "{\"name\":\"shop/cart.py:Cart.total\"}"));
  tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = DASH_WANT_RESULTS,
                         .json = json_of(show, "{\"symbol\":{\"name\":\"Cart.total\"},\"calledBy\":[{\"name\":\"pay\",\"path\":\"shop/pay.py\",\"line\":4}],"
                                               "\"calls\":[{\"name\":\"total_tax\",\"path\":\"shop/tax.py\",\"line\":3}]}")});
  expect_frame(show, "walk", 80, 24);
  press(show, DASH_KEY_LEFT);
  expect_frame(show, "walk-back", 80, 24);
  close_show(show);
}

/* Nothing is changed by one key. */
static void test_an_edit_is_taken_back_after_a_question(void **state) {
  (void)state;
  Show *show = open_show(true);
  press(show, '7');
  assert_int_equal(press(show, 'u').kind, DASH_NOTHING);
  expect_frame(show, "asked", 80, 24);
  assert_int_equal(press(show, 'x').kind, DASH_NOTHING);
  assert_int_equal(press(show, 'y').kind, DASH_NOTHING);
  press(show, 'u');
  DashEffect effect = press(show, 'y');
  assert_int_equal(effect.kind, DASH_RUN_TOOL);
  assert_true(str_eq_c(effect.tool, "edit") && str_eq_c(effect.args, "{\"op\":\"undo\",\"id\":\"e1\"}") && str_eq_c(effect.root, "/home/ann/shop"));
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
    else if (pick % 29 == 1) tell(show, (DashEvent){.kind = DASH_EVENT_ANSWER, .want = (DashWant)(pick / 29 % 3), .json = json_of(show, found), .text = STR("a\nb")});
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
      cmocka_unit_test(test_an_edit_is_taken_back_after_a_question),
      cmocka_unit_test(test_many_calls),
      cmocka_unit_test(test_any_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
