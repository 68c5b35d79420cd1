/* The report: everything of a repository is text in it, and nothing is loaded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/dashboard/report.h"

#define EVIL "</title><script>alert(1)</script><img src=x onerror=\"alert(2)\"> & '\xe2\x80\xae'"
#define SAFE "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(2)&quot;&gt; &amp; &#39;\\u{202E}&#39;"

static Arena arena;

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  return 0;
}
static int teardown(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static Str write(const DashReport *report) {
  Buf out;
  buf_init(&out, &arena, (size_t)4 << 20);
  dashboard_report_write(&out, report);
  assert_false(out.overflow);
  return buf_str(&out);
}

static size_t count(Str text, const char *what) {
  size_t found = 0;
  Str needle = str_from_c(what);
  for (size_t at; (at = str_find(text, needle)) != STR_NONE; found++) text = str_slice(text, at + needle.len, text.len);
  return found;
}

static void has(Str page, const char *what) {
  if (!str_contains(page, str_from_c(what))) fail_msg("the page lacks: %s", what);
}

/* Every place that a text of the repository can be in. */
static void test_hostile_names(void **state) {
  (void)state;
  const Str evil = STR(EVIL);
  const Str members[] = {evil, evil};
  const DashLanguage languages[] = {{evil, 1, 2, 3}};
  const DashSpot spots[] = {{evil, 500, 9, 1.5}, {STR("b.c"), 1, 1, 1}};
  const DashPackage packages[] = {{.name = evil, .path = evil, .files = 1, .symbols = 2, .commits = 4, .people = 1, .owners = {{evil, 4, STR("2026-01-01")}}, .owner_count = 1},
                                  {.name = STR("b"), .path = STR("b")}};
  const DashNeed needs[] = {{0, 1, 3, 0, true}, {1, 0, 1, 0, false}};
  const DashCycle cycles[] = {{members, 2, 2}};
  const DashDead dead[] = {{evil, evil, evil, 7}};
  const DashMonth months[] = {{2026, 1, 5, 2, 3}, {2026, 2, 0, 0, 0}};
  Str page = write(&(DashReport){.name = evil, .about = evil, .made = evil, .files = 1234567, .bytes = 3, .commits = 5,
                                 .languages = languages, .language_count = 1, .spots = spots, .spot_count = 2, .packages = packages, .package_count = 2,
                                 .package_total = 3, .needs = needs, .need_count = 2, .cycles = cycles, .cycle_count = 1, .cycle_total = 1,
                                 .dead = dead, .dead_count = 1, .dead_total = 9, .months = months, .month_count = 2});
  assert_int_equal(count(page, "<script"), 0);
  assert_int_equal(count(page, "<img"), 0);
  assert_int_equal(count(page, "\xe2\x80\xae"), 0);
  assert_true(count(page, SAFE) >= 12);
  assert_int_equal(count(page, "<title>" SAFE " – fathom report</title>"), 1);
  has(page, "<strong>1,234,567</strong> files of source");
  has(page, "2 of 3 are shown.");
  has(page, "1 of 9 are shown.");
  has(page, "2026-01: 5 commits, 2 people");
  assert_int_equal(count(page, "need unsaid ring"), 1); /* the way back */
}

/* Nothing is loaded and nothing is run, whatever is in it. */
static void test_closed(void **state) {
  (void)state;
  Str page = write(&(DashReport){.name = STR("empty"), .no_history = STR("no repository <b>")});
  has(page, "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\"");
  has(page, "without a history: no repository &lt;b&gt;");
  has(page, "There is no history to tell from.");
  has(page, "No files depend on each other.");
  static const char *const banned[] = {"http://", "https://", "src=", "url(http", "@import", "<link", "<iframe", "<object", "javascript:"};
  for (size_t i = 0; i < COUNT_OF(banned); i++) assert_int_equal(count(page, banned[i]), 0);
}

/* More packages than are drawn, all needing each other: it ends, and rows stay
 * within the picture. */
static void test_many(void **state) {
  (void)state;
  enum { COUNT = 120 };
  DashPackage *packages = ARENA_ARRAY(&arena, DashPackage, COUNT);
  DashNeed *needs = ARENA_ARRAY(&arena, DashNeed, COUNT * COUNT);
  DashMonth *months = ARENA_ARRAY(&arena, DashMonth, 1200);
  size_t need_count = 0;
  for (size_t i = 0; i < COUNT; i++) {
    packages[i].name = str_format(&arena, "p%zu", i);
    for (size_t k = 0; k < COUNT; k++) {
      if (i != k) needs[need_count++] = (DashNeed){i, k, (int64_t)(COUNT * COUNT - i * COUNT - k), 0, false};
    }
  }
  for (size_t i = 0; i < 1200; i++) months[i] = (DashMonth){1926 + (int)i / 12, 1 + (int)i % 12, (int64_t)i, 1, 1};
  Str page = write(&(DashReport){.name = STR("many"), .packages = packages, .package_count = COUNT, .package_total = COUNT, .needs = needs, .need_count = need_count,
                                 .months = months, .month_count = 1200});
  assert_int_equal(count(page, "class=\"box\""), 40);
  assert_int_equal(count(page, "class=\"bars\""), 100);
  has(page, "commits a year");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_hostile_names), TEST(test_closed), TEST(test_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
