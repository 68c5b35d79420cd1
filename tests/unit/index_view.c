/* Views: texts laid over the index give what saving them would, for the job
 * that has them and for nobody else; and the index is what it was before. */
#include "src/index/part.h"
#include "tests/unit/index_dump.h"

static uint32_t seed = 4711;
static unsigned below(unsigned limit) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % limit;
}

/* ---- all names, by every way to them ---- */

typedef struct Texts {
  VEC(Str) texts;
  int64_t first; /* row */
} Texts;

static void add_name(void *context, int64_t name, Str text) {
  Texts *texts = context;
  if (!texts->texts.len) texts->first = name;
  *vec_add(&tree_arena, &texts->texts) = str_copy(&tree_arena, text);
}

static int by_text(const void *a, const void *b) { return str_compare(*(const Str *)a, *(const Str *)b); }

static void dump_name(Buf *out, StoreReader *reader, Str name) {
  Texts begin = {0}, have = {0};
  StoreSymbols symbols;
  tree_ok(store_each_prefixed(&tree_job, reader, name, 1000, add_name, &begin));
  tree_ok(store_each_worded(&tree_job, reader, name, 1000, add_name, &have));
  tree_ok(store_list_named(&tree_job, reader, begin.first, 100, &symbols));
  StoreOpenSites open;
  tree_ok(store_open_calls(&tree_job, reader, name, 100, &open));
  buf_add_format(out, "%.*s: %zu symbols, %zu names begin so, %zu have the word, %zu open calls\n", STR_ARG(name), symbols.total,
                 begin.texts.len, have.texts.len, open.total);
}

static void dump_names(Buf *out, Index *index) {
  Texts all = {0};
  StoreReader *reader;
  StoreCounts counts;
  tree_ok(index_reader_take(&tree_job, index, &reader));
  tree_ok(store_each_name(&tree_job, reader, add_name, &all));
  if (all.texts.len) qsort(all.texts.items, all.texts.len, sizeof(Str), by_text);
  *vec_add(&tree_arena, &all.texts) = STR("helper"); /* called where nobody defines it, too */
  for (size_t i = 0; i < all.texts.len; i++) dump_name(out, reader, all.texts.items[i]);
  tree_ok(store_count(&tree_job, reader, &counts));
  buf_add_format(out, "%zu files, %zu symbols, %zu edges\n", counts.files, counts.symbols, counts.edges);
  index_reader_return(index, reader);
}

static Str dump_all(Index *index) {
  Buf out;
  buf_init(&out, &tree_arena, 64u << 20);
  buf_add(&out, dump_text(index));
  dump_names(&out, index);
  return buf_str(&out);
}

/* ---- one text ---- */

static const char *const caller = "from lib import helper\n\n\ndef work():\n    return helper() + helper()\n";
static const char *const library = "def helper():\n    return 1\n\n\ndef other():\n    return helper()\n";
static const char *const renamed = "\n\ndef assistant():\n    return 2\n\n\nclass Other:\n    def run(self):\n        return assistant()\n";

static void make_tree(void) {
  tree_write("lib.py", library);
  tree_write("use.py", caller);
  tree_write("far.py", "def far():\n    return 3\n");
}

static void test_as_if_saved(void **state) {
  (void)state;
  make_tree();
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  Str before = dump_all(index);
  IndexText text = {STR("lib.py"), str_from_c(renamed)};
  IndexView *view;
  tree_ok(index_view_open(&tree_job, index, &text, 1, &view));
  assert_int_equal(index_view_state(view, STR("lib.py")), INDEX_TEXT_KNOWN);
  assert_true(index_view_is_whole(view));
  Str during = dump_all(index);
  tree_expect(dump_text(index), "far.py python\n  function far 1:5 [1-2] exported | def far()\n"
              "lib.py python\n  function assistant 3:5 [3-4] exported | def assistant()\n"
              "  class Other 7:7 [7-9] exported | class Other\n"
              "  method Other.run 8:9 [8-9] exported | def run(self)\n"
              "  calls: 1 resolved, 0 external, 0 unresolved\n"
              "  9:16 Other.run@8 calls assistant@3 by scope\n"
              "use.py python\n  function work 4:5 [4-5] exported | def work()\n"
              "  calls: 0 resolved, 0 external, 2 unresolved\n"
              "  1:1 * imports lib.py* by import\n");
  index_view_close(view);
  tree_expect(dump_all(index), str_to_c(&tree_arena, before));
  tree_write("lib.py", renamed);
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_all(index), str_to_c(&tree_arena, during));
  tree_expect(dump_text(index), str_to_c(&tree_arena, dump_fresh()));
  index_close(index);
}

/* A file that is not there yet, a text that is no source, one that may not be
 * part of the workspace. */
static void test_new_and_refused(void **state) {
  (void)state;
  make_tree();
  tree_write(".gitignore", "secret/\n");
  mkdir(tree_path(".git"), 0755);
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  Str before = dump_all(index);
  IndexText texts[] = {{STR("fresh.py"), STR("from lib import helper\n\ndef fresh():\n    return helper()\n")},
                       {STR("notes.txt"), STR("helper\n")},
                       {STR("secret/x.py"), STR("def hidden():\n    pass\n")},
                       {STR("far.py"), {"def far():\0\n", 12}}};
  IndexView *view;
  tree_ok(index_view_open(&tree_job, index, texts, COUNT_OF(texts), &view));
  assert_int_equal(index_view_state(view, STR("fresh.py")), INDEX_TEXT_KNOWN);
  assert_int_equal(index_view_state(view, STR("notes.txt")), INDEX_TEXT_BESIDE);
  assert_int_equal(index_view_state(view, STR("secret/x.py")), INDEX_TEXT_NOT);
  assert_int_equal(index_view_state(view, STR("far.py")), INDEX_TEXT_NOT);
  assert_int_equal(index_view_state(view, STR("lib.py")), INDEX_TEXT_NOT);
  Str during = dump_text(index);
  assert_true(str_contains(during, STR("  4:12 fresh@3 calls lib.py:helper@1 by import\n")));
  assert_false(str_contains(during, STR("hidden")));
  index_view_close(view);
  tree_expect(dump_all(index), str_to_c(&tree_arena, before));
  index_close(index);
}

/* Other jobs see what is saved, whatever is open meanwhile; the same texts are
 * laid over once. */
static void test_for_one_job(void **state) {
  (void)state;
  make_tree();
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  Arena arena;
  Job other;
  arena_init(&arena);
  job_init(&other, &arena);
  IndexText mine = {STR("lib.py"), str_from_c(renamed)}, its = {STR("lib.py"), STR("def third():\n    return 3\n")};
  IndexView *view, *second;
  Str saved = dump_text(index);
  tree_ok(index_view_open(&other, index, &its, 1, &second));
  tree_expect(dump_text(index), str_to_c(&tree_arena, saved));
  tree_ok(index_view_open(&tree_job, index, &mine, 1, &view));
  Str text = dump_text(index);
  assert_true(str_contains(text, STR("assistant")));
  assert_false(str_contains(text, STR("third")));
  size_t count;
  assert_true(index_view_texts(&other, index, &count)->text.ptr == its.text.ptr);
  assert_int_equal(count, 1);
  index_view_close(view);
  tree_expect(dump_text(index), str_to_c(&tree_arena, saved));
  StoreReader *reader;
  StoreCounts counts;
  tree_ok(index_reader_take(&other, index, &reader));
  assert_non_null(store_reader_beneath(reader));
  tree_ok(store_count(&other, reader, &counts));
  assert_int_equal(counts.symbols, 3);
  index_reader_return(index, reader);
  /* What is stored has gone on: the view's rows would name what is not there. */
  tree_write("new.py", "def late():\n    return 4\n");
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_reader_take(&other, index, &reader));
  assert_null(store_reader_beneath(reader));
  index_reader_return(index, reader);
  index_view_close(second);
  arena_clear(&arena);
  index_close(index);
}

/* ---- any texts ---- */

static const char *const paths[] = {"a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "x.ts", "y.ts", "m.c", "m.h", "new.py", "new.ts"};
static const char *const python[] = {
    "from b import two\nfrom pkg.c import Three\n\ndef one():\n    return two() + Three().go()\n",
    "import a\n\ndef two():\n    return a.one()\n", "class Three:\n    def go(self):\n        return self.stop()\n    def stop(self):\n        return 1\n",
    "from pkg import *\nfrom .c import Three\n", "", "def broken(:\n    x = (\n", "def two():\n    def inner():\n        return two()\n    return inner\n",
    "from a import one as first\n\nclass Four(Three):\n    def stop(self):\n        return first()\n"};
static const char *const script[] = {
    "import { y } from './y';\nexport function x(): number { return y(); }\n", "export function y() { return 1; }\nexport class Y { z() { return y(); } }\n",
    "import { Y } from './y';\nexport const x = () => new Y().z();\n", "export * from './new';\n", "export function fresh() { return x(); }\n"};
static const char *const plain[] = {"#include \"m.h\"\nint main(void) { return helper(1); }\n", "int helper(int x);\n",
                                    "static int helper(int x) { return x; }\n", "#define helper(x) other(x)\nint other(int);\n"};

static IndexText any_text(void) {
  Str path = str_from_c(paths[below(COUNT_OF(paths))]);
  if (str_ends_with(path, STR(".py"))) return (IndexText){path, str_from_c(python[below(COUNT_OF(python))])};
  if (str_ends_with(path, STR(".ts"))) return (IndexText){path, str_from_c(script[below(COUNT_OF(script))])};
  return (IndexText){path, str_from_c(plain[below(COUNT_OF(plain))])};
}

static size_t any_texts(IndexText *texts, size_t most) {
  size_t count = 0;
  for (size_t i = 0, wanted = 1 + below((unsigned)most); i < wanted; i++) {
    IndexText text = any_text();
    bool is_there = false;
    for (size_t k = 0; k < count; k++) is_there |= str_eq(texts[k].path, text.path);
    if (!is_there) texts[count++] = text;
  }
  return count;
}

static void save(const IndexText *texts, size_t count) {
  for (size_t i = 0; i < count; i++) tree_write(str_to_c(&tree_arena, texts[i].path), str_to_c(&tree_arena, texts[i].text));
}

/* Trial after trial, saved afterwards, or something else is: a view is what
 * saving gives, and the index never differs from a fresh one. */
static void test_any_texts(void **state) {
  (void)state;
  Index *index = dump_open();
  for (int round = 0; round < 120; round++) {
    IndexText texts[4];
    size_t count = any_texts(texts, COUNT_OF(texts));
    IndexView *view;
    tree_ok(index_refresh(&tree_job, index));
    Str before = dump_all(index);
    tree_ok(index_view_open(&tree_job, index, texts, count, &view));
    assert_true(index_view_is_whole(view));
    Str during = dump_all(index);
    index_view_close(view);
    tree_expect(dump_all(index), str_to_c(&tree_arena, before));
    bool is_saved = below(2);
    if (!is_saved) count = any_texts(texts, COUNT_OF(texts));
    save(texts, count);
    tree_ok(index_refresh(&tree_job, index));
    if (is_saved) tree_expect(dump_all(index), str_to_c(&tree_arena, during));
    if (round % 4 == 0) tree_expect(dump_text(index), str_to_c(&tree_arena, dump_fresh()));
    if (below(6)) continue;
    index_close(index);
    index = dump_open();
  }
  index_close(index);
}

int main(void) {
  const struct CMUnitTest tests[] = {tree_test(test_as_if_saved), tree_test(test_new_and_refused), tree_test(test_for_one_job),
                                     tree_test(test_any_texts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
