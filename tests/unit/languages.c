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

/* Names of such a language are in small letters in facts, where a word of its descriptor
 * that is not would never be found. LanguageNames holds texts alone. */
static void test_words_without_case(void **state) {
  (void)state;
  for (const Language *const *at = language_registry; *at; at++) {
    const char *const *words = (const char *const *)&(*at)->names;
    for (size_t i = 0; (*at)->rules.name_case == LANGUAGE_CASE_IGNORED && i < sizeof(LanguageNames) / sizeof *words; i++) {
      for (const char *c = words[i]; c && *c; c++) {
        if (*c >= 'A' && *c <= 'Z') fail_msg("%s: '%s' is not in small letters", (*at)->name, words[i]);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_files), cmocka_unit_test(test_words),
                                     cmocka_unit_test(test_registry), cmocka_unit_test(test_words_without_case)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
