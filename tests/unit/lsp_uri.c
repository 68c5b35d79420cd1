/* file: URIs: written for any path, read in every spelling servers use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/lsp/uri.h"

static Arena arena;

static void assert_path(const char *uri, const char *expected) {
  Str path;
  assert_true(lsp_uri_to_path(&arena, str_from_c(uri), &path));
  assert_string_equal(str_to_c(&arena, path), expected);
}

static void assert_refused(Str uri) {
  Str path;
  assert_false(lsp_uri_to_path(&arena, uri, &path));
}

static void escapes_what_is_not_unreserved(void **state) {
  (void)state;
  static const char *const rows[][2] = {
      {"/a/b.c", "file:///a/b.c"},
      {"/a b", "file:///a%20b"},
      {"/x%y?#z", "file:///x%25y%3F%23z"},
      {"/@scope/p:1", "file:///%40scope/p%3A1"},
      {"/\xC3\xA9", "file:///%C3%A9"},
      {"/\xFF", "file:///%FF"},
      {"/-._~", "file:///-._~"},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    assert_string_equal(str_to_c(&arena, lsp_uri_from_path(&arena, str_from_c(rows[i][0]))), rows[i][1]);
    assert_path(rows[i][1], rows[i][0]);
  }
}

static void reads_every_local_form(void **state) {
  (void)state;
  assert_path("file:///a/b", "/a/b");
  assert_path("file://localhost/a/b", "/a/b");
  assert_path("FILE://LocalHost/a", "/a");
  assert_path("file:/a/b", "/a/b");
  assert_path("file:///%61%2fb", "/a/b");
  assert_path("file:///caf\xC3\xA9", "/caf\xC3\xA9");
  assert_path("file:///a/b?query#part", "/a/b");
  assert_path("file:///a#b?c", "/a");
  assert_path("file:///a//b/./c/", "/a/b/c");
  assert_path("file:///a/../../b", "/b");
  assert_path("file:///a/%2e%2E/b", "/b");
  assert_path("file:///", "/");
  assert_path("file:///cc:/x", "/cc:/x");
}

static void refuses_others(void **state) {
  (void)state;
  static const char *const rows[] = {
      "",          "file:",        "file://",       "file:a/b",         "file://host/a", "http://localhost/a",
      "untitled:1", "/a/b",        "jdt://contents", "file:///a%",      "file:///a%2",   "file:///a%zz",
      "file:///a%00b", "file:///C:/x", "file:///c%3A/x", "file:///c:",  "file:/d:/x", "file:////c:/x", "file:///a/../c:",   "file://localhost",
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) assert_refused(str_from_c(rows[i]));
  assert_refused(STR("file:///a\0b"));
}

static void refuses_endless_paths(void **state) {
  (void)state;
  char *bytes = arena_alloc(&arena, 8 + 4096);
  memcpy(bytes, "file:///", 8);
  memset(bytes + 8, 'a', 4096);
  assert_refused((Str){bytes, 8 + 4096});
  Str path;
  assert_true(lsp_uri_to_path(&arena, (Str){bytes, 8 + 4094}, &path));
  assert_int_equal(path.len, 4095);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(escapes_what_is_not_unreserved),
      cmocka_unit_test(reads_every_local_form),
      cmocka_unit_test(refuses_others),
      cmocka_unit_test(refuses_endless_paths),
  };
  arena_init(&arena);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  arena_clear(&arena);
  return failed;
}
