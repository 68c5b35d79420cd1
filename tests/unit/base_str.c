/* Str: making, comparing, searching, cutting, numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/str.h"

#define assert_str(s, expected) assert_true(str_eq((s), STR(expected)))

static Arena arena;

static void makes(void **state) {
  (void)state;
  assert_str(str_from_c(NULL), "");
  assert_str(str_from_c("abc"), "abc");
  assert_string_equal(str_to_c(&arena, str_slice(STR("abcdef"), 1, 3)), "bc");
  assert_string_equal(str_to_c(&arena, STR_EMPTY), "");
  char text[] = "text";
  Str copy = str_copy(&arena, str_from_c(text));
  text[0] = 'n';
  assert_str(copy, "text");
  assert_str(str_copy(&arena, (Str){NULL, 0}), "");
}

static void formats_short_and_long(void **state) {
  (void)state;
  assert_str(str_format(&arena, "%d-%.*s", 7, STR_ARG(STR("seven"))), "7-seven");
  assert_str(str_format(&arena, "%s", ""), "");
  /* Around the size from which it formats twice. */
  for (int width = 254; width < 259; width++) {
    Str s = str_format(&arena, "%*d", width, 1);
    assert_int_equal(s.len, width);
    assert_int_equal(s.ptr[width - 1], '1');
    assert_int_equal(s.ptr[0], ' ');
  }
  assert_str(str_format(&arena, "%.*s", STR_ARG(((Str){NULL, 0}))), "");
}

static void compares(void **state) {
  (void)state;
  assert_true(str_eq((Str){NULL, 0}, STR("")));
  assert_false(str_eq(STR("a"), STR("ab")));
  assert_false(str_eq(STR("ab"), STR("aB")));
  assert_true(str_eq(STR("a\0b"), STR("a\0b")));
  assert_false(str_eq(STR("a\0b"), STR("a\0c")));
  assert_true(str_eq_c(STR("x"), "x"));
  assert_true(str_eq_c(STR(""), NULL));
  assert_true(str_eq_ignore_case(STR("HeLLo_1"), STR("hEllO_1")));
  assert_false(str_eq_ignore_case(STR("[" "a"), STR("{" "a"))); /* 32 apart, but no letters */
  assert_false(str_eq_ignore_case(STR("\xC3\x84"), STR("\xC3\xA4")));
  assert_int_equal(str_compare(STR("a"), STR("a")), 0);
  assert_true(str_compare(STR("a"), STR("ab")) < 0);
  assert_true(str_compare(STR("b"), STR("ab")) > 0);
  assert_true(str_compare(STR("\xFF"), STR("a")) > 0);
  assert_true(str_compare((Str){NULL, 0}, STR("a")) < 0);
}

static void searches(void **state) {
  (void)state;
  assert_true(str_starts_with(STR("abc"), STR("ab")));
  assert_true(str_starts_with(STR("abc"), STR("")));
  assert_false(str_starts_with(STR("a"), STR("ab")));
  assert_true(str_ends_with(STR("abc"), STR("bc")));
  assert_false(str_ends_with(STR("abc"), STR("ab")));
  assert_false(str_ends_with(STR("c"), STR("bc")));
  assert_true(str_contains(STR("hay needle hay"), STR("needle")));
  assert_false(str_contains(STR("hay"), STR("haystack")));
  static const char *const words[] = {"Get", "put"};
  assert_true(str_is_one_of(STR("Get"), words, 2));
  assert_false(str_is_one_of(STR("get"), words, 2));
  assert_false(str_is_one_of(STR("put"), words, 1));
  assert_true(str_is_among(STR("gET"), words, 2));
  assert_false(str_is_among(STR("ge"), words, 2));
  assert_false(str_is_among(STR_EMPTY, words, 0));
  assert_int_equal(str_find(STR("abab"), STR("ba")), 1);
  assert_int_equal(str_find(STR("abab"), STR("")), 0);
  assert_int_equal(str_find((Str){NULL, 0}, STR("")), 0);
  assert_int_equal(str_find(STR("abab"), STR("bb")), STR_NONE);
  assert_int_equal(str_find_byte(STR("a/b/c"), '/'), 1);
  assert_int_equal(str_find_last_byte(STR("a/b/c"), '/'), 3);
  assert_int_equal(str_find_byte(STR("abc"), '/'), STR_NONE);
  assert_int_equal(str_find_last_byte((Str){NULL, 0}, '/'), STR_NONE);
}

static void slices_clamp(void **state) {
  (void)state;
  assert_str(str_slice(STR("abcdef"), 2, 4), "cd");
  assert_str(str_slice(STR("abc"), 1, 100), "bc");
  assert_str(str_slice(STR("abc"), 3, 100), "");
  assert_str(str_slice(STR("abc"), 50, 100), "");
  assert_str(str_slice(STR("abc"), 2, 1), "");
  assert_str(str_slice((Str){NULL, 0}, 0, 9), "");
}

static void trims(void **state) {
  (void)state;
  assert_str(str_trim(STR(" \t\r\n\v\f a b \n")), "a b");
  assert_str(str_trim(STR(" \n ")), "");
  assert_str(str_trim(STR("a")), "a");
  assert_str(str_trim((Str){NULL, 0}), "");
}

static void cuts(void **state) {
  (void)state;
  Str rest = STR("a,,b,");
  assert_str(str_cut(&rest, ','), "a");
  assert_str(str_cut(&rest, ','), "");
  assert_str(rest, "b,");
  assert_str(str_cut(&rest, ','), "b");
  assert_int_equal(rest.len, 0);
  rest = STR("whole");
  assert_str(str_cut(&rest, ','), "whole");
  assert_int_equal(rest.len, 0);
}

static void splits(void **state) {
  (void)state;
  Str parts[2];
  assert_int_equal(str_split(STR("a\t\tb"), '\t', parts, 2), 3); /* all are counted, two are given */
  assert_str(parts[0], "a");
  assert_str(parts[1], "");
  assert_int_equal(str_split(STR("a,"), ',', parts, 2), 2);
  assert_str(parts[1], "");
  assert_int_equal(str_split(STR(""), ',', parts, 2), 1);
  assert_str(parts[0], "");
}

static void counts_bytes(void **state) {
  (void)state;
  assert_int_equal(str_count_byte(STR("\na\n\nb\n"), '\n'), 4);
  assert_int_equal(str_count_byte(STR("abc"), '/'), 0);
  assert_int_equal(str_count_byte((Str){NULL, 0}, 'a'), 0);
}

static void reads_numbers(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t value;
  } good[] = {
      {"0", 0},
      {"-0", 0},
      {"007", 7},
      {"-12", -12},
      {"9223372036854775807", INT64_MAX},
      {"-9223372036854775808", INT64_MIN},
  };
  for (size_t i = 0; i < COUNT_OF(good); i++) {
    int64_t value = 99;
    assert_true(str_to_int(str_from_c(good[i].text), &value));
    assert_int_equal(value, good[i].value);
  }
  static const char *const bad[] = {
      "", "-", "+1", " 1", "1 ", "1.0", "0x1", "--1", "1-", "a", "9223372036854775808",
      "-9223372036854775809", "99999999999999999999999",
  };
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    int64_t value = 99;
    assert_false(str_to_int(str_from_c(bad[i]), &value));
    assert_int_equal(value, 99);
  }
}

static void reads_hex_digits(void **state) {
  (void)state;
  static const char digits[] = "0123456789abcdef";
  for (int c = 0; c < 256; c++) {
    const char *lower = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
    assert_int_equal(str_hex_digit((char)c), lower ? (int)(lower - digits) : -1);
  }
}

/* Whatever it is, a shell gives it back as one word. */
static void quotes_for_shells(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"a/b_c.py", "a/b_c.py"}, {"--tests=A", "--tests=A"}, {"", "''"}, {"a b", "'a b'"}, {"it's", "'it'\\''s'"},
                                         {"$(x)", "'$(x)'"}, {"a|b", "'a|b'"}, {"~x", "'~x'"}, {"a\nb", "'a\nb'"}, {"'", "''\\'''"}};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Str word = str_shell_word(&arena, str_from_c(cases[i][0]));
    if (!str_eq_c(word, cases[i][1])) fail_msg("%s became %.*s", cases[i][0], STR_ARG(word));
  }
}

static int clear_arena(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static void heap_copies_end_with_nul(void **state) {
  (void)state;
  char *copy = str_to_heap((Str){"abcdef", 3});
  assert_string_equal(copy, "abc");
  free(copy);
  copy = str_to_heap((Str){NULL, 0});
  assert_string_equal(copy, "");
  free(copy);
}

static void paths_by_folders(void **state) {
  (void)state;
  assert_true(str_is_beneath(STR("app/x"), STR("app")));
  assert_true(str_is_beneath(STR("/app/x/y"), STR("/app/x")));
  assert_false(str_is_beneath(STR("apple/x"), STR("app")));
  assert_false(str_is_beneath(STR("app"), STR("app")));
  assert_false(str_is_beneath(STR("ap"), STR("app")));
  assert_false(str_is_beneath(STR("x/app/y"), STR("app")));
  assert_false(str_is_beneath(STR("x"), STR_EMPTY));
  assert_true(str_is_within(STR("app"), STR("app")));
  assert_true(str_is_within(STR("app/x"), STR("app")));
  assert_false(str_is_within(STR("apple"), STR("app")));
  assert_false(str_is_within(STR("x"), STR_EMPTY));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heap_copies_end_with_nul),
      cmocka_unit_test(makes),        cmocka_unit_test(formats_short_and_long),
      cmocka_unit_test(compares),     cmocka_unit_test(searches),
      cmocka_unit_test(slices_clamp), cmocka_unit_test(trims),
      cmocka_unit_test(splits),       cmocka_unit_test(counts_bytes),
      cmocka_unit_test(cuts),         cmocka_unit_test(reads_numbers),
      cmocka_unit_test(reads_hex_digits), cmocka_unit_test(quotes_for_shells),
      cmocka_unit_test(paths_by_folders),
  };
  return cmocka_run_group_tests(tests, NULL, clear_arena);
}
