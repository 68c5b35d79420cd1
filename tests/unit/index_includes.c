/* What files include, followed through many of them: the same whether it was laid
 * side by side, as for a whole project, or not, as for one change. */
#include "tests/unit/index_dump.h"

enum { HEADERS = 400 };

/* Each includes the next two; some names are in two of them. */
static void write_header(unsigned number, bool has_next) {
  Buf text;
  buf_init(&text, &tree_arena, 4096);
  for (unsigned next = number + 1; has_next && next <= number + 2 && next < HEADERS; next++) {
    buf_add_format(&text, "#include \"h%u.h\"\n", next);
  }
  buf_add_format(&text, "static inline int f%u(void) { return %u; }\n", number, number);
  if (number % 100 == 50) buf_add_format(&text, "static inline int twice_%u(void) { return %u; }\n", number / 200, number);
  tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "h%u.h", number)), str_to_c(&tree_arena, buf_str(&text)));
}

static Str edges_of_main(Index *index) {
  Str text = dump_text(index);
  size_t from = str_find(text, STR("main.c c\n"));
  assert_int_not_equal(from, STR_NONE);
  return str_slice(text, from, text.len);
}

static void test_many(void **state) {
  (void)state;
  for (unsigned i = 0; i < HEADERS; i++) write_header(i, true);
  tree_write("main.c", "#include \"h0.h\"\nint main(void) { return f0() + f150() + f399() + twice_0() + twice_1(); }\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(edges_of_main(index),
              "main.c c\n"
              "  function main 2:5 [2-2] exported | int main(void)\n"
              "  calls: 5 resolved, 0 external, 0 unresolved\n"
              "  1:1 * imports h0.h* by import\n"
              "  2:25 main@2 calls h0.h:f0@3 by import\n"
              "  2:32 main@2 calls h150.h:f150@3 by import\n"
              "  2:41 main@2 calls h399.h:f399@1 by import\n"
              "  2:50 main@2 calls h150.h:twice_0@4 by any_of\n"
              "  2:50 main@2 calls h50.h:twice_0@4 by any_of\n"
              "  2:62 main@2 calls h250.h:twice_1@4 by any_of\n"
              "  2:62 main@2 calls h350.h:twice_1@4 by any_of\n");
  index_close(index);
}

/* The way is cut in the middle, and mended: by a refresh of one file each, against
 * an index made of all of them. */
static void test_one_change(void **state) {
  (void)state;
  for (unsigned i = 0; i < HEADERS; i++) write_header(i, true);
  tree_write("main.c", "#include \"h0.h\"\nint main(void) { return f0() + f150() + f399() + twice_0() + twice_1(); }\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  Str whole = dump_text(index);
  write_header(199, false);
  write_header(200, false);
  tree_ok(index_refresh(&tree_job, index));
  Str cut = dump_text(index);
  tree_expect(cut, str_to_c(&tree_arena, dump_fresh()));
  assert_false(str_eq(cut, whole));
  write_header(199, true);
  write_header(200, true);
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), str_to_c(&tree_arena, whole));
  index_close(index);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_many),
      tree_test(test_one_change),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
