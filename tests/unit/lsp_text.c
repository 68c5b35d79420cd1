/* Places in texts: lines, the three ways of counting, ends and beyond. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/lsp/text.h"

static Arena arena;

static LspText take(Str text) {
  LspText taken;
  lsp_text_take(&arena, text, &taken);
  return taken;
}

static void assert_line(const LspText *text, uint32_t line, const char *expected) {
  assert_string_equal(str_to_c(&arena, lsp_text_line(text, line)), expected);
}

static void splits_at_all_line_ends(void **state) {
  (void)state;
  LspText text = take(STR("one\ntwo\r\nthree\rfour\n\r\n\n"));
  assert_int_equal(text.lines, 7);
  assert_line(&text, 1, "one");
  assert_line(&text, 2, "two");
  assert_line(&text, 3, "three");
  assert_line(&text, 4, "four");
  assert_line(&text, 5, "");
  assert_line(&text, 6, "");
  assert_line(&text, 7, "");
  assert_line(&text, 0, "");
  assert_line(&text, 8, "");
  LspText empty = take(STR_EMPTY);
  assert_int_equal(empty.lines, 1);
  assert_int_equal(lsp_text_from_point(&empty, (LspPoint){1, 1}), 0);
  LspText last = take(STR("a\r"));
  assert_int_equal(last.lines, 2);
  assert_line(&last, 1, "a");
}

/* x, e with acute accent (2 bytes), euro (3), a treble clef (4: a surrogate
 * pair), y. */
#define MIXED "x\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9Ey"

static void counts_in_each_encoding(void **state) {
  (void)state;
  LspText text = take(STR("ab\n" MIXED "\nz"));
  static const struct {
    size_t byte;
    uint32_t utf8, utf16, utf32;
  } rows[] = {{3, 0, 0, 0}, {4, 1, 1, 1}, {6, 3, 2, 2}, {9, 6, 3, 3}, {13, 10, 5, 4}, {14, 11, 6, 5}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    size_t byte = rows[i].byte;
    uint32_t expected[] = {[LSP_UTF8] = rows[i].utf8, [LSP_UTF16] = rows[i].utf16, [LSP_UTF32] = rows[i].utf32};
    for (int encoding = 0; encoding < 3; encoding++) {
      LspPosition position = lsp_text_to_position(&text, byte, (LspEncoding)encoding);
      assert_int_equal(position.line, 1);
      assert_int_equal(position.character, expected[encoding]);
      assert_int_equal(lsp_text_from_position(&text, position, (LspEncoding)encoding), byte);
    }
    LspPoint point = lsp_text_to_point(&text, byte);
    assert_int_equal(point.line, 2);
    assert_int_equal(point.column, rows[i].utf32 + 1);
    assert_int_equal(lsp_text_from_point(&text, point), byte);
  }
}

static void within_a_character_is_its_beginning(void **state) {
  (void)state;
  LspText text = take(STR(MIXED));
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){0, 4}, LSP_UTF16), 6); /* between the surrogates */
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){0, 2}, LSP_UTF8), 1);
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){0, 9}, LSP_UTF8), 6);
  assert_int_equal(lsp_text_to_position(&text, 8, LSP_UTF16).character, 3);
  assert_int_equal(lsp_text_to_point(&text, 2).column, 2);
}

static void beyond_an_end_is_that_end(void **state) {
  (void)state;
  LspText text = take(STR("ab\r\ncd"));
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){0, 99}, LSP_UTF16), 2);
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){0, UINT32_MAX}, LSP_UTF8), 2);
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){1, UINT32_MAX}, LSP_UTF32), 6);
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){2, 0}, LSP_UTF16), 6);
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){UINT32_MAX, 5}, LSP_UTF16), 6);
  assert_int_equal(lsp_text_from_point(&text, (LspPoint){1, 50}), 2);
  assert_int_equal(lsp_text_from_point(&text, (LspPoint){9, 1}), 6);
  assert_int_equal(lsp_text_from_point(&text, (LspPoint){0, 0}), 0);
  LspPoint end = lsp_text_to_point(&text, 99);
  assert_int_equal(end.line, 2);
  assert_int_equal(end.column, 3);
  LspPosition between = lsp_text_to_position(&text, 3, LSP_UTF16); /* of \r and \n */
  assert_int_equal(between.line, 0);
  assert_int_equal(between.character, 2);
}

/* JSON makes one U+FFFD of a broken piece: 3 bytes, one unit, one character. */
static void counts_broken_bytes_as_servers_see_them(void **state) {
  (void)state;
  LspText text = take(STR("a\xE2\x82" "b\xFF\xFE" "c")); /* a cut euro, two stray bytes */
  static const struct {
    size_t byte;
    uint32_t utf8, units;
  } rows[] = {{1, 1, 1}, {3, 4, 2}, {4, 5, 3}, {5, 8, 4}, {6, 11, 5}, {7, 12, 6}};
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    assert_int_equal(lsp_text_to_position(&text, rows[i].byte, LSP_UTF8).character, rows[i].utf8);
    assert_int_equal(lsp_text_to_position(&text, rows[i].byte, LSP_UTF16).character, rows[i].units);
    assert_int_equal(lsp_text_to_position(&text, rows[i].byte, LSP_UTF32).character, rows[i].units);
    assert_int_equal(lsp_text_from_position(&text, (LspPosition){0, rows[i].utf8}, LSP_UTF8), rows[i].byte);
    assert_int_equal(lsp_text_from_position(&text, (LspPosition){0, rows[i].units}, LSP_UTF16), rows[i].byte);
  }
}

/* Marks lie every 4,096 bytes; characters straddle them. */
static void long_lines_are_exact(void **state) {
  (void)state;
  enum { COUNT = 9000 };
  static const char unit[] = "\xF0\x9D\x84\x9E" "a\xC3\xA9"; /* 7 bytes, 3 characters, 4 units */
  char *bytes = arena_alloc(&arena, COUNT * 7 + 2);
  bytes[0] = '\n';
  for (size_t i = 0; i < COUNT; i++) memcpy(bytes + 1 + i * 7, unit, 7);
  bytes[COUNT * 7 + 1] = '\n';
  LspText text = take((Str){bytes, COUNT * 7 + 2});
  assert_int_equal(text.lines, 3);
  for (uint32_t i = 0; i <= COUNT; i++) {
    size_t byte = 1 + (size_t)i * 7;
    assert_int_equal(lsp_text_to_position(&text, byte, LSP_UTF16).character, i * 4);
    assert_int_equal(lsp_text_from_position(&text, (LspPosition){1, i * 4}, LSP_UTF16), byte);
    assert_int_equal(lsp_text_to_point(&text, byte).column, i * 3 + 1);
    assert_int_equal(lsp_text_from_point(&text, (LspPoint){2, i * 3 + 1}), byte);
    if (i < COUNT) assert_int_equal(lsp_text_from_position(&text, (LspPosition){1, i * 4 + 1}, LSP_UTF16), byte);
  }
  assert_int_equal(lsp_text_from_position(&text, (LspPosition){1, COUNT * 4 + 1}, LSP_UTF16), COUNT * 7 + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(splits_at_all_line_ends),
      cmocka_unit_test(counts_in_each_encoding),
      cmocka_unit_test(within_a_character_is_its_beginning),
      cmocka_unit_test(beyond_an_end_is_that_end),
      cmocka_unit_test(counts_broken_bytes_as_servers_see_them),
      cmocka_unit_test(long_lines_are_exact),
  };
  arena_init(&arena);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  arena_clear(&arena);
  return failed;
}
