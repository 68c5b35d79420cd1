/* Tests: which files hold them, which are there for them, and what a test's
 * name says that it tests. Goes by paths alone; what a language calls its tests
 * is in its descriptor. Nobody else decides this. */
#include "src/languages/language.h"

/* Files in a language that is not here: what most languages do. */
#define USUAL_FOLDERS "test/ tests/ __tests__/ spec/ specs/ testing/"
static const char usual[] =
    USUAL_FOLDERS " test_* test-* conftest.* *_test.* *_tests.* *-test.* *.test.* "
    "*_spec.* *-spec.* *.spec.* *Test.* *Tests.* *TestCase.*";

static Str name_of(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
}

/* "src/test/": these folders, one in the other, anywhere above the file. */
static bool is_below(Str path, Str folders) {
  for (Str rest = path; rest.len; str_cut(&rest, '/')) {
    if (str_starts_with(rest, folders)) return true;
  }
  return false;
}

/* "name", "begins*", "*ends" or "*has*". */
static bool is_named(Str name, Str pattern) {
  bool open_start = str_starts_with(pattern, STR("*")), open_end = pattern.len > 1 && str_ends_with(pattern, STR("*"));
  Str word = str_slice(pattern, open_start, pattern.len - open_end);
  if (open_start && open_end) return str_contains(name, word);
  if (open_start) return str_ends_with(name, word);
  return open_end ? str_starts_with(name, word) : str_eq(name, word);
}

/* The first pattern that fits decides. */
static bool fits(const char *patterns, Str path) {
  Str name = name_of(path);
  for (Str rest = str_from_c(patterns); rest.len;) {
    Str pattern = str_cut(&rest, ' ');
    bool is_not = str_starts_with(pattern, STR("!"));
    if (is_not) pattern = str_slice(pattern, 1, pattern.len);
    if (str_ends_with(pattern, STR("/")) ? is_below(path, pattern) : is_named(name, pattern)) return !is_not;
  }
  return false;
}

bool language_is_test(const Language *language, Str path) {
  return fits(language && language->test_names ? language->test_names : usual, path);
}

/* ---- what is there for tests ---- */

static bool is_test_word(Str word) {
  static const char *const words[] = {"test", "tests", "testing"};
  return str_is_among(word, words, COUNT_OF(words));
}

/* Helpers of tests have folders of their own: test_utils, forms-tests; where
 * words `join`, promqltest or teststorage. */
static bool is_aid(Str folder, bool join) {
  static const char *const aids[] = {"spec", "specs", "__mocks__", "testdata", "fixtures", "e2e", "mocks", "testutil", "testutils"};
  static const char *const others[] = {"attest", "contest", "latest", "protest"};
  if (str_is_among(folder, aids, COUNT_OF(aids))) return true;
  size_t from = 0;
  for (size_t i = 0; i <= folder.len; i++) {
    if (i < folder.len && folder.ptr[i] != '_' && folder.ptr[i] != '-') continue;
    if (is_test_word(str_slice(folder, from, i))) return true;
    from = i + 1;
  }
  if (!join || folder.len <= 4 || str_is_among(folder, others, COUNT_OF(others))) return false;
  return is_test_word(str_slice(folder, 0, 4)) || is_test_word(str_slice(folder, folder.len - 4, folder.len));
}

bool language_is_for_tests(const Language *language, Str path) {
  bool join = language && language->test_folders_join;
  for (Str rest = path; rest.len;) {
    Str folder = str_cut(&rest, '/');
    if (rest.len && is_aid(folder, join)) return true;
  }
  return false;
}

/* ---- what a test tests ---- */

static Str stem_of(Str path, Str *ret_extension) {
  Str name = name_of(path);
  size_t dot = str_find_last_byte(name, '.');
  bool has_none = dot == STR_NONE || !dot;
  *ret_extension = has_none ? STR_EMPTY : str_slice(name, dot + 1, name.len);
  return has_none ? name : str_slice(name, 0, dot);
}

/* Languages test one another within these. */
static bool is_family(Str a, Str b) {
  static const char *const families[] = {"ts tsx js jsx mts mjs cts cjs vue svelte astro", "c h cc cpp cxx hpp hh hxx",
                                         "java kt kts scala groovy", "ex exs", "cs fs vb"};
  if (str_eq(a, b)) return true;
  for (size_t i = 0; i < COUNT_OF(families); i++) {
    if (language_word_in(families[i], a) && language_word_in(families[i], b)) return true;
  }
  return false;
}

/* Empty: the stem is not a test's. */
static Str tested_stem(Str stem) {
  static const char *const prefixes[] = {"test_", "test-", "tests_", "Test", "spec_"};
  static const char *const suffixes[] = {"_test", "_tests", "-test", ".test", "_spec", "-spec", ".spec", ".cy",
                                         ".e2e",  "Tests",  "TestCase", "Test", "Spec", "IT"};
  for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
    Str prefix = str_from_c(prefixes[i]);
    if (stem.len > prefix.len && str_starts_with(stem, prefix)) return str_slice(stem, prefix.len, stem.len);
  }
  for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
    Str suffix = str_from_c(suffixes[i]);
    if (stem.len > suffix.len && str_ends_with(stem, suffix)) return str_slice(stem, 0, stem.len - suffix.len);
  }
  return STR_EMPTY;
}

bool language_is_test_of(Str path, Str source) {
  Str path_extension, source_extension;
  Str stem = stem_of(path, &path_extension), of = stem_of(source, &source_extension), tested = tested_stem(stem);
  if (str_eq(path, source) || !is_family(path_extension, source_extension)) return false;
  if (tested.len && str_eq_ignore_case(tested, of)) return true;
  return str_eq(stem, of) && fits(USUAL_FOLDERS, path) && !fits(USUAL_FOLDERS, source);
}
