/* Lists of edits: what they make of a text, and that they can be taken back,
 * joined and shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/vec.h"
#include "src/model/edits.h"

static Arena arena;
static Job job;

static int set_up(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static void assert_str(Str found, const char *expected) {
  assert_string_equal(str_to_c(&arena, found), expected);
}

static void add(Edits *edits, uint32_t from, uint32_t to, const char *text) {
  *vec_add(&arena, edits) = (Edit){{from, to}, str_from_c(text)};
}

static void edits_are_put_in_order(void **state) {
  (void)state;
  Edits edits = {0};
  add(&edits, 6, 11, "there");
  add(&edits, 0, 0, "1");
  add(&edits, 0, 5, "Hi");
  add(&edits, 0, 0, "2");
  add(&edits, 6, 11, "there");
  add(&edits, 11, 11, "!");
  assert_int_equal(edits_order(&job, &edits, 11), OK);
  assert_int_equal(edits.len, 5);
  assert_str(edits_apply(&arena, STR("hello world"), &edits), "12Hi there!");
}

static void overlaps_and_outsiders_are_refused(void **state) {
  (void)state;
  Edits edits = {0};
  add(&edits, 3, 6, "x");
  add(&edits, 0, 4, "y");
  assert_int_equal(edits_order(&job, &edits, 10), ERR_USAGE);
  assert_str(job_message(&job, ERR_USAGE), "two edits overlap at byte 3; give each part of the text to one of them");
  assert_int_equal(edits.items[0].range.from, 3); /* as it was */
  job_forgive(&job);
  Edits outside = {0};
  add(&outside, 3, 11, "x");
  assert_int_equal(edits_order(&job, &outside, 10), ERR_USAGE);
  assert_str(job_message(&job, ERR_USAGE), "an edit of bytes 3 to 11 lies outside the text, which has 10");
  job_forgive(&job);
  Edits backwards = {0};
  add(&backwards, 5, 4, "");
  assert_int_equal(edits_order(&job, &backwards, 10), ERR_USAGE);
  job_forgive(&job);
}

static void places_move(void **state) {
  (void)state;
  Edits edits = {0};
  add(&edits, 2, 4, "abc");
  add(&edits, 6, 6, "xx");
  assert_int_equal(edits_move(&edits, 1), 1);
  assert_int_equal(edits_move(&edits, 3), 5);
  assert_int_equal(edits_move(&edits, 4), 5);
  assert_int_equal(edits_move(&edits, 5), 6);
  assert_int_equal(edits_move(&edits, 6), 9);
}

/* ---- properties ---- */

/* The same on every run. */
static uint32_t chance(uint32_t below) {
  static uint64_t seed = 7;
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

static Str random_text(size_t most) {
  static const char *const pieces[] = {"a\n", "b\n", "c\n", "dd\n", "\n", "a\r\n", "e"};
  Buf text;
  buf_init(&text, &arena, 10000);
  for (size_t i = chance((uint32_t)most + 1); i > 0; i--) buf_add_c(&text, pieces[chance(COUNT_OF(pieces))]);
  return buf_str(&text);
}

static Edits random_edits(size_t size) {
  Edits edits = {0};
  uint32_t at = 0;
  for (int i = (int)chance(5); i > 0; i--) {
    uint32_t left = (uint32_t)size - at;
    uint32_t from = at + chance(left + 1), to = from + chance((uint32_t)size - from + 1);
    *vec_add(&arena, &edits) = (Edit){{from, to}, random_text(3)};
    at = to;
  }
  return edits;
}

static void taken_back_and_joined(void **state) {
  (void)state;
  for (int round = 0; round < 30000; round++) {
    Str text = random_text(12);
    Edits first = random_edits(text.len);
    Str middle = edits_apply(&arena, text, &first);
    Edits inverse = edits_invert(&arena, text, &first);
    assert_true(str_eq(edits_apply(&arena, middle, &inverse), text));
    Edits second = random_edits(middle.len);
    Str end = edits_apply(&arena, middle, &second);
    Edits both = edits_compose(&arena, &first, &second);
    assert_true(str_eq(edits_apply(&arena, text, &both), end));
    assert_int_equal(edits_order(&job, &both, text.len), OK);
    arena_reset(&arena);
  }
}

static void differences_lead_from_one_to_the_other(void **state) {
  (void)state;
  for (int round = 0; round < 30000; round++) {
    Str before = random_text(20), after = random_text(20);
    Edits edits = edits_between(&arena, before, after);
    assert_true(str_eq(edits_apply(&arena, before, &edits), after));
    if (str_eq(before, after)) assert_int_equal(edits.len, 0);
    arena_reset(&arena);
  }
}

/* Too different for the search: one change of everything between the ends. */
static void very_different_texts(void **state) {
  (void)state;
  Buf before, after;
  buf_init(&before, &arena, 1 << 20);
  buf_init(&after, &arena, 1 << 20);
  buf_add_c(&before, "head\n");
  buf_add_c(&after, "head\n");
  for (int i = 0; i < 3000; i++) {
    buf_add_format(&before, "old %d\n", i);
    buf_add_format(&after, "new %d\n", i);
  }
  Edits edits = edits_between(&arena, buf_str(&before), buf_str(&after));
  assert_int_equal(edits.len, 1);
  assert_int_equal(edits.items[0].range.from, 5);
  assert_true(str_eq(edits_apply(&arena, buf_str(&before), &edits), buf_str(&after)));
}

/* ---- diffs ---- */

static void assert_diff(const char *before, const char *after, const char *expected) {
  Buf out;
  buf_init(&out, &arena, 1 << 16);
  edits_show_diff(&out, STR("a/x"), STR("b/x"), str_from_c(before), str_from_c(after));
  assert_str(buf_str(&out), expected);
}

static void diffs_are_unified(void **state) {
  (void)state;
  assert_diff("a\nb\n", "a\nb\n", "");
  assert_diff("a\nb\nc\n", "a\nX\nc\n", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+X\n c\n");
  assert_diff("", "a\n", "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
  assert_diff("a\n", "", "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n");
  assert_diff("a\nb", "a\nb\n", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
  assert_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\nX\n3\n4\n5\n6\n7\n8\nY\n",
              "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n 1\n-2\n+X\n 3\n 4\n 5\n 6\n 7\n 8\n-9\n+Y\n");
  assert_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n", "X\n2\n3\n4\n5\n6\n7\n8\n9\n10\nY\n",
              "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n-1\n+X\n 2\n 3\n 4\n@@ -8,4 +8,4 @@\n 8\n 9\n 10\n-11\n+Y\n");
}

/* What `patch` would make of it: a small reader of our own. */
static Str patched(Str before, Str diff) {
  Buf out;
  buf_init(&out, &arena, 1 << 20);
  size_t line = 1;
  while (diff.len) {
    Str row = str_cut(&diff, '\n');
    char sign = row.len ? row.ptr[0] : '?';
    if (sign == '@') {
      int64_t from, count = 1;
      Str rest = str_slice(row, 4, row.len), old = str_cut(&rest, ' '), first = str_cut(&old, ',');
      assert_true(str_to_int(first, &from));
      if (old.len) assert_true(str_to_int(old, &count));
      size_t until = (size_t)from + (count == 0);
      for (; line < until; line++) buf_add(&out, str_cut(&before, '\n')), buf_add_byte(&out, '\n');
    } else if (sign != '\\') {
      bool is_open = str_starts_with(diff, STR("\\")); /* the next row says that this one has no end */
      if (sign != '+') str_cut(&before, '\n'), line++;
      if (sign != '-') {
        buf_add(&out, str_slice(row, 1, row.len));
        if (!is_open) buf_add_byte(&out, '\n');
      }
    }
  }
  buf_add(&out, before);
  return buf_str(&out);
}

static void diffs_can_be_applied(void **state) {
  (void)state;
  for (int round = 0; round < 20000; round++) {
    Str before = random_text(30), after = random_text(30);
    Buf out;
    buf_init(&out, &arena, 1 << 16);
    edits_show_diff(&out, STR_EMPTY, STR_EMPTY, before, after);
    Str made = str_eq(before, after) ? before : patched(before, buf_str(&out));
    assert_string_equal(str_to_c(&arena, made), str_to_c(&arena, after));
    arena_reset(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edits_are_put_in_order),
      cmocka_unit_test(overlaps_and_outsiders_are_refused),
      cmocka_unit_test(places_move),
      cmocka_unit_test(taken_back_and_joined),
      cmocka_unit_test(differences_lead_from_one_to_the_other),
      cmocka_unit_test(very_different_texts),
      cmocka_unit_test(diffs_are_unified),
      cmocka_unit_test(diffs_can_be_applied),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
