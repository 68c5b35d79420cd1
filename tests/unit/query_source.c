/* Lines of files as they are shown, and doc comments as text. */
#include "tests/unit/index_dump.h"

#include "src/query/source/source.h"

static QuerySource source_of(const char *text) {
  QuerySource source;
  query_source_take(&tree_arena, STR("x"), str_from_c(text), &source);
  return source;
}

static Str shown(const QuerySource *source, uint32_t from, uint32_t to) {
  Buf text;
  buf_init(&text, &tree_arena, 1 << 20);
  for (uint32_t line = from ? from : 1; line <= to && line <= source->lines; line++) {
    Str shown = str_visible(&tree_arena, query_source_shown(&tree_arena, source, line));
    buf_add_format(&text, "%u\t%.*s\n", line, STR_ARG(shown));
  }
  assert_int_equal(text.len, query_source_size(source, from, to));
  return buf_str(&text);
}

static void test_lines(void **state) {
  (void)state;
  QuerySource source = source_of("one\r\n\ntwo\tx\nlast");
  assert_int_equal(source.lines, 4);
  tree_expect(query_source_line(&source, 1), "one");
  tree_expect(query_source_line(&source, 2), "");
  tree_expect(query_source_line(&source, 4), "last");
  tree_expect(query_source_line(&source, 0), "");
  tree_expect(query_source_line(&source, 5), "");
  tree_expect(query_source_lines(&source, 1, 3), "one\r\n\ntwo\tx");
  tree_expect(query_source_lines(&source, 0, 99), "one\r\n\ntwo\tx\nlast");
  tree_expect(query_source_lines(&source, 3, 2), "");
  tree_expect(shown(&source, 0, 99), "1\tone\n2\t\n3\ttwo\tx\n4\tlast\n");
  tree_expect(shown(&source, 3, 3), "3\ttwo\tx\n");
  assert_int_equal(query_source_line_at(&source, 0), 1);
  assert_int_equal(query_source_line_at(&source, 4), 1);
  assert_int_equal(query_source_line_at(&source, 5), 2);
  assert_int_equal(query_source_line_at(&source, 6), 3);
  assert_int_equal(query_source_line_at(&source, 99), 4);
  QuerySource none = source_of("");
  assert_int_equal(none.lines, 0);
  tree_expect(shown(&none, 1, 1), "");
  assert_int_equal(query_source_line_at(&none, 0), 1);
}

static void test_hidden_characters_are_shown(void **state) {
  (void)state;
  QuerySource source = source_of("a\x1b[31mb\xe2\x80\xaexc\n\xff\n");
  tree_expect(shown(&source, 1, 2), "1\ta\\x1B[31mb\\u{202E}xc\n2\t\\xFF\n");
}

static void test_long_lines_are_cut(void **state) {
  (void)state;
  char line[500];
  memset(line, 'x', sizeof(line));
  line[400] = '\0';
  QuerySource source = source_of(line);
  assert_int_equal(shown(&source, 1, 1).len, 2 + 400 + 1);
  line[400] = 'x', line[401] = '\0';
  source = source_of(line);
  Str cut = shown(&source, 1, 1);
  assert_int_equal(cut.len, 2 + 400 + 3 + 1);
  assert_true(str_ends_with(cut, STR("x...\n")));
  /* never inside a character */
  memcpy(line + 399, "\xc3\xa9", 2);
  source = source_of(line);
  assert_int_equal(shown(&source, 1, 1).len, 2 + 399 + 3 + 1);
}

static void test_text_at_the_margin(void **state) {
  (void)state;
  QuerySource source = source_of("class A:\r\n    def f(a,\r\n          b):\r\n      x\r\n");
  Range range = {14, 46};
  tree_expect(query_source_text(&tree_arena, &source, range), "def f(a,\n      b):\n  x");
  tree_expect(query_source_text(&tree_arena, &source, (Range){14, 19}), "def f");
  tree_expect(query_source_text(&tree_arena, &source, (Range){5, 5}), "");
}

static Str doc_of(const char *text, size_t max) {
  QuerySource source = source_of(text);
  StoreSymbol symbol = {.doc = {0, (uint32_t)source.text.len}};
  return query_source_doc(&tree_arena, &source, &symbol, max);
}

static void test_docs(void **state) {
  (void)state;
  tree_expect(doc_of("/** Reads it.\n  *\n  *   - deep\n  * back\n  */", 1000), "Reads it.\n\n  - deep\nback");
  tree_expect(doc_of("/* One. */", 1000), "One.");
  tree_expect(doc_of("/**/", 1000), "");
  tree_expect(doc_of("/* Starts\n   goes on\n     deeper. **/", 1000), "Starts\ngoes on\n  deeper.");
  tree_expect(doc_of("// One.\n//   Two.\n//\n// Three.", 1000), "One.\n  Two.\n\nThree.");
  tree_expect(doc_of("/// Rust's.\n\t//! too", 1000), "Rust's.\ntoo");
  tree_expect(doc_of("# A #hash\n# b", 1000), "A #hash\nb");
  tree_expect(doc_of("--- Lua's\n-- own", 1000), "Lua's\nown");
  tree_expect(doc_of("--[[ Long\n  one ]]", 1000), "Long\none");
  tree_expect(doc_of("\"\"\"Says.\n\n    * star\n      # hash\n    \"\"\"", 1000), "Says.\n\n* star\n  # hash");
  tree_expect(doc_of("r'''\n  raw\n  '''", 1000), "raw");
  tree_expect(doc_of("'single'", 1000), "single");
  tree_expect(doc_of("/* A */\n// B", 1000), "A\nB");
  tree_expect(doc_of("/* never closed\n * x", 1000), "never closed\nx");
  tree_expect(doc_of("", 1000), "");
  tree_expect(doc_of("// a\x1b" "b", 1000), "a\\x1B" "b");
}

static void test_docs_are_cut_at_a_word(void **state) {
  (void)state;
  tree_expect(doc_of("// one two three", 13), "one two three");
  tree_expect(doc_of("// one two three", 12), "one two...");
  tree_expect(doc_of("// onetwothreefour", 10), "onetwot...");
}

static Str sentence_of(const char *text, size_t max) {
  QuerySource source;
  query_source_take(&tree_arena, STR("a.c"), str_from_c(text), &source);
  return query_source_sentence(&tree_arena, &source, (Range){0, (uint32_t)source.text.len}, max);
}

static void test_first_sentences(void **state) {
  (void)state;
  tree_expect(sentence_of("/** Reads it. Then more.\n */", 100), "Reads it.");
  tree_expect(sentence_of("/*\n * Takes one, e.g. two,\n * over lines.\n *\n * Not this.\n */", 100), "Takes one, e.g. two, over lines.");
  tree_expect(sentence_of("// ------\n// Below a rule", 100), "Below a rule");
  tree_expect(sentence_of("/** @private goes\n * on\n *\n * Says it:\n * - one\n */", 100), "Says it:");
  tree_expect(sentence_of("/** @internal */", 100), "");
  tree_expect(sentence_of("/** Is it.\n * @param a one\n */\n/*@__PURE__*/", 100), "Is it.");
  tree_expect(sentence_of("// one two three", 12), "one two...");
  tree_expect(sentence_of("", 100), "");
}

static void test_opens_what_is_on_disk(void **state) {
  (void)state;
  Index *index = dump_open();
  QuerySource source;
  tree_write("a.c", "int a;\n");
  tree_ok(query_source_open(&tree_job, index, STR("a.c"), &source));
  tree_expect(source.text, "int a;\n");
  tree_write("a.c", "int b;\n");
  tree_ok(query_source_open(&tree_job, index, STR("a.c"), &source));
  tree_expect(query_source_line(&source, 1), "int b;");
  assert_int_equal(query_source_open(&tree_job, index, STR("none.c"), &source), ERR_NOT_FOUND);
  job_forgive(&tree_job);
  assert_int_equal(query_source_open(&tree_job, index, STR("../cache"), &source), ERR_OUTSIDE);
  job_forgive(&tree_job);
  index_close(index);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_lines), tree_test(test_first_sentences), tree_test(test_hidden_characters_are_shown), tree_test(test_long_lines_are_cut),
      tree_test(test_text_at_the_margin), tree_test(test_docs), tree_test(test_docs_are_cut_at_a_word),
      tree_test(test_opens_what_is_on_disk)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
