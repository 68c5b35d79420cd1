/* Columns, colours and links of answers on a terminal. */
#include "tests/unit/index_tree.h"

#include "src/app/shell/present_internal.h"

static Answer *answer;

static void begin(void) { answer = answer_new(&tree_arena, SIZE_MAX, 1u << 16); }

static AppShown shown(void) {
  AppShown result = {.text = answer_text(answer)};
  result.marks = answer_marks(answer, &result.count);
  return result;
}

static Str aligned(void) {
  AppShown before = shown();
  return app_present_align(&tree_arena, &before).text;
}

static Str coloured(const AppShown *of) {
  AppPresent present = {.root = tree_root, .host = STR("here"), .has_colour = true};
  return app_present_colour(&tree_arena, &present, of);
}

static void add_row(Str path, uint32_t line, const char *blank, const char *words) {
  answer_place(answer, NULL, path, NULL, line);
  answer_column(answer, blank);
  answer_say(answer, "%s\n", words);
}

static void test_first_columns_get_one_width(void **state) {
  (void)state;
  begin();
  add_row(STR("a.c"), 1, " ", "function f");
  add_row(STR("longer.c"), 20, " ", "struct s");
  answer_say(answer, "plain words\n");
  add_row(STR("x.c"), 3, " ", "y z");
  tree_expect(aligned(), "a.c:1        function f\nlonger.c:20  struct s\nplain words\nx.c:3  y z\n");
  begin();
  add_row(STR("src/"), 0, "  ", "2 files");
  add_row(STR("file.c"), 0, "  ", "3");
  answer_say(answer, "  ");
  add_row(STR("inner.c"), 0, "  ", "4");
  tree_expect(aligned(), "src/    2 files\nfile.c  3\n  inner.c  4\n");
  begin();
  answer_source_line(answer, 1, STR("int  x;  y"));
  answer_say(answer, "a  sentence");
  tree_expect(aligned(), "1\tint  x;  y\na  sentence\n");
  begin();
  tree_expect(aligned(), "");
}

static void test_marks_move_with_their_bytes(void **state) {
  (void)state;
  begin();
  add_row(STR("a.c"), 1, " ", "f");
  add_row(STR("longer.c"), 20, " ", "s");
  answer_heading(answer, "Users:");
  AppShown before = shown(), after = app_present_align(&tree_arena, &before);
  tree_expect(coloured(&after),
              "\033[36ma.c\033[0m:\033[32m1\033[0m        f\n\033[36mlonger.c\033[0m:\033[32m20\033[0m  s\n\033[1mUsers:\033[0m\n");
}

static void test_places_are_links(void **state) {
  (void)state;
  tree_write("src/a b.c", "");
  tree_write("src/a.c", "");
  begin();
  add_row(STR("src/a.c"), 12, " ", "function f");
  AppShown one = shown();
  Str wanted = str_format(&tree_arena,
                          "\033]8;;file://here%.*s/src/a.c#12\033\\\033[36msrc/a.c\033[0m:\033[32m12\033[0m\033]8;;\033\\ function f\n",
                          STR_ARG(tree_root));
  tree_expect(coloured(&one), str_to_c(&tree_arena, wanted));
  begin();
  answer_path(answer, NULL, STR("src/a b.c"));
  one = shown();
  wanted = str_format(&tree_arena, "\033]8;;file://here%.*s/src/a%%20b.c\033\\\033[36msrc/a b.c\033[0m\033]8;;\033\\", STR_ARG(tree_root));
  tree_expect(coloured(&one), str_to_c(&tree_arena, wanted));
  /* no such file: words with colours; what only looks like a place: just words */
  begin();
  add_row(STR("none.c"), 1, " ", "x");
  answer_say(answer, "src/a.c:12 is no place\n");
  one = shown();
  tree_expect(coloured(&one), "\033[36mnone.c\033[0m:\033[32m1\033[0m x\nsrc/a.c:12 is no place\n");
}

static void test_lines_by_their_marks(void **state) {
  (void)state;
  begin();
  answer_source_span(answer, 12, 14);
  answer_say(answer, "\tint x;\n");
  answer_heading(answer, "## Files (2)");
  answer_label(answer, "freshness");
  answer_say(answer, " watching\n");
  answer_warn(answer, "Nothing found for 'x'.");
  answer_more(answer, 2, "");
  answer_say(answer, "plain ");
  answer_kind(answer, NULL, "struct");
  answer_say(answer, " in line ");
  answer_line(answer, NULL, 3);
  answer_say(answer, "\n");
  AppShown one = shown();
  tree_expect(coloured(&one), "\033[2m12-14\033[0m\tint x;\n\033[1m## Files (2)\033[0m\n\033[1mfreshness:\033[0m watching\n"
                              "\033[33mNothing found for 'x'.\033[0m\n\033[2m  and 2 more\033[0m\nplain struct in line \033[32m3\033[0m\n");
}

static void test_no_colours_when_none_are_wanted(void **state) {
  (void)state;
  begin();
  add_row(STR("src/a.c"), 12, " ", "x");
  AppShown one = shown();
  tree_expect(app_present_colour(&tree_arena, &(AppPresent){.root = tree_root}, &one), "src/a.c:12 x\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_first_columns_get_one_width), tree_test(test_marks_move_with_their_bytes),
                                     tree_test(test_places_are_links), tree_test(test_lines_by_their_marks),
                                     tree_test(test_no_colours_when_none_are_wanted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
