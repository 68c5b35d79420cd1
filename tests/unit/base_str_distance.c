/* Str likeness: known distances, a plain model, and suggestions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/str.h"

static void known_distances(void **state) {
  (void)state;
  static const struct {
    const char *a;
    const char *b;
    size_t distance;
  } cases[] = {
      {"", "", 0},         {"abc", "abc", 0},         {"", "abc", 3},
      {"abc", "ab", 1},    {"abc", "abcd", 1},        {"abc", "axc", 1},
      {"abc", "acb", 1},   {"ca", "abc", 3},          {"kitten", "sitting", 3},
      {"form", "from", 1}, {"sunday", "saturday", 3}, {"abcdef", "badcfe", 3},
      {"aaaa", "bbbb", 4},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Str a = str_from_c(cases[i].a);
    Str b = str_from_c(cases[i].b);
    assert_int_equal(str_distance(a, b, 100), cases[i].distance);
    assert_int_equal(str_distance(b, a, 100), cases[i].distance);
    assert_int_equal(str_distance(a, b, SIZE_MAX), cases[i].distance);
  }
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* The definition, by whole matrix. */
static size_t model_distance(Str a, Str b) {
  size_t d[16][16];
  for (size_t i = 0; i <= a.len; i++) {
    for (size_t j = 0; j <= b.len; j++) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      size_t cost = a.ptr[i - 1] == b.ptr[j - 1] ? 0 : 1;
      d[i][j] = least(least(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + cost);
      if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1]) {
        d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.len][b.len];
}

static uint32_t next_random(void) {
  static uint32_t random = 7;
  random = random * 1664525u + 1013904223u;
  return random >> 16;
}

static Str random_word(char *bytes) {
  size_t len = next_random() % 12;
  for (size_t i = 0; i < len; i++) bytes[i] = "abc"[next_random() % 3];
  return (Str){bytes, len};
}

static void agrees_with_the_model(void **state) {
  (void)state;
  for (int round = 0; round < 20000; round++) {
    char bytes[2][12];
    Str a = random_word(bytes[0]);
    Str b = random_word(bytes[1]);
    size_t distance = model_distance(a, b);
    size_t limit = next_random() % 12;
    size_t expected = distance > limit ? limit + 1 : distance;
    if (str_distance(a, b, limit) != expected) {
      fail_msg("'%.*s' '%.*s' within %zu", STR_ARG(a), STR_ARG(b), limit);
    }
  }
}

static void measures_long_words(void **state) {
  (void)state;
  char a[1000];
  char b[1000];
  memset(a, 'a', sizeof a);
  memset(b, 'b', sizeof b);
  Str left = {a, sizeof a};
  Str right = {b, sizeof b};
  assert_int_equal(str_distance(left, right, 2000), 1000);
  assert_int_equal(str_distance(left, right, 3), 4);
  b[500] = 'a';
  assert_int_equal(str_distance(left, right, 2000), 999);
}

static void suggests(const char *wanted, const char *expected) {
  static const Str candidates[] = {
      {"find_callers", sizeof "find_callers" - 1}, {"find_callees", sizeof "find_callees" - 1}, {"search", sizeof "search" - 1},
      {"index", sizeof "index" - 1},        {"ls", sizeof "ls" - 1},           {"x", sizeof "x" - 1},
  };
  Str found = str_nearest(str_from_c(wanted), candidates, COUNT_OF(candidates));
  if (!str_eq_c(found, expected)) {
    fail_msg("'%s' suggests '%.*s', not '%s'", wanted, STR_ARG(found), expected);
  }
}

static void suggests_what_was_meant(void **state) {
  (void)state;
  suggests("find_caller", "find_callers");
  suggests("find_calles", "find_callers"); /* the first of equals */
  suggests("saerch", "search");
  suggests("SEARCH", "search");
  suggests("idx", "");
  suggests("sear", "search");     /* a beginning */
  suggests("find_call", "find_callers");
  suggests("find", "");           /* the beginning of two */
  suggests("la", "ls");
  suggests("y", "");
  suggests("", "");
  suggests("banana", "");
  assert_int_equal(str_nearest(STR("a"), NULL, 0).len, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_distances),
      cmocka_unit_test(agrees_with_the_model),
      cmocka_unit_test(measures_long_words),
      cmocka_unit_test(suggests_what_was_meant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
