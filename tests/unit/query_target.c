/* Which symbols a name in a question means. */
#include "tests/unit/index_dump.h"

#include "src/query/names/names.h"

static Index *index_of_tree;

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("core/shape.py", "class Shape:\n    def area(self):\n        return 0\n\n    class Inner:\n        def area(self):\n"
                              "            return 2\n\n\ndef area(shape):\n    return shape.area()\n\n\ndef uses():\n    area(None)\n");
  tree_write("core/square.py", "from core.shape import Shape\n\n\nclass Square(Shape):\n    def area(self):\n        return 1\n");
  tree_write("core/__init__.py", "");
  tree_write("stage_apply.py", "def run():\n    pass\n");
  tree_write("other/plain.py", "def run():\n    pass\n");
  tree_write("tests/test_shape.py", "def run():\n    pass\n\n\ndef test_area():\n    run()\n    run()\n");
  tree_write("lib/list.c", "int list_len(void) { return 0; }\n");
  tree_write("lib/list.h", "int list_len(void);\n");
  index_of_tree = dump_open();
  return index_refresh(&tree_job, index_of_tree) != OK;
}

static int teardown(void **state) {
  index_close(index_of_tree);
  return tree_teardown(state);
}

static Str target_with(QueryTarget target) {
  StoreReader *reader;
  QueryTargets targets;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 16);
  tree_ok(index_reader_take(&tree_job, index_of_tree, &reader));
  tree_ok(query_targets(&tree_job, reader, &target, &targets));
  index_reader_return(index_of_tree, reader);
  for (size_t i = 0; i < targets.len; i++) {
    StoreSymbol *one = &targets.items[i];
    buf_add_format(&out, "%.*s:%u %s %.*s\n", STR_ARG(one->path), one->name_span.line, symbol_kind_word(one->kind),
                   STR_ARG(query_qualified(&tree_arena, one)));
  }
  for (size_t i = 0; i < targets.suggestion_count; i++) buf_add_format(&out, "? %.*s\n", STR_ARG(targets.suggestions[i]));
  return buf_str(&out);
}

static Str target(const char *name) { return target_with((QueryTarget){.name = str_from_c(name)}); }

static void test_names(void **state) {
  (void)state;
  /* used ones first, functions before methods */
  tree_expect(target("area"), "core/shape.py:10 function area\ncore/shape.py:2 method Shape.area\n"
                              "core/shape.py:6 method Inner.area\ncore/square.py:5 method Square.area\n");
  /* tests last, however often they are called */
  tree_expect(target("run"), "other/plain.py:1 function run\nstage_apply.py:1 function run\ntests/test_shape.py:1 function run\n");
  tree_expect(target("list_len"), "lib/list.c:1 function list_len\nlib/list.h:1 function list_len\n");
  tree_expect(target(" uses() "), "core/shape.py:14 function uses\n");
}

static void test_qualified(void **state) {
  (void)state;
  tree_expect(target("Square.area"), "core/square.py:5 method Square.area\n");
  tree_expect(target("Shape::area"), "core/shape.py:2 method Shape.area\n");
  tree_expect(target("Shape.Inner.area"), "core/shape.py:6 method Inner.area\n");
  tree_expect(target("stage_apply::run"), "stage_apply.py:1 function run\n");
  tree_expect(target("crate::stage_apply::run"), "stage_apply.py:1 function run\n");
  tree_expect(target("stage_apply.py:run"), "stage_apply.py:1 function run\n");
  tree_expect(target("other/plain/run"), "other/plain.py:1 function run\n");
  tree_expect(target("core.shape.area"), "core/shape.py:10 function area\n"); /* the file's own, not a method */
  tree_expect(target("core.Square"), "core/square.py:4 class Square\n");     /* a part left out */
  tree_expect(target("list.h:list_len"), "lib/list.h:1 function list_len\n");
}

static void test_chosen(void **state) {
  (void)state;
  tree_expect(target_with((QueryTarget){.name = STR("area"), .file = STR("square.py")}), "core/square.py:5 method Square.area\n");
  tree_expect(target_with((QueryTarget){.name = STR("area"), .file = STR("./core/shape.py"), .line = 7}),
              "core/shape.py:6 method Inner.area\n");
  tree_expect(target_with((QueryTarget){.name = STR("area"), .has_kind = true, .kind = SYMBOL_FUNCTION}),
              "core/shape.py:10 function area\n");
  /* an end of a path is whole components */
  tree_expect(target_with((QueryTarget){.name = STR("run"), .file = STR("apply.py")}),
              "? other/plain.py:run\n? stage_apply.py:run\n? tests/test_shape.py:run\n");
}

static void test_files(void **state) {
  (void)state;
  tree_expect(target("core/shape.py"), "core/shape.py:1 file core/shape.py\n");
  tree_expect(target("shape.py"), "core/shape.py:1 file core/shape.py\n");
  tree_expect(target("hape.py"), "");
}

static void test_unknown(void **state) {
  (void)state;
  tree_expect(target("Circle.area"), "? core/shape.py:area\n? Shape.area\n? Inner.area\n? Square.area\n");
  tree_expect(target("Shap"), "? core/shape.py:Shape\n");
  tree_expect(target("Square.aera"), "? Shape.area\n");
  tree_expect(target("nothinglikeit"), "");
  tree_expect(target("::"), "");
  tree_expect(target("."), "");
  tree_expect(target(""), "");
}

static void test_places(void **state) {
  (void)state;
  StoreReader *reader;
  StoreFile file;
  StoreSymbol symbol;
  tree_ok(index_reader_take(&tree_job, index_of_tree, &reader));
  tree_ok(query_file(&tree_job, reader, STR("core/shape.py"), &file));
  tree_ok(query_symbol_at(&tree_job, reader, file.id, 7, &symbol));
  tree_expect(query_qualified(&tree_arena, &symbol), "Inner.area");
  tree_ok(query_symbol_at(&tree_job, reader, file.id, 9, &symbol));
  assert_int_equal(symbol.id.value, 0);
  tree_ok(query_symbol(&tree_job, reader, store_symbol_id(file.id, 0), &symbol));
  tree_expect(symbol.name, "core/shape.py");
  tree_ok(query_file(&tree_job, reader, STR("core"), &file));
  assert_int_equal(file.id.value, 0);
  index_reader_return(index_of_tree, reader);
}

#define TREE_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TREE_TEST(test_names), TREE_TEST(test_qualified), TREE_TEST(test_chosen),
      TREE_TEST(test_files), TREE_TEST(test_unknown),   TREE_TEST(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
