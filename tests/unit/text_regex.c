/* What is read from a regular expression: the same pattern for whole texts,
 * and what every match contains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/text/regex_internal.h"

static void add_need(Buf *out, const TextNeed *need) {
  if (!need) {
    buf_add_c(out, "-");
  } else if (need->kind == TEXT_NEED_LITERAL) {
    buf_add_format(out, "%s%.*s", need->literal.fold ? "~" : "", STR_ARG(need->literal.text));
  } else {
    buf_add_c(out, need->kind == TEXT_NEED_ALL ? "(" : "[");
    for (size_t i = 0; i < need->count; i++) {
      if (i) buf_add_c(out, need->kind == TEXT_NEED_ALL ? " & " : " | ");
      add_need(out, need->items[i]);
    }
    buf_add_c(out, need->kind == TEXT_NEED_ALL ? ")" : "]");
  }
}

static const struct {
  const char *pattern;
  const char *lines; /* NULL: not understood */
  const char *need;
} rows[] = {
    {"abc", "abc", "abc"},
    {"a.c", "a.c", "(a & c)"},
    {"ab+c", "ab+c", "(ab & bc)"},
    {"ab*c", "ab*c", "(a & c)"},
    {"colou?r", "colou?r", "[colour | color]"},
    {"(get|set)_x", "(get|set)_x", "[get_x | set_x]"},
    {"(?:get|set)_\\w+", "(?:get|set)_\\w+", "[get_ | set_]"},
    {"foo.*(bar|baz+)q", "foo.*(bar|baz+)q", "(foo & [bar | baz] & [bar | (baz & z)] & [barq | zq])"},
    {"a\\s+b", "a[^\\S\\n]+b", "(a & b)"},
    {"a\\Wb\\D", "a[^\\w\\n]b[^\\d\\n]", "(a & b)"},
    {"[^x]y", "[^\\nx]y", "y"},
    {"[^]]y", "[^\\n\\]]y", "y"},
    {"[]a]y", "[]a]y", "[]y | ay]"},
    {"[a-f]y", "(?:(?!\\n)[a-f])y", "y"},
    {"[ab]y", "[ab]y", "[ay | by]"},
    {"[\na]y", "(?:(?!\\n)[\na])y", "y"},
    {"[\\s]y", "(?:(?!\\n)[\\s])y", "y"},
    {"[[:space:]]y", "(?:(?!\\n)[[:space:]])y", "y"},
    {"^ab$", "^ab$", "ab"},
    {"\\bword\\b", "\\bword\\b", "word"},
    {"a\\.b\\(", "a\\.b\\(", "a.b("},
    {"\\x41\\x{42}", "\\x41\\x{42}", "AB"},
    {"\\Qa.b\\Ec", "a\\.bc", "a.bc"},
    {"foo(?=bar)", "foo(?=bar)", "foo"},
    {"(?<!un)lock", "(?<!un)lock", "lock"},
    {"(?i)ab", "(?i)ab", "~ab"},
    {"x(?i:ask)y", "x(?i:a(?-i:[sS])(?-i:[kK]))y", "~xasky"},
    {"(?i)[sk]y", "(?i)(?:(?!\\n)[sk])y", "~y"},
    {"(?s)a.b", "(?s)a[^\\n]b", "(a & b)"},
    {"a{2,3}b", "a{2,3}b", "(a & ab)"},
    {"a{x}", "a{x}", "a{x}"},
    {"a|", "a|", "-"},
    {"a||b", "a||b", "-"},
    {"(\\w+) \\1", "(\\w+) \\1", " "},
    {"\\p{Lu}x", "(?:(?!\\n)\\p{Lu})x", "x"},
    {"\xC3\xA9t", "\xC3\xA9t", "\xC3\xA9t"},
    {"\\Aint", NULL, "-"},
    {"a\\Rb", NULL, "-"},
    {"(?(1)a|b)", NULL, "-"},
    {"(*COMMIT)a", NULL, "-"},
    {"(?x)a b", NULL, "-"},
    {"\\Qab\\E+", NULL, "-"},
    {"(ab", NULL, "-"},
    {"ab)", NULL, "-"},
    {"*a", NULL, "-"},
    {"[a", NULL, "-"},
};

static void test_reading(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    Arena arena;
    Buf need;
    TextRegex regex;
    arena_init(&arena);
    buf_init(&need, &arena, 10000);
    text_regex_read(&arena, str_from_c(rows[i].pattern), TEXT_REGEX_LINES, &regex);
    add_need(&need, regex.need);
    const char *lines = rows[i].lines ? rows[i].lines : rows[i].pattern;
    if (regex.is_understood != (rows[i].lines != NULL) || !str_eq_c(regex.text, lines) ||
        !str_eq_c(buf_str(&need), rows[i].need)) {
      fail_msg("%s: %s, '%.*s', needs %.*s", rows[i].pattern, regex.is_understood ? "understood" : "not understood",
               STR_ARG(regex.text), STR_ARG(buf_str(&need)));
    }
    arena_clear(&arena);
  }
}

static void test_line_feeds(void **state) {
  (void)state;
  static const char *const asking[] = {"a\\nb", "a\nb", "\\x0a", "\\x{A}"};
  static const char *const others[] = {"a\\sb", "[^a]", "."};
  Arena arena;
  TextRegex regex;
  arena_init(&arena);
  for (size_t i = 0; i < COUNT_OF(asking); i++) {
    text_regex_read(&arena, str_from_c(asking[i]), TEXT_REGEX_LINES, &regex);
    assert_true(regex.has_newline);
  }
  for (size_t i = 0; i < COUNT_OF(others); i++) {
    text_regex_read(&arena, str_from_c(others[i]), 0, &regex);
    assert_false(regex.has_newline);
    assert_string_equal(str_to_c(&arena, regex.text), others[i]); /* across lines nothing is kept out */
  }
  arena_clear(&arena);
}

static void test_case(void **state) {
  (void)state;
  assert_true(text_regex_is_lower(STR("foo\\Wbar\\p{Lu}(?P<x>a)")));
  assert_false(text_regex_is_lower(STR("fooB")));
  Arena arena;
  arena_init(&arena);
  assert_string_equal(str_to_c(&arena, text_regex_quote(&arena, STR("a.b(c)_1\xC3\xA9"))), "a\\.b\\(c\\)_1\xC3\xA9");
  arena_clear(&arena);
}

/* Groups without end neither recurse without end nor take long. */
static void test_depth(void **state) {
  (void)state;
  Arena arena;
  Buf deep;
  TextRegex regex;
  arena_init(&arena);
  buf_init(&deep, &arena, 100000);
  for (int i = 0; i < 5000; i++) buf_add_c(&deep, "(a");
  for (int i = 0; i < 5000; i++) buf_add_c(&deep, ")");
  text_regex_read(&arena, buf_str(&deep), 0, &regex);
  assert_false(regex.is_understood);
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reading), cmocka_unit_test(test_line_feeds),
                                     cmocka_unit_test(test_case), cmocka_unit_test(test_depth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
