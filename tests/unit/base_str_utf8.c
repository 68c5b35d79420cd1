/* Str as UTF-8: what is well formed, and what is shown of hostile text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"

static Arena arena;

static void shows(Str raw, const char *expected) {
  Str shown = str_visible(&arena, raw);
  if (!str_eq_c(shown, expected)) fail_msg("\"%.*s\" is not \"%s\"", STR_ARG(shown), expected);
}

static void knows_well_formed(void **state) {
  (void)state;
  assert_true(str_is_utf8(STR("")));
  assert_true(str_is_utf8(STR("plain\0nul")));
  assert_true(str_is_utf8(STR("\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBF")));
  assert_true(str_is_utf8(STR("\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF")));
}

static void knows_broken(void **state) {
  (void)state;
  static const char *const broken[] = {
      "\x80",             /* continuation alone */
      "\xBF",             /* */
      "a\xC3",            /* cut short */
      "\xE2\x82",         /* */
      "\xF0\x9F\x98",     /* */
      "\xC3(",            /* no continuation */
      "\xC0\x80",         /* overlong NUL */
      "\xC1\xBF",         /* overlong */
      "\xE0\x9F\xBF",     /* */
      "\xF0\x8F\xBF\xBF", /* */
      "\xED\xA0\x80",     /* surrogates */
      "\xED\xBF\xBF",     /* */
      "\xF4\x90\x80\x80", /* beyond the last character */
      "\xF5\x80\x80\x80", /* */
      "\xFF",             /* */
      "\xF8\x88\x80\x80\x80",
  };
  for (size_t i = 0; i < COUNT_OF(broken); i++) {
    if (str_is_utf8(str_from_c(broken[i]))) fail_msg("case %zu was accepted", i);
  }
}

/* Every character there is, written by one part and read by the other. */
static void agrees_with_the_writer(void **state) {
  (void)state;
  Arena scratch;
  arena_init(&scratch);
  Buf buf;
  buf_init(&buf, &scratch, 16);
  for (uint32_t c = 0; c <= 0x10FFFF; c++) {
    buf_truncate(&buf, 0);
    buf_add_codepoint(&buf, c);
    if (!str_is_utf8(buf_str(&buf))) fail_msg("U+%04X", (unsigned)c);
  }
  arena_clear(&scratch);
}

static void leaves_good_text_alone(void **state) {
  (void)state;
  Str good = STR("caf\xC3\xA9\t\xE6\xBC\xA2\n\xF0\x9F\x98\x80 \\ \"x\"");
  Str shown = str_visible(&arena, good);
  assert_ptr_equal(shown.ptr, good.ptr);
  assert_int_equal(shown.len, good.len);
  assert_int_equal(str_visible(&arena, (Str){NULL, 0}).len, 0);
}

static void shows_controls(void **state) {
  (void)state;
  shows(STR("a\0b"), "a\\x00b");
  shows(STR("\x1B[31mred\x1B[0m"), "\\x1B[31mred\\x1B[0m");
  shows(STR("line\r\n\tnext\x7F\b"), "line\\x0D\n\tnext\\x7F\\x08");
  shows(STR("\xC2\x9B" "5n"), "\\u{009B}5n"); /* the one-byte escape of C1 */
}

static void shows_direction_and_hidden(void **state) {
  (void)state;
  shows(STR("a\xE2\x80\xAE" "b\xE2\x81\xA6" "c\xE2\x81\xA9"), "a\\u{202E}b\\u{2066}c\\u{2069}");
  shows(STR("\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C"), "\\u{200E}\\u{200F}\\u{061C}");
  shows(STR("\xE2\x80\xA8\xE2\x80\xA9"), "\\u{2028}\\u{2029}");
  shows(STR("\xF3\xA0\x81\x81"), "\\u{E0041}");
  shows(STR("\xF3\xA0\x84\x80 \xF3\xA0\xBF\xBF"), "\\u{E0100} \\u{E0FFF}");
  shows(STR("a\xE2\x80\x8B" "b\xEF\xBB\xBF" "c"), "a\\u{200B}b\\u{FEFF}c");
  shows(STR("\xE2\x81\xA0\xE2\x81\xA1\xE2\x81\xA4"), "\\u{2060}\\u{2061}\\u{2064}");
  shows(STR("\xE2\x80\x8C\xE2\x80\x8D\xF3\xA1\x80\x80\x01"),
        "\xE2\x80\x8C\xE2\x80\x8D\xF3\xA1\x80\x80\\x01"); /* joiners stay, and U+E1000 */
  shows(STR("\xE2\x80\xA7\xE2\x80\xAF\xE2\x81\xA5\xE2\x81\xAA\x01"),
        "\xE2\x80\xA7\xE2\x80\xAF\xE2\x81\xA5\xE2\x81\xAA\\x01"); /* neighbours stay */
}

static void shows_broken_bytes(void **state) {
  (void)state;
  shows(STR("\xFF"), "\\xFF");
  shows(STR("a\xC3"), "a\\xC3");
  shows(STR("\xE2\x82" "a"), "\\xE2\\x82a");
  shows(STR("\xED\xA0\x80"), "\\xED\\xA0\\x80");
  shows(STR("\xC3\xC3\xA9"), "\\xC3\xC3\xA9"); /* finds its way again */
}

static void counts_characters(void **state) {
  (void)state;
  assert_int_equal(str_characters(STR("")), 0);
  assert_int_equal(str_characters(STR("plain\0nul")), 9);
  assert_int_equal(str_characters(STR("\xC3\xA9\xE6\xBC\xA2\xF0\x9F\x98\x80")), 3);
  assert_int_equal(str_characters(STR("\x80\x80\xE2\x82" "a\xF0\x9F")), 5); /* broken ones count */
}

static void shown_text_is_always_clean(void **state) {
  (void)state;
  uint32_t random = 1;
  for (int round = 0; round < 2000; round++) {
    Arena scratch;
    arena_init(&scratch);
    char bytes[24];
    for (size_t i = 0; i < sizeof bytes; i++) {
      random = random * 1664525u + 1013904223u;
      bytes[i] = (char)(random >> 24);
    }
    Str shown = str_visible(&scratch, (Str){bytes, sizeof bytes});
    assert_true(str_is_utf8(shown));
    assert_ptr_equal(str_visible(&scratch, shown).ptr, shown.ptr);
    arena_clear(&scratch);
  }
}

static void shown(const char *text, size_t max, const char *wanted) {
  Str got = str_shown(&arena, str_from_c(text), max);
  if (!str_eq_c(got, wanted)) fail_msg("'%.*s' instead of '%s'", STR_ARG(got), wanted);
}

static void shows_within_one_line(void **state) {
  (void)state;
  shown("plain", SIZE_MAX, "plain");
  shown("a\tb\nc\x1b", SIZE_MAX, "a\\tb\\nc\\x1B");
  shown("abcdef", 6, "abcdef");
  shown("abcdef", 5, "abcde...");
  shown("ab\xc3\xa9z", 3, "ab..."); /* never half a character */
  shown("", 0, "");
  assert_int_equal(str_head(STR("ab\xc3\xa9"), 4).len, 4);
  assert_int_equal(str_head(STR("ab\xc3\xa9"), 3).len, 2);
  assert_int_equal(str_visible_size(STR("a\x1b")), 5);
}

static int clear_arena(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_well_formed),
      cmocka_unit_test(knows_broken),
      cmocka_unit_test(agrees_with_the_writer),
      cmocka_unit_test(leaves_good_text_alone),
      cmocka_unit_test(shows_controls),
      cmocka_unit_test(shows_direction_and_hidden),
      cmocka_unit_test(shows_broken_bytes),
      cmocka_unit_test(counts_characters),
      cmocka_unit_test(shows_within_one_line),
      cmocka_unit_test(shown_text_is_always_clean),
  };
  return cmocka_run_group_tests(tests, NULL, clear_arena);
}
