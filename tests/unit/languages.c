/* Files find their language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/languages/language.h"

static const char *name_for(const char *path) {
  const Language *language = language_for_file(str_from_c(path), STR_EMPTY);
  return language ? language->name : "none";
}

static void test_files(void **state) {
  (void)state;
  assert_string_equal(name_for("a.c"), "c");
  assert_string_equal(name_for("include/a.b.h"), "c");
  assert_string_equal(name_for("a.unknown"), "none");
  assert_string_equal(name_for("dir.c/README"), "none");
  assert_string_equal(name_for(".c"), "none");
  assert_string_equal(name_for(""), "none");
  assert_null(language_for_file(STR("run"), STR("#!/usr/bin/env -S nothing -u")));
}

static void test_words(void **state) {
  (void)state;
  assert_true(language_word_in("a bb c", STR("bb")));
  assert_false(language_word_in("a bb c", STR("b")));
  assert_false(language_word_in(NULL, STR("b")));
  assert_false(language_word_in("a", STR_EMPTY));
}

static void test_registry(void **state) {
  (void)state;
  assert_null(language_registry[language_registry_count]);
  for (const Language *const *at = language_registry; *at; at++) {
    assert_ptr_equal(language_find(str_from_c((*at)->name)), *at);
    assert_non_null(language_table(*at)->handlers);
    if ((*at)->family) assert_non_null(language_find(str_from_c((*at)->family)));
  }
  assert_null(language_find(STR("klingon")));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_files), cmocka_unit_test(test_words),
                                     cmocka_unit_test(test_registry)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
