/* The text index beside changing files: never a match less than a scan finds. */
#include "src/os/file.h"
#include "tests/unit/os_kept.h"
#include "tests/unit/text_tree.h"

static size_t count(TextTree *tree, TextIndex *index, const char *word, size_t *ret_read) {
  TextMatcher *matcher;
  TextQuery query = {.pattern = str_from_c(word)};
  assert_int_equal(text_matcher_open(&tree->scratch->job, &query, &matcher), OK);
  TextTally tally = tree_search(tree, index, matcher, 1);
  text_matcher_close(matcher);
  if (ret_read) *ret_read = tally.read;
  return tally.matches;
}

static void build(TextTree *tree, TextIndex *index) {
  TextBuild how = {.root = tree->root, .memory = 1 << 20, .anyway = true};
  assert_int_equal(text_index_build(&tree->scratch->job, index, tree->files, &how), OK);
}

static void add_files(TextTree *tree, unsigned from, unsigned to) {
  for (unsigned i = from; i < to; i++) {
    char name[40];
    snprintf(name, sizeof(name), "f%u.txt", i);
    tree_add(tree, name, str_format(tree->scratch->job.arena, "alpha number%ux\nomega\n", i));
  }
  tree_list(tree);
}

static void test_only_candidates_are_read(void **state) {
  AUTO(Keep) keep = scratch_keep(*state, "kept");
  TextTree tree = tree_open(*state);
  add_files(&tree, 0, 50);
  AUTO(TextIndex) index = text_index_open(keep);
  size_t read;
  assert_int_equal(count(&tree, index, "number7x", &read), 1);
  assert_int_equal(read, 50);
  build(&tree, index);
  assert_int_equal(count(&tree, index, "number7x", &read), 1);
  assert_int_equal(read, 1);
  assert_int_equal(count(&tree, index, "alpha", &read), 50);
  assert_int_equal(count(&tree, index, "gamma", &read), 0);
  assert_int_equal(read, 0);
  tree_close(&tree);
}

static void test_opened_again(void **state) {
  AUTO(Keep) keep = scratch_keep(*state, "kept");
  TextTree tree = tree_open(*state);
  size_t read;
  add_files(&tree, 0, 20);
  TextIndex *index = text_index_open(keep);
  build(&tree, index);
  text_index_close(index);
  index = text_index_open(keep);
  assert_int_equal(text_index_coverage(index, tree.files).covered, 20);
  assert_int_equal(count(&tree, index, "number7x", &read), 1);
  assert_int_equal(read, 1);
  text_index_close(index);
  tree_close(&tree);
}

/* A file whose size, time or contents differ from what the segment saw is
 * looked into. */
static void test_changed_files_are_read(void **state) {
  AUTO(Keep) keep = scratch_keep(*state, "kept");
  TextTree tree = tree_open(*state);
  size_t read;
  add_files(&tree, 0, 20);
  AUTO(TextIndex) index = text_index_open(keep);
  build(&tree, index);
  Job *job = &tree.scratch->job;
  assert_int_equal(root_write(job, tree.root, STR("f3.txt"), STR("now with gamma\n"), 0644), OK);
  FileStat stat;
  assert_int_equal(root_stat(job, tree.root, STR("f3.txt"), &stat), OK);
  tree.list.items[3].size = stat.size;
  tree.list.items[3].stamp = stamp_of(&stat);
  tree_list(&tree);
  assert_int_equal(count(&tree, index, "gamma", &read), 1);
  assert_int_equal(read, 1);
  tree.list.items[4].hash = 99; /* the same size and time, other contents */
  tree.list.items[5].stamp = 0;
  tree_list(&tree);
  assert_int_equal(count(&tree, index, "gamma", &read), 1);
  assert_int_equal(read, 3);
  tree_close(&tree);
}

/* Segments that are of no use any more go, others stay. */
static void test_segments_are_renewed(void **state) {
  AUTO(Keep) keep = scratch_keep(*state, "kept");
  TextTree tree = tree_open(*state);
  AUTO(TextIndex) index = text_index_open(keep);
  for (unsigned i = 0; i < 12; i++) {
    add_files(&tree, i * 3, i * 3 + 3);
    build(&tree, index);
    assert_int_equal(text_index_coverage(index, tree.files).covered, tree.list.len);
    assert_int_equal(count(&tree, index, "omega", NULL), tree.list.len);
  }
  assert_true(text_index_coverage(index, tree.files).segments <= 9);
  tree.list.len = 1; /* the others were removed */
  tree_list(&tree);
  add_files(&tree, 100, 110);
  build(&tree, index);
  assert_int_equal(text_index_coverage(index, tree.files).covered, 11);
  assert_true(text_index_coverage(index, tree.files).segments <= 2);
  tree_close(&tree);
}

static void test_damage(void **state) {
  Scratch *scratch = *state;
  AUTO(Keep) keep = scratch_keep(scratch, "kept");
  TextTree tree = tree_open(scratch);
  Str path = scratch_str(scratch, "kept/text/1.seg"), whole;
  add_files(&tree, 0, 50);
  TextIndex *index = text_index_open(keep);
  build(&tree, index);
  assert_int_equal(file_read(&scratch->job, path, 1u << 20, &whole), OK);
  int fd = open(str_to_c(&scratch->arena, path), O_RDWR); /* behind its back */
  assert_int_equal(ftruncate(fd, (off_t)whole.len - 100), 0);
  assert_int_equal(count(&tree, index, "number7x", NULL), 1);
  assert_int_equal(count(&tree, index, "omega", NULL), 50);
  close(fd);
  text_index_close(index);
  assert_int_equal(file_write(&scratch->job, path, STR("fathomT3 but no more"), 0600), OK);
  index = text_index_open(keep);
  assert_int_equal(text_index_coverage(index, tree.files).segments, 0);
  assert_int_equal(count(&tree, index, "number7x", NULL), 1);
  build(&tree, index);
  assert_int_equal(text_index_coverage(index, tree.files).covered, 50);
  text_index_close(index);
  tree_close(&tree);
}

/* What a repository brings may lead elsewhere: nothing is written there. */
static void test_links_are_set_aside(void **state) {
  Scratch *scratch = *state;
  AUTO(Keep) keep = scratch_keep(scratch, "kept");
  TextTree tree = tree_open(scratch);
  add_files(&tree, 0, 5);
  mkdir(scratch_path(scratch, "elsewhere"), 0700);
  assert_int_equal(symlink("../elsewhere", scratch_path(scratch, "kept/text")), 0);
  AUTO(TextIndex) index = text_index_open(keep);
  TextBuild how = {.root = tree.root, .memory = 1 << 20, .anyway = true};
  assert_int_equal(text_index_build(&scratch->job, index, tree.files, &how), OK); /* in a folder of its own */
  assert_int_equal(access(scratch_path(scratch, "kept/text/1.seg"), F_OK), 0);
  assert_int_equal(rmdir(scratch_path(scratch, "elsewhere")), 0);
  assert_int_equal(count(&tree, index, "omega", NULL), 5);
  tree_close(&tree);
}

/* Closed while it is built behind everybody's back. */
static void test_building_later(void **state) {
  AUTO(Keep) keep = scratch_keep(*state, "kept");
  TextTree tree = tree_open(*state);
  add_files(&tree, 0, 200);
  for (int i = 0; i < 20; i++) {
    TextIndex *index = text_index_open(keep);
    TextBuild how = {.root = tree.root, .memory = 1 << 20, .anyway = true};
    text_index_build_later(index, tree.files, &how);
    text_index_build_later(index, tree.files, &how);
    assert_int_equal(count(&tree, index, "number7x", NULL), 1);
    text_index_close(index);
  }
  tree_close(&tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_only_candidates_are_read, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_opened_again, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_changed_files_are_read, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_segments_are_renewed, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_damage, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_links_are_set_aside, scratch_setup, scratch_teardown),
      cmocka_unit_test_setup_teardown(test_building_later, scratch_setup, scratch_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
