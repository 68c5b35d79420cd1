/* Matching: places of hits, ends of lines, encodings, words, and patterns that
 * would never end. */
#include "tests/unit/text_tree.h"

/* "line:column-endline" of each hit. */
static const char *hits_of(TextTree *tree, const TextQuery *query, const char *name, Str text) {
  TextMatcher *matcher;
  TextHits hits;
  Buf out;
  Job *job = &tree->scratch->job;
  tree_add(tree, name, text);
  Err err = text_matcher_open(job, query, &matcher);
  if (err) return str_to_c(job->arena, job_message(job, err));
  assert_int_equal(text_hits(job, &(TextSearch){.root = tree->root, .matcher = matcher}, vec_last(&tree->list), 100, &hits), OK);
  buf_init(&out, job->arena, 10000);
  for (size_t i = 0; i < hits.count; i++) {
    buf_add_format(&out, "%s%u:%u", i ? " " : "", hits.items[i].line, hits.items[i].column);
    if (hits.items[i].end_line > hits.items[i].line) buf_add_format(&out, "-%u", hits.items[i].end_line);
  }
  text_matcher_close(matcher);
  return buf_str(&out).ptr;
}

#define HITS(pattern_, mode_, text_, ...) \
  hits_of(&tree, &(TextQuery){.pattern = STR(pattern_), .mode = mode_, ##__VA_ARGS__}, "f.txt", STR(text_))

static void test_places(void **state) {
  TextTree tree = tree_open(*state);
  assert_string_equal(HITS("b", TEXT_LITERAL, "abab\nb\n\nxb"), "1:2 2:1 4:2");
  assert_string_equal(HITS("b", TEXT_REGEX, "abab\nb\n\nxb"), "1:2 2:1 4:2");
  assert_string_equal(HITS("^$", TEXT_REGEX, "a\n\n\nb\n"), "2:1 3:1");
  assert_string_equal(HITS("^$", TEXT_REGEX, "\n"), "1:1");
  assert_string_equal(HITS("x*", TEXT_REGEX, "a\nxx\n"), "1:1 2:1");
  assert_string_equal(HITS("b\\s+c", TEXT_REGEX, "b\nc\nb c"), "3:1");
  assert_string_equal(HITS("[^a]b", TEXT_REGEX, "\nb\nab\ncb"), "4:1");
  assert_string_equal(HITS("end$", TEXT_REGEX, "the end\r\nend.\r\nend\r\n"), "1:5 3:1");
  assert_string_equal(HITS("\\s$", TEXT_REGEX, "a\r\nb \r\n"), "2:2");
  assert_string_equal(HITS("aQ\\E?b", TEXT_REGEX, "ab\naQb"), "1:1 2:1"); /* the Q may be there */
  assert_string_equal(HITS("\\Ab", TEXT_REGEX, "b\nab\nb"), "1:1 3:1");
  assert_string_equal(HITS("a\nb", TEXT_LITERAL, "xa\nb\na\nb"), "1:2-2 3:1-4");
  tree_close(&tree);
}

static void test_case_and_words(void **state) {
  TextTree tree = tree_open(*state);
  assert_string_equal(HITS("foo", TEXT_LITERAL, "foo\nFOO\n"), "1:1 2:1");
  assert_string_equal(HITS("Foo", TEXT_LITERAL, "foo\nFoo\n"), "2:1");
  assert_string_equal(HITS("foo", TEXT_LITERAL, "foo\nFOO\n", .letters = TEXT_CASE_SENSITIVE), "1:1");
  assert_string_equal(HITS("Foo", TEXT_REGEX, "foo\nFOO\n", .letters = TEXT_CASE_IGNORED), "1:1 2:1");
  assert_string_equal(HITS("\\Wfoo", TEXT_REGEX, "xfoo\n FOO\n"), "2:1");
  assert_string_equal(HITS("\xC3\xA9", TEXT_LITERAL, "\xC3\x89\n\xC3\xA9", .letters = TEXT_CASE_IGNORED), "1:1 2:1");
  assert_string_equal(HITS("ask", TEXT_LITERAL, "a\xC5\xBFk\nASK"), "2:1");
  assert_string_equal(HITS("foo", TEXT_LITERAL, "food foo\nfoo_\n(foo)", .word = true), "1:6 3:2");
  assert_string_equal(HITS("o\xC3\xA9", TEXT_LITERAL, "o\xC3\xA9\xC3\xA9 o\xC3\xA9", .word = true), "1:7");
  assert_string_equal(HITS("a|b", TEXT_REGEX, "ab\nb", .word = true), "2:1");
  assert_string_equal(HITS("\0b", TEXT_REGEX, "- -\nb", .word = true), ""); /* all of the pattern counts */
  tree_close(&tree);
}

static void test_across_lines(void **state) {
  TextTree tree = tree_open(*state);
  assert_string_equal(HITS("b\\s+c", TEXT_REGEX, "b\nc\nb c", .multiline = true), "1:1-2 3:1");
  assert_string_equal(HITS("a[^;]*;", TEXT_REGEX, "a(\nb);\na;", .multiline = true), "1:1-2 3:1");
  assert_string_equal(HITS("a.b", TEXT_REGEX, "a\nb", .multiline = true), "");
  assert_non_null(strstr(HITS("a\\nb", TEXT_REGEX, ""), "multiline"));
  tree_close(&tree);
}

static void test_encodings(void **state) {
  TextTree tree = tree_open(*state);
  assert_string_equal(HITS("^int", TEXT_REGEX, "\xEF\xBB\xBFint a;\nint b;"), "1:1 2:1");
  TextQuery query = {.pattern = STR("\xC3\xA9t")};
  assert_string_equal(hits_of(&tree, &query, "le", (Str){"\xFF\xFEx\0\xE9\0t\0\n\0", 10}), "1:2");
  assert_string_equal(hits_of(&tree, &query, "be", (Str){"\xFE\xFF\0x\0\n\0\xE9\0t", 10}), "2:1");
  assert_string_equal(HITS("f.o", TEXT_REGEX, "f\xE9o\nfoo \xE9"), "2:1"); /* Latin 1: a line that is no UTF-8 is searched */
  assert_string_equal(HITS("x?", TEXT_REGEX, "cc\n\x91o\ncc\n-", .word = true), "2:1 4:1");
  assert_string_equal(HITS("^$", TEXT_REGEX, "\x91\n\n"), "2:1");
  assert_string_equal(hits_of(&tree, &query, "bin", (Str){"\xC3\xA9t\0", 4}), "");
  tree_close(&tree);
}

static void test_errors(void **state) {
  TextTree tree = tree_open(*state);
  const char *words = HITS("a(b", TEXT_REGEX, "");
  assert_non_null(strstr(words, "'a(b' is no regular expression: missing closing parenthesis, at character 4"));
  job_forgive(&tree.scratch->job);
  assert_non_null(strstr(HITS("", TEXT_LITERAL, ""), "empty"));
  tree_close(&tree);
}

/* Found out by counting steps, and said. */
static void test_endless(void **state) {
  TextTree tree = tree_open(*state);
  Job *job = &tree.scratch->job;
  Buf text;
  buf_init(&text, job->arena, 100000);
  for (int i = 0; i < 40; i++) buf_add_c(&text, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n");
  tree_add(&tree, "long.txt", buf_str(&text));
  tree_list(&tree);
  TextMatcher *matcher;
  TextTally tally;
  TextQuery query = {.pattern = STR("(a+)+(b|c)"), .mode = TEXT_REGEX};
  assert_int_equal(text_matcher_open(job, &query, &matcher), OK);
  TextSearch search = {.root = tree.root, .files = tree.files, .choice = {tree.all, 1}, .matcher = matcher, .workers = 1};
  assert_int_equal(text_search(job, &search, &tally), ERR_UNAVAILABLE);
  assert_non_null(strstr(str_to_c(job->arena, job->message), "too many steps"));
  text_matcher_close(matcher);
  tree_close(&tree);
}

static void test_cancel(void **state) {
  TextTree tree = tree_open(*state);
  Job *job = &tree.scratch->job;
  TextMatcher *matcher;
  TextTally tally;
  tree_add(&tree, "a.txt", STR("abc"));
  tree_list(&tree);
  TextQuery query = {.pattern = STR("abc")};
  assert_int_equal(text_matcher_open(job, &query, &matcher), OK);
  TextSearch search = {.root = tree.root, .files = tree.files, .choice = {tree.all, 1}, .matcher = matcher, .workers = 2};
  job_cancel(job, ERR_CANCELLED);
  assert_int_equal(text_search(job, &search, &tally), ERR_CANCELLED);
  text_matcher_close(matcher);
  tree_close(&tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_places, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_case_and_words, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_across_lines, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_encodings, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_errors, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_endless, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_cancel, scratch_setup, scratch_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
