/* Which files hold tests, are there for tests, and test which file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/languages/language.h"

static bool by_path(const char *path) {
  Str text = str_from_c(path);
  return language_is_test(language_for_file(text, STR_EMPTY), text);
}

static void all_are(bool (*asked)(const char *path), bool expected, const char *const *paths, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (asked(paths[i]) != expected) fail_msg("%s %s", paths[i], expected ? "is not" : "is");
  }
}

static void languages_name_their_own(void **state) {
  (void)state;
  static const char *const yes[] = {
      "src/test/java/a/B.java", "src/androidTest/B.java", "m/src/testFixtures/B.java", "a/BTest.java", "BTests.java",
      "a/BTestCase.java", "Test.java", "tests/a.py", "a/test/b.py", "test_a.py", "a/a_test.py", "a/tests.py", "conftest.py",
      "a/b_test.go", "a_spec.lua", "a_test.lua", "test/a.c", "a/tests/b/c.h", "test_a.c", "test-a.c", "a/a_test.c", "a-test.h",
      "test.c", "__tests__/a.ts", "a/__mocks__/b.tsx", "e2e/a.js", "cypress/a.js", "a.test.ts", "a.spec.tsx", "a-test.js",
      "a_test.js", "a.bench.ts", "a.test-d.ts", "a.cy.ts"};
  static const char *const no[] = {
      "src/main/java/a/BTest.java", "BTestish.java", "Testing.java", "mysrc/test/B.java", "attests/a.py", "atest.py", "a/test.pyi",
      "a/b_tests.go", "test/b.go", "test_a.go", "spec/a.lua", "testing/a.c", "atest.c", "contest.c", "a.tests.ts",
      "testing/a.ts", "specs/a.ts", "tests.ts", ""};
  all_are(by_path, true, yes, COUNT_OF(yes));
  all_are(by_path, false, no, COUNT_OF(no));
}

static void others_do_as_most(void **state) {
  (void)state;
  static const char *const yes[] = {"tests/a.rs", "a/__tests__/b.vue", "src/a_test.rs", "a.spec.vue", "AbcTest.kt", "test_a.jl",
                                    "conftest.txt", "spec/a.rb", "a_spec.rb"};
  static const char *const no[] = {"src/a.rs", "latest/a.rs", "Testing.kt", "attest.rs", "test"};
  all_are(by_path, true, yes, COUNT_OF(yes));
  all_are(by_path, false, no, COUNT_OF(no));
}

static bool is_aid(const char *path) {
  Str text = str_from_c(path);
  return language_is_for_tests(language_for_file(text, STR_EMPTY), text);
}

static void what_tests_need(void **state) {
  (void)state;
  static const char *const yes[] = {"test_utils/a.py", "forms-tests/a.py", "a/Fixtures/b.py", "mocks/a.ts", "testdata/a.json",
                                    "promqltest/a.go", "teststorage/a.go", "a/Testing/b.c"};
  static const char *const no[] = {"latest/a.go", "contest/a.go", "promqltest/a.py", "a/test_b.py", "mocks", "test/", ""};
  all_are(is_aid, true, yes, COUNT_OF(yes));
  all_are(is_aid, false, no, COUNT_OF(no));
}

static void tests_are_named_for_what_they_test(void **state) {
  (void)state;
  static const struct { const char *path, *source; bool is; } rows[] = {
      {"tests/test_util.py", "src/util.py", true},   {"a/util_test.go", "a/util.go", true},
      {"a/FooTest.kt", "b/Foo.java", true},          {"a.spec.tsx", "a.ts", true},
      {"tests/util.c", "src/util.c", true},          {"tests/util.c", "tests/unit/util.c", false},
      {"test_util.py", "util.go", false},            {"test_util.py", "test_util.py", false},
      {"test_utils.py", "util.py", false},           {"TestFOO.java", "foo.java", true},
      {"test_.py", "test_.py", false},               {"src/util.c", "lib/util.c", false},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    if (language_is_test_of(str_from_c(rows[i].path), str_from_c(rows[i].source)) != rows[i].is) {
      fail_msg("%s of %s", rows[i].path, rows[i].source);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(languages_name_their_own), cmocka_unit_test(others_do_as_most),
                                     cmocka_unit_test(what_tests_need),
                                     cmocka_unit_test(tests_are_named_for_what_they_test)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
