/* Globs, by a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/model/glob.h"

static const struct {
  const char *glob;
  const char *path;
  bool matches;
} rows[] = {
    {"a", "a", true},           {"a", "b", false},          {"", "", true},
    {"*", "abc", true},         {"*", "", true},            {"*", "a/b", false},
    {"*.c", "x.c", true},       {"*.c", "x.h", false},      {"*.c", "d/x.c", false},
    {"a*b*c", "axxbyyc", true}, {"a*b*c", "axxbyy", false}, {"?", "a", true},
    {"?", "/", false},          {"?", "", false},           {"[abc]x", "bx", true},
    {"[a-c]x", "dx", false},    {"[!a-c]x", "dx", true},    {"[^a]x", "ax", false},
    {"[]]", "]", true},         {"[a", "[a", true},         {"[!a]", "/", false},
    {"\\*", "*", true},         {"\\*", "a", false},        {"**", "a/b/c", true},
    {"**/x", "x", true},        {"**/x", "a/b/x", true},    {"**/x", "a/bx", false},
    {"a/**", "a/b/c", true},    {"a/**", "a", false},       {"a/**/b", "a/b", true},
    {"a/**/b", "a/x/y/b", true}, {"a/**/b", "a/xb", false}, {"a/*/b", "a/x/b", true},
    {"a/*/b", "a/x/y/b", false}, {"src/**/*.c", "src/x.c", true}, {"src/**/*.c", "src/a/b/x.c", true},
    {"a**b", "axxb", true},     {"**/", "a/", true},        {"foo/**/", "foo/", true},
};

static void test_table(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (glob_match(str_from_c(rows[i].glob), str_from_c(rows[i].path), 0) != rows[i].matches) {
      fail_msg("'%s' on '%s' must be %d", rows[i].glob, rows[i].path, rows[i].matches);
    }
  }
  assert_true(glob_match(STR("GET*"), STR("get_x"), GLOB_IGNORE_CASE));
  assert_false(glob_match(STR("GET*"), STR("get_x"), 0));
  assert_true(glob_has_magic(STR("a?")));
  assert_false(glob_has_magic(STR("a.c")));
}

/* Patterns made to take for ever end all the same. */
static void test_bounded(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  Buf glob, path;
  buf_init(&glob, &arena, 10000);
  buf_init(&path, &arena, 10000);
  for (int i = 0; i < 60; i++) buf_add_c(&glob, "**/a*");
  for (int i = 0; i < 400; i++) buf_add_c(&path, "aa/");
  assert_false(glob_match(buf_str(&glob), buf_str(&path), 0));
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_bounded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
