/* The index follows the disk: whatever is done to the tree, a refresh leaves
 * what a fresh index would hold. */
#include <fcntl.h>
#include <pthread.h>
#include <time.h>

#include "src/index/part.h"
#include "src/parse/parse.h"
#include "tests/unit/index_dump.h"

static void expect_fresh(Index *index) {
  tree_ok(index_refresh(&tree_job, index));
  Str wanted = dump_fresh();
  tree_expect(dump_text(index), str_to_c(&tree_arena, wanted));
}

static void make_many(int count) {
  for (int i = 0; i < count; i++) {
    tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "d%d/f%d.c", i % 7, i)),
               str_to_c(&tree_arena, str_format(&tree_arena, "int v%d;\n", i)));
  }
}

static void test_first_build(void **state) {
  (void)state;
  tree_write("a.c", "int one;\nstatic int two(void) { return 1; }\n");
  tree_write("b.txt", "text");
  tree_write("bin.c", "");
  int fd = open(tree_path("bin.c"), O_WRONLY);
  assert_int_equal(write(fd, "a\0b", 3), 3);
  close(fd);
  Index *index = dump_open();
  IndexStatus status;
  tree_ok(index_status(&tree_job, index, &status));
  assert_string_equal(status.watcher, "not started");
  assert_int_not_equal(access(tree_path(".fathom"), F_OK), 0); /* opening does nothing */
  StoreReader *reader;
  assert_int_equal(index_reader_take(&tree_job, index, &reader), ERR_UNAVAILABLE);
  job_forgive(&tree_job);
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), "a.c c\n"
                                "  variable one 1:5 [1-1] exported | int one\n"
                                "  function two 2:12 [2-2] | static int two(void)\n"
                                "b.txt unsupported language\nbin.c binary\n");
  tree_ok(index_status(&tree_job, index, &status));
  assert_int_equal(status.counts.files, 1);
  assert_int_equal(status.counts.symbols, 2);
  assert_int_equal(status.skipped, 2);
  assert_int_equal(status.skip_count, 1);
  assert_string_equal(status.skips[0].reason, "binary");
  assert_true(status.store_bytes > 0);
  index_close(index);
  /* A second process finds it all there. */
  index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  assert_true(str_starts_with(dump_text(index), STR("a.c c\n  variable one")));
  index_close(index);
}

/* A workspace that becomes a git one: its ignore rules count at once, and so
 * do their changes. */
static void test_becomes_git(void **state) {
  (void)state;
  tree_write("a.c", "int one;\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  tree_write(".git/info/exclude", "");
  tree_ok(index_refresh(&tree_job, index));
  tree_write(".git/info/exclude", "a.c\n");
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), "");
  index_close(index);
}

/* A refresh that takes longer than anybody waits goes on by itself. */
static void test_patience(void **state) {
  (void)state;
  make_many(200);
  IndexOptions options = {.root = tree_root, .cache_dir = tree_cache, .patience_ms = -1};
  Index *index;
  IndexStatus status;
  tree_ok(index_open(&tree_job, &options, &index));
  tree_ok(index_refresh(&tree_job, index)); /* asks, and does not wait */
  for (int i = 0; i < 6000; i++) {
    tree_ok(index_status(&tree_job, index, &status));
    if (status.counts.files == 200 && !status.state.provisional) break;
    usleep(10000);
  }
  assert_int_equal(status.counts.files, 200);
  assert_false(status.state.provisional);
  expect_fresh(index);
  index_close(index);
}

/* `git clean -fdx` takes the index away under a running server. */
static void test_index_removed(void **state) {
  (void)state;
  tree_write("a.c", "int one;\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  tree_remove_all(".fathom");
  tree_write("b.c", "int two;\n");
  for (int i = 0; i < 2; i++) {
    tree_ok(index_refresh(&tree_job, index));
    tree_expect(dump_text(index), "a.c c\n  variable one 1:5 [1-1] exported | int one\n"
                                  "b.c c\n  variable two 1:5 [1-1] exported | int two\n");
  }
  assert_int_equal(access(tree_path(".fathom/" STORE_FILE), F_OK), 0);
  index_close(index);
}

/* The store's file alone goes, is replaced or gets a second name, and nothing else
 * changes. */
static void test_store_file_taken(void **state) {
  (void)state;
  struct stat before, after;
  tree_write("a.c", "int one;\n");
  Index *index = dump_open();
  for (int i = 0; i < 4; i++) {
    for (int again = 0; again < 3; again++) tree_ok(index_refresh(&tree_job, index));
    assert_int_equal(stat(tree_path(".fathom/" STORE_FILE), &before), 0);
    if (i == 0) assert_int_equal(unlink(tree_path(".fathom/" STORE_FILE)), 0);
    if (i == 1) assert_int_equal(rename(tree_path("a.c"), tree_path(".fathom/" STORE_FILE)), 0);
    if (i == 2) assert_int_equal(link(tree_path(".fathom/" STORE_FILE), tree_path(".fathom/copy")), 0);
    if (i == 3) assert_int_equal(unlink(tree_path(".fathom/" STORE_FILE "-wal")), 0);
    if (i == 1) tree_write("a.c", "int one;\n");
    tree_ok(index_refresh(&tree_job, index));
    tree_expect(dump_text(index), "a.c c\n  variable one 1:5 [1-1] exported | int one\n");
    assert_int_equal(stat(tree_path(".fathom/" STORE_FILE), &after), 0);
    assert_true(i == 3 || before.st_ino != after.st_ino || before.st_ctim.tv_nsec != after.st_ctim.tv_nsec);
    assert_int_equal(after.st_nlink, 1);
    assert_int_equal(access(tree_path(".fathom/" STORE_FILE "-wal"), F_OK), 0);
  }
  index_close(index);
}

/* Who asks once does not watch; what changes meanwhile the next one finds. */
static void test_index_for_once(void **state) {
  (void)state;
  tree_write("a.c", "int one;\n");
  IndexOptions options = {.root = tree_root, .is_for_once = true};
  Index *index;
  tree_ok(index_open(&tree_job, &options, &index));
  tree_ok(index_refresh(&tree_job, index));
  assert_int_equal(index_watch_fd(index), -1);
  tree_write("a.c", "int two;\n");
  index_close(index);
  index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  assert_true(index_watch_fd(index) >= 0);
  tree_expect(dump_text(index), "a.c c\n  variable two 1:5 [1-1] exported | int two\n");
  index_close(index);
}

/* Same length, same time: only the contents tell. */
static void test_quick_edits(void **state) {
  (void)state;
  tree_write("a.c", "int aaa;\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  for (int i = 0; i < 20; i++) {
    tree_write("a.c", i % 2 ? "int aaa;\n" : "int bbb;\n");
    if (i % 5 == 4) { /* and without a watch */
      index_close(index);
      index = dump_open();
    }
    tree_ok(index_refresh(&tree_job, index));
    assert_true(str_contains(dump_text(index), i % 2 ? STR("aaa") : STR("bbb")));
  }
  index_close(index);
}

/* Written twice within the clock's grain, and nobody watched. */
static void test_same_time(void **state) {
  (void)state;
  const struct timespec later[2] = {{.tv_sec = time(NULL) + 3600}, {.tv_sec = time(NULL) + 3600}};
  for (int i = 0; i < 4; i++) {
    tree_write("a.c", i % 2 ? "int aaa;\n" : "int bbb;\n");
    assert_int_equal(utimensat(AT_FDCWD, tree_path("a.c"), later, 0), 0);
    Index *index = dump_open();
    tree_ok(index_refresh(&tree_job, index));
    assert_true(str_contains(dump_text(index), i % 2 ? STR("aaa") : STR("bbb")));
    index_close(index);
  }
}

static uint32_t seed = 12345;
static unsigned below(unsigned limit) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % limit;
}

static const char *any_path(void) {
  static const char *const dirs[] = {"", "a/", "a/b/", "c/", "vendor/", "a/b/c/"};
  static const char *const names[] = {"x.c", "y.c", "z.h", "notes.txt", "w.c"};
  return str_to_c(&tree_arena, str_format(&tree_arena, "%s%s", dirs[below(COUNT_OF(dirs))], names[below(COUNT_OF(names))]));
}

static void step(void) {
  static const char *const texts[] = {"int one;\n", "int two(void) { return 1; }\n", "struct s { int f; };\n", "",
                                      "int broken( {\nint ok;\n", "#define M 1\nint one;\nint two;\n",
                                      "#include \"z.h\"\nint caller(void) { return two() + callee(one); }\n",
                                      "int callee(int);\nstatic int two(void) { return 3; }\n",
                                      "int callee(int x) { return caller() + x; }\nint caller(void);\n",
                                      "static int callee(int x) { return two(); }\nint other(void) { return callee(M); }\n"};
  static const char *const rules[] = {"y.c\n", "b/\n", "!vendor/\n", "", "*.h\n!z.h\n", "/a/\n"};
  static const char *const dirs[] = {"a", "a/b", "c", "vendor", "d"};
  switch (below(10)) {
    case 0: tree_write(below(2) ? ".gitignore" : "a/.gitignore", rules[below(COUNT_OF(rules))]); break;
    case 1: unlink(tree_path(any_path())); break;
    case 2: tree_remove_all(dirs[below(COUNT_OF(dirs))]); break;
    case 3: rename(tree_path(dirs[below(COUNT_OF(dirs))]), tree_path(dirs[below(COUNT_OF(dirs))])); break;
    case 4: {
      const char *to = any_path();
      tree_make_parents(to);
      rename(tree_path(any_path()), tree_path(to));
      break;
    }
    case 5: unlink(tree_path(".gitignore")); break;
    default: tree_write(any_path(), texts[below(COUNT_OF(texts))]);
  }
}

static void test_incremental_is_full(void **state) {
  (void)state;
  Index *index = dump_open();
  for (int round = 0; round < 60; round++) {
    for (unsigned i = 0, count = 1 + below(6); i < count; i++) {
      step();
      if (below(3) == 0) tree_ok(index_refresh(&tree_job, index));
    }
    if (below(8) == 0) {
      index_close(index);
      index = dump_open();
    }
    expect_fresh(index);
  }
  index_close(index);
}

typedef struct Told {
  double last;
  double total;
  bool fell;
} Told;

static void told(void *context, double done, double total, Str message) {
  (void)message;
  Told *so_far = context;
  so_far->fell |= done <= so_far->last;
  so_far->last = done;
  so_far->total = total;
}

/* Whoever asked may go: the work is done all the same. */
static void test_progress_and_cancel(void **state) {
  (void)state;
  make_many(5000); /* enough to take a while */
  Index *index = dump_open();
  job_cancel(&tree_job, ERR_CANCELLED);
  assert_int_equal(index_refresh(&tree_job, index), ERR_CANCELLED);
  job_init(&tree_job, &tree_arena);
  Told so_far = {0};
  tree_job.progress = told;
  tree_job.progress_context = &so_far;
  tree_ok(index_build(&tree_job, index, true));
  assert_true(so_far.last == 100 && so_far.total == 100 && !so_far.fell);
  expect_fresh(index);
  index_close(index);
}

static void *refresh_often(void *index) {
  Arena arena;
  arena_init(&arena);
  for (int i = 0; i < 10; i++) {
    Job job;
    StoreReader *reader;
    StoreCounts counts;
    job_init(&job, &arena);
    if (index_refresh(&job, index) || index_reader_take(&job, index, &reader)) return "failed";
    Err err = store_count(&job, reader, &counts);
    index_reader_return(index, reader);
    if (err || counts.files < 50) return "too few";
    IndexStatus status;
    if (index_status(&job, index, &status)) return "no status";
  }
  arena_clear(&arena);
  return NULL;
}

static void test_threads(void **state) {
  (void)state;
  make_many(50);
  Index *index = dump_open();
  pthread_t threads[4];
  for (size_t i = 0; i < COUNT_OF(threads); i++) pthread_create(&threads[i], NULL, refresh_often, index);
  for (int i = 0; i < 40; i++) {
    tree_write("extra.c", i % 2 ? "int a;" : "int bb;");
    usleep(1000);
  }
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    void *failure;
    pthread_join(threads[i], &failure);
    if (failure) fail_msg("%s", (const char *)failure);
  }
  expect_fresh(index);
  index_close(index);
}

/* Another process writes and does not end: what is there is served. */
static void test_other_writer(void **state) {
  (void)state;
  tree_write("a.c", "int a;\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  Store *other;
  StoreOptions options = {.root = tree_root, .cache_dir = tree_cache};
  tree_ok(store_open(&tree_job, &options, &other));
  tree_ok(store_lock(&tree_job, other));
  tree_write("b.c", "int b;\n");
  IndexStatus status;
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_status(&tree_job, index, &status));
  assert_true(status.state.behind);
  tree_expect(dump_text(index), "a.c c\n  variable a 1:5 [1-1] exported | int a\n");
  store_unlock(other);
  store_close(other);
  expect_fresh(index);
  tree_ok(index_status(&tree_job, index, &status));
  assert_false(status.state.behind);
  index_close(index);
}

/* Without shared memory readers and the writer take turns; nothing else differs. */
static void test_exclusive(void **state) {
  (void)state;
  dump_exclusive = true;
  make_many(60);
  tree_write("py/a.py", "def one():\n    return 1\n");
  tree_write("py/b.py", "from .a import one\n\n\ndef two():\n    return one()\n");
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  IndexStatus status;
  tree_ok(index_status(&tree_job, index, &status));
  assert_true(status.exclusive);
  assert_int_not_equal(access(tree_path(".fathom/" STORE_FILE "-wal"), F_OK), 0);
  for (int i = 0; i < 5; i++) {
    tree_write("py/a.py", i % 2 ? "def one():\n    return 1\n" : "def three():\n    return 1\n");
    expect_fresh(index);
  }
  index_close(index);
  dump_exclusive = false;
}

static void test_damage_between_calls(void **state) {
  (void)state;
  make_many(200);
  Index *index = dump_open();
  tree_ok(index_refresh(&tree_job, index));
  assert_int_equal(truncate(tree_path(".fathom/" STORE_FILE), 8192), 0);
  tree_write("new.c", "int fresh;\n");
  expect_fresh(index);
  index_close(index);
}

/* Offers the tree of `parsed` as if it were that of `text`, which is as long:
 * so it shows whether it is taken. */
static void offer(Index *index, const char *parsed, const char *text) {
  AUTO(Parser) parser = parse_open();
  const Language *language = language_for_file(STR("a.c"), STR_EMPTY);
  Syntax syntax;
  tree_ok(parse_text(&tree_job, parser, language, str_from_c(parsed), &tree_arena, &syntax));
  syntax.text = str_from_c(text);
  index_offer_tree(index, language, &syntax);
}

#define BOTH "  variable one 1:5 [1-1] exported | int one\n  variable two 1:13 [1-1] exported | int two\n"
#define FIRST "  variable one 1:5 [1-1] exported | int one\n"

static void test_offered_trees(void **state) {
  (void)state;
  const char *text = "int one;int two;\n", *less = "int one;        \n";
  Index *index = dump_open();
  tree_write("a.c", "int none;\n");
  tree_ok(index_refresh(&tree_job, index));
  offer(index, less, text);
  tree_write("a.c", text);
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), "a.c c\n" FIRST);
  tree_write("b.c", text); /* it was taken, once */
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), "a.c c\n" FIRST "b.c c\n" BOTH);
  offer(index, less, text);
  tree_write("a.c", "int one;int ten;\n"); /* another text */
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), "a.c c\n  variable one 1:5 [1-1] exported | int one\n"
                                "  variable ten 1:13 [1-1] exported | int ten\nb.c c\n" BOTH);
  tree_write("c.cpp", text); /* another language */
  tree_ok(index_refresh(&tree_job, index));
  tree_remove("c.cpp");
  index_offer_none(index);
  tree_write("a.c", text);
  expect_fresh(index);
  for (int i = 0; i < 20; i++) offer(index, less, text); /* more than are kept, and nobody takes them */
  index_close(index);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_first_build), tree_test(test_index_for_once), tree_test(test_quick_edits), tree_test(test_same_time), tree_test(test_incremental_is_full),
      tree_test(test_progress_and_cancel), tree_test(test_threads), tree_test(test_other_writer),
      tree_test(test_damage_between_calls), tree_test(test_index_removed), tree_test(test_store_file_taken),
      tree_test(test_patience), tree_test(test_exclusive), tree_test(test_becomes_git), tree_test(test_offered_trees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
