/* Pages of an answer and the cursors between them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/query/budget/budget.h"

static Arena arena;
static Buf text;
static QueryPage page;

static const QueryItem items[] = {
    {.group = {"a.c", 3}, .text = {"one\n", 4}}, {.group = {"a.c", 3}, .text = {"two", 3}},
    {.group = {"b.c", 3}, .text = {"three\n", 6}}, {.text = {"four\n", 5}}};

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

static bool fill(const QueryItem *of, size_t count, uint64_t key, Str cursor, size_t max) {
  buf_init(&text, &arena, 1 << 16);
  return query_budget_fill(&text, &arena, of, count, key, cursor, max, &page);
}

static void shows(const char *wanted, size_t shown, size_t left) {
  assert_string_equal(text.ptr, wanted);
  assert_int_equal(page.shown, shown);
  assert_int_equal(page.left, left);
}

static void test_all_fits(void **state) {
  (void)state;
  const char *all = "a.c\none\ntwo\n\nb.c\nthree\nfour\n";
  assert_true(fill(items, 4, 1, STR_EMPTY, strlen(all)));
  shows(all, 4, 0);
  assert_int_equal(page.cursor.len, 0);
  assert_true(fill(items, 4, 1, STR_EMPTY, strlen(all) - 1));
  shows("a.c\none\ntwo\n\nb.c\nthree\n", 3, 1);
  assert_true(fill(items, 0, 1, STR_EMPTY, 10));
  shows("", 0, 0);
}

static void test_pages_follow_each_other(void **state) {
  (void)state;
  assert_true(fill(items, 4, 7, STR_EMPTY, 12));
  shows("a.c\none\ntwo\n", 2, 2);
  assert_true(page.first == 0 && page.first_byte == 0 && page.end_byte == 3);
  assert_true(fill(items, 4, 7, page.cursor, 12));
  shows("b.c\nthree\n", 1, 1);
  assert_true(page.first == 2 && page.first_byte == 0 && page.end_byte == 6);
  assert_true(fill(items, 4, 7, page.cursor, 12));
  shows("four\n", 1, 0);
  assert_int_equal(page.cursor.len, 0);
  /* the heading comes again on a new page */
  assert_true(fill(items, 4, 7, STR_EMPTY, 11));
  shows("a.c\none\n", 1, 3);
  assert_true(fill(items, 4, 7, page.cursor, 11));
  shows("a.c\ntwo\n", 1, 2);
}

static void test_what_is_there_already_counts(void **state) {
  (void)state;
  buf_init(&text, &arena, 1000);
  buf_add_c(&text, "before\n");
  assert_true(query_budget_fill(&text, &arena, items, 4, 1, STR_EMPTY, 15, &page));
  shows("before\na.c\none\n", 1, 3);
}

static void test_an_item_larger_than_a_page_goes_on(void **state) {
  (void)state;
  const QueryItem large[] = {{.text = STR("aaaa\nbbbb\ncccc\n")}, {.text = STR("dd\n")}};
  assert_true(fill(large, 2, 1, STR_EMPTY, 12));
  shows("aaaa\nbbbb\n", 1, 1);
  assert_true(fill(large, 2, 1, page.cursor, 12));
  shows("cccc\ndd\n", 2, 0);
  assert_int_equal(page.cursor.len, 0);
  /* one line at least, however small the page */
  assert_true(fill(large, 2, 1, STR_EMPTY, 1));
  shows("aaaa\n", 1, 1);
  assert_true(fill(large, 2, 1, page.cursor, 0));
  shows("bbbb\n", 1, 1);
}

/* Where there is room for a good part of it, an item that may begins on a page
 * that has others already, and goes on below its heading. */
static void test_items_that_split_fill_the_page(void **state) {
  (void)state;
  Buf lines;
  buf_init(&lines, &arena, 10000);
  for (int i = 0; i < 100; i++) buf_add_format(&lines, "line %04d\n", i);
  QueryItem two[] = {{.text = STR("first\n")}, {.group = STR("rest"), .text = buf_str(&lines), .splits = true}};
  assert_true(fill(two, 2, 1, STR_EMPTY, 500));
  assert_int_equal(page.shown, 2);
  assert_int_equal(page.left, 0);
  assert_int_equal(text.len, 6 + 1 + 5 + 48 * 10);
  assert_true(fill(two, 2, 1, page.cursor, 10000));
  assert_true(str_starts_with(buf_str(&text), STR("rest\nline 0048\n")));
  assert_int_equal(page.cursor.len, 0);
  /* too little room, or not allowed: the next page */
  assert_true(fill(two, 2, 1, STR_EMPTY, 400));
  shows("first\n", 1, 1);
  two[1].splits = false;
  assert_true(fill(two, 2, 1, STR_EMPTY, 500));
  shows("first\n", 1, 1);
}

static void test_later_items_wait_for_a_cursor(void **state) {
  (void)state;
  const QueryItem later[] = {{.text = STR("now\n")}, {.text = STR("then\n"), .is_later = true}, {.text = STR("last\n"), .is_later = true}};
  assert_true(fill(later, 3, 1, STR_EMPTY, 1000));
  shows("now\n", 1, 2);
  assert_true(fill(later, 3, 1, page.cursor, 1000));
  shows("then\nlast\n", 2, 0);
  assert_true(fill(later + 1, 2, 1, STR_EMPTY, 1000));
  shows("", 0, 2);
}

static void test_foreign_cursors_are_refused(void **state) {
  (void)state;
  assert_true(fill(items, 4, 1, STR_EMPTY, 8));
  Str cursor = page.cursor;
  assert_true(fill(items, 4, 1, cursor, 8));
  assert_false(fill(items, 4, 2, cursor, 8));
  assert_false(fill(items, 1, 1, cursor, 8)); /* beyond the end */
  assert_false(fill(items, 4, 1, STR("nonsense"), 8));
  assert_false(fill(items, 4, 1, STR("."), 8));
  Str key = str_slice(cursor, 0, str_find_byte(cursor, '.'));
  assert_true(fill(items, 4, 1, str_format(&arena, "%.*s.3.0", STR_ARG(key)), 8));
  assert_false(fill(items, 4, 1, str_format(&arena, "%.*s.4.0", STR_ARG(key)), 8));
  assert_false(fill(items, 4, 1, str_format(&arena, "%.*s.-1.0", STR_ARG(key)), 8));
  assert_false(fill(items, 4, 1, str_format(&arena, "%.*s.1", STR_ARG(key)), 8));
  assert_false(fill(items, 4, 1, str_format(&arena, "%.*s.1.99", STR_ARG(key)), 8));
}

#define paged(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {paged(test_all_fits), paged(test_pages_follow_each_other),
                                     paged(test_what_is_there_already_counts),
                                     paged(test_an_item_larger_than_a_page_goes_on),
                                     paged(test_items_that_split_fill_the_page), paged(test_later_items_wait_for_a_cursor),
                                     paged(test_foreign_cursors_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
