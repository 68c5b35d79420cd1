/* Columns, colours and links of answers on a terminal. */
#include "tests/unit/index_tree.h"

#include "src/app/shell/present_internal.h"

static void test_first_cells_get_one_width(void **state) {
  (void)state;
  tree_expect(app_present_align(&tree_arena, STR("a.c:1 function f\nlonger.c:20 struct s\nplain words\nx.c:3 y z\n")),
              "a.c:1        function f\nlonger.c:20  struct s\nplain words\nx.c:3  y z\n");
  tree_expect(app_present_align(&tree_arena, STR("src/  2 files\nfile.c  3\n  inner.c  4\n")),
              "src/    2 files\nfile.c  3\n  inner.c  4\n");
  /* source and sentences stay as they are */
  tree_expect(app_present_align(&tree_arena, STR("1\tint  x;\n12-13\tint y;\nNothing found for 'x'.\n")),
              "1\tint  x;\n12-13\tint y;\nNothing found for 'x'.\n");
  tree_expect(app_present_align(&tree_arena, STR("")), "");
}

static Str coloured(Str text) {
  AppPresent present = {.root = tree_root, .host = STR("here"), .has_colour = true};
  return app_present_colour(&tree_arena, &present, text);
}

static void test_places_are_links(void **state) {
  (void)state;
  tree_write("src/a b.c", "");
  tree_write("src/a.c", "");
  Str wanted = str_format(&tree_arena,
                          "\033]8;;file://here%.*s/src/a.c#12\033\\\033[36msrc/a.c\033[0m:\033[32m12\033[0m\033]8;;\033\\ function f\n",
                          STR_ARG(tree_root));
  tree_expect(coloured(STR("src/a.c:12 function f\n")), str_to_c(&tree_arena, wanted));
  /* no such file: words with colours; no place at all: just words */
  tree_expect(coloured(STR("none.c:1 x\n")), "\033[36mnone.c\033[0m:\033[32m1\033[0m x\n");
  tree_expect(coloured(STR("at 12:30 it is 3:4\n")), "at 12:30 it is 3:4\n");
}

static void test_lines_by_their_patterns(void **state) {
  (void)state;
  tree_expect(coloured(STR("12-14\tint x;\n")), "\033[2m12-14\t\033[0mint x;\n");
  tree_expect(coloured(STR("## Files (2)\n")), "\033[1m## Files (2)\033[0m\n");
  tree_expect(coloured(STR("freshness: watching\n")), "\033[1mfreshness:\033[0m watching\n");
  tree_expect(coloured(STR("Nothing found for 'x'.\n")), "\033[33mNothing found for 'x'.\033[0m\n");
  tree_expect(coloured(STR("plain\n")), "plain\n");
}

static void test_no_colours_when_none_are_wanted(void **state) {
  (void)state;
  tree_expect(app_present_colour(&tree_arena, &(AppPresent){.root = tree_root}, STR("src/a.c:12 x\n")), "src/a.c:12 x\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_first_cells_get_one_width), tree_test(test_places_are_links),
                                     tree_test(test_lines_by_their_patterns), tree_test(test_no_colours_when_none_are_wanted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
