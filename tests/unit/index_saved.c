/* The world that is kept beside the store: the next process goes on with it as
 * if it had made it from facts, and with nothing else than the one that belongs
 * to what is stored. */
#include "src/index/index_internal.h"
#include "src/index/world_parts_internal.h"
#include "src/os/segment.h"
#include "tests/unit/index_dump.h"

#define WORLD ".fathom/" STORE_FILE ".world"

static void expect_fresh(Index *index) {
  tree_ok(index_refresh(&tree_job, index));
  Str wanted = dump_fresh();
  tree_expect(dump_text(index), str_to_c(&tree_arena, wanted));
}

static void make_tree(void) {
  tree_write("pkg/__init__.py", "from .base import Base\n");
  tree_write("pkg/base.py", "class Base:\n    def run(self):\n        return self.step()\n    def step(self):\n        return 1\n");
  tree_write("pkg/child.py", "from pkg import Base\n\nclass Child(Base):\n    def step(self):\n        return helper()\n\ndef helper():\n    return 2\n");
  tree_write("main.py", "from pkg.child import Child, helper\n\ndef main():\n    Child().run()\n    helper()\n");
  tree_write("go.mod", "module example.org/shop\n");
  tree_write("shop/shop.go", "package shop\n\nfunc Total() int { return count() }\n");
  tree_write("shop/count.go", "package shop\n\nfunc count() int { return 3 }\n");
  tree_write("cmd/main.go", "package main\n\nimport \"example.org/shop/shop\"\n\nfunc main() { shop.Total() }\n");
  tree_write("c/one.h", "int one(void);\n");
  tree_write("c/one.c", "#include \"one.h\"\nint one(void) { return 1; }\n");
  tree_write("c/two.c", "#include \"one.h\"\nint two(void) { return one(); }\n");
  tree_write("ts/tsconfig.json", "{\"compilerOptions\": {\"paths\": {\"@/*\": [\"./*\"]}}}\n");
  tree_write("ts/a.ts", "export function a() { return 1; }\n");
  tree_write("ts/b.ts", "import { a } from '@/a';\nexport const b = () => a();\n");
}

static Index *open_and_edit(const char *path, const char *text) {
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  tree_write(path, text);
  expect_fresh(index);
  return index;
}

static bool was_restored(const Index *index) { return index->world && index_world_was_restored(index->world); }

static void build(void) {
  make_tree();
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  index_close(index);
}

static void test_the_next_process_goes_on_with_it(void **state) {
  (void)state;
  static const struct {
    const char *path, *text;
  } edits[] = {
      {"pkg/base.py", "class Base:\n    def other(self):\n        pass\n    def run(self):\n        return self.step()\n"},
      {"pkg/child.py", "def helper():\n    return Child()\n\nclass Child:\n    def run(self):\n        return helper()\n"},
      {"shop/count.go", "package shop\n\nfunc counts() int { return 3 }\n"},
      {"shop/more.go", "package shop\n\nfunc count() int { return counts() }\n"},
      {"c/one.h", "int one(void);\n#define ONE one()\n"},
      {"c/two.c", "#include \"one.h\"\nint two(void) { return ONE; }\n"},
      {"ts/tsconfig.json", "{\"compilerOptions\": {\"paths\": {\"@/*\": [\"./lib/*\"]}}}\n"},
      {"ts/lib/a.ts", "export function a() { return 2; }\n"},
      {"pkg/__init__.py", "from .child import Child as Base\n"},
      {"go.mod", "module example.org/other\n"},
  };
  build();
  for (size_t i = 0; i < COUNT_OF(edits); i++) {
    Index *index = open_and_edit(edits[i].path, edits[i].text);
    assert_true(was_restored(index));
    index_close(index);
  }
}

static void test_files_that_went_leave_their_numbers(void **state) {
  (void)state;
  build();
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  tree_remove("pkg/child.py");
  tree_remove("ts/tsconfig.json");
  expect_fresh(index);
  index_close(index);
  index = open_and_edit("pkg/child.py", "class Child:\n    pass\n\ndef helper():\n    return 4\n");
  assert_true(was_restored(index));
  index_close(index);
  index = open_and_edit("ts/b.ts", "import { a } from './a';\nexport const b = () => a();\n");
  assert_true(was_restored(index));
  index_close(index);
}

/* More than there is room for at first. */
static void test_many_files_went(void **state) {
  enum { MANY = 300 };
  (void)state;
  build();
  for (int i = 0; i < MANY; i++) tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "many/m%d.py", i)), "from pkg.child import helper\n\nx = helper()\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  for (int i = 0; i < MANY; i++) {
    if (i % 10) tree_remove(str_to_c(&tree_arena, str_format(&tree_arena, "many/m%d.py", i)));
  }
  expect_fresh(index);
  index_close(index);
  index = open_and_edit("pkg/child.py", "def other():\n    return 4\n");
  assert_true(was_restored(index));
  index_close(index);
}

/* What the index's thread does ahead of time is given up for a question. The job
 * here stands for that work; the thread may be at work of its own, then it is
 * tried again. */
static void test_who_asks_does_not_wait_for_what_is_made_ready(void **state) {
  (void)state;
  build();
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  bool is_given_up = false;
  for (int i = 0; i < 100 && !is_given_up; i++) {
    Job ahead;
    job_init(&ahead, &tree_arena);
    lock_take(&index->lock);
    if (!index->job) index->job = &ahead, index->is_ahead = true;
    lock_give(&index->lock);
    tree_write("main.py", i % 2 ? "def main():\n    return 1\n" : "def main():\n    return other()\n\ndef other():\n    return 2\n");
    tree_ok(index_refresh(&tree_job, index));
    is_given_up = job_is_stopped(&ahead);
    lock_take(&index->lock);
    index->is_ahead = false;
    lock_give(&index->lock);
  }
  assert_true(is_given_up);
  expect_fresh(index);
  index_close(index);
}

/* ---- what is not believed ---- */

static Str read_all(const char *path) {
  FILE *file = fopen(tree_path(path), "rb");
  assert_non_null(file);
  char *bytes = arena_alloc(&tree_arena, 1u << 20);
  size_t len = fread(bytes, 1, 1u << 20, file);
  fclose(file);
  return (Str){bytes, len};
}

static void write_all(const char *path, Str bytes) {
  FILE *file = fopen(tree_path(path), "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, file), bytes.len);
  fclose(file);
}

static void test_one_of_another_state_is_not_used(void **state) {
  (void)state;
  build();
  Str old = read_all(WORLD);
  Index *index = open_and_edit("main.py", "from pkg.child import helper\n\ndef main():\n    helper()\n");
  index_close(index);
  write_all(WORLD, old); /* sealed by us, for this workspace, and true once */
  index = open_and_edit("main.py", "from pkg.base import Base\n\ndef main():\n    Base().run()\n");
  assert_false(was_restored(index));
  index_close(index);
}

/* As many files and as many changes as before, and other numbers. */
static void test_one_of_another_store_is_not_used(void **state) {
  (void)state;
  build();
  Str old = read_all(WORLD);
  tree_remove_all(".fathom");
  tree_remove("c/one.c");
  tree_write("a/first.c", "int first(void) { return 0; }\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  index_close(index);
  write_all(WORLD, old);
  index = open_and_edit("main.py", "def main():\n    pass\n");
  assert_false(was_restored(index));
  index_close(index);
}

static void test_damage_is_noticed(void **state) {
  (void)state;
  build();
  Str good = read_all(WORLD);
  const char *texts[] = {"def main():\n    return 1\n", "def main():\n    return 2\n"};
  for (size_t i = 0; i < 6; i++) {
    char *bytes = arena_copy(&tree_arena, good.ptr, good.len);
    Str bad = {bytes, i == 0 ? 0 : i == 1 ? good.len / 2 : good.len};
    if (i > 1) bytes[good.len * i / 6] ^= 4;
    write_all(WORLD, bad);
    Index *index = open_and_edit("main.py", texts[i % 2]);
    assert_false(was_restored(index));
    index_close(index);
    good = read_all(WORLD); /* made anew */
  }
}

/* ---- any bytes, the seal left aside ---- */

static uint32_t seed = 7;
static size_t below(size_t limit) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 4) % limit;
}

static Str contents(Index *index) {
  SegmentForm form = {.name = KEEP_PART(KEEP_STORE_WORLD, store_part(index->store)), .version = 1, .stamp = resolve_world_form()};
  AUTO(Segment) segment = NULL;
  Str bytes;
  tree_ok(segment_open(&tree_job, store_keep(index->store), &form, &segment));
  tree_ok(segment_take(&tree_job, segment, 0, &bytes));
  return bytes;
}

static bool try_bytes(Index *index, Str bytes, const IndexWorldState *state) {
  IndexWorld *world = index_world_open(index, false);
  bool is_good = index_world_read(world, bytes, state);
  index_world_close(world);
  return is_good;
}

static void test_any_bytes_are_read(void **state) {
  (void)state;
  build();
  Index *index = open_and_edit("main.py", "def main():\n    return 3\n");
  index_close(index);
  index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  Str bytes = contents(index);
  IndexWorldState own;
  memcpy(&own, bytes.ptr, sizeof own); /* as the state is put: four words */
  assert_true(try_bytes(index, bytes, &own));
  size_t refused = 0;
  for (size_t i = 0; i < 3000; i++) {
    char *copy = malloc(bytes.len); /* of its own, so that reading past its end is seen */
    memcpy(copy, bytes.ptr, bytes.len);
    Str mutated = {copy, i % 3 == 0 ? sizeof own + below(bytes.len - sizeof own) : bytes.len};
    for (size_t k = 0; k <= i % 4; k++) copy[sizeof own + below(bytes.len - sizeof own)] = (char)below(256);
    refused += !try_bytes(index, mutated, &own);
    free(copy);
  }
  assert_true(refused > 1000);
  free((void *)(uintptr_t)bytes.ptr);
  index_close(index);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_the_next_process_goes_on_with_it), tree_test(test_files_that_went_leave_their_numbers), tree_test(test_many_files_went),
      tree_test(test_who_asks_does_not_wait_for_what_is_made_ready),
      tree_test(test_one_of_another_state_is_not_used), tree_test(test_one_of_another_store_is_not_used),
      tree_test(test_damage_is_noticed), tree_test(test_any_bytes_are_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
