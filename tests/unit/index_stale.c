/* A file that was edited while nobody watched, with its size and time of writing
 * as before, is noticed; one that only looks edited is read once and stays. */
#include <fcntl.h>
#include <sys/stat.h>

#include "src/index/index_internal.h"
#include "src/os/stamp.h"
#include "tests/unit/index_dump.h"

#define ONE "a.c c\n  variable one 1:5 [1-1] exported | int one\n"
#define KEPT "a.c c\n  variable one 1:5 [1-1] exported | as it was kept\n"
#define TWO "a.c c\n  variable two 1:5 [1-1] exported | int two\n"

static const struct timespec long_ago[] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};

static void set_time(const char *path) { assert_int_equal(utimensat(AT_FDCWD, tree_path(path), long_ago, 0), 0); }

static void write_old(const char *path, const char *text) {
  tree_write(path, text);
  set_time(path);
}

static Index *open_with(bool timeless) {
  Index *index;
  IndexOptions options = {.root = tree_root, .cache_dir = tree_cache, .timeless = timeless};
  tree_ok(index_open(&tree_job, &options, &index));
  return index;
}

static Str refreshed(bool timeless) {
  Index *index = open_with(timeless);
  tree_ok(index_refresh(&tree_job, index));
  Str text = str_copy(&tree_arena, dump_text(index));
  index_close(index);
  return text;
}

/* What is stored of a file, with words in place of its signatures: they go when
 * it is parsed again. */
static void put_marked(Store *store, StoreReader *reader, const StoreFile *file) {
  AUTO(Names) names = names_open();
  Facts facts;
  StoreContent content = {.facts = &facts};
  tree_ok(store_get_content(&tree_job, reader, file->id, &content.data));
  content.data = str_copy(&tree_arena, content.data);
  uint64_t *keys;
  tree_ok(store_get_keys(&tree_job, reader, file->id, &keys, &content.key_count));
  content.keys = keys;
  store_read_end(reader);
  assert_true(facts_decode(content.data, &tree_arena, names, &facts));
  Str *signatures = ARENA_ARRAY(&tree_arena, Str, facts.defs.len);
  for (size_t i = 0; i < facts.defs.len; i++) signatures[i] = STR("as it was kept");
  content.signatures = signatures;
  tree_ok(store_begin(&tree_job, store));
  tree_ok(store_put_file(&tree_job, store, file, &content, NULL));
  tree_ok(store_commit(&tree_job, store));
}

/* The stamp of a file as if it had been indexed when it was old enough. */
static void settle(const char *path) {
  StoreOptions options = {.root = tree_root, .cache_dir = tree_cache};
  AUTO(Store) store = NULL;
  StoreReader *reader;
  StoreFiles files;
  FileStat stat;
  AUTO(Root) root = NULL;
  tree_ok(root_open(&tree_job, tree_root, &root));
  tree_ok(root_stat(&tree_job, root, str_from_c(path), &stat));
  tree_ok(store_open(&tree_job, &options, &store));
  tree_ok(store_lock(&tree_job, store));
  tree_ok(store_reader_open(&tree_job, store, &reader));
  tree_ok(store_read_begin(&tree_job, reader));
  tree_ok(store_list_files(&tree_job, reader, str_from_c(path), &files));
  assert_int_equal(files.len, 1);
  files.items[0].stamp = stamp_of(&stat);
  put_marked(store, reader, &files.items[0]);
  store_reader_close(reader);
  store_unlock(store);
}

static uint64_t stored_stamp(const char *path) {
  Index *index = open_with(false);
  StoreReader *reader;
  StoreFiles files;
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_reader_take(&tree_job, index, &reader));
  tree_ok(store_list_files(&tree_job, reader, str_from_c(path), &files));
  index_reader_return(index, reader);
  uint64_t stamp = files.items[0].stamp;
  index_close(index);
  return stamp;
}

static void test_edit_in_place(void **state) {
  (void)state;
  write_old("a.c", "int one;\n");
  tree_expect(refreshed(false), ONE);
  settle("a.c");
  write_old("a.c", "int two;\n");
  tree_expect(refreshed(false), TWO);
}

/* Another file under its name, with the size and time of the old one. */
static void test_edit_by_rename(void **state) {
  (void)state;
  write_old("a.c", "int one;\n");
  write_old("b.txt", "int two;\n");
  tree_expect(refreshed(false), ONE "b.txt unsupported language\n");
  settle("a.c");
  assert_int_equal(rename(tree_path("b.txt"), tree_path("a.c")), 0);
  tree_expect(refreshed(false), TWO);
}

static void test_unchanged(void **state) {
  (void)state;
  write_old("a.c", "int one;\n");
  tree_expect(refreshed(false), ONE);
  settle("a.c");
  uint64_t before = stored_stamp("a.c");
  for (int i = 0; i < 2; i++) tree_expect(refreshed(false), KEPT);
  assert_true(before && before == stored_stamp("a.c"));
}

static uint64_t stamp_on_disk(const char *path) {
  FileStat stat;
  AUTO(Root) root = NULL;
  tree_ok(root_open(&tree_job, tree_root, &root));
  tree_ok(root_stat(&tree_job, root, str_from_c(path), &stat));
  return stamp_of(&stat);
}

/* Links, modes, copies and moves change the stamp and not the contents: those are
 * read, and what was made of them before is believed. */
static void test_same_contents_are_not_parsed(void **state) {
  (void)state;
  write_old("a.c", "int one;\n");
  tree_expect(refreshed(false), ONE);
  settle("a.c");
  uint64_t before = stamp_on_disk("a.c");
  assert_int_equal(chmod(tree_path("a.c"), 0600), 0);
  assert_int_not_equal(stamp_on_disk("a.c"), before);
  tree_expect(refreshed(false), KEPT);
  settle("a.c");
  write_old("copy", "int one;\n");
  assert_int_equal(rename(tree_path("copy"), tree_path("a.c")), 0);
  tree_expect(refreshed(false), KEPT);
  settle("a.c");
  write_old("a.c", "int two;\n");
  tree_expect(refreshed(false), TWO);
}

/* Without times of change size and time of writing must do, and contents are
 * compared in turn. */
static void test_timeless(void **state) {
  (void)state;
  write_old("a.c", "int one;\n");
  tree_expect(refreshed(true), ONE);
  write_old("a.c", "int two;\n");
  Index *index = open_with(true);
  tree_ok(index_refresh(&tree_job, index));
  tree_expect(dump_text(index), TWO);
  IndexStatus status;
  tree_ok(index_status(&tree_job, index, &status));
  assert_true(status.timeless);
  index_close(index);
  index = open_with(false);
  tree_ok(index_refresh(&tree_job, index));
  tree_ok(index_status(&tree_job, index, &status));
  assert_false(status.timeless);
  index_close(index);
}

/* So many at a time, the next ones with the next sweep, and round again. */
static void test_timeless_in_turn(void **state) {
  (void)state;
  enum { COUNT = 1500 };
  for (int i = 0; i < COUNT; i++) {
    write_old(str_to_c(&tree_arena, str_format(&tree_arena, "f%04d.c", i)), "int one;\n");
  }
  Index *index = open_with(true);
  tree_ok(index_refresh(&tree_job, index));
  index_close(index);
  index = open_with(true);
  write_old("f0000.c", "int two;\n");
  write_old("f1499.c", "int two;\n");
  bool seen[2][3] = {{false}};
  for (int i = 0; i < 3; i++) {
    index->is_swept = false; /* as where nothing is watched */
    tree_ok(index_build(&tree_job, index, false));
    Str text = dump_text(index);
    seen[0][i] = str_contains(text, STR("f0000.c c\n  variable two"));
    seen[1][i] = str_contains(text, STR("f1499.c c\n  variable two"));
    if (i == 1) write_old("f0000.c", "int one;\n");
  }
  index_close(index);
  assert_true(seen[0][0] && !seen[1][0]);
  assert_true(seen[0][1] && seen[1][1]);
  assert_false(seen[0][2]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      tree_test(test_edit_in_place), tree_test(test_edit_by_rename), tree_test(test_unchanged),
      tree_test(test_same_contents_are_not_parsed), tree_test(test_timeless), tree_test(test_timeless_in_turn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
